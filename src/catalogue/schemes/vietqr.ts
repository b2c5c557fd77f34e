/** VietQR (NAPAS, Vietnam): a transfer to an account; its content (62-08) is what comes back on the credit. */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

export interface VietQr {
  /** Six digits of the bank. */
  readonly bin: string
  /** Up to 19 characters. */
  readonly account: string
  /** Whole dong; absent, the payer types it. */
  readonly amount?: string
  /** Up to 25 ASCII characters. */
  readonly content?: string
}

/** @returns the payload of a transfer to an account (service QRIBFTTA) */
export function vietQr({ bin, account, amount, content }: VietQr): string {
  const beneficiary = encodeTemplate([
    ['00', bin],
    ['01', account],
  ])
  const template = encodeTemplate([
    ['00', 'A000000727'],
    ['01', beneficiary],
    ['02', 'QRIBFTTA'],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', amount === undefined ? '11' : '12'],
    ['38', template],
    ['53', '704'],
    ['54', amount],
    ['58', 'VN'],
    ['62', content && encodeTemplate([['08', asciiText(content, 25)]])],
  ])
}
