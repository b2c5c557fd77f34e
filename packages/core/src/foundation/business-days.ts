/**
 * Business days by a calendar of closed weekdays and holidays. Pure.
 *
 * Operators supply the calendar, from their bank or central bank. There is deliberately no built-in table of the world's
 * holidays. Banks have holidays that their country does not and the other way round; some countries announce holidays only weeks
 * ahead, by the moon; and a table that is off by one day pays on a day on which the bank is closed.
 */
import { dayOnly, dayText } from './instants.ts'

export interface BusinessCalendar {
  /** 0 is Sunday. */
  readonly closedWeekdays: readonly number[]
  /** `YYYY-MM-DD`. */
  readonly holidays: readonly string[]
}

const DAY_MS = 86_400_000
/** No bank is closed for longer. Such a calendar is wrong, and the search must end. */
const MAX_DAYS_AHEAD = 366

/** The day so many days later, or earlier. @param day `YYYY-MM-DD` */
export const dayPlus = (day: string, days: number): string => dayText((dayOnly(day) ?? 0) + days * DAY_MS)

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(dayOnly(day) ?? 0).getUTCDay()

export const isBusinessDay = (day: string, { closedWeekdays, holidays }: BusinessCalendar): boolean =>
  !closedWeekdays.includes(weekdayOf(day)) && !holidays.includes(day)

/** This day or the next business day; undefined if there is none within a year. */
export function nextBusinessDay(day: string, calendar: BusinessCalendar): string | undefined {
  let next = day
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
    if (isBusinessDay(next, calendar)) return next
    next = dayPlus(next, 1)
  }
  return undefined
}
