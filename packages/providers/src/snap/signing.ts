/**
 * Signatures of SNAP: RSA with SHA-256 for tokens and most notifications, HMAC with SHA-512 for calls with a token. Pure.
 *
 * Signed is the body's text without white space between tokens, otherwise unchanged: the order of keys, nulls, numbers and escapes stay.
 */
import { createHash, sign } from 'node:crypto'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minify } from '@sluice/core/foundation/signature.ts'
import { hmacOf } from '@sluice/provider-kit/signed-notification.ts'

const JAKARTA_MS = 7 * 3_600_000

/** `2026-01-31T19:00:00+07:00`: 25 characters, as all time fields require. */
export const jakartaTime = (at: Instant): string => `${isoTime(at + JAKARTA_MS).slice(0, 19)}+07:00`

/** `2026-01-31`. */
export const jakartaDay = (at: Instant): string => jakartaTime(at).slice(0, 10)

/** Lower case, as it is signed. */
const digest = (body: Uint8Array): string => createHash('sha256').update(minify(body)).digest('hex')

export interface Signed {
  readonly method: string
  /** The path with its query, without the host. */
  readonly endpoint: string
  readonly body: Uint8Array
  readonly timestamp: string
}

export function callSignature(
  clientSecret: string,
  token: string,
  { method, endpoint, body, timestamp }: Signed,
): string {
  const text = `${method}:${endpoint}:${token}:${digest(body)}:${timestamp}`
  return hmacOf('sha512', clientSecret, 'base64', text)
}

/** @param privateKey PEM. @returns base64 */
export const tokenSignature = (privateKey: string, clientId: string, timestamp: string): string =>
  sign('RSA-SHA256', Buffer.from(`${clientId}|${timestamp}`), privateKey).toString('base64')

/** What RSA signs in a message without a token. */
export const signedText = ({ method, endpoint, body, timestamp }: Signed): string =>
  `${method}:${endpoint}:${digest(body)}:${timestamp}`

/** 32 digits, for an X-EXTERNAL-ID that may have no letters; always the same for the same text. */
export function digitsOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 26)
  return BigInt(`0x${hex}`).toString().padStart(32, '0')
}
