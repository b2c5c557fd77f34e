/**
 * Reads a CSV file of payouts into the requests that its rows stand for. Pure.
 *
 * Promises: the same bytes give the same result on every node. A row becomes exactly the JSON that a create accepts,
 * digit for digit, and is read by the create's own reader. No column and no field is ignored silently. What
 * spreadsheets do to files is accepted if it has one meaning (a byte order mark, UTF-16, `;` or tabs, a decimal comma,
 * empty rows) and refused if it is ambiguous: an account number that became 1.23E+15, or `1,500`, is a fault and never
 * a guess.
 */
import { createHash } from 'node:crypto'
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import type { ParsedBody } from '@sluice/core/foundation/json-document.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { parseBody } from '../http/body.ts'
import { MAX_BATCH_ROWS } from './batch-schemas.ts'

const csv = atFirstUse((require): typeof import('csv-parse/sync') => require('csv-parse/sync'))

/** Column → its path in a create. */
const COLUMNS = {
  id: '/id',
  amount: '/paymentRequested/money/amount',
  currency: '/paymentRequested/money/currencyCode',
  method: '/paymentMethod/paymentMethodCode',
  operator: '/paymentMethod/paymentOperatorCode',
  account_name: '/paymentMethod/account/accountName',
  account_number: '/paymentMethod/account/accountNumber',
  account_type: '/paymentMethod/account/accountType',
  bank_code: '/paymentMethod/account/bankCode',
  branch_code: '/paymentMethod/account/branchCode',
  email: '/paymentMethod/emailAddress',
  phone: '/paymentMethod/phoneNumber',
  identifying_reference: '/paymentMethod/identifyingReference',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS)
const MANDATORY: readonly Column[] = ['id', 'amount', 'currency', 'method']
const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name)

export interface RowFault {
  /** Undefined: the row as a whole. */
  readonly column: string | undefined
  readonly code: string
  readonly message: string
}

export interface FileRow {
  /** The first row below the column names is 1. */
  readonly row: number
  /** The line on which it begins; the first is 1. */
  readonly line: number
  readonly id: string
  /** The body of a create; undefined if there are faults. */
  readonly body: ParsedBody | undefined
  readonly faults: readonly RowFault[]
}

export interface BatchFile {
  /** SHA-256 of the bytes in hex, as `sha256sum` prints it. */
  readonly fingerprint: string
  readonly rows: readonly FileRow[]
}

export const fingerprintOfFile = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** The column that a fault of a create is about. */
export const columnAt = (pointer: string): Column | undefined =>
  NAMES.filter(isColumn).find((name) => COLUMNS[name] === pointer)

/** Empty rows count here, so the file may have more rows than payouts. */
const MAX_LINES = MAX_BATCH_ROWS * 2
const MAX_FIELD_CHARACTERS = 512
const MAX_RECORD_CHARACTERS = 16_384

export function readBatchFile(bytes: Uint8Array): Result<BatchFile, readonly Fault[]> {
  const text = decoded(bytes)
  if (!text.ok) return text
  const delimiter = delimiterOf(text.value)
  const lines = linesOf(text.value, delimiter)
  if (!lines.ok) return lines
  const [heads, ...rest] = lines.value
  if (!heads) return fail([fileFault(1, 1, 'is empty: the first line must contain the column names')])
  const columns = columnsOf(heads)
  if (!columns.ok) return columns
  const rows = rest.filter(({ record }) => record.some((field) => field.trim() !== ''))
  if (rows.length === 0) return fail([fileFault(2, 1, 'there is no payout below the column names')])
  if (rows.length > MAX_BATCH_ROWS)
    return fail([fileFault(1, 1, `has more than ${MAX_BATCH_ROWS} rows: split it`)])
  const read = { columns: columns.value, delimiter }
  return succeed({
    fingerprint: fingerprintOfFile(bytes),
    rows: rows.map((line, index) => readRow(line, index + 1, read)),
  })
}

const fileFault = (line: number, column: number, message: string): Fault => ({
  path: `file:${line}:${column}`,
  code: 'INVALID_FORMAT',
  message: `line ${line}, column ${column}: ${message}`,
})

/** UTF-8, or UTF-16 with a byte order mark. Any other encoding would have to be guessed, and names could be wrong. */
function decoded(bytes: Uint8Array): Result<string, readonly Fault[]> {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  try {
    return succeed(new TextDecoder(encoding, { fatal: true }).decode(bytes))
  } catch {
    return fail([fileFault(1, 1, 'is not written in UTF-8: save it as “CSV UTF-8”')])
  }
}

/** The delimiter that the first line uses most, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, MAX_RECORD_CHARACTERS).split(/[\r\n]/, 1)
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => [sign, bare.split(sign).length] as const)
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

interface Line {
  readonly record: readonly string[]
  /** The line on which it begins. */
  readonly line: number
}

