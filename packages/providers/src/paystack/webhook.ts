/**
 * Paystack's notifications: `{ "event": …, "data": { "reference": … } }` for transactions and transfers, signed over the exact bytes with
 * the account's secret key. They have no time, so an old one can be replayed: it only leads to a status inquiry. Pure.
 */
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { hmacOf, isSameText, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'

const Name = Type.Optional(Type.Unknown())
/** Refund events have another name for the transaction. */
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
