/**
 * So many at a time; whoever comes then waits in line.
 *
 * What has heaped up while a provider was ill comes free all at once when it is well again: everybody who waited for its answer, and
 * whoever is asked next, each with look-ups and commits in a database and a process that others' payments need as well. So of an account's
 * questions few are at work here at a time, beside the many that may wait for the provider. Whoever has a turn takes no second one: it would
 * wait for itself.
 */
export class WaitingLine {
  readonly #count: number
  #taken = 0
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#count = count
  }

  /** What `work` comes to, once it is its turn. */
  async hold<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#taken < this.#count) this.#taken += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // It passes straight to the next in line, so that nobody who comes now gets ahead.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#taken -= 1
    }
  }
}
