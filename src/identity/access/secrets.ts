/**
 * Secrets at rest: AES-256-GCM under the master key, bound to what they are for.
 *
 * The context (say, `signing_key:token-1`) is authenticated with the text, so that a sealed value copied into another
 * row does not open there. A sealed value names its key by a fingerprint, so that the master key can be changed while both open.
 * Never logs, never throws for a value that does not open.
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
import type { Randomness } from '../../foundation/deps.ts'
import { assert, fail, type Result, succeed } from '../../foundation/result.ts'
import { textMac } from './text-mac.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Values from before keys had names: whichever key opens them. */
const UNNAMED = 'v1.'
const NAMED = 'v2.'
const FINGERPRINT_BYTES = 8

/** Says which key is meant, and nothing of the key: 16 digits of a MAC. */
const fingerprintOf = (key: KeyObject): string =>
  createHmac('sha256', key)
    .update('sluice-master-key')
    .digest('hex')
    .slice(0, 2 * FINGERPRINT_BYTES)

/**
 * The master key, and those before and after it: one seals, all open.
 *
 * They are keys of the runtime's own: no log and no error can write them out, and with bare bytes each use costs more than what it does
 * (a MAC 22 µs instead of 3, a value sealed 29 instead of 6: Node 24 throws and catches to find out what it was given). A key that
 * was once known stays so while the process runs: what is remembered of the database may still be sealed with it.
 */
export class MasterKey {
  readonly #keys = new Map<string, KeyObject>()
  #sealing: string

  /** @param sealing 32 bytes */
  constructor(sealing: Uint8Array, others: readonly Uint8Array[] = []) {
    this.#sealing = this.learn(sealing)
    for (const other of others) this.learn(other)
  }

  /** Of the key that seals. */
  get fingerprint(): string {
    return this.#sealing
  }

  get fingerprints(): readonly string[] {
    return [...this.#keys.keys()]
  }

  knows(fingerprint: string): boolean {
    return this.#keys.has(fingerprint)
  }

  /** From now on it opens what it sealed. @returns its fingerprint */
  learn(bytes: Uint8Array): string {
    assert(bytes.length === KEY_BYTES, 'the master key has 32 bytes')
    const key = createSecretKey(bytes)
    const fingerprint = fingerprintOf(key)
    this.#keys.set(fingerprint, key)
    return fingerprint
  }

  /** @param fingerprint of one that is known */
  sealWith(fingerprint: string): void {
    assert(this.#keys.has(fingerprint), 'a key seals that is known')
    this.#sealing = fingerprint
  }

  /** For `seal`, `open` and `macs`: the one that seals comes first. */
  *keys(): Generator<readonly [fingerprint: string, key: KeyObject]> {
    const sealing = this.#keys.get(this.#sealing)
    if (sealing) yield [this.#sealing, sealing]
    for (const entry of this.#keys) if (entry[0] !== this.#sealing) yield entry
  }

  find(fingerprint: string): KeyObject | undefined {
    return this.#keys.get(fingerprint)
  }
}

/** @param bytes 32 of them */
export const masterKeyFrom = (bytes: Uint8Array): MasterKey => new MasterKey(bytes)

/** The nonce is random: safe for some billions of values under one key. */
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

/** How everything begins that is sealed with a key, and nothing else. */
export const sealedPrefix = (fingerprint: string): string => `${NAMED}${fingerprint}.`

/** Opens what `seal` made. Fails alike for another key, another context and a damaged value. */
export function open(
  masterKey: MasterKey,
  sealed: string,
  context: string,
): Result<Uint8Array, 'NOT_OPENED'> {
  const opened = openedBy(masterKey, sealed, context)
  return opened === undefined ? fail('NOT_OPENED') : succeed(opened.plaintext)
}

/** What was sealed, and the fingerprint of the key that opened it; undefined where none does. */
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

/** MAC of a text by the key that seals. For what is made and checked, and stored nowhere. */
export function mac(masterKey: MasterKey, text: string): Buffer {
  const key = masterKey.find(masterKey.fingerprint)
  assert(key !== undefined, 'the key that seals is known')
  return textMac(key, text)
}

/** MACs of a text: by the key that seals, then by every other that is known. For what is checked. */
export const macs = (masterKey: MasterKey, text: string): readonly Buffer[] =>
  Array.from(masterKey.keys(), ([, key]) => textMac(key, text))

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
