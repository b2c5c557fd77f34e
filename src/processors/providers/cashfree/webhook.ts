/**
 * What Cashfree tells us by itself: of payments, refunds, links and transfers, each a document of its own. It is signed with the secret of
 * the product that it is about, over the time and the bytes as they came. Only which references it names is read of it. Pure.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Instant } from '../../../foundation/deps.ts'
import { parseJson } from '../../../http/body.ts'
import type { Notification } from '../provider.ts'

/** It repeats for three quarters of an hour what we did not answer, perhaps under its first time. */
const LATE_MS = 3_600_000
const EARLY_MS = 300_000
/** In milliseconds, and of older versions in seconds. */
const TIME = /^\d{10}(\d{3})?$/
/** HMAC-SHA256 as Base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

const Name = Type.Optional(Type.String())
const Reported = Type.Object({
  data: Type.Object({
    order: Type.Optional(Type.Object({ order_id: Name, order_tags: Type.Optional(Type.Unknown()) })),
    refund: Type.Optional(Type.Object({ refund_id: Name })),
    link_id: Name,
    transfer_id: Name,
  }),
})
/** Orders of a payment link have names of Cashfree's own, and name the link among their tags. */
const LinkTag = Type.Object({ link_id: Type.String() })
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/

/** By what a notification may be signed. */
export function signatureOf(secret: string, timestamp: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(timestamp).update(body).digest('base64')
}

export function referencesIn(
  { headers, body }: Notification,
  secrets: readonly string[],
  now: Instant,
): readonly string[] {
  if (!isSigned(headers, body, secrets, now)) return []
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  if (!parsed.ok || !Check(Reported, parsed.value.value)) return []
  const { order, refund, link_id, transfer_id } = parsed.value.value.data
  const tags: unknown = order?.order_tags
  const named = [
    order?.order_id,
    Check(LinkTag, tags) ? tags.link_id : undefined,
    refund?.refund_id,
    link_id,
    transfer_id,
  ]
  return [...new Set(named.flatMap((name) => (name !== undefined && OURS.test(name) ? [name] : [])))]
}

function isSigned(
  headers: Notification['headers'],
  body: Uint8Array,
  secrets: readonly string[],
  now: Instant,
): boolean {
  const { 'x-webhook-signature': reported, 'x-webhook-timestamp': timestamp } = headers
  if (typeof reported !== 'string' || typeof timestamp !== 'string') return false
  if (!SIGNATURE.test(reported) || !TIME.test(timestamp)) return false
  const at = Number(timestamp.padEnd(13, '0'))
  if (at < now - LATE_MS || at > now + EARLY_MS) return false
  const signature = Buffer.from(reported, 'base64')
  const fitting = secrets.map((secret) => {
    const right = Buffer.from(signatureOf(secret, timestamp, body), 'base64')
    return right.length === signature.length && timingSafeEqual(right, signature)
  })
  return fitting.includes(true)
}
