/** The response body of a refund, for creates and reads. */
import type { Payment } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { Caller } from '../api/caller.ts'
import type { Gateway } from '../api/gateway.ts'
import { moneyBody, moneyOf, processBody } from '../api/views.ts'
import { allows, mayPayOut } from '../identity/access/grant.ts'

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
 * The body as this caller may see it. The holder of the claim link decides where the money goes, so only callers who
 * could have created the refund and may pay out see it. A read-only token may be in a browser, and a person who may
 * refund may not necessarily choose the payee.
 */
export function ownRefundBody(
  { claimLinks }: Pick<Gateway, 'claimLinks'>,
  refund: Payment,
  { grant }: Caller,
) {
  const mayKnow = mayPayOut(grant) && allows(grant, 'POST', `/refunds/${refund.id}`)
  return refundBody(refund, mayKnow ? claimLinks.urlOf(refund) : undefined)
}
