/**
 * What is sealed or proved with the master key for people: the secrets of one-time codes, tickets that a browser keeps for a few
 * minutes, and challenges. Tickets and challenges are not stored, so strangers can request any number.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Instant, Randomness } from '@sluice/core/foundation/deps.ts'
import { sealedColumn } from '../access/sealed-places.ts'
import { hashSecret, type MasterKey, mac, macs, open, seal } from '../access/secrets.ts'

export const SEALED_AUTHENTICATOR_APPS = sealedColumn({
  what: 'secrets of authenticator apps',
  table: 'authenticator_app',
  column: 'secret',
  key: ['person'],
  contextOf: (row) => contextOfApp(String(row.person)),
})

const contextOfApp = (person: string): string => `authenticator_app:${person}`

export const sealAppSecret = (
  masterKey: MasterKey,
  person: string,
  secret: string,
  randomness: Randomness,
): string => seal(masterKey, Buffer.from(secret), contextOfApp(person), randomness)

/** @returns undefined if its key is not known here */
export function openAppSecret(masterKey: MasterKey, person: string, sealed: string): string | undefined {
  const opened = open(masterKey, sealed, contextOfApp(person))
  return opened.ok ? Buffer.from(opened.value).toString() : undefined
}

/** For a browser to keep and send back: its content and its expiry. */
export function sealTicket(
  masterKey: MasterKey,
  purpose: string,
  content: object,
  until: Instant,
  randomness: Randomness,
): string {
  const text = JSON.stringify({ ...content, until })
  return seal(masterKey, Buffer.from(text), `ticket:${purpose}`, randomness)
}

/** @returns undefined if it was not made here for this purpose, or has expired */
export function openTicket(
  masterKey: MasterKey,
  purpose: string,
  ticket: string,
  now: Instant,
): Readonly<Record<string, unknown>> | undefined {
  const opened = open(masterKey, ticket, `ticket:${purpose}`)
  if (!opened.ok) return undefined
  const content: Record<string, unknown> = JSON.parse(Buffer.from(opened.value).toString())
  return typeof content.until === 'number' && now < content.until ? content : undefined
}

// ── Challenges ──────────────────────────────────────────────────────────────────────────────────────────────────────

const NONCE_BYTES = 16
const TIME_BYTES = 6
const MAC_BYTES = 32
export const CHALLENGE_LASTS_MS = 5 * 60_000

/** What a challenge is for, and for whom. An answer is valid for no other purpose or person. */
export type ChallengeFor = `sign-in:` | `step-up:${string}` | `link:${string}` | `add:${string}`

const textOf = (purpose: ChallengeFor, head: Uint8Array): string =>
  `sign-in-challenge:${purpose}:${Buffer.from(head).toString('base64url')}`

/** In base64url, as WebAuthn requires. */
export function makeChallenge(
  masterKey: MasterKey,
  purpose: ChallengeFor,
  now: Instant,
  randomness: Randomness,
): string {
  const head = Buffer.concat([randomness.bytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)])
  head.writeUIntBE(now, NONCE_BYTES, TIME_BYTES)
  return Buffer.concat([head, mac(masterKey, textOf(purpose, head))]).toString('base64url')
}

/** Whether it was recently made here for this purpose. `spent.ts` ensures that it is answered only once. */
export function isChallenge(
  masterKey: MasterKey,
  purpose: ChallengeFor,
  challenge: string,
  now: Instant,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return false
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
  const madeAt = head.readUIntBE(NONCE_BYTES, TIME_BYTES)
  if (now < madeAt - CHALLENGE_LASTS_MS || now >= madeAt + CHALLENGE_LASTS_MS) return false
  const given = bytes.subarray(NONCE_BYTES + TIME_BYTES)
  return macs(masterKey, textOf(purpose, head)).some((own) => timingSafeEqual(own, given))
}

/** What is stored of a person's or browser's secret. The secret is random, so a plain hash reveals nothing. */
export const hashText = (secret: string): string => Buffer.from(hashSecret(secret)).toString('hex')