function linesOf(text: string, delimiter: string): Result<readonly Line[], readonly Fault[]> {
  const lines: Line[] = []
  try {
    csv().parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      // One more than allowed, so that a file that is too long is reported and never cut.
      to: MAX_LINES + 1,
      on_record: (record: readonly string[], { lines: end }) => {
        const within = record.reduce((count, field) => count + field.split('\n').length - 1, 0)
        lines.push({ record, line: end - within })
        return null
      },
    })
    return lines.length > MAX_LINES
      ? fail([fileFault(1, 1, `has more than ${MAX_LINES} lines, including empty ones: remove those`)])
      : succeed(lines)
  } catch (error) {
    if (!(error instanceof csv().CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
    return fail([
      fileFault(line, 1, 'the quotation marks do not match: double each one inside a quoted text'),
    ])
  }
}

function columnsOf({ record, line }: Line): Result<readonly Column[], readonly Fault[]> {
  const faults: Fault[] = []
  const known: Column[] = []
  record.forEach((head, index) => {
    const name = head
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    const at = (message: string) => faults.push(fileFault(line, index + 1, message))
    if (!isColumn(name)) at(`is not a known column; known columns are ${NAMES.join(', ')}`)
    else if (known.includes(name)) at(`there is a second column ${name}`)
    else known.push(name)
  })
  for (const name of MANDATORY)
    if (faults.length === 0 && !known.includes(name)) faults.push(fileFault(line, 1, `has no column ${name}`))
  return faults.length > 0 ? fail(faults) : succeed(known)
}

interface Reading {
  readonly columns: readonly Column[]
  readonly delimiter: string
}

function readRow({ record, line }: Line, row: number, { columns, delimiter }: Reading): FileRow {
  const faults: RowFault[] = []
  const refuse = (column: Column | undefined, code: FaultCode, message: string) =>
    faults.push({ column, code, message })
  if (record.length !== columns.length)
    refuse(
      undefined,
      'INVALID_FORMAT',
      `has ${record.length} fields, and there are ${columns.length} columns`,
    )
  const fields = new Map<Column, string>()
  columns.forEach((name, index) => {
    const text = unguarded((record[index] ?? '').trim())
    if (text === '') return
    if (text.length > MAX_FIELD_CHARACTERS)
      refuse(name, 'TOO_LONG', `has more than ${MAX_FIELD_CHARACTERS} characters`)
    else if (name !== 'amount' && EXPONENT.test(text)) refuse(name, 'INVALID_FORMAT', MADE_A_NUMBER)
    else fields.set(name, text)
  })
  const amount = fields.get('amount')
  const digits = amount === undefined ? undefined : amountDigits(amount, delimiter)
  if (digits && !digits.ok) refuse('amount', 'INVALID_FORMAT', digits.failure)
  for (const name of MANDATORY)
    if (!fields.has(name) && !faults.some(({ column }) => column === name))
      refuse(name, 'REQUIRED', 'is mandatory')
  const id = fields.get('id') ?? ''
  if (faults.length > 0) return { row, line, id, body: undefined, faults }
  const body = parseBody(Buffer.from(jsonOf(fields, digits?.ok ? digits.value : '')))
  if (body.ok) return { row, line, id, body: body.value, faults }
  const reported = body.failure.errors?.map(({ path, code, message }) => ({
    column: columnAt(path),
    code,
    message,
  }))
  const whole = { column: undefined, code: body.failure.code, message: body.failure.detail }
  return { row, line, id, body: undefined, faults: reported ?? [whole] }
}

/** Removes the apostrophe that spreadsheets put before text that looks like a formula. */
const unguarded = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text)

const EXPONENT = /^\d+(?:[.,]\d+)?E\+?\d+$/i
const MADE_A_NUMBER =
  'was turned into a number by a spreadsheet and has lost digits: set the format of the column to “text” and enter it again'

/**
 * The separator may be one of thousands or of decimals, depending on the country. A wrong guess would pay a thousandth.
 */
const TWO_WAYS = /^(?:\d+,\d{3}|[1-9]\d{0,2}\.\d{3})$/
const PLAIN = /^\d{1,30}(?:\.\d{1,30})?$/
const WITH_COMMA = /^(\d{1,30}),(\d{1,2}|\d{4,30})$/

/** As JSON writes it. In a file with `,` as delimiter, an amount has no comma. */
function amountDigits(text: string, delimiter: string): Result<string, string> {
  if (TWO_WAYS.test(text))
    return fail(
      'is ambiguous, thousands or decimals: write 1500.00 for the one, and 1.5 or 1.2340 for the other',
    )
  const comma = delimiter === ',' ? undefined : WITH_COMMA.exec(text)
  const point = comma ? `${comma[1]}.${comma[2]}` : text
  if (!PLAIN.test(point)) return fail('must be digits, optionally with a point and decimals, such as 1500.50')
  return succeed(point.replace(/^0+(?=\d)/, ''))
}

/** The amount is inserted as digits, so it is never a float before the create's reader has checked it. */
function jsonOf(fields: ReadonlyMap<Column, string>, amount: string): string {
  const text = (...names: readonly Column[]) =>
    names.flatMap((name) => {
      const value = fields.get(name)
      const member = COLUMNS[name].split('/').at(-1) ?? ''
      return value === undefined ? [] : [`${JSON.stringify(member)}:${JSON.stringify(value)}`]
    })
  const account = text('account_name', 'account_number', 'account_type', 'bank_code', 'branch_code')
  const method = [
    ...text('method', 'operator', 'email', 'phone', 'identifying_reference'),
    ...(account.length > 0 ? [`"account":{${account.join(',')}}`] : []),
  ]
  const money = [`"amount":${amount}`, ...text('currency')]
  return `{"paymentRequested":{"money":{${money.join(',')}}},"paymentMethod":{${method.join(',')}}}`
}
