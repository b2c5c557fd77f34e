/**
 * Time zones by their IANA names: local time and date. Pure: the zone data is the runtime's.
 *
 * Looking up zone data takes some microseconds, and opening hours are checked at every create. A zone's offset from UTC only
 * changes at a quarter of an hour, so offsets are cached for each quarter.
 */
import type { Instant } from './deps.ts'
import { dayOnly, dayText } from './instants.ts'
import { assert } from './result.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000
const MAX_ZONES = 1_000
const MAX_NAME_CHARACTERS = 64

interface Zone {
  readonly format: Intl.DateTimeFormat
  quarter: number
  offsetMs: number
  /** The last answer: a list of opening hours repeats the same question for each of its lines. */
  reported: { readonly at: Instant; readonly local: LocalTime } | undefined
}
const zones = new Map<string, Zone>()

/** @throws RangeError if there is no such zone */
function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const made: Zone = { format, quarter: Number.NaN, offsetMs: 0, reported: undefined }
  if (zones.size >= MAX_ZONES) zones.clear()
  zones.set(timeZone, made)
  return made
}

/** Whether this runtime knows the time zone. */
export function isTimeZone(text: string): boolean {
  if (text.length > MAX_NAME_CHARACTERS) return false
  try {
    zoneOf(text)
    return true
  } catch {
    return false
  }
}

/** How far this zone is ahead of UTC at that time; undefined for an unknown zone. */
export const zoneOffsetMs = (timeZone: string, at: Instant): number | undefined =>
  isTimeZone(timeZone) ? offsetMs(timeZone, at) : undefined

/** @throws RangeError if there is no such zone */
function offsetMs(timeZone: string, at: Instant): number {
  const zone = zoneOf(timeZone)
  const quarter = Math.floor(at / QUARTER_MS)
  if (zone.quarter !== quarter) {
    zone.offsetMs = shownAt(zone, at) - Math.floor(at / 1_000) * 1_000
    zone.quarter = quarter
  }
  return zone.offsetMs
}

/** The zone's local time, as if it were UTC. */
function shownAt({ format }: Zone, at: Instant): number {
  const parts = new Map<string, string>()
  for (const { type, value } of format.formatToParts(at)) parts.set(type, value)
  const of = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
  const day = [of('year'), of('month'), of('day')].join('-')
  return Date.parse(`${day}T${[of('hour'), of('minute'), of('second')].join(':')}Z`)
}

export interface LocalTime {
  /** `2026-11-21`. */
  readonly day: string
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number
  /** `HH:MM`. */
  readonly clock: string
  readonly secondOfDay: number
}

/** @throws RangeError if there is no such zone: see `isTimeZone` */
export function localTime(timeZone: string, at: Instant): LocalTime {
  const zone = zoneOf(timeZone)
  if (zone.reported?.at !== at) zone.reported = { at, local: localOf(at + offsetMs(timeZone, at)) }
  return zone.reported.local
}

/** @param local milliseconds since the epoch, as if local time were UTC */
function localOf(local: number): LocalTime {
  const days = Math.floor(local / DAY_MS)
  const text = new Date(local).toISOString()
  return {
    day: text.slice(0, 10),
    // 1 January 1970 was a Thursday.
    weekday: ((((days + 3) % 7) + 7) % 7) + 1,
    clock: text.slice(11, 16),
    secondOfDay: Math.floor((local - days * DAY_MS) / 1_000),
  }
}

/**
 * When a day begins in the zone: at midnight or, if the clocks skip midnight, at the first time of that day.
 * @param day `2026-11-21`
 * @throws RangeError if there is no such zone
 */
export function dayBegins(timeZone: string, day: string): Instant {
  const utc = dayOnly(day)
  assert(utc !== undefined, 'a day is a day of the calendar')
  let at = utc - offsetMs(timeZone, utc)
  at = utc - offsetMs(timeZone, at)
  // If the clocks change near midnight, the two guesses may be wrong by an hour or so.
  while (localTime(timeZone, at).day < day) at += QUARTER_MS
  while (localTime(timeZone, at - QUARTER_MS).day >= day) at -= QUARTER_MS
  return at
}

/** The next day of the calendar. @param day `2026-11-30` */
export function dayAfter(day: string): string {
  const utc = dayOnly(day)
  assert(utc !== undefined, 'a day is a day of the calendar')
  return dayText(utc + DAY_MS)
}

/** When the month after that of `at` begins in the zone. */
export function nextMonthBegins(timeZone: string, at: Instant): Instant {
  const { day } = localTime(timeZone, at)
  const [year = 0, month = 0] = day.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  return dayBegins(timeZone, `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`)
}

/** When the month of `at` began in the zone. */
export const monthBegins = (timeZone: string, at: Instant): Instant =>
  dayBegins(timeZone, `${localTime(timeZone, at).day.slice(0, 8)}01`)

const [MOST_AHEAD_MS, MOST_BEHIND_MS] = [14 * 3_600_000, 12 * 3_600_000]

/** `YYYY-MM` if it is the same month in all zones; undefined while a month has begun in one zone and not ended in another. */
export function monthEverywhere(at: Instant): string | undefined {
  const [first, last] = [at - MOST_BEHIND_MS, at + MOST_AHEAD_MS].map((shown) =>
    new Date(shown).toISOString().slice(0, 7),
  )
  return first === last ? first : undefined
}

/**
 * When the clocks of this zone show that time of that day. A time that occurs twice means the first occurrence. A time that is
 * skipped when clocks go forward means the same distance after the gap (as in iCalendar, RFC 5545, 3.3.5).
 *
 * @param day `YYYY-MM-DD`
 * @param clock `HH:MM`
 * @throws RangeError if there is no such zone: see `isTimeZone`
 */
export function instantOf(timeZone: string, day: string, clock: string): Instant {
  const shown = Date.parse(`${day}T${clock}:00Z`)
  // A zone is at most 14 hours ahead of UTC and 12 behind, so these two are before and after any change near that time.
  const before = offsetMs(timeZone, shown - DAY_MS)
  const after = offsetMs(timeZone, shown + DAY_MS)
  const holds = (offset: number): boolean => offsetMs(timeZone, shown - offset) === offset
  const fitting = [before, after].filter(holds).map((offset) => shown - offset)
  return fitting.length === 0 ? shown - before : Math.min(...fitting)
}
