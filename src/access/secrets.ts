/**
 * Secrets at rest: AES-256-GCM under the master key, bound to what they are for.
 *
 * The context (say, `signing_key:token-1`) is authenticated with the text, so that a sealed value copied into another
 * row does not open there. Never logs, never throws for a value that does not open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { Randomness } from '../foundation/deps.ts'
import { assert, fail, type Result, succeed } from '../foundation/result.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const PREFIX = 'v1.'

declare const isMasterKey: unique symbol
/**
 * As a key of the runtime's own: no log and no error can write it out, and with bare bytes each use costs more than what it does
 * (a MAC 22 µs instead of 3, a value sealed 29 instead of 6: Node 24 throws and catches to find out what it was given).
 */
export type MasterKey = KeyObject & { readonly [isMasterKey]: true }

/** @param bytes 32 of them */
export function masterKeyFrom(bytes: Uint8Array): MasterKey {
  assert(bytes.length === KEY_BYTES, 'the master key has 32 bytes')
  return createSecretKey(bytes) as MasterKey
}

/** The nonce is random: safe for some billions of values under one key. */
export function seal(
  masterKey: MasterKey,
  plaintext: Uint8Array,
  context: string,
  randomness: Randomness,
): string {
  const nonce = randomness.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return PREFIX + sealed.toString('base64url')
}

/** Opens what `seal` made. Fails alike for another key, another context and a damaged value. */
export function open(
  masterKey: MasterKey,
  sealed: string,
  context: string,
): Result<Uint8Array, 'NOT_OPENED'> {
  const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
  if (!sealed.startsWith(PREFIX) || bytes.length < NONCE_BYTES + TAG_BYTES) return fail('NOT_OPENED')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return succeed(
      Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]),
    )
  } catch {
    return fail('NOT_OPENED')
  }
}

/** What is kept of a merchant's secret. The secret is random, so a slow hash would only help those who want to slow us down. */
export const hashSecret = (secret: string): Uint8Array => createHash('sha256').update(secret, 'utf8').digest()

/** In a time that depends only on how many candidates there are. @returns the id of the one that matches */
export function matchSecret(
  secret: string,
  candidates: readonly { readonly id: string; readonly sha256: Uint8Array }[],
): string | undefined {
  const hash = hashSecret(secret)
  let match: string | undefined
  for (const { id, sha256 } of candidates) {
    if (sha256.length === hash.length && timingSafeEqual(sha256, hash)) match = id
  }
  return match
}
