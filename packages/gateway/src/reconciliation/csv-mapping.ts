/**
 * How one bank writes its CSV: stored with the account and validated here once. Pure.
 *
 * Amounts are in one signed column, in one column with the direction beside it, or in two columns for debits and
 * credits.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import known from './data/csv-mappings.json' with { type: 'json' }

/** A column by its header, or by its number from 1. */
export type CsvColumn = string | number

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'iso-8859-1',
  'windows-1252',
  'tis-620',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
] as const
export const DELIMITERS = [',', ';', '\t', '|'] as const

export const COLUMN_NAMES = [
  'bookedAt',
  'bookedTime',
  'valueDate',
  'amount',
  'credit',
  'debit',
  'direction',
  'currency',
  'reference',
  'endToEndId',
  'utr',
  'senderName',
  'senderAccount',
  'senderBank',
  'balance',
] as const
export type ColumnName = (typeof COLUMN_NAMES)[number]

export interface CsvMapping {
  readonly encoding: (typeof ENCODINGS)[number]
  readonly delimiter: (typeof DELIMITERS)[number]
  /** Lines before the headers, or before the first row if there are none. */
  readonly skipLines: number
  readonly headerRow: boolean
  /**
   * `true`: the bank quotes every text with a delimiter and doubles quotation marks in it. `false`: it never quotes,
   * and marks are text. Missing: unknown, so a row whose meaning depends on its marks is refused, because a balance
   * verifies amounts but not references.
   */
  readonly quotes: boolean | undefined
  /** How many fields a row has; missing: as many as there are headers. */
  readonly fieldCount: number | undefined
  readonly columns: Partial<Readonly<Record<ColumnName, CsvColumn>>>
  /** Joined in this order. */
  readonly remittance: readonly CsvColumn[]
  /**
   * Texts that the bank composes itself, beginning with the number of the transfer (`text-fields.ts`). Never only the
   * payer's text.
   */
  readonly narrative: readonly CsvColumn[]
  /** Made of `YYYY`, `YY`, `BBBB` (Buddhist era), `MM`, `M`, `MMM`, `DD`, `D`, `HH`, `mm`, `ss` and separators. */
  readonly dateFormat: string
  readonly decimalSign: '.' | ','
  /** Texts in the `direction` column that mean a credit. */
  readonly creditWords: readonly string[]
  /** Texts that mean a debit. Any other text is a fault of its row, because the direction is never guessed. */
  readonly debitWords: readonly string[]
  /** Offset of the bank's local time: `+07:00`. */
  readonly utcOffset: string
  /** Ignores rows without a date: totals and notes below the entries. */
  readonly skipRowsWithoutDate: boolean
}

export interface MappingFault {
  /** JSON Pointer. */
  readonly path: string
  readonly code: 'REQUIRED' | 'WRONG_TYPE' | 'INVALID_FORMAT' | 'UNKNOWN_VALUE' | 'OUT_OF_RANGE' | 'CONFLICT'
  readonly message: string
}

export interface KnownMapping {
  readonly name: string
  readonly bank: string
  readonly mapping: CsvMapping
}

const DEFAULTS: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ',',
  skipLines: 0,
  headerRow: true,
  quotes: undefined,
  fieldCount: undefined,
  columns: {},
  remittance: [],
  narrative: [],
  dateFormat: 'YYYY-MM-DD',
  decimalSign: '.',
  creditWords: ['C', 'CR', 'CREDIT', 'CRDT'],
  debitWords: ['D', 'DR', 'DEBIT', 'DBIT'],
  utcOffset: '+00:00',
  skipRowsWithoutDate: false,
}

/** Headers are searched below them. */
export const MAX_SKIPPED_LINES = 200

/** Fills in properties that are newer than the stored mapping. */
export const filledIn = (stored: Partial<CsvMapping>): CsvMapping => ({ ...DEFAULTS, ...stored })

export const FORMAT_TOKEN = /YYYY|BBBB|YY|MMM|MM|M|DD|D|HH|mm|ss/g

