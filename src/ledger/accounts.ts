/**
 * The ledger: double entry, whole minor units.
 *
 * Every account is kept per merchant and per currency; a merchant is test or live for ever, so test money and live
 * money can never meet. Two accounts belong to the merchant and have a stored balance that may never be negative:
 * `available` and `reserved`. All others are the gateway's side of that merchant's business, are posted under the
 * merchant too (so that no row is shared by all), have no stored balance and are summed when asked.
 *
 * The postings of one event sum to zero in each currency. Amounts are signed: positive is a credit.
 */
import type { CurrencyCode, Minor } from '../foundation/money.ts'

/** What the merchant may spend, and what is set aside for payouts under way. */
export type MerchantAccount = 'available' | 'reserved'

export type Account =
  | MerchantAccount
  /** Moves by what a processor really received (debit) or sent (credit). */
  | `clearing:${string}`
  /** Money without a payment, until an operator settles its case. */
  | 'suspense'
  /** What was received less what was ordered, within the bounds of `moneyRequired`. */
  | 'differences'
  /** Suspended money on its way from one merchant's books to another's: sums to zero over all of them. */
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
