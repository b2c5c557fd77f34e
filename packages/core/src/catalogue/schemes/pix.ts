/**
 * Pix (Brazil), the "copia e cola". A static code contains key, amount and our reference (txid). A dynamic one contains only the
 * address from which the receiver's bank serves the charge, and always `***` as txid.
 */
import { type EmvParts, emvScheme, NO_REFERENCE } from './emv-scheme.ts'

export interface PixParts extends EmvParts {
  readonly key?: string
  readonly chargeUrl?: string
  readonly txid: string
}

/** The amount is in reais with two decimals. */
export const PIX = emvScheme<PixParts>()({
  name: 'Pix',
  currency: 'BRL',
  initiation: ({ chargeUrl }) => (chargeUrl === undefined ? undefined : '12'),
  fields: {
    '26': { '00': { always: 'br.gov.bcb.pix' }, '01': 'key', '25': 'chargeUrl' },
    '52': { always: '0000' },
    '62': { '05': 'txid' },
  },
  payee: ['key', 'chargeUrl'],
  reference: 'txid',
  examples: [
    {
      of: 'the central bank’s documents',
      code: {
        key: '123e4567-e12b-12d1-a456-426655440000',
        name: 'Fulano de Tal',
        city: 'BRASILIA',
        txid: NO_REFERENCE,
      },
      payload:
        '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    },
  ],
})

interface PixReceiver {
  readonly name: string
  readonly city: string
}

export interface StaticPix extends PixReceiver {
  /** Up to 77 characters. */
  readonly key: string
  readonly amount?: string
  /** Up to 25 characters of `A-Z a-z 0-9`. Missing: `***`, none. */
  readonly txid?: string
}

export interface DynamicPix extends PixReceiver {
  /** Where the charge is served, without `https://`. Up to 77 characters. */
  readonly url: string
}

export const staticPix = ({ txid = NO_REFERENCE, ...code }: StaticPix): string => PIX.write({ ...code, txid })

export const dynamicPix = ({ url, ...code }: DynamicPix): string =>
  PIX.write({ ...code, chargeUrl: url, txid: NO_REFERENCE })
