/**
 * Finds the date formats of a sample with the server's own statement reader. Pure.
 *
 * 03/04/2026 is in April in one country and in March in another. If a sample leaves both open, nothing is guessed: both are shown, and
 * somebody who knows the bank chooses.
 */
import { dayText } from '@sluice/core/foundation/instants.ts'
import { dateReader } from '@sluice/gateway/reconciliation/csv-date.ts'
import { tooFarAhead } from '@sluice/gateway/reconciliation/entry.ts'

const YEAR_MS = 365 * 86_400_000
/** Exports are recent, so an order of day, month and year that leads to other years is less likely. */
const RECENT_MS = 2 * YEAR_MS
const OLDEST = '1990-01-01'
const MAX_LOOKED_AT = 200
/** Try several cells, because the first may not be a date. */
const MAX_SHAPES_OF = 3

const ORDERS = ['YMD', 'DMY', 'MDY'] as const
type Part = 'Y' | 'M' | 'D'

/** A part of a date: a number, or the name of a month. */
const PARTS = /\d{1,4}|[A-Za-z]{3,9}/g
const SIGNS_ALLOWED = /^[ .,/:年月日-]*$/
const TIME = /^(.*\S)([ T])(\d{1,2}:\d{2}(:\d{2})?)$/

/** @returns the formats that read most of these: one, several to choose from, or none that reads more than half. Empty cells are ignored */
export function dateFormatsOf(cells: readonly string[], now: number): readonly string[] {
  const values = cells
    .map((cell) => cell.replace(/^'/, '').replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .slice(0, MAX_LOOKED_AT)
  const shapes = new Set(values.slice(0, MAX_SHAPES_OF).flatMap((value) => shapesOf(value, values)))
  const readings = [...shapes].map((format) => {
    const days = daysIn(format, values).filter(
      (at) => dayText(at) >= OLDEST && tooFarAhead(at, now) === undefined,
    )
    return { format, many: days.length, isRecent: days.every((at) => now - at < RECENT_MS) }
  })
  const most = Math.max(...readings.map(({ many }) => many), 0)
  const formats = readings.filter(({ many }) => many === most && many * 2 > values.length)
  const recent = formats.filter(({ isRecent }) => isRecent)
  return (recent.length > 0 ? recent : formats).map(({ format }) => format)
}

/** A day of the sample as this format reads it: the first one that other formats read differently, to make the choice visible. */
export function exampleOf(
  format: string,
  others: readonly string[],
  cells: readonly string[],
): readonly [cell: string, day: string] | undefined {
  const read = (each: string, cell: string) => daysIn(each, [cell])[0]
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const differing = filled.find((cell) => others.some((other) => read(other, cell) !== read(format, cell)))
  const cell = differing ?? filled[0]
  const day = cell === undefined ? undefined : read(format, cell)
  return cell === undefined || day === undefined ? undefined : [cell, dayText(day)]
}

function daysIn(format: string, values: readonly string[]): readonly number[] {
  const read = dateReader({ dateFormat: format, utcOffset: '+00:00' })
  return values.flatMap((value) => read(value, undefined)?.at ?? [])
}

/** The formats in which a value may be written, the likeliest first. */
function shapesOf(value: string, values: readonly string[]): readonly string[] {
  const [, date = value, between = '', time = '', secs] = TIME.exec(value) ?? []
  const timeForm = time === '' ? '' : `${between}HH:mm${secs === undefined ? '' : ':ss'}`
  if (/^\d{8}$/.test(date))
    return ['YYYYMMDD', 'DDMMYYYY', 'MMDDYYYY', 'BBBBMMDD', 'DDMMBBBB'].map((form) => form + timeForm)
  if (/^\d{6}$/.test(date)) return ['YYMMDD', 'DDMMYY', 'MMDDYY'].map((form) => form + timeForm)
  const parts = partsIn(date)
  const isShort = values.some((each) => partsIn(each).some((part) => /^\d$/.test(part)))
  if (parts.length === 0) return []
  return ORDERS.flatMap((order) => {
    const tokens = parts.map((text, index) => tokensOf(text, order[index] as Part, isShort))
    // `2026年11月21日` has a sign after its last part as well.
    return combinations(tokens).map((chosen) => {
      let at = 0
      return date.replace(PARTS, () => chosen[at++] ?? '') + timeForm
    })
  })
}

/** The three parts of a date, or none. */
function partsIn(value: string): readonly string[] {
  const date = value.replace(TIME, '$1')
  const parts = date.match(PARTS) ?? []
  return parts.length === 3 && SIGNS_ALLOWED.test(date.replace(PARTS, '')) ? parts : []
}

function tokensOf(text: string, part: Part, isShort: boolean): readonly string[] {
  const isName = /^[A-Za-z]/.test(text)
  switch (part) {
    case 'Y':
      return isName ? [] : text.length === 4 ? ['YYYY', 'BBBB'] : text.length === 2 ? ['YY'] : []
    case 'M':
      return isName ? ['MMM'] : text.length <= 2 ? [isShort ? 'M' : 'MM'] : []
    case 'D':
      return isName || text.length > 2 ? [] : [isShort ? 'D' : 'DD']
  }
}

const combinations = (tokens: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  tokens.reduce<readonly (readonly string[])[]>(
    (made, choices) => made.flatMap((before) => choices.map((token) => [...before, token])),
    [[]],
  )

/** The UTC offset of a zone at a time, such as `+07:00`. Zones with summer time have another in summer. */
export function utcOffsetOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /[+-]\d{2}:\d{2}/.exec(name)?.[0] ?? '+00:00'
}
