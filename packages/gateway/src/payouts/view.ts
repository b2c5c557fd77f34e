/** The response body of a payout, for creates and reads. */
import { payoutMethod } from '@sluice/core/catalogue/all-methods.ts'
import { payoutResponse } from '@sluice/core/catalogue/build-response.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { commonBody, moneyOf } from '../api/views.ts'

export function payoutBody(payment: Payment) {
  const vat = payment.vatMinor > 0n ? moneyOf(payment, payment.vatMinor) : undefined
  return {
    ...commonBody(payment),
    paymentMethodResponse: payoutResponse(payoutMethod(payment.method), payment.id, vat),
  }
}
