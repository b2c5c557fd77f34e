/** Creating a payin: what differs from a payout. */
import { expirySecs } from '@sluice/core/catalogue/limits.ts'
import type { PayinMethod } from '@sluice/core/catalogue/payment-method.ts'
import { validateMethodRequest } from '@sluice/core/catalogue/validate-request.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { KindOfCreate } from '../api/create/kind.ts'

export const PAYIN: KindOfCreate<PayinMethod> = {
  kind: 'payin',
  idName: 'idPayin',
  validate: (paymentMethod, currency, require) =>
    validateMethodRequest('payin', paymentMethod, currency?.code, { require }),
  expireAt: (rules, method, operator, money, now) => {
    const payinRules = method.currencies.get(rules.currency.code)
    assert(payinRules, 'the rules are the method’s own')
    return now + expirySecs(payinRules, money.amountMinor, operator) * 1_000
  },
  // A payin changes no balance before its money has arrived.
  postings: () => [],
}
