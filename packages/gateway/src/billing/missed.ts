/**
 * Finds events that were committed after the statement of their time was issued: a status update delayed by a long
 * outage, or a node whose clock is far behind. They go into the next statement, however old they are.
 *
 * No column records when an event was committed, so they are found by counting: in each past range the number of events
 * equals the number of statement entries, unless some came late. Both are counted by index alone, in ranges of about
 * `EVENTS_A_LOOK` events, so no query is long. Reads only.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { type BalanceKey, eventCount } from '../payments/ledger-lines.ts'

const EVENTS_A_LOOK = 50_000

/** An issued statement, from which ranges are made. */
export interface Period {
  readonly number: number
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
  readonly entries: number
}

export interface Range {
  readonly from: Instant
  /** Exclusive. */
  readonly until: Instant
  /** The first statement that can hold events of this range. */
  readonly number: number
}

const ISSUED = sqlStatement({
  name: 'statement_periods',
  whose: 1,
  text: `select s.number, s.from_at, s.until_at, s.entries from statement s
    where s.merchant_id = $1 and s.currency = $2 and s.issued_at is not null order by s.number`,
})
/** Counts range ($4, $5) in statements from $3 on, because later statements hold what came late. */
const COUNTED = sqlStatement({
  name: 'statement_counted',
  whose: 1,
  text: `select (${eventCount({ merchant: '$1', currency: '$2', from: '$4::timestamptz', before: '$5::timestamptz' })})::integer as events,
    (select coalesce(sum(c.entries), 0)::integer from statement s cross join lateral (
      select count(*) as entries from statement_entry t where t.merchant_id = $1 and t.currency = $2 and t.number = s.number
        and t.at >= $4::timestamptz and t.at < $5::timestamptz offset 0) c
      where s.merchant_id = $1 and s.currency = $2 and s.number >= $3) as entries`,
})

/** @returns the beginning of the first range with events in no statement; undefined if there is none */
export async function firstMissed(
  database: Database,
  { merchantCode, currency }: BalanceKey,
): Promise<Instant | undefined> {
  const rows = await database.run(ISSUED, [merchantCode, currency])
  const periods = rows.map((row) => ({
    number: row.number,
    from: row.from_at,
    until: row.until_at,
    entries: row.entries,
  }))
  for (const { from, until, number } of rangesOf(periods)) {
    const values = [merchantCode, currency, number, isoTime(from), isoTime(until)]
    const [row] = await database.run(COUNTED, values)
    if (row && row.events !== row.entries) return from
  }
  return undefined
}

/** Joins small periods and splits large ones evenly by time. The first range has no lower bound. */
export function rangesOf(periods: readonly Period[]): readonly Range[] {
  const ranges: Range[] = []
  let open: { from: Instant; number: number; entries: number } | undefined
  for (const [index, period] of periods.entries()) {
    const { number, until, entries } = period
    open ??= { from: index === 0 ? BEGINNING : period.from, number, entries: 0 }
    open.entries += entries
    const isLast = index === periods.length - 1
    if (!isLast && open.entries < EVENTS_A_LOOK) continue
    ranges.push(...parts(open, until))
    open = undefined
  }
  return ranges
}

const BEGINNING: Instant = -62_135_596_800_000

function parts(
  { from, number, entries }: { readonly from: Instant; readonly number: number; readonly entries: number },
  until: Instant,
): readonly Range[] {
  const count = Math.max(1, Math.ceil(entries / EVENTS_A_LOOK))
  const edge = (index: number): Instant => from + Math.floor(((until - from) * index) / count)
  return Array.from({ length: count }, (_, index) => ({
    ...{ number, from: edge(index) },
    until: index === count - 1 ? until : edge(index + 1),
  }))
}
