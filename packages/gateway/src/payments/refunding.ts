/**
 * Plans for a refund that goes on by another route than it began: pure, as those of `plans.ts`.
 *
 * A refund passes to another route only while it is certain that no money has left: its processor declined it or
 * reported a failure as certain, or no processor has it yet because its payee is not known.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { ALL_STEPS, type NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { refundTerms, triedOf } from '@sluice/core/payment/refund-terms.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { type Decision, NO_PLAN, type TermsChange } from './change.ts'

/** How a refund goes on: with which processor, by which route and method, to whom. */
export interface RefundStage extends TermsChange {
  readonly status: 'NEW' | 'PENDING' | 'AWAITING_PAYEE'
  readonly processor: string
  readonly expireAt: Instant | undefined
  readonly steps: readonly NewStep[]
}

/** Whether it is unchanged since its next stage was found. */
function standsAs(payment: Payment, seen: Payment): boolean {
  const [now, then] = [refundTerms(payment), refundTerms(seen)]
  return (
    isOpen(payment.status) &&
    payment.status === seen.status &&
    payment.processor === seen.processor &&
    triedOf(now).length === triedOf(then).length &&
    // If two name a payee at the same time, one of them is late, even if the other still waits for approval.
    now.claimHash === then.claimHash &&
    now.heldBy === then.heldBy
  )
}

/**
 * Its payer has named a payee, who waits for an approval. The link is void from now on, and if nobody approves in time,
 * the refund ends.
 * @param seen the refund when its payee was checked
 */
export function heldFor(
  payment: Payment,
  seen: Payment,
  { request, until }: { readonly request: Payment['request']; readonly until: Instant },
): Decision<'NOT_ALLOWED'> {
  const isOpenClaim = payment.status === 'AWAITING_PAYEE' && refundTerms(payment).claimHash !== undefined
  if (!isOpenClaim || !standsAs(payment, seen)) return { refusal: 'NOT_ALLOWED' }
  const { method, operator } = payment
  return {
    plan: {
      ...NO_PLAN,
      moves: [],
      reason: 'the payer has named a payee, which waits for an approval',
      terms: { method, operator, request },
      patch: { expireAt: until },
      announce: false,
      steps: [{ purpose: 'expire', dueAt: until }],
    },
  }
}

/**
 * It goes on by another route.
 * @param seen the refund when that was decided
 * @param reason for the history: why it left its route
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
