/**
 * Which payment a bank entry is for, and why: a pure function from one entry and what it could be for to a decision with reasons.
 *
 * Evidence, the strongest first:
 *   reference   ours, or the number that was made for this payin: only its payer was shown it
 *   utr         the bank's number of the transfer, told by a customer. A claim, not evidence: it counts only with the exact amount,
 *               on the account that this payin was shown, of money that came after the payin, and where nobody else claims it
 *   amount      one that only one open or resting payin of this account has
 *   sender      the account or name that the customer was said to pay from, with the exact amount, where one payin alone fits
 *
 * Whatever leaves a doubt is a case. What names one payin but can not pay it (short, over, twice, after it failed) is reported
 * for that payin all the same: under its lock it is suspended, with a case. An entry has one decision, so it pays one payin;
 * and what a payin was given before (`spent`) is remembered through a statement, so it is paid once.
 */
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import type { Status } from '../payments/transitions.ts'
import { type BankEntry, factOf } from './entry.ts'
import { compareAccounts, plainName } from './evidence.ts'

/** What matching must know of a payment. */
export interface Candidate {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly processor: string
  readonly status: Status
  readonly ordered: Money
  /** What the payer was told to pay. */
  readonly expected: Money
  readonly externalReference: string | undefined
  readonly createdAt: Instant
  /** Whom the customer was said to pay from. */
  readonly payerName: string | undefined
  readonly payerAccount: string | undefined
  /** Of a payout: the entry (`factOf`) that was its debit. It has one. */
  readonly debitedBy: string | undefined
}

/** What was found for one entry, by the way it was found; all of them on the entry's account. */
export interface Found {
  readonly byReference: readonly Candidate[]
  /** Whoever claims the entry's UTR. */
  readonly byUtr: readonly Candidate[]
  /** Who holds the entry's amount for itself. */
  readonly byAmount: readonly Candidate[]
  /** Open and expired payins that were ordered or shown this amount: looked for where nothing else was found. */
  readonly alike: readonly Candidate[]
  /** There are more of those than were read: then none of them can be told for certain. */
  readonly alikeIsPart: boolean
}

export const NOTHING_FOUND: Found = {
  byReference: [],
  byUtr: [],
  byAmount: [],
  alike: [],
  alikeIsPart: false,
}

export const REASONS = [
  'REFERENCE',
  'UTR',
  'UNIQUE_AMOUNT',
  'SENDER_ACCOUNT',
  'SENDER_NAME',
  'SAME_AMOUNT',
  'AMOUNT_EXACT',
  'AMOUNT_SHORT',
  'AMOUNT_OVER',
  'CURRENCY_DIFFERS',
  'LATE',
  'PAID_BEFORE',
  'CLOSED_BEFORE',
  'BOOKED_BEFORE_PAYIN',
  'SENDER_DIFFERS',
] as const
export type Reason = (typeof REASONS)[number]

export interface Considered {
  readonly candidate: Candidate
  readonly why: readonly Reason[]
}

export const CASE_REASONS = [
  'UNKNOWN_CREDIT',
  'AMBIGUOUS_CREDIT',
  'UTR_CLAIMED_TWICE',
  'UTR_AMOUNT_DIFFERS',
  'SENDER_DIFFERS',
  'CREDIT_REVERSED',
  'PAYOUT_AMOUNT_DIFFERS',
  'PAYOUT_DEBITED_TWICE',
  'BANK_REFERENCE_REUSED',
  'REFERENCE_MISSING',
  'NOT_ALLOWED',
] as const
export type CaseReason = (typeof CASE_REASONS)[number]

export type MatchDecision =
  /** To be reported as money for this payin: as it stands it makes it a SUCCESS, or else (`expect`) a case. */
  | {
      readonly type: 'payin'
      readonly for: Candidate
      readonly why: readonly Reason[]
      readonly expect: 'SUCCESS' | 'CASE'
    }
  | { readonly type: 'delivered'; readonly for: Candidate; readonly why: readonly Reason[] }
  /** A payout's money came back. */
  | { readonly type: 'returned'; readonly for: Candidate; readonly why: readonly Reason[] }
  | { readonly type: 'case'; readonly reason: CaseReason; readonly candidates: readonly Considered[] }
  /** Nobody claims its UTR yet: the customer may still be typing. */
  | { readonly type: 'wait' }
  | { readonly type: 'ignore'; readonly reason: 'NO_PAYOUT' }

