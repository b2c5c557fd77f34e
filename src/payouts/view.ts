/** The response body of a payout, for creates and reads. */

import { commonBody, moneyOf } from '../api/views.ts'
import { payoutMethod } from '../catalogue/all-methods.ts'
import { payoutResponse } from '../catalogue/build-response.ts'
import type { Payment } from '../payments/model.ts'

export function payoutBody(payment: Payment) {
  const vat = payment.vatMinor > 0n ? moneyOf(payment, payment.vatMinor) : undefined
  return {
    ...commonBody(payment),
    paymentMethodResponse: payoutResponse(payoutMethod(payment.method), payment.id, vat),
  }
}
