/** A test payin as its bank or wallet shows it. */
import { needsExternalReference } from '@sluice/core/catalogue/external-reference.ts'
import { madeUpDigits } from '@sluice/core/catalogue/made-up-details.ts'
import { withPayinId } from '@sluice/core/foundation/urls.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { moneyBody, moneyOf } from '../api/views.ts'
import { methodOf, referenceOf } from '../processing/instructions.ts'

export function sandboxView(payment: Payment, merchantName: string) {
  const { id, status, money, moneyRequiredMinor, response, request, operator, externalReference } = payment
  const method = methodOf(payment)
  const chosen = method.currencies.get(money.currency)?.operatorByCode.get(operator ?? '')
  const { returnUrl } = request
  return {
    idPayin: id,
    merchantName,
    status,
    methodName: method.title,
    flow: method.flow.toUpperCase(),
    ...(chosen && { operatorName: chosen.name }),
    money: moneyBody(moneyRequiredMinor === undefined ? money : moneyOf(payment, moneyRequiredMinor)),
    reference: response?.reference ?? referenceOf(payment),
    ...(response?.qrCode !== undefined && { qrCode: response.qrCode }),
    ...(needsExternalReference(method, request) && {
      /** The sandbox bank's reference of the transfer, which the payer has to enter in the checkout. */
      externalReference: {
        number: madeUpDigits(referenceOf(payment), 12),
        isSet: externalReference !== undefined,
      },
    }),
    ...(returnUrl !== undefined && { returnUrl: withPayinId(returnUrl, id) }),
  }
}
