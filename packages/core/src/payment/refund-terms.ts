/** What a payment says of the refund that it is: its terms, and which refund routes it has left. */
import { assert } from '../foundation/result.ts'
import type { Payment, RefundTerms } from './model.ts'

/** The terms that every refund has. */
export function refundTerms({ request, kind }: Pick<Payment, 'request' | 'kind'>): RefundTerms {
  assert(kind === 'refund' && request.refund, 'a refund has its terms')
  return request.refund
}

/** The routes that it has left. */
export const triedOf = ({ tried = [] }: Pick<RefundTerms, 'tried'>): readonly string[] => tried

/**
 * The number of the present attempt: how many routes a refund has left. Always 0 for other payments. By this number a
 * processor that gets a refund again knows which attempt is meant, and so does the gateway when an answer comes late.
 */
export const attemptOf = ({ request: { refund } }: Pick<Payment, 'request'>): number =>
  refund ? triedOf(refund).length : 0

/** Whether this processor has had the refund before, on a route that it has left. */
export const hasTried = ({ request: { refund } }: Pick<Payment, 'request'>, processor: string): boolean =>
  refund !== undefined && triedOf(refund).some((way) => way.endsWith(`:${processor}`))
