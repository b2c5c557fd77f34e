/**
 * Finds the encoding, delimiter, heads and rows of a sample of a bank's CSV. The sample is read in the browser, by the server's own reader,
 * and is sent nowhere. Pure except for reading the file.
 */
import { type CsvLine, HEADS_WITHIN_ROWS, linesOf } from '@sluice/gateway/reconciliation/csv-layout.ts'
import { DELIMITERS, type ENCODINGS, MAX_SKIPPED_LINES } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { decoded } from '@sluice/gateway/reconciliation/decoding.ts'
import { dateFormatsOf } from './dates.ts'

export type Encoding = (typeof ENCODINGS)[number]
export type Delimiter = (typeof DELIMITERS)[number]

/** Hundreds of rows, and still fast in a browser. */
const MAX_SAMPLE_BYTES = 256 * 1024
/** The number of rows of a sample that are examined and tried. */
export const ROWS_TRIED = 200
const LINE_END = 0x0a

/** The first bytes of the file, unchanged, up to the end of a line. */
export async function sampleOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.slice(0, MAX_SAMPLE_BYTES).arrayBuffer())
  if (file.size <= MAX_SAMPLE_BYTES) return bytes
  // In every supported encoding but UTF-16, whose characters have two bytes, this byte is never part of another character.
  const end = bytes.lastIndexOf(LINE_END) + 1
  return end === 0 ? bytes : bytes.slice(0, end + (end % 2))
}

/** If it is not UTF-8: the encoding that banks of these currencies use. */
const BY_CURRENCY: Readonly<Record<string, Encoding>> = {
  JPY: 'shift_jis',
  THB: 'tis-620',
  CNY: 'gb18030',
  KRW: 'euc-kr',
  TWD: 'big5',
  HKD: 'big5',
}

/** UTF-8 and UTF-16 can be detected. Other encodings are chosen by the currency, because the bytes say little. */
export function encodingOf(bytes: Uint8Array, currencyCode: string): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const zeros = bytes.subarray(0, 1_000).filter((byte, index) => byte === 0 && index % 2 === 1).length
  if (zeros > 100 || (zeros > 0 && zeros * 3 > Math.min(bytes.length, 1_000))) return 'utf-16le'
  const likely = [BY_CURRENCY[currencyCode], 'windows-1252' as const].filter((each) => each !== undefined)
  return ['utf-8' as const, ...likely].find((each) => decoded(bytes, each).ok) ?? 'windows-1252'
}

/** The delimiter with which most lines have the same number of fields, and the most fields. */
export function delimiterOf(text: string): Delimiter {
  const score = (delimiter: Delimiter): readonly [lines: number, fields: number] => {
    const lines = linesOf(text, { delimiter, quotes: undefined }, HEADS_WITHIN_ROWS)
    return lines.ok ? mostCommonLength(lines.value) : [0, 0]
  }
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, score: score(delimiter) })).toSorted(
    (a, b) => b.score[0] - a.score[0] || b.score[1] - a.score[1],
  )
  return best?.delimiter ?? ','
}

function mostCommonLength(lines: readonly CsvLine[]): readonly [lines: number, fields: number] {
  const counts = new Map<number, number>()
  for (const { record } of lines)
    if (record.length > 1) counts.set(record.length, (counts.get(record.length) ?? 0) + 1)
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])
  return most ? [most[1], most[0]] : [0, 0]
}

/** The rows of a sample and their layout. */
export interface SampleRows {
  readonly lines: readonly CsvLine[]
  /** Index of the row of heads; undefined if there is none. */
  readonly headsAt: number | undefined
  /** Index of the first movement. */
  readonly firstAt: number
  /** Number of fields in a movement. */
  readonly fieldCount: number
  /** Rows with a date and that number of fields: no notes, no totals. */
  readonly movements: readonly CsvLine[]
}

/** How the operator says the file is cut into rows; anything left out is detected. */
export interface Cut {
  readonly delimiter: Delimiter
  readonly quotes?: boolean | undefined
  readonly skipLines?: number
  /** False: the file has no heads. */
  readonly headerRow?: boolean
}

/** @returns undefined if it is not such a CSV */
export function rowsOf(
  text: string,
  { delimiter, quotes, skipLines = 0, headerRow = true }: Cut,
  now: number,
): SampleRows | undefined {
  const read = linesOf(text, { delimiter, quotes }, MAX_SKIPPED_LINES + ROWS_TRIED)
  const lines = read.ok ? read.value.filter(({ info }) => info.lines > skipLines) : []
  if (lines.length === 0) return undefined
  const found = lines.findIndex(({ record }) => isMovement(record, now))
  const [, usual] = mostCommonLength(lines)
  // A file without a movement may still have heads.
  const above = lines.slice(0, found < 0 ? HEADS_WITHIN_ROWS : found)
  const fieldCount = lines[found]?.record.length ?? usual
  const headsAt = headerRow
    ? above.findLastIndex(({ record }) => record.length === fieldCount && areHeads(record))
    : -1
  return {
    lines,
    headsAt: headsAt < 0 ? undefined : headsAt,
    firstAt: found < 0 ? headsAt + 1 : found,
    fieldCount,
    movements: lines.filter(({ record }) => record.length === fieldCount && isMovement(record, now)),
  }
}

const isMovement = (record: readonly string[], now: number): boolean =>
  record.length > 1 &&
  record.some((cell) => dateFormatsOf([cell], now).length > 0) &&
  record.some((cell) => /\d/.test(cell) && dateFormatsOf([cell], now).length === 0)

const areHeads = (record: readonly string[]): boolean =>
  record.filter((cell) => /\p{L}/u.test(cell)).length >= Math.max(2, record.length / 2)
