/** VietQR (NAPAS, Vietnam): a transfer to an account. The credit shows its content (62-08). */
import { asciiText } from '../ascii.ts'
import { type EmvParts, emvScheme } from './emv-scheme.ts'

export interface VietQrParts extends EmvParts {
  /** Six digits of the bank. */
  readonly bin: string
  /** Up to 19 characters. */
  readonly account: string
  /** QRIBFTTA: a transfer to an account. */
  readonly service: string
  /** Up to 25 ASCII characters. */
  readonly content?: string
}

/** The amount is in whole dong. */
export const VIETQR = emvScheme<VietQrParts>()({
  name: 'VietQR',
  currency: 'VND',
  fields: {
    '38': { '00': { always: 'A000000727' }, '01': { '00': 'bin', '01': 'account' }, '02': 'service' },
    '62': { '08': 'content' },
  },
  payee: ['bin', 'account', 'service'],
  reference: 'content',
  examples: [
    {
      of: 'a transfer with amount and content',
      code: {
        bin: '970416',
        account: '257678859',
        service: 'QRIBFTTA',
        amount: '10000',
        content: 'Chuyen tien',
      },
      payload:
        '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6',
    },
  ],
})

export type VietQr = Omit<VietQrParts, 'service'>

/** @returns the payload of a transfer to an account */
export const vietQr = ({ content, ...code }: VietQr): string =>
  VIETQR.write({
    ...code,
    service: 'QRIBFTTA',
    ...(content && { content: asciiText(content, 25) }),
  })
