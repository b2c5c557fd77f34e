/** QR Ph (Philippines): person-to-merchant (28), which we write, and person-to-person (27), which payers' banks write. */
import { type EmvParts, emvScheme } from './emv-scheme.ts'

const MARK = { always: 'ph.ppmi.qrph' } as const

export interface QrPhMerchant extends EmvParts {
  /** BIC of 11 characters. */
  readonly acquirer: string
  readonly merchantId: string
  /** Three digits; `000` for a payment whose confirmation goes to the merchant's acquirer. */
  readonly flags: string
  readonly store?: string
  /** Up to 25 characters. */
  readonly reference?: string
  readonly terminal?: string
  /** Returned in the scheme's notification (tag 88). */
  readonly notification?: string
}

/** The amount is in pesos with two decimals. */
export const QRPH_MERCHANT = emvScheme<QrPhMerchant>()({
  name: 'QR Ph',
  currency: 'PHP',
  fields: {
    '28': { '00': { always: 'ph.ppmi.p2m' }, '01': 'acquirer', '03': 'merchantId', '05': 'flags' },
    '62': { '00': MARK, '03': 'store', '05': 'reference', '07': 'terminal' },
    '88': { '00': MARK, '01': 'notification' },
  },
  payee: ['acquirer', 'merchantId', 'flags'],
  examples: [
    {
      of: 'a shop',
      code: {
        acquirer: 'GXCHPHM2XXX',
        merchantId: '217020000054698716099',
        flags: '000',
        categoryCode: '5814',
        name: 'S and R MBTC 9182',
        city: 'Taguig',
        postCode: '1630',
        store: 'SRSU0020',
        reference: '217050000066990134094',
        terminal: 'GEN00351',
      },
      payload:
        '00020101021128620011ph.ppmi.p2m0111GXCHPHM2XXX032121702000005469871609905030005204581453036085802PH5917S and R MBTC 91826006Taguig6104163062650012ph.ppmi.qrph0308SRSU002005212170500000669901340940708GEN0035163049EE7',
    },
  ],
})

export const qrPhMerchant = QRPH_MERCHANT.write

export interface QrPhPerson extends EmvParts {
  readonly bank: string
  readonly account: string
  readonly reference?: string
}

export const QRPH_PERSON = emvScheme<QrPhPerson>()({
  name: 'QR Ph',
  currency: 'PHP',
  fields: {
    '27': { '00': { always: 'com.p2pqrpay' }, '01': 'bank', '02': { always: '99964403' }, '04': 'account' },
    '52': { always: '6016' },
    '62': { '05': 'reference' },
  },
  payee: ['bank', 'account'],
  examples: [
    {
      of: 'a person',
      code: { bank: 'BNORPHMMXXX', account: '006540027965', name: 'BDO', city: 'Makati City' },
      payload:
        '00020101021127590012com.p2pqrpay0111BNORPHMMXXX02089996440304120065400279655204601653036085802PH5903BDO6011Makati City6304EA14',
    },
  ],
})
