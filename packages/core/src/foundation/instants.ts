/**
 * Strict parsing of times. All text from outside becomes an instant here.
 *
 * The platform's own parsers are lenient: they read month 13 as January of the next year, 30 February as a day in March, and
 * 24:00 as the next day. Here a text is only accepted if formatting the result gives the same text again, and only for the years
 * 1 to 9999, which a database can store. `isoTime` formats instants for rows and for the API.
 */
import type { Instant } from './deps.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
/** Later times have years of more than four digits. */
export const LATEST: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/** An offset may lead outside the years of four digits. */
const kept = (at: number): Instant | undefined => (at >= EARLIEST && at <= LATEST ? at : undefined)

/** `2026-01-31` → its beginning in UTC; undefined if there is no such day. */
export function dayOnly(text: string): Instant | undefined {
  const at = DAY.test(text) ? kept(Date.parse(text)) : undefined
  return at !== undefined && dayText(at) === text ? at : undefined
}

/**
 * @returns undefined for anything but a time with its offset, such as `2026-01-31T12:00:00Z`; fractions of a millisecond are cut
 */
export function timeOnly(text: string): Instant | undefined {
  const [, day = ''] = TIME.exec(text) ?? []
  return dayOnly(day) === undefined ? undefined : kept(Date.parse(text))
}

/** Only the format that `isoTime` writes, as stored in rows. Three times as fast as `timeOnly`. */
export function writtenTime(text: string): Instant | undefined {
  const at = kept(Date.parse(text))
  return at !== undefined && isoTime(at) === text ? at : undefined
}

/** A time, or a day, which begins at midnight UTC. */
export const dayOrTime = (text: string): Instant | undefined => dayOnly(text) ?? timeOnly(text)

/** From the parts of a date as they were written: `['2026', '1', '31']`. */
export function dayOfParts(year: string, month: string, day: string): Instant | undefined {
  if (![year, month, day].every((part) => /^\d{1,4}$/.test(part))) return undefined
  return dayOnly([year.padStart(4, '0'), month.padStart(2, '0'), day.padStart(2, '0')].join('-'))
}

/** Time after midnight for `13`, `05`, `30`; undefined if there is no such time of day. */
export function timeOfDayMs(hour: string, minute: string, second: string): number | undefined {
  if (![hour, minute, second].every((part) => /^\d{1,2}$/.test(part))) return undefined
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** The day in UTC, in the format of `dayOnly`. */
export const dayText = (at: Instant): string => isoTime(at).slice(0, 10)

/** `Sat, 31 Jan 2026 12:00:00 GMT`, the date format of HTTP (RFC 9110, section 5.6.7). Its older formats are not accepted. */
export function httpDate(text: string): Instant | undefined {
  const at = text.length === 29 ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? at : undefined
}

const DAY_MS = 86_400_000
/** Neighbouring days have different slots. */
const WRITTEN_DAYS = 64
const written = Array.from({ length: WRITTEN_DAYS }, () => ({ day: 0, text: '1970-01-01T' }))
const digits = (count: number, length: number) =>
  Array.from({ length: count }, (_, value) => String(value).padStart(length, '0'))
const TWO_DIGITS = digits(60, 2)
const THREE_DIGITS = digits(1_000, 3)

/** A cache of the last formatted times. Within a millisecond the same few times are needed again and again. */
const WRITTEN_TIMES = 256
const writtenTimes = Array.from({ length: WRITTEN_TIMES }, () => ({ at: Number.NaN, text: '' }))

/** ISO 8601 in UTC with milliseconds, as in rows and in the API. Outside the years 1 to 9999, the platform's format. */
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

/** Caches the text of recent days and appends digits: 0.07 µs instead of the platform's 0.38 µs. */
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
