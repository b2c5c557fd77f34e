/**
 * From pawaPay's words to ours. Total: a status or a code that is not in these tables settles nothing.
 *
 * The words are those of the Merchant API v2, whose lists are in `samples/`, and a test holds each of them to a line here.
 */

import { type Static, Type } from 'typebox'
import type { DeclineReason } from '../../../processing/port.ts'
import { readAs } from '../answers.ts'
import type { ProviderFact } from '../provider.ts'
import { orNull } from '../schemas.ts'

const StatusCode = Type.String({ maxLength: 64 })
const Amount = Type.String({ pattern: '^\\d{1,18}(\\.\\d{1,4})?$' })
const Failure = Type.Object({ failureCode: StatusCode })
const MaybeFailure = orNull(Failure)

/** What a POST answers. Which ID names it is not the same on all pages: the refunds' guide shows a `payoutId`. */
export const Initiation = Type.Object({
  status: StatusCode,
  depositId: Type.Optional(Type.String()),
  payoutId: Type.Optional(Type.String()),
  refundId: Type.Optional(Type.String()),
  failureReason: MaybeFailure,
})

/** What is known of one payment. */
export const Transaction = Type.Object({
  depositId: Type.Optional(Type.String()),
  payoutId: Type.Optional(Type.String()),
  refundId: Type.Optional(Type.String()),
  status: StatusCode,
  amount: Amount,
  currency: Type.String(),
  failureReason: MaybeFailure,
})
export type Transaction = Static<typeof Transaction>

export const Search = Type.Object({ status: StatusCode, data: Type.Optional(Transaction) })

const Refusal = Type.Object({ failureReason: Failure })

export const Prediction = Type.Object({
  provider: Type.String({ pattern: '^[A-Z0-9_]{1,64}$' }),
  phoneNumber: Type.String({ pattern: '^\\d{7,15}$' }),
})

export const WalletBalances = Type.Object({
  balances: Type.Array(
    Type.Object({
      country: Type.String({ maxLength: 3 }),
      balance: Type.String({ pattern: '^-?\\d{1,18}(\\.\\d{1,4})?$' }),
      currency: Type.String(),
      provider: Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()])),
    }),
    { maxItems: 200 },
  ),
})

/** Of a rejection or an error. */
export const failureCode = (body: unknown): string | undefined =>
  readAs(Refusal, body)?.failureReason.failureCode

/** The status or the code in any of its answers, for the record. */
export function wordIn(body: unknown): string | undefined {
  const data = readAs(Search, body)?.data
  const { status, failureReason } = data ?? readAs(Initiation, body) ?? {}
  return failureReason?.failureCode ?? status ?? failureCode(body)
}

export type InitiationMeaning = 'accepted' | 'rejected' | 'known before'
export const INITIATION: Readonly<Record<string, InitiationMeaning>> = {
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  DUPLICATE_IGNORED: 'known before',
}

/** Final are two: so the dashboard's pages say, and that a failed one has moved no money. */
export const STATUSES: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  ACCEPTED: 'open',
  /** Payouts and refunds wait while their operator is down. */
  ENQUEUED: 'open',
  /** In the sandbox's tables, as in v1. */
  SUBMITTED: 'open',
  PROCESSING: 'open',
  IN_RECONCILIATION: 'open',
  COMPLETED: 'done',
  FAILED: 'failed',
}

