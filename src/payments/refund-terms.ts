/** What a payment says of the refund that it is: its terms, and which refund routes it has left. */
import { assert } from '../foundation/result.ts'
import type { Payment, RefundTerms } from './model.ts'

/** What makes a payment a refund. */
export function refundTerms({ request, kind }: Pick<Payment, 'request' | 'kind'>): RefundTerms {
  assert(kind === 'refund' && request.refund, 'a refund has its terms')
  return request.refund
}

/** The ways that it has left. */
export const triedOf = ({ tried = [] }: Pick<RefundTerms, 'tried'>): readonly string[] => tried

/**
 * Which try a payment is: the ways that a refund has left, counted from 0; of all others always 0. A processor that has it again knows
 * by this number which is meant, and so do we where an answer comes late.
 */
export const attemptOf = ({ request: { refund } }: Pick<Payment, 'request'>): number =>
  refund ? triedOf(refund).length : 0

/** Whether this processor has had the refund before, on a way that it has left. */
export const hasTried = ({ request: { refund } }: Pick<Payment, 'request'>, processor: string): boolean =>
  refund !== undefined && triedOf(refund).some((way) => way.endsWith(`:${processor}`))
