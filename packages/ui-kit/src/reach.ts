/**
 * What a page does while the gateway does not answer. One request tries for all screens, with growing and random
 * intervals; after an answer, all are reloaded. When the user returns to the page, or the browser comes online, it
 * tries immediately.
 */
import { signal } from '@preact/signals'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000

/**
 * Spreads retries: all pages lose a restarting gateway at the same moment. @returns between half of it and all of it
 */
export const spread = (waitMs: number): number => waitMs * (0.5 + Math.random() / 2)

export class Reach {
  /** False: the latest request got no answer. */
  readonly isConnected = signal(true)
  /** Time of the next attempt, in ms since 1970; undefined: one is running, or the gateway answers. */
  readonly nextTryAt = signal<number | undefined>(undefined)
  readonly #ask: { readonly one: () => void; readonly all: () => void }
  #waitMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param ask `one` sends one request, unless it is running or nobody can see its answer; `all` sends all */
  constructor(ask: { readonly one: () => void; readonly all: () => void }) {
    this.#ask = ask
  }

  /** A request got no answer. */
  readonly lost = (): void => {
    this.isConnected.value = false
    // Several requests failed together.
    if (this.#timer !== undefined) return
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs === 0 ? FIRST_WAIT_MS : this.#waitMs * 2)
    const waitMs = spread(this.#waitMs)
    this.nextTryAt.value = Date.now() + waitMs
    this.#timer = setTimeout(this.tryNow, waitMs)
  }

  /** A request was answered, whatever the answer. */
  readonly found = (): void => {
    if (this.isConnected.value) return
    this.#stop()
    this.#waitMs = 0
    this.isConnected.value = true
    this.#ask.all()
  }

  /** The user has returned, or wants it. */
  readonly tryNow = (): void => {
    this.#stop()
    this.#ask.one()
  }

  /**
   * A timer would send a request: allowed only if no attempt is planned, because nobody could see the last one's
   * answer.
   */
  readonly tick = (): void => {
    if (this.#timer === undefined) this.#ask.one()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.nextTryAt.value = undefined
  }
}
