/**
 * What CHIP tells us by itself: a purchase or a send instruction as it is now, signed by RSA over the very bytes (`X-Signature`, base64).
 * Collect signs by SHA-256 and the company's key, Send by SHA-512 and the key of its webhook. Only the reference is read of it. Pure.
 */
import { createPublicKey, verify } from 'node:crypto'
import { Type } from 'typebox'
import { parseJson } from '../../../http/body.ts'
import { readAs } from '../answers.ts'

const Reported = Type.Object({ reference: Type.String() })
/** All references of ours have this form. */
const OURS = /^[0-9a-f]{32}[0-9]{0,3}$/
const BASE64 = /^[A-Za-z0-9+/]{1,2048}={0,2}$/

export type Digest = 'sha256' | 'sha512'

/** @param publicKey PEM. @param shown the header; nothing where it came twice */
export function isSigned(
  publicKey: string,
  digest: Digest,
  body: Uint8Array,
  shown: string | string[] | undefined,
): boolean {
  if (typeof shown !== 'string' || !BASE64.test(shown)) return false
  try {
    return verify(digest, body, createPublicKey(publicKey), Buffer.from(shown, 'base64'))
  } catch {
    return false
  }
}

/** @param body that was signed */
export function referencesIn(body: Uint8Array): readonly string[] {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  const reference = parsed.ok ? readAs(Reported, parsed.value.value)?.reference : undefined
  return reference !== undefined && OURS.test(reference) ? [reference] : []
}
