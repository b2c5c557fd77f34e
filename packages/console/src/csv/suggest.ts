/**
 * The mapping that a sample suggests. The operator sees it, tries it and can change it before it is saved. Pure.
 *
 * A ready-made mapping that reads the whole sample is the best suggestion. Otherwise the heads identify the columns, and their values the
 * formats of dates and amounts. Whatever the sample leaves open stays empty and is asked for.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import { tryCsv } from '@sluice/gateway/reconciliation/csv.ts'
import { plainHead } from '@sluice/gateway/reconciliation/csv-layout.ts'
import {
  COLUMN_NAMES,
  type ColumnName,
  type CsvColumn,
  type CsvMapping,
  filledIn,
  isSameWord,
  type KnownMapping,
} from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { decoded } from '@sluice/gateway/reconciliation/decoding.ts'
import type { ReadTerms } from '@sluice/gateway/reconciliation/entry.ts'
import { decimalSignsOf, looksLikeAmount } from './amounts.ts'
import { dateFormatsOf } from './dates.ts'
import { columnsFrom, type DraftColumns, type MappingDraft } from './draft.ts'
import { directionOf, type HeadMeaning, meaningOf } from './heads.ts'
import { delimiterOf, encodingOf, ROWS_TRIED, rowsOf, type SampleRows } from './sample.ts'

export interface SuggestTerms extends ReadTerms {
  /** Of the account's bank, such as `+07:00`. */
  readonly utcOffset: string
}

/**
 * The first ready-made mapping that reads the sample without a fault. Those with heads come first, because they identify a file more
 * surely.
 */
export function knownFor(
  bytes: Uint8Array,
  known: readonly KnownMapping[],
  terms: ReadTerms,
): KnownMapping | undefined {
  const reads = known.filter(({ mapping }) => readsAll(bytes, mapping, terms))
  return reads.find(({ mapping }) => mapping.headerRow) ?? reads[0]
}

export function readsAll(bytes: Uint8Array, mapping: CsvMapping, terms: ReadTerms): boolean {
  const text = decoded(bytes, mapping.encoding)
  const trial = text.ok ? tryCsv(text.value, mapping, terms, ROWS_TRIED) : undefined
  if (!trial?.ok) return false
  const { rows, fault } = trial.value
  return (
    fault === undefined &&
    rows.some(({ entry }) => entry !== undefined) &&
    rows.every(({ faults }) => faults.length === 0)
  )
}

/** A suggestion from the sample alone. */
export function suggested(bytes: Uint8Array, { currency, now, utcOffset }: SuggestTerms): MappingDraft {
  const encoding = encodingOf(bytes, currency.code)
  const text = decoded(bytes, encoding)
  const delimiter = text.ok ? delimiterOf(text.value) : ','
  const rows = text.ok ? rowsOf(text.value, { delimiter }, now) : undefined
  const { columns, remittance } = rows ? columnsIn(rows, now, currency) : NOTHING
  const draft: MappingDraft = {
    encoding,
    delimiter,
    skipLines: '0',
    headerRow: rows?.headsAt !== undefined || rows === undefined,
    quotes: '',
    fieldCount: rows && rows.headsAt === undefined ? String(rows.fieldCount) : '',
    columns,
    remittance,
    dateFormat: '',
    decimalSign: '',
    narrative: [],
    creditWords: [...USUAL.creditWords],
    debitWords: [...USUAL.debitWords],
    utcOffset,
    skipRowsWithoutDate: rows !== undefined && hasNotes(rows, columns.bookedAt),
  }
  return rows ? withValues(draft, rows, { now, currency }) : draft
}

/** The defaults of a mapping. */
const USUAL = filledIn({})
const NOTHING = { columns: columnsFrom(() => undefined), remittance: [] }

/** The index of a column in a row; undefined if the sample has no such column. */
export function placeIn({ lines, headsAt }: SampleRows, column: CsvColumn | undefined): number | undefined {
  if (typeof column === 'number') return column - 1
  if (column === undefined || headsAt === undefined) return undefined
  const at = lines[headsAt]?.record.findIndex((head) => plainHead(head) === plainHead(column))
  return at === undefined || at < 0 ? undefined : at
}

/** The cells of a column in the sample's movements, including empty ones. */
export function cellsOf(rows: SampleRows, column: CsvColumn | undefined): readonly string[] {
  const place = placeIn(rows, column)
  if (place === undefined) return []
  return rows.movements.map(({ record }) => record[place]?.trim() ?? '')
}

/** Sets formats, signs and words to those of the chosen columns if the present ones do not read them. */
export function withValues(
  draft: MappingDraft,
  rows: SampleRows,
  { now, currency }: Pick<ReadTerms, 'now' | 'currency'>,
): MappingDraft {
  const { bookedAt, amount, credit, debit, balance, direction } = draft.columns
  const dates = cellsOf(rows, bookedAt).filter((cell) => /\d/.test(cell))
  const formats = dateFormatsOf(dates, now)
  const signs = decimalSignsOf(
    [amount, credit, debit, balance].flatMap((column) => cellsOf(rows, column)),
    currency.ledgerDigits,
  )
  const isSaid = (word: string) =>
    [...draft.creditWords, ...draft.debitWords].some((each) => isSameWord(each, word))
  const unsaid = wordsIn(rows, direction).filter((word) => !isSaid(word))
  const known = (which: 'credit' | 'debit') => unsaid.filter((word) => directionOf(word) === which)
  return {
    ...draft,
    dateFormat: formats.length === 0 || formats.includes(draft.dateFormat) ? draft.dateFormat : only(formats),
    decimalSign: signs.some((sign) => sign === draft.decimalSign) ? draft.decimalSign : only(signs),
    creditWords: [...draft.creditWords, ...known('credit')],
    debitWords: [...draft.debitWords, ...known('debit')],
  }
}

