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
import { amountText, minor } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { FileFault } from '../foundation/xml.ts'
import {
  amountOf,
  dayOf,
  MAX_ENTRIES,
  party,
  plainText,
  SEVERAL_ACCOUNTS,
  type Statement,
  type StatementEntry,
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

export function readMt940(text: string): Result<Statement, readonly FileFault[]> {
  const fields = fieldsOf(text)
  if (!fields.some(({ tag }) => tag === '61' || tag.startsWith('60'))) {
    const message = 'is no MT940: there is neither an opening balance (:60F:) nor a statement line (:61:)'
    return fail([{ line: 1, column: 1, message }])
  }
  const faults: FileFault[] = []
  const entries: StatementEntry[] = []
  let money: Currency | undefined
  let accountNumber: string | undefined
  let skipped = 0
  /** What the account holds after the entries so far; undefined where no opening balance says so. */
  let balance: bigint | undefined
  for (const [index, field] of fields.entries()) {
    const [content = ''] = field.lines
    if (field.tag.startsWith('25')) {
      accountNumber ??= content.trim()
      if (accountNumber !== content.trim())
        faults.push({ line: field.line, column: 5, message: SEVERAL_ACCOUNTS })
    }
    if (field.tag === '60F' || field.tag === '60M') {
      const code = content.slice(7, 10)
      money = currency(code)
      if (!money)
        faults.push({ line: field.line, column: 13, message: `is in ${code}, which is not offered here` })
      balance = money && balanceOf(content, money)
    }
    if (money && (field.tag === '62F' || field.tag === '62M')) {
      const closing = balanceOf(content, money)
      if (balance !== undefined && closing !== undefined && balance !== closing)
        faults.push({ line: field.line, column: 6, message: notBalanced(balance, closing, money) })
      balance = undefined
    }
    if (field.tag !== '61') continue
    const next = fields[index + 1]
    const entry = money ? entryOf(field, next?.tag === '86' ? next.lines : [], money) : NO_BALANCE
    if (typeof entry === 'string') {
      faults.push({ line: field.line, column: 5, message: entry })
      balance = undefined
    } else if (entry) {
      entries.push(entry)
      if (balance !== undefined) balance += signed(entry)
    } else skipped += 1
    if (entries.length > MAX_ENTRIES || faults.length >= MAX_FAULTS) break
  }
  if (entries.length > MAX_ENTRIES)
    faults.push({ line: 1, column: 1, message: `has more than ${MAX_ENTRIES} entries: split it` })
  return faults.length > 0 ? fail(faults) : succeed({ source: 'mt940', accountNumber, entries, skipped })
}

const NO_BALANCE =
  'stands before an opening balance (:60F:), which names the currency: export whole statements'

const signed = ({ direction, money }: StatementEntry): bigint =>
  direction === 'credit' ? money.amountMinor : -money.amountMinor

/** Of `C261121ZAR1000,00`; undefined where it is written otherwise. */
function balanceOf(content: string, { ledgerDigits }: Currency): bigint | undefined {
  const [, mark, written = ''] = /^([CD])\d{6}[A-Z]{3}(\d{1,15}(?:[,.]\d{0,6})?)$/.exec(content.trim()) ?? []
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
  const year = new Date(valueAt).getUTCFullYear()
  const candidates = [year - 1, year, year + 1]
    .map((each) => dayOf(`${each}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`))
    .filter((at) => at !== undefined)
  return candidates.sort((a, b) => Math.abs(a - valueAt) - Math.abs(b - valueAt))[0]
}
