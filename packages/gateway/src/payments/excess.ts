/**
 * Money that does not fit its payin, and is returned by the policy of its product instead of becoming a case. Pure.
 *
 * What counts is what the processor or the bank reports: when it came, how much, and for which payin. If the same money
 * may have been reported twice, it stays a case: a payin that an operator completed with a case's money may not have
 * been paid a second time.
 */
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import type { ExcessMoney, Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { moneySuspended } from '../ledger/postings.ts'
import type { Product } from '../merchants/merchant.ts'
import { type Decision, NO_PLAN } from './change.ts'
import { isAssigned, paid, type TransitionRefusal, wantedOf } from './plans.ts'

/** Money that was reported. */
export interface ReportedMoney {
  readonly statusUpdate: string
  readonly received: Money
  readonly at: Instant
  /** When it came, if that is known to be earlier than when it was reported. */
  readonly cameAt?: Instant | undefined
  readonly customerAccount?: AccountView | undefined
}

export interface ExcessFound {
  readonly why: ExcessMoney['why']
  /** What is returned: the excess over an order that is credited, or all of it. */
  readonly money: Money
}

export type ExcessPolicies = Pick<Product, 'late' | 'overpaid' | 'second'>

export const hasPolicies = ({ late, overpaid, second }: ExcessPolicies): boolean =>
  late === 'REFUND' || overpaid === 'CREDIT_ORDER_AND_REFUND_EXCESS' || second === 'REFUND'

/** @returns the part of this money that these policies return; undefined: none, and it is handled as usual */
export function excessOf(
  payin: Payment,
  { received, statusUpdate, at, cameAt = at }: ReportedMoney,
  { late, overpaid, second }: ExcessPolicies,
): ExcessFound | undefined {
  const { status, expireAt, confirmation } = payin
  const wanted = wantedOf(payin)
  if (payin.kind !== 'payin' || received.currency !== wanted.currency || received.amountMinor <= 0n)
    return undefined
  if (status === 'SUCCESS') {
    const isOther = confirmation !== statusUpdate && !isAssigned(payin)
    return second === 'REFUND' && isOther ? { why: 'SECOND', money: received } : undefined
  }
  const isLate = status === 'EXPIRED' && expireAt !== undefined && cameAt >= expireAt
  if (isLate && late === 'REFUND') return { why: 'LATE', money: received }
  const remainingMinor = received.amountMinor - wanted.amountMinor
  const isCredited = isOpen(status) || status === 'EXPIRED'
  return overpaid === 'CREDIT_ORDER_AND_REFUND_EXCESS' && isCredited && remainingMinor > 0n
    ? { why: 'OVERPAID', money: { ...received, amountMinor: minor(remainingMinor) } }
    : undefined
}

/**
 * The payin's side: the ordered amount is credited, if anything is, and the excess is suspended for the refund that
 * takes it in the same commit.
 * @param seen the payin when that was decided
 * @param processor the one that has the money
 * @param refund its ID
 */
export function withExcess(
  payment: Payment,
  seen: Payment,
  { why, money }: ExcessFound,
  reported: ReportedMoney,
  {
    processor,
    refund,
    processorStatus,
  }: { readonly processor: string; readonly refund: string; readonly processorStatus: string | undefined },
): Decision<TransitionRefusal | 'MOVED'> {
  if (payment.seq !== seen.seq) return { refusal: 'MOVED' }
  const postings = moneySuspended(money, processor)
  const reason = `${GOES_BACK}, ${why}: refund ${refund}`
  if (why !== 'OVERPAID') return { plan: { ...NO_PLAN, reason, postings } }
  const credited = paid(payment, { ...reported, received: wantedOf(payment) }, processorStatus)
  if ('refusal' in credited) return credited
  const { plan } = credited
  return { plan: { ...plan, reason: `${plan.reason}; ${reason}`, postings: [...plan.postings, ...postings] } }
}

/** Prefix of the reason in the payin's history. */
export const GOES_BACK = 'money goes back by policy'
