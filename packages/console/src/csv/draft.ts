/**
 * The contents of the CSV mapping form, and conversion to and from a mapping. Pure.
 *
 * Every mapping can be shown and sent unchanged: `meantBy(draftOf(mapping))` is the mapping again. A new member of mappings does not
 * compile until the form has it. Validity is checked by `checkCsvMapping`, as on the server.
 */
import {
  type ColumnName,
  type CsvColumn,
  type CsvMapping,
  checkCsvMapping,
  type MappingFault,
} from '@sluice/gateway/reconciliation/csv-mapping.ts'

/** Text stays as it was typed; empty text is left out. */
export interface MappingDraft extends Readonly<Record<keyof CsvMapping, unknown>> {
  readonly encoding: string
  readonly delimiter: string
  readonly skipLines: string
  readonly headerRow: boolean
  /** `''`: unknown. */
  readonly quotes: '' | 'true' | 'false'
  readonly fieldCount: string
  readonly columns: DraftColumns
  readonly remittance: readonly CsvColumn[]
  readonly narrative: readonly CsvColumn[]
  readonly dateFormat: string
  /** `''`: not chosen yet. */
  readonly decimalSign: string
  readonly creditWords: readonly string[]
  readonly debitWords: readonly string[]
  readonly utcOffset: string
  readonly skipRowsWithoutDate: boolean
}

/** Undefined: the bank has no such column. */
export type DraftColumns = Readonly<Record<ColumnName, CsvColumn | undefined>>

export const draftOf = (mapping: CsvMapping): MappingDraft => ({
  ...mapping,
  skipLines: String(mapping.skipLines),
  quotes: mapping.quotes === undefined ? '' : mapping.quotes ? 'true' : 'false',
  fieldCount: mapping.fieldCount === undefined ? '' : String(mapping.fieldCount),
  columns: columnsFrom((name) => mapping.columns[name]),
})

/** @param of returns the column for a name, or undefined */
export const columnsFrom = (of: (name: ColumnName) => CsvColumn | undefined): DraftColumns => ({
  bookedAt: of('bookedAt'),
  bookedTime: of('bookedTime'),
  valueDate: of('valueDate'),
  amount: of('amount'),
  credit: of('credit'),
  debit: of('debit'),
  direction: of('direction'),
  currency: of('currency'),
  reference: of('reference'),
  endToEndId: of('endToEndId'),
  utr: of('utr'),
  senderName: of('senderName'),
  senderAccount: of('senderAccount'),
  senderBank: of('senderBank'),
  balance: of('balance'),
})

/** Converts numeric text to a number. Other text is sent unchanged, and its fault is shown at the field. */
const numberIn = (text: string): number | string | undefined => {
  const wanted = text.trim()
  return wanted === '' ? undefined : /^\d{1,9}$/.test(wanted) ? Number(wanted) : wanted
}

/** The body to send. */
export function meantBy(draft: MappingDraft): Readonly<Record<string, unknown>> {
  const meant: Readonly<Record<keyof CsvMapping, unknown>> = {
    encoding: draft.encoding,
    delimiter: draft.delimiter,
    skipLines: numberIn(draft.skipLines),
    headerRow: draft.headerRow,
    quotes: draft.quotes === '' ? undefined : draft.quotes === 'true',
    fieldCount: numberIn(draft.fieldCount),
    columns: withoutNone(draft.columns),
    remittance: draft.remittance,
    narrative: draft.narrative,
    dateFormat: draft.dateFormat,
    decimalSign: draft.decimalSign,
    creditWords: draft.creditWords,
    debitWords: draft.debitWords,
    utcOffset: draft.utcOffset,
    skipRowsWithoutDate: draft.skipRowsWithoutDate,
  }
  return withoutNone(meant)
}

const withoutNone = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))

export interface CheckedDraft {
  /** Undefined if the draft has faults. */
  readonly mapping: CsvMapping | undefined
  /** By pointer: `/columns/bookedAt`. */
  readonly faults: ReadonlyMap<string, string>
}

/** Checks a draft as the server would. */
export function checkedDraft(draft: MappingDraft): CheckedDraft {
  const checked = checkCsvMapping(meantBy(draft))
  if (checked.ok) return { mapping: checked.value, faults: new Map() }
  const unsaid = new Set((['dateFormat', 'decimalSign'] as const).filter((name) => draft[name] === ''))
  return {
    mapping: undefined,
    faults: new Map(checked.failure.map((fault) => inTheFormsWords(fault, unsaid))),
  }
}

/** A field that is not filled in yet gets a prompt instead of an error. */
const inTheFormsWords = (
  { path, message }: MappingFault,
  unsaid: ReadonlySet<string>,
): readonly [string, string] => {
  if (path === '/columns/bookedAt' && message.startsWith('is mandatory'))
    return [path, 'Choose the booking date column']
  if (path === '/columns/amount') return [path, message.startsWith('cannot') ? ONE_OR_TWO : AMOUNT]
  return [path, (unsaid.has(path.slice(1)) && UNSAID[path]) || message]
}

const AMOUNT = 'Choose the amount column, or the columns for money in and money out'
const ONE_OR_TWO = 'Choose either this column or the columns for money in and money out'
const UNSAID: Readonly<Record<string, string>> = {
  '/dateFormat': 'Set the date format',
  '/decimalSign': 'Choose the decimal separator',
}

/** Reads pasted JSON as a mapping, which may leave members out. */
export function draftFromJson(text: string): MappingDraft | string {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  const checked = checkCsvMapping(given)
  return checked.ok
    ? draftOf(checked.value)
    : checked.failure.map(({ path, message }) => `${path.slice(1) || 'it'} ${message}`).join('; ')
}

export const jsonOf = (draft: MappingDraft): string => JSON.stringify(meantBy(draft), undefined, 2)
