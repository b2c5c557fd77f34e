/**
 * One try of a payment with a processor, and answers that come when it is over: the payment is with somebody else by then, or a refund
 * with the same one by another way. Such an answer changes nothing, and contradicts nothing. Pure.
 */
import type { CommitResult } from '../payments/change.ts'
import type { Payment } from '../payments/model.ts'
import { attemptOf } from '../payments/refund-terms.ts'
import type { Declined } from './port.ts'

/** In another answer it has declined meanwhile, or failed for certain, where this is not so. */
export const isSameTry = (payment: Payment, requested: Payment): boolean =>
  payment.processor === requested.processor && attemptOf(payment) === attemptOf(requested)

/** A refund that tries its payin's own rail. */
export const isNative = ({ request }: Payment): boolean => request.refund?.route === 'NATIVE'

export const NO_RAIL: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'it gives nothing back any more',
}

export const MOVED = { refusal: 'MOVED' } as const

/** It is still what was asked, and the answer does not fit it. */
export const isDenied = (outcome: CommitResult): boolean =>
  outcome.type === 'refused' && outcome.refusal !== MOVED.refusal
