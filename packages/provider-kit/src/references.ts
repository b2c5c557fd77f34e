/**
 * The references by which providers know our payments. A reference is made from the payment's key and, for a further try of a refund, its
 * number: it never changes and belongs to one payment only. Each provider declares the form of its references; nothing of another form is
 * looked up. Pure.
 */
import { createHash } from 'node:crypto'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import { restAfter429 } from './setting-kinds.ts'

/** The form of `plainReference`. */
export const PLAIN_REFERENCE = /^[0-9a-f]{32}[0-9]{0,3}$/
/** The form of `uuidReference`: a UUID of version 4. */
export const UUID_REFERENCE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The usual reference: 32 hexadecimal digits, and for a further try of a refund its number. */
export const plainReference = (payment: Payment): string => payment.key.replaceAll('-', '') + tryOf(payment)

/** A reference of capital letters and digits: the key in base 36, which needs 25 of them, and for a further try of a refund its number. */
export const base36Reference = (payment: Payment, length: number): string =>
  base36(BigInt(`0x${payment.key.replaceAll('-', '')}`), length) + tryOf(payment)

/** A whole number as capital letters and digits, padded with zeros. */
export const base36 = (value: bigint, length: number): string =>
  value.toString(36).toUpperCase().padStart(length, '0')

/** A reference that is a UUID of version 4, made from a digest of this text. */
export const uuidReference = (text: string): string => uuidOf(createHash('sha256').update(text).digest(), 4)

/** A UUID as in RFC 9562. @param digest of at least 16 bytes */
export function uuidOf(digest: Buffer, version: 4 | 5): string {
  const bytes = digest.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** '' for the first try. */
function tryOf(payment: Payment): string {
  const attempt = attemptOf(payment)
  assert(attempt < 1_000, 'a refund has a handful of routes')
  return attempt === 0 ? '' : String(attempt)
}

/** What most providers declare, for `...USUAL` in a provider: plain references, a pause after 429, refunds of the whole payin. */
export const USUAL = {
  pauseMsAfter: restAfter429,
  refundsByMovement: false,
  referenceOf: plainReference,
  referenceForm: PLAIN_REFERENCE,
}
