/**
 * What Cashfree's codes mean. A code that is not in these tables settles nothing.
 *
 * From its OpenAPI documents (payment gateway 2025-01-01, payouts 2024-01-01, Apache-2.0) and its public pages. The lists are in
 * `samples/`; a test compares both.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorMeaning } from '@sluice/provider-kit/refusals.ts'
import { orNull, StatusCode } from '@sluice/provider-kit/schemas.ts'
import { byMeaning, listed } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

/** Cashfree's own IDs: text, in older versions numbers. */
const OwnId = Type.Union([
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
])

export const CfOrder = Type.Object({
  order_id: Type.String(),
  order_amount: Type.Number(),
  order_currency: Type.String(),
  order_status: StatusCode,
  payment_session_id: orNull(Type.String({ minLength: 1, maxLength: 1_024 })),
  /** Set on orders of a payment link. */
  link_id: orNull(Type.String()),
})
export type CfOrder = Static<typeof CfOrder>
export const CfOrderList = Type.Array(CfOrder, { maxItems: 100 })

export const CfPayment = Type.Object({
  cf_payment_id: OwnId,
  order_id: Type.String(),
  payment_status: StatusCode,
  payment_amount: Type.Number(),
  payment_currency: Type.String(),
  /** If the account authorises first, only captured money counts. */
  is_captured: orNull(Type.Boolean()),
  payment_completion_time: orNull(Type.String({ maxLength: 40 })),
  bank_reference: orNull(Type.String({ maxLength: 64 })),
  payment_method: Type.Optional(Type.Unknown()),
})
export type CfPayment = Static<typeof CfPayment>
export const CfPaymentList = Type.Array(CfPayment, { maxItems: 1_000 })

/** A payment by UPI: the payer's address. */
export const PaidByUpi = Type.Object({
  upi: Type.Object({ upi_id: Type.String({ minLength: 1, maxLength: 320 }) }),
})

/** The answer to Order Pay: where the payer continues. */
export const Started = Type.Object({
  data: Type.Object({
    url: orNull(Type.String({ maxLength: 2_048 })),
    payload: orNull(Type.Object({ default: orNull(Type.String({ maxLength: 2_048 })) })),
  }),
})

export const CfLink = Type.Object({
  link_id: Type.String(),
  link_amount: Type.Number(),
  link_currency: Type.String(),
  link_status: StatusCode,
  link_url: orNull(Type.String({ maxLength: 2_048 })),
})
export type CfLink = Static<typeof CfLink>

/** The status in any answer that is no error. */
export const CfStatus = Type.Object({
  order_status: Type.Optional(StatusCode),
  link_status: Type.Optional(StatusCode),
  refund_status: Type.Optional(StatusCode),
  status: Type.Optional(StatusCode),
})

export const CfRefund = Type.Object({
  refund_id: Type.String(),
  order_id: Type.String(),
  refund_amount: Type.Number(),
  refund_currency: Type.String(),
  refund_status: StatusCode,
})
export type CfRefund = Static<typeof CfRefund>

/** The refunds of an order, ours and those that Cashfree started itself. */
export const CfRefundList = Type.Array(
  Type.Object({
    order_id: Type.String(),
    cf_payment_id: OwnId,
    refund_type: orNull(StatusCode),
    refund_status: StatusCode,
  }),
  { maxItems: 1_000 },
)

export const CfTransfer = Type.Object({
  transfer_id: Type.String(),
  status: StatusCode,
  status_code: orNull(StatusCode),
  transfer_amount: Type.Number(),
  transfer_utr: orNull(Type.String({ maxLength: 64 })),
})
export type CfTransfer = Static<typeof CfTransfer>

/** What is available to an account; banks by their numbers. */
export const Eligible = Type.Array(
  Type.Object({
    eligibility: Type.Boolean(),
    entity_value: Type.String({ maxLength: 64 }),
    entity_details: orNull(
      Type.Object({
        payment_method_details: orNull(
          Type.Array(Type.Object({ code: orNull(Type.Number()), eligibility: orNull(Type.Boolean()) }), {
            maxItems: 1_000,
          }),
        ),
      }),
    ),
  }),
  { maxItems: 100 },
)

