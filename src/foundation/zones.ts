/**
 * Time zones by their IANA names: what clock and calendar show there. Pure: the table of zones is the runtime's.
 *
 * That table is slow to ask (some microseconds), and opening hours are asked for at every create. But a zone's distance from UTC
 * changes only where a quarter of an hour begins, so it is remembered for so long.
 */
import type { Instant } from './deps.ts'

const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000
const MAX_ZONES = 1_000
const MAX_NAME_CHARACTERS = 64

interface Zone {
  readonly format: Intl.DateTimeFormat
  quarter: number
  offsetMs: number
  /** The answer to the last question: a list of opening hours asks the same one for each of its lines. */
  told: { readonly at: Instant; readonly local: LocalTime } | undefined
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
  const made: Zone = { format, quarter: Number.NaN, offsetMs: 0, told: undefined }
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
  if (zone.told?.at !== at) zone.told = { at, local: localOf(at + offsetMs(timeZone, at)) }
  return zone.told.local
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
