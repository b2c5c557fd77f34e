/** The postings of each event in a payment's life. Pure. Every function returns lines that sum to zero. */
import { type CurrencyCode, type Minor, type Money, minor, ZERO } from '@sluice/core/foundation/money.ts'
import type { Account, Posting } from './accounts.ts'

/** What a payment costs the merchant, fixed when it is created. */
export interface Charges {
  readonly feeMinor: Minor
  readonly vatMinor: Minor
}

/** Lines in one currency, without those of amount zero. */
function lines(currency: CurrencyCode, entries: readonly (readonly [Account, bigint])[]): Posting[] {
  return entries
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, currency, amountMinor: minor(amount) }))
}

/**
 * A payin was paid: the merchant gets the full order amount less fee and VAT. The gateway bears any difference from the amount
 * received.
 */
export function payinSucceeded(
  ordered: Money,
  charges: Charges,
  receivedMinor: Minor,
  processor: string,
): Posting[] {
  return lines(ordered.currency, [
    [`clearing:${processor}`, -receivedMinor],
    ['available', ordered.amountMinor - charges.feeMinor - charges.vatMinor],
    ['fees', charges.feeMinor],
    ['vat', charges.vatMinor],
    ['differences', receivedMinor - ordered.amountMinor],
  ])
}

const cost = (amount: Money, charges: Charges): bigint =>
  amount.amountMinor + charges.feeMinor + charges.vatMinor

/** A payout was created: amount, fee and VAT are reserved. */
export function payoutReserved(amount: Money, charges: Charges): Posting[] {
  return lines(amount.currency, [
    ['available', -cost(amount, charges)],
    ['reserved', cost(amount, charges)],
  ])
}

const NO_CHARGES: Charges = { feeMinor: ZERO, vatMinor: ZERO }

/**
 * A payout was delivered: the reserved money has left.
 * @param back for a refund: the part of the payin's fee and VAT that the merchant gets back
 */
export function payoutDelivered(
  amount: Money,
  charges: Charges,
  processor: string,
  back: Charges = NO_CHARGES,
): Posting[] {
  return lines(amount.currency, [
    ['reserved', -cost(amount, charges)],
    [`clearing:${processor}`, amount.amountMinor],
    ['fees', charges.feeMinor - back.feeMinor],
    ['vat', charges.vatMinor - back.vatMinor],
    ['available', back.feeMinor + back.vatMinor],
  ])
}

/** A payout failed: the reserved money is available to the merchant again. */
export function payoutReleased(amount: Money, charges: Charges): Posting[] {
  return lines(amount.currency, [
    ['reserved', -cost(amount, charges)],
    ['available', cost(amount, charges)],
  ])
}

/** Money that no rule settles: held until an operator decides. */
export function moneySuspended(received: Money, processor: string): Posting[] {
  return lines(received.currency, [
    [`clearing:${processor}`, -received.amountMinor],
    ['suspense', received.amountMinor],
  ])
}

/** Where suspended money comes from: this merchant's books, or another merchant's through `transit`. */
export type SuspendedIn = 'suspense' | 'transit'

/** An operator assigned suspended money to a payin. Like `payinSucceeded`, but the money is already in the books. */
export function payinAssigned(
  ordered: Money,
  charges: Charges,
  takenMinor: Minor,
  from: SuspendedIn,
): Posting[] {
  return lines(ordered.currency, [
    [from, -takenMinor],
    ['available', ordered.amountMinor - charges.feeMinor - charges.vatMinor],
    ['fees', charges.feeMinor],
    ['vat', charges.vatMinor],
    ['differences', takenMinor - ordered.amountMinor],
  ])
}

/** Releases suspended money: to the account it came in on, to `differences`, to the merchant, or out of the gateway. */
export function suspenseReleased(money: Money, from: SuspendedIn, to: Account): Posting[] {
  return lines(money.currency, [
    [from, -money.amountMinor],
    [to, money.amountMinor],
  ])
}

/** A return of suspended money failed: the money waits for an operator again. */
export function returnFailed(money: Money): Posting[] {
  return lines(money.currency, [
    ['reserved', -money.amountMinor],
    ['suspense', money.amountMinor],
  ])
}

/**
 * A payout was delivered although its merchant was notified that it failed, or by a second processor. The money is missing until
 * an operator decides.
 */
export function moneyMissing(sent: Money, processor: string): Posting[] {
  return lines(sent.currency, [
    [`clearing:${processor}`, sent.amountMinor],
    ['suspense', -sent.amountMinor],
  ])
}

/** A top-up or opening balance (positive), or a settlement to the merchant (negative). */
export function funded(amount: Money): Posting[] {
  return lines(amount.currency, [
    ['available', amount.amountMinor],
    ['funding', -amount.amountMinor],
  ])
}
