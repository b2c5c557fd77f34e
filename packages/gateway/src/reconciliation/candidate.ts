/** A payment that an entry may be for, with the reasons for and against. Decides nothing: `match.ts` does. Pure. */
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { PaymentFacts } from '../payments/candidate-facts.ts'
import type { BankEntry } from './entry.ts'
import { compareAccounts, plainName } from './evidence.ts'

/** What matching needs to know about a payment. */
export interface Candidate extends PaymentFacts {
  /** Payouts only: the entry (`factOf`) that was its debit, if there is one. */
  readonly debitedBy: string | undefined
}

/** The candidates for one entry, by how they were found; all on the entry's account. */
export interface FoundCandidates {
  readonly byReference: readonly Candidate[]
  /** Payins with a claim on the number that the bank names. */
  readonly byUtr: readonly Candidate[]
  /** Payins with a claim on another number in the entry. */
  readonly byNumber: readonly Candidate[]
  /** Payins that hold the entry's amount as their unique amount. */
  readonly byAmount: readonly Candidate[]
  /** Open and expired payins ordered with this amount; searched if another payin holds it. */
  readonly byOrder: readonly Candidate[]
  /** Open and expired payins ordered with or shown this amount; searched if nothing else was found. */
  readonly alike: readonly Candidate[]
}

export const NOTHING_FOUND: FoundCandidates = {
  byReference: [],
  byUtr: [],
  byNumber: [],
  byAmount: [],
  byOrder: [],
  alike: [],
}

export const REASONS = [
  'REFERENCE',
  'UTR',
  'UNIQUE_AMOUNT',
  'NUMBER_IN_TEXT',
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
  'REPORTED_LATE',
  'WINDOW_OVER',
  'SENDER_DIFFERS',
  'ONE_OF_SEVERAL',
] as const
export type Reason = (typeof REASONS)[number]

export interface Considered {
  readonly candidate: Candidate
  readonly why: readonly Reason[]
}

/** @param how how it was found, and further reasons */
export function considered(candidate: Candidate, entry: BankEntry, ...how: readonly Reason[]): Considered {
  const sender = agreement(entry, candidate)
  return { candidate, why: [...how, ...(sender ? [sender] : []), ...factsOf(entry, candidate)] }
}

/** The reasons that follow from amount and status. */
export function factsOf(entry: BankEntry, payment: Candidate): Reason[] {
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

export const isExact = ({ money }: BankEntry, { expected }: Candidate): boolean =>
  money.currency === expected.currency && money.amountMinor === expected.amountMinor

/**
 * Whether the sender is the payer of the order; undefined if unknown. A different name proves nothing, because banks
 * spell names their own way.
 */
export function agreement({ sender }: BankEntry, payin: Candidate): Reason | undefined {
  if (sender?.account !== undefined && payin.payerAccount !== undefined) {
    const compared = compareAccounts(sender.account, payin.payerAccount)
    if (compared === 'same') return 'SENDER_ACCOUNT'
    if (compared === 'other') return 'SENDER_DIFFERS'
  }
  if (sender?.name === undefined || payin.payerName === undefined) return undefined
  const [name, expected] = [plainName(sender.name), plainName(payin.payerName)]
  return name !== '' && name === expected ? 'SENDER_NAME' : undefined
}

export function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates
  return [...new Map(candidates.map((each) => [each.key, each])).values()]
}

/** The weight of each reason in ranking candidates for an operator. */
const WEIGHTS: Partial<Readonly<Record<Reason, number>>> = {
  REFERENCE: 16,
  UTR: 8,
  UNIQUE_AMOUNT: 8,
  AMOUNT_EXACT: 4,
  NUMBER_IN_TEXT: 3,
  SENDER_ACCOUNT: 3,
  SENDER_NAME: 2,
  LATE: -1,
  SENDER_DIFFERS: -4,
  PAID_BEFORE: -8,
  CLOSED_BEFORE: -8,
  BOOKED_BEFORE_PAYIN: -16,
}
const MAX_CANDIDATES = 10

const weightOf = ({ why }: Considered): number => why.reduce((sum, each) => sum + (WEIGHTS[each] ?? 0), 0)

/** Without duplicates, likeliest first; among equals the latest first. */
export function ranked(all: readonly Considered[]): readonly Considered[] {
  const each = new Map<PaymentKey, Considered>()
  for (const one of all) if (!each.has(one.candidate.key)) each.set(one.candidate.key, one)
  return [...each.values()]
    .map((one) => ({ one, weight: weightOf(one) }))
    .sort((a, b) => b.weight - a.weight || latestFirst(a.one.candidate, b.one.candidate))
    .slice(0, MAX_CANDIDATES)
    .map(({ one }) => one)
}

const latestFirst = (a: Candidate, b: Candidate): number =>
  b.createdAt - a.createdAt || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
