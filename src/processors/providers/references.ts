/**
 * By what providers know our payments: a reference is made of the payment's key, and for another try of a refund of its number. So it is
 * the same for ever, and no other payment's. Each provider says which form it takes, and nothing of another form is ever looked up. Pure.
 */
import { createHash } from 'node:crypto'
import { assert } from '../../foundation/result.ts'
import type { Payment } from '../../payments/model.ts'
import { attemptOf } from '../../payments/refund-terms.ts'

/** What `plainReference` makes. */
export const PLAIN_REFERENCE = /^[0-9a-f]{32}[0-9]{0,3}$/
/** What `uuidReference` makes: a UUID of version 4. */
export const UUID_REFERENCE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** 32 hexadecimal digits, and for another try of a refund its number. */
export const plainReference = (payment: Payment): string => payment.key.replaceAll('-', '') + tryOf(payment)

/** The key as `length` letters and digits, which its 128 bits need 25 of in base 36; and for another try of a refund its number. */
export const base36Reference = (payment: Payment, length: number): string =>
  base36(BigInt(`0x${payment.key.replaceAll('-', '')}`), length) + tryOf(payment)

/** A whole number as capital letters and digits. */
export const base36 = (value: bigint, length: number): string =>
  value.toString(36).toUpperCase().padStart(length, '0')

/** Of a digest of this text: a UUID of version 4 where no other is asked for. */
export const uuidReference = (text: string): string => uuidOf(createHash('sha256').update(text).digest(), 4)

/** RFC 9562. @param digest of 16 bytes or more */
export function uuidOf(digest: Buffer, version: 4 | 5): string {
  const bytes = digest.subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Nothing of the first try. */
function tryOf(payment: Payment): string {
  const attempt = attemptOf(payment)
  assert(attempt < 1_000, 'a refund has a handful of routes')
  return attempt === 0 ? '' : String(attempt)
}
