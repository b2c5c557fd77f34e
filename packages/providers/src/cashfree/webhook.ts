/**
 * Cashfree's notifications: payments, refunds, links and transfers. Each is signed with its product's secret, over the timestamp and the
 * exact bytes. Pure.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { hmacOf, isSameText, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'

/** Unanswered notifications are repeated for 45 minutes, perhaps with the first timestamp. */
const LATE_MS = 3_600_000
const EARLY_MS = 300_000
/** In milliseconds; in older versions seconds. */
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
/** Orders of a payment link have Cashfree's own IDs, and the link's ID as a tag. */
const LinkTag = Type.Object({ link_id: Type.String() })

/** The signature of a notification. */
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