/** Left empty if there is more than one choice. */
const only = (choices: readonly string[]): string => (choices.length === 1 ? (choices[0] ?? '') : '')

const MAX_WORDS = 20
const MAX_WORD = 40

/** Each distinct word of a column, including the empty one. */
export function wordsIn(rows: SampleRows, column: CsvColumn | undefined): readonly string[] {
  const words = new Map(cellsOf(rows, column).map((word) => [word.toUpperCase(), word]))
  return [...words.values()].filter((word) => word.length <= MAX_WORD).slice(0, MAX_WORDS)
}

/** Names a column by its head, or by number if another column has the same head or it has none. */
export function columnAt({ lines, headsAt }: SampleRows, place: number): CsvColumn {
  const heads = headsAt === undefined ? [] : (lines[headsAt]?.record ?? [])
  const head = heads[place]?.trim() ?? ''
  const isOnly = heads.filter((each) => plainHead(each) === plainHead(head)).length === 1
  return head !== '' && head.length <= 100 && isOnly ? head : place + 1
}

function columnsIn(
  rows: SampleRows,
  now: number,
  currency: Currency,
): { readonly columns: DraftColumns; readonly remittance: readonly CsvColumn[] } {
  const meant = placesMeant(rows)
  const filled = (place: number) => cellsOf(rows, place + 1).filter((cell) => cell !== '')
  const all = Array.from({ length: rows.fieldCount }, (_, place) => place)
  const isDate = (place: number) =>
    dateFormatsOf(
      filled(place).filter((cell) => /\d/.test(cell)),
      now,
    ).length > 0
  const fits: Partial<Readonly<Record<HeadMeaning, (place: number) => boolean>>> = {
    bookedAt: isDate,
    valueDate: isDate,
    // A reference that occurs twice would merge two movements into one.
    reference: (place) => filled(place).length > 0 && new Set(filled(place)).size === filled(place).length,
    direction: (place) => wordsIn(rows, place + 1).some((word) => directionOf(word) !== undefined),
    currency: (place) => filled(place).every((cell) => cell.toUpperCase() === currency.code),
  }
  const chosen = new Map<HeadMeaning, number>()
  for (const name of COLUMN_NAMES) {
    const place = meant(name).find((each) => fits[name]?.(each) ?? true)
    if (place !== undefined) chosen.set(name, place)
  }
  if (!chosen.has('bookedAt')) setOnly(chosen, 'bookedAt', all.find(isDate))
  const taken = new Set(chosen.values())
  if (!['amount', 'credit', 'debit'].some((name) => chosen.has(name as ColumnName))) {
    const numbers = all.filter(
      (place) =>
        !taken.has(place) &&
        !isDate(place) &&
        filled(place).length > 0 &&
        filled(place).every((cell) => looksLikeAmount(cell, currency.ledgerDigits)),
    )
    if (numbers.length === 1) setOnly(chosen, 'amount', numbers[0])
  }
  if (chosen.has('credit') && chosen.has('debit'))
    for (const name of ['amount', 'direction'] as const) chosen.delete(name)
  else if (chosen.has('amount')) for (const name of ['credit', 'debit'] as const) chosen.delete(name)
  const column = (name: HeadMeaning): CsvColumn | undefined => {
    const place = chosen.get(name)
    return place === undefined ? undefined : columnAt(rows, place)
  }
  return {
    columns: columnsFrom(column),
    remittance: meant('remittance')
      .toSorted((a, b) => a - b)
      .slice(0, 10)
      .map((place) => columnAt(rows, place)),
  }
}

function setOnly(chosen: Map<HeadMeaning, number>, name: HeadMeaning, place: number | undefined): void {
  if (place !== undefined) chosen.set(name, place)
}

/** The columns whose heads are likely to mean it, exact matches first. */
function placesMeant({ lines, headsAt }: SampleRows): (meaning: HeadMeaning) => readonly number[] {
  const heads = headsAt === undefined ? [] : (lines[headsAt]?.record ?? [])
  const found = heads.flatMap((head, place) => {
    const meant = meaningOf(head)
    return meant ? [{ ...meant, place }] : []
  })
  return (meaning) =>
    found
      .filter((each) => each.meaning === meaning)
      .toSorted((a, b) => Number(b.isExact) - Number(a.isExact))
      .map(({ place }) => place)
}

/** True if there are totals or notes below or between the entries: they have no date. */
function hasNotes(rows: SampleRows, bookedAt: CsvColumn | undefined): boolean {
  const place = placeIn(rows, bookedAt)
  return (
    place !== undefined &&
    rows.lines.slice(rows.firstAt).some(({ record }) => !/\d/.test(record[place]?.trim() ?? ''))
  )
}
