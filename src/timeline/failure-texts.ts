/** Why a payment failed: a sentence for each code that the gateway's own parts give. A connector may bring codes of its provider's. */

import type { CustomerRefusal } from '../processing/port.ts'
import type { REJECTION_REASONS } from '../processors/bank-file/bank-reasons.ts'
import { both, type Said } from './texts.ts'

type BankRejection = Exclude<keyof typeof REJECTION_REASONS, 'refused' | 'duplicate'>
/** What ends a refund that nobody has sent. */
type RefundAbandoned = 'WITHDRAWN' | 'NOT_APPROVED'
/** A new one without words does not compile. */
export type KnownFailure = BankRejection | CustomerRefusal | 'PROCESSOR_ERROR' | RefundAbandoned

export const FAILURE_WORDS: Readonly<Record<KnownFailure, Said>> = {
  CUSTOMER_NOT_REGISTERED: both('The payer is not registered with the provider.'),
  CUSTOMER_VERIFICATION_INACTIVITY: both('The payer did not finish the verification in time.'),
  ACCOUNT_INVALID: both('The account that was to be paid does not exist, is closed, or its number is wrong.'),
  ACCOUNT_BLOCKED: both('The account that was to be paid is blocked.'),
  ACCOUNT_NAME_MISMATCH: both('The name that was given is not the name of the account.'),
  BANK_INVALID: both('The bank that was given does not exist, or does not take such transfers.'),
  BANK_UNAVAILABLE: both("The payee's bank could not be reached."),
  AMOUNT_NOT_ALLOWED: both('The bank does not take this amount.'),
  PROCESSOR_INSUFFICIENT_FUNDS: {
    operator: 'The account that pays did not hold enough: fund it before it is tried again.',
    merchant: "The gateway's account could not pay it out. Your data are not at fault.",
  },
  WITHDRAWN: {
    operator: 'An operator rejected it, or gave it up before anything was sent.',
    merchant: 'The gateway’s operator declined it, or gave it up before anything was sent.',
  },
  NOT_APPROVED: {
    operator: 'It needed an approval, and nobody approved it in time.',
    merchant: 'The gateway’s operator has to approve refunds like it, and did not in time.',
  },
  PROCESSOR_ERROR: {
    operator: 'Whoever was to carry it out could not: the history says what was answered.',
    merchant: 'Whoever was to carry it out could not. Your data need not be at fault.',
  },
}

const WORDS: ReadonlyMap<string, Said> = new Map(Object.entries(FAILURE_WORDS))

/** @param code as the payment has it */
export const failureWords = (code: string): Said =>
  WORDS.get(code) ?? both(`The provider gave the reason ${code}.`)
