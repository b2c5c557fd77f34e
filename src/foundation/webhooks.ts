/**
 * Messages signed by Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256 over ID, time and body.
 *
 * Pure: the caller says what time it is. Never logs or repeats a secret; a comparison takes as long for a wrong signature as
 * for a right one.
 */
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Instant, Randomness } from './deps.ts'
import { assert } from './result.ts'

const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** The standard asks for 24 to 64 bytes. */
const SECRET_BYTES = 32
/** How far the sender's clock may be from ours, as the standard's own libraries have it. */
const TOLERANCE_SECS = 300
/** More signatures than secrets in a rotation are not looked at. */
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

/** @param secrets all that the receiver may know the message by: two during a rotation */
export function signWebhook(message: {
  readonly id: string
  readonly at: Instant
  readonly body: string
  readonly secrets: readonly string[]
}): WebhookHeaders {
  const { id, at, body, secrets } = message
  assert(ID.test(id), 'a message id without dots or spaces, which would blur the signed text')
  assert(secrets.length > 0, 'a message is signed')
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${signatureOf(secret, id, timestamp, body).toString('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

export type WebhookFault = 'UNSIGNED' | 'TOO_OLD_OR_NEW' | 'WRONG_SIGNATURE'

/** @returns what is wrong with a message that came in, or undefined where it is genuine and recent */
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
  let isGenuine = false
  for (const secret of secrets) {
    const expected = signatureOf(secret, id, timestamp, body)
    for (const candidate of candidates) {
      if (candidate.length === expected.length && timingSafeEqual(candidate, expected)) isGenuine = true
    }
  }
  if (!isGenuine) return 'WRONG_SIGNATURE'
  return Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECS ? 'TOO_OLD_OR_NEW' : undefined
}

function signatureOf(secret: string, id: string, timestamp: string, body: string): Buffer {
  assert(secret.startsWith(WEBHOOK_SECRET_PREFIX), 'a webhook secret starts with whsec_')
  const key = createSecretKey(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
  assert(key.symmetricKeySize !== 0, 'a webhook secret is not empty')
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest()
}
