/** Writes a table in the format that was asked for. What it promises stands in `sheet.ts`. */
import type { Readable } from 'node:stream'
import { writeCsv } from './csv.ts'
import type { Sheet, SheetFormat } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

/** Bytes, to be piped into a file or an answer. Destroy it to stop: the source is closed. */
export const writeSheet = <Row>(format: SheetFormat, sheet: Sheet<Row>): Readable =>
  format === 'csv' ? writeCsv(sheet) : writeXlsx(sheet)
