/** Times as others write them: ISO 8601 with an offset, and only such as a database keeps and gives back. */
import type { Instant } from './deps.ts'

const DAY_OR_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/

/** Years of four digits, and no year 0: an offset may lead out of them. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** @returns undefined for anything but a time such as `2026-01-31T12:00:00Z`, or a day, which begins at midnight UTC */
export function dayOrTime(text: string): Instant | undefined {
  const [, year, month, day] = DAY_OR_TIME.exec(text) ?? []
  // Date.parse makes 2 March of 30 February.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  const at = isDay ? Date.parse(text) : Number.NaN
  return at >= EARLIEST && at <= LATEST ? at : undefined
}

/** The same without days. */
export const timeOnly = (text: string): Instant | undefined =>
  text.includes('T') ? dayOrTime(text) : undefined
