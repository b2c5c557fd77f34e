/**
 * Few at a time for each caller, in each process: for what costs the database, or holds a connection, longer than a request should. Who
 * wants more is told to come again, so that one caller cannot keep the others waiting.
 */
import { httpProblem, ProblemError } from './problems.ts'

export class FewAtOnce {
  readonly #limit: number
  readonly #reported: string
  readonly #inProgress = new Map<string, number>()

  /** @param told to who wants one more */
  constructor(limit: number, reported: string) {
    this.#limit = limit
    this.#reported = reported
  }

  /** @returns what gives the place back, once however often it is called. @throws ProblemError 429 */
  enter(caller: string): () => void {
    const others = this.#inProgress.get(caller) ?? 0
    if (others >= this.#limit)
      throw new ProblemError(
        httpProblem('RATE_LIMITED', this.#reported, { headers: { 'retry-after': '10' } }),
      )
    this.#inProgress.set(caller, others + 1)
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      const left = (this.#inProgress.get(caller) ?? 1) - 1
      if (left > 0) this.#inProgress.set(caller, left)
      else this.#inProgress.delete(caller)
    }
  }

  /** While `work` is under way. @throws ProblemError 429 */
  async during<Made>(caller: string, work: () => Promise<Made>): Promise<Made> {
    const leave = this.enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
