/**
 * Counts payments and cases by the quarter of an hour in which they began: which quarters have changed, and what is in
 * one. Parts of SQL and reads for the reporting module, which keeps the counts. Adds no cost to creates. Never writes.
 *
 * A payment belongs to the quarter of the time in its key, so that an existing index reads a quarter of a merchant by
 * keys alone.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type Row, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { EVERY_MERCHANT } from '../merchants/store.ts'
import { firstKeyAt } from './following.ts'

export const QUARTER_MS = 15 * 60_000

/** Limits of the classes in which the time to SUCCESS is counted. */
export const WAITS_SECS = [10, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400] as const

/** The counts of a group of payments, in the order of `countedPayments`. */
export const COUNTS = [
  ...['created', 'created_amount', 'success', 'success_amount', 'fee', 'vat'],
  ...['failed', 'refused', 'expired', 'waited_ms'],
  ...WAITS_SECS.map((secs) => `within_${secs}`),
] as const
export const GROUPED_BY = ['kind', 'currency', 'method', 'operator', 'is_test'] as const

const quarterOf = (at: string): string => `date_bin('15 minutes', ${at}, timestamptz 'epoch')`
/** UUID version 7: its first 48 bits are its time in milliseconds. */
const timeOfKey = (key: string): string =>
  `to_timestamp((('x' || left(replace(${key}::text, '-', ''), 12))::bit(48)::bigint) / 1000.0)`

const successful = (what: string): string => `${what} filter (where p.status = 'SUCCESS')`
const inStatus = (status: string): string => `count(*) filter (where p.status = '${status}')::integer`

/**
 * The payments of a row that holds `merchant_id`, by the quarter of their creation and by groups: `begins_at`,
 * `GROUPED_BY`, `COUNTS`, and `last_key`, as text. For use in `cross join lateral (…)`.
 * @param range the first key, the key after the last, and how many are counted at most, as SQL
 */
export const countedPayments = (
  of: string,
  { low, high, limit }: { readonly low: string; readonly high: string; readonly limit: string },
): string =>
  `select ${quarterOf(timeOfKey('p.key'))} as begins_at,
      p.kind, p.currency, p.method, coalesce(p.operator, '') as operator, p.is_test,
      count(*)::integer as created, sum(p.amount)::bigint as created_amount,
      ${inStatus('SUCCESS')} as success, coalesce(${successful('sum(p.amount)')}, 0)::bigint as success_amount,
      coalesce(${successful('sum(p.fee)')}, 0)::bigint as fee, coalesce(${successful('sum(p.vat)')}, 0)::bigint as vat,
      ${inStatus('FAILED')} as failed, ${inStatus('REFUSED')} as refused, ${inStatus('EXPIRED')} as expired,
      coalesce(${successful('sum(w.ms)')}, 0)::bigint as waited_ms,
      ${WAITS_SECS.map((secs) => `count(*) filter (where w.ms <= ${secs * 1_000})::integer as within_${secs}`).join(', ')},
      max(p.key::text) as last_key
    from (select * from payment f where f.merchant_id = ${of}.merchant_id and f.key >= ${low} and f.key < ${high}
        order by f.key limit ${limit}) p
      cross join lateral (select case p.status when 'SUCCESS'
        then greatest(0, round(extract(epoch from p.processed_at - p.created_at) * 1000)) end as ms) w
    group by 1, p.kind, p.currency, p.method, coalesce(p.operator, ''), p.is_test`

/** The cases of a row that holds `merchant_id`, by reason: `reason`, `opened`, `still_open`. From one time to before another. */
export const countedCases = (of: string, from: string, before: string): string =>
  `select c.reason, count(*)::integer as opened, count(*) filter (where c.closed_at is null)::integer as still_open
    from case_file c where c.opened_at >= ${from} and c.opened_at < ${before} and c.merchant_id = ${of}.merchant_id
    group by c.reason`

/** A quarter of an hour of one merchant. */
export interface Quarter {
  readonly merchantId: string
  readonly beginsAt: Instant
}

const between = (at: string): string => `${at} > $1::timestamptz and ${at} <= $2::timestamptz`

/** By keys: from one ($3) to before another ($4). */
const CREATED = `select m.merchant_id, q.begins_at from ${EVERY_MERCHANT} m cross join lateral (
      select distinct ${quarterOf(timeOfKey('p.key'))} as begins_at from payment p
        where p.merchant_id = m.merchant_id and p.key >= $3::uuid and p.key < $4::uuid offset 0) q`
/** Every change with a callback. */
const ANNOUNCED = `select m.merchant_id, q.begins_at from ${EVERY_MERCHANT} m cross join lateral (
      select distinct ${quarterOf(timeOfKey('e.key'))} as begins_at from event e
        where e.merchant_id = m.merchant_id and e.announced is not null and ${between('e.at')} offset 0) q`
