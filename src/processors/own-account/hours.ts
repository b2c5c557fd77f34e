/** Hours and days in an account's own time zone. Pure. */
import type { Instant } from '../../foundation/deps.ts'
import { type OpeningHours, WEEKDAYS, type Weekday } from './account.ts'

/** Making one takes a tenth of a millisecond, and there are few zones. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 1_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(timeZone, made)
  return made
}

/** Whether it is an IANA time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  if (text.length > 64) return false
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

interface LocalTime {
  readonly day: Weekday
  readonly secondOfDay: number
}

function localTime(timeZone: string, at: Instant): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const number = (name: 'hour' | 'minute' | 'second') => Number(parts.get(name))
  const name = parts.get('weekday')?.toUpperCase()
  return {
    day: WEEKDAYS.find((day) => day === name) ?? 'MON',
    secondOfDay: number('hour') * 3_600 + number('minute') * 60 + number('second'),
  }
}

const CLOCK_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** `HH:MM`, or `24:00` for the end of a day → minutes; undefined where it is none. */
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
  const { day, secondOfDay } = localTime(timeZone, at)
  const minute = secondOfDay / 60
  return openingHours.some(
    ({ days, from, to }) =>
      days.includes(day) && minute >= (minutesOf(from) ?? 0) && minute < (minutesOf(to) ?? 0),
  )
}

/** When the day began in which `at` lies. */
export function dayStart(timeZone: string, at: Instant): Instant {
  const back = (from: Instant): Instant => {
    const { secondOfDay } = localTime(timeZone, from)
    return Math.floor(from / 1_000) * 1_000 - secondOfDay * 1_000
  }
  const start = back(at)
  // Where clocks changed since, that is an hour off: then it is looked at again from within the day.
  const { secondOfDay } = localTime(timeZone, start)
  if (secondOfDay === 0) return start
  return secondOfDay > 43_200 ? start + (86_400 - secondOfDay) * 1_000 : start - secondOfDay * 1_000
}
