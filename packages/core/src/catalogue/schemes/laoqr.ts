/** LaoQR (LAPNet, Laos). The specification is not public; this follows real payloads. */
import { type EmvParts, emvScheme } from './emv-scheme.ts'

export interface LaoQrParts extends EmvParts {
  /** Eight digits of the bank, the last four `0418`. */
  readonly iin: string
  /** 001: a person; 002: a merchant. */
  readonly kind: '001' | '002'
  readonly receiver: string
  /** Up to 25 characters. */
  readonly reference?: string
}

/** The amount is in whole kip. */
export const LAOQR = emvScheme<LaoQrParts>()({
  name: 'LaoQR',
  currency: 'LAK',
  fields: {
    '38': { '00': { always: 'A005266284662577' }, '01': 'iin', '02': 'kind', '03': 'receiver' },
    '62': { '01': 'reference' },
  },
  payee: ['iin', 'kind', 'receiver'],
  examples: [
    {
      of: 'a person',
      code: { iin: '00000418', kind: '001', receiver: 'I90BYP17BC295VZ' },
      payload:
        '00020101021138580016A00526628466257701080000041802030010315I90BYP17BC295VZ53034185802LA630491B3',
    },
  ],
})

export interface LaoQr extends Omit<LaoQrParts, 'kind' | 'receiver'> {
  readonly receiver: { readonly kind: 'person' | 'merchant'; readonly id: string }
}

export const laoQr = ({ receiver: { kind, id }, ...code }: LaoQr): string =>
  LAOQR.write({ ...code, kind: kind === 'person' ? '001' : '002', receiver: id })
