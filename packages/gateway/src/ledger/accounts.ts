/**
 * The ledger: double entry, in whole minor units.
 *
 * Accounts are kept per merchant and currency. A merchant is test or live for good, so test money and live money never mix. The
 * merchant's own accounts, `available` and `reserved`, have a stored balance that can never be negative. All other accounts are
 * the gateway's side of that merchant's business. They are also posted under the merchant, so that merchants share no row. They
 * have no stored balance; it is summed when needed.
 *
 * The postings of one event sum to zero in each currency. A positive amount is a credit.
 */
import type { CurrencyCode, Minor } from '@sluice/core/foundation/money.ts'

/** `available` is what the merchant may spend. `reserved` is set aside for payouts in progress. */
export type MerchantAccount = 'available' | 'reserved'

export type Account =
  | MerchantAccount
  /** Debited with what a processor really received, credited with what it sent. */
  | `clearing:${string}`
  /** Money that no payment accounts for, until an operator settles its case. */
  | 'suspense'
  /** The amount received less the amount ordered, within the tolerance of `moneyRequired`. */
  | 'differences'
  /** Suspended money that moves from one merchant's books to another's. Sums to zero over all merchants. */
  | 'transit'
  | 'fees'
  | 'vat'
  /** Top-ups, opening balances, settlements. */
  | 'funding'

export interface Posting {
  readonly account: Account
  readonly currency: CurrencyCode
  readonly amountMinor: Minor
}

export const isMerchantAccount = (account: Account): account is MerchantAccount =>
  account === 'available' || account === 'reserved'

/** Whether the postings of one event sum to zero in each currency. */
export function balances(postings: readonly Posting[]): boolean {
  const sums = new Map<CurrencyCode, bigint>()
  for (const posting of postings) {
    sums.set(posting.currency, (sums.get(posting.currency) ?? 0n) + posting.amountMinor)
  }
  return [...sums.values()].every((sum) => sum === 0n)
}
