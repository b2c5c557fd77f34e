/** Which lines each event of a payment's life writes. Pure; every function returns lines that sum to zero. */
import { type CurrencyCode, type Minor, type Money, minor, ZERO } from '../foundation/money.ts'
import type { Account, Posting } from './accounts.ts'

/** What a payment will cost the merchant, fixed when it is created. */
export interface Charges {
  readonly feeMinor: Minor
  readonly vatMinor: Minor
}

/** Lines of one currency; those of nothing are left out. */
function lines(currency: CurrencyCode, entries: readonly (readonly [Account, bigint])[]): Posting[] {
  return entries
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => ({ account, currency, amountMinor: minor(amount) }))
}

/** A payin's money has come: the full order amount less fee and VAT is the merchant's; a gap to what was received is ours. */
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

/** A payout is accepted: amount, fee and VAT are set aside. */
export function payoutReserved(amount: Money, charges: Charges): Posting[] {
  return lines(amount.currency, [
    ['available', -cost(amount, charges)],
    ['reserved', cost(amount, charges)],
  ])
}

const NO_CHARGES: Charges = { feeMinor: ZERO, vatMinor: ZERO }

/**
 * A payout was delivered: what was set aside is gone.
 * @param back of a refund: what the merchant gets back of the payin's fee and VAT
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

/** A payout came to nothing: what was set aside is the merchant's again. */
export function payoutReleased(amount: Money, charges: Charges): Posting[] {
  return lines(amount.currency, [
    ['reserved', -cost(amount, charges)],
    ['available', cost(amount, charges)],
  ])
}

/** Money that no rule settles: kept, for an operator to decide about. */
export function moneySuspended(received: Money, processor: string): Posting[] {
  return lines(received.currency, [
    [`clearing:${processor}`, -received.amountMinor],
    ['suspense', received.amountMinor],
  ])
}

/** Where suspended money comes from: the books of this very merchant, or another's by way of `transit`. */
export type SuspendedIn = 'suspense' | 'transit'

/** An operator says that suspended money was a payin's: as `payinSucceeded`, only that the money is here already. */
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

/** Suspended money goes where it belongs: back through the account it came in on, to `differences`, to the merchant, or away. */
export function suspenseReleased(money: Money, from: SuspendedIn, to: Account): Posting[] {
  return lines(money.currency, [
    [from, -money.amountMinor],
    [to, money.amountMinor],
  ])
}

/** Suspended money that was set aside to go back did not arrive: it waits for an operator again. */
export function returnFailed(money: Money): Posting[] {
  return lines(money.currency, [
    ['reserved', -money.amountMinor],
    ['suspense', money.amountMinor],
  ])
}

/** A payout was delivered that its merchant was told of as failed, or by another processor: missing, for an operator to decide about. */
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
