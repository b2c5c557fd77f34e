import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { formOf } from '../identifiers/identifier.ts'
import { merchantCategory } from '../identifiers/merchants.ts'
import { madeUpDigits, TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../made-up-details.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'
import { duitNowQr } from '../schemes/duitnow.ts'

const SOURCE = 'PayNet: DuitNow QR, merchant account information (tag 26)'
const acquirerNumber = formOf(/^\d{6}$/, 'the six digits of the acquirer', SOURCE)
const merchantNumber = formOf(/^[A-Za-z0-9]{1,28}$/, '1 to 28 letters and digits', SOURCE)

export const duitNow = definePayin({
  code: 'DUITNOW',
  object: 'DuitNowMethod',
  title: 'DuitNow QR',
  summary: "Malaysia's national QR code, for every bank and wallet there.",
  payerSees:
    'A QR code. The payer scans it in any Malaysian bank or wallet app and pays exactly the amount required.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  refund: byBankPayout,
  receiving: {
    acquirer: { need: 'mandatory', is: acquirerNumber, description: 'Number of the acquirer, six digits' },
    merchantId: {
      need: 'mandatory',
      is: merchantNumber,
      description: "The acquirer's number of the merchant, up to 28 characters",
    },
    categoryCode: {
      need: 'mandatory',
      is: merchantCategory,
      description: 'Merchant category (ISO 18245), four digits',
    },
    payeeName: { need: 'mandatory', is: 'text', description: 'Name that the payer sees' },
    city: { need: 'mandatory', is: 'text', description: 'City of the merchant' },
  },
  ownAccount: 'served',
  responds: {
    qrCode: 'always',
    qrName: 'always',
    moneyRequired: 'always',
    paymentOperator: 'optional',
    accountCustomer: { is: 'optional', parts: [], optionalParts: ['accountName', 'accountNumber'] },
  },
  currencies: {
    MYR: {
      operators: operators('MY_DUITNOW_ACQUIRERS'),
      operator: 'optional',
      min: '1',
      max: '30000',
      expirySecs: 600,
      matchedBy: 'amount',
      fee: { percent: '0.5', fixed: '0' },
      exampleAmount: 25,
    },
  },
  instructions: (context) => {
    const { acquirer, merchantId, categoryCode, payeeName, city } = context.receiving
    const qrCode = duitNowQr({
      acquirer,
      merchantId,
      categoryCode,
      name: payeeName,
      city,
      amount: payableText(moneyToPay(context)),
      reference: context.reference,
    })
    return { qrCode, qrName: 'DuitNow QR' }
  },
  sandboxReceiving: ({ reference }) => ({
    acquirer: '000000',
    merchantId: `TEST${madeUpDigits(reference, 12)}`,
    categoryCode: TEST_CATEGORY,
    payeeName: TEST_PAYEE,
    city: TEST_CITY,
  }),
})
