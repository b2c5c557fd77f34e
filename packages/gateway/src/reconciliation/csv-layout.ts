/**
 * The rows of a CSV statement: where they begin, how many fields each has, and which field belongs to which column.
 * Pure.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { type CsvColumn, type CsvMapping, MAX_SKIPPED_LINES } from './csv-mapping.ts'
import { csvPackage } from './csv-package.ts'
import { MAX_ENTRIES } from './entry.ts'

/** Banks write an address, balances and more above the headers. */
export const HEADS_WITHIN_ROWS = 50
const MAX_RECORD_CHARACTERS = 64 * 1024
/** No column name is longer, and sorting the combining marks of a text takes quadratic time. */
const MOST_HEAD_CHARACTERS = 1_000
/** One more than an accepted file may have: a row takes 20 µs, and a file of 16 MiB can have eight million. */
const MOST_ROWS = MAX_SKIPPED_LINES + HEADS_WITHIN_ROWS + MAX_ENTRIES + 1

/** A row as written. */
export interface CsvLine {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
  /** As written in the file. */
  readonly raw: string
}

/** @param most the default is one more than a statement may have */
export function linesOf(
  text: string,
  { delimiter, quotes }: Pick<CsvMapping, 'delimiter' | 'quotes'>,
  most?: number,
): Result<readonly CsvLine[], readonly FileFault[]> {
  const tooLong = lineTooLong(text)
  if (tooLong !== undefined) {
    const message = `is a line of more than ${MAX_RECORD_CHARACTERS} characters, so this is not a bank statement`
    return fail([{ line: tooLong, column: 1, message }])
  }
  try {
    const lines: unknown = csvPackage().parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: most ?? MOST_ROWS,
      quote: quotes === false ? null : '"',
      // If the mapping does not say, doubtful rows are reported later.
      relax_quotes: quotes !== true,
      max_record_size: MAX_RECORD_CHARACTERS,
      raw: true,
      // A carriage return alone is text, unless nothing else ends the lines.
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
    })
    return succeed(lines as readonly CsvLine[])
  } catch (error) {
    if (!(error instanceof csvPackage().CsvError)) throw error
    const message = `is not CSV with ${JSON.stringify(delimiter)} between the fields: ${error.message.slice(0, 200)}`
    return fail([{ line: Number(error.lines ?? 1), column: Number(error.column ?? 0) + 1, message }])
  }
}

/** The parser limits characters of a record without delimiters, but a line may consist of nothing else. */
function lineTooLong(text: string): number | undefined {
  const ending = text.includes('\n') ? '\n' : '\r'
  let line = 1
  for (let start = 0; start < text.length; line += 1) {
    const end = text.indexOf(ending, start)
    const length = (end < 0 ? text.length : end) - start
    if (length > MAX_RECORD_CHARACTERS) return line
    if (end < 0) return undefined
    start = end + 1
  }
  return undefined
}

export type CsvPlaces = ReadonlyMap<CsvColumn, number>

export interface CsvLayout {
  readonly places: CsvPlaces
  readonly rows: readonly CsvLine[]
  readonly fieldCount: number
}

export function layoutOf(lines: readonly CsvLine[], mapping: CsvMapping): Result<CsvLayout, FileFault> {
  const columns = [...Object.values(mapping.columns), ...mapping.remittance, ...mapping.narrative]
  const numbers = columns.filter((column) => typeof column === 'number')
  const byNumber = new Map<CsvColumn, number>(numbers.map((column) => [column, column - 1]))
  const body = lines.filter(({ info }) => info.lines > mapping.skipLines)
  const { fieldCount } = mapping
  if (!mapping.headerRow)
    return fieldCount === undefined
      ? fail({ line: 1, column: 1, message: NO_FIELD_COUNT })
      : succeed({ places: byNumber, rows: body, fieldCount })
  const heads = columns.filter((column) => typeof column === 'string')
  const at = body.slice(0, HEADS_WITHIN_ROWS).findIndex(({ record }) => {
    const names = record.map(plainHead)
    return heads.every((head) => names.includes(plainHead(head)))
  })
  const found = body[at]
  if (!found) return fail(noHeads(body, heads))
  const names = found.record.map(plainHead)
  const twice = heads.find((head) => names.indexOf(plainHead(head)) !== names.lastIndexOf(plainHead(head)))
  if (twice !== undefined) {
    const message = `has the column ${JSON.stringify(twice)} twice: set it by number in the mapping`
    return fail({ line: found.info.lines, column: names.lastIndexOf(plainHead(twice)) + 1, message })
  }
  const byHead = heads.map((head) => [head, names.indexOf(plainHead(head))] as const)
  const places = new Map([...byNumber, ...byHead])
  return succeed({ places, rows: body.slice(at + 1), fieldCount: fieldCount ?? names.length })
}

const NO_FIELD_COUNT =
  'has no header row, and its mapping has no fieldCount: set the mapping again with fieldCount'

/** Headers are compared without case and spaces. */
export const plainHead = (head: string): string =>
  head.slice(0, MOST_HEAD_CHARACTERS).normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** Reports the missing headers of the row that has the most of them. */
function noHeads(lines: readonly CsvLine[], heads: readonly string[]): FileFault {
  let best: CsvLine | undefined
  let missing: readonly string[] = heads
  for (const line of lines.slice(0, HEADS_WITHIN_ROWS)) {
    const names = line.record.map(plainHead)
    const lacking = heads.filter((head) => !names.includes(plainHead(head)))
    if (lacking.length < missing.length) [best, missing] = [line, lacking]
  }
  const which = missing.map((head) => JSON.stringify(head)).join(', ')
  const message = `lacks the columns ${which}: correct the mapping's columns, delimiter or encoding`
  return { line: best?.info.lines ?? 1, column: 1, message }
}