/** Everything that moved a merchant's money, because the end of a settlement has no callback. */
const POSTED = `select b.merchant_id, q.begins_at from (select distinct merchant_id, currency from balance
        where merchant_id in (select merchant_id from ${EVERY_MERCHANT})) b cross join lateral (
      select distinct ${quarterOf(timeOfKey('t.key'))} as begins_at from posting t
        where t.merchant_id = b.merchant_id and t.currency = b.currency and t.account in ('available', 'reserved')
          and ${between('t.at')} offset 0) q`
const CASES = `select merchant_id, ${quarterOf('opened_at')} as begins_at from case_file
      where ${between('opened_at')}
    union select merchant_id, ${quarterOf('opened_at')} from case_file
      where ${between('closed_at')}`

/**
 * Statements of this file have no name, so that each is planned for the tables as they are now. A plan made while the
 * tables were empty would go on reading them whole.
 */
const planned = (text: string): SqlStatement => ({ name: '', text })

/** All in one statement: an idle gateway runs this every two seconds and gets no rows. */
const ALL_TOUCHED = `select false as is_case, p.merchant_id, p.begins_at from (${CREATED} union ${ANNOUNCED} union ${POSTED}) p
    union all select true, c.merchant_id, c.begins_at from (${CASES}) c`
const TOUCHED = planned(`${ALL_TOUCHED} order by 1, 2, 3`)
const TOUCHED_CASES = planned(`${CASES} order by 1, 2`)

/** Quarters of an hour in which something has changed. */
export interface Touched {
  /** Those with payments that were created, announced or paid. */
  readonly payments: readonly Quarter[]
  /** Those with cases that were opened or closed. */
  readonly cases: readonly Quarter[]
}

/** Merchants that created a payment in a range of time. */
const ACTIVE = planned(
  `select m.merchant_id from ${EVERY_MERCHANT} m
    where exists (select from payment p where p.merchant_id = m.merchant_id and p.key >= $1 and p.key < $2)`,
)

/** From one time to before another. */
export async function activeMerchants(
  database: Database,
  { from, before }: { readonly from: Instant; readonly before: Instant },
): Promise<readonly string[]> {
  const rows = await database.run(ACTIVE, [firstKeyAt(from), firstKeyAt(before)])
  return rows.map((row) => row.merchant_id as string)
}

/** From after one time up to another. */
export interface LookedOver {
  readonly after: Instant
  readonly until: Instant
}

export async function touchedQuarters(database: Database, range: LookedOver): Promise<Touched> {
  return touchedIn(await database.run(TOUCHED, valuesOf(range)))
}

/**
 * `touchedQuarters` together with a statement of another module, for a caller that needs both each time.
 * @param text selects at most one row, without parameters. If it selects none, no quarters are returned
 */
export function touchedBeside(text: string) {
  const statement = planned(
    `select b.*, t.* from (${text}) b left join (${ALL_TOUCHED}) t on true order by t.is_case, t.merchant_id, t.begins_at`,
  )
  return async (
    database: Database,
    range: LookedOver,
  ): Promise<{ readonly row: Row | undefined; readonly touched: Touched }> => {
    const rows = await database.run(statement, valuesOf(range))
    return { row: rows[0], touched: touchedIn(rows) }
  }
}

const valuesOf = ({ after, until }: LookedOver) => [
  ...[isoTime(after), isoTime(until)],
  ...[firstKeyAt(after + 1), firstKeyAt(until + 1)],
]

function touchedIn(rows: readonly Row[]): Touched {
  const ofCases = (isCase: boolean) => rows.filter((row) => row.is_case === isCase).map(rowToQuarter)
  return { payments: ofCases(false), cases: ofCases(true) }
}

/** As `touchedQuarters`, of cases only. */
export async function touchedByCases(database: Database, { after, until }: LookedOver): Promise<Touched> {
  const rows = await database.run(TOUCHED_CASES, [isoTime(after), isoTime(until)])
  return { payments: [], cases: rows.map(rowToQuarter) }
}

const rowToQuarter = (row: Row): Quarter => ({
  merchantId: row.merchant_id as string,
  beginsAt: row.begins_at as Instant,
})

const FIRST = sqlStatement({
  name: 'counting_first',
  whose: 'part',
  text: `select least((select min(p.at) from ${EVERY_MERCHANT} m cross join lateral (
      select ${timeOfKey('f.key')} as at from payment f where f.merchant_id = m.merchant_id order by f.key limit 1) p),
    (select min(opened_at) from case_file)) as at`,
})

/** When the first payment or case began; undefined: there is none. */
export async function firstBeginning(database: Database): Promise<Instant | undefined> {
  const [row] = await database.run(FIRST, [])
  return row?.at ?? undefined
}
