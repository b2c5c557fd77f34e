/**
 * The access token of an account: asked for when it is needed, once however many wait for it, and anew before it ends.
 *
 * In memory, and each node has its own: a token is worth as much as the credentials, and need not lie anywhere. Providers that are asked
 * by many nodes give each its own, or the same one again.
 */
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Clock, Instant } from '../../foundation/deps.ts'
import type { CallAnswer, GrantedToken } from './reach.ts'

/** As it may stand in a header. */
const TEXT = /^[\x21-\x7e]{1,8192}$/
const LONGEST_SECS = 31_536_000

const Granted = Type.Object({
  access_token: Type.String({ maxLength: 8_192 }),
  expires_in: Type.Optional(Type.Number()),
})
/** The answer of OAuth 2.0. */
export function grantedByOauth(body: unknown): GrantedToken | undefined {
  if (!Check(Granted, body)) return undefined
  const { access_token: text, expires_in: lifeSecs } = body
  return { text, ...(lifeSecs !== undefined && { lifeSecs }) }
}

/** Where the provider does not say: short enough to be true. */
const USUAL_SECS = 300
/** A tenth of its life, and a minute at most, before its end: what is sent with it must arrive before then. */
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

  /** @returns undefined where none is given */
  async current(): Promise<string | undefined> {
    if (this.#kept && this.#clock.now() < this.#kept.until) return this.#kept.text
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined
    })
    return (await this.#asking)?.text
  }

  /** The provider refuses this one. */
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
