/**
 * A workbook by ECMA-376 (Office Open XML), limited to what every spreadsheet reads, and zipped while its rows arrive.
 *
 * Texts are text cells, which are never calculated. Those that begin like a formula are marked as spreadsheets mark them
 * (`quotePrefix`), so that they stay text when someone edits them. Times are dates in the zone that their column's name shows. A
 * sheet holds 1,048,576 rows; further rows go to the next sheet.
 */
import { Readable } from 'node:stream'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type { Sheet } from './sheet.ts'
import { cellsOf, columnNames, headOf, SHEET_END, sheetStart } from './sheet-xml.ts'
import { contentTypes, PACKAGE_RELATIONS, STYLES, workbook, workbookRelations } from './workbook-xml.ts'

const yazl = atFirstUse((require): typeof import('yazl') => require('yazl'))

const CHUNK_CHARACTERS = 64 * 1024
const MAX_ROWS = 1_048_576

/** The same rows give the same bytes: every entry is dated the first day that a ZIP archive can express. */
const MADE_AT = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 6 }

/** @param maxRows per sheet, including its header */
export function writeXlsx<Row>(sheet: Sheet<Row>, maxRows = MAX_ROWS): Readable {
  const zip = new (yazl().ZipFile)()
  const source = sheet.rows[Symbol.asyncIterator]()
  const bytes = Readable.from(zip.outputStream, { objectMode: false })
  const stop = (error: Error): void => void bytes.destroy(error)
  zip.on('error', stop)

  let current: Readable | undefined
  const addSheet = (number: number, first: IteratorResult<Row>): void => {
    const rest: { next: IteratorResult<Row> } = { next: first }
    current = Readable.from(xmlOf(sheet, source, rest, maxRows), { objectMode: false })
    current.once('error', stop)
    current.once('end', () => {
      if (rest.next.done) finish(number)
      else addSheet(number + 1, rest.next)
    })
    zip.addReadStream(current, `xl/worksheets/sheet${number}.xml`, MADE_AT)
  }
  const finish = (sheets: number): void => {
    const add = (path: string, xml: string): void => zip.addBuffer(Buffer.from(xml), path, MADE_AT)
    add('[Content_Types].xml', contentTypes(sheets))
    add('_rels/.rels', PACKAGE_RELATIONS)
    add('xl/workbook.xml', workbook(sheet.title, sheets))
    add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
    add('xl/styles.xml', STYLES)
    zip.end()
  }
  // However it ends, the source is closed.
  bytes.once('close', () => {
    current?.destroy()
    source.return?.().then(undefined, () => undefined)
  })
  source.next().then((first) => addSheet(1, first), stop)
  return bytes
}

/** One sheet. The rows for the next one are in `rest` afterwards. */
async function* xmlOf<Row>(
  { columns, zone }: Sheet<Row>,
  source: AsyncIterator<Row>,
  rest: { next: IteratorResult<Row> },
  maxRows: number,
): AsyncGenerator<string> {
  const names = columnNames(columns.length)
  let chunk = sheetStart(columns) + headOf(columns, names, zone)
  for (let number = 2; !rest.next.done && number <= maxRows; number++) {
    chunk += cellsOf(columns, names, rest.next.value, number, zone)
    rest.next = await source.next()
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk + SHEET_END
}
