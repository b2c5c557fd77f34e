/**
 * Tables for spreadsheets: rows written as CSV or XLSX while they are read.
 *
 * Memory use is constant, however many rows there are, because the source is read at the reader's pace. A failure midway ends the
 * stream with its error, so an incomplete table is not mistaken for a complete one. Amounts stay the decimal text that they came
 * as, because a spreadsheet's numbers are doubles. No text from a stranger becomes a formula (`isFormulaLike`). Knows nothing
 * about the content of the rows.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'

/** A column, and how its cell is read from a row. Undefined is an empty cell. */
export type SheetColumn<Row> =
  | { readonly name: string; readonly kind: 'text'; readonly of: (row: Row) => string | undefined }
  /** Decimal text such as `-1250.5`, without grouping. Anything else is written as text. */
  | { readonly name: string; readonly kind: 'money'; readonly of: (row: Row) => string | undefined }
  | {
      readonly name: string
      readonly kind: 'integer'
      readonly of: (row: Row) => number | bigint | undefined
    }
  /** Shown in the sheet's zone. */
  | { readonly name: string; readonly kind: 'instant'; readonly of: (row: Row) => Instant | undefined }

export interface Sheet<Row> {
  readonly columns: readonly SheetColumn<Row>[]
  /** Read once, only as fast as the table is consumed, and closed when nobody reads it any more. */
  readonly rows: AsyncIterable<Row>
  /** An IANA name that `isTimeZone` accepts. */
  readonly zone: string
  /** The sheet's name in a workbook. */
  readonly title: string
}

export const SHEET_FORMATS = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** `Content-Type`. */
export const SHEET_MEDIA_TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
