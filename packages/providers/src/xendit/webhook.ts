/**
 * Xendit's notifications: `{ "event": …, "data": { "reference_id": … } }` for payments and payouts, with the account's token in
 * `x-callback-token`. Pure.
 */
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { isSameText, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'

const Document = Type.Object({ data: Type.Object({ reference_id: Type.String() }) })

export const referencesIn = (notification: Notification, token: string): readonly string[] =>
  signedNotification(notification, {
    isSigned: ({ headers }) => isSameText(headers['x-callback-token'], token),
    schema: Document,
    names: ({ data }) => [data.reference_id],
  })
