/** Questions over a channel that only carries messages: each waits a limited time for the answer with its number. */
import type { Timers } from '@sluice/core/foundation/deps.ts'

export class Questions<Answer> {
  readonly #timers: Timers
  readonly #withinMs: number
  readonly #waiting = new Map<number, (answer: Answer | undefined) => void>()
  #last = 0

  constructor(timers: Timers, withinMs: number) {
    this.#timers = timers
    this.#withinMs = withinMs
  }

  /** @returns undefined if no answer came in time */
  ask(send: (id: number) => void): Promise<Answer | undefined> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined) => {
        this.#waiting.delete(id)
        cancel()
        resolve(answer)
      }
      const cancel = this.#timers.after(this.#withinMs, () => settle(undefined))
      this.#waiting.set(id, settle)
      send(id)
    })
  }

  /** An answer that nothing waits for any more is ignored. */
  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer)
  }
}
