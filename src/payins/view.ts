/** A payin as its create and its reads answer it. */
import type { KnownPayin } from '../catalogue/respond.ts'
import { payinResponse } from '../catalogue/respond.ts'
import { assert } from '../foundation/result.ts'
import { commonBody, moneyOf } from '../intake/views.ts'
import type { Payment } from '../payments/model.ts'
import { methodOf, referenceOf } from '../processors/acceptance.ts'

/** @param answers a create shows what was known when it was accepted; a read also what the payment showed of its payer */
export function payinBody(payment: Payment, answers: 'create' | 'read') {
  return {
    ...commonBody(payment),
    paymentMethodResponse: payinResponse(methodOf(payment), known(payment, answers)),
  }
}

/** Where the method always says what to pay, it is the order's amount unless another one was given. */
function moneyRequired(payment: Payment): Pick<KnownPayin, 'moneyRequired'> {
  const always = methodOf(payment).moneyRequired === 'always' ? payment.money.amountMinor : undefined
  const amountMinor = payment.moneyRequiredMinor ?? always
  return amountMinor === undefined ? {} : { moneyRequired: moneyOf(payment, amountMinor) }
}

function known(payment: Payment, answers: 'create' | 'read'): KnownPayin {
  const { request, expireAt, response, externalReference, payerAccount, operator } = payment
  assert(expireAt !== undefined, 'a payin expires')
  const { returnUrl, ...fields } = request
  const chosen = methodOf(payment)
    .currencies.get(payment.money.currency)
    ?.operatorByCode.get(operator ?? '')
  return {
    idPayin: payment.id,
    money: payment.money,
    ...moneyRequired(payment),
    reference: referenceOf(payment),
    expireAt,
    ...(returnUrl !== undefined && { returnUrl }),
    ...(payment.vatMinor > 0n && { vat: moneyOf(payment, payment.vatMinor) }),
    ...(chosen && { operator: chosen }),
    request: fields,
    ...(response && { instructions: response }),
    ...(externalReference !== undefined && { externalReference }),
    ...(answers === 'read' && payerAccount && { accountUsed: payerAccount }),
  }
}
