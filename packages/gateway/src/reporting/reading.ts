/** Reads the reporting tables: one merchant or all, over days, with the requested grouping. Never counts payments. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, minor } from '@sluice/core/foundation/money.ts'
import { type Database, type Row, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { COUNTS, WAITS_SECS } from '../payments/counting.ts'

/** What totals can be grouped by, besides kind and currency, which always separate them. */
export const DIMENSIONS = ['day', 'month', 'merchant', 'method', 'operator'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export interface TotalsRequested {
  readonly merchantId: string | undefined
  /** `2026-11-01`, inclusive. */
  readonly firstDay: string
  /** Inclusive. */
  readonly lastDay: string
  readonly by: readonly Dimension[]
  readonly kind?: PaymentKind | undefined
  readonly currency?: string | undefined
  readonly method?: string | undefined
  readonly isTest?: boolean | undefined
}

export interface Totals {
  /** A day or a month. */
  readonly period: string | undefined
  readonly merchantId: string | undefined
  readonly kind: PaymentKind
  readonly currency: CurrencyCode
  readonly method: string | undefined
  /** Empty: payments without a payment operator. */
  readonly operator: string | undefined
  readonly created: number
  readonly createdMinor: Minor
  readonly success: number
  readonly successMinor: Minor
  readonly feeMinor: Minor
  readonly vatMinor: Minor
  readonly failed: number
  readonly refused: number
  readonly expired: number
  readonly waitedMs: number
  /** How many became SUCCESS within these times, in the order of `WAITS_SECS`. */
  readonly within: readonly number[]
}

/** More rows than a report for people needs. */
export const MOST_TOTALS = 10_000

const select = (name: string, whose: string): SqlStatement => ({
  name,
  text: `select case when $4::boolean then f.day when $5::boolean then left(f.day, 7) end as period,
      case when $6::boolean then f.merchant_id end as merchant, f.kind, f.currency,
      case when $7::boolean then f.method end as of_method, case when $8::boolean then f.operator end as of_operator,
      ${COUNTS.map((count) => `sum(f.${count})::bigint as ${count}`).join(', ')}
    from reporting_day f where ${whose} and f.day >= $2 and f.day <= $3 and ($9::text is null or f.kind = $9)
      and ($10::text is null or f.currency = $10) and ($11::text is null or f.method = $11)
      and ($12::boolean is null or f.is_test = $12)
    group by 1, 2, f.kind, f.currency, 5, 6 order by 1, 2, f.kind, f.currency, 5, 6 limit ${MOST_TOTALS + 1}`,
})
const OF_MERCHANT = select('reporting_of_merchant', 'f.merchant_id = $1')
const OF_ALL = select('reporting_of_all', '$1::text is null')

/** @returns sorted by group; one row more than `MOST_TOTALS` if there are more */
export async function readTotals(database: Database, requested: TotalsRequested): Promise<readonly Totals[]> {
  const { merchantId, firstDay, lastDay, by, kind, currency, method, isTest } = requested
  const rows = await database.run(merchantId === undefined ? OF_ALL : OF_MERCHANT, [
    merchantId ?? null,
    firstDay,
    lastDay,
    by.includes('day'),
    by.includes('month'),
    by.includes('merchant'),
    by.includes('method'),
    by.includes('operator'),
    kind ?? null,
    currency ?? null,
    method ?? null,
    isTest ?? null,
  ])
  return rows.map(rowToTotals)
}

function rowToTotals(row: Row): Totals {
  const count = (name: string): number => Number(row[name])
  const amount = (name: string): Minor => minor(row[name] as bigint)
  const text = (name: string): string | undefined => (row[name] ?? undefined) as string | undefined
  return {
    period: text('period'),
    merchantId: text('merchant'),
    kind: row.kind as PaymentKind,
    currency: row.currency as CurrencyCode,
    method: text('of_method'),
    operator: text('of_operator'),
    created: count('created'),
    createdMinor: amount('created_amount'),
    success: count('success'),
    successMinor: amount('success_amount'),
    feeMinor: amount('fee'),
    vatMinor: amount('vat'),
    failed: count('failed'),
    refused: count('refused'),
    expired: count('expired'),
    waitedMs: count('waited_ms'),
    within: WAITS_SECS.map((secs) => count(`within_${secs}`)),
  }
}

/** How many of them are not final yet. */
export const openOf = ({ created, success, failed, refused, expired }: Totals): number =>
  created - success - failed - refused - expired

/** Successes as a share of the final payments, such as `0.9731`; undefined: none is final. */
export function successRateOf(totals: Totals): string | undefined {
  const ended = totals.created - openOf(totals)
  return ended === 0 ? undefined : (totals.success / ended).toFixed(4)
}

/**
 * The smallest limit within which this share of the successful payments arrived; undefined: beyond the last limit, or
 * no successes.
 */
export function withinSecs({ success, within }: Totals, share: number): number | undefined {
  if (success === 0) return undefined
  const index = within.findIndex((count) => count >= success * share)
  return WAITS_SECS[index]
}

const CASES = sqlStatement({
  name: 'reporting_cases',
  whose: { each: 'folded', merchant: 1, by: ['age', 'reason'], sum: ['still_open'] },
  text: `select reason, age, sum(still_open)::integer as still_open from (
      select f.reason, f.still_open, (select count(*)::integer from unnest($2::timestamptz[]) as t(since) where f.begins_at < t.since) as age
      from reporting_case f where f.still_open > 0 and ($1::text is null or f.merchant_id = $1)) c
    group by reason, age order by age, reason`,
})

/** Lower bounds of the age groups of open cases. */
export const CASE_AGES_HOURS = [0, 24, 72, 168, 720] as const

export interface CasesByAge {
  readonly reason: string
  /** Index into `CASE_AGES_HOURS`. */
  readonly age: number
  readonly open: number
}

export async function readCasesByAge(
  database: Database,
  merchantId: string | undefined,
  now: Instant,
): Promise<readonly CasesByAge[]> {
  const since = CASE_AGES_HOURS.slice(1).map((hours) => isoTime(now - hours * 3_600_000))
  const rows = await database.run(CASES, [merchantId ?? null, since])
  return rows.map((row) => ({
    reason: row.reason as string,
    age: row.age as number,
    open: row.still_open as number,
  }))
}

const ZONES_OF = sqlStatement({
  name: 'reporting_zones_of',
  whose: { each: 'folded', merchant: 1, by: ['zone'] },
  text: 'select distinct zone from reporting_zone where $1::text is null or merchant_id = $1 limit 2',
})

/** The time zone of the days; undefined: the merchants differ. */
export async function zoneOfTotals(
  database: Database,
  merchantId: string | undefined,
): Promise<string | undefined> {
  const [first, second] = await database.run(ZONES_OF, [merchantId ?? null])
  return second ? undefined : (first?.zone ?? 'UTC')
}
