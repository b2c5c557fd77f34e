/**
 * Payments without status updates: when their processor gets a status inquiry, and when an operator gets a case.
 *
 * Inquiries go out after 1, 2, 5, 10 and 30 minutes, then every hour, until the payment is final. For an expired payin
 * they go out right after its expiry and for one more day. However long the silence lasts, it changes no status: it
 * opens one case.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Processor } from '@sluice/core/processor/port.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Pauses between status inquiries. */
const PAUSES_MS = [2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS)
/** The processor is notified of the expiry first; the inquiry follows a little later. */
const AFTER_EXPIRY_MS = 5_000
const NONE: readonly NewStep[] = []

/** @param requested how many inquiries there were, including this one */
export const nextQuestionAt = (requested: number, now: Instant): Instant =>
  now + (PAUSES_MS[requested - 1] ?? HOUR_MS)

/** Until when an expired payin gets status inquiries. */
export const lastQuestionAt = ({ expireAt = 0 }: Payment): Instant => expireAt + DAY_MS

/** The steps that wait for a status update of a payment that is with this processor since `from`. */
export function inquirySteps(processor: Processor, payment: Payment, from: Instant): readonly NewStep[] {
  const silentAt = from + (processor.silenceMs?.(payment) ?? DAY_MS)
  if (processor.ask) {
    const ask: NewStep = { purpose: 'inquiry', dueAt: from + MINUTE_MS }
    return Number.isFinite(silentAt) ? [ask, { purpose: 'silence', dueAt: silentAt }] : [ask]
  }
  // If the payin expires before then, the expiry already says that nothing came.
  const expiresFirst = payment.expireAt !== undefined && payment.expireAt <= silentAt
  return expiresFirst || !Number.isFinite(silentAt) ? NONE : [{ purpose: 'silence', dueAt: silentAt }]
}

/** A payin has expired: its processor is notified and gets a status inquiry. */
export const stepsAfterExpiry = (processor: Processor | undefined, at: Instant): readonly NewStep[] =>
  processor?.ask || processor?.cancel ? [{ purpose: 'inquiry', dueAt: at + AFTER_EXPIRY_MS }] : NONE
