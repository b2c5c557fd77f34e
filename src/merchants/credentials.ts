/** New keys and secrets of merchants. What is made here is shown once; only a hash or a sealed form of it is kept. */
import { createHash, createPublicKey } from 'node:crypto'
import type { Deps, Instant } from '../foundation/deps.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import { assert, type Result, succeed } from '../foundation/result.ts'
import { type PublicKeyFault, parsePublicKey } from '../foundation/signature.ts'
import { newWebhookSecret } from '../foundation/webhooks.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { hashSecret, type MasterKey, open, seal } from '../identity/access/secrets.ts'
import type { Credential } from './merchant.ts'

const SECRET_BYTES = 32

type Randomness = Deps['randomness']

export interface NewSecret {
  /** To be shown once. */
  readonly secret: string
  readonly credential: Credential
}

/** A merchant's secret for token requests (deprecated there in favour of signatures). */
export function newMerchantSecret(randomness: Randomness, at: Instant): NewSecret {
  const secret = `sk_${Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64url')}`
  const value = Buffer.from(hashSecret(secret)).toString('hex')
  return { secret, credential: { id: randomness.uuidV7(at), purpose: 'SECRET', value, createdAt: at } }
}

/** The name under which a callback secret is sealed: it opens for its own merchant only. */
const contextOf = (merchantId: MerchantCode): string => `callback_secret:${merchantId}`

/** Removed ones too: they are still there. */
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

/** `whsec_…` as the merchant got it. */
export function openCallbackSecret(merchantId: MerchantCode, masterKey: MasterKey, sealed: string): string {
  const opened = open(masterKey, sealed, contextOf(merchantId))
  assert(opened.ok, 'the master key opens the callback secrets: it is the one they were sealed with')
  return Buffer.from(opened.value).toString('utf8')
}

export interface KeyFacts {
  /** SHA-256 of the key (SPKI, DER) in hex: what `openssl pkey -pubin -outform DER | openssl dgst -sha256` says. */
  readonly fingerprint: string
  readonly bits: number
}

/** How people tell public keys apart. */
export function keyFacts({ value }: Credential): KeyFacts {
  const key = createPublicKey(value)
  const fingerprint = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  return { fingerprint, bits: key.asymmetricKeyDetails?.modulusLength ?? 0 }
}

/** A public key given in PEM: RSA of 2048 bits or more. */
export function newPublicKey(
  pem: string,
  randomness: Randomness,
  at: Instant,
): Result<Credential, PublicKeyFault> {
  const parsed = parsePublicKey(pem)
  if (!parsed.ok) return parsed
  return succeed({ id: randomness.uuidV7(at), purpose: 'PUBLIC_KEY', value: parsed.value.pem, createdAt: at })
}
