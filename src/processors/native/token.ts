/**
 * The access token of an account: asked for when it is needed, once however many wait for it, and anew before it ends.
 *
 * In memory, and each node has its own: a token is worth as much as the credentials, and need not lie anywhere. Providers that are asked
 * by many nodes give each its own, or the same one again.
 */
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { Clock, Instant } from '../../foundation/deps.ts'
import type { CallAnswer } from './reach.ts'

const Granted = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[\\x21-\\x7e]+$' }),
  expires_in: Type.Optional(Type.Number({ minimum: 1, maximum: 31_536_000 })),
})
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
  #kept: Kept | undefined
  #asking: Promise<Kept | undefined> | undefined

  constructor(clock: Clock, ask: () => Promise<CallAnswer>) {
    this.#clock = clock
    this.#ask = ask
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
    const askedAt = this.#clock.now()
    const answer = await this.#ask()
    if (answer.type === 'none' || answer.status !== 200 || !Check(Granted, answer.body)) return undefined
    const { access_token: text, expires_in: seconds = USUAL_SECS } = answer.body
    const lifeMs = seconds * 1_000
    this.#kept = { text, until: askedAt + lifeMs - Math.min(lifeMs * MARGIN, LONGEST_MARGIN_MS) }
    return this.#kept
  }
}
