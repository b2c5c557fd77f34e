/**
 * What Paystack notifies us of: `{ "event": …, "data": { "reference": … } }`, of transactions and of transfers alike, signed over the
 * bytes as they came by the account's secret key. It has no time in it, so an old one can be sent again: it only makes us ask. Pure.
 */
import { Type } from 'typebox'
import type { Notification } from '../provider.ts'
import { hmacOf, isSameText, signedNotification } from '../signed-notification.ts'

const Name = Type.Optional(Type.Unknown())
/** Events of refunds name the transaction otherwise. */
const Document = Type.Object({ data: Type.Object({ reference: Name, transaction_reference: Name }) })

export const signatureOf = (secretKey: string, body: Uint8Array): string =>
  hmacOf('sha512', secretKey, 'hex', body)

export const referencesIn = (notification: Notification, secretKey: string): readonly string[] =>
  signedNotification(notification, {
    isSigned: ({ headers: { 'x-paystack-signature': shown }, body }) =>
      isSameText(typeof shown === 'string' ? shown.toLowerCase() : shown, signatureOf(secretKey, body)),
    schema: Document,
    names: ({ data: { reference, transaction_reference } }) => [reference, transaction_reference],
  })
