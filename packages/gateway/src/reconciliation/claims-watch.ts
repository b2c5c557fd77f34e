/**
 * Watches for merchants whose payers submit references of transfers (UTR) that never arrive: most likely guesses for
 * other people's money, or a statement that lacks them.
 *
 * A claim is unmatched if its payin was not paid and the bank has reported entries from after its expiry, so a
 * statement that comes once a day raises no alarm before it comes. A merchant is reported from twenty unmatched claims
 * in a day, if they are at least a quarter of its claims. Runs every ten minutes, logs a merchant once for as long as
 * this lasts, and changes nothing.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { EVERY_MERCHANT } from '../merchants/store.ts'
import { countUnmatched } from '../payments/reported-numbers.ts'

const WITHIN_MS = 24 * 3_600_000
const LOOK_EVERY_MS = 10 * 60_000
export const MANY_UNMATCHED = 20
/** At least one of this many claims. */
const SHARE = 4
const MOST_MERCHANTS = 100

export interface UnmatchedClaims {
  readonly merchantId: MerchantCode
  readonly reported: number
  readonly unmatched: number
}

/** Of each account with entries, the newest, which has the largest key. Steps from one account to the next by the index. */
const REPORTED_UNTIL = sqlStatement({
  name: 'claims_reported_until',
  text: `with recursive a as (
      (select account from bank_entry order by account limit 1)
      union all
      select (select e.account from bank_entry e where e.account > a.account order by e.account limit 1) from a where a.account is not null
    )
    select a.account, e.booked_at from a cross join lateral (
      select booked_at from bank_entry where account = a.account order by key desc limit 1) e`,
  neverNull: ['account'],
})

const bankReportedUntil = (account: string): string =>
  `select t.booked_at from unnest($5::text[], $6::text[]::timestamptz[]) as t(account, booked_at) where t.account = ${account}`

const UNMATCHED = sqlStatement({
  name: 'claims_unmatched',
  whose: { each: 'sorted', by: ['-unmatched', 'merchant_id'], limit: { parameter: 4 } },
  neverNull: ['merchant_id'],
  text: `select m.merchant_id, c.reported, c.unmatched from ${EVERY_MERCHANT} m
    cross join lateral (${countUnmatched({ merchant: 'm.merchant_id', since: '$1', bankReportedUntil })}) c
    where c.unmatched >= $2 and c.unmatched * $3 >= c.reported order by c.unmatched desc, m.merchant_id limit $4`,
})

/** Merchants with many unmatched claims, worst first. */
export async function manyUnmatched(database: Database, at: Instant): Promise<readonly UnmatchedClaims[]> {
  const reported = await database.run(REPORTED_UNTIL, [])
  const rows = await database.run(UNMATCHED, [
    isoTime(at - WITHIN_MS),
    MANY_UNMATCHED,
    SHARE,
    MOST_MERCHANTS,
    reported.map(({ account }) => account),
    reported.map(({ booked_at }) => isoTime(booked_at)),
  ])
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    reported: Number(row.reported),
    unmatched: Number(row.unmatched),
  }))
}

export class ClaimsWatch {
  readonly #context: { readonly database: Database; readonly deps: Deps }
  #found: readonly UnmatchedClaims[] = []
  readonly #loop: Loop

  constructor(context: { readonly database: Database; readonly deps: Deps }) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.look(),
      failed: 'unmatched external references could not be counted',
    })
  }

  /** How many merchants had too many at the last look. */
  get merchants(): number {
    return this.#found.length
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async look(): Promise<void> {
    const { database, deps } = this.#context
    const before = new Set(this.#found.map(({ merchantId }) => merchantId))
    this.#found = await manyUnmatched(database, deps.clock.now())
    for (const { merchantId, reported, unmatched } of this.#found) {
      if (before.has(merchantId)) continue
      deps.log.warn(
        { merchantCode: merchantId, reported, unmatched },
        'many external references match no money',
      )
    }
  }
}
