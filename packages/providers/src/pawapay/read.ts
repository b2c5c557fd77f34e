/**
 * What pawaPay's codes mean. A code that is not in these tables settles nothing. The lists of the Merchant API v2 are in `samples/`; a
 * test compares both.
 */
import type { DeclineReason } from '@sluice/core/processor/port.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ProviderFact } from '@sluice/provider-kit/provider.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const StatusCode = Type.String({ maxLength: 64 })
const Amount = Type.String({ pattern: '^\\d{1,18}(\\.\\d{1,4})?$' })
const Failure = Type.Object({ failureCode: StatusCode })
const MaybeFailure = orNull(Failure)

/** The answer to a POST. Pages differ in which ID it has: the refunds' guide shows a `payoutId`. */
export const Initiation = Type.Object({
  status: StatusCode,
  depositId: Type.Optional(Type.String()),
  payoutId: Type.Optional(Type.String()),
  refundId: Type.Optional(Type.String()),
  failureReason: MaybeFailure,
})

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
      provider: orNull(Type.String({ maxLength: 64 })),
    }),
    { maxItems: 200 },
  ),
})

/** The code of a rejection or an error. */
export const failureCode = (body: unknown): string | undefined =>
  readAs(Refusal, body)?.failureReason.failureCode

/** The status or code in any answer, for the record. */
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

/** `done` and `failed` are final, and a failed payment has moved no money, as the dashboard's pages say. */
export const STATUSES = byMeaning({
  // ENQUEUED: payouts and refunds wait while their operator is down.
  // SUBMITTED: in the sandbox's tables, as in v1.
  open: 'ACCEPTED ENQUEUED SUBMITTED PROCESSING IN_RECONCILIATION',
  done: 'COMPLETED',
  failed: 'FAILED',
})

/** What a rejection means for a first request. */
export const REJECTIONS: Readonly<Record<string, DeclineReason | 'unclear'>> = byMeaning({
  UNHEALTHY: `NO_AUTHENTICATION AUTHENTICATION_ERROR AUTHORISATION_ERROR HTTP_SIGNATURE_ERROR
    PROVIDER_TEMPORARILY_UNAVAILABLE`,
  // NOT_FOUND and INVALID_STATE: the deposit that a refund names.
  METHOD: `INVALID_INPUT MISSING_PARAMETER UNSUPPORTED_PARAMETER INVALID_PARAMETER DUPLICATE_METADATA_FIELD
    INVALID_PHONE_NUMBER INVALID_CURRENCY NOT_FOUND INVALID_STATE`,
  OPERATOR: 'DEPOSITS_NOT_ALLOWED PAYOUTS_NOT_ALLOWED REFUNDS_NOT_ALLOWED INVALID_PROVIDER',
  AMOUNT: 'AMOUNT_OUT_OF_BOUNDS INVALID_AMOUNT AMOUNT_TOO_LARGE DEPOSIT_ALREADY_REFUNDED',
  LIMIT: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
  // REFUND_IN_PROGRESS: one refund of a deposit at a time; this one is sent later.
  unclear: 'REFUND_IN_PROGRESS UNKNOWN_ERROR',
})

type Ending = Extract<ProviderFact['statusChange'], { type: 'refused' | 'failed' }>
const refused = (reason: string): Ending => ({ type: 'refused', reason })
const failed = (failureReason: string): Ending => ({ type: 'failed', failureReason })

export const DEPOSIT_FAILURES: Readonly<Record<string, Ending>> = {
  PAYMENT_NOT_APPROVED: refused('the payer did not approve it'),
  INSUFFICIENT_BALANCE: refused('the payer’s wallet does not hold enough'),
  PAYMENT_IN_PROGRESS: refused('another payment of the payer is in progress'),
  TRANSACTION_ALREADY_IN_PROCESS: refused('another payment of the payer is in progress'),
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

/** Certain, because a failed payment has moved no money; except for the code by which pawaPay says that it does not know. */
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
