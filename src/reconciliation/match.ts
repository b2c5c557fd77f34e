/**
 * Which payment a bank entry is for, and why: a pure function from one entry and what it could be for to a decision with reasons.
 *
 * **The rule: only what a payer cannot choose settles by itself.** Of each piece of evidence the question is: can a payer or a
 * merchant, who wants the money that somebody else sends, choose this? Then it may contradict and it may rank; it never pays.
 *
 *   reference   ours, or the number that was made for this payin: only its payer was shown it. Pays
 *   amount      one that was given to one open or resting payin of this account as its own. Pays, unless another one that
 *               was open when the money came was ordered with just that: its payer may have typed it
 *   utr         the number of the transfer, where the bank names it (`evidence.ts`): in a text that a payer typed it proves nothing.
 *               What a customer tells of it is a claim. It pays with the exact amount, on the account that this payin was shown,
 *               told within the payin's window, of money that came within it (`window.ts`), and where nobody else claims it
 *   sender      account and name stand in the request of whoever made the payin. They may contradict: a case. They rank the
 *               candidates of a case. They never pay, however well they fit
 *
 * A sum of several transfers, of which nobody says how much each is, pays nothing by any of these.
 *
 * So whoever makes payins at a second merchant, with whatever data and claims, takes no credit of the first's payers: at worst
 * it becomes a case. Whatever leaves a doubt is a case. What names one payin but can not pay it (short, over, twice, after it
 * failed) is reported for that payin all the same: under its lock it is suspended, with a case. An entry has one decision, so it
 * pays one payin; and what a payin was given before (`spent`) is remembered through a statement, so it is paid once.
 */
import { isOutgoing, type PaymentKey } from '../foundation/identifiers.ts'
import type { CaseReason } from '../payments/case-reasons.ts'
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
import { cameAfter, cameWithin, standingOf } from './window.ts'

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
  /** The candidates: the likeliest first. */
  | { readonly type: 'case'; readonly reason: EntryCaseReason; readonly candidates: readonly Considered[] }
  /** Nobody claims its UTR yet: the customer may still be typing. */
  | { readonly type: 'wait' }
  | { readonly type: 'ignore'; readonly reason: 'NO_PAYOUT' }

export interface MatchTerms {
  /** Whether a claim may still come for this entry's UTR. */
  readonly mayWait: boolean
  /** Payins that an earlier entry of this statement pays, and payouts that one debits, by their key. */
  readonly spent: ReadonlySet<PaymentKey>
  /** How far the account's clock is ahead of UTC: says when the day of an entry without a time ends. Left out: nobody knows. */
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
  const claims = distinct(found.byUtr).map((each) => ({ each, standing: standingOf(entry, each, terms) }))
  const reported = claims.filter(({ standing }) => standing === 'live' || standing === 'late')
  if (reported.length > 0) return byUtr(entry, reported, found, terms)
  const [holder] = found.byAmount
  if (holder) return byAmount(entry, holder, found, terms)
  if (terms.mayWait) return { type: 'wait' }
  const over = claims.flatMap(({ each, standing }) => (standing === 'over' ? [each] : []))
  return unnamed(entry, over, found, terms)
}

/** Whoever is named in it has sent a part of the sum, and chose the amount of the order that it comes to. */
function amongSeveral(entry: BankEntry, found: FoundCandidates, terms: MatchTerms): MatchDecision {
  const by = (list: readonly Candidate[], how: Reason): readonly Considered[] =>
    list.map((each) => considered(each, entry, how, 'ONE_OF_SEVERAL'))
  const { byReference, byUtr, byAmount } = found
  const named = [...by(byReference, 'REFERENCE'), ...by(byUtr, 'UTR'), ...by(byAmount, 'UNIQUE_AMOUNT')]
  return named.length === 0 ? unnamed(entry, [], found, terms) : asCase('AMBIGUOUS_CREDIT', named)
}

/** A debit that the bank has undone: our own money, and nobody has paid with it, whatever it looks like. */
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
  readonly standing: 'live' | 'late' | 'over' | 'before'
}

/** @param claims of money that had come when they were told, or came in their time */
function byUtr(
  entry: BankEntry,
  claims: readonly Claim[],
  found: FoundCandidates,
  terms: MatchTerms,
): MatchDecision {
  const candidates = claims.map(({ each, standing }) =>
    considered(each, entry, 'UTR', ...(standing === 'live' ? [] : ['REPORTED_LATE' as const])),
  )
  const [only] = claims
  if (!only || claims.length > 1) return asCase('UTR_CLAIMED_TWICE', candidates)
  const others = found.byAmount.filter(({ key }) => key !== only.each.key)
  const holders = others.map((one) => considered(one, entry, 'UNIQUE_AMOUNT'))
  if (!isExact(entry, only.each)) return asCase('UTR_AMOUNT_DIFFERS', [...candidates, ...holders])
  if (others.length > 0) return asCase('AMBIGUOUS_CREDIT', [...candidates, ...holders])
  if (only.standing !== 'live') return asCase('UTR_CLAIMED_LATE', candidates)
  const sender = agreement(entry, only.each)
  if (sender === 'SENDER_DIFFERS') return asCase('SENDER_DIFFERS', candidates)
  return forPayin(entry, only.each, sender ? ['UTR', sender] : ['UTR'], terms)
}

/**
 * While the holder is open nobody else is taken on with its amount as his order, unless two creates ran at the same moment. While
 * it rests somebody may be. Who was open when the money came may have typed that of his order: then nobody knows whose it is.
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

/** Nothing that counts names a payin: a case that shows whose it may be. */
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
