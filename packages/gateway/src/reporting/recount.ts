/**
 * Counts ranges of merchants' quarter-hours again in bounded batches: as many ranges in a statement as the time for a
 * batch allows, and a limited number of payments of a range at a time. A range is written when all of it is counted.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { timeOnly } from '@sluice/core/foundation/instants.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Quarter } from '../payments/counting.ts'
import type { Pace } from './pace.ts'
import { addedUp, type CountedPeriod, lookAt, type Part, putParts, uncounted } from './store.ts'

/** Payments read of one range at a time, which takes a fraction of a second. */
export const PAYMENTS_AT_ONCE = 10_000
const FEWEST = 1
/** Reading a thousand blocked this process for 8 ms, and writing them as long. */
const MOST = 200
const FIRST = 16
/** The wanted duration of a batch, within a factor of two. */
const MEANT_MS = 20

export class Recount {
  readonly #database: Database
  readonly #pace: Pace
  readonly #paymentsAtOnce: number
  #atOnce = FIRST

  constructor(database: Database, pace: Pace, paymentsAtOnce: number) {
    this.#database = database
    this.#pace = pace
    this.#paymentsAtOnce = paymentsAtOnce
  }

  /** @returns the quarter-hours that contain anything; undefined: interrupted */
  async payments(
    round: number,
    ranges: readonly CountedPeriod[],
    renewed: () => Promise<boolean>,
  ): Promise<readonly Quarter[] | undefined> {
    const quarters = new Map<string, Quarter>()
    for (let next = 0; next < ranges.length; ) {
      const some = ranges.slice(next, next + this.#atOnce)
      const parts = await this.#counted(some, renewed)
      if (parts === undefined) return undefined
      await this.#pace.chunk(() => putParts(this.#database, round, some, parts))
      for (const part of parts) {
        const { merchant_id: merchantId, begins_at: beginsAt } = part
        quarters.set(`${merchantId} ${beginsAt}`, { merchantId, beginsAt: instantOf(beginsAt) })
      }
      next += some.length
    }
    return [...quarters.values()]
  }

  async #counted(
    ranges: readonly CountedPeriod[],
    renewed: () => Promise<boolean>,
  ): Promise<readonly Part[] | undefined> {
    const found: Part[] = []
    for (let open = ranges.map(uncounted); open.length > 0; ) {
      if (this.#pace.isEnded || !(await renewed())) return undefined
      const some = open.slice(0, this.#atOnce)
      const { parts, rest } = await this.#pace.chunk(() => lookAt(this.#database, some, this.#paymentsAtOnce))
      for (const part of parts) found.push(part)
      open = [...open.slice(some.length), ...rest]
      this.#atOnce = nextAtOnce(this.#atOnce, some.length, this.#pace.tookMs)
    }
    return addedUp(found)
  }
}

/** @param were how many there were, which may be fewer than planned */
export function nextAtOnce(wanted: number, were: number, tookMs: number): number {
  if (tookMs > MEANT_MS * 2) return Math.max(FEWEST, Math.floor(Math.min(wanted, were) / 2))
  return tookMs < MEANT_MS / 2 && were === wanted ? Math.min(MOST, wanted * 2) : wanted
}

const instantOf = (text: string): Instant => timeOnly(text) ?? 0
