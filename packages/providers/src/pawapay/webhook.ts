/**
 * pawaPay's notifications: a deposit, payout or refund that has ended. Only its ID is read, and only if pawaPay has signed it, provided
 * the account has its keys. Pure.
 */
import { createPublicKey } from 'node:crypto'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { UUID_REFERENCE } from '@sluice/provider-kit/references.ts'
import { jsonIn, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { type Static, Type } from 'typebox'
import { algorithmOf } from './signatures.ts'

const Document = Type.Object({
  depositId: Type.Optional(Type.String()),
  payoutId: Type.Optional(Type.String()),
  refundId: Type.Optional(Type.String()),
})

/** @param isSigned left out: no signature is needed */
export const referencesIn = (notification: Notification, isSigned?: () => boolean): readonly string[] =>
  signedNotification(notification, {
    ...(isSigned && { isSigned }),
    schema: Document,
    // A refund also names its deposit, which has not changed.
    names: ({ depositId, payoutId, refundId }) => [refundId ?? payoutId ?? depositId],
    reference: UUID_REFERENCE,
  })

const Keys = Type.Array(
  Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }), key: Type.String({ maxLength: 4_096 }) }),
  { minItems: 1, maxItems: 20 },
)
type Keys = Static<typeof Keys>

/** As `GET /v2/public-key/http` answers. */
export function keysIn(text: string): Keys | undefined {
  const keys = readAs(Keys, jsonIn(Buffer.from(text)))
  return keys?.every(({ key }) => isUsable(key)) && new Set(keys.map(({ id }) => id)).size === keys.length
    ? keys
    : undefined
}

function isUsable(pem: string): boolean {
  try {
    return algorithmOf(createPublicKey(pem)) !== undefined
  } catch {
    return false
  }
}

export const keysFault = (text: string): Omit<Fault, 'path'> | undefined =>
  keysIn(text)
    ? undefined
    : {
        code: 'INVALID_FORMAT',
        message:
          'must be the JSON that GET /v2/public-key/http answers: [{ "id": "…", "key": "-----BEGIN PUBLIC KEY-----…" }]',
      }
