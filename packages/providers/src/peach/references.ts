/**
 * Peach's references have no room for the payment's key: a transaction's has 8 to 16 letters and digits, a payout's is a UUID of version
 * 4. So both are made from a digest of key and try. Pure.
 */
import { createHash } from 'node:crypto'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import { UUID_REFERENCE, uuidReference } from '@sluice/provider-kit/references.ts'
import { isNativeRefund } from '@sluice/provider-kit/requests.ts'

/** Crockford's: no letters that look alike, and case does not matter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TRANSACTION = /^[0-9A-HJKMNP-TV-Z]{16}$/

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

/** A refund by the payin's rail is sent without a reference; this one is for our own use. */
export const referenceOf = (payment: Payment): string =>
  payment.kind === 'payin' || isNativeRefund(payment)
    ? transactionReference(payment.key, attemptOf(payment))
    : uuidReference(`${payment.key}:${attemptOf(payment)}`)

export const PEACH_REFERENCE = new RegExp(`${TRANSACTION.source}|${UUID_REFERENCE.source}`)
