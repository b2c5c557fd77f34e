import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { formOf } from '../identifiers/identifier.ts'
import { TEST_PAYEE } from '../made-up-details.ts'
import { byBankPayout } from '../refund-rules.ts'
import { zapperOrder } from '../schemes/zapper.ts'

const zapperNumber = formOf(
  /^\d{1,10}$/,
  'up to ten digits',
  'Zapper publishes no specification: so are the numbers in codes that are in use',
)

const ZAPPER = [{ code: 'ZAPPER', name: 'Zapper' }] as const

export const zapperQr = definePayin({
  code: 'ZAPPER_QR',
  object: 'ZapperQrMethod',
  title: 'Zapper',
  summary: 'A South African QR wallet, also inside several banking apps.',
  payerSees: 'A QR code. The payer scans it with Zapper, or an app that supports Zapper, and confirms.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  refund: byBankPayout,
  receiving: {
    merchantId: { need: 'mandatory', is: zapperNumber, description: "Zapper's number of the merchant" },
    siteId: { need: 'mandatory', is: zapperNumber, description: "Zapper's number of the site" },
    payeeName: { need: 'mandatory', is: 'text', description: 'Name that the payer sees' },
  },
  ownAccount: 'served',
  responds: { qrCode: 'always', qrName: 'always' },
  currencies: {
    ZAR: {
      operators: ZAPPER,
      operator: 'optional',
      min: '1',
      max: '5000',
      expirySecs: 900,
      matchedBy: 'scheme',
      fee: { percent: '3', fixed: '0' },
      exampleAmount: 150,
    },
  },
  instructions: (context) => {
    const { merchantId, siteId, payeeName } = context.receiving
    const amount = payableText(moneyToPay(context))
    const qrCode = zapperOrder({
      merchantId,
      siteId,
      amount,
      reference: context.reference,
      shortName: payeeName,
    })
    return { qrCode, qrName: 'Zapper' }
  },
  sandboxReceiving: () => ({ merchantId: '0', siteId: '0', payeeName: TEST_PAYEE }),
})
