/**
 * The reporting tables. `rounds.ts` says which node counts.
 *
 * One node counts at a time, by a lease; taking it begins a new round. A statement writes only while its round is the
 * latest, and reads the payments after that round began, so an older result never replaces a newer one, on any node.
 * Repeating a statement changes nothing.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import {
  COUNTS,
  countedCases,
  countedPayments,
  GROUPED_BY,
  QUARTER_MS,
  type Quarter,
} from '../payments/counting.ts'
import { firstKeyAt } from '../payments/following.ts'

/** Locks the round $1 if it is the latest, so that no newer one begins before this is written. */
const MINE = 'mine as (select round from reporting_progress where round = $1 for update)'

/**
 * Rows that are counted again: those that no longer exist are deleted, all others written. Unnamed for the reason given
 * at `touchedQuarters`.
 */
function recount(of: {
  readonly table: string
  /** SQL of the marks `m`: `merchant_id` and the column that identifies the part of the table. */
  readonly marks: string
  readonly part: string
  readonly groups: readonly string[]
  readonly counts: readonly string[]
  readonly counted: string
}): SqlStatement {
  const { table, marks, part, groups, counts, counted } = of
  const columns = ['merchant_id', part, ...groups, ...counts].join(', ')
  const isSame = groups.map((name) => `c.${name} = f.${name}`).join(' and ')
  return {
    name: '',
    text: `with ${MINE}, m as (${marks}),
        c as materialized (select m.merchant_id, m.${part}, ${[...groups, ...counts].map((name) => `c.${name}`).join(', ')}
          from mine cross join m cross join lateral (${counted}) c),
        gone as (delete from ${table} f using mine, m where f.merchant_id = m.merchant_id and f.${part} = m.${part}
          and not exists (select from c where c.merchant_id = f.merchant_id and c.${part} = f.${part} and ${isSame}))
      insert into ${table} (${columns}) select ${columns} from c
        on conflict (merchant_id, ${[part, ...groups].join(', ')})
        do update set ${counts.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  }
}

/** Whole quarter-hours of one merchant, from one time to before another. */
export interface CountedPeriod {
  readonly merchantId: string
  readonly from: Instant
  readonly before: Instant
}

export const rangeOf = ({ merchantId, beginsAt }: Quarter): CountedPeriod => ({
  merchantId,
  from: beginsAt,
  before: beginsAt + QUARTER_MS,
})

/** A row of `reporting_quarter` as JSON; whole numbers may be texts. */
export type Part = Readonly<Record<string, unknown>> & {
  readonly merchant_id: string
  readonly begins_at: string
}

/** A range from one of its keys on; everything before is counted. */
export interface Uncounted {
  readonly range: CountedPeriod
  readonly fromKey: string
}

export interface RangesSeen {
  readonly parts: readonly Part[]
  /** Of ranges with more payments than one look takes. */
  readonly rest: readonly Uncounted[]
}

export const uncounted = (range: CountedPeriod): Uncounted => ({
  range,
  fromKey: firstKeyAt(range.from),
})

/** Unnamed for the reason given at `touchedQuarters`. */
const LOOK: SqlStatement = {
  name: '',
  text: `select r.place, r.merchant_id, c.* from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality as r(merchant_id, low, high, place)
    cross join lateral (${countedPayments('r', { low: 'r.low', high: 'r.high', limit: '$4::integer' })}) c`,
}

/** Counts without writing. @param limit of payments for each range */
export async function lookAt(
  database: Database,
  marks: readonly Uncounted[],
  limit: number,
): Promise<RangesSeen> {
  const rows = await database.run(LOOK, [
    marks.map(({ range }) => range.merchantId),
    marks.map(({ fromKey }) => fromKey),
    marks.map(({ range }) => firstKeyAt(range.before)),
    limit,
  ])
  const counted = marks.map(() => 0)
  const lastKeys = marks.map(() => '')
  const parts = rows.map(({ place, last_key: lastKey, begins_at: beginsAt, ...part }): Part => {
    const index = Number(place) - 1
    counted[index] = (counted[index] ?? 0) + Number(part.created)
    if (String(lastKey) > (lastKeys[index] ?? '')) lastKeys[index] = String(lastKey)
    return { ...part, merchant_id: String(part.merchant_id), begins_at: isoTime(beginsAt as Instant) }
  })
  const rest = marks.flatMap(({ range }, index): readonly Uncounted[] =>
    (counted[index] ?? 0) < limit ? [] : [{ range, fromKey: keyAfter(lastKeys[index] ?? '') }],
  )
  return { parts, rest }
}

/** The next possible key. @param key not the largest one */
function keyAfter(key: string): string {
  const digits = (BigInt(`0x${key.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The sum of the results of several looks. */
export function addedUp(parts: readonly Part[]): readonly Part[] {
  const sums = new Map<string, Record<string, unknown> & Part>()
  for (const part of parts) {
    const name = ['merchant_id', 'begins_at', ...GROUPED_BY].map((column) => String(part[column])).join('\n')
    const sum = sums.get(name)
    if (sum === undefined) sums.set(name, { ...part })
    else for (const count of COUNTS) sum[count] = BigInt(String(sum[count])) + BigInt(String(part[count]))
  }
  return [...sums.values()]
}

const PART_COLUMNS = ['merchant_id', 'begins_at', ...GROUPED_BY, ...COUNTS]
const WHICH = ['merchant_id', 'begins_at', ...GROUPED_BY].join(', ')
const counts = (of: string): string => COUNTS.map((name) => `${of}.${name}`).join(', ')
/** Writes the rows of whole ranges. Unchanged rows are not written. */
const PUT: SqlStatement = {
  name: '',
  text: `with ${MINE}, m as (select * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as t(merchant_id, low, high)),
      c as materialized (select j.* from mine, json_populate_recordset(null::reporting_quarter, $5::text::json) j),
      gone as (delete from reporting_quarter f using mine, m where f.merchant_id = m.merchant_id and f.begins_at >= m.low and f.begins_at < m.high
        and (${GROUPED_BY.reduce((all, name) => `${all}, f.${name}`, 'f.merchant_id, f.begins_at')}) not in (select ${WHICH} from c))
    insert into reporting_quarter as f (${PART_COLUMNS.join(', ')}) select ${PART_COLUMNS.join(', ')} from c
      on conflict (${WHICH}) do update set ${COUNTS.map((name) => `${name} = excluded.${name}`).join(', ')}
        where (${counts('f')}) is distinct from (${counts('excluded')})`,
}

/** @param parts all rows of these ranges */
export async function putParts(
  database: Database,
  round: number,
  ranges: readonly CountedPeriod[],
  parts: readonly Part[],
): Promise<void> {
  await database.run(PUT, [
    round,
    merchantsIn(ranges),
    timesIn(ranges.map(({ from }) => from)),
    timesIn(ranges.map(({ before }) => before)),
    JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ])
}

const RECOUNT_CASES = recount({
  table: 'reporting_case',
  marks: `select * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as t(merchant_id, begins_at, ends_at)`,
  part: 'begins_at',
  groups: ['reason'],
  counts: ['opened', 'still_open'],
  counted: countedCases('m', 'm.begins_at', 'm.ends_at'),
})
const ADD_UP_DAYS = recount({
  table: 'reporting_day',
  marks: `select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) as t(merchant_id, day, begins_at, ends_at)`,
  part: 'day',
  groups: GROUPED_BY,
  counts: COUNTS,
  counted: `select ${GROUPED_BY.join(', ')}, ${COUNTS.map((name) => `sum(p.${name})::bigint as ${name}`).join(', ')}
    from reporting_quarter p where p.merchant_id = m.merchant_id and p.begins_at >= m.begins_at and p.begins_at < m.ends_at
    group by ${GROUPED_BY.join(', ')}`,
})

const merchantsIn = (marks: readonly { readonly merchantId: string }[]): readonly string[] =>
  marks.map(({ merchantId }) => merchantId)
const timesIn = (times: readonly Instant[]): readonly string[] => times.map((at) => isoTime(at))

export async function recountCases(
  database: Database,
  round: number,
  marks: readonly Quarter[],
): Promise<void> {
  await database.run(RECOUNT_CASES, [
    round,
    merchantsIn(marks),
    timesIn(marks.map(({ beginsAt }) => beginsAt)),
    timesIn(marks.map(({ beginsAt }) => beginsAt + QUARTER_MS)),
  ])
}

/** A day in a merchant's zone. */
export interface MerchantDay {
  readonly merchantId: string
  readonly day: string
  readonly from: Instant
  readonly before: Instant
}

export async function addUpDays(
  database: Database,
  round: number,
  days: readonly MerchantDay[],
): Promise<void> {
  await database.run(ADD_UP_DAYS, [
    round,
    merchantsIn(days),
    days.map(({ day }) => day),
    timesIn(days.map(({ from }) => from)),
    timesIn(days.map(({ before }) => before)),
  ])
}

const ZONES = sqlStatement({
  name: 'reporting_zones',
  whose: { each: 'rows' },
  text: 'select merchant_id, zone from reporting_zone',
})
const PUT_ZONES = sqlStatement({
  name: 'reporting_zones_put',
  whose: 'part',
  text: `with ${MINE} insert into reporting_zone (merchant_id, zone)
    select t.merchant_id, t.zone from mine, unnest($2::text[], $3::text[]) as t(merchant_id, zone)
    on conflict (merchant_id) do update set zone = excluded.zone`,
})
const QUARTERS = sqlStatement({
  name: 'reporting_quarters',
  whose: 1,
  text: 'select distinct begins_at from reporting_quarter where merchant_id = $1 order by begins_at',
})
const CLEAR_DAYS = sqlStatement({
  name: 'reporting_days_clear',
  whose: 2,
  text: `with ${MINE} delete from reporting_day f using mine where f.merchant_id = $2`,
})

/** The time zone of each merchant's stored days. */
export async function keptZones(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.run(ZONES, [])
  return new Map(rows.map((row) => [row.merchant_id, row.zone]))
}

export async function keepZones(
  database: Database,
  round: number,
  zones: ReadonlyMap<string, string>,
): Promise<void> {
  if (zones.size > 0) await database.run(PUT_ZONES, [round, [...zones.keys()], [...zones.values()]])
}

/** All quarter-hours of a merchant that contain anything. */
export async function quartersOf(database: Database, merchantId: string): Promise<readonly Quarter[]> {
  const rows = await database.run(QUARTERS, [merchantId])
  return rows.map((row) => ({ merchantId, beginsAt: row.begins_at }))
}

export async function clearDays(database: Database, round: number, merchantId: string): Promise<void> {
  await database.run(CLEAR_DAYS, [round, merchantId])
}
