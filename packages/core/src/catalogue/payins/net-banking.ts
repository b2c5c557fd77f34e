import { definePayin } from '../define-method.ts'
import { redirecting } from '../flow-presets.ts'
import { optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'

export const netBanking = definePayin({
  ...redirecting,
  code: 'NETBANKING',
  object: 'NetBankingMethod',
  title: 'Net banking',
  summary: 'Indian payers are sent to an online payment service and pay there with their UPI ID.',
  payerSees:
    'The page of the payment service opens. The payer enters a UPI ID, approves in the app and comes back.',
  checkout: { name: { word: 'onlineBanking', detail: 'UPI ID' }, mark: 'bank', hint: 'hintUpiPage' },
  externalReference: 'never',
  // If paid by UPI: returned to the original account, for about 180 days.
  refund: natively({ windowDays: 180, partial: true, times: 'several' }, 'bank payout'),
  fields: {
    accountName: optional('Asha Rao'),
    emailAddress: optional('asha.rao@example.com'),
    phoneNumber: optional('+919876543210', { format: 'phoneNumber' }),
  },
  responds: { redirectUrl: 'always' },
  currencies: {
    INR: {
      operators: operators('IN_NETBANKING'),
      operator: 'optional',
      min: '1',
      max: '500000',
      expirySecs: 1200,
      matchedBy: 'scheme',
      fee: { percent: '1.9', fixed: '0' },
      exampleAmount: 1499,
    },
  },
})
