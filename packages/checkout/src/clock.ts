/**
 * The server's time, whatever this device believes: from the `Date` of its answers, carried on by a clock that nobody sets.
 * `Date` has whole seconds, so of several answers the one that shows the latest time is the best: no answer comes from the future.
 */
export interface Ticking {
  /** Milliseconds since the page was opened; never set, never set back. */
  now(): number
}

export class ServerClock {
  readonly #ticking: Ticking
  /** Server's time less our ticking; undefined until it has answered. */
  #ahead: number | undefined

  constructor(ticking: Ticking = performance) {
    this.#ticking = ticking
  }

  /** @param date the header of an answer that has just come */
  observe(date: string | null): void {
    const server = date === null ? Number.NaN : Date.parse(date)
    if (Number.isNaN(server)) return
    const ahead = server - this.#ticking.now()
    // A device that slept may have ticked less than the time that passed, never more than a second ahead.
    this.#ahead = this.#ahead === undefined ? ahead : Math.max(this.#ahead, ahead)
  }

  /** Milliseconds since the epoch; until the server has answered, this device's own. */
  now(): number {
    return this.#ahead === undefined ? Date.now() : this.#ahead + this.#ticking.now()
  }
}
