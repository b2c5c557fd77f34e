/**
 * SWIFT MT940 customer statements: `:61:` lines with their `:86:` words, structured (`?20`, `/REMI/`) or not.
 *
 * Read by ourselves: the library for it (mt940-js) makes floats of amounts, loses bank references that are not 16 characters long,
 * gives entries around New Year the wrong one, passes over lines it cannot read, and does not start without a package that it
 * does not name.
 *
 * A statement whose entries do not lead from its opening to its closing balance was cut, or lines of it mean something else than
 * was read: it is refused. Pure.
 */
import { type Currency, currency } from '../catalogue/currencies.ts'
import type { Instant } from '../foundation/deps.ts'
import { dayText } from '../foundation/instants.ts'
import { amountText, minor } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'
import {
  amountOf,
  dayOf,
  MAX_ENTRIES,
  party,
  plainText,
  type ReadTerms,
  SEVERAL_ACCOUNTS,
  type Statement,
  type StatementEntry,
  tooFarAhead,
} from './entry.ts'
import { readDetails } from './mt940-details.ts'

interface Field {
  readonly tag: string
  readonly line: number
  readonly lines: readonly string[]
}

const MAX_FAULTS = 20
const TAG = /^:(\d{2}[A-Z]?):/

/** A statement line: value date, entry date, mark, funds code, amount, type, references. Linear: each part is told by its first character. */
const LINE_61 =
  /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,15}(?:[,.]\d{0,6})?)([A-Z][A-Z0-9]{3})(.{0,80})$/

export function readMt940(text: string, terms: ReadTerms): Result<Statement, readonly FileFault[]> {
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '61' || tag.startsWith('60'))) {
    const message = 'is no MT940: there is neither an opening balance (:60F:) nor a statement line (:61:)'
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
  return faults.length > 0 ? fail(faults) : succeed({ source: 'mt940', accountNumber, entries, skipped })
}

/** Field by field. */
class Reading {
  readonly faults: FileFault[] = []
  readonly entries: StatementEntry[] = []
  accountNumber: string | undefined
  skipped = 0
  readonly #terms: ReadTerms
  #money: Currency | undefined
  /** What the account holds after the entries so far; undefined where no opening balance says so. */
  #balance: bigint | undefined

  constructor(terms: ReadTerms) {
    this.#terms = terms
  }

  take(field: Field, details: readonly string[]): void {
    const { tag } = field
    if (tag.startsWith('25')) this.#account(field)
    else if (/^60[FM]$/.test(tag)) this.#opening(field)
    else if (tag === '61') this.#entry(field, details)
    else if (/^62[FM]$/.test(tag)) this.#closing(field)
  }

  #fault({ line }: Field, column: number, message: string): void {
    this.faults.push({ line, column, message })
  }

  #account(field: Field): void {
    const number = contentOf(field).trim()
    this.accountNumber ??= number
    if (this.accountNumber !== number) this.#fault(field, 5, SEVERAL_ACCOUNTS)
  }

  #opening(field: Field): void {
    const code = contentOf(field).slice(7, 10)
    this.#money = currency(code)
    this.#balance = this.#money && balanceOf(field, this.#money)
    if (!this.#money) this.#fault(field, 13, `is in ${code}, which is not offered here`)
  }

  #entry(field: Field, details: readonly string[]): void {
    const read = this.#money ? entryOf(field, details, this.#money) : NO_BALANCE
    const entry = typeof read === 'object' ? (tooFarAhead(read.bookedAt, this.#terms.now) ?? read) : read
    if (typeof entry === 'string') {
      this.#fault(field, 5, entry)
      this.#balance = undefined
    } else if (entry) {
      this.entries.push(entry)
      if (this.#balance !== undefined) this.#balance += signed(entry)
    } else this.skipped += 1
  }

  #closing(field: Field): void {
    const closing = this.#money && balanceOf(field, this.#money)
    if (this.#money && this.#balance !== undefined && closing !== undefined && this.#balance !== closing)
      this.#fault(field, 6, notBalanced(this.#balance, closing, this.#money))
    this.#balance = undefined
  }
}

const contentOf = ({ lines: [content = ''] }: Field): string => content

const NO_BALANCE =
  'stands before an opening balance (:60F:), which names the currency: export whole statements'

const signed = ({ direction, money }: StatementEntry): bigint =>
  direction === 'credit' ? money.amountMinor : -money.amountMinor

/** Of `C261121ZAR1000,00`; undefined where it is written otherwise. */
function balanceOf(field: Field, { ledgerDigits }: Currency): bigint | undefined {
  const [, mark, written = ''] =
    /^([CD])\d{6}[A-Z]{3}(\d{1,15}(?:[,.]\d{0,6})?)$/.exec(contentOf(field).trim()) ?? []
  const amount = amountOf(decimal(written), ledgerDigits)
  if (!amount.ok) return undefined
  return mark === 'C' ? amount.value : -amount.value
}

const decimal = (text: string): string => text.replace(',', '.').replace(/\.$/, '')

function notBalanced(counted: bigint, closing: bigint, { code, ledgerDigits }: Currency): string {
  const [is, says] = [counted, closing].map((each) => `${amountText(minor(each), ledgerDigits)} ${code}`)
  return `says ${says}, but the opening balance and the entries come to ${is}: something is missing. Export the statement anew, whole`
}

/** Lines gathered under their tags; what surrounds the text block of a SWIFT message belongs to none. */
function fieldsOf(text: string): readonly Field[] {
  const fields: { tag: string; line: number; lines: string[] }[] = []
  let open = false
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const tag = TAG.exec(line)
    if (tag) {
      fields.push({ tag: tag[1] ?? '', line: index + 1, lines: [line.slice(tag[0].length)] })
      open = true
    } else if (/^-?\}|^-$|^\{/.test(line)) open = false
    else if (open && line.trim() !== '') fields.at(-1)?.lines.push(line)
  }
  return fields
}

