/**
 * Runs a stage of several requests for all of them, one after the other, before any of them continues.
 *
 * The code of a request, and its data, are larger than a core's nearest cache. Running all stages for one request and then for
 * the next would load everything again each time. Stage by stage, for all requests of a turn of the event loop, the code of each
 * stage stays in the cache. They run in the order they arrived, each once; if one throws, the others still run. It waits for no
 * one: requests that arrive after it has begun are in the next round.
 */
export class Together {
  readonly #gathered: Gathered<() => void>

  /** @param begin see `Gathered` */
  constructor(begin: (all: () => void) => void) {
    this.#gathered = new Gathered(begin, (all) => this.#all(all))
  }

  join(work: () => void): void {
    this.#gathered.add(work)
  }

  #all(all: readonly (() => void)[]): void {
    let done = 0
    try {
      for (const work of all) {
        done += 1
        work()
      }
    } finally {
      for (const work of all.slice(done)) this.join(work)
    }
  }
}

/**
 * Everything that arrives before it begins, in one list and in order. For callers that run several stages, each for all items
 * before the next stage.
 */
export class Gathered<Item> {
  readonly #begin: (all: () => void) => void
  readonly #work: (all: readonly Item[]) => void
  #waiting: Item[] = []

  /** @param begin calls `all` once everything of this round has arrived, as `timers.soon` and `queueMicrotask` do */
  constructor(begin: (all: () => void) => void, work: (all: readonly Item[]) => void) {
    this.#begin = begin
    this.#work = work
  }

  add(item: Item): void {
    if (this.#waiting.push(item) > 1) return
    this.#begin(() => {
      const all = this.#waiting
      this.#waiting = []
      this.#work(all)
    })
  }
}
