/**
 * What a page does while the gateway does not answer. One question asks for all of them, ever more seldom, and no two pages at the same
 * moments; once there is an answer, all are asked. Whoever comes back to the page, or comes online again, waits for nothing.
 */
import { signal } from '@preact/signals'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000

/** All pages lose a gateway that restarts at the same moment: they do not come back at the same moment. @returns half of it to all of it */
export const spread = (waitMs: number): number => waitMs * (0.5 + Math.random() / 2)

export class Reach {
  /** False: the latest request got no answer. */
  readonly isConnected = signal(true)
  /** When it is asked again, in ms since 1970; undefined: it is being asked, or it answers. */
  readonly nextTryAt = signal<number | undefined>(undefined)
  readonly #ask: { readonly one: () => void; readonly all: () => void }
  #waitMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param ask `one` asks one question, unless it is being asked or nobody can see its answer; `all` asks everything */
  constructor(ask: { readonly one: () => void; readonly all: () => void }) {
    this.#ask = ask
  }

  /** A request got no answer. */
  readonly lost = (): void => {
    this.isConnected.value = false
    // Several were under way.
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

  /** Somebody is there again, or wants it. */
  readonly tryNow = (): void => {
    this.#stop()
    this.#ask.one()
  }

  /** A clock would ask: only where no try is planned, because nobody could see the last one's answer. */
  readonly tick = (): void => {
    if (this.#timer === undefined) this.#ask.one()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.nextTryAt.value = undefined
  }
}
