/**
 * Pix (Brazil), the "copia e cola". A static code carries key, amount and our mark (txid); a dynamic one carries
 * only the address at which the receiver's bank serves the charge, and always `***` as txid.
 */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

const PIX = 'br.gov.bcb.pix'

interface PixReceiver {
  readonly name: string
  readonly city: string
}

export interface StaticPix extends PixReceiver {
  /** Up to 77 characters. */
  readonly key: string
  /** In reais with two decimals. */
  readonly amount?: string
  /** Up to 25 of `A-Z a-z 0-9`; absent: `***`, none. */
  readonly txid?: string
}

export interface DynamicPix extends PixReceiver {
  /** Where the charge is served, without `https://`. Up to 77 characters. */
  readonly url: string
}

export const staticPix = (code: StaticPix): string =>
  encodeEmv([
    ['00', '01'],
    [
      '26',
      encodeTemplate([
        ['00', PIX],
        ['01', code.key],
      ]),
    ],
    ...charge(code, code.amount, code.txid ?? '***'),
  ])

export const dynamicPix = (code: DynamicPix): string =>
  encodeEmv([
    ['00', '01'],
    ['01', '12'],
    [
      '26',
      encodeTemplate([
        ['00', PIX],
        ['25', code.url],
      ]),
    ],
    ...charge(code, undefined, '***'),
  ])

function charge({ name, city }: PixReceiver, amount: string | undefined, txid: string) {
  return [
    ['52', '0000'],
    ['53', '986'],
    ['54', amount],
    ['58', 'BR'],
    ['59', asciiText(name, 25)],
    ['60', asciiText(city, 15)],
    ['62', encodeTemplate([['05', txid]])],
  ] as const
}
