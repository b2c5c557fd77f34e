/**
 * Lookups by key that are sent together: what is asked in one turn of the event loop travels in one statement, and so does what is
 * asked while others are under way.
 *
 * As the journal does it for commits: a batch is closed because a place is free, never by a timer, so a lone lookup waits for
 * nobody but what has arrived in the same turn. Reading payins one statement each cost 240 µs of CPU a read at 64 callers, most of it
 * the protocol's; and the first two of a turn each in a statement of its own, before the others, nearly doubled the statements.
 * Where nothing is under way, many are parted among the places: see `#next`.
 * A lookup sees everything that was committed before it was asked, since its statement is sent later. Keeps nothing.
 */
import { realTimers } from '../foundation/real-deps.ts'
import type { Database } from './port.ts'

export interface GatheredOptions {
  /** Statements under way at once. */
  readonly concurrency: number
  /** Keys in one statement. */
  readonly atMost: number
}

/** Fewer go together: a statement has some costs of its own. */
const LEAST_PART = 8

interface Requested<Key, Found> {
  readonly key: Key
  readonly resolve: (found: Found) => void
  readonly reject: (error: unknown) => void
}

export class GatheredLookups<Key, Found> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly Found[]>
  readonly #options: GatheredOptions
  #waiting: Requested<Key, Found>[] = []
  #inProgress = 0
  #isNextDue = false

  /** @param load answers for each key, in the order of the keys */
  constructor(load: (keys: readonly Key[]) => Promise<readonly Found[]>, options: GatheredOptions) {
    this.#load = load
    this.#options = options
  }

  /** Throws what `load` throws. */
  find(key: Key): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (this.#isNextDue) return
      this.#isNextDue = true
      // `soon` is a turn of the real event loop in a simulation, too, and takes none of its time.
      realTimers.soon(() => {
        this.#isNextDue = false
        this.#next()
      })
    })
  }

  #next(): void {
    const { concurrency, atMost } = this.#options
    // All in one, they would all be answered at once, ask again at once, and leave nothing to do here while the database works.
    const parts = this.#inProgress === 0 && this.#waiting.length >= concurrency * LEAST_PART ? concurrency : 1
    const share = Math.min(atMost, Math.ceil(this.#waiting.length / parts))
    while (this.#waiting.length > 0 && this.#inProgress < concurrency) {
      this.#inProgress += 1
      void this.#run(this.#waiting.splice(0, share))
    }
  }

  async #run(requested: readonly Requested<Key, Found>[]): Promise<void> {
    try {
      const found = await this.#load(requested.map(({ key }) => key))
      // The answers are as many as the keys; `undefined` may be one of them.
      requested.forEach(({ resolve }, index) => {
        resolve(found[index] as Found)
      })
    } catch (error) {
      for (const { reject } of requested) reject(error)
    } finally {
      this.#inProgress -= 1
      this.#next()
    }
  }
}

/** The lookups of each database: what is asked of one can travel together. */
export function gatheredByDatabase<Key, Found>(
  load: (database: Database, keys: readonly Key[]) => Promise<readonly Found[]>,
  options: GatheredOptions = { concurrency: 2, atMost: 100 },
): (database: Database) => GatheredLookups<Key, Found> {
  const known = new WeakMap<Database, GatheredLookups<Key, Found>>()
  return (database) => {
    const lookups =
      known.get(database) ?? new GatheredLookups((keys: readonly Key[]) => load(database, keys), options)
    known.set(database, lookups)
    return lookups
  }
}
