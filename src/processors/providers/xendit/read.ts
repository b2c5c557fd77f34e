/**
 * From Xendit's words to ours. Total: a status, a failure or an error that is not in these tables settles nothing.
 *
 * The tables are those of its documents, whose lists are in `samples/`, and a test holds each word of them to a line here.
 */

import { type Static, Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { ErrorTable } from '../refusals.ts'
import { orNull, StatusCode } from '../schemas.ts'

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
/** Documented as a number; its own examples have it as text, too. */
const Amount = Type.Union([
  Type.Number({ minimum: 0 }),
  Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,6})?$' }),
])

export const RequestThere = Type.Object({
  payment_request_id: Id,
  reference_id: Type.String(),
  latest_payment_id: orNull(Id),
  currency: Type.String(),
  request_amount: Amount,
  channel_code: Type.String(),
  actions: Type.Optional(
    Type.Array(
      Type.Object({
        type: StatusCode,
        descriptor: Type.Optional(StatusCode),
        value: Type.Optional(Type.String()),
      }),
      {
        maxItems: 50,
      },
    ),
  ),
  status: StatusCode,
  failure_code: orNull(StatusCode),
})
export type RequestThere = Static<typeof RequestThere>

export const PaymentThere = Type.Object({
  payment_id: Id,
  payment_request_id: Id,
  reference_id: Type.String(),
  currency: Type.String(),
  status: StatusCode,
  captures: Type.Optional(Type.Array(Type.Object({ capture_amount: Amount }), { maxItems: 50 })),
})
export type PaymentThere = Static<typeof PaymentThere>

/** Of the list of transactions, that of payers' money alone. */
export const Transactions = Type.Object({
  has_more: Type.Optional(Type.Boolean()),
  data: Type.Array(
    Type.Object({
      product_id: orNull(Type.String()),
      type: StatusCode,
      status: StatusCode,
      reference_id: orNull(Type.String()),
    }),
    { maxItems: 100 },
  ),
})

export const PayoutThere = Type.Object({
  id: Id,
  reference_id: Type.String(),
  channel_code: Type.String(),
  channel_properties: Type.Object({ account_number: Type.Optional(Type.String()) }),
  amount: Amount,
  currency: Type.String(),
  status: StatusCode,
  failure_code: orNull(StatusCode),
})
export type PayoutThere = Static<typeof PayoutThere>

/** Its guide shows a list alone, its clients one within `data`. */
export const PayoutsThere = Type.Union([
  Type.Array(PayoutThere, { maxItems: 100 }),
  Type.Object({ data: Type.Array(PayoutThere, { maxItems: 100 }) }),
])

export const Channels = Type.Array(
  Type.Object({
    channel_code: StatusCode,
    channel_category: StatusCode,
    currency: Type.String(),
    channel_name: Type.String({ maxLength: 200 }),
    amount_limits: Type.Optional(
      Type.Object({
        minimum: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
        maximum: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
      }),
    ),
  }),
  { maxItems: 2_000 },
)
export type Channels = Static<typeof Channels>

export const Balance = Type.Object({ balance: Type.Number() })

/** Whatever it is about. */
export const XenditStatus = Type.Object({ status: StatusCode, reference_id: Type.Optional(Type.String()) })

/** What a payment request's status means. `over`: nobody can pay it any more. */
export const REQUEST_STATUS: Readonly<Record<string, 'open' | 'paid' | 'over' | 'failed'>> = {
  ACCEPTING_PAYMENTS: 'open',
  REQUIRES_ACTION: 'open',
  // Captured by hand only, which is never asked for.
  AUTHORIZED: 'open',
  SUCCEEDED: 'paid',
  CANCELED: 'over',
  EXPIRED: 'over',
  FAILED: 'failed',
}

export const PAYMENT_STATUS: Readonly<Record<string, 'open' | 'paid' | 'not'>> = {
  PENDING: 'open',
  AUTHORIZED: 'open',
  SUCCEEDED: 'paid',
  CANCELED: 'not',
  EXPIRED: 'not',
  FAILED: 'not',
}

/** In the list of transactions. `undone`: it had come, and was taken back. */
export const TRANSACTION_STATUS: Readonly<Record<string, 'open' | 'paid' | 'undone' | 'not'>> = {
  PENDING: 'open',
  SUCCESS: 'paid',
  FAILED: 'not',
  VOIDED: 'undone',
  REVERSED: 'undone',
}

/**
 * Why a payment request failed. `open`: whoever had to answer did not, so the payer may have paid after all, and it is asked about until
 * the payin's time is over.
 */
