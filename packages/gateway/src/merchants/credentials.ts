/** Creates keys and secrets of merchants. A new secret is shown once; only its hash or sealed form is stored. */
import { createHash, createPublicKey } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { assert, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type PublicKeyFault, parsePublicKey } from '@sluice/core/foundation/signature.ts'
import { newWebhookSecret } from '@sluice/core/foundation/webhooks.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { hashSecret, type MasterKey, open, seal } from '../identity/access/secrets.ts'
import type { Credential } from './merchant.ts'

const SECRET_BYTES = 32

type Randomness = Deps['randomness']

export interface NewSecret {
  /** Shown once. */
  readonly secret: string
  readonly credential: Credential
}

/** A merchant's secret for token requests (deprecated there in favour of signatures). */
export function newMerchantSecret(randomness: Randomness, at: Instant): NewSecret {
  const secret = `sk_${Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')}`
  const value = Buffer.from(hashSecret(secret)).toString('hex')
  return { secret, credential: { id: randomness.uuidV7(at), purpose: 'SECRET', value, createdAt: at } }
}

/** The context under which a callback secret is sealed: it can only be opened for its own merchant. */
const contextOf = (merchantId: MerchantCode): string => `callback_secret:${merchantId}`

/** Includes removed secrets, which remain stored. */
export const SEALED_CALLBACK_SECRETS = sealedColumn({
  what: 'callback secrets',
  table: 'merchant_credential',
  column: 'value',
  key: ['merchant_id', 'id'],
  where: "purpose = 'CALLBACK_SECRET'",
  contextOf: (row) => contextOf(String(row.merchant_id) as MerchantCode),
})

export function newMerchantCallbackSecret(
  merchantId: MerchantCode,
  masterKey: MasterKey,
  randomness: Randomness,
  at: Instant,
): NewSecret {
  const secret = newWebhookSecret(randomness)
  const value = seal(masterKey, Buffer.from(secret, 'utf8'), contextOf(merchantId), randomness)
  return {
    secret,
    credential: { id: randomness.uuidV7(at), purpose: 'CALLBACK_SECRET', value, createdAt: at },
  }
}

/** `whsec_…` as the merchant received it. */
export function openCallbackSecret(merchantId: MerchantCode, masterKey: MasterKey, sealed: string): string {
  const opened = open(masterKey, sealed, contextOf(merchantId))
  assert(opened.ok, 'the master key opens the callback secrets: it is the one they were sealed with')
  return Buffer.from(opened.value).toString('utf8')
}

export interface KeyFacts {
  /** SHA-256 of the key (SPKI, DER) in hex, as `openssl pkey -pubin -outform DER | openssl dgst -sha256` prints it. */
  readonly fingerprint: string
  readonly bits: number
}

/** How people recognise a public key. */
export function keyFacts({ value }: Credential): KeyFacts {
  const key = createPublicKey(value)
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  return { fingerprint, bits: key.asymmetricKeyDetails?.modulusLength ?? 0 }
}

/** A public key in PEM: RSA with at least 2048 bits. */
export function newPublicKey(
  pem: string,
  randomness: Randomness,
  at: Instant,
): Result<Credential, PublicKeyFault> {
  const parsed = parsePublicKey(pem)
  if (!parsed.ok) return parsed
  return succeed({ id: randomness.uuidV7(at), purpose: 'PUBLIC_KEY', value: parsed.value.pem, createdAt: at })
}
