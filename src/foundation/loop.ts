/**
 * Work that is done again and again, such as looking for what is due: the one loop that all workers turn in.
 *
 * Promises: rounds never overlap, and each begins so long after the last one ended; whoever wakes it while a round is under way
 * gets another one after it, so nothing that became due meanwhile is overlooked; a round that fails is told in the log, as often as
 * `lasting-failure.ts` says, and followed by the next; `stop` begins no more, and resolves once the round under way has ended. Time comes from `Deps`.
 */
import type { Cancel, Deps } from './deps.ts'
import { type FailureDeps, LastingFailure } from './lasting-failure.ts'

type LoopDeps = Pick<Deps, 'timers'> & FailureDeps

export interface Rounds {
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number
  /** @returns how long to wait for the next one, where that is not `everyMs`; infinite: until it is woken */
  readonly round: (() => Promise<void>) | (() => Promise<number>)
  /** What the log says where a round fails. */
  readonly failed: string
  /** Whose loop it is, for the log. */
  readonly about?: object
}

export class Loop {
  readonly #deps: LoopDeps
  readonly #rounds: Rounds
  /** Whichever comes first begins the next round, and ends the others. */
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

  /** From `start` to `stop`. A long round looks here whether to go on. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Neither at work nor about to try again what has failed: whoever sees that something is due may wake it. */
  get isResting(): boolean {
    return this.#isRunning && !this.#inProgress && !this.#hasFailed
  }

  /** The first round comes after so long, or when it is woken. */
  start(firstMs = this.#rounds.everyMs): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.wakeWithin(firstMs)
  }

  /** A round begins now, or as soon as the one under way has ended. Before `start` and after `stop` it does nothing. */
  wake(): void {
    if (!this.#isRunning) return
    if (this.#inProgress) this.#again = true
    else this.#begin()
  }

  /** As `wake`, so long from now, should nothing wake it before. */
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
    this.#inProgress = this.#round().then((delayMs) => {
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

/** One that has been started. */
export function startedLoop(deps: LoopDeps, rounds: Rounds): Loop {
  const loop = new Loop(deps, rounds)
  loop.start()
  return loop
}
