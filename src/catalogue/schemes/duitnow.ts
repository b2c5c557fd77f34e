/** DuitNow QR (PayNet, Malaysia), merchant-presented. Version `02` as in the scheme's own examples. */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

export interface DuitNowQr {
  /** Six digits of the acquirer. */
  readonly acquirer: string
  /** Up to 28 characters, given by the acquirer. */
  readonly merchantId: string
  /** ISO 18245, four digits. */
  readonly categoryCode: string
  readonly name: string
  readonly city: string
  readonly postCode?: string
  /** In ringgit with two decimals. */
  readonly amount?: string
  /** The example of the scheme writes an amount into a code that it calls static. */
  readonly isStatic?: boolean
  /** Up to 25 characters. */
  readonly reference?: string
}

export function duitNowQr(code: DuitNowQr): string {
  const template = encodeTemplate([
    ['00', 'A0000006150001'],
    ['01', code.acquirer],
    ['02', code.merchantId],
  ])
  return encodeEmv([
    ['00', '02'],
    ['01', (code.isStatic ?? code.amount === undefined) ? '11' : '12'],
    ['26', template],
    ['52', code.categoryCode],
    ['53', '458'],
    ['54', code.amount],
    ['58', 'MY'],
    ['59', asciiText(code.name, 25)],
    ['60', asciiText(code.city, 15)],
    ['61', code.postCode],
    ['62', code.reference && encodeTemplate([['05', code.reference]])],
  ])
}
