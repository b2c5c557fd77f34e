/**
 * What of people is sealed under the master key, and what is proved by it: the secrets that one-time codes are made of, tickets that a
 * browser keeps for a few minutes, and challenges. Tickets and challenges are stored nowhere, so strangers can ask for as many as they like.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Instant, Randomness } from '../../foundation/deps.ts'
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

/** @returns undefined where the key is not known here */
export function openAppSecret(masterKey: MasterKey, person: string, sealed: string): string | undefined {
  const opened = open(masterKey, sealed, contextOfApp(person))
  return opened.ok ? Buffer.from(opened.value).toString() : undefined
}

/** For a browser to keep and send back: what is in it, and until when. */
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

/** @returns undefined where it was not made here for this, or its time is over */
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

/** What a challenge is for, and for whom: an answer to one is no answer to another. */
export type ChallengeFor = `sign-in:` | `step-up:${string}` | `link:${string}` | `add:${string}`

const textOf = (purpose: ChallengeFor, head: Uint8Array): string =>
  `sign-in-challenge:${purpose}:${Buffer.from(head).toString('base64url')}`

/** In base64url, as WebAuthn has it. */
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

/** Whether it was made here for this purpose, not long ago. That it is answered once only: `spent.ts`. */
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

/** What is kept of a secret that a person or a browser has: it is random, so a plain hash tells nothing of it. */
export const hashText = (secret: string): string => Buffer.from(hashSecret(secret)).toString('hex')
