/**
 * Whether two reports under one bank reference are the same movement. Direction and amount must agree to the last unit,
 * no detail may contradict, and then:
 *
 *   within 36 hours   they are the same. A notification has the minute, a statement the day, in some time zone.
 *   within ten days   they are the same if details confirm it. A credit notified on Friday is booked on Monday, or up to nine
 *                     days later over holidays; but some banks reuse their references, and a standing order pays the
 *                     same amount every week. So both must have the same value date or the same clearing number (UTR).
 *   later             they are different.
 *
 * Contradictions at any time: a different value date, UTR, end-to-end reference, sender, or reference of ours in the
 * text. Formats cut and join texts, so one text may be the beginning of the other. Within one format the whole text,
 * our references in it and the booking time must agree as well, also if one report lacks them. A bank describes a
 * movement the same way each time, and a transfer with our reference is not an earlier one without text.
 *
 * Mistaking one movement for two opens a case, which an operator closes; mistaking two for one would lose a payer's
 * money. So every doubt means two. Pure.
 */
import { ERASED } from '@sluice/core/payment/erased.ts'
import type { BankEntry } from './entry.ts'
import { compact, compareAccounts, plainName } from './evidence.ts'
import { capitals, numberInField } from './text-fields.ts'

const SAME_WITHIN_MS = 36 * 3_600_000
const SAME_WITH_DETAILS_WITHIN_MS = 10 * 86_400_000
/** A reporting program may be wrong by this much when daylight saving time begins or ends. */
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
 * Whether a batch booked as one sum may consist of these parts. It has little text: its details must fit one of the
 * parts, and its references must occur in them.
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
 * Whether two entries stored under two names may still be one movement: reported in two formats whose names are
 * unrelated, or again after the text from which the name was derived has changed. Two names given by the bank in one
 * format, and two lines of one import, are two movements.
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

/** A bank uses the same names in statements and notifications. */
const formatOf = ({ source }: BankEntry): string => (source.startsWith('camt') ? 'camt' : source)

/** By its value date or its number. */
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

/**
 * One report may have the rail's number and the other the clearing's or a UUID: only numbers of the same kind can
 * differ.
 */
function areOtherNumbers(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const [one, two] = [numberInField(a), numberInField(b)]
  if (one !== undefined || two !== undefined) return differ(one, two)
  return UUID.test(a) === UUID.test(b) && !beginsOther(a, b)
}

const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** MT940 has the account owner's reference in place of a missing end-to-end reference. */
const hasOtherEnds = (a: BankEntry, b: BankEntry): boolean =>
  a.endToEndId !== undefined &&
  b.endToEndId !== undefined &&
  (a.source === 'mt940') === (b.source === 'mt940') &&
  !beginsOther(a.endToEndId, b.endToEndId)

/** A number may be among other text: with its bank, or with its country code before it. */
function areOtherAccounts(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || compareAccounts(a, b) !== 'other') return false
  const [one, two] = [plainName(a), plainName(b)]
  return !(one.includes(two) || two.includes(one))
}

const areOtherNames = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && !beginsOther(a, b)

/** Whether one is the beginning of the other, ignoring everything but letters and digits. */
function beginsOther(a: string, b: string): boolean {
  const [one, two] = [plainName(a), plainName(b)]
  return one.startsWith(two) || two.startsWith(one)
}

/** Two different references of ours cannot belong to one transfer, unless one report has left some out. */
function hasOtherReferences(a: BankEntry, others: readonly BankEntry[]): boolean {
  const one = oursIn(a)
  const two = others.flatMap((other) => oursIn(other))
  return one.length > 0 && two.length > 0 && !one.some((each) => two.includes(each))
}

/**
 * Finds references however they are grouped or joined to other text. Those made from a payment's key begin like this,
 * because the number has 62 bits.
 */
const OURS = /(?=(S0[0-9A-Z]{12}))/g
const oursIn = ({ remittance, endToEndId = '' }: BankEntry): readonly string[] =>
  [remittance, endToEndId].flatMap((text) =>
    [...compact(capitals(text)).matchAll(OURS)].map(([, reference = '']) => reference),
  )

/**
 * For two reports in one format, which describes a movement completely each time: a difference that would mean nothing
 * between formats counts here.
 */
function isReportedOtherwise(a: BankEntry, b: BankEntry): boolean {
  if (a.source !== b.source) return false
  // Of an erased entry no text is left to compare.
  if (a.raw === ERASED || b.raw === ERASED) return isOtherTime(a, b) && !isNamed(a, b)
  const ours = (entry: BankEntry) => [...new Set(oursIn(entry))].sort().join()
  return (
    plainName(a.remittance) !== plainName(b.remittance) ||
    ours(a) !== ours(b) ||
    (isOtherTime(a, b) && !isNamed(a, b))
  )
}

/** Some banks restart their references each day. */
function isOtherTime(a: BankEntry, b: BankEntry): boolean {
  if (a.bookedPrecision !== b.bookedPrecision) return false
  return Math.abs(a.bookedAt - b.bookedAt) > (a.bookedPrecision === 'day' ? 0 : CLOCK_CHANGE_MS)
}
