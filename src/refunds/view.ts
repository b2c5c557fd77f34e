/** A refund as its create and its reads answer it. */

import type { Caller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { moneyBody, moneyOf, processBody } from '../api/views.ts'
import { allows, mayPayOut } from '../identity/access/grant.ts'
import type { Payment } from '../payments/model.ts'
import { refundTerms } from '../payments/refund-terms.ts'

export function refundBody(refund: Payment, claimUrl?: string) {
  const { idPayin, reason, note, route, operator, excess } = refundTerms(refund)
  const madeBy: 'OPERATOR' | 'GATEWAY' | undefined = operator ? 'OPERATOR' : excess ? 'GATEWAY' : undefined
  return {
    idRefund: refund.id,
    idPayin,
    money: moneyBody(refund.money),
    reason,
    ...(note !== undefined && { note }),
    route,
    ...(madeBy && { madeBy }),
    ...(claimUrl !== undefined && { claimUrl }),
    process: processBody(refund),
    ...(refund.failureReason !== undefined && { failureReasonCode: refund.failureReason }),
    fee: moneyBody(moneyOf(refund, refund.feeMinor)),
    ...(refund.vatMinor > 0n && { vat: moneyBody(moneyOf(refund, refund.vatMinor)) }),
  }
}

/**
 * As this caller may see it. Whoever has the claim's link says where the money is to go, so it is for those who could have made the
 * refund, and who may pay out: a token that only reads it may be in a browser, and somebody who gives money back need not say to whom.
 */
export function ownRefundBody(
  { claimLinks }: Pick<Gateway, 'claimLinks'>,
  refund: Payment,
  { grant }: Caller,
) {
  const mayKnow = mayPayOut(grant) && allows(grant, 'POST', `/refunds/${refund.id}`)
  return refundBody(refund, mayKnow ? claimLinks.urlOf(refund) : undefined)
}
