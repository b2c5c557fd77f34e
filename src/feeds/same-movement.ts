/**
 * Whether what a bank tells under one reference, twice, is one movement. Direction and amount must agree to the last unit, and then:
 *
 *   within 36 hours   it is the same. A notification names the minute, a statement the day, in some zone.
 *   within ten days   it is the same where the details say so too. A credit that was notified on Friday is booked on Monday, or
 *                     after the nine days that holidays and their weekends can take; but some banks count their references anew,
 *                     and a standing order pays the same amount every week. So both tellings must name one value date, or one
 *                     number of the clearing (UTR), and nothing may speak against it: another value date, another end-to-end
 *                     reference, another sender, another reference of ours in the text.
 *   later             it is another one.
 *
 * Remittance otherwise tells nothing: formats cut, join and glue it. To take one movement for two opens a case, which an operator
 * closes; to take two for one would lose a payer's money. So doubt is always the first. Pure.
 */
import type { StatementEntry } from './entry.ts'
import { compareAccounts, plainName } from './evidence.ts'

const SAME_WITHIN_MS = 36 * 3_600_000
const SAME_WITH_DETAILS_WITHIN_MS = 10 * 86_400_000
/** Formats cut names; MT940 leaves the least. */
const TELLING_NAME_LENGTH = 8

type Told = Omit<StatementEntry, 'raw'>

export function isSameMovement(a: Told, b: Told): boolean {
  const isSameMoney =
    a.direction === b.direction &&
    a.reversal === b.reversal &&
    a.money.currency === b.money.currency &&
    a.money.amountMinor === b.money.amountMinor
  if (!isSameMoney) return false
  const apartMs = Math.abs(a.bookedAt - b.bookedAt)
  if (apartMs <= SAME_WITHIN_MS) return true
  if (apartMs > SAME_WITH_DETAILS_WITHIN_MS) return false
  const isNamed = agree(a.valueDate, b.valueDate) || agree(a.utr, b.utr)
  return isNamed && !(differ(a.valueDate, b.valueDate) || hasOtherDetails(a, b))
}

/** A batch and its parts have no details in common but their dates. */
export function areDatesOfOne(
  a: Pick<Told, 'bookedAt' | 'valueDate'>,
  b: Pick<Told, 'bookedAt' | 'valueDate'>,
): boolean {
  const apartMs = Math.abs(a.bookedAt - b.bookedAt)
  if (apartMs <= SAME_WITHIN_MS) return true
  return apartMs <= SAME_WITH_DETAILS_WITHIN_MS && agree(a.valueDate, b.valueDate)
}

const agree = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a === b
const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b

function hasOtherDetails(a: Told, b: Told): boolean {
  if (differ(a.endToEndId, b.endToEndId)) return true
  const accounts = [a.sender?.account, b.sender?.account] as const
  if (accounts[0] !== undefined && accounts[1] !== undefined) {
    const compared = compareAccounts(accounts[0], accounts[1])
    if (compared !== 'unknown') return compared === 'other' || haveOtherReferences(a, b)
  }
  return areOtherNames(a.sender?.name, b.sender?.name) || haveOtherReferences(a, b)
}

function areOtherNames(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const [one, two] = [plainName(a), plainName(b)]
  const length = Math.min(one.length, two.length, TELLING_NAME_LENGTH)
  return one.slice(0, length) !== two.slice(0, length)
}

/** Two different references of ours can not be one transfer's, unless one telling has left some out. */
function haveOtherReferences(a: Told, b: Told): boolean {
  const [one, two] = [oursIn(a), oursIn(b)]
  return one.size > 0 && two.size > 0 && ![...one].some((each) => two.has(each))
}

const oursIn = ({ remittance }: Told): ReadonlySet<string> =>
  new Set(remittance.toUpperCase().match(/\bS[0-9A-Z]{13}\b/g))
