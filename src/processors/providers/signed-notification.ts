/**
 * Reads a notification: its proof first, over the bytes as they came and in constant time; then its JSON, by a schema; then which of our
 * payments it names. Nothing else of it is read, whatever it says: it is a reason to ask the provider. Pure, and never throws.
 */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { parseJson } from '../../foundation/json-document.ts'
import { readAs } from './answers.ts'
import type { Notification } from './provider.ts'
import { PLAIN_REFERENCE } from './references.ts'

/** More than so many at once are asked about when they are due. */
const MOST_AT_ONCE = 100

export interface NotificationForm<Schema extends TSchema> {
  /** Left out: the provider signs nothing, and its address alone is a secret. */
  readonly isSigned?: (notification: Notification) => boolean
  readonly schema: Schema
  /** By what it names payments. What is no reference of ours is passed over. */
  readonly names: (document: Static<Schema>) => readonly unknown[]
  /** Of the account's references; left out: those of `plainReference`. */
  readonly reference?: RegExp
}

/** @returns which payments of ours it is about; none where it is not the provider's, or cannot be read */
export function signedNotification<Schema extends TSchema>(
  notification: Notification,
  { isSigned, schema, names, reference }: NotificationForm<Schema>,
): readonly string[] {
  if (isSigned && !isSigned(notification)) return []
  const document = readAs(schema, jsonIn(notification.body))
  return document === undefined ? [] : ourReferences(names(document), reference)
}

/** Those of a reference's form, each once. */
export function ourReferences(names: readonly unknown[], form: RegExp = PLAIN_REFERENCE): readonly string[] {
  const ours = names.filter((name): name is string => typeof name === 'string' && form.test(name))
  return [...new Set(ours)].slice(0, MOST_AT_ONCE)
}

/** @returns undefined where it is no JSON that the gateway takes */
export function jsonIn(body: Uint8Array): unknown {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  return parsed.ok ? parsed.value.value : undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/**
 * Hashed first, so that neither what is right of a wrong text nor its length takes another time.
 * @param shown a header: one that came twice, or not at all, is not the same
 */
export const isSameText = (shown: string | string[] | undefined, right: string): boolean =>
  typeof shown === 'string' && timingSafeEqual(digest(shown), digest(right))

/** @param parts signed one after the other */
export function hmacOf(
  algorithm: 'sha256' | 'sha512',
  secret: string,
  encoding: 'hex' | 'base64',
  ...parts: readonly (string | Uint8Array)[]
): string {
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest(encoding)
}

const BASE64 = /^[A-Za-z0-9+/]{1,2048}={0,2}$/

/** @param publicKey of RSA, PEM. @param shown a header in base64: one that came twice, or not at all, signs nothing */
export function isRsaSigned(
  publicKey: string,
  algorithm: 'sha256' | 'sha512',
  body: string | Uint8Array,
  shown: string | string[] | undefined,
): boolean {
  if (typeof shown !== 'string' || !BASE64.test(shown)) return false
  try {
    return verify(algorithm, Buffer.from(body), createPublicKey(publicKey), Buffer.from(shown, 'base64'))
  } catch {
    return false
  }
}
