/**
 * Work in pieces, each followed by a rest: what counts beside creates is at work for less than a twentieth of the time, and whatever makes
 * the database slow makes the rests longer.
 */
import type { Cancel, Deps } from '../foundation/deps.ts'

/** How often its own time it rests after a piece. */
const REST = 20
/** A piece that took so long met something else: it says nothing of how much there is to do. */
const LONGEST_PAUSE_MS = 30_000

/** What has happened is looked for in pieces of so long a time as take so long. */
const LONGEST_LOOK_MS = 24 * 3_600_000
const SHORTEST_LOOK_MS = 1_000
const SHORT_CHUNK_MS = 20
const LONG_CHUNK_MS = 80

type PaceDeps = Pick<Deps, 'clock'> & { readonly timers: Pick<Deps['timers'], 'after'> }

export class Pace {
  readonly #deps: PaceDeps
  #isEnded = false
  #wake: (() => void) | undefined
  /** Of the last piece. */
  #tookMs = 0

  constructor(deps: PaceDeps) {
    this.#deps = deps
  }

  /** There is no time left: what is under way shall be left as it is. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  get tookMs(): number {
    return this.#tookMs
  }

  begin(): void {
    this.#isEnded = false
  }

  /** Ends the rest that is under way; from now on there is none. */
  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  /** Does it, and rests. */
  async chunk<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    const { clock } = this.#deps
    const began = clock.now()
    const outcome = await work()
    this.#tookMs = clock.now() - began
    await this.#rest(Math.min(this.#tookMs * REST, LONGEST_PAUSE_MS))
    return outcome
  }

  async #rest(ms: number): Promise<void> {
    if (ms <= 0 || this.#isEnded) return
    let cancel: Cancel | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      cancel = this.#deps.timers.after(ms, resolve)
    })
    cancel?.()
    this.#wake = undefined
  }
}

/** @param wereMs as long as was looked over, which may have been less than was wanted */
export function nextLookMs(wantedMs: number, wereMs: number, tookMs: number): number {
  if (tookMs > LONG_CHUNK_MS) return Math.max(SHORTEST_LOOK_MS, Math.floor(wereMs / 2))
  return tookMs < SHORT_CHUNK_MS && wereMs === wantedMs ? Math.min(LONGEST_LOOK_MS, wantedMs * 2) : wantedMs
}
