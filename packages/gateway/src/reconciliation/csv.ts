/**
 * CSV statements, in each bank's own layout, described by a mapping (`csv-mapping.ts`). Pure.
 *
 * The headers are searched in the first lines, because many banks write an address and balances above them. Every fault
 * is reported with its line and, as `column`, the number of the field.
 *
 * Some banks do not quote a payer's text that contains delimiters or quotation marks, which would shift the columns
 * behind it. So a row must have as many fields as there are headers, or the file is refused. A quotation that swallows
 * a row is refused as well. And if rows have a running balance, each must lead to the next (`csv-balance.ts`).
 */
import { dayText } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { IF_MADE_UP } from './balances.ts'
import { type Amount, otherCurrency, signedAmount } from './csv-amount.ts'
import { type RunningBalance, runsOn, spansOf } from './csv-balance.ts'
import { dateReader } from './csv-date.ts'
import { type CsvLine, type CsvPlaces, HEADS_WITHIN_ROWS, layoutOf, linesOf } from './csv-layout.ts'
import {
  type ColumnName,
  type CsvColumn,
  type CsvMapping,
  isSameWord,
  MAX_SKIPPED_LINES,
} from './csv-mapping.ts'
import {
  type BankStatement,
  MAX_ENTRIES,
  type ParsedEntry,
  party,
  plainText,
  type ReadTerms,
  tooFarAhead,
} from './entry.ts'
import { numberOfTransfer } from './text-fields.ts'

const MAX_FAULTS = 20

export function readCsv(
  text: string,
  mapping: CsvMapping,
  terms: ReadTerms,
): Result<BankStatement, readonly FileFault[]> {
  const begun = begin(text, mapping, terms)
  if (!begun.ok) return begun
  const { reader, rows } = begun.value
  if (rows.length > MAX_ENTRIES)
    return fail([{ line: 1, column: 1, message: `has more than ${MAX_ENTRIES} rows: split it` }])
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
  const none = mapping.columns.balance === undefined ? 'NOT_IN_FILE' : 'NOT_PROVIDED_BY_BANK'
  const balances = reader.isCompared ? 'COMPARED' : none
  const spans = spansOf(reader.running, entries.length)
  return succeed({ source: 'csv', accountNumber: undefined, balances, spans, entries, skipped })
}

/** The result of a row: an entry, nothing (a note, a total), or its fault. */
export interface TriedRow {
  readonly line: number
  readonly entry: ParsedEntry | undefined
  readonly faults: readonly FileFault[]
}

/**
 * Reads the first rows separately, to preview a mapping: a faulty row does not hide the others.
 * @returns the fault of the file as a whole, or all rows; `fault` says where the balances do not follow
 */
export function tryCsv(
  text: string,
  mapping: CsvMapping,
  terms: ReadTerms,
  most: number,
): Result<
  { readonly rows: readonly TriedRow[]; readonly fault: FileFault | undefined },
  readonly FileFault[]
> {
  const begun = begin(text, mapping, terms, MAX_SKIPPED_LINES + HEADS_WITHIN_ROWS + most)
  if (!begun.ok) return begun
  const { reader, rows } = begun.value
  const tried = rows.slice(0, most).map((row) => {
    const before = reader.faults.length
    const entry = readRow(reader, row)
    return { line: row.info.lines, entry, faults: reader.faults.slice(before) }
  })
  const fault = reader.faults.length === 0 ? runsOn(reader.running, terms.currency) : undefined
  return succeed({ rows: tried, fault })
}

function begin(
  text: string,
  mapping: CsvMapping,
  terms: ReadTerms,
  most?: number,
): Result<{ readonly reader: Reader; readonly rows: readonly CsvLine[] }, readonly FileFault[]> {
  const lines = linesOf(text, mapping, most)
  if (!lines.ok) return lines
  const layout = layoutOf(lines.value, mapping)
  if (!layout.ok) return fail([layout.failure])
  const { places, rows, fieldCount } = layout.value
  const isCompared = mapping.columns.balance !== undefined && terms.balances === 'CHECKED'
  const date = dateReader(mapping)
  const reader = { mapping, terms, fieldCount, isCompared, places, date, faults: [], running: [] }
  return succeed({ reader, rows })
}

interface Reader {
  readonly mapping: CsvMapping
  readonly terms: ReadTerms
  readonly fieldCount: number
  readonly isCompared: boolean
  readonly places: CsvPlaces
  readonly date: (text: string, time: string | undefined) => ReturnType<ReturnType<typeof dateReader>>
  readonly faults: FileFault[]
  /** The account's balance after each row, if rows have it. */
  readonly running: RunningBalance[]
}

