/** Writes a table in the requested format. `sheet.ts` describes what it guarantees. */
import type { Readable } from 'node:stream'
import { writeCsv } from './csv.ts'
import type { Sheet, SheetFormat } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

/** Bytes, to be piped into a file or an answer. Destroy it to stop; the source is then closed. */
export const writeSheet = <Row>(format: SheetFormat, sheet: Sheet<Row>): Readable =>
  format === 'csv' ? writeCsv(sheet) : writeXlsx(sheet)
