/** Hours and days in an account's own time zone. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { type OpeningHours, WEEKDAYS } from './account.ts'

const CLOCK_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** `HH:MM`, or `24:00` for the end of a day, as minutes; undefined if it is no such time. */
export function minutesOf(text: string): number | undefined {
  const match = CLOCK_TIME.exec(text)
  if (!match) return undefined
  return match[1] === undefined ? 1_440 : Number(match[1]) * 60 + Number(match[2])
}

export interface Hours {
  readonly timeZone: string
  readonly openingHours: readonly OpeningHours[]
}

/** Whether an account with these hours is open. `from` is inclusive, `to` is not; a night is two entries. */
export function isOpenAt({ timeZone, openingHours }: Hours, at: Instant): boolean {
  if (openingHours.length === 0) return true
  const { weekday, secondOfDay } = localTime(timeZone, at)
  const today = WEEKDAYS[weekday - 1]
  const minute = secondOfDay / 60
  return openingHours.some(
    ({ days, from, to }) =>
      days.some((day) => day === today) && minute >= (minutesOf(from) ?? 0) && minute < (minutesOf(to) ?? 0),
  )
}

/** When the day of `at` began. */
export function dayStart(timeZone: string, at: Instant): Instant {
  const back = (from: Instant): Instant => {
    const { secondOfDay } = localTime(timeZone, from)
    return Math.floor(from / 1_000) * 1_000 - secondOfDay * 1_000
  }
  const start = back(at)
  // If the clocks have changed since, that is an hour off: the search repeats from within the day.
  const { secondOfDay } = localTime(timeZone, start)
  if (secondOfDay === 0) return start
  return secondOfDay > 43_200 ? start + (86_400 - secondOfDay) * 1_000 : start - secondOfDay * 1_000
}