const placeOf = (
  { mapping, places }: Pick<Reader, 'mapping' | 'places'>,
  name: ColumnName,
): number | undefined => {
  const column = mapping.columns[name]
  return column === undefined ? undefined : places.get(column)
}

/** @returns the fault if a delimiter or quotation mark in a payer's text has changed the row, or may have */
function misshapen(
  { mapping, places, date, fieldCount }: Reader,
  { record, raw }: CsvLine,
): string | undefined {
  if (record.length !== fieldCount) {
    const why =
      record.length > fieldCount ? 'a text without quotation marks contains a delimiter' : 'it was cut off'
    return `has ${record.length} fields instead of ${fieldCount}: ${why}. If this is so for all rows, set fieldCount in the mapping`
  }
  if (!raw.includes('"')) return undefined
  // A bank that never quotes would mean a different row by the same characters.
  if (mapping.quotes === undefined && raw.trimEnd().split(mapping.delimiter).length !== fieldCount)
    return DOUBTFUL
  const place = placeOf({ mapping, places }, 'bookedAt')
  const dated = raw.split(/\r\n|\n|\r/).filter((part) => {
    const cell = place === undefined ? undefined : part.split(mapping.delimiter)[place]
    const day = cell?.replaceAll('"', '').trim() ?? ''
    return day !== '' && date(day, undefined) !== undefined
  })
  return dated.length > 1
    ? 'contains another row within quotation marks: a text contains a single quotation mark'
    : undefined
}

const DOUBTFUL =
  'has delimiters within quotation marks, which may come from a payer. Set quotes in the mapping: true if this bank quotes such texts and doubles quotation marks in them, false if it never quotes'

/** @returns undefined for a row that is no entry, or is faulty */
function readRow(reader: Reader, line: CsvLine): ParsedEntry | undefined {
  const { mapping, places, faults } = reader
  const { currency: money } = reader.terms
  const cell = (name: ColumnName): string | undefined => {
    const place = placeOf(reader, name)
    const text = place === undefined ? undefined : line.record[place]?.trim()
    return text === '' ? undefined : text
  }
  const fault = (name: ColumnName, message: string): undefined => {
    const column = (placeOf(reader, name) ?? 0) + 1
    faults.push({ line: line.info.lines, column, message: `${describe(mapping, name)} ${message}` })
  }
  const shape = misshapen(reader, line)
  const misshaped = () => {
    faults.push({ line: line.info.lines, column: 1, message: `the row ${shape}` })
    return undefined
  }
  // Notes are shorter than rows. In a longer row the fields have shifted, including the date.
  if (shape !== undefined && line.record.length > reader.fieldCount) return misshaped()
  const dateText = cell('bookedAt')
  if (dateText === undefined) {
    if (!mapping.skipRowsWithoutDate)
      return fault(
        'bookedAt',
        'is empty: set skipRowsWithoutDate in the mapping if such rows have no meaning',
      )
    return undefined
  }
  // Totals and closing lines have text in the date column.
  if (mapping.skipRowsWithoutDate && !/\d/.test(dateText)) return undefined
  if (shape !== undefined) return misshaped()
  const amounts = amountOfRow(reader, cell, fault)
  const booked = bookedIn(reader, dateText, cell, fault)
  if (booked === undefined) return undefined
  const inCurrency = cell('currency')
  if (inCurrency !== undefined && inCurrency.toUpperCase() !== money.code)
    return fault(
      'currency',
      `is ${JSON.stringify(inCurrency.slice(0, 10))}, but the account is in ${money.code}`,
    )
  if (reader.isCompared && !noteBalance(reader, line, cell, fault, amounts)) return undefined
  if (!amounts) return undefined
  const valueText = cell('valueDate')
  const value = valueText === undefined ? undefined : reader.date(valueText, undefined)
  if (valueText !== undefined && value === undefined) return fault('valueDate', notADate(valueText, mapping))
  const textsIn = (list: readonly CsvColumn[]) =>
    list.map((column) => line.record[places.get(column) ?? -1] ?? '')
  return {
    ...entryTexts(cell, textsIn(mapping.narrative)),
    bookedAt: booked.at,
    bookedPrecision: booked.precision,
    valueDate: value && dayText(value.at),
    direction: amounts.direction,
    reversal: amounts.reversal ?? false,
    money: { currency: money.code, amountMinor: amounts.amountMinor },
    remittance: plainText(textsIn(mapping.remittance).join(' '), 'remittance') ?? '',
    raw: plainText(line.record.join(mapping.delimiter), 'raw') ?? '',
  }
}

