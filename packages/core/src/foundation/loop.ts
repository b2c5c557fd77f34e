/**
 * The loop of every background worker: work that is repeated, such as looking for due tasks.
 *
 * - Rounds never overlap. Each begins a fixed time after the last one ended.
 * - `wake` during a round starts another one after it, so work that became due in between is not missed.
 * - A failed round is logged (as often as `lasting-failure.ts` allows), and the loop goes on.
 * - `stop` starts no new round, and resolves when the current one has ended.
 *
 * Time comes from `Deps`.
 */
import type { Cancel, Deps } from './deps.ts'
import { type FailureDeps, LastingFailure } from './lasting-failure.ts'
import { apart } from './tracing.ts'

type LoopDeps = Pick<Deps, 'timers' | 'tracing'> & FailureDeps

export interface Rounds {
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number
  /** @returns how long to wait for the next round, if not `everyMs`; infinite: until it is woken */
  readonly round: (() => Promise<void>) | (() => Promise<number>)
  /** The log message when a round fails. */
  readonly failed: string
  /** Fields for the log that identify the loop. */
  readonly about?: object
}

export class Loop {
  readonly #deps: LoopDeps
  readonly #rounds: Rounds
  /** The first one to run begins the next round and cancels the others. */
  #planned: Cancel[] = []
  #inProgress: Promise<void> | undefined
  #again = false
  #isRunning = false
  #hasFailed = false
  readonly #failure: LastingFailure

  constructor(deps: LoopDeps, rounds: Rounds) {
    this.#deps = deps
    this.#rounds = rounds
    this.#failure = new LastingFailure(deps, rounds.failed, rounds.about)
  }

  /** True from `start` to `stop`. A long round checks it to see whether to go on. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Neither working nor about to retry: a caller with due work may wake it. */
  get isResting(): boolean {
    return this.#isRunning && !this.#inProgress && !this.#hasFailed
  }

  /** The first round begins after this time, or when woken. */
  start(firstMs = this.#rounds.everyMs): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.wakeWithin(firstMs)
  }

  /** Begins a round now, or as soon as the current one has ended. Does nothing before `start` and after `stop`. */
  wake(): void {
    if (!this.#isRunning) return
    if (this.#inProgress) this.#again = true
    else this.#begin()
  }

  /** Wakes it after this time, unless it is woken before. */
  wakeWithin(delayMs: number): void {
    if (!this.#isRunning || delayMs === Number.POSITIVE_INFINITY) return
    this.#planned.push(this.#deps.timers.after(delayMs, () => this.wake()))
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#forgetPlans()
    await this.#inProgress
  }

  #begin(): void {
    this.#forgetPlans()
    this.#hasFailed = false
    this.#inProgress = apart(this.#deps.tracing, () => this.#round()).then((delayMs) => {
      this.#inProgress = undefined
      const again = this.#again
      this.#again = false
      this.wakeWithin(again ? 0 : delayMs)
    })
  }

  async #round(): Promise<number> {
    const { everyMs, round } = this.#rounds
    try {
      const delayMs = await round()
      this.#failure.worked()
      return typeof delayMs === 'number' ? delayMs : everyMs
    } catch (error) {
      this.#hasFailed = true
      this.#failure.failed(error)
      return everyMs
    }
  }

  #forgetPlans(): void {
    for (const cancel of this.#planned) cancel()
    this.#planned = []
  }
}

/** Creates and starts a loop. */
export function startedLoop(deps: LoopDeps, rounds: Rounds): Loop {
  const loop = new Loop(deps, rounds)
  loop.start()
  return loop
}
