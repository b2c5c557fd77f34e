/**
 * Signatures of callbacks by Standard Webhooks 1.0 (https://www.standardwebhooks.com).
 *
 * Two kinds stand side by side in `webhook-signature`, separated by spaces: `v1`, HMAC-SHA256 with each of the
 * merchant's current secrets (two during a rotation, so that either verifies), and `v1a`, Ed25519 with the
 * gateway's callback key, for those who would rather hold no secret. Receivers ignore kinds they do not know.
 *
 * Pure: the same input gives the same headers. Never logs or repeats a secret.
 */
import { createHmac, createSecretKey, type KeyObject, sign } from 'node:crypto'
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { assert } from '../foundation/result.ts'
import { CALLBACK_SECRET_PREFIX } from '../merchants/callback-secret.ts'

const PUBLIC_KEY_PREFIX = 'whpk_'

export interface CallbackToSign {
  /** `webhook-id`: the same for every attempt at one callback, so that the receiver can drop repetitions. */
  id: string
  /** When this attempt is made; the receiver refuses what is older than some minutes. */
  at: Instant
  /** The exact body that is sent. */
  body: string
  /** The merchant's current secrets, `whsec_…`, newest first. */
  secrets: readonly string[]
  /** The gateway's Ed25519 private key for callbacks. Left out: no `v1a`. */
  privateKey?: KeyObject
}

export interface SignatureHeaders {
  'webhook-id': string
  /** Whole seconds since the epoch. */
  'webhook-timestamp': string
  'webhook-signature': string
}

export function signCallback(callback: CallbackToSign): SignatureHeaders {
  assert(
    /^[\w-]+$/.test(callback.id),
    'a callback id without dots or spaces, which would blur the signed text',
  )
  const timestamp = String(Math.floor(callback.at / 1000))
  const signed = Buffer.from(`${callback.id}.${timestamp}.${callback.body}`, 'utf8')
  const signatures = callback.secrets.map((secret) => `v1,${hmac(secret, signed)}`)
  if (callback.privateKey) {
    signatures.push(`v1a,${sign(null, signed, callback.privateKey).toString('base64')}`)
  }
  assert(signatures.length > 0, 'a callback is signed')
  return {
    'webhook-id': callback.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

function hmac(secret: string, signed: Buffer): string {
  assert(secret.startsWith(CALLBACK_SECRET_PREFIX), 'a callback secret starts with whsec_')
  // Not the bare bytes: see `MasterKey`.
  const key = createSecretKey(secret.slice(CALLBACK_SECRET_PREFIX.length), 'base64')
  assert(key.symmetricKeySize !== 0, 'a callback secret is not empty')
  return createHmac('sha256', key).update(signed).digest('base64')
}

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