/** @returns the mapping with its defaults, or all its faults */
export function checkCsvMapping(body: unknown): Result<CsvMapping, readonly MappingFault[]> {
  const faults: MappingFault[] = []
  const fault: Note = (path, code, message) => void faults.push({ path, code, message })
  if (!isRecord(body)) return fail([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }])
  const chosen = <Value extends string | boolean>(
    name: keyof CsvMapping,
    values: readonly Value[],
    absent: Value,
  ): Value => {
    const found = values.find((value) => value === body[name])
    if (body[name] === undefined) return absent
    if (found === undefined)
      fault(
        `/${name}`,
        'UNKNOWN_VALUE',
        `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
      )
    return found ?? absent
  }
  const mapping: CsvMapping = {
    encoding: chosen('encoding', ENCODINGS, DEFAULTS.encoding),
    delimiter: chosen('delimiter', DELIMITERS, DEFAULTS.delimiter),
    skipLines:
      wholeNumber(body.skipLines, { from: 0, to: MAX_SKIPPED_LINES, path: '/skipLines' }, fault) ?? 0,
    headerRow: chosen('headerRow', [true, false], DEFAULTS.headerRow),
    quotes: body.quotes === undefined ? undefined : chosen('quotes', [true, false], false),
    fieldCount: wholeNumber(body.fieldCount, { from: 2, to: 200, path: '/fieldCount' }, fault),
    columns: columnsOf(body.columns, fault),
    remittance: columnList('remittance', body.remittance, fault),
    narrative: columnList('narrative', body.narrative, fault),
    dateFormat: matching(
      body.dateFormat,
      /^[YBMDHms .,/:T年月日-]{3,30}$/,
      DEFAULTS.dateFormat,
      '/dateFormat',
      fault,
    ),
    decimalSign: chosen('decimalSign', ['.', ','], DEFAULTS.decimalSign),
    creditWords: words('creditWords', body.creditWords, fault),
    debitWords: words('debitWords', body.debitWords, fault),
    utcOffset: matching(
      body.utcOffset,
      /^[+-](?:0\d|1[0-4]):[0-5]\d$/,
      DEFAULTS.utcOffset,
      '/utcOffset',
      fault,
    ),
    skipRowsWithoutDate: chosen('skipRowsWithoutDate', [true, false], DEFAULTS.skipRowsWithoutDate),
  }
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(DEFAULTS, name))
  if (unknown !== undefined) {
    const there = Object.keys(DEFAULTS).join(', ')
    fault(
      '',
      'UNKNOWN_VALUE',
      `there is no property ${JSON.stringify(unknown.slice(0, 40))}; known are ${there}`,
    )
  }
  checkTogether(mapping, fault)
  return faults.length > 0 ? fail(faults) : succeed(mapping)
}

type Note = (path: string, code: MappingFault['code'], message: string) => void

function checkTogether(mapping: CsvMapping, fault: Note): void {
  const { columns, headerRow, fieldCount, remittance, narrative, dateFormat } = mapping
  const { bookedAt, amount, credit, debit } = columns
  if (bookedAt === undefined)
    fault('/columns/bookedAt', 'REQUIRED', 'is mandatory: the column with the booking date')
  if (amount === undefined && credit === undefined)
    fault('/columns/amount', 'REQUIRED', 'is mandatory, unless credit and debit are set')
  if (amount !== undefined && (credit !== undefined || debit !== undefined))
    fault('/columns/amount', 'CONFLICT', 'cannot be combined with credit and debit')
  const named = [
    ...Object.entries(columns),
    ...[...remittance, ...narrative].map((column, index) => [`text ${index}`, column]),
  ]
  const both = mapping.creditWords.find((word) => mapping.debitWords.some((other) => isSameWord(word, other)))
  if (both !== undefined)
    fault('/debitWords', 'CONFLICT', `cannot have ${JSON.stringify(both)}, which is among creditWords`)
  if (!headerRow && named.some(([, column]) => typeof column === 'string'))
    fault('/columns', 'CONFLICT', 'without a header row, columns are set by number, from 1')
  if (!headerRow && fieldCount === undefined) {
    const why = 'without a header row, nothing else shows that a delimiter in a text has moved the columns'
    fault('/fieldCount', 'REQUIRED', `is mandatory without a header row: ${why}`)
  }
  const tokens: readonly string[] = dateFormat.match(FORMAT_TOKEN) ?? []
  const has = (...names: readonly string[]) => names.some((name) => tokens.includes(name))
  if (!has('YYYY', 'YY', 'BBBB') || !has('MM', 'M', 'MMM') || !has('DD', 'D'))
    fault('/dateFormat', 'INVALID_FORMAT', 'must have a year, a month and a day, such as DD/MM/YYYY')
  // A repeated part would make the date pattern ambiguous, and matching would try every combination.
  else if (new Set(tokens).size !== tokens.length)
    fault('/dateFormat', 'INVALID_FORMAT', 'must not have any part twice')
}

function wholeNumber(
  value: unknown,
  { from, to, path }: { readonly from: number; readonly to: number; readonly path: string },
  fault: Note,
): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
  fault(path, 'OUT_OF_RANGE', `must be a whole number from ${from} to ${to}`)
  return undefined
}

function matching(value: unknown, pattern: RegExp, absent: string, path: string, fault: Note): string {
  if (value === undefined) return absent
  if (typeof value === 'string' && pattern.test(value)) return value
  fault(path, 'INVALID_FORMAT', `must look like ${absent}`)
  return absent
}

const isColumn = (value: unknown): value is CsvColumn =>
  (typeof value === 'string' && value.trim() !== '' && value.length <= 100) ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 200)

function columnsOf(value: unknown, fault: Note): CsvMapping['columns'] {
  if (!isRecord(value)) {
    fault('/columns', 'REQUIRED', 'is mandatory: the meaning of the columns')
    return {}
  }
  const columns: Partial<Record<ColumnName, CsvColumn>> = {}
  for (const name of COLUMN_NAMES) {
    const column = value[name]
    if (column === undefined) continue
    if (isColumn(column)) columns[name] = column
    else fault(`/columns/${name}`, 'WRONG_TYPE', 'must be the name of a column, or its number from 1')
  }
  const unknown = Object.keys(value).find((name) => !COLUMN_NAMES.some((each) => each === name))
  if (unknown !== undefined)
    fault(
      '/columns',
      'UNKNOWN_VALUE',
      `there is no column ${JSON.stringify(unknown.slice(0, 40))}; known are ${COLUMN_NAMES.join(', ')}`,
    )
  return columns
}

function columnList(name: 'remittance' | 'narrative', value: unknown, fault: Note): readonly CsvColumn[] {
  if (value === undefined) return DEFAULTS[name]
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (list.length <= 10 && list.every(isColumn)) return list
  fault(`/${name}`, 'WRONG_TYPE', 'must be up to 10 columns, by name or number')
  return []
}

function words(name: 'creditWords' | 'debitWords', value: unknown, fault: Note): readonly string[] {
  if (value === undefined) return DEFAULTS[name]
  const isWord = (word: unknown): word is string => typeof word === 'string' && word.length <= 40
  if (Array.isArray(value) && value.length <= 20 && value.every(isWord)) return value
  fault(`/${name}`, 'WRONG_TYPE', 'must be a list of up to 20 words')
  return []
}

/** Compares without case and surrounding spaces. */
export const isSameWord = (one: string, other: string): boolean =>
  one.trim().toUpperCase() === other.trim().toUpperCase()

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Ready-made mappings by name. A test reads a sample with each.
 *
 * HDFC and SBI have one column for cheques and transfers and publish no description of it; the following was seen in
 * customers' files and in open-source statement readers. HDFC's column has a cheque's six digits, for UPI and IMPS the
 * twelve digits of the transfer, both with leading zeros, and for NEFT and RTGS a longer number with letters. SBI's has
 * a cheque's six digits, or the bank's own account that the money came through (`TRANSFER FROM 4897…`); the number of
 * the transfer is in the description. Mapping the column to `utr` is right for both: only twelve digits alone count as
 * the number of a transfer, and otherwise the narrative is read (`text-fields.ts`). Without the column, SBI's entries
 * would get different names, and a statement read again would count twice.
 */
export const KNOWN_MAPPINGS: readonly KnownMapping[] = known.map(({ name, bank, mapping }) => {
  const checked = checkCsvMapping(mapping)
  if (!checked.ok) throw new Error(`the mapping ${name} is wrong: ${JSON.stringify(checked.failure)}`)
  return { name, bank, mapping: checked.value }
})
