/** The business calendars of settlement: two built-in ones, and those that operators maintain. */
import type { BusinessCalendar } from '@sluice/core/foundation/business-days.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type SqlCall, sqlStatement } from '@sluice/database/port.ts'

export interface SettlementCalendar extends BusinessCalendar {
  readonly code: string
  /** Undefined: built in and not editable. */
  readonly updatedAt: Instant | undefined
}

export type Calendars = ReadonlyMap<string, SettlementCalendar>

const builtIn = (code: string, closedWeekdays: readonly number[]): SettlementCalendar => ({
  ...{ code, closedWeekdays, holidays: [], updatedAt: undefined },
})
export const BUILT_IN: readonly SettlementCalendar[] = [builtIn('EVERY_DAY', []), builtIn('WEEKDAYS', [0, 6])]

const ALL = sqlStatement({
  name: 'settlement_calendars',
  text: 'select code, closed_weekdays, holidays, updated_at from settlement_calendar order by code limit 500',
})
const PUT = sqlStatement({
  name: 'settlement_calendar_put',
  text: `insert into settlement_calendar (code, closed_weekdays, holidays, updated_at) values ($1, $2::text::jsonb, $3::text::jsonb, $4)
    on conflict (code) do update set closed_weekdays = excluded.closed_weekdays, holidays = excluded.holidays,
      updated_at = excluded.updated_at`,
})

export async function readCalendars(database: Database): Promise<Calendars> {
  const rows = await database.run(ALL, [])
  const kept = rows.map(
    (row): SettlementCalendar => ({
      code: row.code,
      closedWeekdays: row.closed_weekdays as readonly number[],
      holidays: row.holidays as readonly string[],
      updatedAt: row.updated_at,
    }),
  )
  return new Map([...BUILT_IN, ...kept].map((calendar) => [calendar.code, calendar]))
}

export const putCalendarCall = (code: string, calendar: BusinessCalendar, at: Instant): SqlCall => ({
  statement: PUT,
  values: [code, JSON.stringify(calendar.closedWeekdays), JSON.stringify(calendar.holidays), isoTime(at)],
})
