/**
 * From dLocal's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * They are those of docs.dlocal.com, whose lists are in `samples/`, and a test holds each of them to a line here.
 */

import { type Static, Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { ErrorTable } from '../refusals.ts'
import { orNull, StatusCode } from '../schemas.ts'

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })
const Amount = Type.Number({ minimum: 0, maximum: 1e15 })
/** Its documents have it as text, and in some examples as a number. */
const Code = Type.Union([
  Type.Integer({ minimum: 0, maximum: 99_999 }),
  Type.String({ pattern: '^\\d{1,5}$' }),
])

/** A payment, as creating and reading one answer it. */
export const DlocalPayment = Type.Object({
  id: Id,
  order_id: Type.String({ maxLength: 128 }),
  amount: Amount,
  currency: Type.String({ maxLength: 8 }),
  status: StatusCode,
  status_code: Type.Optional(Code),
  redirect_url: orNull(Type.String({ maxLength: 2_048 })),
})
export type DlocalPayment = Static<typeof DlocalPayment>

/** The same payment, asked for by our own name of it. */
export const DlocalOrder = Type.Object({
  payment_id: Id,
  order_id: Type.String({ maxLength: 128 }),
  amount: Amount,
  currency: Type.String({ maxLength: 8 }),
  status: StatusCode,
  status_code: Type.Optional(Code),
})
export type DlocalOrder = Static<typeof DlocalOrder>

export const DlocalPayout = Type.Object({
  id: Id,
  external_id: Type.String({ maxLength: 128 }),
  amount: Amount,
  currency: Type.String({ maxLength: 8 }),
  currency_to_pay: orNull(Type.String({ maxLength: 8 })),
  status: StatusCode,
  status_code: Type.Optional(Code),
})
export type DlocalPayout = Static<typeof DlocalPayout>

const Paid = Type.Object({
  beneficiary: Type.Object({ bank_account: Type.Object({ account: Type.String({ maxLength: 64 }) }) }),
})
/** Whose account a payout goes to, where it says so. */
export const accountIn = (payout: DlocalPayout): string | undefined =>
  readAs(Paid, payout)?.beneficiary.bank_account.account

export const Methods = Type.Array(
  Type.Object({
    id: Type.String({ maxLength: 64 }),
    allowed_flows: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  }),
  { maxItems: 1_000 },
)
export type Methods = Static<typeof Methods>

export const DlocalStatus = Type.Object({ status: StatusCode })

/** What a payment's status means. `over`: nobody is to pay it any more, and who does after all is told later. */
export const PAYMENT_STATUS: Readonly<Record<string, 'open' | 'paid' | 'rejected' | 'over'>> = {
  PENDING: 'open',
  PAID: 'paid',
  REJECTED: 'rejected',
  CANCELLED: 'over',
  EXPIRED: 'over',
  // Of cards alone, which are never asked for: no money has come.
  AUTHORIZED: 'open',
  VERIFIED: 'open',
}

/** Why a payment was rejected. A code that is not here says no more than that it was. */
export const REJECTIONS: Readonly<Record<string, 'refused' | 'failed'>> = {
  ...Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`${300 + index}`, 'refused' as const])),
  // Nothing that a payer said: an operation that is not supported, an invalid transaction, an error of whoever had to take the money.
  316: 'failed',
  318: 'failed',
  321: 'failed',
}

/** What a payout's status means. */
export const PAYOUT_STATUS: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  PENDING: 'open',
  // Not delivered to the payee: given to the bank.
  DELIVERED: 'open',
  ON_HOLD: 'open',
  ON_HOLD_BY_COMPLIANCE: 'open',
  PAID: 'done',
  REJECTED: 'failed',
  CANCELLED: 'failed',
}

/** What an error says of a payin that was never sent before. */
export const PAYIN_ERRORS: ErrorTable = {
  3001: 'UNHEALTHY',
  3002: 'UNHEALTHY',
  3003: 'UNHEALTHY',
  4000: 'missing',
  5000: 'METHOD',
  5001: 'METHOD',
  // Of cancellations.
  5002: 'unclear',
  5003: 'METHOD',
  5004: 'METHOD',
  5005: 'METHOD',
  5006: 'LIMIT',
  5007: 'AMOUNT',
  5008: 'METHOD',
  5009: 'exists',
  5010: 'METHOD',
  5011: 'METHOD',
  5013: 'METHOD',
  5014: 'METHOD',
  5016: 'AMOUNT',
  5017: 'UNHEALTHY',
  5018: 'unclear',
  // Whoever takes the money was asked already.
  5021: 'unclear',
  5043: 'METHOD',
  6000: 'unclear',
  7000: 'unclear',
}

/** Of payouts, version 3. */
export const PAYOUT_ERRORS: ErrorTable = {
  3000: 'METHOD',
  3001: 'METHOD',
  3003: 'METHOD',
  4001: 'UNHEALTHY',
  4002: 'UNHEALTHY',
  5007: 'METHOD',
  5008: 'LIMIT',
  5009: 'missing',
  5010: 'unclear',
  5011: 'exists',
  5012: 'LIMIT',
  5013: 'METHOD',
  5014: 'UNHEALTHY',
  5015: 'METHOD',
}

const Problem = Type.Object({ code: Code, param: Type.Optional(Type.Unknown()) })
const PARAM = /^[a-z][a-z_.]{0,60}$/

/** Its code, and which parameter is at fault; never its message, which may repeat what was sent. */
export function errorOf(
  body: unknown,
): { readonly code: string; readonly param: string | undefined } | undefined {
  const problem = readAs(Problem, body)
  const { param } = problem ?? {}
  return (
    problem && {
      code: String(problem.code),
      param: typeof param === 'string' && PARAM.test(param) ? param : undefined,
    }
  )
}
