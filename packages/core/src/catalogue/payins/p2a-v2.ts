import { definePayin } from '../define-method.ts'
import { RECEIVING_UPI, sandboxUpiPayee, upiLinkFor } from '../flow-presets.ts'
import { indianAccount } from '../identifiers/account-numbers.ts'
import { madeUpDigits, TEST_PAYEE } from '../made-up-details.ts'
import { natively } from '../refund-rules.ts'

/** One of two objects of `P2A_V2`; `imps.ts` is the other. Its account has no bank, unlike in API versions before 2.12. */
export const p2aV2 = definePayin({
  code: 'P2A_V2',
  object: 'P2AV2Method',
  variant: { operatorCode: 'UPI_QR', isDefault: true },
  title: 'UPI transfer by QR code',
  summary:
    'Indian payers scan a code, pay by UPI to an account, and report the 12-digit reference of their transfer.',
  payerSees:
    'A QR code and a payment address. After paying, the payer types the 12-digit reference (UTR) that the app shows.',
  checkout: { name: { brand: 'UPI / IMPS' }, mark: 'transfer', hint: 'hintUpiTransfer' },
  flow: 'qr',
  externalReference: 'required',
  // Like UPI codes: returned to the original account, for about 180 days.
  refund: natively({ windowDays: 180, partial: true, times: 'several' }, 'bank payout'),
  receiving: {
    ...RECEIVING_UPI,
    accountName: { need: 'mandatory', is: 'text', description: 'Holder of the account behind the address' },
    accountNumber: {
      need: 'mandatory',
      is: indianAccount,
      description: 'Number of the account behind the address',
    },
  },
  ownAccount: 'served',
  responds: {
    account: { is: 'always', parts: ['accountName', 'accountNumber'] },
    paymentAddress: 'always',
    qrCode: 'always',
    qrName: 'always',
    paymentOperator: 'always',
    externalReference: 'optional',
  },
  currencies: {
    INR: {
      operators: [{ code: 'UPI_QR', name: 'UPI by QR code' }],
      operator: 'first',
      min: '100',
      max: '500000',
      expirySecs: 1800,
      matchedBy: 'external-reference',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 1499,
    },
  },
  instructions: (context) => {
    const { accountName, accountNumber, payeeName, address } = context.receiving
    return {
      account: { accountName, accountNumber },
      paymentAddress: { name: payeeName, idAddress: address },
      qrCode: upiLinkFor(context),
      qrName: 'UPI',
    }
  },
  sandboxReceiving: ({ reference }) => ({
    ...sandboxUpiPayee(),
    accountName: TEST_PAYEE,
    accountNumber: `0000${madeUpDigits(reference, 10)}`,
  }),
})
