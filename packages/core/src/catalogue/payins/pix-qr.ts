import { moneyToPay, payableText } from '../amounts.ts'
import { definePayin } from '../define-method.ts'
import { ownPixKey } from '../identifiers/brazil.ts'
import { formOf } from '../identifiers/identifier.ts'
import { TEST_CITY, TEST_PAYEE } from '../made-up-details.ts'
import { operators } from '../operators.ts'
import { natively } from '../refund-rules.ts'
import { dynamicPix, staticPix } from '../schemes/pix.ts'

const chargeAddress = formOf(
  /^(?!https?:)[^\s]{1,77}$/,
  'an address without https://, up to 77 characters',
  'Banco Central do Brasil: Manual de Padrões para Iniciação do Pix, dynamic QR code (26-25)',
)

/** A processor that registers charges at its bank supplies `chargeUrl`; one with only a Pix key supplies `key`. */
export const pixQr = definePayin({
  code: 'PIXQR',
  object: 'PixQRMethod',
  title: 'Pix QR',
  summary: "Brazil's instant payment, from every bank.",
  payerSees:
    'A QR code, and the same as text to copy («copia e cola»). The payer confirms in the banking app.',
  checkout: { name: 'title', mark: 'qr' },
  flow: 'qr',
  externalReference: 'never',
  // Devolução: within 90 days, also in parts, up to the amount.
  refund: natively({ windowDays: 90, partial: true, times: 'several' }, 'bank payout'),
  receiving: {
    payeeName: { need: 'mandatory', is: 'text', description: 'Name of the receiver' },
    city: { need: 'mandatory', is: 'text', description: 'City of the receiver' },
    key: { need: 'mandatory', is: ownPixKey, description: 'Pix key of the receiver' },
    chargeUrl: {
      need: 'optional',
      is: chargeAddress,
      description: 'Where the charge is served, without https://; used before the key',
    },
  },
  ownAccount: 'served',
  responds: { qrCode: 'always', qrName: 'always' },
  currencies: {
    BRL: {
      operators: operators('BR_BANKS'),
      operator: 'optional',
      min: '1',
      max: '50000',
      expirySecs: 7200,
      matchedBy: 'reference',
      fee: { percent: '0.99', fixed: '0' },
      exampleAmount: 123.45,
    },
  },
  instructions: (context) => {
    const { payeeName: name, city, key, chargeUrl } = context.receiving
    const amount = payableText(moneyToPay(context))
    const qrCode = chargeUrl
      ? dynamicPix({ name, city, url: chargeUrl })
      : staticPix({ name, city, key, amount, txid: context.reference })
    return { qrCode, qrName: 'Pix' }
  },
  // The nil UUID: random keys are version 4, so the directory never issues it.
  sandboxReceiving: () => ({
    payeeName: TEST_PAYEE,
    city: TEST_CITY,
    key: '00000000-0000-0000-0000-000000000000',
  }),
})
