/**
 * Lets so many in at a time; the others wait in line.
 *
 * After an outage of a provider everything that waited for its answers continues at the same moment, with look-ups and commits that other
 * payments need as well. So few of an account's status inquiries are processed here at a time, while many may wait for the provider. Work
 * that has its turn must not wait for a second one: it would wait for itself.
 */
export class WaitingLine {
  readonly #count: number
  #taken = 0
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#count = count
  }

  /** Runs `work` when it is its turn. */
  async hold<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#taken < this.#count) this.#taken += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes directly to the next in line, so that no newcomer gets ahead.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#taken -= 1
    }
  }
}
