/** QR Ph (Philippines): person-to-merchant (28) for us, person-to-person (27) as payers' banks make it. */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

const SCHEME = 'ph.ppmi.qrph'

export interface QrPhMerchant {
  /** BIC of 11 characters. */
  readonly acquirer: string
  readonly merchantId: string
  /** Three digits; `000` for a payment whose proof goes to the merchant's acquirer. */
  readonly flags: string
  /** ISO 18245, four digits. */
  readonly categoryCode: string
  readonly name: string
  readonly city: string
  readonly postCode?: string
  /** In pesos with two decimals. */
  readonly amount?: string
  readonly store?: string
  /** Up to 25 characters. */
  readonly reference?: string
  readonly terminal?: string
  /** Comes back on the scheme's notification (tag 88). */
  readonly notification?: string
}

export function qrPhMerchant(code: QrPhMerchant): string {
  const merchant = encodeTemplate([
    ['00', 'ph.ppmi.p2m'],
    ['01', code.acquirer],
    ['03', code.merchantId],
    ['05', code.flags],
  ])
  const additional = encodeTemplate([
    ['00', SCHEME],
    ['03', code.store],
    ['05', code.reference],
    ['07', code.terminal],
  ])
  const notification = encodeTemplate([
    ['00', SCHEME],
    ['01', code.notification],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', code.amount === undefined ? '11' : '12'],
    ['28', merchant],
    ['52', code.categoryCode],
    ['53', '608'],
    ['54', code.amount],
    ['58', 'PH'],
    ['59', asciiText(code.name, 25)],
    ['60', asciiText(code.city, 15)],
    ['61', code.postCode],
    ['62', additional],
    ['88', code.notification === undefined ? undefined : notification],
  ])
}

export interface QrPhPerson {
  readonly bank: string
  readonly account: string
  readonly name: string
  readonly city: string
}

export function qrPhPerson(code: QrPhPerson): string {
  const person = encodeTemplate([
    ['00', 'com.p2pqrpay'],
    ['01', code.bank],
    ['02', '99964403'],
    ['04', code.account],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', '11'],
    ['27', person],
    ['52', '6016'],
    ['53', '608'],
    ['58', 'PH'],
    ['59', asciiText(code.name, 25)],
    ['60', asciiText(code.city, 15)],
  ])
}
