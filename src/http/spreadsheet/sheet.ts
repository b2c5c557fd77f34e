/**
 * Tables for people who calculate: rows written as CSV or XLSX while they are read.
 *
 * Promises: constant memory, whatever the number of rows, for the reader's pace is the source's; what fails midway ends the stream with
 * its error, so that nobody takes half a table for a whole one; money stays the decimal text that it came as, since a spreadsheet's
 * own numbers are doubles; and no text of a stranger is ever a formula (`isFormulaLike`). Never knows what the rows are about.
 */
import type { Instant } from '../../foundation/deps.ts'

/** A column, and how its cell is read from a row. Nothing is an empty cell. */
export type SheetColumn<Row> =
  | { readonly name: string; readonly kind: 'text'; readonly of: (row: Row) => string | undefined }
  /** Decimal text such as `-1250.5`, without grouping. Anything else is written as text is. */
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
  /** Read once, and only as fast as the table is taken; closed when nobody takes it any more. */
  readonly rows: AsyncIterable<Row>
  /** An IANA name that `isTimeZone` knows. */
  readonly zone: string
  /** What a workbook calls the sheet. */
  readonly title: string
}

export const SHEET_FORMATS = ['csv', 'xlsx'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** `Content-Type`. */
export const SHEET_MEDIA_TYPES: Readonly<Record<SheetFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
