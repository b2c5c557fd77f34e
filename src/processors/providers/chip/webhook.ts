/**
 * CHIP's notifications: a purchase or a send instruction, signed by RSA over the exact bytes (`X-Signature`, base64). Collect signs with
 * SHA-256 and the company's key, Send with SHA-512 and its webhook's key, at the path `send`. Pure.
 */
import { Type } from 'typebox'
import type { Notification } from '../provider.ts'
import { isRsaSigned, signedNotification } from '../signed-notification.ts'

/** Public keys, PEM. */
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