export interface Terms {
  /** Whether a claim may still come for this entry's UTR. */
  readonly mayWait: boolean
  /** Payins that an earlier entry of this statement pays, and payouts that one debits, by their key. */
  readonly spent: ReadonlySet<PaymentKey>
  /** How far the account's clock is ahead of UTC: says when the day of an entry without a time ends. Left out: nobody knows. */
  readonly zoneOffsetMs: number | undefined
}

export const NO_TERMS: Terms = { mayWait: false, spent: new Set(), zoneOffsetMs: undefined }

export function match(entry: BankEntry, found: Found, terms: Terms = NO_TERMS): MatchDecision {
  return entry.direction === 'debit' ? matchDebit(entry, found, terms) : matchCredit(entry, found, terms)
}

function matchDebit(entry: BankEntry, found: Found, { spent }: Terms): MatchDecision {
  if (entry.reversal) {
    const candidates = [...found.byReference, ...found.byUtr].map((each) =>
      considered(each, entry, 'REFERENCE'),
    )
    return { type: 'case', reason: 'CREDIT_REVERSED', candidates }
  }
  const payouts = found.byReference.filter(({ kind }) => kind === 'payout')
  const [payout] = payouts
  if (!payout) return { type: 'ignore', reason: 'NO_PAYOUT' }
  const each = payouts.map((one) => considered(one, entry, 'REFERENCE'))
  if (payouts.length > 1 || !isExact(entry, payout))
    return { type: 'case', reason: 'PAYOUT_AMOUNT_DIFFERS', candidates: each }
  const { debitedBy, key } = payout
  const isSecond = debitedBy === undefined ? spent.has(key) : debitedBy !== factOf(entry)
  if (isSecond) return { type: 'case', reason: 'PAYOUT_DEBITED_TWICE', candidates: each }
  return { type: 'delivered', for: payout, why: ['REFERENCE', 'AMOUNT_EXACT'] }
}

function matchCredit(entry: BankEntry, found: Found, terms: Terms): MatchDecision {
  const named = distinct(found.byReference)
  const [payout] = named.filter(({ kind }) => kind === 'payout')
  if (payout && named.length === 1) return { type: 'returned', for: payout, why: ['REFERENCE'] }
  if (entry.reversal) return takenBack(entry, [...named, ...found.byUtr, ...found.byAmount])
  const payins = { ...found, byReference: named.filter(({ kind }) => kind === 'payin') }
  if (named.length > 0) return byReference(entry, payins, named, terms)
  // Not before the payin: it is old money then, and who claims it can not have sent it for this.
  const claimants = distinct(found.byUtr).filter((each) => cameAfter(entry, each, terms))
  if (claimants.length > 0) return byUtr(entry, claimants, found, terms)
  const [holder] = found.byAmount
  if (holder) return byAmount(entry, holder, terms)
  return bySender(entry, found, terms)
}

/** A debit that the bank has undone: our own money, and nobody has paid with it, whatever it looks like. */
const takenBack = (entry: BankEntry, named: readonly Candidate[]): MatchDecision => ({
  type: 'case',
  reason: 'UNKNOWN_CREDIT',
  candidates: distinct(named).map((each) => considered(each, entry, 'SAME_AMOUNT')),
})

function byReference(
  entry: BankEntry,
  found: Found,
  named: readonly Candidate[],
  terms: Terms,
): MatchDecision {
  const [only] = named
  const others = found.byAmount.filter(({ key }) => key !== only?.key)
  const doubt = named.length > 1 || (only && !isExact(entry, only) && others.length > 0)
  if (!only || doubt) {
    const each = [
      ...named.map((one) => considered(one, entry, 'REFERENCE')),
      ...others.map((one) => considered(one, entry, 'UNIQUE_AMOUNT')),
    ]
    return { type: 'case', reason: 'AMBIGUOUS_CREDIT', candidates: each }
  }
  return forPayin(entry, only, ['REFERENCE'], terms)
}

