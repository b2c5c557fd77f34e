/** One movement of an MT940 statement: its line (`:61:`) with the text after it (`:86:`). Pure. */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayText } from '@sluice/core/foundation/instants.ts'
import { amountOf, dayOf, type ParsedEntry, party, plainText, type ReadTerms, tooFarAhead } from './entry.ts'
import { readDetails } from './mt940-details.ts'
import type { Field } from './mt940-fields.ts'
import { numberOfTransfer } from './text-fields.ts'

/**
 * A statement line: value date, entry date, mark, funds code, amount, type, references. Linear, because each part is
 * recognised by its first character.
 */
const LINE_61 =
  /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,15}(?:[,.]\d{0,6})?)([A-Z][A-Z0-9]{3})(.{0,80})$/

/** With MT940's comma, or a point. */
export const decimalOf = (text: string): string => text.replace(',', '.').replace(/\.$/, '')

/** @returns the fault, or undefined for an expected movement or one of zero */
export function entryOf(
  field: Field,
  details: readonly string[],
  { code, ledgerDigits }: Currency,
  { now }: Pick<ReadTerms, 'now'>,
): ParsedEntry | string | undefined {
  const [content = '', ...supplement] = field.lines
  const match = LINE_61.exec(content.trimEnd())
  if (!match)
    return 'is not a statement line: expected date, C or D, amount and type, such as 2611211121C100,00NTRFNONREF'
  const [, value = '', entryDay, mark = '', , written = '', , references = ''] = match
  const valueAt = dayOf(isoDay(value))
  if (valueAt === undefined) return `has no such value date: ${value}`
  const bookedAt = entryDay === undefined ? valueAt : nearestDay(entryDay, valueAt)
  if (bookedAt === undefined) return `has no such entry date: ${entryDay}`
  const ahead = tooFarAhead(bookedAt, now)
  if (ahead !== undefined) return ahead
  const amount = amountOf(decimalOf(written), ledgerDigits)
  if (!amount.ok) return `its amount ${amount.failure}`
  if (mark.startsWith('E') || amount.value === 0n) return undefined
  // The payer's own reference comes before the bank's, and may contain two slashes.
  const cut = references.lastIndexOf('//')
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
    ...numberOfTransfer(unlessNone(known.utr), known.narrative === undefined ? [] : [known.narrative]),
    sender: party(known.name, known.account, known.bank),
    raw: plainText([content, ...supplement, ...details].join(' '), 'raw') ?? '',
  }
}

function unlessNone(text: string | undefined): string | undefined {
  const plain = plainText(text, 'reference')
  return plain === undefined || /^(NONREF|NOTPROVIDED)$/i.test(plain) ? undefined : plain
}

/** `YYMMDD` of this century. */
export const isoDay = (text: string): string =>
  `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`

/** `MMDD` has no year: the year that brings it nearest to the value date. */
function nearestDay(monthDay: string, valueAt: Instant): Instant | undefined {
  const year = Number(dayText(valueAt).slice(0, 4))
  const candidates = [year - 1, year, year + 1]
    .map((each) => dayOf(`${each}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`))
    .filter((at) => at !== undefined)
  return candidates.sort((a, b) => Math.abs(a - valueAt) - Math.abs(b - valueAt))[0]
}
