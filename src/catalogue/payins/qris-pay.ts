import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { formOf } from '../identifiers/identifier.ts'
import { merchantCategory } from '../identifiers/merchants.ts'
import { TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../made-up-details.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'
import { qrisQr } from '../schemes/qris.ts'

const SOURCE = 'Bank Indonesia and ASPI: QRIS, merchant account information (tags 26 and 51)'
const acquirerDomain = formOf(
  /^[A-Z0-9.-]{4,32}$/,
  "the acquirer's domain, reversed, in capitals: ID.CO.BANK.WWW",
  SOURCE,
)
/** Luhn does not hold for those in use. */
const merchantPan = formOf(/^9360\d{14,15}$/, 'a merchant PAN: 18 or 19 digits beginning with 9360', SOURCE)
const nationalId = formOf(/^ID\d{13}$/, 'an NMID: ID and 13 digits', SOURCE)
const postCode = formOf(/^\d{5}$/, 'a post code of five digits', 'Pos Indonesia: kode pos')

export const qrisPay = definePayin({
  code: 'QRISPAY',
  object: 'QrisPayMethod',
  title: 'QRIS',
  summary: "Indonesia's national QR code, for every bank and wallet there.",
  payerSees: 'A QR code. The payer scans it in any Indonesian bank or wallet app and confirms.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  // By issuer: some of the largest banks return nothing, and decline.
  refund: natively({ windowDays: 30, partial: false, times: 'once' }, 'bank payout'),
  receiving: {
    acquirer: {
      need: 'mandatory',
      is: acquirerDomain,
      description: "The acquirer's domain, reversed, in capitals",
    },
    merchantPan: { need: 'mandatory', is: merchantPan, description: 'Merchant PAN, 18 or 19 digits' },
    merchantId: { need: 'mandatory', is: 'text', description: "The acquirer's number of the merchant" },
    nationalId: { need: 'mandatory', is: nationalId, description: 'NMID: ID and 13 digits' },
    categoryCode: {
      need: 'mandatory',
      is: merchantCategory,
      description: 'Merchant category (ISO 18245), four digits',
    },
    payeeName: { need: 'mandatory', is: 'text', description: 'Name that the payer sees' },
    city: { need: 'mandatory', is: 'text', description: 'City of the merchant' },
    postCode: { need: 'mandatory', is: postCode, description: 'Post code of the merchant, five digits' },
  },
  ownAccount: 'served',
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