/** The booking date; undefined with a fault if it is no date or too far in the future. */
function bookedIn({ date, mapping, terms }: Reader, dateText: string, cell: Cell, fault: NoteFault) {
  const timeText = cell('bookedTime')
  const booked = date(dateText, timeText)
  if (booked === undefined) {
    if (timeText !== undefined && date(dateText, undefined) !== undefined)
      return fault('bookedTime', `is ${JSON.stringify(timeText.slice(0, 40))}, not a time of day`)
    return fault('bookedAt', notADate(dateText, mapping))
  }
  const ahead = tooFarAhead(booked.at, terms.now)
  return ahead === undefined ? booked : fault('bookedAt', ahead)
}

/** The account's balance after the row. @returns false with a fault if it cannot be read */
function noteBalance(
  reader: Reader,
  line: CsvLine,
  cell: Cell,
  fault: NoteFault,
  amounts: Amount | undefined,
): boolean {
  const balance = signedAmount(
    cell('balance') ?? '',
    reader.mapping.decimalSign,
    reader.terms.currency.ledgerDigits,
  )
  if (!balance.ok) {
    fault('balance', `${balance.failure}. ${IF_MADE_UP}`)
    return false
  }
  reader.running.push({
    balanceMinor: signed(balance.value),
    movedMinor: amounts ? signed(amounts) : 0n,
    line: line.info.lines,
    column: (placeOf(reader, 'balance') ?? 0) + 1,
  })
  return true
}

const signed = ({ amountMinor, direction }: Amount): bigint =>
  direction === 'credit' ? amountMinor : -amountMinor

const notADate = (text: string, { dateFormat }: CsvMapping): string =>
  `is ${JSON.stringify(text.slice(0, 40))}, not a date like ${dateFormat}`

type Cell = (name: ColumnName) => string | undefined
type NoteFault = (name: ColumnName, message: string) => undefined

/** @param narratives texts that the bank composed */
const entryTexts = (cell: Cell, narratives: readonly string[]) => ({
  reference: plainText(cell('reference'), 'reference'),
  endToEndId: plainText(cell('endToEndId'), 'reference'),
  ...numberOfTransfer(plainText(cell('utr'), 'reference'), narratives),
  sender: party(cell('senderName'), cell('senderAccount'), cell('senderBank')),
})

const listed = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(', ')

const notADirection = (word: string, { creditWords, debitWords }: CsvMapping): string =>
  `${word === '' ? 'is empty' : `is ${JSON.stringify(word.slice(0, 40))}`}, which is neither among creditWords (${listed(creditWords)}) nor debitWords (${listed(debitWords)}): add it to one of them in the mapping`

const describe = ({ columns }: CsvMapping, name: ColumnName): string => {
  const column = columns[name]
  return typeof column === 'string' ? `the column ${JSON.stringify(column)}` : `column ${column ?? name}`
}

/** @returns undefined if no money moved, or with a fault */
function amountOfRow(
  { mapping, terms: { currency: money } }: Reader,
  cell: Cell,
  fault: NoteFault,
): Amount | undefined {
  const read = (name: 'amount' | 'credit' | 'debit'): Amount | undefined => {
    const text = cell(name)
    if (text === undefined || /^[-\u2013]$/.test(text)) return undefined
    const other = otherCurrency(text, money.code)
    if (other !== undefined) return fault(name, `is in ${other}, but the account is in ${money.code}`)
    const amount = signedAmount(text, mapping.decimalSign, money.ledgerDigits)
    if (!amount.ok) return cell('bookedAt') === undefined ? undefined : fault(name, amount.failure)
    return amount.value.amountMinor === 0n ? undefined : amount.value
  }
  const { amount, credit, debit } = { amount: read('amount'), credit: read('credit'), debit: read('debit') }
  const turned = (given: Amount, direction: Amount['direction']): Amount => ({ ...given, direction })
  if (credit && debit) return fault('credit', 'and the column of debits are both filled')
  // A negative amount in the credit or debit column reverses an earlier one.
  const opposite = { credit: 'debit', debit: 'credit' } as const
  if (credit) return { ...credit, reversal: credit.direction === 'debit' }
  if (debit) return { ...turned(debit, opposite[debit.direction]), reversal: debit.direction === 'debit' }
  if (!amount || mapping.columns.direction === undefined) return amount
  const word = cell('direction') ?? ''
  const isAmong = (words: readonly string[]) => words.some((each) => isSameWord(each, word))
  const isCredit = isAmong(mapping.creditWords)
  if (!isCredit && !isAmong(mapping.debitWords)) return fault('direction', notADirection(word, mapping))
  // A negative credit is a reversal; many banks write every debit as a negative number.
  if (isCredit && amount.direction === 'debit') return { ...amount, reversal: true }
  return turned(amount, isCredit ? 'credit' : 'debit')
}
