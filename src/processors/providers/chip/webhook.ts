/**
 * What CHIP notifies us of: a purchase or a send instruction as it is now, signed by RSA over the very bytes (`X-Signature`, base64).
 * Collect signs by SHA-256 and the company's key, Send by SHA-512 and the key of its webhook, beneath `send`. Pure.
 */
import { Type } from 'typebox'
import type { Notification } from '../provider.ts'
import { isRsaSigned, signedNotification } from '../signed-notification.ts'

/** Public keys, as PEM. */
export interface WebhookKeys {
  readonly publicKey: string
  readonly sendPublicKey: string | undefined
}

export const referencesIn = (
  notification: Notification,
  { publicKey, sendPublicKey }: WebhookKeys,
): readonly string[] =>
  signedNotification(notification, {
    isSigned: ({ path, headers: { 'x-signature': shown }, body }) =>
      path === 'send'
        ? sendPublicKey !== undefined && isRsaSigned(sendPublicKey, 'sha512', body, shown)
        : isRsaSigned(publicKey, 'sha256', body, shown),
    schema: Type.Object({ reference: Type.String() }),
    names: ({ reference }) => [reference],
  })
