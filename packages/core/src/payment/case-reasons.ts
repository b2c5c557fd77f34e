/**
 * All reasons why a case is opened. The code that opens a case names one of these, and the code that explains cases
 * must have a text for each, or it does not compile (`timeline/case-texts.ts`).
 */
import type { Status } from './transitions.ts'

export const PLAIN_CASE_REASONS = [
  // Money that came or went although the payment's status does not allow it.
  'SECOND_PAYMENT',
  'AMOUNT_DIFFERS',
  'REFERENCE_MISSING',
  'PAID_TO_ANOTHER_PROCESSOR',
  'RETURNED_BY_ANOTHER_PROCESSOR',
  'DELIVERED_BY_ANOTHER_PROCESSOR',
  'NO_SUCH_PAYMENT',
  'RETURN_FAILED',
  // What a processor reports, or fails to report.
  'NO_STATUS_UPDATE',
  'REJECTED_AFTER_SUCCESS',
  'AMOUNT_CONTRADICTED',
  'CONFLICTING_STATUS_UPDATE',
  'FUNDS_NOT_RECEIVED',
  'NEVER_LEFT',
  'OVERPAID',
  'ANSWER_AMOUNT_DIFFERS',
  // From bank statements.
  'UNKNOWN_CREDIT',
  'AMBIGUOUS_CREDIT',
  'UTR_CLAIMED_TWICE',
  'UTR_CLAIMED_LATE',
  'UTR_CLAIMED_AGAIN',
  'UTR_AMOUNT_DIFFERS',
  'SENDER_DIFFERS',
  'CREDIT_REVERSED',
  'PAYOUT_AMOUNT_DIFFERS',
  'PAYOUT_DEBITED_TWICE',
  'BANK_REFERENCE_REUSED',
  'NOT_ALLOWED',
  // From a blockchain.
  'WRONG_TOKEN',
  'WRONG_NETWORK',
  'NOT_ITS_PAYMENT',
  'CHAIN_REORG',
] as const
export type PlainCaseReason = (typeof PLAIN_CASE_REASONS)[number]

/** Reasons that name the status in which the payment was: `PAID_AFTER_FAILED`. */
export const CASE_REASONS_BY_STATUS = [
  'PAID_AFTER',
  'RETURNED_WHILE',
  'RETURNED_AFTER',
  'DELIVERED_AFTER',
] as const
export type CaseReasonByStatus = (typeof CASE_REASONS_BY_STATUS)[number]

export type CaseReason = PlainCaseReason | `${CaseReasonByStatus}_${Status}`