/** `over`: no payer can start to pay it. A payment that was started may still succeed, so inquiries go on. */
export const ORDER_STATUS = byMeaning({
  open: 'ACTIVE TERMINATION_REQUESTED',
  paid: 'PAID',
  over: 'EXPIRED TERMINATED',
})

export const LINK_STATUS = byMeaning({
  open: 'ACTIVE',
  // PARTIALLY_PAID: our links do not allow it; if it happens, what was paid still counts.
  paid: 'PARTIALLY_PAID PAID',
  over: 'EXPIRED CANCELLED',
})

/** A payer's attempt to pay an order. */
export const PAYMENT_STATUS = byMeaning({
  paid: 'SUCCESS',
  open: 'PENDING',
  none: 'NOT_ATTEMPTED FAILED USER_DROPPED VOID CANCELLED',
})

export const REFUND_STATUS = byMeaning({
  // ONHOLD: too little balance, or under review; it may still go on.
  open: 'PENDING ONHOLD',
  done: 'SUCCESS',
  failed: 'CANCELLED FAILED',
})

export const TRANSFER_STATUS = byMeaning({
  open: 'RECEIVED APPROVAL_PENDING QUEUED PENDING',
  done: 'SUCCESS',
  failed: 'FAILED',
  refused: 'REJECTED MANUALLY_REJECTED',
  returned: 'REVERSED',
})

/** Why a transfer failed, if the code says more than that. */
export const TRANSFER_FAILURES: Readonly<Record<string, string>> = byMeaning({
  ACCOUNT_INVALID: 'INVALID_ACCOUNT_FAIL INVALID_BENE_ACCOUNT_OR_IFSC',
  ACCOUNT_BLOCKED: 'ACCOUNT_BLOCKED',
  PROCESSOR_INSUFFICIENT_FUNDS: 'INSUFFICIENT_BALANCE',
})

const ApiError = Type.Object({
  type: orNull(Type.String({ maxLength: 64 })),
  code: orNull(Type.String({ maxLength: 128 })),
})

export function errorOf(body: unknown): { readonly type: string; readonly code: string } {
  const { type, code } = readAs(ApiError, body) ?? {}
  return { type: type ?? '', code: code ?? '' }
}

/** Decided by the type alone: nothing was processed. */
export const ERROR_TYPES: Readonly<Record<string, ErrorMeaning>> = byMeaning({
  UNHEALTHY: 'authentication_error feature_not_enabled',
  LIMIT: 'rate_limit_error',
  unclear: 'idempotency_error api_error',
})

/** What an error means for a first request. */
export const ERRORS: Readonly<Record<string, ErrorMeaning>> = byMeaning({
  METHOD: `request_failed request_invalid customer_email_invalid payment_method_unsupported
    payment_gateway_unsupported surcharge_invalid channel_missing phone_invalid phone_missing
    provider_missing refund_not_allowed beneficiary_not_found transfer_amount_missing transfer_id_invalid
    transfer_id_missing transfer_mode_invalid beneficiary_details.beneficiary_id_invalid
    beneficiary_details.beneficiary_name_invalid
    beneficiary_details.beneficiary_instrument_details.bank_account_number_invalid
    beneficiary_details.beneficiary_instrument_details.bank_ifsc_invalid
    beneficiary_details.beneficiary_instrument_details.vpa_invalid`,
  // transfer_id_already_exists: not documented by Cashfree, but known from several users' programs.
  exists: 'order_already_exists link_already_exists refund_id_already_exists transfer_id_already_exists',
  missing: 'order_not_found link_not_found refund_not_found transfer_id_not_found cf_transfer_id_not_found',
  // order_inactive: the order exists; it was paid or can no longer be paid.
  // internal_error and others with 5xx: the bank may have started it.
  unclear: `order_inactive orderpay_not_found order_token_invalid internal_error internal_server_error
    bank_processing_failure`,
  AMOUNT: 'order_amount_invalid refund_amount_invalid transfer_amount_invalid',
  UNHEALTHY: 'version_invalid version_missing apis_not_enabled',
})

/** @returns undefined if neither type nor code is listed */
export function meaningOfError(body: unknown): ErrorMeaning | undefined {
  const { type, code } = errorOf(body)
  return listed(ERROR_TYPES, type) ?? listed(ERRORS, code)
}