export const PAYMENT_FAILURES: Readonly<Record<string, 'refused' | 'failed' | 'over' | 'open'>> = {
  USER_DECLINED_PAYMENT: 'refused',
  USER_DID_NOT_AUTHORIZE: 'refused',
  INSUFFICIENT_BALANCE: 'refused',
  ACCOUNT_ACCESS_BLOCKED: 'refused',
  ACCOUNT_NOT_ACTIVATED: 'refused',
  INVALID_ACCOUNT_DETAILS: 'refused',
  PAYMENT_ATTEMPT_COUNTS_EXCEEDED: 'refused',
  PAYMENT_AMOUNT_LIMITS_EXCEEDED: 'refused',
  OTP_ATTEMPT_COUNTS_EXCEEDED: 'refused',
  EXPIRED_OTP: 'refused',
  INVALID_OTP: 'refused',
  AUTHENTICATION_FAILED: 'refused',
  CARD_DECLINED: 'refused',
  DECLINED_BY_ISSUER: 'refused',
  DECLINED_BY_PROCESSOR: 'refused',
  EXPIRED_CARD: 'refused',
  STOLEN_CARD: 'refused',
  INACTIVE_OR_UNAUTHORIZED_CARD: 'refused',
  INVALID_CVV: 'refused',
  SUSPECTED_FRAUDULENT: 'refused',
  INVALID_MERCHANT_SETTINGS: 'failed',
  INVALID_MERCHANT_CREDENTIALS: 'failed',
  INVALID_TOKEN: 'failed',
  CAPTURE_AMOUNT_EXCEEDED: 'failed',
  PAYMENT_REQUEST_EXPIRED: 'over',
  USER_DEVICE_UNREACHABLE: 'open',
  CHANNEL_UNAVAILABLE: 'open',
  ISSUER_UNAVAILABLE: 'open',
  SERVER_ERROR: 'open',
  PARTNER_TIMEOUT_ERROR: 'open',
  TIMEOUT_ERROR: 'open',
  PROCESSOR_ERROR: 'open',
  FAILURE_DETAILS_UNAVAILABLE: 'open',
}

/** What a payout's status means. `returned`: it had arrived, and its money came back. */
export const PAYOUT_STATUS: Readonly<Record<string, 'open' | 'done' | 'returned' | 'failed'>> = {
  ACCEPTED: 'open',
  PENDING_COMPLIANCE_ASSESSMENT: 'open',
  REQUESTED: 'open',
  SUCCEEDED: 'done',
  REVERSED: 'returned',
  FAILED: 'failed',
  COMPLIANCE_REJECTED: 'failed',
  CANCELLED: 'failed',
  // Of cash that is fetched at a counter, which is never asked for.
  LOCKED: 'open',
  READY: 'open',
  EXPIRED: 'failed',
}

/** Why a payout failed. It adds codes at will: one that is not here says no more than that it failed. */
export const PAYOUT_FAILURES: Readonly<Record<string, 'ACCOUNT_INVALID' | 'PROCESSOR_ERROR'>> = {
  INVALID_DESTINATION: 'ACCOUNT_INVALID',
  ACCOUNT_NAME_MISMATCH: 'ACCOUNT_INVALID',
  DESTINATION_MAXIMUM_LIMIT: 'PROCESSOR_ERROR',
  INSUFFICIENT_BALANCE: 'PROCESSOR_ERROR',
  REJECTED_BY_CHANNEL: 'PROCESSOR_ERROR',
  TEMPORARY_TRANSFER_ERROR: 'PROCESSOR_ERROR',
  TRANSFER_ERROR: 'PROCESSOR_ERROR',
}

const Problem = Type.Object({ error_code: StatusCode })

export const errorCode = (body: unknown): string | undefined => readAs(Problem, body)?.error_code

/** What an error says of a request that was never sent before. `missing`: there is no such thing there. `unclear`: it is asked about. */
export const ERRORS: ErrorTable = {
  API_VALIDATION_ERROR: 'METHOD',
  INVALID_JSON_FORMAT: 'METHOD',
  INVALID_VALUE_ERROR: 'METHOD',
  INVALID_PAYMENT_DETAILS: 'METHOD',
  FEATURE_NOT_AVAILABLE: 'METHOD',
  INVALID_TOKEN: 'METHOD',
  CARD_EXPIRED: 'METHOD',
  SKIP_3DS_FORBIDDEN: 'METHOD',
  ACCOUNT_ACCESS_BLOCKED: 'METHOD',
  RECIPIENT_ACCOUNT_NUMBER_ERROR: 'METHOD',
  CHANNEL_CODE_NOT_SUPPORTED: 'OPERATOR',
  CHANNEL_CODE_NOT_SUPPORTED_ERROR: 'OPERATOR',
  // The channel is not active for this business, or the provider behind it does not know it.
  INVALID_MERCHANT_SETTINGS: 'OPERATOR',
  RECIPIENT_AMOUNT_ERROR: 'AMOUNT',
  MINIMUM_TRANSFER_LIMIT_ERROR: 'AMOUNT',
  MAXIMUM_TRANSFER_LIMIT_ERROR: 'AMOUNT',
  AMOUNT_INCREMENT_NOT_SUPPORTED: 'AMOUNT',
  PAYMENT_REQUEST_RATE_LIMITED: 'LIMIT',
  RATE_LIMIT_EXCEEDED: 'LIMIT',
  INVALID_API_KEY: 'UNHEALTHY',
  REQUEST_FORBIDDEN_ERROR: 'UNHEALTHY',
  DATA_NOT_FOUND: 'missing',
  // One of these was there before: it may be ours.
  DUPLICATE_ERROR: 'unclear',
  DUPLICATE_TRANSACTION_ERROR: 'unclear',
  ACCOUNT_ALREADY_LINKED: 'unclear',
  SERVER_ERROR: 'unclear',
  CHANNEL_UNAVAILABLE: 'unclear',
  ISSUER_UNAVAILABLE: 'unclear',
  // Of cancellations.
  INACTIVE_PAYMENT_REQUEST: 'unclear',
  INELIGIBLE_TRANSACTION_STATUS: 'unclear',
  TEMPORARILY_UNAVAILABLE: 'unclear',
}
