/**
 * Batches lookups by key: all keys requested in one turn of the event loop are sent in one statement, and so are those requested
 * while other statements are running.
 *
 * As for the journal's commits, a batch is closed because a place is free, never by a timer, so a single lookup only waits for
 * others of the same turn. Reading payins with one statement each cost 240 µs of CPU per read with 64 callers, most of it for the
 * protocol. Sending the first two of a turn in separate statements nearly doubled the number of statements. If nothing is
 * running, many keys are divided among the places: see `#next`. A lookup sees everything that was committed before it was
 * requested, because its statement is sent later. Nothing is cached.
 */
import { realTimers } from '@sluice/core/foundation/real-deps.ts'
import type { Database } from './port.ts'

export interface GatheredOptions {
  /** Concurrent statements. */
  readonly concurrency: number
  /** Keys per statement. */
  readonly atMost: number
}

/** Fewer keys are not divided, because each statement has a fixed cost. */
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

  /** @param load returns a result for each key, in the order of the keys */
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
      // `soon` is a turn of the real event loop even in a simulation, and takes no simulated time.
      realTimers.soon(() => {
        this.#isNextDue = false
        this.#next()
      })
    })
  }

  #next(): void {
    const { concurrency, atMost } = this.#options
    // In a single statement, all would be answered and repeated at the same time, and leave nothing to do here while the database
    // works.
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
      // There are as many results as keys; a result may be `undefined`.
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

/** The lookups of each database: those of the same database can be batched. */
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
