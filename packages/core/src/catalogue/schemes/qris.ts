/**
 * QRIS (Indonesia): the acquirer's template (26) and the national one (51). Do not check the merchant number (MPAN) with Luhn:
 * numbers in use do not always pass.
 */
import { type EmvParts, emvScheme } from './emv-scheme.ts'

/** Size of the merchant: micro, small, medium, large. */
export type QrisSize = 'UMI' | 'UKE' | 'UME' | 'UBE'

export interface QrisQr extends EmvParts {
  /** The acquirer's domain, reversed and in capitals: `ID.CO.EXAMPLE.WWW`. */
  readonly acquirer: string
  /** 18 or 19 digits: `9360`, four of the issuer, the merchant's. */
  readonly merchantPan: string
  readonly merchantId: string
  /** `ID` and 13 digits. */
  readonly nationalId: string
  readonly size: QrisSize
  /** Up to 25 characters. */
  readonly reference?: string
  readonly terminal?: string
}

/** The amount is in whole rupiah. */
export const QRIS = emvScheme<QrisQr>()({
  name: 'QRIS',
  currency: 'IDR',
  fields: {
    '26': { '00': 'acquirer', '01': 'merchantPan', '02': 'merchantId', '03': 'size' },
    '51': { '00': { always: 'ID.CO.QRIS.WWW' }, '02': 'nationalId', '03': 'size' },
    '62': { '05': 'reference', '07': 'terminal' },
  },
  payee: ['nationalId'],
  examples: [
    {
      of: 'an order',
      code: {
        acquirer: 'ID.CO.DEMOGATEWAY.WWW',
        merchantPan: '936009990000000017',
        merchantId: 'DEMO0001',
        nationalId: 'ID1026000000001',
        size: 'UME',
        categoryCode: '5399',
        name: 'DEMO GATEWAY',
        city: 'JAKARTA',
        postCode: '10340',
        amount: '50000',
        reference: 'PGW20260001',
        terminal: 'A01',
      },
      payload:
        '00020101021226660021ID.CO.DEMOGATEWAY.WWW01189360099900000000170208DEMO00010303UME51440014ID.CO.QRIS.WWW0215ID10260000000010303UME5204539953033605405500005802ID5912DEMO GATEWAY6007JAKARTA61051034062220511PGW202600010703A0163048AA5',
    },
  ],
})

export const qrisQr = QRIS.write
