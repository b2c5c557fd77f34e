/**
 * dLocal's notifications: a payment or payout whose status has changed. Payments are signed like our own calls, and others are ignored.
 * No signature is documented for payouts; only the URL is secret. Pure.
 */
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'
import { type DlocalKeys, isSigned } from './signature.ts'

export function referencesIn(notification: Notification, keys: DlocalKeys): readonly string[] {
  const ofPayment = Type.Object({ order_id: Type.String() })
  const payments = signedNotification(notification, {
    isSigned: ({ headers, body }) => isSigned(headers, Buffer.from(body).toString('utf8'), keys),
    schema: ofPayment,
    names: ({ order_id }) => [order_id],
  })
  if (payments.length > 0) return payments
  return signedNotification(notification, {
    schema: Type.Object({ external_id: Type.String() }),
    names: (document) => ('order_id' in document ? [] : [document.external_id]),
  })
}
