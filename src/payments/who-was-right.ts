/**
 * A processor that has contradicted itself, and an operator who has found out which of its words is true: what follows for the books.
 * Pure.
 *
 * Where the first word was right nothing follows. Where the later one was, the books are put right in the commit that says so, and a
 * case with money is opened by it, to be decided as any other:
 *
 *   FUNDS_NOT_RECEIVED   a payin's money, or a part of it, is not there: it is missing. Taken from the merchant or borne by the gateway, it is
 *                gone for good, and the payin is never refunded (`payments/doubt.ts`); noted as come after all, it can be
 *   NEVER_LEFT   an outgoing payment's money is still with its processor, and its merchant has paid: credit it
 *   OVERPAID the payin's money was more than was said
 *
 * The payment's status stays: its merchant was told of it, and has acted on it.
 */
import { isOutgoing } from '../foundation/identifiers.ts'
import { type Minor, type Money, minor } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { moneySuspended } from '../ledger/postings.ts'
import type { CaseReason } from './case-reasons.ts'
import type { CaseFile } from './cases.ts'
import type { Plan } from './change.ts'
import type { Claim } from './claims.ts'
import type { Document, Payment } from './model.ts'
import { isAssigned, wantedOf } from './plans.ts'

export const WORDS_OF_PROCESSORS = ['FIRST', 'LATER'] as const
/** Which of a processor's two words was right. */
export type RightWord = (typeof WORDS_OF_PROCESSORS)[number]

const CONTRADICTIONS: ReadonlySet<string> = new Set(['REJECTED_AFTER_SUCCESS', 'AMOUNT_CONTRADICTED'])

/** Whether a case like this is about two words of which one is right. */
export const isContradiction = ({ reason }: Pick<CaseFile, 'reason'>): boolean => CONTRADICTIONS.has(reason)

/** What the later word says, where the first one has been booked. */
export interface Correction {
  readonly reason: CaseReason
  /** What is in suspense for it: below zero, it is missing. */
  readonly money: Money
}

export type CorrectionFault =
  /** Another case of it was closed so: its books are right. */
  | 'CORRECTED'
  /** Its money was a case's, by an operator's word: what its processor denies is not that money. */
  | 'ASSIGNED'
  /** An older case does not hold the amount that was told later. */
  | 'AMOUNT_UNKNOWN'

/** @returns undefined where both words come to the same */
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

/** As `saidBy` of `processing/contradiction.ts` writes it; money of another currency is none of this payin's. */
function reportedLater({ currencyCode, amountMinor }: Document, booked: Money): Minor | undefined {
  if (typeof amountMinor !== 'string' || !/^\d{1,18}$/.test(amountMinor)) return undefined
  return currencyCode === booked.currency ? minor(BigInt(amountMinor)) : minor(0n)
}

const CORRECTED = 'corrected:'

/** A payment's money is put right once: two cases that deny it would take it away twice. No report's name begins like this. */
export const correctionClaim = ({ merchantId, key }: Payment): Claim => ({
  owner: merchantId,
  scope: 'confirmation',
  value: `${CORRECTED}${key}`,
})

export const isOfCorrection = ({ scope, value }: Claim): boolean =>
  scope === 'confirmation' && value.startsWith(CORRECTED)

/** The books as they should have been, in the payment's history, with the case that decides who bears it. */
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
