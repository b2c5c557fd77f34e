import { definePayin } from '../define-method.ts'
import { RECEIVING_UPI_LINK, sandboxUpiPayee, upiLinkFor } from '../flow-presets.ts'
import { optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'

/** The request is sent to the UPI ID in the merchant's request. Without one, the payer gets the same link as for UPIQR. */
export const upiCollect = definePayin({
  code: 'UPICOLLECT',
  object: 'UpiCollectMethod',
  title: 'UPI collect',
  summary: "A request to pay in the Indian payer's own UPI app.",
  payerSees: 'A request appears in the UPI app of the payer, who approves it with the UPI PIN.',
  checkout: { name: 'title', mark: 'phone', hint: 'hintUpiRequest' },
  flow: 'push',
  externalReference: 'unless-customer-known',
  // Like UPI codes: returned to the original account, for about 180 days.
  refund: natively({ windowDays: 180, partial: true, times: 'several' }, 'bank payout'),
  fields: { accountNumber: optional('test.user@okhdfcbank', { label: 'upiId', identifier: 'upiAddress' }) },
  receiving: RECEIVING_UPI_LINK,
  ownAccount: 'never',
  responds: { upiQrDeepLink: 'optional', externalReference: 'optional' },
  currencies: {
    INR: {
      operators: operators('IN_UPI_APPS'),
      operator: 'optional',
      min: '1',
      max: '100000',
      expirySecs: 300,
      matchedBy: 'scheme',
      fee: { percent: '0', fixed: '0' },
      exampleAmount: 499,
    },
  },
  instructions: (context) =>
    context.request.accountNumber === undefined ? { upiQrDeepLink: upiLinkFor(context) } : {},
  sandboxReceiving: sandboxUpiPayee,
})
