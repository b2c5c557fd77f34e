/**
 * Reads a notification: first its signature, over the exact bytes and in constant time; then its JSON, by a schema; then which of our
 * payments it names. Nothing else in it is used: a notification only leads to a status inquiry. Pure, and never throws.
 */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { parseJson } from '@sluice/core/foundation/json-document.ts'
import type { Static, TSchema } from 'typebox'
import { readAs } from './answers.ts'
import type { Notification, NotificationAnswer, NotificationReading } from './provider.ts'
import { PLAIN_REFERENCE } from './references.ts'

/** More than these get their scheduled status inquiries only. */
const MOST_AT_ONCE = 100

export interface NotificationForm<Schema extends TSchema> {
  /** Left out: the provider does not sign, and only the URL is secret. */
  readonly isSigned?: (notification: Notification) => boolean
  readonly schema: Schema
  /** The values by which it names payments. Those that are not references of ours are ignored. */
  readonly names: (document: Static<Schema>) => readonly unknown[]
  /** The form of the account's references. Default: that of `plainReference`. */
  readonly reference?: RegExp
}

/** @returns the references it is about; none if it is not signed by the provider, or cannot be read */
export function signedNotification<Schema extends TSchema>(
  notification: Notification,
  { isSigned, schema, names, reference }: NotificationForm<Schema>,
): readonly string[] {
  if (isSigned && !isSigned(notification)) return []
  const document = readAs(schema, jsonIn(notification.body))
  return document === undefined ? [] : ourReferences(names(document), reference)
}

/** Makes an account's `readNotification`. @param answer default: 200 with an empty object */
export const reading =
  (referencesIn: (notification: Notification) => readonly string[], answer?: NotificationAnswer) =>
  (notification: Notification): NotificationReading => ({
    references: referencesIn(notification),
    ...(answer && { answer }),
  })

/** The values that have the form of a reference, each once. */
export function ourReferences(names: readonly unknown[], form: RegExp = PLAIN_REFERENCE): readonly string[] {
  const ours = names.filter((name): name is string => typeof name === 'string' && form.test(name))
  return [...new Set(ours)].slice(0, MOST_AT_ONCE)
}

/** @returns undefined if it is not JSON that the gateway accepts */
export function jsonIn(body: Uint8Array): unknown {
  const parsed = parseJson(Buffer.from(body).toString('utf8'))
  return parsed.ok ? parsed.value.value : undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/**
 * Compares a signature in constant time. Both are hashed first, so that not even the length shows in the time.
 * @param shown a header; false if it is missing or was sent twice
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

/** @param publicKey RSA, PEM. @param shown a header in base64; false if it is missing or was sent twice */
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
