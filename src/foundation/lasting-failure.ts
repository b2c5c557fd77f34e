/**
 * Something that is tried again and again, as the log tells it when it fails: the first time, then after a second, two, four and so on
 * up to ten minutes, and once when it works again. So a database that is gone for an hour makes a dozen lines, and not thousands that
 * hide everything else.
 *
 * Promises: what has not failed for ten minutes is told at once; what fails every other time makes no more lines than what fails always
 * and comes back. Decides nothing: whoever tries decides when to try again.
 */
import type { Deps, Instant } from './deps.ts'
import { errorText } from './errors.ts'

const FIRST_MS = 1_000
const MOST_MS = 600_000

/** Without a clock each failure is told. */
export type FailureDeps = Pick<Deps, 'log'> & Partial<Pick<Deps, 'clock'>>

export class LastingFailure {
  readonly #deps: FailureDeps
  readonly #message: string
  readonly #about: object | undefined
  /** When this one began; undefined while it works. */
  #since: Instant | undefined
  #isReported = false
  /** Since the last line. */
  #untold = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #reportAt = Number.NEGATIVE_INFINITY
  #everyMs = FIRST_MS

  /** @param message what fails, as the log has it @param about whose it is */
  constructor(deps: FailureDeps, message: string, about?: object) {
    this.#deps = deps
    this.#message = message
    this.#about = about
  }

  failed(error: unknown): void {
    const now = this.#deps.clock?.now()
    if (now === undefined) {
      this.#tell(error)
      return
    }
    if (now - this.#lastAt >= MOST_MS) {
      this.#everyMs = FIRST_MS
      this.#reportAt = now
    }
    this.#since ??= now
    this.#lastAt = now
    if (now < this.#reportAt) {
      this.#untold += 1
      return
    }
    this.#tell(error)
    this.#isReported = true
    this.#untold = 0
    this.#reportAt = now + this.#everyMs
    this.#everyMs = Math.min(this.#everyMs * 2, MOST_MS)
  }

  worked(): void {
    if (this.#since === undefined) return
    const failedForMs = (this.#deps.clock?.now() ?? this.#since) - this.#since
    this.#since = undefined
    if (!this.#isReported) return
    this.#isReported = false
    this.#deps.log.warn({ ...this.#about, failedForMs }, `${this.#message}: it works again`)
  }

  #tell(error: unknown): void {
    const more = this.#untold > 0 && { untold: this.#untold }
    this.#deps.log.warn({ ...this.#about, error: errorText(error), ...more }, this.#message)
  }
}
