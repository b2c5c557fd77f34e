/**
 * Runs background work in batches with a pause after each, so that counting takes less than a twentieth of the time. If
 * the database is slow, the pauses grow.
 */
import type { Cancel, Deps } from '@sluice/core/foundation/deps.ts'

/** The pause after a batch, as a multiple of its duration. */
const REST = 20
/** Limits the pause after a batch that was delayed by something else: its duration says nothing about the work left. */
const LONGEST_PAUSE_MS = 30_000

/** Bounds of a look's time range, and of the duration that it should take. */
const LONGEST_LOOK_MS = 24 * 3_600_000
const SHORTEST_LOOK_MS = 1_000
const SHORT_CHUNK_MS = 20
const LONG_CHUNK_MS = 80

type PaceDeps = Pick<Deps, 'clock'> & { readonly timers: Pick<Deps['timers'], 'after'> }

export class Pace {
  readonly #deps: PaceDeps
  #isEnded = false
  #wake: (() => void) | undefined
  /** Duration of the last batch. */
  #tookMs = 0

  constructor(deps: PaceDeps) {
    this.#deps = deps
  }

  /** The work has to stop; what is unfinished stays as it is. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  get tookMs(): number {
    return this.#tookMs
  }

  begin(): void {
    this.#isEnded = false
  }

  /** Ends the current pause; there are no further ones. */
  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  /** Does one batch of work, then pauses. */
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

/** @param wereMs the range that was read, which may have been shorter than planned */
export function nextLookMs(wantedMs: number, wereMs: number, tookMs: number): number {
  if (tookMs > LONG_CHUNK_MS) return Math.max(SHORTEST_LOOK_MS, Math.floor(wereMs / 2))
  return tookMs < SHORT_CHUNK_MS && wereMs === wantedMs ? Math.min(LONGEST_LOOK_MS, wantedMs * 2) : wantedMs
}
