/**
 * What Paystack tells us by itself: `{ "event": …, "data": { "reference": … } }`, of transactions and of transfers alike, signed over the
 * bytes as they came by the account's secret key. It has no time in it, so an old one can be sent again: it only makes us ask. Only the
 * reference is read of it. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../http/body.ts'
import type { Notification } from '../provider.ts'

const Name = Type.Optional(Type.Unknown())
/** Events of refunds name the transaction otherwise. */
const Reported = Type.Object({ data: Type.Object({ reference: Name, transaction_reference: Name }) })
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/
/** HMAC-SHA512 in hexadecimal digits. */
const SIGNATURE = /^[0-9a-f]{128}$/i

export const signatureOf = (secretKey: string, body: Uint8Array): string =>
  createHmac('sha512', secretKey).update(body).digest('hex')

export function referencesIn({ headers, body }: Notification, secretKey: string): readonly string[] {
  const { 'x-paystack-signature': shown } = headers
  if (typeof shown !== 'string' || !SIGNATURE.test(shown)) return []
  const right = Buffer.from(signatureOf(secretKey, body), 'hex')
  if (!timingSafeEqual(right, Buffer.from(shown, 'hex'))) return []
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  if (!parsed.ok || !Check(Reported, parsed.value.value)) return []
  const { reference, transaction_reference } = parsed.value.value.data
  const named = [reference, transaction_reference]
  return [...new Set(named.flatMap((name) => (typeof name === 'string' && OURS.test(name) ? [name] : [])))]
}
