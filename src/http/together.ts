/**
 * What several requests are about to do, done for all of them one after the other before any of them goes on.
 *
 * A request's code is more than a core's nearest cache holds, and its data too: whoever runs through all of it for one request, and then for the
 * next, reads everything anew each time. Stage by stage for all that came in one turn of the event loop, each stage finds at hand what it needs.
 * Promises: in the order in which they came; each once; one that throws takes none of the others with it. Waits for nobody: what comes
 * after it has begun is another round.
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

/** Whatever comes before it begins, in one list and its order: for who has several stages, and does each for all of them before the next. */
export class Gathered<Item> {
  readonly #begin: (all: () => void) => void
  readonly #work: (all: readonly Item[]) => void
  #waiting: Item[] = []

  /** @param begin calls `all` once what is to come before it has come, as `timers.soon` and `queueMicrotask` do */
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
