/**
 * What the sandbox does with an amount: the integer part of `paymentRequested.money.amount`, modulo 1000. The tests,
 * the docs' table and the processor all read this one table.
 */
import type { RefundRoute } from '@sluice/core/catalogue/refund-rules.ts'
import { methodKindOf, type PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { majorUnit } from '@sluice/core/foundation/money.ts'
import type { CustomerRefusal } from '@sluice/core/processor/port.ts'

export type SandboxOutcome =
  /** The money arrives, or the payout is delivered, after the sandbox's delay. */
  | { readonly type: 'success'; readonly times: 1 | 2 }
  | { readonly type: 'refused' }
  | { readonly type: 'failed'; readonly failureReason: string }
  /** The create answers 406. */
  | { readonly type: 'customer'; readonly refusal: CustomerRefusal }
  /** The create answers 422, as if the merchant's balance were too low. */
  | { readonly type: 'short' }
  | { readonly type: 'expired'; readonly paidLate: boolean }
  /** Until someone acts on it. */
  | { readonly type: 'pending' }
  /** The confirmation comes before the create has answered. */
  | { readonly type: 'confirmed-first' }
  /** NEW first; the processor's answer comes after the delay, and the money after another. */
  | { readonly type: 'accepted-late' }
  /** Refunds: these routes decline, until the payer has named a payee. */
  | { readonly type: 'declined'; readonly routes: readonly RefundRoute[] }
  /** Refunds: accepted, and then certainly failed, until the payer has named a payee. */
  | { readonly type: 'failed-later' }

export interface SteeringRow {
  readonly endsIn: number
  readonly payin: SandboxOutcome
  /** Left out: a payout succeeds. */
  readonly payout?: SandboxOutcome
  /** Left out: as a payout. */
  readonly refund?: SandboxOutcome
  readonly words: string
}

const failed = (failureReason: string): SandboxOutcome => ({ type: 'failed', failureReason })
const customer = (refusal: CustomerRefusal): SandboxOutcome => ({ type: 'customer', refusal })
const USUAL: SandboxOutcome = { type: 'success', times: 1 }
const TWICE: SandboxOutcome = { type: 'success', times: 2 }

export const STEERING: readonly SteeringRow[] = [
  { endsIn: 901, payin: { type: 'refused' }, payout: { type: 'refused' }, words: 'REFUSED' },
  {
    endsIn: 902,
    payin: failed('CUSTOMER_NOT_REGISTERED'),
    payout: failed('ACCOUNT_INVALID'),
    words: 'FAILED, CUSTOMER_NOT_REGISTERED (payouts: ACCOUNT_INVALID)',
  },
  {
    endsIn: 903,
    payin: failed('CUSTOMER_VERIFICATION_INACTIVITY'),
    words: 'FAILED, CUSTOMER_VERIFICATION_INACTIVITY',
  },
  {
    endsIn: 904,
    payin: customer('CUSTOMER_NOT_REGISTERED'),
    words: 'create answers 406 CUSTOMER_NOT_REGISTERED',
  },
  {
    endsIn: 905,
    payin: customer('CUSTOMER_VERIFICATION_INACTIVITY'),
    words: 'create answers 406 CUSTOMER_VERIFICATION_INACTIVITY',
  },
  { endsIn: 906, payin: { type: 'expired', paidLate: false }, words: 'EXPIRED immediately' },
  {
    endsIn: 907,
    payin: { type: 'pending' },
    payout: { type: 'pending' },
    words: 'stays PENDING until someone acts on it',
  },
  {
    endsIn: 908,
    payin: { type: 'expired', paidLate: true },
    words: 'EXPIRED, then the money arrives late: SUCCESS',
  },
  { endsIn: 909, payin: TWICE, payout: TWICE, words: 'the processor confirms twice (counts once)' },
  {
    endsIn: 910,
    payin: { type: 'confirmed-first' },
    words: 'the confirmation arrives before the create has answered',
  },
  {
    endsIn: 911,
    payin: { type: 'accepted-late' },
    payout: { type: 'accepted-late' },
    words: 'the processor answers late: NEW first, then as usual',
  },
  {
    endsIn: 912,
    payin: USUAL,
    payout: { type: 'short' },
    words: 'payouts, refunds: create answers 422 INSUFFICIENT_BALANCE',
  },
  {
    endsIn: 913,
    payin: USUAL,
    refund: { type: 'declined', routes: ['NATIVE'] },
    words: 'refunds: the rail cannot refund, a payout can (PAYOUT)',
  },
  {
    endsIn: 914,
    payin: USUAL,
    refund: { type: 'declined', routes: ['NATIVE', 'PAYOUT'] },
    words: 'refunds: the payer must choose the account (CLAIM)',
  },
  {
    endsIn: 915,
    payin: USUAL,
    refund: { type: 'failed-later' },
    words: 'refunds: accepted, then fails and takes the next refund route until CLAIM',
  },
]

const BY_ENDING = new Map(STEERING.map((row) => [row.endsIn, row]))
/** @param ledgerDigits decimals of the currency's minor unit */
export function outcomeOf(kind: PaymentKind, amountMinor: bigint, ledgerDigits: number): SandboxOutcome {
  const row = BY_ENDING.get(Number((amountMinor / majorUnit(ledgerDigits)) % 1000n))
  if (!row) return USUAL
  return (kind === 'refund' ? (row.refund ?? row.payout) : row[methodKindOf(kind)]) ?? USUAL
}
