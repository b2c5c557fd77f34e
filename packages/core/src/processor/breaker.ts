/**
 * A circuit breaker: after several failures in a row no call goes through for a while, then one call tries again.
 *
 * Made here because the time must be the gateway's: a breaker that reads the system's clock would behave differently in
 * a simulation.
 */
import { type Backoff, backoffMs } from '../foundation/backoff.ts'
import type { Clock, Instant } from '../foundation/deps.ts'

const FAILURES = 5
const PAUSE: Backoff = { firstMs: 10_000, longestMs: 60_000 }

export class Breaker {
  readonly #clock: Clock
  #failures = 0
  #closedUntil: Instant = 0
  #since: Instant
  #isOpen = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#since = clock.now()
  }

  /** No call goes through. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** When the present state began. */
  get since(): Instant {
    return this.#since
  }

  /** Whether to call now. While the breaker is open, one call is let through after each pause. */
  mayCall(): boolean {
    if (!this.#isOpen) return true
    const now = this.#clock.now()
    if (now < this.#closedUntil) return false
    this.#closedUntil = now + this.#pauseMs()
    return true
  }

  succeeded(): void {
    this.#failures = 0
    if (this.#isOpen) this.#turn(false)
  }

  failed(): void {
    this.#failures += 1
    if (this.#failures < FAILURES) return
    if (!this.#isOpen) this.#turn(true)
    this.#closedUntil = this.#clock.now() + this.#pauseMs()
  }

  #pauseMs(): number {
    return backoffMs(PAUSE, this.#failures - FAILURES + 1)
  }

  #turn(isOpen: boolean): void {
    this.#isOpen = isOpen
    this.#since = this.#clock.now()
  }
}
