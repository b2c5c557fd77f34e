/**
 * What Cashfree notifies us of: payments, refunds, links and transfers, each a document of its own. It is signed with the secret of the
 * product that it is about, over the time and the bytes as they came. Pure.
 */
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Instant } from '../../../foundation/deps.ts'
import type { Notification } from '../provider.ts'
import { hmacOf, isSameText, signedNotification } from '../signed-notification.ts'

/** It repeats for three quarters of an hour what we did not answer, perhaps under its first time. */
const LATE_MS = 3_600_000
const EARLY_MS = 300_000
/** In milliseconds, and of older versions in seconds. */
const TIME = /^\d{10}(\d{3})?$/

const Name = Type.Optional(Type.String())
const Document = Type.Object({
  data: Type.Object({
    order: Type.Optional(Type.Object({ order_id: Name, order_tags: Type.Optional(Type.Unknown()) })),
    refund: Type.Optional(Type.Object({ refund_id: Name })),
    link_id: Name,
    transfer_id: Name,
  }),
})
/** Orders of a payment link have names of Cashfree's own, and name the link among their tags. */
const LinkTag = Type.Object({ link_id: Type.String() })

/** By what a notification may be signed. */
export const signatureOf = (secret: string, timestamp: string, body: Uint8Array): string =>
  hmacOf('sha256', secret, 'base64', timestamp, body)

export const referencesIn = (
  notification: Notification,
  secrets: readonly string[],
  now: Instant,
): readonly string[] =>
  signedNotification(notification, {
    isSigned: (sent) => isSigned(sent, secrets, now),
    schema: Document,
    names: ({ data: { order, refund, link_id, transfer_id } }) => [
      order?.order_id,
      Check(LinkTag, order?.order_tags) ? order.order_tags.link_id : undefined,
      refund?.refund_id,
      link_id,
      transfer_id,
    ],
  })

function isSigned({ headers, body }: Notification, secrets: readonly string[], now: Instant): boolean {
  const { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp } = headers
  if (typeof timestamp !== 'string' || !TIME.test(timestamp)) return false
  const at = Number(timestamp.padEnd(13, '0'))
  if (at < now - LATE_MS || at > now + EARLY_MS) return false
  const fitting = secrets.map((secret) => isSameText(signature, signatureOf(secret, timestamp, body)))
  return fitting.includes(true)
}
