/**
 * Peach's notifications. Payments API: hex text, encrypted by AES-GCM with a key from its Dashboard, so only who has the key can write
 * one. Payouts API: JSON or a form, signed as in Standard Webhooks. Only the references are read. Pure, and never throws.
 */
import { createDecipheriv } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { parseJson } from '@sluice/core/foundation/json-document.ts'
import { webhookFault } from '@sluice/core/foundation/webhooks.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { Notification } from '@sluice/provider-kit/provider.ts'
import { ourReferences } from '@sluice/provider-kit/signed-notification.ts'
import { Type } from 'typebox'
import { PEACH_REFERENCE } from './references.ts'

export interface WebhookSecrets {
  /** In hex. Left out: notifications of the Payments API are ignored. */
  readonly key: string | undefined
  /** Left out: notifications of the Payouts API are not verified, and only lead to inquiries. */
  readonly payouts: string | undefined
}

/** 16 bytes are AES-128, as in its Dashboard; 32 are AES-256. */
const CIPHERS: Readonly<Record<number, 'aes-128-gcm' | 'aes-256-gcm'>> = {
  16: 'aes-128-gcm',
  32: 'aes-256-gcm',
}
const MOST_BYTES = 64 * 1024
const HEX = /^(?:[0-9a-fA-F]{2})+$/

const Wrapped = Type.Union([
  Type.Object({ encryptedBody: Type.String() }),
  Type.Object({ encryptedData: Type.String() }),
])
const About = Type.Object({ merchantTransactionId: Type.String() })
const Reported = Type.Object({ type: Type.String(), payload: About })
const ReportedPayout = Type.Object({ payoutId: Type.String() })

export function referencesIn(
  { headers, body }: Notification,
  { key, payouts }: WebhookSecrets,
  now: Instant,
): readonly string[] {
  if (body.byteLength > MOST_BYTES) return []
  const text = Buffer.from(body).toString('utf8').trim()
  const named = aboutPayout(text) ?? aboutTransaction(text)
  return ourReferences([named], PEACH_REFERENCE)

  function aboutPayout(plain: string): string | undefined {
    const form = plain.startsWith('{') ? undefined : new URLSearchParams(plain).get('payoutId')
    const payoutId = form ?? readAs(ReportedPayout, jsonOf(plain))?.payoutId
    if (payoutId === undefined || payouts === undefined) return payoutId
    const fault = webhookFault({
      headers: standard(headers),
      body: Buffer.from(body).toString('utf8'),
      secrets: [payouts],
      now,
    })
    return fault === undefined ? payoutId : undefined
  }

  function aboutTransaction(sent: string): string | undefined {
    const wrapped = readAs(Wrapped, jsonOf(sent))
    const sealed = wrapped
      ? 'encryptedBody' in wrapped
        ? wrapped.encryptedBody
        : wrapped.encryptedData
      : sent
    const opened = key === undefined ? undefined : decrypted(sealed, key, headers)
    const reported = opened === undefined ? undefined : jsonOf(opened)
    return (readAs(Reported, reported)?.payload ?? readAs(About, reported))?.merchantTransactionId
  }
}

/** Peach's sender also uses headers with its own name. */
const standard = (headers: Notification['headers']): Notification['headers'] => ({
  'webhook-id': headers['webhook-id'] ?? headers['svix-id'],
  'webhook-timestamp': headers['webhook-timestamp'] ?? headers['svix-timestamp'],
  'webhook-signature': headers['webhook-signature'] ?? headers['svix-signature'],
})

function jsonOf(text: string): unknown {
  const parsed = text.startsWith('{') ? parseJson(text) : undefined
  return parsed?.ok ? parsed.value.value : undefined
}

/** @returns undefined if another key encrypted it, or it was changed */
export function decrypted(
  sealed: string,
  key: string,
  { 'x-initialization-vector': iv, 'x-authentication-tag': tag }: Notification['headers'],
): string | undefined {
  const cipher = CIPHERS[key.length / 2]
  if (!cipher || !HEX.test(key) || !HEX.test(sealed)) return undefined
  if (typeof iv !== 'string' || typeof tag !== 'string') return undefined
  if (!HEX.test(iv) || iv.length > 256 || !/^[0-9a-fA-F]{32}$/.test(tag)) return undefined
  const opening = createDecipheriv(cipher, Buffer.from(key, 'hex'), Buffer.from(iv, 'hex'), {
    authTagLength: 16,
  })
  opening.setAuthTag(Buffer.from(tag, 'hex'))
  try {
    return Buffer.concat([opening.update(sealed, 'hex'), opening.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
