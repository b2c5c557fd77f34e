/**
 * Times as others write them, read strictly: the one place that makes an instant of somebody's text.
 *
 * The platform's own readers add where they should check: month 13 is January of the next year to them, 30 February is in March,
 * 24:00 is tomorrow. Promise: what is read here, written again, is the text that came; everything else is none. And only such
 * times as a database keeps and gives back: years 1 to 9999. `isoTime` is the other way: how rows and the API write an instant.
 */
import type { Instant } from './deps.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
/** Beyond it no time has a text of four digits for its year. */
export const LATEST: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/** An offset may lead out of the years of four digits. */
const kept = (at: number): Instant | undefined => (at >= EARLIEST && at <= LATEST ? at : undefined)

/** `2026-01-31` → its beginning in UTC; undefined where there is no such day. */
export function dayOnly(text: string): Instant | undefined {
  const at = DAY.test(text) ? kept(Date.parse(text)) : undefined
  return at !== undefined && dayText(at) === text ? at : undefined
}

/** @returns undefined for anything but a time with its offset, such as `2026-01-31T12:00:00Z`; what is finer than 1 ms is cut */
export function timeOnly(text: string): Instant | undefined {
  const [, day = ''] = TIME.exec(text) ?? []
  return dayOnly(day) === undefined ? undefined : kept(Date.parse(text))
}

/** As `isoTime` writes it, and nothing else: what stands in a row, in a third of the time that others' texts take. */
export function writtenTime(text: string): Instant | undefined {
  const at = kept(Date.parse(text))
  return at !== undefined && isoTime(at) === text ? at : undefined
}

/** A time, or a day, which begins at midnight UTC. */
export const dayOrTime = (text: string): Instant | undefined => dayOnly(text) ?? timeOnly(text)

/** Of a date whose parts stand apart, each as it was written: `['2026', '1', '31']`. */
export function dayOfParts(year: string, month: string, day: string): Instant | undefined {
  if (![year, month, day].every((part) => /^\d{1,4}$/.test(part))) return undefined
  return dayOnly([year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-'))
}

/** How long after midnight `13`, `05`, `30` is; undefined where no clock shows it. */
export function timeOfDayMs(hour: string, minute: string, second: string): number | undefined {
  if (![hour, minute, second].every((part) => /^\d{1,2}$/.test(part))) return undefined
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** The day in UTC, as `dayOnly` reads it. */
export const dayText = (at: Instant): string => isoTime(at).slice(0, 10)

/** `Sat, 31 Jan 2026 12:00:00 GMT`, as HTTP writes its dates (RFC 9110, section 5.6.7); older forms are none. */
export function httpDate(text: string): Instant | undefined {
  const at = text.length === 29 ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? at : undefined
}

const DAY_MS = 86_400_000
/** Days that are near each other have places apart. */
const WRITTEN_DAYS = 64
const written = Array.from({ length: WRITTEN_DAYS }, () => ({ day: 0, text: '1970-01-01T' }))
const digits = (count: number, length: number) =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
const TWO_DIGITS = digits(60, 2)
const THREE_DIGITS = digits(1_000, 3)

/** Times that were written last, each at a place of its own but for chance. What is asked for in one millisecond has the same few. */
const WRITTEN_TIMES = 256
const writtenTimes = Array.from({ length: WRITTEN_TIMES }, () => ({ at: Number.NaN, text: '' }))

/**
 * ISO 8601 in UTC, with milliseconds: as rows and the API have it. Outside of the years that are kept it is as the platform writes it.
 */
export function isoTime(at: Instant): string {
  const low = at | 0
  const place = writtenTimes[(low ^ (low >>> 9)) & (WRITTEN_TIMES - 1)]
  if (place === undefined) return newlyWritten(at)
  if (place.at !== at) {
    place.text = newlyWritten(at)
    place.at = at
  }
  return place.text
}

/** The days that were written last are kept and the rest is digits: 0.07 µs where the platform takes 0.38, since it asks its time zones first. */
function newlyWritten(at: Instant): string {
  const day = Math.floor(at / DAY_MS)
  const place = written[day & (WRITTEN_DAYS - 1)]
  if (place === undefined || !Number.isInteger(at) || at < EARLIEST || at > LATEST)
    return new Date(at).toISOString()
  if (place.day !== day) {
    place.text = new Date(at).toISOString().slice(0, 11)
    place.day = day
  }
  const ms = at - day * DAY_MS
  const seconds = Math.floor(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const minute = TWO_DIGITS[minutes - hours * 60]
  const second = TWO_DIGITS[seconds - minutes * 60]
  return `${place.text}${TWO_DIGITS[hours]}:${minute}:${second}.${THREE_DIGITS[ms - seconds * 1_000]}Z`
}
