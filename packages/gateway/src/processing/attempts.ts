/**
 * One attempt at a payment with a processor, and answers that come after it is over. By then the payment is with another
 * processor, or, for a refund, with the same one by another route. Such an answer changes nothing and contradicts
 * nothing. Pure.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import type { CommitResult } from '../payments/change.ts'

/** If not, another answer has declined it meanwhile, or said that it failed for certain. */
export const isSameAttempt = (payment: Payment, requested: Payment): boolean =>
  payment.processor === requested.processor && attemptOf(payment) === attemptOf(requested)

/** A refund that tries its payin's own rail. */
export const isNative = ({ request }: Payment): boolean => request.refund?.route === 'NATIVE'

export const NO_RAIL: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'it does not refund payments any more',
}

export const MOVED = { refusal: 'MOVED' } as const

/** The payment is still in the same try, and the answer does not fit its status. */
export const isDenied = (outcome: CommitResult): boolean =>
  outcome.type === 'refused' && outcome.refusal !== MOVED.refusal
