/**
 * The published keys by which receivers without a secret verify our callbacks' `v1a` signatures.
 * `foundation/webhooks.ts` signs. Only public keys: a private one is refused.
 */
import type { KeyObject } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'

const PUBLIC_KEY_PREFIX = 'whpk_'

export interface CallbackKey {
  id: string
  /** Ed25519. */
  publicKey: KeyObject
  /** When this key stopped signing; left out for the current one. */
  retiredAt?: Instant
}

export interface WebhookKeysDocument {
  keys: { id: string; algorithm: 'ed25519'; publicKey: string; retiredAt?: string }[]
}

/** `/.well-known/webhook-keys.json`: any of these keys may have made a `v1a` signature. */
export function webhookKeysDocument(keys: readonly CallbackKey[]): WebhookKeysDocument {
  return {
    keys: keys.map((key) => ({
      id: key.id,
      algorithm: 'ed25519' as const,
      publicKey: publicKeyText(key.publicKey),
      ...(key.retiredAt === undefined ? {} : { retiredAt: isoTime(key.retiredAt) }),
    })),
  }
}

/** @returns `whpk_` and the key's 32 raw bytes in base64 */
function publicKeyText(publicKey: KeyObject): string {
  assert(publicKey.type === 'public', 'a public key: a private one is never published')
  const { kty, crv, x } = publicKey.export({ format: 'jwk' })
  assert(kty === 'OKP' && crv === 'Ed25519' && x !== undefined, 'an Ed25519 key')
  return PUBLIC_KEY_PREFIX + Buffer.from(x, 'base64url').toString('base64')
}
