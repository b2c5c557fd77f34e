/**
 * Which payment a bank entry is for, and why: a pure function from one entry and its candidates to a decision with
 * reasons.
 *
 * **The rule: only what a payer cannot choose settles automatically.** For each kind of evidence the question is: could
 * a payer or merchant who wants somebody else's money choose this? If so, it may contradict and rank, but it never
 * pays.
 *
 *   reference   ours, or the number that was made for this payin: only its payer was shown it. Pays
 *   amount      the unique amount of one payin of this account that is open or in its hold period. Pays, unless another payin
 *               that was open when the money came was ordered with exactly this amount: its payer may have typed it
 *   utr         the number of the transfer, if the bank names it (`evidence.ts`); in a text that a payer typed it proves nothing.
 *               A payer's submission of it is a claim. It pays with the exact amount, on the account that this payin showed,
 *               if submitted within the payin's window, for money that came within it (`window.ts`), and if nobody else claims it
 *   sender      account and name come from whoever created the payin. They may contradict, which opens a case, and rank the
 *               candidates of a case. They never pay, however well they fit
 *
 * A sum of several transfers with unknown individual amounts is never paid by any of these.
 *
 * So creating payins at a second merchant, with any data and claims, takes no credit from the first merchant's payers:
 * at worst it becomes a case. Every doubt is a case. Money that names one payin but cannot pay it (short, over, twice,
 * after it failed) is still reported for that payin: under the payin's lock it goes to suspense with a case. An entry
 * has one decision, so it pays one payin; and the payins already paid by a statement are remembered (`spent`), so each
 * is paid once.
 */
