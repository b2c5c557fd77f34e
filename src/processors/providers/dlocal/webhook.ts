/**
 * What dLocal notifies us of: the payment, or the payout, whose status has changed. Payments are signed as our own calls are, and one
 * that is not is no reason to ask. Of payouts the documents say nothing of a signature: they are hints, sent to an address that is a
 * secret. Pure.
 */
import { Type } from 'typebox'
import type { Notification } from '../provider.ts'
import { signedNotification } from '../signed-notification.ts'
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
