/**
 * From CHIP's words to ours. Total: a status or an error that is not in these tables settles nothing.
 *
 * The tables are those of its documents, whose lists are in `samples/`, and a test holds each word of them to a line here.
 */

import { type Static, Type } from 'typebox'
import type { Money } from '../../../foundation/money.ts'
import { minorMoney } from '../amounts.ts'
import { readAs } from '../answers.ts'
import { orNull, StatusCode } from '../schemas.ts'

const Uuid = Type.String({ pattern: '^[0-9a-fA-F-]{36}$' })
/** In sen. */
const Sen = Type.Integer({ minimum: 0, maximum: 1e15 })
/** In ringgit: documented as text, and shown as a number in some examples. */
const Ringgit = Type.Union([Type.Number(), Type.String({ pattern: '^\\d{1,13}(\\.\\d{1,2})?$' })])
const Number64 = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** What is read of a purchase, and nothing else of it. */
export const Purchase = Type.Object({
  id: Uuid,
  status: StatusCode,
  is_test: Type.Boolean(),
  brand_id: Uuid,
  reference: orNull(Type.String()),
  marked_as_paid: orNull(Type.Boolean()),
  checkout_url: orNull(Type.String({ maxLength: 2_000 })),
  purchase: Type.Object({ total: Sen, currency: Type.String() }),
  payment: Type.Optional(
    Type.Union([
      Type.Object({ is_outgoing: Type.Optional(Type.Boolean()), amount: Sen, currency: Type.String() }),
      Type.Null(),
    ]),
  ),
})
export type Purchase = Static<typeof Purchase>

export const Methods = Type.Object({
  available_payment_methods: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
})

/** By currency. */
export const CollectBalance = Type.Object({
  MYR: Type.Object({ available_balance: Type.Integer() }),
})

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

export const ChipStatus = Type.Object({
  state: Type.Optional(StatusCode),
  status: Type.Optional(StatusCode),
})

export const sen = (amountMinor: number): Money => minorMoney(amountMinor, 'MYR')

/**
 * What a purchase's status means. `error` and `blocked`: one try of the payer's came to nothing, and the page lets try again. Those of
 * cards (`hold` and what follows it) are never asked for. `over`: nobody can pay it any more. `undone`: it was paid, and the money went
 * back, by whoever's hand.
 */
export const PURCHASE_STATUS: Readonly<Record<string, 'open' | 'paid' | 'over' | 'undone'>> = {
  created: 'open',
  sent: 'open',
  viewed: 'open',
  error: 'open',
  blocked: 'open',
  overdue: 'open',
  hold: 'open',
  released: 'open',
  pending_release: 'open',
  pending_capture: 'open',
  preauthorized: 'open',
  pending_execute: 'open',
  pending_charge: 'open',
  paid: 'paid',
  cleared: 'paid',
  settled: 'paid',
  cancelled: 'over',
  expired: 'over',
  chargeback: 'undone',
  pending_refund: 'undone',
  refunded: 'undone',
}

/** What a send instruction's state means. `reviewing`: CHIP looks at it; `accepted`: the payee's bank has it, and is slow. */
export const INSTRUCTION_STATE: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  received: 'open',
  enquiring: 'open',
  executing: 'open',
  reviewing: 'open',
  accepted: 'open',
  completed: 'done',
  rejected: 'failed',
  deleted: 'failed',
}

/** Whether CHIP has found the payee's account. */
export const BANK_ACCOUNT_STATUS: Readonly<Record<string, 'verified' | 'waits' | 'rejected'>> = {
  received: 'waits',
  pending: 'waits',
  reviewing: 'waits',
  verified: 'verified',
  rejected: 'rejected',
}

type ErrorMeaning = 'METHOD' | 'UNHEALTHY' | 'unclear'

/** CHIP Collect's list of errors, by the HTTP status. `unclear`: it is asked about. */
export const COLLECT_ERRORS: Readonly<Record<number, ErrorMeaning>> = {
  400: 'METHOD',
  401: 'UNHEALTHY',
  403: 'UNHEALTHY',
  404: 'unclear',
  409: 'unclear',
  422: 'METHOD',
  429: 'UNHEALTHY',
  500: 'unclear',
  502: 'unclear',
  503: 'unclear',
}

/** What CHIP Send is said to answer: its documents list no more. A reference that is there already is a question, whatever it comes as. */
export const SEND_ERRORS: Readonly<Record<number, ErrorMeaning | 'LIMIT'>> = {
  400: 'unclear',
  401: 'UNHEALTHY',
  403: 'LIMIT',
}

const Reported = Type.Union([
  Type.Object({ code: StatusCode }),
  Type.Object({ __all__: Type.Object({ code: StatusCode }) }),
])

/** Its two forms: that of the list of errors, and that of the specification. */
export function errorCode(body: unknown): string | undefined {
  const reported = readAs(Reported, body)
  if (!reported) return undefined
  return 'code' in reported ? reported.code : reported.__all__.code
}
