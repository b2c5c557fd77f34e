/**
 * Counts stretches of merchants' quarters anew, in pieces of a bounded length: as many stretches at once as a piece has time for, and of
 * a merchant with very many payments so many at a time. A stretch is written when all of it is counted.
 */
import type { Database } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { timeOnly } from '../foundation/instants.ts'
import type { Quarter } from '../payments/counting.ts'
import type { Pace } from './pace.ts'
import { addedUp, type CountedPeriod, lookAt, type Part, putParts, uncounted } from './store.ts'

/** Of each stretch: as many as a fraction of a second is long enough for. */
export const PAYMENTS_AT_ONCE = 10_000
const FEWEST = 1
/** A thousand took this process 8 ms to read, and as long to write. */
const MOST = 200
const FIRST = 16
/** As long as a piece is meant to take, within a factor of two. */
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

  /** @returns the quarters that hold anything; undefined: it was left as it was */
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

/** @param were as many as there were, which may have been fewer than were wanted */
export function nextAtOnce(wanted: number, were: number, tookMs: number): number {
  if (tookMs > MEANT_MS * 2) return Math.max(FEWEST, Math.floor(Math.min(wanted, were) / 2))
  return tookMs < MEANT_MS / 2 && were === wanted ? Math.min(MOST, wanted * 2) : wanted
}

const instantOf = (text: string): Instant => timeOnly(text) ?? 0
