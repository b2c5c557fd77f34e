import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { philippineBic } from '../identifiers/bank-codes.ts'
import { formOf } from '../identifiers/identifier.ts'
import { merchantCategory } from '../identifiers/merchants.ts'
import { TEST_BIC_PH, TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../made-up-details.ts'
import { operators } from '../operators.ts'
import { byBankPayout } from '../refund-rules.ts'
import { qrPhMerchant } from '../schemes/qrph.ts'

const merchantNumber = formOf(
  /^[A-Za-z0-9]{1,25}$/,
  '1 to 25 letters and digits',
  'Bangko Sentral ng Pilipinas: National QR Code Standard (QR Ph), merchant ID (28-03)',
)

export const qrPh = definePayin({
  code: 'QRPH',
  object: 'QRPhMethod',
  title: 'QR Ph',
  summary: 'The national QR code of the Philippines, settled by InstaPay.',
  payerSees: 'A QR code. The payer scans it in any Philippine bank or wallet app and confirms.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  refund: byBankPayout,
  receiving: {
    acquirer: { need: 'mandatory', is: philippineBic, description: 'BIC of the acquirer, 11 characters' },
    merchantId: {
      need: 'mandatory',
      is: merchantNumber,
      description: "The acquirer's number of the merchant",
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
  responds: { qrCode: 'always', qrName: 'always' },
  currencies: {
    PHP: {
      operators: operators('PH_INSTAPAY'),
      operator: 'optional',
      min: '1',
      max: '50000',
      expirySecs: 1800,
      matchedBy: 'reference',
      fee: { percent: '1.5', fixed: '0' },
      exampleAmount: 500,
    },
  },
  instructions: (context) => {
    const { payeeName, ...receiving } = context.receiving
    const qrCode = qrPhMerchant({
      ...receiving,
      flags: '000',
      name: payeeName,
      amount: payableText(moneyToPay(context)),
      reference: context.reference,
      notification: context.reference,
    })
    return { qrCode, qrName: 'QR Ph' }
  },
  sandboxReceiving: () => ({
    acquirer: TEST_BIC_PH,
    merchantId: 'TESTDONOTPAY',
    categoryCode: TEST_CATEGORY,
    payeeName: TEST_PAYEE,
    city: TEST_CITY,
  }),
})
