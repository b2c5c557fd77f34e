/** Cut-offs of banks: on which day the bank executes a file that it gets now. Pure. */
import { dayPlus, nextBusinessDay } from '@sluice/core/foundation/business-days.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import type { BankCalendar } from './debtor-account.ts'

/**
 * @returns the day `YYYY-MM-DD`, in the bank's zone, on which the bank executes a file that it gets at this time;
 * undefined if the calendar has no business day within a year
 */
export function executionDay(at: Instant, calendar: BankCalendar): string | undefined {
  const { day, clock } = localTime(calendar.zone, at)
  let found = nextBusinessDay(clock < calendar.cutOff ? day : dayPlus(day, 1), calendar)
  for (let lead = 0; lead < calendar.leadDays && found !== undefined; lead++) {
    found = nextBusinessDay(dayPlus(found, 1), calendar)
  }
  return found
}
