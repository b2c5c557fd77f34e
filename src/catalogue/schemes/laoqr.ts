/** LaoQR (LAPNet, Laos). No specification is public; this follows payloads that are in use. */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

export interface LaoQr {
  /** Eight digits of the bank, the last four `0418`. */
  readonly iin: string
  readonly receiver: { readonly kind: 'person' | 'merchant'; readonly id: string }
  /** ISO 18245, four digits. */
  readonly categoryCode?: string
  /** Whole kip. */
  readonly amount?: string
  readonly name?: string
  readonly city?: string
  /** Up to 25 characters. */
  readonly reference?: string
}

export function laoQr(code: LaoQr): string {
  const template = encodeTemplate([
    ['00', 'A005266284662577'],
    ['01', code.iin],
    ['02', code.receiver.kind === 'person' ? '001' : '002'],
    ['03', code.receiver.id],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', code.amount === undefined ? '11' : '12'],
    ['38', template],
    ['52', code.categoryCode],
    ['53', '418'],
    ['54', code.amount],
    ['58', 'LA'],
    ['59', code.name && asciiText(code.name, 25)],
    ['60', code.city && asciiText(code.city, 15)],
    ['62', code.reference && encodeTemplate([['01', code.reference]])],
  ])
}
