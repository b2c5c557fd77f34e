/**
 * Signatures: whether `X-SIGNATURE` proves that the holder of one of these keys sent these bytes.
 *
 * RSASSA-PKCS1-v1_5 with SHA-256, base64, over the body's bytes as received, or over those bytes without the white space between
 * JSON tokens. The JSON is not serialised again, so key order, number formats and escapes stay as the merchant signed them.
 * Verification is synchronous, which keeps simulations repeatable. Never throws.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { fail, type Result, succeed } from './result.ts'

const MIN_KEY_BITS = 2048
/** The cost of verifying grows with the square of the size. 8192 bits take 1 ms. */
const MAX_KEY_BITS = 8192
/** 8192 bits in base64. */
const MAX_SIGNATURE_CHARACTERS = 1368
const MAX_PEM_CHARACTERS = 10_000

export interface PublicKey {
  /** Normalised: SPKI, `BEGIN PUBLIC KEY`. */
  readonly pem: string
  readonly bits: number
  readonly key: KeyObject
}

export type PublicKeyFault = 'NOT_PEM' | 'NOT_RSA' | 'TOO_SHORT' | 'TOO_LONG'

/** Reads a merchant's public key: PEM of SPKI or PKCS#1. A private key or a certificate is refused as NOT_PEM. */
export function parsePublicKey(pem: string): Result<PublicKey, PublicKeyFault> {
  if (pem.length > MAX_PEM_CHARACTERS) return fail('NOT_PEM')
  if (!/^\s*-----BEGIN (?:RSA )?PUBLIC KEY-----/.test(pem)) return fail('NOT_PEM')
  const key = readKey(pem)
  if (key === undefined) return fail('NOT_PEM')
  if (key.asymmetricKeyType !== 'rsa') return fail('NOT_RSA')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < MIN_KEY_BITS) return fail('TOO_SHORT')
  if (bits > MAX_KEY_BITS) return fail('TOO_LONG')
  return succeed({ pem: key.export({ type: 'spki', format: 'pem' }).toString(), bits, key })
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

export interface CandidateKey {
  readonly id: string
  readonly key: KeyObject
}

export interface Proof {
  readonly keyId: string
  /** The bytes that the signature actually covers. */
  readonly signedBytes: Uint8Array
}

/**
 * Tries the keys on the bytes as received, then on the minified ones.
 *
 * @param padding a key tried as often as needed to make any failure take as long as one with `PADDED_TO` keys, so that timing
 * does not distinguish an unknown merchant from a wrong signature
 */
export function verifySignature(
  body: Uint8Array,
  signature: string,
  keys: readonly CandidateKey[],
  padding: KeyObject,
): Proof | undefined {
  const decoded = decodeBase64(signature)
  if (decoded === undefined) return undefined
  const minified = minify(body)
  const variants = minified.length === body.length ? [body] : [body, minified]
  for (const signedBytes of variants) {
    const match = keys.find(({ key }) => holds(signedBytes, key, decoded))
    if (match !== undefined) return { keyId: match.id, signedBytes }
  }
  for (const signedBytes of variants) {
    for (let tried = keys.length; tried < PADDED_TO; tried += 1) holds(signedBytes, padding, decoded)
  }
  return undefined
}

const PADDED_TO = 3

const holds = (bytes: Uint8Array, key: KeyObject, signature: Uint8Array): boolean => {
  try {
    return verify('sha256', bytes, key, signature)
  } catch {
    return false
  }
}

/** Whether it has the form of a signature. */
export const isSignature = (text: string): boolean => decodeBase64(text) !== undefined

function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length > MAX_SIGNATURE_CHARACTERS || text.length % 4 !== 0) return undefined
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** Removes the white space between the tokens of a JSON text, byte by byte. Strings stay as they are. */
export function minify(json: Uint8Array): Uint8Array {
  const kept = new Uint8Array(json.length)
  let length = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0
    if (!inString && isSpace(byte)) continue
    kept[length] = byte
    length += 1
    if (byte === QUOTE) inString = !inString
    else if (inString && byte === BACKSLASH && index + 1 < json.length) {
      index += 1
      kept[length] = json[index] ?? 0
      length += 1
    }
  }
  return kept.subarray(0, length)
}
