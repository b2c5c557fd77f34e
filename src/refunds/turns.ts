/**
 * One after the other, in the order in which they came: refunds of one payin, within this process. The claim of each number decides
 * between processes; without turns fifty at once would lose each number forty-nine times. Who waits for too many is not let in.
 */
const MAX_WAITING = 100

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, number>()

  /** @returns undefined where too many wait for that name already */
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
