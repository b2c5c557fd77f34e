/** The response body of a payin, for creates and reads. */
import type { KnownPayin } from '@sluice/core/catalogue/build-response.ts'
import { payinResponse } from '@sluice/core/catalogue/build-response.ts'
import { needsExternalReference } from '@sluice/core/catalogue/external-reference.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { ShownPayin } from '@sluice/core/payment/model.ts'
import { isFinal } from '@sluice/core/payment/transitions.ts'
import type { Gateway } from '../api/gateway.ts'
import { type CommonBody, commonBody, type MoneyBody, moneyBody, moneyOf } from '../api/views.ts'
import type { RefundSums } from '../payments/refunds.ts'
import { methodOf, referenceOf } from '../processing/instructions.ts'

/**
 * @param refunds if there are any
 * @param answers a create shows what was known when it was accepted; a read also shows what the payment revealed about
 * its payer
 */
export function payinBody(
  { sandboxUrlOf }: Pick<Gateway, 'sandboxUrlOf'>,
  payment: ShownPayin,
  answers: 'create' | 'read',
  refunds?: RefundSums,
) {
  // The link's MAC takes as long as the rest of the body, and a final payin allows no operation.
  const sandboxUrl = isFinal(payment.status) ? undefined : sandboxUrlOf(payment)
  const body: PayinBody = commonBody(payment)
  if (lacksReference(payment)) body.externalReferenceNeeded = true
  if (sandboxUrl !== undefined) body.sandboxUrl = sandboxUrl
  if (payment.request.link) body.idLink = payment.request.link.id
  const whole = Object.assign(body, {
    paymentMethodResponse: payinResponse(methodOf(payment), known(payment, answers)),
  })
  if (refunds)
    whole.refunds = {
      refunded: moneyBody(moneyOf(payment, refunds.refundedMinor)),
      refundable: moneyBody(moneyOf(payment, refunds.refundableMinor)),
    }
  return whole
}

/** Built property by property, like `payinResponse`. */
interface PayinBody extends CommonBody {
  externalReferenceNeeded?: true
  sandboxUrl?: string
  idLink?: string
  refunds?: { readonly refunded: MoneyBody; readonly refundable: MoneyBody }
}

/** It cannot become SUCCESS before the payer has supplied the bank's reference. */
const lacksReference = (payment: ShownPayin): boolean =>
  payment.externalReference === undefined && needsExternalReference(methodOf(payment), payment.request)

/** If the method always shows an amount to pay, it is the order's amount unless the acceptance has another one. */
function moneyRequired(payment: ShownPayin): Money | undefined {
  const isSaid = methodOf(payment).moneyRequired === 'always' && payment.response !== undefined
  const amountMinor = payment.moneyRequiredMinor ?? (isSaid ? payment.money.amountMinor : undefined)
  return amountMinor === undefined ? undefined : moneyOf(payment, amountMinor)
}

function known(payment: ShownPayin, answers: 'create' | 'read'): KnownPayin {
  const { request, expireAt, response, externalReference, payerAccount, operator } = payment
  assert(expireAt !== undefined, 'a payin expires')
  const chosen = methodOf(payment)
    .currencies.get(payment.money.currency)
    ?.operatorByCode.get(operator ?? '')
  return {
    idPayin: payment.id,
    money: payment.money,
    moneyRequired: moneyRequired(payment),
    reference: () => referenceOf(payment),
    expireAt: isoTime(expireAt),
    returnUrl: request.returnUrl,
    vat: payment.vatMinor > 0n ? moneyOf(payment, payment.vatMinor) : undefined,
    operator: chosen,
    request,
    instructions: response,
    externalReference,
    accountUsed: answers === 'read' ? payerAccount : undefined,
  }
}
