import { definePayin } from '../define-method.ts'
import { RECEIVING_UPI_LINK, sandboxUpiPayee, upiLinkFor } from '../flow-presets.ts'
import { optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'

export const upiQr = definePayin({
  code: 'UPIQR',
  object: 'UpiQRMethod',
  title: 'UPI QR',
  summary: 'Indian payers scan a code, or tap a link, and pay with any UPI app.',
  payerSees: 'A QR code on a computer, a button on a phone. The UPI app opens with everything filled in.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'unless-customer-known',
  // Returned to the original account, for about 180 days. An app that hides its payer's account declines; then a payout or a
  // refund link is used.
  refund: natively({ windowDays: 180, partial: true, times: 'several' }, 'bank payout'),
  fields: { accountNumber: optional('test.user@okhdfcbank', { label: 'upiId', identifier: 'upiAddress' }) },
  receiving: RECEIVING_UPI_LINK,
  ownAccount: 'served',
  responds: {
    qrCode: 'always',
    qrName: 'always',
    upiQrDeepLink: 'always',
    paymentAddress: 'always',
    paymentOperator: 'optional',
    externalReference: 'optional',
    accountCustomerUsedForPayment: {
      is: 'optional',
      parts: [],
      optionalParts: ['accountName', 'accountNumber'],
    },
  },
  currencies: {
    INR: {
      operators: operators('IN_UPI_APPS'),
      operator: 'optional',
      min: '1',
      max: '100000',
      expirySecs: 600,
      matchedBy: 'reference',
      fee: { percent: '0', fixed: '0' },
      exampleAmount: 499,
    },
  },
  instructions: (context) => {
    const link = upiLinkFor(context)
    const { payeeName: name, address: idAddress } = context.receiving
    return { qrCode: link, qrName: 'UPI', upiQrDeepLink: link, paymentAddress: { name, idAddress } }
  },
  sandboxReceiving: sandboxUpiPayee,
})