function byUtr(entry: BankEntry, claimants: readonly Candidate[], found: Found, terms: Terms): MatchDecision {
  const candidates = claimants.map((one) => considered(one, entry, 'UTR'))
  const [only] = claimants
  if (!only || claimants.length > 1) return { type: 'case', reason: 'UTR_CLAIMED_TWICE', candidates }
  const others = found.byAmount.filter(({ key }) => key !== only.key)
  const holders = others.map((one) => considered(one, entry, 'UNIQUE_AMOUNT'))
  if (!isExact(entry, only))
    return { type: 'case', reason: 'UTR_AMOUNT_DIFFERS', candidates: [...candidates, ...holders] }
  if (others.length > 0)
    return { type: 'case', reason: 'AMBIGUOUS_CREDIT', candidates: [...candidates, ...holders] }
  return forPayin(entry, only, ['UTR'], terms)
}

function byAmount(entry: BankEntry, holder: Candidate, terms: Terms): MatchDecision {
  const why: Reason[] = ['UNIQUE_AMOUNT']
  if (!cameAfter(entry, holder, terms)) {
    const candidates = [{ candidate: holder, why: [...why, 'BOOKED_BEFORE_PAYIN' as const] }]
    return { type: 'case', reason: 'UNKNOWN_CREDIT', candidates }
  }
  const sender = agreement(entry, holder)
  if (sender === 'SENDER_DIFFERS')
    return {
      type: 'case',
      reason: 'SENDER_DIFFERS',
      candidates: [considered(holder, entry, 'UNIQUE_AMOUNT')],
    }
  return forPayin(entry, holder, sender ? [...why, sender] : why, terms)
}

/** Where nothing names a payin: the one payin of this amount whose customer this is, or a case that shows what is alike. */
function bySender(entry: BankEntry, found: Found, terms: Terms): MatchDecision {
  const alike = distinct(found.alike)
  const fitting = alike.filter(
    (each) => isExact(entry, each) && cameAfter(entry, each, terms) && !terms.spent.has(each.key),
  )
  const agreeing = fitting.filter((each) => {
    const sender = agreement(entry, each)
    return sender === 'SENDER_ACCOUNT' || sender === 'SENDER_NAME'
  })
  const [only] = agreeing
  if (only && agreeing.length === 1 && !found.alikeIsPart)
    return forPayin(entry, only, [agreement(entry, only) ?? 'SENDER_NAME'], terms)
  if (terms.mayWait) return { type: 'wait' }
  const candidates = (agreeing.length > 1 ? agreeing : alike)
    .slice(0, MAX_CANDIDATES)
    .map((each) => considered(each, entry, 'SAME_AMOUNT'))
  return { type: 'case', reason: agreeing.length > 1 ? 'AMBIGUOUS_CREDIT' : 'UNKNOWN_CREDIT', candidates }
}

const MAX_CANDIDATES = 10

function forPayin(
  entry: BankEntry,
  payin: Candidate,
  why: readonly Reason[],
  { spent }: Terms,
): MatchDecision {
  const facts = [...why, ...factsOf(entry, payin)]
  if (spent.has(payin.key) && !facts.includes('PAID_BEFORE')) facts.push('PAID_BEFORE')
  const pays = !facts.some((fact) => PREVENTING.has(fact))
  return { type: 'payin', for: payin, why: facts, expect: pays ? 'SUCCESS' : 'CASE' }
}

const PREVENTING: ReadonlySet<Reason> = new Set([
  'AMOUNT_SHORT',
  'AMOUNT_OVER',
  'CURRENCY_DIFFERS',
  'PAID_BEFORE',
  'CLOSED_BEFORE',
])

