/**
 * CHIP's notifications: a purchase or a send instruction, signed by RSA over the exact bytes (`X-Signature`, base64). Collect signs with
 * SHA-256 and the company's key, Send with SHA-512 and its webhook's key, at the path `send`. Pure.
 */
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { isRsaSigned, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'

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
