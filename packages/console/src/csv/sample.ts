/**
 * A sample of a bank's CSV, as far as a form looks at it: its characters, what stands between its fields, where its heads are. It is read in
 * the browser, by the reader of the server, and goes nowhere. Pure but for the file itself.
 */
import { type CsvLine, HEADS_WITHIN_ROWS, linesOf } from '@sluice/gateway/reconciliation/csv-layout.ts'
import { DELIMITERS, type ENCODINGS, MAX_SKIPPED_LINES } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { decoded } from '@sluice/gateway/reconciliation/decoding.ts'
import { dateFormatsOf } from './dates.ts'

export type Encoding = (typeof ENCODINGS)[number]
export type Delimiter = (typeof DELIMITERS)[number]

/** Hundreds of rows, and nothing that a browser notices. */
const MAX_SAMPLE_BYTES = 256 * 1024
/** Rows of a sample that are looked at and tried. */
export const ROWS_TRIED = 200
const LINE_END = 0x0a

/** As it stands in the file, up to the end of a line. */
export async function sampleOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.slice(0, MAX_SAMPLE_BYTES).arrayBuffer())
  if (file.size <= MAX_SAMPLE_BYTES) return bytes
  // In no encoding that is known is this byte a part of another character, but in UTF-16, whose characters have two.
  const end = bytes.lastIndexOf(LINE_END) + 1
  return end === 0 ? bytes : bytes.slice(0, end + (end % 2))
}

/** Where UTF-8 is not it, what banks of these currencies write. */
const BY_CURRENCY: Readonly<Record<string, Encoding>> = {
  JPY: 'shift_jis',
  THB: 'tis-620',
  CNY: 'gb18030',
  KRW: 'euc-kr',
  TWD: 'big5',
  HKD: 'big5',
}

/** UTF-8 and UTF-16 tell themselves; of the others the bytes say little, and the currency more. */
export function encodingOf(bytes: Uint8Array, currencyCode: string): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  const zeros = bytes.subarray(0, 1_000).filter((byte, index) => byte === 0 && index % 2 === 1).length
  if (zeros > 100 || (zeros > 0 && zeros * 3 > Math.min(bytes.length, 1_000))) return 'utf-16le'
  const likely = [BY_CURRENCY[currencyCode], 'windows-1252' as const].filter((each) => each !== undefined)
  return ['utf-8' as const, ...likely].find((each) => decoded(bytes, each).ok) ?? 'windows-1252'
}

/** The one by which most lines have as many fields as each other, and the most of them. */
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

/** The rows of a sample, with what was found of their order. */
export interface SampleRows {
  readonly lines: readonly CsvLine[]
  /** The row of heads, by its place among the lines; undefined: there is none. */
  readonly headsAt: number | undefined
  /** Where the first movement stands. */
  readonly firstAt: number
  /** Of a row that is a movement. */
  readonly fieldCount: number
  /** Those with a date and as many fields: no notes, no totals. */
  readonly movements: readonly CsvLine[]
}

/** How somebody says that the file is cut into rows; what is left out is found. */
export interface Cut {
  readonly delimiter: Delimiter
  readonly quotes?: boolean | undefined
  readonly skipLines?: number
  /** False: there are none. */
  readonly headerRow?: boolean
}

/** @returns undefined where it is no CSV like this */
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
  // A file without a movement may still have its heads.
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
