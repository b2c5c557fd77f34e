/**
 * What the ledger says of a merchant's money, event by event: parts of SQL for statements of other modules (see
 * `sql-parts.ts`). Reads only. An event is what one commit has posted in one currency; what it moved is the sum of its
 * lines.
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

/**
 * The first $`limit` events of a merchant's money in a currency after a place and before a time, in order, by an index
 * alone: `at`, `key`, `seq`. All parameters are SQL.
 */
export const eventsBetween = (of: {
  readonly merchant: string
  readonly currency: string
  /** `at, key, seq` of the last event of the page before. */
  readonly after: string
  readonly before: string
  readonly limit: string
}): string =>
  `select distinct p.at, p.key, p.seq from posting p
    where p.merchant_id = ${of.merchant} and p.currency = ${of.currency} and p.account in ('available', 'reserved')
      and (p.at, p.key, p.seq) > (${of.after}) and p.at < ${of.before}
    order by p.at, p.key, p.seq limit ${of.limit}`

/**
 * The number of events of a merchant's money in a currency from one time to another, by the same index. All parameters
 * are SQL.
 */
export const eventCount = (of: {
  readonly merchant: string
  readonly currency: string
  readonly from: string
  readonly before: string
}): string =>
  `select count(*) from (select distinct p.at, p.key, p.seq from posting p
    where p.merchant_id = ${of.merchant} and p.currency = ${of.currency} and p.account in ('available', 'reserved')
      and p.at >= ${of.from} and p.at < ${of.before}) p`

/**
 * What the event of a row that holds `merchant_id`, `key`, `seq` and `currency` has moved: `available`, `reserved`,
 * `fee`, `vat`. For use in `cross join lateral (…)`.
 */
export const movedBy = (of: string): string =>
  `select coalesce(sum(p.amount) filter (where p.account = 'available'), 0)::bigint as available,
      coalesce(sum(p.amount) filter (where p.account = 'reserved'), 0)::bigint as reserved,
      coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)::bigint as fee,
      coalesce(sum(p.amount) filter (where p.account = 'vat'), 0)::bigint as vat
    from posting p where p.merchant_id = ${of}.merchant_id and p.key = ${of}.key and p.seq = ${of}.seq
      and p.currency = ${of}.currency offset 0`

/** The event of a row that holds `merchant_id`, `key` and `seq`. @param columns of `e` */
export const eventOf = (of: string, columns: string): string =>
  `select ${columns} from event e where e.merchant_id = ${of}.merchant_id and e.key = ${of}.key and e.seq = ${of}.seq offset 0`

/** When a merchant's money first moved in a currency. Both parameters are SQL. */
export const firstMovement = (merchant: string, currency: string): string =>
  `select min(p.at) as at from posting p where p.merchant_id = ${merchant} and p.currency = ${currency}
    and p.account in ('available', 'reserved')`

/** Identifies a merchant's balance in one currency. */
export interface BalanceKey {
  readonly merchantCode: MerchantCode
  readonly currency: CurrencyCode
}

const BALANCE_KEYS = sqlStatement({
  name: 'balance_keys',
  whose: { each: 'sorted', merchant: 1, by: ['merchant_id', 'currency'], limit: { parameter: 4 } },
  text: `select distinct merchant_id, currency from balance
    where ($1::text is null or merchant_id = $1) and (merchant_id, currency) > ($2, $3) order by merchant_id, currency limit $4`,
})

/** Every merchant and currency that ever had a balance, by merchant and currency. */
export async function pageOfBalanceKeys(
  database: Database,
  page: {
    readonly merchantCode?: MerchantCode
    readonly after: BalanceKey | undefined
    readonly limit: number
  },
): Promise<readonly BalanceKey[]> {
  const { merchantCode, after, limit } = page
  const rows = await database.run(BALANCE_KEYS, [
    merchantCode ?? null,
    after?.merchantCode ?? '',
    after?.currency ?? '',
    limit,
  ])
  return rows.map((row) => ({
    merchantCode: row.merchant_id,
    currency: row.currency,
  }))
}
