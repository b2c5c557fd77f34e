import { assert } from '../../foundation/result.ts'
import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { formOf } from '../identifiers/identifier.ts'
import { merchantCategory } from '../identifiers/merchants.ts'
import { TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../made-up-details.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'
import { type QrisQr, qrisQr } from '../schemes/qris.ts'

const SOURCE = 'Bank Indonesia and ASPI: QRIS, merchant account information (tags 26 and 51)'
const acquirerDomain = formOf(
  /^[A-Z0-9.-]{4,32}$/,
  "the acquirer's domain, reversed, in capitals: ID.CO.BANK.WWW",
  SOURCE,
)
/** Numbers in use do not pass the Luhn check. */
const merchantNumber = formOf(
  /^9360\d{14,15}$/,
  'a merchant PAN: 18 or 19 digits beginning with 9360',
  SOURCE,
)
const nationalNumber = formOf(/^ID\d{13}$/, 'an NMID: ID and 13 digits', SOURCE)
const postalCode = formOf(/^\d{5}$/, 'a post code of five digits', 'Pos Indonesia: kode pos')

const qrText = formOf(/^000201[\x20-\x7e]{20,600}6304[0-9A-Fa-f]{4}$/, 'a whole code: 000201…6304…', SOURCE)

type Merchant = Pick<
  QrisQr,
  'acquirer' | 'merchantPan' | 'merchantId' | 'nationalId' | 'categoryCode' | 'name' | 'city' | 'postCode'
>

/** All of these are present if there is no code from a provider. */
function merchantIn(parts: Partial<Omit<Merchant, 'name'>> & { readonly payeeName?: string }): Merchant {
  const { acquirer, merchantPan, merchantId, nationalId, categoryCode, payeeName, city, postCode } = parts
  assert(
    acquirer !== undefined &&
      merchantPan !== undefined &&
      merchantId !== undefined &&
      nationalId !== undefined &&
      categoryCode !== undefined &&
      payeeName !== undefined &&
      city !== undefined &&
      postCode !== undefined,
    'the details of a merchant are whole',
  )
  return { acquirer, merchantPan, merchantId, nationalId, categoryCode, name: payeeName, city, postCode }
}

export const qrisPay = definePayin({
  code: 'QRISPAY',
  object: 'QrisPayMethod',
  title: 'QRIS',
  summary: "Indonesia's national QR code, for every bank and wallet there.",
  payerSees: 'A QR code. The payer scans it in any Indonesian bank or wallet app and confirms.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  // Depends on the issuer: some of the largest banks return nothing and decline.
  refund: natively({ windowDays: 30, partial: false, times: 'once' }, 'bank payout'),
  receiving: {
    qrContent: {
      need: 'provider',
      is: qrText,
      description: 'The whole code, shown as it is; then no other detail is needed',
    },
    acquirer: {
      need: 'mandatory',
      is: acquirerDomain,
      description: "The acquirer's domain, reversed, in capitals",
      unless: 'qrContent',
    },
    merchantPan: {
      need: 'mandatory',
      is: merchantNumber,
      description: 'Merchant PAN, 18 or 19 digits',
      unless: 'qrContent',
    },
    merchantId: {
      need: 'mandatory',
      is: 'text',
      description: "The acquirer's number of the merchant",
      unless: 'qrContent',
    },
    nationalId: {
      need: 'mandatory',
      is: nationalNumber,
      description: 'NMID: ID and 13 digits',
      unless: 'qrContent',
    },
    categoryCode: {
      need: 'mandatory',
      is: merchantCategory,
      description: 'Merchant category (ISO 18245), four digits',
      unless: 'qrContent',
    },
    payeeName: {
      need: 'mandatory',
      is: 'text',
      description: 'Name that the payer sees',
      unless: 'qrContent',
    },
    city: { need: 'mandatory', is: 'text', description: 'City of the merchant', unless: 'qrContent' },
    postCode: {
      need: 'mandatory',
      is: postalCode,
      description: 'Post code of the merchant, five digits',
      unless: 'qrContent',
    },
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
    const { qrContent, ...parts } = context.receiving
    const qrCode =
      qrContent ??
      qrisQr({
        ...merchantIn(parts),
        size: 'UME',
        amount: payableText(moneyToPay(context)),
        reference: context.reference,
        terminal: 'A01',
      })
    return { qrCode, qrName: 'QRIS' }
  },
  // There is no issuer 9999, and the national numbers start at 1.
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
