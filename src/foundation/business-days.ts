/**
 * Business days: which days of a calendar somebody works. Pure.
 *
 * A calendar is a list of weekdays and of holidays, as an operator has it from the bank or the central bank. There is no table of the
 * world's holidays here on purpose: banks keep days that no country does and leave out others, several countries announce theirs a few
 * weeks ahead by the moon, and a table that is wrong by a day pays on a day on which nobody works.
 */
import { dayOnly, dayText } from './instants.ts'

export interface BusinessCalendar {
  /** 0 is Sunday. */
  readonly closedWeekdays: readonly number[]
  /** `YYYY-MM-DD`. */
  readonly holidays: readonly string[]
}

const DAY_MS = 86_400_000
/** Nobody is closed for longer: a calendar that says so is wrong, and the search must end. */
const MAX_DAYS_AHEAD = 366

/** So many days later, or earlier. @param day `YYYY-MM-DD` */
export const dayPlus = (day: string, days: number): string => dayText((dayOnly(day) ?? 0) + days * DAY_MS)

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(dayOnly(day) ?? 0).getUTCDay()

export const isBusinessDay = (day: string, { closedWeekdays, holidays }: BusinessCalendar): boolean =>
  !closedWeekdays.includes(weekdayOf(day)) && !holidays.includes(day)

/** This day or the first business day after it; undefined where there is none within a year. */
export function nextBusinessDay(day: string, calendar: BusinessCalendar): string | undefined {
  let next = day
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
    if (isBusinessDay(next, calendar)) return next
    next = dayPlus(next, 1)
  }
  return undefined
}
