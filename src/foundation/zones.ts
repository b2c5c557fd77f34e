/**
 * Time zones by their IANA names: what clock and calendar show there. Pure: the table of zones is the runtime's.
 *
 * That table is slow to ask (some microseconds), and opening hours are asked for at every create. But a zone's distance from UTC
 * changes only where a quarter of an hour begins, so it is remembered for so long.
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
  /** The answer to the last question: a list of opening hours asks the same one for each of its lines. */
  reported: { readonly at: Instant; readonly local: LocalTime } | undefined
}
const zones = new Map<string, Zone>()

/** @throws RangeError where there is no such zone */
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

/** Whether it is a time zone that this runtime knows. */
export function isTimeZone(text: string): boolean {
  if (text.length > MAX_NAME_CHARACTERS) return false
  try {
    zoneOf(text)
    return true
  } catch {
    return false
  }
}

/** How far clocks of this zone are ahead of UTC at that time; undefined for a zone that nobody knows. */
export const zoneOffsetMs = (timeZone: string, at: Instant): number | undefined =>
  isTimeZone(timeZone) ? offsetMs(timeZone, at) : undefined

/** @throws RangeError where there is no such zone */
function offsetMs(timeZone: string, at: Instant): number {
  const zone = zoneOf(timeZone)
  const quarter = Math.floor(at / QUARTER_MS)
  if (zone.quarter !== quarter) {
    zone.offsetMs = shownAt(zone, at) - Math.floor(at / 1_000) * 1_000
    zone.quarter = quarter
  }
  return zone.offsetMs
}

/** What the zone's clock shows, as if it were UTC's. */
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

/** @throws RangeError where there is no such zone: see `isTimeZone` */
export function localTime(timeZone: string, at: Instant): LocalTime {
  const zone = zoneOf(timeZone)
  if (zone.reported?.at !== at) zone.reported = { at, local: localOf(at + offsetMs(timeZone, at)) }
  return zone.reported.local
}

/** @param local milliseconds since the epoch, as if the zone's clock were UTC's */
function localOf(local: number): LocalTime {
  const days = Math.floor(local / DAY_MS)
  const text = new Date(local).toISOString()
  return {
    day: text.slice(0, 10),
    // The first of January 1970 was a Thursday.
    weekday: ((((days + 3) % 7) + 7) % 7) + 1,
    clock: text.slice(11, 16),
    secondOfDay: Math.floor((local - days * DAY_MS) / 1_000),
  }
}

/**
 * When a day begins there: at midnight, or, where clocks skip midnight, when they first show that day.
 * @param day `2026-11-21`
 * @throws RangeError where there is no such zone
 */
export function dayBegins(timeZone: string, day: string): Instant {
  const utc = dayOnly(day)
  assert(utc !== undefined, 'a day is a day of the calendar')
  let at = utc - offsetMs(timeZone, utc)
  at = utc - offsetMs(timeZone, at)
  // Where a clock is turned back or forth about midnight the two guesses may miss it, by an hour or so.
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

/** When the month after that of `at` begins there. */
export function nextMonthBegins(timeZone: string, at: Instant): Instant {
  const { day } = localTime(timeZone, at)
  const [year = 0, month = 0] = day.split('-').map(Number)
  const next = month === 12 ? [year + 1, 1] : [year, month + 1]
  return dayBegins(timeZone, `${String(next[0]).padStart(4, '0')}-${String(next[1]).padStart(2, '0')}-01`)
}

/** When the month of `at` began there. */
export const monthBegins = (timeZone: string, at: Instant): Instant =>
  dayBegins(timeZone, `${localTime(timeZone, at).day.slice(0, 8)}01`)

const [MOST_AHEAD_MS, MOST_BEHIND_MS] = [14 * 3_600_000, 12 * 3_600_000]

/** `YYYY-MM`, where it is the same month in all zones; undefined while a month begins in one and has not ended in another. */
export function monthEverywhere(at: Instant): string | undefined {
  const [first, last] = [at - MOST_BEHIND_MS, at + MOST_AHEAD_MS].map((shown) =>
    new Date(shown).toISOString().slice(0, 7),
  )
  return first === last ? first : undefined
}

/**
 * When the clocks of this zone show that time of that day. A time that is shown twice is the first of the two; one that is left out,
 * because clocks are put forward, is so long after the leap as it would have been before it (as iCalendar has it, RFC 5545, 3.3.5).
 *
 * @param day `YYYY-MM-DD` @param clock `HH:MM` @throws RangeError where there is no such zone: see `isTimeZone`
 */
export function instantOf(timeZone: string, day: string, clock: string): Instant {
  const shown = Date.parse(`${day}T${clock}:00Z`)
  // A zone is at most 14 hours ahead and 12 behind: these two are before and after whatever happens near that time.
  const before = offsetMs(timeZone, shown - DAY_MS)
  const after = offsetMs(timeZone, shown + DAY_MS)
  const holds = (offset: number): boolean => offsetMs(timeZone, shown - offset) === offset
  const fitting = [before, after].filter(holds).map((offset) => shown - offset)
  return fitting.length === 0 ? shown - before : Math.min(...fitting)
}