/** @returns what is wrong with it, or undefined for a movement that is only expected or of nothing */
function entryOf(
  field: Field,
  details: readonly string[],
  { code, ledgerDigits }: Currency,
): StatementEntry | string | undefined {
  const [content = '', ...supplement] = field.lines
  const match = LINE_61.exec(content.trimEnd())
  if (!match)
    return 'is no statement line: expected date, C or D, amount and type, such as 2611211121C100,00NTRFNONREF'
  const [, value = '', entryDay, mark = '', , written = '', , references = ''] = match
  const valueAt = dayOf(isoDay(value))
  if (valueAt === undefined) return `has no such value date: ${value}`
  const bookedAt = entryDay === undefined ? valueAt : nearestDay(entryDay, valueAt)
  if (bookedAt === undefined) return `has no such entry date: ${entryDay}`
  const amount = amountOf(decimal(written), ledgerDigits)
  if (!amount.ok) return `its amount ${amount.failure}`
  if (mark.startsWith('E') || amount.value === 0n) return undefined
  const cut = references.indexOf('//')
  const customer = cut < 0 ? references : references.slice(0, cut)
  const bank = cut < 0 ? undefined : references.slice(cut + 2)
  const reversal = mark.startsWith('R')
  const known = readDetails(details)
  return {
    reference: unlessNone(bank),
    bookedAt,
    bookedPrecision: 'day',
    valueDate: isoDay(value),
    direction: mark.endsWith('C') !== reversal ? 'credit' : 'debit',
    reversal,
    money: { currency: code, amountMinor: amount.value },
    remittance: plainText([known.remittance, ...supplement].join(' '), 'remittance') ?? '',
    endToEndId: unlessNone(known.endToEndId) ?? unlessNone(customer),
    utr: unlessNone(known.utr),
    sender: party(known.name, known.account, known.bank),
    raw: plainText([content, ...supplement, ...details].join(' '), 'raw') ?? '',
  }
}

function unlessNone(text: string | undefined): string | undefined {
  const plain = plainText(text, 'reference')
  return plain === undefined || /^(NONREF|NOTPROVIDED)$/i.test(plain) ? undefined : plain
}

/** `YYMMDD`, of this century. */
const isoDay = (text: string): string => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

/** `MMDD` has no year: the one that brings it nearest to the value date. */
function nearestDay(monthDay: string, valueAt: Instant): Instant | undefined {
  const year = Number(dayText(valueAt).slice(0, 4))
  const candidates = [year - 1, year, year + 1]
    .map((each) => dayOf(`${each}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`))
    .filter((at) => at !== undefined)
  return candidates.sort((a, b) => Math.abs(a - valueAt) - Math.abs(b - valueAt))[0]
}
