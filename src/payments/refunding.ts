/**
 * Plans for a refund that goes another way than it began: pure, as those of `plans.ts`.
 *
 * A refund passes to another route only while it is certain that no money has left: its processor declined, called its failure
 * certain, or nobody has it yet because its payee is not known.
 */
import type { Instant } from '../foundation/deps.ts'
import { ALL_STEPS, type Decision, type NewStep, NO_PLAN, type TermsChange } from './change.ts'
import type { Payment } from './model.ts'
import { refundTerms, triedOf } from './refunds.ts'
import { isOpen } from './transitions.ts'

/** How a refund goes on: with whom, by which route and method, to whom. */
export interface RefundStage extends TermsChange {
  readonly status: 'NEW' | 'PENDING' | 'AWAITING_PAYEE'
  readonly processor: string
  readonly expireAt: Instant | undefined
  readonly steps: readonly NewStep[]
}

/** Whether it still stands as it did when its next stage was found. */
const standsAs = (payment: Payment, seen: Payment): boolean =>
  isOpen(payment.status) &&
  payment.status === seen.status &&
  payment.processor === seen.processor &&
  triedOf(refundTerms(payment)).length === triedOf(refundTerms(seen)).length

/**
 * It goes on by another route.
 * @param seen as it was when that was decided
 * @param reason for the history: why it left the one that it was on
 */
export function passedOn(
  payment: Payment,
  seen: Payment,
  { status, processor, expireAt, steps, method, operator, request }: RefundStage,
  reason: string,
): Decision<'NOT_ALLOWED'> {
  if (!standsAs(payment, seen)) return { refusal: 'NOT_ALLOWED' }
  return {
    plan: {
      ...NO_PLAN,
      moves: payment.status === status ? [] : [status],
      reason,
      terms: { method, operator, request },
      patch: {
        processor,
        expireAt,
        processorRef: undefined,
        processorStatus: undefined,
        response: undefined,
      },
      announce: payment.status !== status,
      steps,
      clearSteps: ALL_STEPS,
    },
  }
}