function considered(candidate: Candidate, entry: BankEntry, how: Reason): Considered {
  const sender = agreement(entry, candidate)
  return { candidate, why: [how, ...(sender ? [sender] : []), ...factsOf(entry, candidate)] }
}

/** What amount and status say. */
function factsOf(entry: BankEntry, payment: Candidate): Reason[] {
  const { money } = entry
  const { expected, status } = payment
  const amount: Reason =
    money.currency !== expected.currency
      ? 'CURRENCY_DIFFERS'
      : money.amountMinor === expected.amountMinor
        ? 'AMOUNT_EXACT'
        : money.amountMinor < expected.amountMinor
          ? 'AMOUNT_SHORT'
          : 'AMOUNT_OVER'
  const state: Partial<Readonly<Record<Status, Reason>>> = {
    EXPIRED: 'LATE',
    SUCCESS: 'PAID_BEFORE',
    REFUSED: 'CLOSED_BEFORE',
    FAILED: 'CLOSED_BEFORE',
  }
  const closed = state[status]
  return closed === undefined ? [amount] : [amount, closed]
}

const isExact = ({ money }: BankEntry, { expected }: Candidate): boolean =>
  money.currency === expected.currency && money.amountMinor === expected.amountMinor

const DAY_MS = 24 * 3_600_000
/** The last zone to end its day. */
const LAST_ZONE_MS = -12 * 3_600_000
const CLOCKS_DIFFER_MS = 60_000

/** Whether the entry can have been booked after the payin was created: money that we knew of before certainly was not. */
function cameAfter(entry: BankEntry, { createdAt }: Candidate, { zoneOffsetMs }: Terms): boolean {
  if (entry.receivedAt !== undefined && entry.receivedAt < createdAt) return false
  const untilMs = entry.bookedPrecision === 'day' ? DAY_MS - (zoneOffsetMs ?? LAST_ZONE_MS) : CLOCKS_DIFFER_MS
  return entry.bookedAt + untilMs >= createdAt
}

/** Whether the sender is the customer; undefined where nothing is known. A name that differs says nothing: banks write it their way. */
function agreement({ sender }: BankEntry, payin: Candidate): Reason | undefined {
  if (sender?.account !== undefined && payin.payerAccount !== undefined) {
    const compared = compareAccounts(sender.account, payin.payerAccount)
    if (compared === 'same') return 'SENDER_ACCOUNT'
    if (compared === 'other') return 'SENDER_DIFFERS'
  }
  if (sender?.name === undefined || payin.payerName === undefined) return undefined
  const [name, expected] = [plainName(sender.name), plainName(payin.payerName)]
  return name !== '' && name === expected ? 'SENDER_NAME' : undefined
}

function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates
  return [...new Map(candidates.map((each) => [each.key, each])).values()]
}

/**
 * The decisions of a whole statement, in its order. Entries are looked at by time and reference, so the order in which the bank
 * wrote them changes nothing; a payin is paid by the first that fits.
 */
export function matchAll(
  entries: readonly BankEntry[],
  found: (entry: BankEntry) => Found,
  terms: Omit<Terms, 'mayWait' | 'spent'> & { readonly mayWait: (entry: BankEntry) => boolean } = PLAIN,
): readonly MatchDecision[] {
  const spent = new Set<PaymentKey>()
  const order = entries.map((_, index) => index).sort((a, b) => inOrder(entries[a], entries[b]))
  const decisions: MatchDecision[] = new Array(entries.length)
  for (const index of order) {
    const entry = entries[index]
    if (!entry) continue
    const decision = match(entry, found(entry), { ...terms, mayWait: terms.mayWait(entry), spent })
    const isSpent =
      decision.type === 'delivered' || (decision.type === 'payin' && decision.expect === 'SUCCESS')
    if (isSpent) spent.add(decision.for.key)
    decisions[index] = decision
  }
  return decisions
}

const PLAIN = { zoneOffsetMs: undefined, mayWait: () => false } as const

function inOrder(a: BankEntry | undefined, b: BankEntry | undefined): number {
  if (!a || !b) return 0
  return a.bookedAt - b.bookedAt || (a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0)
}
