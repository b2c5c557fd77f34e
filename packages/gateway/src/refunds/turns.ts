/**
 * Runs the refunds of one payin one after the other, in order of arrival, within this process. Between processes, the
 * claim of each number decides. Without turns, of fifty simultaneous refunds forty-nine would lose each number. If too
 * many wait, further ones are refused.
 */
const MAX_WAITING = 100

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, number>()

  /** @returns undefined if too many wait for that name already */
  async take<Value>(name: string, work: () => Promise<Value>): Promise<Value | undefined> {
    const waiting = this.#waiting.get(name) ?? 0
    if (waiting >= MAX_WAITING) return undefined
    this.#waiting.set(name, waiting + 1)
    const before = this.#last.get(name) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.#last.set(name, turn)
    try {
      return await turn
    } finally {
      const left = (this.#waiting.get(name) ?? 1) - 1
      if (left > 0) this.#waiting.set(name, left)
      else this.#waiting.delete(name)
      if (this.#last.get(name) === turn) this.#last.delete(name)
    }
  }
}
