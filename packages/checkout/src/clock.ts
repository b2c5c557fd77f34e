/**
 * The server's time, independent of this device's clock: taken from the `Date` header of answers and advanced by a monotonic clock. `Date`
 * has whole seconds, so of several answers the one that gives the latest time is the best: no answer is ahead of the server.
 */
export interface Ticking {
  /** Milliseconds since the page was opened; never set back. */
  now(): number
}

export class ServerClock {
  readonly #ticking: Ticking
  /** The server's time less the monotonic clock; undefined until the first answer. */
  #ahead: number | undefined

  constructor(ticking: Ticking = performance) {
    this.#ticking = ticking
  }

  /** @param date the header of an answer that has just arrived */
  observe(date: string | null): void {
    const server = date === null ? Number.NaN : Date.parse(date)
    if (Number.isNaN(server)) return
    const ahead = server - this.#ticking.now()
    // A device that slept may have counted less time than passed, never more than a second too much.
    this.#ahead = this.#ahead === undefined ? ahead : Math.max(this.#ahead, ahead)
  }

  /** Milliseconds since the epoch; by this device's clock until the first answer. */
  now(): number {
    return this.#ahead === undefined ? Date.now() : this.#ahead + this.#ticking.now()
  }
}
