/**
 * A processor that has contradicted itself, and an operator who has found out which of its reports is true: what
 * follows for the books. Pure.
 *
 * If the first report was right, nothing follows. If the later one was, the books are corrected in the commit that says
 * so. It also opens a case for the money, which is decided like any other:
 *
 *   FUNDS_NOT_RECEIVED  a payin's money, or part of it, is missing. Taken from the merchant or borne by the gateway, it is gone for
 *                       good, and the payin is never refunded (`payments/payins-in-doubt.ts`); if it is noted as received after all, it can be
 *   NEVER_LEFT          an outgoing payment's money is still with its processor, and its merchant has paid: credit it
 *   OVERPAID            the payin's money was more than first reported
 *
 * The payment's status stays: its merchant was notified of it, and has acted on it.
 */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import { type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Document, Payment } from '@sluice/core/payment/model.ts'
import { moneySuspended } from '../ledger/postings.ts'
import type { CaseFile } from './cases.ts'
import type { Plan } from './change.ts'
import { isAssigned, wantedOf } from './plans.ts'

export const RIGHT_REPORTS = ['FIRST', 'LATER'] as const
/** Which of a processor's two reports was right. */
export type RightReport = (typeof RIGHT_REPORTS)[number]

const CONTRADICTIONS: ReadonlySet<string> = new Set(['REJECTED_AFTER_SUCCESS', 'AMOUNT_CONTRADICTED'])

/** Whether a case like this is about two reports of which one is right. */
export const isContradiction = ({ reason }: Pick<CaseFile, 'reason'>): boolean => CONTRADICTIONS.has(reason)

/** What the later report says, compared with what was booked. */
export interface Correction {
  readonly reason: CaseReason
  /** What is in suspense for it; below zero: it is missing. */
  readonly money: Money
}

export type CorrectionFault =
  /** Another case of the payment was closed this way: the books are right. */
  | 'CORRECTED'
  /** An operator paid it with money of a case: the processor's denial is not about that money. */
  | 'ASSIGNED'
  /** An older case does not hold the amount that was reported later. */
  | 'AMOUNT_UNKNOWN'

/** @returns undefined if both reports mean the same for the books */
export function correctionOf(
  found: Pick<CaseFile, 'reason' | 'detail'>,
  payment: Payment,
): Result<Correction | undefined, CorrectionFault> {
  if (isAssigned(payment)) return fail('ASSIGNED')
  if (isOutgoing(payment.kind)) return succeed({ reason: 'NEVER_LEFT', money: payment.money })
  const booked = wantedOf(payment)
  const trueMinor =
    found.reason === 'REJECTED_AFTER_SUCCESS' ? minor(0n) : reportedLater(found.detail, booked)
  if (trueMinor === undefined) return fail('AMOUNT_UNKNOWN')
  const amountMinor = minor(trueMinor - booked.amountMinor)
  if (amountMinor === 0n) return succeed(undefined)
  const reason = amountMinor < 0n ? 'FUNDS_NOT_RECEIVED' : 'OVERPAID'
  return succeed({ reason, money: { currency: booked.currency, amountMinor } })
}

/** As `saidBy` of `processing/contradiction.ts` writes it. Money in another currency is not this payin's. */
function reportedLater({ currencyCode, amountMinor }: Document, booked: Money): Minor | undefined {
  if (typeof amountMinor !== 'string' || !/^\d{1,18}$/.test(amountMinor)) return undefined
  return currencyCode === booked.currency ? minor(BigInt(amountMinor)) : minor(0n)
}

const CORRECTED = 'corrected:'

/**
 * A payment's money is corrected only once: two cases that deny it would take it away twice. No status update's name
 * begins like this.
 */
export const correctionClaim = ({ merchantId, key }: Payment): Claim => ({
  owner: merchantId,
  scope: 'confirmation',
  value: `${CORRECTED}${key}`,
})

export const isOfCorrection = ({ scope, value }: Claim): boolean =>
  scope === 'confirmation' && value.startsWith(CORRECTED)

/** The corrected books, in the payment's history, with the case that decides who bears the difference. */
export const corrected = (
  { key, reason: why }: Pick<CaseFile, 'key' | 'reason'>,
  { reason, money }: Correction,
  { processor, kind, id, status }: Payment,
  caseKey: string,
): Pick<Plan, 'postings' | 'cases'> => ({
  postings: moneySuspended(money, processor),
  cases: [
    { key: caseKey, reason, money, processor, detail: { case: key, why, processor, kind, id, status } },
  ],
})
