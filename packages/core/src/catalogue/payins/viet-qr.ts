import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { accountOf, receivingAccount } from '../flow-presets.ts'
import { vietnameseAccount } from '../identifiers/account-numbers.ts'
import { napasBin } from '../identifiers/bank-codes.ts'
import { madeUpDigits, TEST_BANK, TEST_PAYEE } from '../made-up-details.ts'
import { optional } from '../method-fields.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'
import { vietQr as vietQrPayload } from '../schemes/vietqr.ts'

/** `bankCode` is the bank's BIN. */
export const vietQr = definePayin({
  code: 'VIETQR',
  object: 'VietQRMethod',
  title: 'VietQR',
  summary: "Vietnam's QR code for transfers, for every bank there.",
  payerSees:
    'A QR code. The banking app fills in account, amount and content; the payer confirms without changing them.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  refund: byBankPayout,
  fields: { emailAddress: optional('customer@example.com') },
  receiving: receivingAccount({ bankCode: napasBin, accountNumber: vietnameseAccount }),
  ownAccount: 'served',
  responds: {
    account: { is: 'always', parts: ['accountName', 'accountNumber', 'bankCode', 'bankName'] },
    qrCode: 'always',
    qrName: 'always',
  },
  currencies: {
    VND: {
      operators: operators('VN_NAPAS'),
      operator: 'optional',
      min: '2000',
      max: '499999999',
      expirySecs: 900,
      matchedBy: 'reference',
      fee: { percent: '0.8', fixed: '0' },
      exampleAmount: 150000,
    },
  },
  instructions: (context) => {
    const account = accountOf(context.receiving)
    const qrCode = vietQrPayload({
      bin: account.bankCode,
      account: account.accountNumber,
      amount: payableText(moneyToPay(context)),
      content: context.reference,
    })
    return { account, qrCode, qrName: 'VietQR' }
  },
  // No bank of NAPAS has this BIN.
  sandboxReceiving: ({ reference }) => ({
    accountName: TEST_PAYEE,
    accountNumber: `0000${madeUpDigits(reference, 10)}`,
    bankCode: '000000',
    bankName: TEST_BANK,
  }),
})
