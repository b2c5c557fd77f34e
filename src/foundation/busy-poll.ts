/**
 * Busy polling: for some hundred microseconds the event loop asks again and again for what is expected, instead of sleeping until it is
 * there. A thread that slept must be woken, and finds its caches cold: what takes 17 µs right after others like it takes 35 after a
 * millisecond of sleep.
 *
 * Promises that it holds nothing up, since each round of the loop serves all that is there, and that it costs next to nothing where it does
 * not pay: what does not come within the limit is left to sleep the next two times, then four, at most 64. Knows nothing of what is
 * expected. For a thread that has a core to itself: on a single core it would keep from working whom it waits for.
 */

/** The event loop of a thread. */
export interface EventLoop {
  /** Milliseconds with their fractions, since whenever; never goes back. */
  nowMs(): number
  /** Runs `action` once all that is there now has been served, without sleeping. */
  nextRound(action: () => void): void
}

const MOST_DOUBLINGS = 6

export class BusyPoll {
  readonly #loop: EventLoop
  readonly #limitMs: number
  /** Undefined: nothing is polled for. */
  #untilMs: number | undefined
  #isTurning = false
  #inVain = 0
  #toLeaveOut = 0

  constructor(loop: EventLoop, limitMs: number) {
    this.#loop = loop
    this.#limitMs = limitMs
  }

  /** Something is expected from now on. */
  begin(): void {
    if (this.#toLeaveOut > 0) {
      this.#toLeaveOut -= 1
      return
    }
    this.#untilMs = this.#loop.nowMs() + this.#limitMs
    if (this.#isTurning) return
    this.#isTurning = true
    this.#loop.nextRound(this.#turn)
  }

  /** It came. */
  end(): void {
    if (this.#untilMs === undefined) return
    this.#untilMs = undefined
    this.#inVain = 0
  }

  /** It does not pay: it did not come in time, or there is other work that keeps the thread awake. */
  giveUp(): void {
    this.#untilMs = undefined
    if (this.#inVain < MOST_DOUBLINGS) this.#inVain += 1
    this.#toLeaveOut = 2 ** this.#inVain
  }

  readonly #turn = (): void => {
    if (this.#untilMs !== undefined && this.#loop.nowMs() < this.#untilMs) {
      this.#loop.nextRound(this.#turn)
      return
    }
    this.#isTurning = false
    if (this.#untilMs !== undefined) this.giveUp()
  }
}
