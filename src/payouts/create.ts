/** Creating a payout: what differs from a payin. Amount, fee and VAT are reserved with the create. */

import type { KindOfCreate } from '../api/create/kind.ts'
import type { PayoutMethod } from '../catalogue/payment-method.ts'
import { validateMethodRequest } from '../catalogue/validate-request.ts'
import { payoutReserved } from '../ledger/postings.ts'

export const PAYOUT: KindOfCreate<PayoutMethod> = {
  kind: 'payout',
  idName: 'idPayout',
  validate: (paymentMethod, currency, require) =>
    validateMethodRequest('payout', paymentMethod, currency?.code, { require }),
  expireAt: () => undefined,
  postings: (payment) => payoutReserved(payment.money, payment),
}
