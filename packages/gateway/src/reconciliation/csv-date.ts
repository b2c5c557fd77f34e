/** Reads dates and times as a mapping's `dateFormat` says. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOfParts, timeOfDayMs } from '@sluice/core/foundation/instants.ts'
import { type CsvMapping, FORMAT_TOKEN } from './csv-mapping.ts'

export interface Booked {
  readonly at: Instant
  readonly precision: 'day' | 'time'
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** Thailand's calendar is 543 years ahead. */
const BUDDHIST_YEARS = 543

const PATTERN: Readonly<Record<string, string>> = {
  YYYY: '(\\d{4})',
  BBBB: '(\\d{4})',
  YY: '(\\d{2})',
  MMM: '([A-Za-z]{3})[a-z]{0,6}',
  MM: '(\\d{1,2})',
  M: '(\\d{1,2})',
  DD: '(\\d{1,2})',
  D: '(\\d{1,2})',
  HH: '(\\d{1,2})',
  mm: '(\\d{2})',
  ss: '(\\d{2})',
}

/** Digits without separators need exactly two for each part. */
const exact = (pattern: string, packed: boolean): string =>
  packed ? pattern.replace('{1,2}', '{2}') : pattern

/** A time in its own column is appended to the date. */
export function dateReader({ dateFormat, utcOffset }: Pick<CsvMapping, 'dateFormat' | 'utcOffset'>) {
  const cut = dateFormat.search(/[ T]?HH/)
  const [dateForm, timeForm] =
    cut < 0
      ? [dateFormat, 'HH:mm:ss']
      : [dateFormat.slice(0, cut), dateFormat.slice(cut).replace(/^[ T]/, '')]
  const readDate = partsReader(dateForm)
  const readTime = partsReader(timeForm)
  const readShortTime = partsReader('HH:mm')
  const offsetMs = offsetOf(utcOffset)
  return (text: string, timeText: string | undefined): Booked | undefined => {
    const given = text.replace(/^'/, '').replace(/\s+/g, ' ').trim()
    const divided = cut >= 0 && timeText === undefined ? /^(.*\S)[ T](\d{1,2}:.*)$/.exec(given) : undefined
    const date = readDate(divided?.[1] ?? given)
    const day = date && dayIn(date)
    if (day === undefined) return undefined
    const time = (timeText ?? divided?.[2])?.trim()
    if (time === undefined) return { at: day, precision: 'day' }
    const parts = readTime(time) ?? readShortTime(time)
    const sinceMidnightMs =
      parts && timeOfDayMs(parts.get('HH') ?? '', parts.get('mm') ?? '0', parts.get('ss') ?? '0')
    if (sinceMidnightMs === undefined) return undefined
    return { at: day + sinceMidnightMs - offsetMs, precision: 'time' }
  }
}

function partsReader(form: string) {
  const tokens = form.match(FORMAT_TOKEN) ?? []
  const packed = tokens.join('') === form
  const source = form
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(FORMAT_TOKEN, (token) => exact(PATTERN[token] ?? '', packed))
  const pattern = new RegExp(`^${source}$`)
  return (text: string): ReadonlyMap<string, string> | undefined => {
    const match = text.length > 40 ? null : pattern.exec(text)
    return match ? new Map(tokens.map((token, index) => [token, match[index + 1] ?? ''])) : undefined
  }
}

function dayIn(parts: ReadonlyMap<string, string>): Instant | undefined {
  const [full, short, buddhist] = ['YYYY', 'YY', 'BBBB'].map((name) => parts.get(name))
  const year =
    buddhist !== undefined ? String(Number(buddhist) - BUDDHIST_YEARS) : (full ?? `20${short ?? ''}`)
  const name = parts.get('MMM')?.toUpperCase()
  const month =
    name === undefined ? (parts.get('MM') ?? parts.get('M') ?? '') : String(MONTHS.indexOf(name) + 1)
  const at = dayOfParts(year, month, parts.get('DD') ?? parts.get('D') ?? '')
  return at !== undefined && at >= 0 ? at : undefined
}

function offsetOf(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number)
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
