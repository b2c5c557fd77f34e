/**
 * Secrets at rest: AES-256-GCM under the master key, bound to their purpose.
 *
 * The context (for example `signing_key:token-1`) is authenticated with the text, so a sealed value that is copied into another
 * row does not open. A sealed value names its key by a fingerprint, so the master key can be changed while both keys open. Never
 * logs, and does not throw if a value does not open.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { Randomness } from '@sluice/core/foundation/deps.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { textMac } from './text-mac.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Values from before keys had names: any key may open them. */
const UNNAMED = 'v1.'
const NAMED = 'v2.'
const FINGERPRINT_BYTES = 8

/** Identifies a key without revealing it: 16 digits of a MAC. */
const fingerprintOf = (key: KeyObject): string =>
  createHmac('sha256', key)
    .update('sluice-master-key')
    .digest('hex')
    .slice(0, 2 * FINGERPRINT_BYTES)

/**
 * The master key, with previous and next keys: one seals, all open.
 *
 * They are the runtime's key objects, so no log or error can print them. They are also faster than bytes (a MAC takes 3 µs
 * instead of 22, sealing a value 6 instead of 29, because Node 24 throws and catches to find out what it was given). A key stays
 * known while the process runs, as cached values may still be sealed with it.
 */
export class MasterKey {
  readonly #keys = new Map<string, KeyObject>()
  #sealing: string

  /** @param sealing 32 bytes */
  constructor(sealing: Uint8Array, others: readonly Uint8Array[] = []) {
    this.#sealing = this.learn(sealing)
    for (const other of others) this.learn(other)
  }

  /** The fingerprint of the key that seals. */
  get fingerprint(): string {
    return this.#sealing
  }

  get fingerprints(): readonly string[] {
    return [...this.#keys.keys()]
  }

  knows(fingerprint: string): boolean {
    return this.#keys.has(fingerprint)
  }

  /** Adds a key for opening. @returns its fingerprint */
  learn(bytes: Uint8Array): string {
    assert(bytes.length === KEY_BYTES, 'the master key has 32 bytes')
    const key = createSecretKey(bytes)
    const fingerprint = fingerprintOf(key)
    this.#keys.set(fingerprint, key)
    return fingerprint
  }

  /** @param fingerprint of a known key */
  sealWith(fingerprint: string): void {
    assert(this.#keys.has(fingerprint), 'a key seals that is known')
    this.#sealing = fingerprint
  }

  /** For `seal`, `open` and `macs`: the sealing key comes first. */
  *keys(): Generator<readonly [fingerprint: string, key: KeyObject]> {
    const sealing = this.#keys.get(this.#sealing)
    if (sealing) yield [this.#sealing, sealing]
    for (const entry of this.#keys) if (entry[0] !== this.#sealing) yield entry
  }

  find(fingerprint: string): KeyObject | undefined {
    return this.#keys.get(fingerprint)
  }
}

/** @param bytes 32 bytes */
export const masterKeyFrom = (bytes: Uint8Array): MasterKey => new MasterKey(bytes)

/** The nonce is random, which is safe for some billions of values under one key. */
export function seal(
  masterKey: MasterKey,
  plaintext: Uint8Array,
  context: string,
  randomness: Randomness,
): string {
  const key = masterKey.find(masterKey.fingerprint)
  assert(key !== undefined, 'the key that seals is known')
  const nonce = randomness.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return `${NAMED}${masterKey.fingerprint}.${sealed.toString('base64url')}`
}

/** The prefix of every value that is sealed with a key, and of no other. */
export const sealedPrefix = (fingerprint: string): string => `${NAMED}${fingerprint}.`

/** Opens a value of `seal`. A wrong key, a wrong context and a damaged value fail in the same way. */
export function open(
  masterKey: MasterKey,
  sealed: string,
  context: string,
): Result<Uint8Array, 'NOT_OPENED'> {
  const opened = openedBy(masterKey, sealed, context)
  return opened === undefined ? fail('NOT_OPENED') : succeed(opened.plaintext)
}

/** The content and the fingerprint of the key that opened it; undefined if none does. */
export function openedBy(
  masterKey: MasterKey,
  sealed: string,
  context: string,
): { readonly plaintext: Uint8Array; readonly fingerprint: string } | undefined {
  const [, fingerprint = ''] = sealed.split('.', 2)
  const named = sealed.startsWith(NAMED) ? masterKey.find(fingerprint) : undefined
  if (named !== undefined) {
    const plaintext = decipher(named, sealed.slice(sealedPrefix(fingerprint).length), context)
    return plaintext && { plaintext, fingerprint }
  }
  if (!sealed.startsWith(UNNAMED)) return undefined
  for (const [candidate, key] of masterKey.keys()) {
    const plaintext = decipher(key, sealed.slice(UNNAMED.length), context)
    if (plaintext) return { plaintext, fingerprint: candidate }
  }
  return undefined
}

function decipher(key: KeyObject, text: string, context: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const opening = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  opening.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([opening.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), opening.final()])
  } catch {
    return undefined
  }
}

/** MAC of a text by the sealing key. For creating and checking values that are not stored. */
export function mac(masterKey: MasterKey, text: string): Buffer {
  const key = masterKey.find(masterKey.fingerprint)
  assert(key !== undefined, 'the key that seals is known')
  return textMac(key, text)
}

/** MACs of a text by all known keys, the sealing one first. For checking. */
export const macs = (masterKey: MasterKey, text: string): readonly Buffer[] =>
  Array.from(masterKey.keys(), ([, key]) => textMac(key, text))

/** What is stored of a merchant's secret. The secret is random, so a slow hash would only make us easier to overload. */
export const hashSecret = (secret: string): Uint8Array => createHash('sha256').update(secret, 'utf8').digest()

/** Takes time that depends only on the number of candidates. @returns the ID of the matching one */
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
