/**
 * What dLocal's codes mean. A code that is not in these tables settles nothing. The lists of docs.dlocal.com are in `samples/`; a test
 * compares both.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { orNull, StatusCode } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })
const Amount = Type.Number({ minimum: 0, maximum: 1e15 })
/** Documented as text, in some examples a number. */
const Code = Type.Union([
  Type.Integer({ minimum: 0, maximum: 99_999 }),
  Type.String({ pattern: '^\\d{1,5}$' }),
])

/** A payment, as it is created and read. */
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

/** The same payment, found by our reference. */
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
/** The account that a payout goes to, if it is named. */
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

/** `over`: the payer should not pay any more; if one does, that is reported later. */
export const PAYMENT_STATUS = byMeaning({
  // AUTHORIZED and VERIFIED: cards only, which we never request; no money has arrived.
  open: 'PENDING AUTHORIZED VERIFIED',
  paid: 'PAID',
  rejected: 'REJECTED',
  over: 'CANCELLED EXPIRED',
})

/** Why a payment was rejected. Other codes say no more than that. */
export const REJECTIONS: Readonly<Record<string, 'refused' | 'failed'>> = {
  ...Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`${300 + index}`, 'refused' as const])),
  // Not the payer's doing: an unsupported operation, an invalid transaction, an error of the acquirer.
  316: 'failed',
  318: 'failed',
  321: 'failed',
}

export const PAYOUT_STATUS = byMeaning({
  // DELIVERED: handed to the bank, not to the payee.
  open: 'PENDING DELIVERED ON_HOLD ON_HOLD_BY_COMPLIANCE',
  done: 'PAID',
  failed: 'REJECTED CANCELLED',
})

/** What an error means for a first payin. */
export const PAYIN_ERRORS: ErrorTable = byMeaning({
  UNHEALTHY: '3001 3002 3003 5017',
  missing: '4000',
  METHOD: '5000 5001 5003 5004 5005 5008 5010 5011 5013 5014 5043',
  // 5002: cancellations.
  // 5021: the acquirer already has the request.
  unclear: '5002 5018 5021 6000 7000',
  LIMIT: '5006',
  AMOUNT: '5007 5016',
  exists: '5009',
})

/** The same for payouts, version 3. */
export const PAYOUT_ERRORS: ErrorTable = byMeaning({
  METHOD: '3000 3001 3003 5007 5013 5015',
  UNHEALTHY: '4001 4002 5014',
  LIMIT: '5008 5012',
  missing: '5009',
  unclear: '5010',
  exists: '5011',
})

const Problem = Type.Object({ code: Code, param: Type.Optional(Type.Unknown()) })
const PARAM = /^[a-z][a-z_.]{0,60}$/

/** The code and the parameter at fault. Never the message, which may repeat what was sent. */
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
