import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define.ts'
import { operators } from '../operators.ts'
import { TEST_BIC_PH, TEST_CATEGORY, TEST_CITY, TEST_PAYEE } from '../sandbox.ts'
import { qrPhMerchant } from '../schemes/qrph.ts'

export const qrPh = definePayin({
  code: 'QRPH',
  object: 'QRPhMethod',
  title: 'QR Ph',
  summary: 'The national QR code of the Philippines, settled by InstaPay.',
  payerSees: 'A QR code. The payer scans it in any Philippine bank or wallet app and confirms.',
  flow: 'qr',
  externalReference: 'never',
  receiving: {
    acquirer: { need: 'mandatory', description: 'BIC of the acquirer, 11 characters' },
    merchantId: { need: 'mandatory', description: "The acquirer's number of the merchant" },
    categoryCode: { need: 'mandatory', description: 'Merchant category (ISO 18245), four digits' },
    payeeName: { need: 'mandatory', description: 'Name that the payer sees' },
    city: { need: 'mandatory', description: 'City of the merchant' },
  },
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
