/**
 * Plans for a payment whose processor declines it, reports nothing, lets go of it or contradicts itself: pure, as those
 * of `plans.ts`.
 *
 * A payment passes to another processor only while it is NEW and no processor has accepted it: no money can have moved
 * for it.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { negate } from '@sluice/core/foundation/money.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Document, Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { moneyMissing } from '../ledger/postings.ts'
import { claimsForAmount } from './amount-claims.ts'
import { type Decision, NO_PLAN } from './change.ts'
import { end } from './plans.ts'
import { setAsideAgain } from './returning.ts'

/** Prefix of the reason in the history when the actor, a processor, declined. */
export const DECLINED = 'declined'

/** Whether a processor's acceptance is known. */
export const isAccepted = ({ response, processorRef }: Payment): boolean =>
  response !== undefined || processorRef !== undefined

const mayPass = (payment: Payment): boolean => payment.status === 'NEW' && !isAccepted(payment)

/** Its processor declined: from now on it is with `next`. */
export function rerouted(
  payment: Payment,
  next: string,
  reason: string,
  steps: readonly NewStep[],
): Decision<'NOT_ALLOWED'> {
  if (!mayPass(payment)) return { refusal: 'NOT_ALLOWED' }
  return {
    plan: {
      ...NO_PLAN,
      reason: `${DECLINED}: ${reason}; passed to ${next}`,
      patch: { processor: next },
      steps,
      clearSteps: ['accept', 'inquiry', 'silence'],
    },
  }
}

/** Its processor declined, and no other is left: a payout's reserve is released. */
export function routesExhausted(payment: Payment, reason: string, at: Instant): Decision {
  if (!mayPass(payment)) return { refusal: 'NOT_ALLOWED' }
  return end(payment, {
    to: 'FAILED',
    at,
    reason: `${DECLINED}: ${reason}; no processor is left`,
    patch: { failureReason: 'PROCESSOR_ERROR' },
    ...setAsideAgain(payment, reason),
  })
}

/** There was no status update for too long: an operator gets a case. The status stays. */
export function unresponsive(payment: Payment, caseKey: string, since: Instant): Decision<'NOT_ALLOWED'> {
  if (!isOpen(payment.status) && payment.status !== 'EXPIRED') return { refusal: 'NOT_ALLOWED' }
  const { processor, status, kind, id } = payment
  return {
    plan: {
      ...NO_PLAN,
      reason: `no status update: ${status}`,
      // In this commit: if the worker dies after it, no other worker may open a second case.
      clearSteps: ['silence'],
      cases: [
        {
          key: caseKey,
          reason: 'NO_STATUS_UPDATE',
          // No money has come: nothing is in suspense for it.
          money: undefined,
          detail: { processor, status, kind, id, since: isoTime(since) },
        },
      ],
    },
  }
}

/** A report that contradicts the processor's earlier report, or the kind of the payment. */
export interface Contradiction {
  /**
   * - `REJECTED_AFTER_SUCCESS`: it reported that the money had moved, and now that it has not and never will.
   * - `AMOUNT_CONTRADICTED`: it reports the money that made a payin a SUCCESS with another amount.
   * - `CONFLICTING_STATUS_UPDATE`: it reports of a payin what only a payout can be, or the other way round.
   */
  readonly reason: 'REJECTED_AFTER_SUCCESS' | 'AMOUNT_CONTRADICTED' | 'CONFLICTING_STATUS_UPDATE'
  /** What it reports now. For operators: no personal data. */
  readonly detail: Document
}

/**
 * Its processor contradicts what made it a SUCCESS, or its kind. An operator gets a case without money, because nobody
 * knows which report is true. The status stays.
 */
export function contradicted(
  payment: Payment,
  caseKey: string,
  { reason, detail }: Contradiction,
): Decision<'NOT_ALLOWED'> {
  const { processor, status, kind, id } = payment
  if (status !== 'SUCCESS' && reason !== 'CONFLICTING_STATUS_UPDATE') return { refusal: 'NOT_ALLOWED' }
  return {
    plan: {
      ...NO_PLAN,
      reason: `contradicted: ${reason}`,
      cases: [{ key: caseKey, reason, money: undefined, detail: { ...detail, processor, status, kind, id } }],
    },
  }
}

/**
 * A payout's money was sent although it should not have been, or a second time: it is missing from suspense, and a case
 * is opened. The status stays.
 */
export function sentAnyway(
  payment: Payment,
  caseKey: string,
  statusUpdate: string,
  processor: string,
): Decision<'NOT_ALLOWED'> {
  const { status, kind, id, money } = payment
  const isAnother = processor !== payment.processor
  return {
    plan: {
      ...NO_PLAN,
      reason: `money missing: ${status}`,
      // A refund whose money was sent counts against its payin, whatever status was reported.
      patch: kind === 'refund' && status !== 'SUCCESS' ? { confirmation: statusUpdate } : {},
      postings: moneyMissing(money, processor),
      cases: [
        {
          key: caseKey,
          reason: isAnother ? 'DELIVERED_BY_ANOTHER_PROCESSOR' : `DELIVERED_AFTER_${status}`,
          money: { ...money, amountMinor: negate(money.amountMinor) },
          processor,
          detail: { statusUpdate, processor, status, kind, id },
        },
      ],
    },
  }
}

/** The hold period of its unique amount is over: another payin of that account may have it. */
export function holdPeriodEnded(payment: Payment): Decision<'NOT_ALLOWED'> {
  const releases = claimsForAmount(payment)
  if (releases.length === 0 || isOpen(payment.status)) return { refusal: 'NOT_ALLOWED' }
  return { plan: { ...NO_PLAN, reason: 'its amount is free again', releases } }
}
