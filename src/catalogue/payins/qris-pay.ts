import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define.ts'
import { operators } from '../operators.ts'
import { TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../sandbox.ts'
import { qrisQr } from '../schemes/qris.ts'

export const qrisPay = definePayin({
  code: 'QRISPAY',
  object: 'QrisPayMethod',
  title: 'QRIS',
  summary: "Indonesia's national QR code, for every bank and wallet there.",
  payerSees: 'A QR code. The payer scans it in any Indonesian bank or wallet app and confirms.',
  flow: 'qr',
  externalReference: 'never',
  receiving: {
    acquirer: { need: 'mandatory', description: "The acquirer's domain, reversed, in capitals" },
    merchantPan: { need: 'mandatory', description: 'Merchant PAN, 18 or 19 digits' },
    merchantId: { need: 'mandatory', description: "The acquirer's number of the merchant" },
    nationalId: { need: 'mandatory', description: 'NMID: ID and 13 digits' },
    categoryCode: { need: 'mandatory', description: 'Merchant category (ISO 18245), four digits' },
    payeeName: { need: 'mandatory', description: 'Name that the payer sees' },
    city: { need: 'mandatory', description: 'City of the merchant' },
    postCode: { need: 'mandatory', description: 'Post code of the merchant, five digits' },
  },
  responds: { qrCode: 'always', qrName: 'always' },
  currencies: {
    IDR: {
      operators: operators('ID_QRIS'),
      operator: 'optional',
      min: '1500',
      max: '10000000',
      expirySecs: 900,
      matchedBy: 'reference',
      fee: { percent: '0.7', fixed: '0' },
      exampleAmount: 50000,
    },
  },
  instructions: (context) => {
    const { payeeName, ...receiving } = context.receiving
    const qrCode = qrisQr({
      ...receiving,
      name: payeeName,
      size: 'UME',
      amount: payableText(moneyToPay(context)),
      reference: context.reference,
      terminal: 'A01',
    })
    return { qrCode, qrName: 'QRIS' }
  },
  // Issuer 9999 is none, and the national numbers start at 1.
  sandboxReceiving: () => ({
    acquirer: 'ID.CO.TESTDONOTPAY.WWW',
    merchantPan: '936099990000000000',
    merchantId: 'TESTDONOTPAY',
    nationalId: 'ID0000000000000',
    categoryCode: TEST_CATEGORY,
    payeeName: TEST_PAYEE,
    city: TEST_CITY,
    postCode: '00000',
  }),
})
