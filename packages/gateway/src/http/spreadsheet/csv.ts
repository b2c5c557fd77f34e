/**
 * CSV by RFC 4180: UTF-8, commas, every field in quotation marks, CRLF, names first.
 *
 * Text that a spreadsheet would read as a formula gets an apostrophe in front, like spreadsheets write it themselves: CSV has no
 * other way to mark a field as text. The same applies to text that could begin a new cell within a field (`withoutFormulas`).
 * Times have their zone's offset.
 */
import { Readable } from 'node:stream'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import { withoutFormulas } from '@sluice/core/foundation/formulas.ts'
import { isDecimal, zonedTime } from './cells.ts'
import type { Sheet, SheetColumn } from './sheet.ts'

const csv = atFirstUse((require): typeof import('csv-stringify/sync') => require('csv-stringify/sync'))

const ROWS_AT_ONCE = 256

export const writeCsv = <Row>(sheet: Sheet<Row>): Readable =>
  Readable.from(csvOf(sheet), { objectMode: false })

async function* csvOf<Row>({ columns, rows, zone }: Sheet<Row>): AsyncGenerator<string> {
  let lines: string[][] = [columns.map(({ name }) => withoutFormulas(name))]
  for await (const row of rows) {
    lines.push(columns.map((column) => fieldOf(column, row, zone)))
    if (lines.length < ROWS_AT_ONCE) continue
    yield textOf(lines)
    lines = []
  }
  if (lines.length > 0) yield textOf(lines)
}

const textOf = (lines: readonly string[][]): string =>
  csv().stringify([...lines], { quoted: true, quoted_empty: false, record_delimiter: 'windows' })

function fieldOf<Row>(column: SheetColumn<Row>, row: Row, zone: string): string {
  switch (column.kind) {
    case 'text':
      return withoutFormulas(column.of(row) ?? '')
    case 'money': {
      const text = column.of(row) ?? ''
      return isDecimal(text) ? text : withoutFormulas(text)
    }
    case 'integer':
      return String(column.of(row) ?? '')
    case 'instant': {
      const at = column.of(row)
      return at === undefined ? '' : zonedTime(zone, at)
    }
  }
}
