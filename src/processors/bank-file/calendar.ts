/** Business days and cut-offs: on which day the bank executes a file that it gets now. Pure. */
import type { Instant } from '../../foundation/deps.ts'
import type { BankCalendar } from './debtor-account.ts'

const DAY_MS = 86_400_000
/** No bank is closed for longer: a calendar that says so is wrong, and the search must end. */
const MAX_DAYS_AHEAD = 366

/** @returns whether this runtime knows the time zone by that name */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The calendar day and the clock, `HH:MM`, in that zone. */
export function localTime(at: Instant, zone: string): { readonly day: string; readonly clock: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { day: `${of('year')}-${of('month')}-${of('day')}`, clock: `${of('hour')}:${of('minute')}` }
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

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
  const { day, clock } = localTime(at, calendar.zone)
  let found = nextBusinessDay(clock < calendar.cutOff ? day : dayAfter(day), calendar)
  for (let lead = 0; lead < calendar.leadDays && found !== undefined; lead++) {
    found = nextBusinessDay(dayAfter(found), calendar)
  }
  return found
}
