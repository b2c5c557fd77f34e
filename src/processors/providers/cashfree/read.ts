/**
 * From Cashfree's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * Statuses and errors are those of its OpenAPI documents (payment gateway 2025-01-01, payouts 2024-01-01, Apache-2.0) and of its public
 * pages. The lists are in `samples/`, and a test holds each of them to a line here.
 */

import { type Static, Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { ErrorMeaning } from '../refusals.ts'
import { orNull, StatusCode } from '../schemas.ts'
import { listed } from '../status-codes.ts'

/** Its own numbers of things: as text, in older versions as numbers. */
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
  /** Of orders that a payment link has begun. */
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
  /** Where the account authorises first: money is only what was captured. */
  is_captured: orNull(Type.Boolean()),
  payment_completion_time: orNull(Type.String({ maxLength: 40 })),
  bank_reference: orNull(Type.String({ maxLength: 64 })),
  payment_method: Type.Optional(Type.Unknown()),
})
export type CfPayment = Static<typeof CfPayment>
export const CfPaymentList = Type.Array(CfPayment, { maxItems: 1_000 })

/** How it was paid, where by UPI: who paid. */
export const PaidByUpi = Type.Object({
  upi: Type.Object({ upi_id: Type.String({ minLength: 1, maxLength: 320 }) }),
})

/** Of Order Pay: where the payer goes on. */
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

/** In any of its answers that is no error. */
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

/** Of an order: those that we have asked for, and those that Cashfree has begun by itself. */
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

/** What of an account is up: banks by their numbers. */
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

/** `over`: no payer can begin to pay it. What was begun may still end well, so it is asked about. */
export const ORDER_STATUS: Readonly<Record<string, 'open' | 'paid' | 'over'>> = {
  ACTIVE: 'open',
  PAID: 'paid',
  EXPIRED: 'over',
  TERMINATED: 'over',
  TERMINATION_REQUESTED: 'open',
}

export const LINK_STATUS: Readonly<Record<string, 'open' | 'paid' | 'over'>> = {
  ACTIVE: 'open',
  // Never of ours, which take no parts; but if so, what was paid is money.
  PARTIALLY_PAID: 'paid',
  PAID: 'paid',
  EXPIRED: 'over',
  CANCELLED: 'over',
}

/** Of one try of a payer to pay an order. */
export const PAYMENT_STATUS: Readonly<Record<string, 'open' | 'paid' | 'none'>> = {
  SUCCESS: 'paid',
  PENDING: 'open',
  NOT_ATTEMPTED: 'none',
  FAILED: 'none',
  USER_DROPPED: 'none',
  VOID: 'none',
  CANCELLED: 'none',
}

export const REFUND_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  PENDING: 'open',
  // The account lacks the money, or somebody looks at it: it may go on.
  ONHOLD: 'open',
  SUCCESS: 'done',
  CANCELLED: 'failed',
  FAILED: 'failed',
}

export const TRANSFER_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed' | 'refused' | 'reversed'>> =
  {
    RECEIVED: 'open',
    APPROVAL_PENDING: 'open',
    QUEUED: 'open',
    PENDING: 'open',
    SUCCESS: 'done',
    FAILED: 'failed',
    REJECTED: 'refused',
    MANUALLY_REJECTED: 'refused',
    REVERSED: 'reversed',
  }

/** Why a transfer did not arrive, where that says more than that it did not. */
export const TRANSFER_FAILURES: Readonly<Record<string, string>> = {
  INVALID_ACCOUNT_FAIL: 'ACCOUNT_INVALID',
  INVALID_BENE_ACCOUNT_OR_IFSC: 'ACCOUNT_INVALID',
  ACCOUNT_BLOCKED: 'ACCOUNT_BLOCKED',
  INSUFFICIENT_BALANCE: 'PROCESSOR_INSUFFICIENT_FUNDS',
}

const ApiError = Type.Object({
  type: orNull(Type.String({ maxLength: 64 })),
  code: orNull(Type.String({ maxLength: 128 })),
})

export function errorOf(body: unknown): { readonly type: string; readonly code: string } {
  const { type, code } = readAs(ApiError, body) ?? {}
  return { type: type ?? '', code: code ?? '' }
}

/** By its type alone, whatever the code is: nothing was looked at, so nothing was done. */
export const ERROR_TYPES: Readonly<Record<string, ErrorMeaning>> = {
  authentication_error: 'UNHEALTHY',
  feature_not_enabled: 'UNHEALTHY',
  rate_limit_error: 'LIMIT',
  idempotency_error: 'unclear',
  api_error: 'unclear',
}

/** What an error says of a request that was never sent before. `missing`: there is no such thing there; `exists`: there is already. */
export const ERRORS: Readonly<Record<string, ErrorMeaning>> = {
  request_failed: 'METHOD',
  request_invalid: 'METHOD',
  order_already_exists: 'exists',
  link_already_exists: 'exists',
  refund_id_already_exists: 'exists',
  // No page of Cashfree's has it; programs of several users do.
  transfer_id_already_exists: 'exists',
  order_not_found: 'missing',
  link_not_found: 'missing',
  refund_not_found: 'missing',
  transfer_id_not_found: 'missing',
  cf_transfer_id_not_found: 'missing',
  // The order is there, and cannot be paid any more: or it was paid.
  order_inactive: 'unclear',
  orderpay_not_found: 'unclear',
  order_token_invalid: 'unclear',
  order_amount_invalid: 'AMOUNT',
  customer_email_invalid: 'METHOD',
  version_invalid: 'UNHEALTHY',
  version_missing: 'UNHEALTHY',
  payment_method_unsupported: 'METHOD',
  payment_gateway_unsupported: 'METHOD',
  surcharge_invalid: 'METHOD',
  channel_missing: 'METHOD',
  phone_invalid: 'METHOD',
  phone_missing: 'METHOD',
  provider_missing: 'METHOD',
  refund_amount_invalid: 'AMOUNT',
  refund_not_allowed: 'METHOD',
  // With 5xx: it may have been begun at the bank.
  internal_error: 'unclear',
  internal_server_error: 'unclear',
  bank_processing_failure: 'unclear',
  apis_not_enabled: 'UNHEALTHY',
  beneficiary_not_found: 'METHOD',
  transfer_amount_invalid: 'AMOUNT',
  transfer_amount_missing: 'METHOD',
  transfer_id_invalid: 'METHOD',
  transfer_id_missing: 'METHOD',
  transfer_mode_invalid: 'METHOD',
  'beneficiary_details.beneficiary_id_invalid': 'METHOD',
  'beneficiary_details.beneficiary_name_invalid': 'METHOD',
  'beneficiary_details.beneficiary_instrument_details.bank_account_number_invalid': 'METHOD',
  'beneficiary_details.beneficiary_instrument_details.bank_ifsc_invalid': 'METHOD',
  'beneficiary_details.beneficiary_instrument_details.vpa_invalid': 'METHOD',
}

/** @returns undefined where neither the type nor the code is listed */
export function meaningOfError(body: unknown): ErrorMeaning | undefined {
  const { type, code } = errorOf(body)
  return listed(ERROR_TYPES, type) ?? listed(ERRORS, code)
}
