/**
 * What several requests are about to do, done for all of them one after the other before any of them goes on.
 *
 * A request's code is more than a core's nearest cache holds, and its data too: whoever runs through all of it for one request, and then for the
 * next, reads everything anew each time. Stage by stage for all that came in one turn of the event loop, each stage finds at hand what it needs.
 * Promises: in the order in which they came; each once; one that throws takes none of the others with it. Waits for nobody: what comes
 * after it has begun is another round.
 */
export class Together {
  readonly #begin: (all: () => void) => void
  #waiting: (() => void)[] = []

  /** @param begin calls `all` once what is to come before it has come, as `timers.soon` and `queueMicrotask` do */
  constructor(begin: (all: () => void) => void) {
    this.#begin = begin
  }

  join(work: () => void): void {
    if (this.#waiting.push(work) === 1) this.#begin(() => this.#all())
  }

  #all(): void {
    const all = this.#waiting
    this.#waiting = []
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
