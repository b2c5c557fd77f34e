/**
 * What each case means, in a sentence for the operator and one for the merchant. A new reason without its texts does
 * not compile.
 *
 * A merchant reads that money of its own payment waits for the gateway's operator and why it does not fit, but not on
 * which account it is, who sent it, or which other payment it may be for.
 */
import {
  CASE_REASONS_BY_STATUS,
  type CaseReasonByStatus,
  PLAIN_CASE_REASONS,
  type PlainCaseReason,
} from '@sluice/core/payment/case-reasons.ts'
import type { Said } from './texts.ts'

const UNCLEAR_MONEY =
  'Money arrived that could not be matched with certainty. The gateway’s operator is looking into it.'

export const CASE_TEXTS: Readonly<Record<PlainCaseReason | CaseReasonByStatus, Said>> = {
  SECOND_PAYMENT: {
    operator: 'The payin was paid twice. Credit the merchant or refund the payer.',
    merchant: 'The payin was paid twice. The gateway’s operator will either credit you or refund the payer.',
  },
  AMOUNT_DIFFERS: {
    operator: 'The amount paid differs from the amount due. Accept the difference or refund the payer.',
    merchant:
      'The amount paid differs from the amount due. The gateway’s operator will decide how to settle it.',
  },
  REFERENCE_MISSING: {
    operator: 'The money arrived, but the external reference that this method requires is missing.',
    merchant:
      'The money arrived, but the external reference that this method requires is missing. The gateway’s operator will decide how to settle it.',
  },
  PAID_TO_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined the payment received money for it.',
    merchant: UNCLEAR_MONEY,
  },
  RETURNED_BY_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined the payment reports that its money was returned.',
    merchant: 'A return of the money was reported. The gateway’s operator is looking into it.',
  },
  DELIVERED_BY_ANOTHER_PROCESSOR: {
    operator: 'A processor that had declined the payment delivered it anyway. That money is missing.',
    merchant:
      'The payment may have been delivered more than once. The gateway’s operator is looking into it.',
  },
  NO_SUCH_PAYMENT: {
    operator: 'A processor reported money for an ID that was not created within a day.',
    merchant: UNCLEAR_MONEY,
  },
  NO_STATUS_UPDATE: {
    operator: 'The outcome is unknown. Contact the provider.',
    merchant:
      'No status update has arrived for too long. The gateway’s operator is checking with the provider.',
  },
  REJECTED_AFTER_SUCCESS: {
    operator: 'The processor first reported success and now reports failure. Find out which report is right.',
    merchant:
      'The payment was reported as successful and later as failed. The gateway’s operator is checking which report is right.',
  },
  AMOUNT_CONTRADICTED: {
    operator: 'The amount paid was reported again with a different value. Find out which amount is right.',
    merchant:
      'Two different amounts were reported for this payment. The gateway’s operator is checking which one is right.',
  },
  FUNDS_NOT_RECEIVED: {
    operator: 'Some or all of the money never arrived. Debit the merchant or bear the loss.',
    merchant:
      'Some or all of the money never arrived. The gateway’s operator will decide who bears the loss.',
  },
  NEVER_LEFT: {
    operator: 'The money was never sent, but the merchant was debited. Credit the merchant.',
    merchant: 'The money was never sent. The gateway’s operator will credit it back to you.',
  },
  OVERPAID: {
    operator: 'More money arrived than was reported. Credit the merchant or refund the payer.',
    merchant:
      'More money arrived than was reported. The gateway’s operator will decide how to settle the surplus.',
  },
  CONFLICTING_STATUS_UPDATE: {
    operator:
      'The processor reported a status that this kind of payment cannot have. It may have mixed up two IDs.',
    merchant: 'A conflicting status update arrived. The gateway’s operator is looking into it.',
  },
  ANSWER_AMOUNT_DIFFERS: {
    operator: "The amount in the bank's answer differs from the file.",
    merchant: 'The bank reported a different amount. The gateway’s operator is looking into it.',
  },
  UNKNOWN_CREDIT: { operator: 'Money arrived that matches no payment.', merchant: UNCLEAR_MONEY },
  AMBIGUOUS_CREDIT: { operator: 'Money arrived that matches several payins.', merchant: UNCLEAR_MONEY },
  UTR_CLAIMED_TWICE: {
    operator: 'Several payins claim the same transfer number (UTR).',
    merchant: UNCLEAR_MONEY,
  },
  UTR_CLAIMED_LATE: {
    operator:
      'The transfer number (UTR) was entered after the payin had expired. Check whether it is genuine.',
    merchant:
      'The transfer number (UTR) was entered too late to be matched automatically. The gateway’s operator is looking into it.',
  },
  UTR_CLAIMED_AGAIN: {
    operator: 'This transfer number (UTR) has already paid another payin.',
    merchant: 'The transfer number (UTR) has already been used. The gateway’s operator is looking into it.',
  },
  UTR_AMOUNT_DIFFERS: {
    operator: 'The transfer with this number (UTR) has a different amount.',
    merchant:
      'The transfer with this number (UTR) has a different amount. The gateway’s operator will decide how to settle it.',
  },
  SENDER_DIFFERS: {
    operator: 'The sender is not the payer who was named.',
    merchant:
      'The sender is not the payer who was named. The gateway’s operator will decide how to settle it.',
  },
  CREDIT_REVERSED: {
    operator: 'The bank reversed a credit.',
    merchant: 'A bank reversed a credit. The gateway’s operator is looking into it.',
  },
  RETURN_FAILED: {
    operator: 'The refund of this case failed. Decide again how to settle the money.',
    merchant: UNCLEAR_MONEY,
  },
  PAYOUT_AMOUNT_DIFFERS: {
    operator: 'The bank debited a different amount.',
    merchant: 'The bank moved a different amount. The gateway’s operator is looking into it.',
  },
  PAYOUT_DEBITED_TWICE: {
    operator: 'The bank debited the payout twice. That money is missing.',
    merchant: 'The payment may have been paid twice. The gateway’s operator is looking into it.',
  },
  BANK_REFERENCE_REUSED: {
    operator: 'The bank used the same reference for two transactions.',
    merchant: UNCLEAR_MONEY,
  },
  NOT_ALLOWED: {
    operator: 'The bank shows a transaction that does not fit the status of the payment.',
    merchant: UNCLEAR_MONEY,
  },
  WRONG_TOKEN: {
    operator: 'A different token was sent to the address.',
    merchant:
      'A different token was sent than requested. The gateway’s operator will decide how to settle it.',
  },
  WRONG_NETWORK: {
    operator: 'The token was sent on a different network.',
    merchant:
      'The token was sent on a different network. The gateway’s operator will decide how to settle it.',
  },
  NOT_ITS_PAYMENT: {
    operator: 'The address was paid after the payin had moved to another processor.',
    merchant: UNCLEAR_MONEY,
  },
  CHAIN_REORG: {
    operator: 'A chain reorganization removed a transfer that was already confirmed.',
    merchant:
      'A chain reorganization removed a confirmed transfer. The gateway’s operator is looking into it.',
  },
  PAID_AFTER: {
    operator: 'Money arrived after the payin had ended. Credit the merchant or refund the payer.',
    merchant:
      'Money arrived after the payin had ended. The gateway’s operator will either credit you or refund the payer.',
  },
  RETURNED_WHILE: {
    operator: 'The money was returned before the final status arrived. Wait for the final status.',
    merchant:
      'A return of the money was reported before the final status. The gateway’s operator is waiting for the final status.',
  },
  RETURNED_AFTER: {
    operator:
      'The money was returned after the final status. It belongs to the merchant only if the payment was a SUCCESS.',
    merchant: 'The money was returned. The gateway’s operator will decide how to settle it.',
  },
  DELIVERED_AFTER: {
    operator: 'The payment was delivered after its final status. That money is missing.',
    merchant:
      'The payment may have been delivered after its final status. The gateway’s operator is looking into it.',
  },
}

const BY_NAME: ReadonlyMap<string, Said> = new Map(Object.entries(CASE_TEXTS))

/** For a reason from an older version that no longer exists. */
const UNKNOWN: Said = { operator: 'This case needs a manual decision.', merchant: UNCLEAR_MONEY }

/** @param reason as the case has it */
export function caseWords(reason: string): Said {
  const name = PLAIN_CASE_REASONS.some((plain) => plain === reason)
    ? reason
    : CASE_REASONS_BY_STATUS.find((begin) => reason.startsWith(`${begin}_`))
  return BY_NAME.get(name ?? '') ?? UNKNOWN
}
