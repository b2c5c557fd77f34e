/**
 * Logs something that keeps failing without filling the log: at the first failure, then after one second, two, four and so on up
 * to ten minutes, and once when it works again. A database that is down for an hour leaves a dozen lines, not thousands that hide
 * everything else.
 *
 * A failure is logged immediately if there was none in the last ten minutes. Something that fails every other time logs no more
 * lines than something that always fails. It does not decide when to retry; the caller does.
 */
import type { Deps, Instant } from './deps.ts'
import { errorText } from './errors.ts'

const FIRST_MS = 1_000
const MOST_MS = 600_000

/** Without a clock each failure is logged. */
export type FailureDeps = Pick<Deps, 'log'> & Partial<Pick<Deps, 'clock'>>

export class LastingFailure {
  readonly #deps: FailureDeps
  readonly #message: string
  readonly #about: object | undefined
  /** When the current run of failures began; undefined while it works. */
  #since: Instant | undefined
  #isReported = false
  /** Failures since the last line. */
  #untold = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #reportAt = Number.NEGATIVE_INFINITY
  #everyMs = FIRST_MS

  /** @param message what fails @param about fields for the log */
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
