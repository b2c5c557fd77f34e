/**
 * QRIS (Indonesia): the acquirer's template (26) and the national one (51).
 * The merchant number (MPAN) is not reliably Luhn-valid in the wild, so nobody should check it.
 */
import { asciiText } from '../ascii.ts'
import { encodeEmv, encodeTemplate } from '../emv.ts'

/** Merchant's size: micro, small, medium, large. */
export type QrisSize = 'UMI' | 'UKE' | 'UME' | 'UBE'

export interface QrisQr {
  /** The acquirer's domain, reversed and in capitals: `ID.CO.EXAMPLE.WWW`. */
  readonly acquirer: string
  /** 18 or 19 digits: `9360`, the issuer's four, the merchant's. */
  readonly merchantPan: string
  readonly merchantId: string
  /** `ID` and 13 digits. */
  readonly nationalId: string
  readonly size: QrisSize
  /** ISO 18245, four digits. */
  readonly categoryCode: string
  readonly name: string
  readonly city: string
  readonly postCode: string
  /** Whole rupiah. */
  readonly amount?: string
  /** Up to 25 characters. */
  readonly reference?: string
  readonly terminal?: string
}

export function qrisQr(code: QrisQr): string {
  const acquirer = encodeTemplate([
    ['00', code.acquirer],
    ['01', code.merchantPan],
    ['02', code.merchantId],
    ['03', code.size],
  ])
  const national = encodeTemplate([
    ['00', 'ID.CO.QRIS.WWW'],
    ['02', code.nationalId],
    ['03', code.size],
  ])
  const additional = encodeTemplate([
    ['05', code.reference],
    ['07', code.terminal],
  ])
  return encodeEmv([
    ['00', '01'],
    ['01', code.amount === undefined ? '11' : '12'],
    ['26', acquirer],
    ['51', national],
    ['52', code.categoryCode],
    ['53', '360'],
    ['54', code.amount],
    ['58', 'ID'],
    ['59', asciiText(code.name, 25)],
    ['60', asciiText(code.city, 15)],
    ['61', code.postCode],
    ['62', additional === '' ? undefined : additional],
  ])
}
