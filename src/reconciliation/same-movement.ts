/**
 * Whether what a bank tells under one reference, twice, is one movement. Direction and amount must agree to the last unit, no
 * detail may speak against it, and then:
 *
 *   within 36 hours   it is the same. A notification names the minute, a statement the day, in some zone.
 *   within ten days   it is the same where the details say so. A credit that was notified on Friday is booked on Monday, or
 *                     after the nine days that holidays and their weekends can take; but some banks count their references anew,
 *                     and a standing order pays the same amount every week. So both tellings must name one value date, or one
 *                     number of the clearing (UTR).
 *   later             it is another one.
 *
 * What speaks against it, whenever it comes: another value date, UTR, end-to-end reference, sender, or reference of ours in the
 * text. Formats cut and join what they tell, so of two texts the one may begin the other. Where the format is the same, the whole
 * text, our references in it and the time of the booking count too, also where one telling has none: a bank says the same of one
 * movement, and a transfer with our reference is not the one before it that had no words.
 *
 * To take one movement for two opens a case, which an operator closes; to take two for one would lose a payer's money. So doubt is
 * always the first. Pure.
 */
import type { BankEntry } from './entry.ts'
import { compact, compareAccounts, plainName } from './evidence.ts'
import { capitals, numberInField } from './text-fields.ts'

const SAME_WITHIN_MS = 36 * 3_600_000
const SAME_WITH_DETAILS_WITHIN_MS = 10 * 86_400_000
/** A program that tells entries may mistake its zone by this much when summer begins or ends. */
const CLOCK_CHANGE_MS = 3_600_000

const isSameMoney = (a: BankEntry, b: BankEntry): boolean =>
  a.direction === b.direction &&
  a.reversal === b.reversal &&
  a.money.currency === b.money.currency &&
  a.money.amountMinor === b.money.amountMinor

export function isSameMovement(a: BankEntry, b: BankEntry): boolean {
  if (!isSameMoney(a, b) || hasOtherDetails(a, b) || hasOtherReferences(a, [b]) || isReportedOtherwise(a, b))
    return false
  return areInTime(a, b, isNamed(a, b))
}

/**
 * Whether a batch that is booked in one sum can be of these parts. It has few words: what it says must be true of one of them, and
 * the references in it must stand in theirs.
 */
export function mayBeWholeOf(whole: BankEntry, parts: readonly BankEntry[]): boolean {
  return (
    parts.some((part) => !hasOtherDetails(whole, part)) &&
    !parts.some((part) => differ(whole.valueDate, part.valueDate)) &&
    parts.every((part) => areInTime(whole, part, agree(whole.valueDate, part.valueDate))) &&
    !hasOtherReferences(whole, parts)
  )
}

/**
 * Whether two entries that are kept under two names may be one movement all the same: told by two formats whose names have nothing to do with
 * each other, or told anew where the name was derived from words that read otherwise since. Two names that a bank gave in one format, and
 * two lines of one delivery, are two movements.
 */
export function mayBeReportedTwice(a: BankEntry, b: BankEntry): boolean {
  const isOneDelivery = a.source === b.source && a.receivedAt !== undefined && a.receivedAt === b.receivedAt
  const areBothNamed = !a.referenceDerived && !b.referenceDerived && formatOf(a) === formatOf(b)
  return (
    !isOneDelivery &&
    !areBothNamed &&
    isSameMoney(a, b) &&
    !hasOtherDetails(a, b) &&
    areInTime(a, b, isNamed(a, b))
  )
}

/** A bank names its movements alike in statements and notifications. */
const formatOf = ({ source }: BankEntry): string => (source.startsWith('camt') ? 'camt' : source)

/** By its day or its number. */
const isNamed = (a: BankEntry, b: BankEntry): boolean =>
  agree(a.valueDate, b.valueDate) || agree(a.utr, b.utr)

function areInTime(a: BankEntry, b: BankEntry, areNamed: boolean): boolean {
  const apartMs = Math.abs(a.bookedAt - b.bookedAt)
  return apartMs <= SAME_WITHIN_MS || (areNamed && apartMs <= SAME_WITH_DETAILS_WITHIN_MS)
}

const agree = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a === b
const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b

function hasOtherDetails(a: BankEntry, b: BankEntry): boolean {
  return (
    differ(a.valueDate, b.valueDate) ||
    areOtherNumbers(a.utr, b.utr) ||
    hasOtherEnds(a, b) ||
    areOtherAccounts(a.sender?.account, b.sender?.account) ||
    areOtherNames(a.sender?.name, b.sender?.name)
  )
}

/** One telling may have the rail's number and the other the clearing's or a UUID: only of one kind they can differ. */
function areOtherNumbers(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const [one, two] = [numberInField(a), numberInField(b)]
  if (one !== undefined || two !== undefined) return differ(one, two)
  return UUID.test(a) === UUID.test(b) && !beginsOther(a, b)
}

const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** MT940 has the account owner's reference in the place of an end-to-end one that it does not tell. */
const hasOtherEnds = (a: BankEntry, b: BankEntry): boolean =>
  a.endToEndId !== undefined &&
  b.endToEndId !== undefined &&
  (a.source === 'mt940') === (b.source === 'mt940') &&
  !beginsOther(a.endToEndId, b.endToEndId)

/** A number may stand among others: with its bank, or its country's digits before it. */
function areOtherAccounts(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || compareAccounts(a, b) !== 'other') return false
  const [one, two] = [plainName(a), plainName(b)]
  return !(one.includes(two) || two.includes(one))
}

const areOtherNames = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && !beginsOther(a, b)

/** Whether one of them is the beginning of the other, whatever signs are between their letters. */
function beginsOther(a: string, b: string): boolean {
  const [one, two] = [plainName(a), plainName(b)]
  return one.startsWith(two) || two.startsWith(one)
}

/** Two different references of ours can not be one transfer's, unless one telling has left some out. */
function hasOtherReferences(a: BankEntry, others: readonly BankEntry[]): boolean {
  const one = oursIn(a)
  const two = others.flatMap((other) => oursIn(other))
  return one.length > 0 && two.length > 0 && !one.some((each) => two.includes(each))
}

/** Grouped and glued as they may be. Those that were made of a payment's key begin so: their number has 62 bits. */
const OURS = /(?=(S0[0-9A-Z]{12}))/g
const oursIn = ({ remittance, endToEndId = '' }: BankEntry): readonly string[] =>
  [remittance, endToEndId].flatMap((text) =>
    [...compact(capitals(text)).matchAll(OURS)].map(([, reference = '']) => reference),
  )

/** By one format, which tells all of a movement each time: what another format would have cut or left out is a difference here. */
function isReportedOtherwise(a: BankEntry, b: BankEntry): boolean {
  if (a.source !== b.source) return false
  const ours = (entry: BankEntry) => [...new Set(oursIn(entry))].sort().join()
  return (
    plainName(a.remittance) !== plainName(b.remittance) ||
    ours(a) !== ours(b) ||
    (isOtherTime(a, b) && !isNamed(a, b))
  )
}

/** Some count their references anew each day. */
function isOtherTime(a: BankEntry, b: BankEntry): boolean {
  if (a.bookedPrecision !== b.bookedPrecision) return false
  return Math.abs(a.bookedAt - b.bookedAt) > (a.bookedPrecision === 'day' ? 0 : CLOCK_CHANGE_MS)
}
