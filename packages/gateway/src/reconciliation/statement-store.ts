/**
 * The balances that banks report for accounts, in the database: written with the entries of the same file, and never
 * changed.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { EntrySource } from './entry.ts'
import type { StatementDay } from './statement-days.ts'

export interface StoredDay extends StatementDay {
  readonly source: EntrySource
  readonly takenAt: Instant
}

const INSERT = sqlStatement({
  name: 'bank_statement_day_insert',
  text: `insert into bank_statement_day (account, day, id, seq, source, opening, closing, first_day, last_day, taken_at)
    select $2, r.day, r.id, r.seq, $3, r.opening, r.closing, r.first_day, r.last_day, $4
      from json_to_recordset($1::json) as r(day text, id text, seq integer, opening bigint, closing bigint, first_day text, last_day text)
    on conflict (account, day, id) do nothing`,
})

/** For the transaction that stores the entries. */
export function statementDayCalls(
  account: string,
  source: EntrySource,
  days: readonly StatementDay[],
  at: Instant,
): readonly SqlCall[] {
  if (days.length === 0) return []
  const rows = days.map(({ day, id, openingMinor, closingMinor, firstDay, lastDay }, seq) => ({
    ...{ day, id, seq, first_day: firstDay, last_day: lastDay },
    opening: openingMinor.toString(),
    closing: closingMinor.toString(),
  }))
  return [{ statement: INSERT, values: [JSON.stringify(rows), account, source, isoTime(at)] }]
}

const OF_DAY = sqlStatement({
  name: 'bank_statement_day_of_day',
  text: `select * from bank_statement_day where account = $1 and day = $2 order by taken_at, seq`,
})
const BEFORE = sqlStatement({
  name: 'bank_statement_day_before',
  text: `select * from bank_statement_day where account = $1
      and day = (select max(day) from bank_statement_day where account = $1 and day < $2) order by taken_at, seq`,
})

const KNOWN = sqlStatement({
  name: 'bank_statement_day_known',
  text: `select count(*)::integer as known from bank_statement_day d
    join unnest($2::text[], $3::text[]) as t(day, id) on t.day = d.day and t.id = d.id where d.account = $1`,
})

/** Whether the same was stored for all these days before. */
export async function areKnownDays(
  database: Database,
  account: string,
  days: readonly StatementDay[],
): Promise<boolean> {
  const names = [account, days.map(({ day }) => day), days.map(({ id }) => id)]
  const [row] = await database.run(KNOWN, names)
  return Number(row?.known) === days.length
}

/** In order of arrival; those of one file in the file's order. */
export const readDay = async (
  database: Database,
  account: string,
  day: string,
): Promise<readonly StoredDay[]> => (await database.run(OF_DAY, [account, day])).map(rowToDay)

/** The statements of the last earlier day that has any. */
export const readDayBefore = async (
  database: Database,
  account: string,
  day: string,
): Promise<readonly StoredDay[]> => (await database.run(BEFORE, [account, day])).map(rowToDay)

// As in `store.ts`: the columns hold what was written.
const rowToDay = (row: RowOf<'bank_statement_day_of_day'>): StoredDay => ({
  day: row.day,
  id: row.id,
  openingMinor: row.opening,
  closingMinor: row.closing,
  firstDay: row.first_day,
  lastDay: row.last_day,
  source: row.source as EntrySource,
  takenAt: row.taken_at,
})
