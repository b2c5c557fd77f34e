/**
 * By what Peach knows our payments. Its own rules leave no room for the payment's key: a transaction's reference has 8 to 16 letters and
 * digits, a payout's ID is a UUID of version 4. So both are made of a digest of key and try, always the same one. Pure.
 */
import { createHash } from 'node:crypto'
import type { PaymentKey } from '../../../foundation/identifiers.ts'
import type { Payment } from '../../../payments/model.ts'
import { attemptOf } from '../../../payments/refunds.ts'

/** Crockford's: nothing in it is read as something else, and nothing hangs on capitals. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TRANSACTION = /^[0-9A-HJKMNP-TV-Z]{16}$/
const PAYOUT = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const digest = (key: PaymentKey, attempt: number): Buffer =>
  createHash('sha256').update(`${key}:${attempt}`).digest()

/** 80 bits as 16 letters and digits. */
export function transactionReference(key: PaymentKey, attempt = 0): string {
  let bits = BigInt(`0x${digest(key, attempt).toString('hex', 0, 10)}`)
  let text = ''
  for (let at = 0; at < 16; at += 1) {
    text = ALPHABET.charAt(Number(bits & 31n)) + text
    bits >>= 5n
  }
  return text
}

function payoutId(key: PaymentKey, attempt: number): string {
  const bytes = digest(key, attempt).subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const isRefunded = ({ kind, request }: Payment): boolean =>
  kind === 'refund' && request.refund?.route === 'NATIVE'

/** Of a payment that goes back by its payin's rail Peach is told none: the reference is ours alone. */
export const referenceOf = (payment: Payment): string =>
  payment.kind === 'payin' || isRefunded(payment)
    ? transactionReference(payment.key, attemptOf(payment))
    : payoutId(payment.key, attemptOf(payment))

export const isReference = (text: string): boolean => TRANSACTION.test(text) || PAYOUT.test(text)
