/**
 * Limits concurrent requests per caller, in each process, for work that uses the database or a connection for long. Further
 * requests get a 429, so that one caller cannot keep others waiting.
 */
import { httpProblem, ProblemError } from './problems.ts'

export class FewAtOnce {
  readonly #limit: number
  readonly #reported: string
  readonly #inProgress = new Map<string, number>()

  /** @param reported the text for a caller over the limit */
  constructor(limit: number, reported: string) {
    this.#limit = limit
    this.#reported = reported
  }

  /** @returns a function that frees the place; calling it again does nothing @throws ProblemError 429 */
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

  /** Holds a place while `work` runs. @throws ProblemError 429 */
  async during<Made>(caller: string, work: () => Promise<Made>): Promise<Made> {
    const leave = this.enter(caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
