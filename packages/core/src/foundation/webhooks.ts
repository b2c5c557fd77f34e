/**
 * Signs messages by Standard Webhooks 1.0 (https://www.standardwebhooks.com), over ID, time and body. Used for callbacks to
 * merchants and for requests to connectors.
 *
 * `webhook-signature` holds two kinds of signature, separated by spaces: `v1`, HMAC-SHA256 with each current secret (two during a
 * rotation, so that either verifies), and `v1a`, Ed25519, for receivers that prefer to hold no secret. Receivers ignore kinds
 * they do not know.
 *
 * Pure: the caller passes the time. Never logs or repeats a secret, and compares signatures in constant time.
 */
import { createHmac, createSecretKey, type Hmac, type KeyObject, sign, timingSafeEqual } from 'node:crypto'
import type { Instant, Randomness } from './deps.ts'
import { assert } from './result.ts'

const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** The standard requires 24 to 64 bytes. */
const SECRET_BYTES = 32
/** How far the sender's clock may differ from ours, as in the standard's own libraries. */
const TOLERANCE_SECS = 300
/** Further signatures are ignored: a rotation does not have more secrets. */
const MAX_SIGNATURES = 10

export interface WebhookHeaders {
  readonly 'webhook-id': string
  /** Whole seconds since the epoch. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** @returns `whsec_` and base64, to be shown once */
export const newWebhookSecret = (randomness: Randomness): string =>
  WEBHOOK_SECRET_PREFIX + Buffer.from(randomness.bytes(SECRET_BYTES)).toString('base64')

const ID = /^[\w-]{1,128}$/

export interface WebhookToSign {
  /** `webhook-id`: the same for every attempt at one message, so that the receiver can ignore duplicates. */
  readonly id: string
  /** When this attempt is made. The receiver refuses messages older than some minutes. */
  readonly at: Instant
  /** The exact body that is sent. */
  readonly body: string
  /** All secrets (`whsec_…`) that the receiver may verify with: two during a rotation. */
  readonly secrets: readonly string[]
  /** Ed25519. Without it there is no `v1a`. */
  readonly privateKey?: KeyObject
}

/** The same input gives the same headers. */
export function signWebhook({ id, at, body, secrets, privateKey }: WebhookToSign): WebhookHeaders {
  assert(ID.test(id), 'a message id without dots or spaces, which would blur the signed text')
  const timestamp = String(Math.floor(at / 1000))
  const signed = signedText(id, timestamp, body)
  const signatures = secrets.map((secret) => `v1,${hmac(secret, signed).digest('base64')}`)
  if (privateKey) signatures.push(`v1a,${sign(null, signed, privateKey).toString('base64')}`)
  assert(signatures.length > 0, 'a message is signed')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

export type WebhookFault = 'UNSIGNED' | 'TOO_OLD_OR_NEW' | 'WRONG_SIGNATURE'

/** @returns what is wrong with a received message, or undefined if it is genuine and recent */
export function webhookFault(message: {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  readonly secrets: readonly string[]
  readonly now: Instant
}): WebhookFault | undefined {
  const { headers, body, secrets, now } = message
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return 'UNSIGNED'
  if (!ID.test(id) || !/^\d{1,12}$/.test(timestamp)) return 'UNSIGNED'
  const signatures = given
    .split(' ', MAX_SIGNATURES)
    .flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  const candidates = signatures.map((text) => Buffer.from(text, 'base64'))
  const signed = signedText(id, timestamp, body)
  let isGenuine = false
  for (const secret of secrets) {
    const expected = hmac(secret, signed).digest()
    for (const candidate of candidates) {
      if (candidate.length === expected.length && timingSafeEqual(candidate, expected)) isGenuine = true
    }
  }
  if (!isGenuine) return 'WRONG_SIGNATURE'
  return Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECS ? 'TOO_OLD_OR_NEW' : undefined
}

const signedText = (id: string, timestamp: string, body: string): Buffer =>
  Buffer.from(`${id}.${timestamp}.${body}`, 'utf8')

function hmac(secret: string, signed: Buffer): Hmac {
  assert(secret.startsWith(WEBHOOK_SECRET_PREFIX), 'a webhook secret starts with whsec_')
  const key = createSecretKey(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
  assert(key.symmetricKeySize !== 0, 'a webhook secret is not empty')
  return createHmac('sha256', key).update(signed)
}
