/** When the personal data of a payment may be erased, and what it waits for. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { hasNothingPersonal } from '@sluice/core/payment/erased.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import type { ErasureFacts } from '../payments/erasing.ts'
import { DAY_MS, type ErasureTerms, eraseDaysOf } from './terms.ts'

export const WAITS_FOR = ['OPEN', 'CASE', 'REFUND', 'HOLD', 'TERM'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

export type Standing =
  | { readonly type: 'ERASED' }
  | { readonly type: 'NOW' }
  /** `until` is known for a term only. */
  | { readonly type: 'WAITS'; readonly why: WaitsFor; readonly until?: Instant }

/**
 * `REQUEST`: a person has requested it, so only the law's time counts. `TERM`: nobody has; the merchant's term counts.
 */
export type ErasedFor = 'REQUEST' | 'TERM'

export function standingOf(
  facts: ErasureFacts,
  isHeld: boolean,
  terms: ErasureTerms,
  erasedFor: ErasedFor,
  now: Instant,
): Standing {
  const { payment, closedAt } = facts
  if (hasNothingPersonal(payment)) return { type: 'ERASED' }
  if (isOpen(payment.status)) return { type: 'WAITS', why: 'OPEN' }
  if (facts.hasOpenCase) return { type: 'WAITS', why: 'CASE' }
  if (facts.hasOpenRefund || closedAt === undefined) return { type: 'WAITS', why: 'REFUND' }
  if (isHeld) return { type: 'WAITS', why: 'HOLD' }
  const days = daysOf(facts, terms, erasedFor)
  if (days === undefined) return { type: 'WAITS', why: 'TERM' }
  const until = closedAt + days * DAY_MS
  return until <= now ? { type: 'NOW' } : { type: 'WAITS', why: 'TERM', until }
}

/** No law requires the data of test payments, which has moved no money. */
function daysOf({ payment }: ErasureFacts, terms: ErasureTerms, erasedFor: ErasedFor): number | undefined {
  if (erasedFor === 'TERM') return eraseDaysOf(terms, payment.merchantId)
  return payment.isTest ? 0 : terms.bounds.keepDays
}

/** How long until a payment is looked at again that waits for people. */
const LOOK_AGAIN_MS = DAY_MS

/** Terms may be shortened meanwhile. */
const LONGEST_WAIT_MS = 30 * DAY_MS

export function nextLookAt(standing: Standing, now: Instant): Instant {
  if (standing.type !== 'WAITS' || standing.why !== 'TERM') return now + LOOK_AGAIN_MS
  return Math.min(standing.until ?? Number.POSITIVE_INFINITY, now + LONGEST_WAIT_MS)
}
