/**
 * An account's access token: requested when it is needed, once for all waiting calls, and renewed before it expires.
 *
 * Kept in memory, by each node for itself, because a token is worth as much as the credentials. Providers give each node its own token,
 * or the same one again.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { CallAnswer, GrantedToken } from './reach.ts'

/** What may stand in a header. */
const TEXT = /^[\x21-\x7e]{1,8192}$/
const LONGEST_SECS = 31_536_000

const Granted = Type.Object({
  access_token: Type.String({ maxLength: 8_192 }),
  expires_in: Type.Optional(Type.Number()),
})
/** The usual answer of OAuth 2.0. */
export function grantedByOauth(body: unknown): GrantedToken | undefined {
  if (!Check(Granted, body)) return undefined
  const { access_token: text, expires_in: lifeSecs } = body
  return { text, ...(lifeSecs !== undefined && { lifeSecs }) }
}

/** If the provider does not say: short enough to be safe. */
const USUAL_SECS = 300
/** Renewed a tenth of its life before it expires, at most a minute: a call sent with it must still arrive in time. */
const MARGIN = 0.1
const LONGEST_MARGIN_MS = 60_000

interface Kept {
  readonly text: string
  readonly until: Instant
}

export class AccessToken {
  readonly #clock: Clock
  readonly #ask: () => Promise<CallAnswer>
  readonly #read: (body: unknown) => GrantedToken | undefined
  #kept: Kept | undefined
  #asking: Promise<Kept | undefined> | undefined

  constructor(
    clock: Clock,
    ask: () => Promise<CallAnswer>,
    read: (body: unknown) => GrantedToken | undefined,
  ) {
    this.#clock = clock
    this.#ask = ask
    this.#read = read
  }

  /** @returns undefined if the provider gives none */
  async current(): Promise<string | undefined> {
    if (this.#kept && this.#clock.now() < this.#kept.until) return this.#kept.text
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined
    })
    return (await this.#asking)?.text
  }

  /** The provider refuses this token. */
  forget(token: string): void {
    if (this.#kept?.text === token) this.#kept = undefined
  }

  async #renew(): Promise<Kept | undefined> {
    const requestedAt = this.#clock.now()
    const answer = await this.#ask()
    if (answer.type === 'none' || answer.status < 200 || answer.status > 299) return undefined
    const granted = this.#read(answer.body)
    if (!granted) return undefined
    const { text, lifeSecs = USUAL_SECS } = granted
    if (!TEXT.test(text) || !(lifeSecs > 0 && lifeSecs <= LONGEST_SECS)) return undefined
    const lifeMs = lifeSecs * 1_000
    this.#kept = { text, until: requestedAt + lifeMs - Math.min(lifeMs * MARGIN, LONGEST_MARGIN_MS) }
    return this.#kept
  }
}