/** What a rejection says of a request that was never sent before. `unclear`: it may be taken on later, or was. */
export const REJECTIONS: Readonly<Record<string, DeclineReason | 'unclear'>> = {
  NO_AUTHENTICATION: 'UNHEALTHY',
  AUTHENTICATION_ERROR: 'UNHEALTHY',
  AUTHORISATION_ERROR: 'UNHEALTHY',
  HTTP_SIGNATURE_ERROR: 'UNHEALTHY',
  INVALID_INPUT: 'METHOD',
  MISSING_PARAMETER: 'METHOD',
  UNSUPPORTED_PARAMETER: 'METHOD',
  INVALID_PARAMETER: 'METHOD',
  DUPLICATE_METADATA_FIELD: 'METHOD',
  DEPOSITS_NOT_ALLOWED: 'OPERATOR',
  PAYOUTS_NOT_ALLOWED: 'OPERATOR',
  REFUNDS_NOT_ALLOWED: 'OPERATOR',
  AMOUNT_OUT_OF_BOUNDS: 'AMOUNT',
  INVALID_AMOUNT: 'AMOUNT',
  INVALID_PHONE_NUMBER: 'METHOD',
  INVALID_CURRENCY: 'METHOD',
  INVALID_PROVIDER: 'OPERATOR',
  PROVIDER_TEMPORARILY_UNAVAILABLE: 'UNHEALTHY',
  PAWAPAY_WALLET_OUT_OF_FUNDS: 'LIMIT',
  // Of the deposit that a refund names.
  NOT_FOUND: 'METHOD',
  INVALID_STATE: 'METHOD',
  AMOUNT_TOO_LARGE: 'AMOUNT',
  DEPOSIT_ALREADY_REFUNDED: 'AMOUNT',
  // One refund of a deposit at a time: this one has its turn later.
  REFUND_IN_PROGRESS: 'unclear',
  UNKNOWN_ERROR: 'unclear',
}

type Ending = Extract<ProviderFact['statusChange'], { type: 'refused' | 'failed' }>
const refused = (reason: string): Ending => ({ type: 'refused', reason })
const failed = (failureReason: string): Ending => ({ type: 'failed', failureReason })

export const DEPOSIT_FAILURES: Readonly<Record<string, Ending>> = {
  PAYMENT_NOT_APPROVED: refused('the payer did not approve it'),
  INSUFFICIENT_BALANCE: refused('the payer’s wallet does not hold enough'),
  PAYMENT_IN_PROGRESS: refused('another payment of the payer’s is under way'),
  TRANSACTION_ALREADY_IN_PROCESS: refused('another payment of the payer’s is under way'),
  PAYER_NOT_FOUND: failed('CUSTOMER_NOT_REGISTERED'),
  PAYER_LIMIT_REACHED: refused('a limit of the payer’s wallet is reached'),
  WALLET_LIMIT_REACHED: refused('a limit of the payer’s wallet is reached'),
  UNSPECIFIED_FAILURE: failed('PROCESSOR_ERROR'),
  UNKNOWN_ERROR: failed('PROCESSOR_ERROR'),
}

export const PAYOUT_FAILURES: Readonly<Record<string, Ending>> = {
  RECIPIENT_NOT_FOUND: failed('ACCOUNT_INVALID'),
  RECIPIENT_LIMIT_REACHED: failed('AMOUNT_NOT_ALLOWED'),
  WALLET_LIMIT_REACHED: failed('AMOUNT_NOT_ALLOWED'),
  MANUALLY_CANCELLED: refused('cancelled at pawaPay'),
  PAWAPAY_WALLET_OUT_OF_FUNDS: failed('PROCESSOR_INSUFFICIENT_FUNDS'),
  UNSPECIFIED_FAILURE: failed('PROCESSOR_ERROR'),
  UNKNOWN_ERROR: failed('PROCESSOR_ERROR'),
}

/** Certain, for a failed one has moved no money: but for the code by which pawaPay says that it does not know. */
const goesOn = (failureReason: string): Ending => ({ type: 'failed', failureReason, noMoneyLeft: true })
export const REFUND_FAILURES: Readonly<Record<string, Ending>> = {
  RECIPIENT_NOT_FOUND: goesOn('ACCOUNT_INVALID'),
  RECIPIENT_LIMIT_REACHED: goesOn('AMOUNT_NOT_ALLOWED'),
  WALLET_LIMIT_REACHED: goesOn('AMOUNT_NOT_ALLOWED'),
  MANUALLY_CANCELLED: goesOn('PROCESSOR_ERROR'),
  PAWAPAY_WALLET_OUT_OF_FUNDS: goesOn('PROCESSOR_INSUFFICIENT_FUNDS'),
  DEPOSIT_ALREADY_REFUNDED: goesOn('AMOUNT_NOT_ALLOWED'),
  AMOUNT_TOO_LARGE: goesOn('AMOUNT_NOT_ALLOWED'),
  REFUND_IN_PROGRESS: goesOn('PROCESSOR_ERROR'),
  UNSPECIFIED_FAILURE: goesOn('PROCESSOR_ERROR'),
  UNKNOWN_ERROR: failed('PROCESSOR_ERROR'),
}
