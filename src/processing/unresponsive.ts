/**
 * Payments that nothing is heard of: when their processor is asked, and when an operator is told.
 *
 * Asked after 1, 2, 5, 10 and 30 minutes, then every hour, until the payment is final; of an expired payin right after its
 * expiry and for a day more. Silence changes no status, however long it lasts: it opens a case, once.
 */
import type { Instant } from '../foundation/deps.ts'
import type { NewStep } from '../payments/claims.ts'
import type { Payment } from '../payments/model.ts'
import type { Processor } from './port.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Pauses between one question and the next. */
const PAUSES_MS = [2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS)
/** The expiry is told first, and a little later its fate is asked. */
const AFTER_EXPIRY_MS = 5_000
const NONE: readonly NewStep[] = []

/** @param asked how often it was, this time too */
export const nextQuestionAt = (requested: number, now: Instant): Instant =>
  now + (PAUSES_MS[requested - 1] ?? HOUR_MS)

/** Until when an expired payin is asked about. */
export const lastQuestionAt = ({ expireAt = 0 }: Payment): Instant => expireAt + DAY_MS

/** What waits for news of a payment that is with this processor since `from`. */
export function inquirySteps(processor: Processor, payment: Payment, from: Instant): readonly NewStep[] {
  const silentAt = from + (processor.silenceMs?.(payment) ?? DAY_MS)
  if (processor.ask) {
    const ask: NewStep = { purpose: 'inquiry', dueAt: from + MINUTE_MS }
    return Number.isFinite(silentAt) ? [ask, { purpose: 'silence', dueAt: silentAt }] : [ask]
  }
  // A payin that expires before then tells by itself that nothing came.
  const expiresFirst = payment.expireAt !== undefined && payment.expireAt <= silentAt
  return expiresFirst || !Number.isFinite(silentAt) ? NONE : [{ purpose: 'silence', dueAt: silentAt }]
}

/** A payin has expired: its processor is told, and asked what became of it. */
export const stepsAfterExpiry = (processor: Processor | undefined, at: Instant): readonly NewStep[] =>
  processor?.ask || processor?.cancel ? [{ purpose: 'inquiry', dueAt: at + AFTER_EXPIRY_MS }] : NONE
