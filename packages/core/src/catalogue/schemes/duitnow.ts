/** DuitNow QR (PayNet, Malaysia), merchant-presented. Version `02` as in the scheme's own examples. */
import { type EmvParts, emvScheme } from './emv-scheme.ts'

export interface DuitNowQr extends EmvParts {
  /** Six digits of the acquirer. */
  readonly acquirer: string
  /** Up to 28 characters, assigned by the acquirer. */
  readonly merchantId: string
  /** Up to 25 characters. */
  readonly reference?: string
  /** The scheme's own example has an amount in a code that it calls static. */
  readonly isStatic?: boolean
}

/** The amount is in ringgit with two decimals. */
export const DUITNOW = emvScheme<DuitNowQr>()({
  name: 'DuitNow QR',
  currency: 'MYR',
  version: '02',
  initiation: ({ isStatic, amount }) => ((isStatic ?? amount === undefined) ? '11' : '12'),
  fields: {
    '26': { '00': { always: 'A0000006150001' }, '01': 'acquirer', '02': 'merchantId' },
    '62': { '05': 'reference' },
  },
  payee: ['acquirer', 'merchantId'],
  examples: [
    {
      of: 'the scheme’s own documents',
      code: {
        acquirer: '501664',
        merchantId: '123456789',
        categoryCode: '9999',
        name: 'QRCSDNBHD',
        city: 'BANGI',
        amount: '10.00',
        isStatic: true,
      },
      payload:
        '00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD6005BANGI6304343F',
    },
  ],
})

export const duitNowQr = DUITNOW.write
