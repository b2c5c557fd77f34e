/**
 * SWIFT MT940 customer statements: `:61:` lines with their `:86:` texts, structured (`?20`, `/REMI/`) or not.
 *
 * We read them ourselves. The library for it (mt940-js) makes floats of amounts, loses bank references that are not 16
 * characters long, gives entries around New Year the wrong year, skips lines it cannot read, and needs a package that
 * it does not declare.
 *
 * Promises: each statement, or page of one, has one readable opening and one readable closing balance; its entries lead
 * from one to the other, and the next opens where it closed. A line that may be either a payer's text or an entry is
 * read as an entry only if the balances cannot be right without it. Otherwise the file is refused. Pure.
 */
import { type Currency, currency } from '@sluice/core/catalogue/currencies.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { FileFault } from '@sluice/core/foundation/xml.ts'
import { cancelOut, IF_MADE_UP, notJoined, notLed, type Span, signedMinor } from './balances.ts'
import {
  amountOf,
  type BankStatement,
  dayOf,
  MAX_ENTRIES,
  type ParsedEntry,
  type ReadTerms,
  SEVERAL_ACCOUNTS,
} from './entry.ts'
import { decimalOf, entryOf, isoDay } from './mt940-entry.ts'
import { type Field, fieldsOf } from './mt940-fields.ts'

const MAX_FAULTS = 20

export function readMt940(text: string, terms: ReadTerms): Result<BankStatement, readonly FileFault[]> {
  const isChecked = terms.balances === 'CHECKED'
  const fields = fieldsOf(text, isChecked)
  if (!fields.some(({ tag }) => tag === '61' || tag.startsWith('60'))) {
    const message = 'is not MT940: it has neither an opening balance (:60F:) nor a statement line (:61:)'
    return fail([{ line: 1, column: 1, message }])
  }
  const reading = new Reading(terms)
  for (const [index, field] of fields.entries()) {
    const next = fields[index + 1]
    reading.take(field, next?.tag === '86' ? next.lines : [])
    if (reading.entries.length > MAX_ENTRIES || reading.faults.length >= MAX_FAULTS) break
  }
  const { accountNumber, entries, faults, skipped } = reading
  if (entries.length > MAX_ENTRIES)
    faults.push({ line: 1, column: 1, message: `has more than ${MAX_ENTRIES} entries: split it` })
  else if (isChecked && faults.length === 0) reading.end()
  if (faults.length > 0) return fail(faults)
  const balances = isChecked ? 'COMPARED' : 'NOT_PROVIDED_BY_BANK'
  return succeed({ source: 'mt940', accountNumber, balances, spans: reading.spans, entries, skipped })
}

/** A statement that has begun. */
interface Begun {
  readonly opening: Field
  /** Undefined if it cannot be read, which was reported. */
  readonly openingMinor: bigint | undefined
  /** How many entries the file had before it. */
  readonly first: number
  countedMinor: bigint
  /** Entries that may be continuations of a payer's text. */
  readonly doubtful: { readonly field: Field; readonly amountMinor: bigint }[]
  isFaulty: boolean
}

/** Reads field by field. */
class Reading {
  readonly faults: FileFault[] = []
  readonly entries: ParsedEntry[] = []
  readonly spans: Span[] = []
  accountNumber: string | undefined
  skipped = 0
  readonly #terms: ReadTerms
  readonly #isChecked: boolean
  #begun: Begun | undefined

  constructor(terms: ReadTerms) {
    this.#terms = terms
    this.#isChecked = terms.balances === 'CHECKED'
  }

  take(field: Field, details: readonly string[]): void {
    const { tag } = field
    if (tag.startsWith('25')) this.#account(field)
    else if (tag === '60F' || tag === '60M') this.#opening(field)
    else if (tag === '61') this.#entry(field, details)
    else if (tag === '62F' || tag === '62M') this.#closing(field)
  }

  /** After the last field. */
  end(): void {
    const begun = this.#begun
    if (begun)
      this.#fault(begun.opening, 6, `begins a statement without a closing balance (:62F:). ${IF_MADE_UP}`)
    const gap = notJoined(this.spans, this.#terms.currency)
    if (gap) this.faults.push(gap)
  }

  #fault({ line }: Field, column: number, message: string): void {
    this.faults.push({ line, column, message })
  }

