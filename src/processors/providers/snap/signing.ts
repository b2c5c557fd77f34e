/**
 * How SNAP proves who speaks: RSA with SHA-256 for a token and for most notifications, HMAC with SHA-512 for calls with a token. Pure.
 *
 * What is signed is the text of the body with the white space between its tokens taken out, and nothing else changed: keys keep their
 * order, nulls stay, numbers and escapes are spelt as they were.
 */

import { createHash, sign } from 'node:crypto'
import type { Instant } from '../../../foundation/deps.ts'
import { isoTime } from '../../../foundation/instants.ts'
import { minify } from '../../../foundation/signature.ts'
import { hmacOf } from '../signed-notification.ts'

const JAKARTA_MS = 7 * 3_600_000

/** `2026-01-31T19:00:00+07:00`: 25 characters, as every field for a time has them. */
export const jakartaTime = (at: Instant): string => `${isoTime(at + JAKARTA_MS).slice(0, 19)}+07:00`

/** `2026-01-31`. */
export const jakartaDay = (at: Instant): string => jakartaTime(at).slice(0, 10)

/** In lower case, as it stands in what is signed. */
const digest = (body: Uint8Array): string => createHash('sha256').update(minify(body)).digest('hex')

export interface Signed {
  readonly method: string
  /** The whole path with its query, without the host. */
  readonly endpoint: string
  readonly body: Uint8Array
  readonly timestamp: string
}

/** @returns base64 */
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

/** What is signed with RSA of a message without a token. */
export const signedText = ({ method, endpoint, body, timestamp }: Signed): string =>
  `${method}:${endpoint}:${digest(body)}:${timestamp}`

/** 32 digits, as an X-EXTERNAL-ID must be where letters are refused; of the same text the same. */
export function digitsOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 26)
  return BigInt(`0x${hex}`).toString().padStart(32, '0')
}
