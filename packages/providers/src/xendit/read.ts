/**
 * What Xendit's codes mean. A code that is not in these tables settles nothing. The lists of its documents are in `samples/`; a test
 * compares both.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { orNull, StatusCode } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
/** Documented as a number, in its examples also text. */
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

/** Of the list of transactions only payers' money. */
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

/** A list in its guide, within `data` in its clients. */
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

export const XenditStatus = Type.Object({ status: StatusCode, reference_id: Type.Optional(Type.String()) })

/** `over`: it can no longer be paid. */
export const REQUEST_STATUS = byMeaning({
  // AUTHORIZED: manual capture, which we never request.
  open: 'ACCEPTING_PAYMENTS REQUIRES_ACTION AUTHORIZED',
  paid: 'SUCCEEDED',
  over: 'CANCELED EXPIRED',
  failed: 'FAILED',
})

export const PAYMENT_STATUS = byMeaning({
  open: 'PENDING AUTHORIZED',
  paid: 'SUCCEEDED',
  not: 'CANCELED EXPIRED FAILED',
})

/** In the list of transactions. `undone`: paid, and reversed later. */
export const TRANSACTION_STATUS: Readonly<Record<string, 'open' | 'paid' | 'undone' | 'not'>> = {
  PENDING: 'open',
  SUCCESS: 'paid',
  FAILED: 'not',
  VOIDED: 'undone',
  REVERSED: 'undone',
}

/**
 * Why a payment request failed. `open`: the channel did not answer, so the payer may have paid; inquiries go on until the payin expires.
 */
export const PAYMENT_FAILURES = byMeaning({
  refused: `USER_DECLINED_PAYMENT USER_DID_NOT_AUTHORIZE INSUFFICIENT_BALANCE ACCOUNT_ACCESS_BLOCKED
    ACCOUNT_NOT_ACTIVATED INVALID_ACCOUNT_DETAILS PAYMENT_ATTEMPT_COUNTS_EXCEEDED
    PAYMENT_AMOUNT_LIMITS_EXCEEDED OTP_ATTEMPT_COUNTS_EXCEEDED EXPIRED_OTP INVALID_OTP AUTHENTICATION_FAILED
    CARD_DECLINED DECLINED_BY_ISSUER DECLINED_BY_PROCESSOR EXPIRED_CARD STOLEN_CARD
    INACTIVE_OR_UNAUTHORIZED_CARD INVALID_CVV SUSPECTED_FRAUDULENT`,
  failed: 'INVALID_MERCHANT_SETTINGS INVALID_MERCHANT_CREDENTIALS INVALID_TOKEN CAPTURE_AMOUNT_EXCEEDED',
  over: 'PAYMENT_REQUEST_EXPIRED',
  open: `USER_DEVICE_UNREACHABLE CHANNEL_UNAVAILABLE ISSUER_UNAVAILABLE SERVER_ERROR PARTNER_TIMEOUT_ERROR
    TIMEOUT_ERROR PROCESSOR_ERROR FAILURE_DETAILS_UNAVAILABLE`,
})

/** `returned`: it had arrived, and the money came back. */
export const PAYOUT_STATUS = byMeaning({
  // LOCKED, READY, EXPIRED: cash pickup, which we never request.
  open: 'ACCEPTED PENDING_COMPLIANCE_ASSESSMENT REQUESTED LOCKED READY',
  done: 'SUCCEEDED',
  returned: 'REVERSED',
  failed: 'FAILED COMPLIANCE_REJECTED CANCELLED EXPIRED',
})

/** Why a payout failed. Xendit adds codes at any time: others say no more than that. */
export const PAYOUT_FAILURES = byMeaning({
  ACCOUNT_INVALID: 'INVALID_DESTINATION ACCOUNT_NAME_MISMATCH',
  PROCESSOR_ERROR: `DESTINATION_MAXIMUM_LIMIT INSUFFICIENT_BALANCE REJECTED_BY_CHANNEL
    TEMPORARY_TRANSFER_ERROR TRANSFER_ERROR`,
})

const Problem = Type.Object({ error_code: StatusCode })

export const errorCode = (body: unknown): string | undefined => readAs(Problem, body)?.error_code

/** What an error means for a first request. */
export const ERRORS: ErrorTable = byMeaning({
  METHOD: `API_VALIDATION_ERROR INVALID_JSON_FORMAT INVALID_VALUE_ERROR INVALID_PAYMENT_DETAILS
    FEATURE_NOT_AVAILABLE INVALID_TOKEN CARD_EXPIRED SKIP_3DS_FORBIDDEN ACCOUNT_ACCESS_BLOCKED
    RECIPIENT_ACCOUNT_NUMBER_ERROR`,
  // INVALID_MERCHANT_SETTINGS: the channel is not active for this business.
  OPERATOR: 'CHANNEL_CODE_NOT_SUPPORTED CHANNEL_CODE_NOT_SUPPORTED_ERROR INVALID_MERCHANT_SETTINGS',
  AMOUNT: `RECIPIENT_AMOUNT_ERROR MINIMUM_TRANSFER_LIMIT_ERROR MAXIMUM_TRANSFER_LIMIT_ERROR
    AMOUNT_INCREMENT_NOT_SUPPORTED`,
  LIMIT: 'PAYMENT_REQUEST_RATE_LIMITED RATE_LIMIT_EXCEEDED',
  UNHEALTHY: 'INVALID_API_KEY REQUEST_FORBIDDEN_ERROR',
  missing: 'DATA_NOT_FOUND',
  // DUPLICATE… and ACCOUNT_ALREADY_LINKED: it may be ours.
  // INACTIVE_PAYMENT_REQUEST and those after it: cancellations.
  unclear: `DUPLICATE_ERROR DUPLICATE_TRANSACTION_ERROR ACCOUNT_ALREADY_LINKED SERVER_ERROR
    CHANNEL_UNAVAILABLE ISSUER_UNAVAILABLE INACTIVE_PAYMENT_REQUEST INELIGIBLE_TRANSACTION_STATUS
    TEMPORARILY_UNAVAILABLE`,
})
