/** The XML of a sheet: its head and its rows. Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isFormulaLike } from '@sluice/core/foundation/formulas.ts'
import { isDecimal, localMs, zonedTime } from './cells.ts'
import type { SheetColumn } from './sheet.ts'
import { STYLE } from './workbook-xml.ts'
import { escaped, XML_HEAD } from './xml-text.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** A spreadsheet's numbers are doubles, which would lose digits above this. */
const MAX_NUMBER = 999_999_999_999_999n
/** 25,569 days from the beginning of its calendar to the Unix epoch. */
const EPOCH_DAY = 25_569
const DAY_MS = 86_400_000
/** 1 March 1900: the calendar is wrong before. It ends with the year 9999. */
const FIRST_DAY = 61

const WIDTHS: Readonly<Record<SheetColumn<never>['kind'], number>> = {
  text: 24,
  money: 16,
  integer: 12,
  instant: 24,
}

export function sheetStart<Row>(columns: readonly SheetColumn<Row>[]): string {
  const widths = columns.map(({ kind }, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`
  })
  return (
    `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>`
  )
}

/** Amounts are text on purpose, so these warnings are switched off for every cell. */
export const SHEET_END =
  '</sheetData><ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>'

/** `A` to `Z`, then `AA`. */
export const columnNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => columnName(index))

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

export function headOf<Row>(
  columns: readonly SheetColumn<Row>[],
  names: readonly string[],
  zone: string,
): string {
  const cells = columns.map(({ kind, name }, index) => {
    const text = kind === 'instant' ? `${name} (${zone})` : name
    return textCell(`${names[index]}1`, text, STYLE.head)
  })
  return `<row r="1">${cells.join('')}</row>`
}

export function cellsOf<Row>(
  columns: readonly SheetColumn<Row>[],
  names: readonly string[],
  row: Row,
  number: number,
  zone: string,
): string {
  let cells = ''
  for (const [index, column] of columns.entries())
    cells += cellOf(column, row, `${names[index]}${number}`, zone)
  return `<row r="${number}">${cells}</row>`
}

function cellOf<Row>(column: SheetColumn<Row>, row: Row, place: string, zone: string): string {
  switch (column.kind) {
    case 'text':
      return strangersCell(place, column.of(row) ?? '')
    case 'money': {
      const text = column.of(row) ?? ''
      return isDecimal(text) ? textCell(place, text, STYLE.money) : strangersCell(place, text)
    }
    case 'integer':
      return integerCell(place, column.of(row))
    case 'instant':
      return instantCell(place, column.of(row), zone)
  }
}

const strangersCell = (place: string, text: string): string =>
  textCell(place, text, isFormulaLike(text) ? STYLE.quoted : STYLE.text)

function textCell(place: string, text: string, style: number): string {
  if (text === '') return ''
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

function integerCell(place: string, value: number | bigint | undefined): string {
  if (value === undefined) return ''
  const magnitude = typeof value === 'bigint' && value < 0n ? -value : value
  return Math.abs(Number(magnitude)) <= Number(MAX_NUMBER)
    ? `<c r="${place}" s="${STYLE.integer}"><v>${value}</v></c>`
    : textCell(place, String(value), STYLE.money)
}

function instantCell(place: string, at: Instant | undefined, zone: string): string {
  if (at === undefined) return ''
  const days = localMs(zone, at) / DAY_MS + EPOCH_DAY
  if (days < FIRST_DAY) return textCell(place, zonedTime(zone, at), STYLE.text)
  return `<c r="${place}" s="${STYLE.instant}"><v>${days}</v></c>`
}
