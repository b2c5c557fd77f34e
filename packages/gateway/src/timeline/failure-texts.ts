/**
 * Why a payment failed: a sentence for each code of the gateway itself. A connector may report its provider's own
 * codes.
 */
import type { CustomerRefusal } from '@sluice/core/processor/port.ts'
import type { REJECTION_REASONS } from '../processors/bank-file/bank-reasons.ts'
import { both, type Said } from './texts.ts'

type BankRejection = Exclude<keyof typeof REJECTION_REASONS, 'refused' | 'duplicate'>
/** Why a refund ends that was never sent. */
type RefundAbandoned = 'WITHDRAWN' | 'NOT_APPROVED'
/** A new code without its text does not compile. */
export type KnownFailure = BankRejection | CustomerRefusal | 'PROCESSOR_ERROR' | RefundAbandoned

export const FAILURE_TEXTS: Readonly<Record<KnownFailure, Said>> = {
  CUSTOMER_NOT_REGISTERED: both('The payer is not registered with the provider.'),
  CUSTOMER_VERIFICATION_INACTIVITY: both('The payer did not finish the verification in time.'),
  ACCOUNT_INVALID: both('The payee account does not exist, is closed, or has a wrong number.'),
  ACCOUNT_BLOCKED: both('The payee account is blocked.'),
  ACCOUNT_NAME_MISMATCH: both('The name does not match the account holder.'),
  BANK_INVALID: both('The bank does not exist or does not accept this kind of transfer.'),
  BANK_UNAVAILABLE: both("The payee's bank could not be reached."),
  AMOUNT_NOT_ALLOWED: both('The bank does not accept this amount.'),
  PROCESSOR_INSUFFICIENT_FUNDS: {
    operator: 'The paying account has insufficient funds. Add funds before you try again.',
    merchant: "The gateway's account could not pay it. Your data is not the cause.",
  },
  WITHDRAWN: {
    operator: 'An operator rejected or cancelled it before any money was sent.',
    merchant: 'The gateway’s operator rejected or cancelled it before any money was sent.',
  },
  NOT_APPROVED: {
    operator: 'It was not approved in time.',
    merchant: 'The gateway’s operator did not approve this refund in time.',
  },
  PROCESSOR_ERROR: {
    operator: 'The processor could not process it. The history shows its response.',
    merchant: 'The provider could not process it. Your data may not be the cause.',
  },
}

const WORDS: ReadonlyMap<string, Said> = new Map(Object.entries(FAILURE_TEXTS))

/** @param code as the payment has it */
export const failureWords = (code: string): Said =>
  WORDS.get(code) ?? both(`The provider reported the reason ${code}.`)
