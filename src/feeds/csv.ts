/**
 * CSV statements, each bank's its own way: a mapping says where things stand (`csv-mapping.ts`). Pure.
 *
 * The heads are looked for in the first lines, for many banks write an address and balances above them. Every fault of the file
 * is told with its line and, as `column`, the number of the field.
 *
 * A bank that quotes carelessly lets a payer's text hold delimiters and quotation marks. So a row has as many fields as there are
 * heads, or the file is refused: what stands behind a text would be read from another column. A quotation that swallows a row is
 * refused, too. And where the rows have a running balance, each must lead to the next (`csv-balance.ts`).
 */
import { CsvError, parse } from 'csv-parse/sync'
import { dayText } from '../foundation/instants.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'
import { IF_MADE_UP } from './balances.ts'
import { type Amount, otherCurrency, signedAmount } from './csv-amount.ts'
import { type RunningBalance, runsOn, spansOf } from './csv-balance.ts'
import { dateReader } from './csv-date.ts'
import type { ColumnName, CsvColumn, CsvMapping } from './csv-mapping.ts'
import {
  type BankStatement,
  MAX_ENTRIES,
  type ParsedEntry,
  party,
  plainText,
  type ReadTerms,
  tooFarAhead,
} from './entry.ts'

const MAX_FAULTS = 20
const HEADS_WITHIN_ROWS = 50
const MAX_RECORD_CHARACTERS = 64 * 1024

interface Line {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
  /** As it stands in the file. */
  readonly raw: string
}

export function readCsv(
  text: string,
  mapping: CsvMapping,
  terms: ReadTerms,
): Result<BankStatement, readonly FileFault[]> {
  const lines = linesOf(text, mapping)
  if (!lines.ok) return lines
  const layout = layoutOf(lines.value, mapping)
  if (!layout.ok) return fail([layout.failure])
  const { places, rows, fieldCount } = layout.value
  if (rows.length > MAX_ENTRIES)
    return fail([{ line: 1, column: 1, message: `has more than ${MAX_ENTRIES} rows: split it` }])
  const isCompared = mapping.columns.balance !== undefined && terms.balances === 'CHECKED'
  const date = dateReader(mapping)
  const reader: Reader = {
    mapping,
    terms,
    fieldCount,
    isCompared,
    places,
    date,
    faults: [],
    running: [],
  }
  const entries: ParsedEntry[] = []
  let skipped = 0
  for (const row of rows) {
    const entry = readRow(reader, row)
    if (entry) entries.push(entry)
    else skipped += 1
    if (reader.faults.length >= MAX_FAULTS) break
  }
  const broken = reader.faults.length === 0 ? runsOn(reader.running, terms.currency) : undefined
  if (broken) reader.faults.push(broken)
  if (reader.faults.length > 0) return fail(reader.faults)
  const none = mapping.columns.balance === undefined ? 'NOT_IN_FILE' : 'NOT_GIVEN_BY_BANK'
  const balances = isCompared ? 'COMPARED' : none
  const spans = spansOf(reader.running, entries.length)
  return succeed({ source: 'csv', accountNumber: undefined, balances, spans, entries, skipped })
}

function linesOf(
  text: string,
  { delimiter, quotes }: CsvMapping,
): Result<readonly Line[], readonly FileFault[]> {
  try {
    const lines: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      quote: quotes === false ? null : '"',
      // Where nobody knows, the doubtful rows are told later.
      relax_quotes: quotes !== true,
      max_record_size: MAX_RECORD_CHARACTERS,
      raw: true,
      // A lone return is text, but where nothing else ends the lines.
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
    })
    return succeed(lines as readonly Line[])
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message = `is not CSV with ${JSON.stringify(delimiter)} between the fields: ${error.message.slice(0, 200)}`
    return fail([{ line: Number(error.lines ?? 1), column: Number(error.column ?? 0) + 1, message }])
  }
}

type Places = ReadonlyMap<CsvColumn, number>

interface Layout {
  readonly places: Places
  readonly rows: readonly Line[]
  readonly fieldCount: number
}

function layoutOf(lines: readonly Line[], mapping: CsvMapping): Result<Layout, FileFault> {
  const columns = [...Object.values(mapping.columns), ...mapping.remittance]
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
    const message = `has the column ${JSON.stringify(twice)} twice: say in the mapping which it is, by its number`
    return fail({ line: found.info.lines, column: names.lastIndexOf(plainHead(twice)) + 1, message })
  }
  const byHead = heads.map((head) => [head, names.indexOf(plainHead(head))] as const)
  const places = new Map([...byNumber, ...byHead])
  return succeed({ places, rows: body.slice(at + 1), fieldCount: fieldCount ?? names.length })
}