import { isOutgoing, type PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import {
  agreement,
  type Candidate,
  type Considered,
  considered,
  distinct,
  type FoundCandidates,
  factsOf,
  isExact,
  type Reason,
  ranked,
} from './candidate.ts'
import { type BankEntry, factOf } from './entry.ts'
import { cameAfter, cameWithin, timingOf } from './window.ts'

export const ENTRY_CASE_REASONS = [
  'UNKNOWN_CREDIT',
  'AMBIGUOUS_CREDIT',
  'UTR_CLAIMED_TWICE',
  'UTR_CLAIMED_LATE',
  'UTR_AMOUNT_DIFFERS',
  'SENDER_DIFFERS',
  'CREDIT_REVERSED',
  'PAYOUT_AMOUNT_DIFFERS',
  'PAYOUT_DEBITED_TWICE',
  'BANK_REFERENCE_REUSED',
  'REFERENCE_MISSING',
  'NOT_ALLOWED',
] as const satisfies readonly CaseReason[]
export type EntryCaseReason = (typeof ENTRY_CASE_REASONS)[number]

export type MatchDecision =
  /** Report it as money for this payin. It makes the payin SUCCESS, or opens a case (`expect`). */
  | {
      readonly type: 'payin'
      readonly for: Candidate
      readonly why: readonly Reason[]
      readonly expect: 'SUCCESS' | 'CASE'
    }
  | { readonly type: 'delivered'; readonly for: Candidate; readonly why: readonly Reason[] }
  /** A payout was returned. */
  | { readonly type: 'returned'; readonly for: Candidate; readonly why: readonly Reason[] }
  /** The candidates, likeliest first. */
  | { readonly type: 'case'; readonly reason: EntryCaseReason; readonly candidates: readonly Considered[] }
  /** Nobody has claimed its UTR yet: the payer may still submit it. */
  | { readonly type: 'wait' }
  | { readonly type: 'ignore'; readonly reason: 'NO_PAYOUT' }

export interface MatchTerms {
  /** Whether a claim on this entry's UTR may still come. */
  readonly mayWait: boolean
  /** Payins paid, and payouts debited, by an earlier entry of this statement. */
  readonly spent: ReadonlySet<PaymentKey>
  /** How far the account is ahead of UTC, to know when the day of an entry without a time ends. Missing: unknown. */
  readonly zoneOffsetMs: number | undefined
}

export const NO_TERMS: MatchTerms = { mayWait: false, spent: new Set(), zoneOffsetMs: undefined }

export function match(entry: BankEntry, found: FoundCandidates, terms: MatchTerms = NO_TERMS): MatchDecision {
  return entry.direction === 'debit' ? matchDebit(entry, found, terms) : matchCredit(entry, found, terms)
}

const asCase = (reason: EntryCaseReason, candidates: readonly Considered[]): MatchDecision => ({
  type: 'case',
  reason,
  candidates: ranked(candidates),
})

function matchDebit(entry: BankEntry, found: FoundCandidates, { spent }: MatchTerms): MatchDecision {
  if (entry.reversal) {
    const named = [...found.byReference, ...found.byUtr]
    return asCase(
      'CREDIT_REVERSED',
      named.map((each) => considered(each, entry, 'REFERENCE')),
    )
  }
  const payouts = found.byReference.filter(({ kind }) => isOutgoing(kind))
  const [payout] = payouts
  if (!payout) return { type: 'ignore', reason: 'NO_PAYOUT' }
  const each = payouts.map((one) => considered(one, entry, 'REFERENCE'))
  if (payouts.length > 1 || !isExact(entry, payout)) return asCase('PAYOUT_AMOUNT_DIFFERS', each)
  const { debitedBy, key } = payout
  const isSecond = debitedBy === undefined ? spent.has(key) : debitedBy !== factOf(entry)
  if (isSecond) return asCase('PAYOUT_DEBITED_TWICE', each)
  return { type: 'delivered', for: payout, why: ['REFERENCE', 'AMOUNT_EXACT'] }
}

function matchCredit(entry: BankEntry, found: FoundCandidates, terms: MatchTerms): MatchDecision {
  if (entry.ofSeveral) return amongSeveral(entry, found, terms)
  const named = distinct(found.byReference)
  const [payout] = named.filter(({ kind }) => isOutgoing(kind))
  if (payout && named.length === 1) return { type: 'returned', for: payout, why: ['REFERENCE'] }
  if (entry.reversal) return withdrawn(entry, [...named, ...found.byUtr, ...found.byAmount])
  if (named.length > 0) return byReference(entry, found, named, terms)
  const claims = distinct(found.byUtr).map((each) => ({ each, timing: timingOf(entry, each, terms) }))
  const reported = claims.filter(({ timing }) => timing === 'live' || timing === 'late')
  if (reported.length > 0) return byUtr(entry, reported, found, terms)
  const [holder] = found.byAmount
  if (holder) return byAmount(entry, holder, found, terms)
  if (terms.mayWait) return { type: 'wait' }
  const over = claims.flatMap(({ each, timing }) => (timing === 'over' ? [each] : []))
  return unnamed(entry, over, found, terms)
}

/** The sender named in it sent only a part of the sum, and may have chosen an order of exactly the whole sum. */
function amongSeveral(entry: BankEntry, found: FoundCandidates, terms: MatchTerms): MatchDecision {
  const by = (list: readonly Candidate[], how: Reason): readonly Considered[] =>
    list.map((each) => considered(each, entry, how, 'ONE_OF_SEVERAL'))
  const { byReference, byUtr, byAmount } = found
  const named = [...by(byReference, 'REFERENCE'), ...by(byUtr, 'UTR'), ...by(byAmount, 'UNIQUE_AMOUNT')]
  return named.length === 0 ? unnamed(entry, [], found, terms) : asCase('AMBIGUOUS_CREDIT', named)
}

/** A debit that the bank has reversed: our own money, which pays nothing, whatever it looks like. */
const withdrawn = (entry: BankEntry, named: readonly Candidate[]): MatchDecision =>
  asCase(
    'UNKNOWN_CREDIT',
    distinct(named).map((each) => considered(each, entry, 'SAME_AMOUNT')),
  )

function byReference(
  entry: BankEntry,
  found: FoundCandidates,
  named: readonly Candidate[],
  terms: MatchTerms,
): MatchDecision {
  const [only] = named
  const others = found.byAmount.filter(({ key }) => key !== only?.key)
  const doubt = named.length > 1 || (only && !isExact(entry, only) && others.length > 0)
  if (!only || doubt) {
    return asCase('AMBIGUOUS_CREDIT', [
      ...named.map((one) => considered(one, entry, 'REFERENCE')),
      ...others.map((one) => considered(one, entry, 'UNIQUE_AMOUNT')),
    ])
  }
  return forPayin(entry, only, ['REFERENCE'], terms)
}

interface Claim {
  readonly each: Candidate
  readonly timing: 'live' | 'late' | 'over' | 'before'
}

/** @param claims on money that had arrived when they were made, or that arrived in their time */
function byUtr(
  entry: BankEntry,
  claims: readonly Claim[],
  found: FoundCandidates,
  terms: MatchTerms,
): MatchDecision {
  const candidates = claims.map(({ each, timing }) =>
    considered(each, entry, 'UTR', ...(timing === 'live' ? [] : ['REPORTED_LATE' as const])),
  )
  const [only] = claims
  if (!only || claims.length > 1) return asCase('UTR_CLAIMED_TWICE', candidates)
  const others = found.byAmount.filter(({ key }) => key !== only.each.key)
  const holders = others.map((one) => considered(one, entry, 'UNIQUE_AMOUNT'))
  if (!isExact(entry, only.each)) return asCase('UTR_AMOUNT_DIFFERS', [...candidates, ...holders])
  if (others.length > 0) return asCase('AMBIGUOUS_CREDIT', [...candidates, ...holders])
  if (only.timing !== 'live') return asCase('UTR_CLAIMED_LATE', candidates)
  const sender = agreement(entry, only.each)
  if (sender === 'SENDER_DIFFERS') return asCase('SENDER_DIFFERS', candidates)
  return forPayin(entry, only.each, sender ? ['UTR', sender] : ['UTR'], terms)
}

/**
 * While the holder is open, no other payin is accepted with its amount as the order's amount, unless two creates ran at
 * the same moment; in its hold period one may be. A payer whose payin was open when the money came may have typed the
 * amount of his order, so the money could belong to either.
 */
function byAmount(
  entry: BankEntry,
  holder: Candidate,
  { byOrder }: FoundCandidates,
  terms: MatchTerms,
): MatchDecision {
  if (!cameAfter(entry, holder, terms))
    return asCase('UNKNOWN_CREDIT', [considered(holder, entry, 'UNIQUE_AMOUNT', 'BOOKED_BEFORE_PAYIN')])
  const others = distinct(byOrder).filter((each) => each.key !== holder.key && cameWithin(entry, each, terms))
  if (others.length > 0)
    return asCase('AMBIGUOUS_CREDIT', [
      considered(holder, entry, 'UNIQUE_AMOUNT'),
      ...others.map((each) => considered(each, entry, 'SAME_AMOUNT')),
    ])
  const sender = agreement(entry, holder)
  if (sender === 'SENDER_DIFFERS')
    return asCase('SENDER_DIFFERS', [considered(holder, entry, 'UNIQUE_AMOUNT')])
  return forPayin(entry, holder, sender ? ['UNIQUE_AMOUNT', sender] : ['UNIQUE_AMOUNT'], terms)
}

/** Nothing that counts names a payin: a case with the possible ones. */
function unnamed(
  entry: BankEntry,
  over: readonly Candidate[],
  found: FoundCandidates,
  terms: MatchTerms,
): MatchDecision {
  const how = (payin: Candidate, way: Reason): Considered =>
    considered(payin, entry, way, ...(cameAfter(entry, payin, terms) ? [] : ['BOOKED_BEFORE_PAYIN' as const]))
  const candidates = ranked([
    ...over.map((each) => considered(each, entry, 'UTR', 'WINDOW_OVER')),
    ...distinct(found.byNumber).map((each) => how(each, 'NUMBER_IN_TEXT')),
    ...distinct(found.alike).map((each) => how(each, 'SAME_AMOUNT')),
  ])
  const fitting = candidates.filter(
    ({ candidate, why }) =>
      why.includes('AMOUNT_EXACT') &&
      (why.includes('SENDER_ACCOUNT') || why.includes('SENDER_NAME')) &&
      !why.includes('BOOKED_BEFORE_PAYIN') &&
      !terms.spent.has(candidate.key),
  )
  return {
    type: 'case',
    reason: fitting.length > 1 ? 'AMBIGUOUS_CREDIT' : 'UNKNOWN_CREDIT',
    candidates,
  }
}

function forPayin(
  entry: BankEntry,
  payin: Candidate,
  why: readonly Reason[],
  { spent }: MatchTerms,
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
