/** Business days and cut-offs: on which day the bank executes a file that it gets now. Pure. */
import type { Instant } from '../../foundation/deps.ts'
import { dayText } from '../../foundation/instants.ts'
import { localTime } from '../../foundation/zones.ts'
import type { BankCalendar } from './debtor-account.ts'

const DAY_MS = 86_400_000
/** No bank is closed for longer: a calendar that says so is wrong, and the search must end. */
const MAX_DAYS_AHEAD = 366

const dayAfter = (day: string): string => dayText(Date.parse(day) + DAY_MS)

const isBusinessDay = (day: string, calendar: BankCalendar): boolean =>
  !calendar.closedWeekdays.includes(new Date(day).getUTCDay()) && !calendar.holidays.includes(day)

function nextBusinessDay(day: string, calendar: BankCalendar): string | undefined {
  let next = day
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
    if (isBusinessDay(next, calendar)) return next
    next = dayAfter(next)
  }
  return undefined
}

/**
 * @returns the day `YYYY-MM-DD`, in the bank's zone, on which a file that the bank gets `at` that time is executed; undefined
 *   where the calendar leaves no business day within a year
 */
export function executionDay(at: Instant, calendar: BankCalendar): string | undefined {
  const { day, clock } = localTime(calendar.zone, at)
  let found = nextBusinessDay(clock < calendar.cutOff ? day : dayAfter(day), calendar)
  for (let lead = 0; lead < calendar.leadDays && found !== undefined; lead++) {
    found = nextBusinessDay(dayAfter(found), calendar)
  }
  return found
}