const NO_FIELD_COUNT =
  'has no heads, and its mapping does not say how many fields a row has: put the mapping anew, with fieldCount'

const plainHead = (head: string): string => head.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The row that has most of them says which are missing. */
function noHeads(lines: readonly Line[], heads: readonly string[]): FileFault {
  let best: Line | undefined
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

interface Reader {
  readonly mapping: CsvMapping
  readonly terms: ReadTerms
  readonly fieldCount: number
  readonly isCompared: boolean
  readonly places: Places
  readonly date: (text: string, time: string | undefined) => ReturnType<ReturnType<typeof dateReader>>
  readonly faults: FileFault[]
  /** What the account held after each row, where the rows say it. */
  readonly running: RunningBalance[]
}

/** @returns what a payer's delimiter or quotation mark has done to a row, or may have */
function misshapen({ mapping, places, date, fieldCount }: Reader, { record, raw }: Line): string | undefined {
  if (record.length !== fieldCount) {
    const why =
      record.length > fieldCount ? 'a delimiter stands in a text without quotation marks' : 'it was cut'
    return `has ${record.length} fields in the place of ${fieldCount}: ${why}. If all rows are so, set fieldCount in the mapping`
  }
  if (!raw.includes('"')) return undefined
  // A bank that never quotes would have written another row with these very characters.
  if (mapping.quotes === undefined && raw.trimEnd().split(mapping.delimiter).length !== fieldCount)
    return DOUBTFUL
  const column = mapping.columns.bookedAt
  const place = column === undefined ? undefined : places.get(column)
  const dated = raw.split(/\r\n|\n|\r/).filter((part) => {
    const cell = place === undefined ? undefined : part.split(mapping.delimiter)[place]
    const day = cell?.replaceAll('"', '').trim() ?? ''
    return day !== '' && date(day, undefined) !== undefined
  })
  return dated.length > 1
    ? 'holds another row within quotation marks: one stands in a text by itself'
    : undefined
}

const DOUBTFUL =
  'has delimiters within quotation marks, which a payer may have written. Set quotes in the mapping: true where this bank quotes such texts, and doubles the marks in them; false where it never quotes'

/** @returns undefined for a row that is no movement, or is faulty */
function readRow(reader: Reader, line: Line): ParsedEntry | undefined {
  const { mapping, places, faults } = reader
  const { now, currency: money } = reader.terms
  const placeOf = (name: ColumnName): number | undefined => {
    const column = mapping.columns[name]
    return column === undefined ? undefined : places.get(column)
  }
  const cell = (name: ColumnName): string | undefined => {
    const place = placeOf(name)
    const text = place === undefined ? undefined : line.record[place]?.trim()
    return text === '' ? undefined : text
  }
  const fault = (name: ColumnName, message: string): undefined => {
    const column = (placeOf(name) ?? 0) + 1
    faults.push({ line: line.info.lines, column, message: `${describe(mapping, name)} ${message}` })
  }
  const shape = misshapen(reader, line)
  const misshaped = () => {
    faults.push({ line: line.info.lines, column: 1, message: `the row ${shape}` })
    return undefined
  }
  // Notes are shorter than rows; what is longer was moved, its date too.
  if (shape !== undefined && line.record.length > reader.fieldCount) return misshaped()
  const dateText = cell('bookedAt')
  if (dateText === undefined) {
    if (!mapping.skipRowsWithoutDate)
      return fault('bookedAt', 'is empty: set skipRowsWithoutDate in the mapping if such rows say nothing')
    return undefined
  }
  // Totals and closing lines have a text where entries have their date.
  if (mapping.skipRowsWithoutDate && !/\d/.test(dateText)) return undefined
  if (shape !== undefined) return misshaped()
  const amounts = amountOfRow(reader, cell, fault)
  const booked = reader.date(dateText, cell('bookedTime'))
  if (booked === undefined) {
    const timeText = cell('bookedTime')
    if (timeText !== undefined && reader.date(dateText, undefined) !== undefined)
      return fault('bookedTime', `is ${JSON.stringify(timeText.slice(0, 40))}, not a time of the day`)
    return fault('bookedAt', notADate(dateText, mapping))
  }
  const ahead = tooFarAhead(booked.at, now)
  if (ahead !== undefined) return fault('bookedAt', ahead)
  const inCurrency = cell('currency')
  if (inCurrency !== undefined && inCurrency.toUpperCase() !== money.code)
    return fault(
      'currency',
      `is ${JSON.stringify(inCurrency.slice(0, 10))}, but the account is kept in ${money.code}`,
    )
  if (reader.isCompared) {
    const balance = signedAmount(cell('balance') ?? '', mapping.decimalSign, money.ledgerDigits)
    if (!balance.ok) return fault('balance', `${balance.failure}. ${IF_MADE_UP}`)
    reader.running.push({
      balanceMinor: signed(balance.value),
      movedMinor: amounts ? signed(amounts) : 0n,
      line: line.info.lines,
      column: (placeOf('balance') ?? 0) + 1,
    })
  }
  if (!amounts) return undefined
  const valueText = cell('valueDate')
  const value = valueText === undefined ? undefined : reader.date(valueText, undefined)
  if (valueText !== undefined && value === undefined) return fault('valueDate', notADate(valueText, mapping))
  const words = mapping.remittance.map((column) => line.record[places.get(column) ?? -1] ?? '')
  return {
    ...entryTexts(cell),
    bookedAt: booked.at,
    bookedPrecision: booked.precision,
    valueDate: value && dayText(value.at),
    direction: amounts.direction,
    reversal: amounts.reversal ?? false,
    money: { currency: money.code, amountMinor: amounts.amountMinor },
    remittance: plainText(words.join(' '), 'remittance') ?? '',
    raw: plainText(line.record.join(mapping.delimiter), 'raw') ?? '',
  }
}

const signed = ({ amountMinor, direction }: Amount): bigint =>
  direction === 'credit' ? amountMinor : -amountMinor

const notADate = (text: string, { dateFormat }: CsvMapping): string =>
  `is ${JSON.stringify(text.slice(0, 40))}, not a date like ${dateFormat}`

type Cell = (name: ColumnName) => string | undefined

const entryTexts = (cell: Cell) => ({
  reference: plainText(cell('reference'), 'reference'),
  endToEndId: plainText(cell('endToEndId'), 'reference'),
  utr: plainText(cell('utr'), 'reference'),
  sender: party(cell('senderName'), cell('senderAccount'), cell('senderBank')),
})

const describe = ({ columns }: CsvMapping, name: ColumnName): string => {
  const column = columns[name]
  return typeof column === 'string' ? `the column ${JSON.stringify(column)}` : `column ${column ?? name}`
}

/** @returns undefined where nothing moved, or with a fault noted */
function amountOfRow(
  { mapping, terms: { currency: money } }: Reader,
  cell: Cell,
  fault: (name: ColumnName, message: string) => undefined,
): Amount | undefined {
  const read = (name: 'amount' | 'credit' | 'debit'): Amount | undefined => {
    const text = cell(name)
    if (text === undefined || /^[-\u2013]$/.test(text)) return undefined
    const other = otherCurrency(text, money.code)
    if (other !== undefined) return fault(name, `is in ${other}, but the account is kept in ${money.code}`)
    const amount = signedAmount(text, mapping.decimalSign, money.ledgerDigits)
    if (!amount.ok) return cell('bookedAt') === undefined ? undefined : fault(name, amount.failure)
    return amount.value.amountMinor === 0n ? undefined : amount.value
  }
  const { amount, credit, debit } = { amount: read('amount'), credit: read('credit'), debit: read('debit') }
  const turned = (given: Amount, direction: Amount['direction']): Amount => ({ ...given, direction })
  if (credit && debit) return fault('credit', 'and the column of debits are both filled')
  // A negative amount in a column of its own takes an earlier one back.
  const opposite = { credit: 'debit', debit: 'credit' } as const
  if (credit) return { ...credit, reversal: credit.direction === 'debit' }
  if (debit) return { ...turned(debit, opposite[debit.direction]), reversal: debit.direction === 'debit' }
  const word = cell('direction')?.toUpperCase()
  if (!amount || word === undefined) return amount
  const isCredit = mapping.creditWords.some((each) => each.toUpperCase() === word)
  // Below zero a credit is one that is taken back; a debit is as many banks write each of theirs.
  if (isCredit && amount.direction === 'debit') return { ...amount, reversal: true }
  return turned(amount, isCredit ? 'credit' : 'debit')
}