  #account(field: Field): void {
    const number = contentOf(field).trim()
    this.accountNumber ??= number
    if (this.accountNumber !== number) this.#fault(field, field.tag.length + 3, SEVERAL_ACCOUNTS)
  }

  #opening(field: Field): void {
    if (this.#isForeign(field) || !this.#isChecked) return
    if (this.#begun)
      this.#fault(
        field,
        6,
        `is another opening balance, but the statement of line ${this.#begun.opening.line} has no closing balance yet (:62F:). ${IF_MADE_UP}`,
      )
    const openingMinor = this.#balance(field)
    this.#begun = {
      opening: field,
      openingMinor,
      first: this.entries.length,
      countedMinor: openingMinor ?? 0n,
      doubtful: [],
      isFaulty: false,
    }
  }

  #entry(field: Field, details: readonly string[]): void {
    const begun = this.#begun
    const isAllowed = begun !== undefined || !this.#isChecked
    const entry = isAllowed ? entryOf(field, details, this.#terms.currency, this.#terms) : NO_BALANCE
    if (typeof entry === 'string') {
      this.#fault(field, 5, entry)
      if (begun) begun.isFaulty = true
    } else if (entry) {
      this.entries.push(entry)
      if (!begun) return
      const amountMinor = signedMinor(entry)
      begun.countedMinor += amountMinor
      if (field.afterFullLine) begun.doubtful.push({ field, amountMinor })
    } else this.skipped += 1
  }

  #closing(field: Field): void {
    if (this.#isForeign(field) || !this.#isChecked) return
    const begun = this.#begun
    const closingMinor = this.#balance(field)
    if (!begun)
      this.#fault(field, 6, `is a closing balance without an opening balance (:60F:). ${IF_MADE_UP}`)
    this.#begun = undefined
    if (!begun || begun.isFaulty || begun.openingMinor === undefined || closingMinor === undefined) return
    const wrong = notLed(begun.countedMinor, closingMinor, this.#terms.currency)
    if (wrong !== undefined) this.#fault(field, 6, wrong)
    const [doubt] = begun.doubtful
    if (doubt && cancelOut(begun.doubtful.map(({ amountMinor }) => amountMinor)))
      this.#fault(doubt.field, 1, DOUBTFUL)
    const place = { line: begun.opening.line, column: 6 }
    this.spans.push({
      openingMinor: begun.openingMinor,
      closingMinor,
      closingDay: balanceDayOf(contentOf(field)),
      first: begun.first,
      end: this.entries.length,
      place,
    })
  }

  #isForeign(field: Field): boolean {
    const { code } = this.#terms.currency
    const [, found = code] = /^[CD]\d{6}([A-Z]{3})/.exec(contentOf(field)) ?? []
    if (found === code) return false
    const why = currency(found) ? `but the account is in ${code}` : 'which is not supported'
    this.#fault(field, 13, `is in ${found}, ${why}`)
    return true
  }

  #balance(field: Field): bigint | undefined {
    const { currency: kept } = this.#terms
    const read = balanceOf(contentOf(field), kept, field.tag.startsWith('60'))
    if (read === undefined)
      this.#fault(
        field,
        6,
        `is a balance that cannot be read: expected C or D, day, currency and amount, such as C261121${kept.code}100,00. ${IF_MADE_UP}`,
      )
    return read
  }
}

const contentOf = ({ lines: [content = ''] }: Field): string => content

const NO_BALANCE =
  'has no opening balance (:60F:) before it, or follows the closing balance: export complete statements'
const DOUBTFUL =
  'may be an entry or text from a payer: it follows a full line, and together with other such lines it does not change the balances. Get camt.053 from the bank, or export the days one by one'

function balanceDayOf(content: string): string | undefined {
  const day = isoDay(content.trim().slice(1, 7))
  return dayOf(day) === undefined ? undefined : day
}

/** The opening day of an account's first statement is all zeros. @returns undefined if it is malformed */
function balanceOf(content: string, { ledgerDigits }: Currency, isOpening: boolean): bigint | undefined {
  const [, mark, day = '', written = ''] =
    /^([CD])(\d{6})[A-Z]{3}(\d{1,15}(?:[,.]\d{0,6})?)$/.exec(content.trim()) ?? []
  const isDay = dayOf(isoDay(day)) !== undefined || (isOpening && day === '000000')
  const amount = amountOf(decimalOf(written), ledgerDigits)
  if (!amount.ok || !isDay) return undefined
  return mark === 'C' ? amount.value : -amount.value
}
