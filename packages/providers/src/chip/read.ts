/**
 * What CHIP's codes mean. A code that is not in these tables settles nothing. The lists of its documents are in `samples/`; a test
 * compares both.
 */
import type { Money } from '@sluice/core/foundation/money.ts'
import { minorMoney } from '@sluice/provider-kit/amounts.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import { orNull, StatusCode } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

const Uuid = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })
const Sen = Type.Integer({ minimum: 0, maximum: 1e15 })
/** In ringgit: documented as text, in some examples a number. */
const Ringgit = Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,13}(\\.\\d{1,2})?$' })])
const Number64 = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const Purchase = Type.Object({
  id: Uuid,
  status: StatusCode,
  is_test: Type.Boolean(),
  brand_id: Uuid,
  reference: orNull(Type.String()),
  marked_as_paid: orNull(Type.Boolean()),
  checkout_url: orNull(Type.String({ maxLength: 2_000 })),
  purchase: Type.Object({ total: Sen, currency: Type.String() }),
  payment: orNull(
    Type.Object({ is_outgoing: Type.Optional(Type.Boolean()), amount: Sen, currency: Type.String() }),
  ),
})
export type Purchase = Static<typeof Purchase>

export const Methods = Type.Object({
  available_payment_methods: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
})

export const CollectBalance = Type.Object({ MYR: Type.Object({ available_balance: Type.Integer() }) })

export const BankAccount = Type.Object({
  id: Number64,
  status: StatusCode,
  account_number: Type.String(),
  bank_code: Type.String(),
  reference: orNull(Type.String()),
  deleted_at: orNull(Type.String()),
})
export type BankAccount = Static<typeof BankAccount>

export const Instruction = Type.Object({
  id: Number64,
  bank_account_id: Number64,
  amount: Ringgit,
  state: StatusCode,
  reference: orNull(Type.String()),
})
export type Instruction = Static<typeof Instruction>

const MANY = { maxItems: 100 }
export const BankAccounts = Type.Object({ results: Type.Array(BankAccount, MANY) })
export const Instructions = Type.Object({
  results: Type.Array(Instruction, MANY),
  meta: Type.Optional(
    Type.Object({ pagination: Type.Optional(Type.Object({ total_pages: Type.Optional(Type.Number()) })) }),
  ),
})
export const SendAccounts = Type.Object({
  results: Type.Array(
    Type.Object({ status: StatusCode, currency: Type.String(), current_balance: Ringgit }),
    MANY,
  ),
})

export const ChipStatus = Type.Object({ state: Type.Optional(StatusCode), status: Type.Optional(StatusCode) })

export const sen = (amountMinor: number): Money => minorMoney(amountMinor, 'MYR')

/**
 * `error` and `blocked`: one attempt failed, and the payer may try again. `hold` and what follows it are for cards, which we never
 * request. `over`: it can no longer be paid. `undone`: it was paid and the money went back.
 */
export const PURCHASE_STATUS = byMeaning({
  open: `created sent viewed error blocked overdue hold released pending_release pending_capture
    preauthorized pending_execute pending_charge`,
  paid: 'paid cleared settled',
  over: 'cancelled expired',
  undone: 'chargeback pending_refund refunded',
})

/** `reviewing`: CHIP checks it. `accepted`: the payee's bank has it and is slow. */
export const INSTRUCTION_STATE = byMeaning({
  open: 'received enquiring executing reviewing accepted',
  done: 'completed',
  failed: 'rejected deleted',
})

/** Whether CHIP has verified the payee's account. */
export const BANK_ACCOUNT_STATUS = byMeaning({
  waits: 'received pending reviewing',
  verified: 'verified',
  rejected: 'rejected',
})

type ErrorMeaning = 'METHOD' | 'UNHEALTHY' | 'unclear'

/** The errors of CHIP Collect, by HTTP status. */
export const COLLECT_ERRORS: Readonly<Record<number, ErrorMeaning>> = byMeaning({
  METHOD: '400 422',
  UNHEALTHY: '401 403 429',
  unclear: '404 409 500 502 503',
})

/** The errors of CHIP Send, as far as documented. A repeated reference has no status of its own. */
export const SEND_ERRORS: Readonly<Record<number, ErrorMeaning | 'LIMIT'>> = {
  400: 'unclear',
  401: 'UNHEALTHY',
  403: 'LIMIT',
}

const Reported = Type.Union([
  Type.Object({ code: StatusCode }),
  Type.Object({ __all__: Type.Object({ code: StatusCode }) }),
])

/** In the two documented forms. */
export function errorCode(body: unknown): string | undefined {
  const reported = readAs(Reported, body)
  if (!reported) return undefined
  return 'code' in reported ? reported.code : reported.__all__.code
}
