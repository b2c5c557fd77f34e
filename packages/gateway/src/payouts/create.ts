/** Creating a payout: what differs from a payin. Amount, fee and VAT are reserved with the create. */
import type { PayoutMethod } from '@sluice/core/catalogue/payment-method.ts'
import { validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import type { KindOfCreate } from '../api/create/kind.ts'
import { payoutReserved } from '../ledger/postings.ts'

export const PAYOUT: KindOfCreate<PayoutMethod> = {
  kind: 'payout',
  idName: 'idPayout',
  validate: (paymentMethod, currency, require) =>
    validateMethodRequest('payout', paymentMethod, currency?.code, { require }),
  expireAt: () => undefined,
  postings: (payment) => payoutReserved(payment.money, payment),
}
