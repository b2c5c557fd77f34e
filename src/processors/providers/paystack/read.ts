/**
 * From Paystack's words to ours. Total: a status, a type or a code that is not in these tables settles nothing.
 *
 * The tables are those of its specification and its documents, whose lists are in `samples/`, and a test holds each word of them to a
 * line here. Of an answer only that is read on which money hangs: what else is null or missing must not hide a payment.
 */

import { type Static, type TSchema, Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { ErrorMeaning, ErrorTable } from '../refusals.ts'
import { orNull, StatusCode } from '../schemas.ts'
import { listed } from '../status-codes.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })
/** In kobo. */
const Amount = Type.Integer({ minimum: 0, maximum: 1e15 })
const answerOf = <Schema extends TSchema>(data: Schema) => Type.Object({ status: Type.Literal(true), data })

/** `POST /charge` and `GET /charge/{reference}`: the account to pay into, while it waits for the payer. */
export const ChargeAnswer = answerOf(
  Type.Object({
    reference: Type.String(),
    status: StatusCode,
    account_name: orNull(Text),
    account_number: orNull(Type.String({ pattern: '^\\d{10}$' })),
    bank: orNull(Type.Object({ slug: StatusCode, name: Text })),
    account_expires_at: orNull(Type.String({ maxLength: 40 })),
  }),
)
export type Charge = Static<typeof ChargeAnswer>['data']

/** `POST /transaction/initialize`: the page that the payer is sent to. */
export const PageAnswer = answerOf(
  Type.Object({
    reference: Type.String(),
    access_code: Type.String({ pattern: '^[A-Za-z0-9]{1,64}$' }),
    authorization_url: Type.String({ pattern: '^https://', maxLength: 2_000 }),
  }),
)

export const TransactionAnswer = answerOf(
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    domain: StatusCode,
    status: StatusCode,
    reference: Type.String(),
    amount: Amount,
    requested_amount: orNull(Amount),
    currency: Type.String(),
  }),
)
export type PaystackTransaction = Static<typeof TransactionAnswer>['data']

/** Whoever was registered before under the same account number is answered again. */
export const RecipientAnswer = answerOf(
  Type.Object({
    id: Type.Integer({ minimum: 1 }),
    recipient_code: Type.String({ pattern: '^RCP_[A-Za-z0-9]{1,60}$' }),
    currency: Type.String(),
    domain: StatusCode,
    active: Type.Optional(Type.Boolean()),
    is_deleted: Type.Optional(Type.Boolean()),
    details: Type.Object({ account_number: Type.String(), bank_code: Type.String() }),
  }),
)
export type Recipient = Static<typeof RecipientAnswer>['data']

const transferFields = {
  domain: StatusCode,
  status: StatusCode,
  reference: Type.String(),
  amount: Amount,
  currency: Type.String(),
  transfer_code: Type.String({ pattern: '^TRF_[A-Za-z0-9]{1,60}$' }),
}
/** The answer to a new one names its recipient by number. */
export const NewTransferAnswer = answerOf(
  Type.Object({ ...transferFields, recipient: Type.Integer({ minimum: 1 }) }),
)
export const TransferAnswer = answerOf(
  Type.Object({
    ...transferFields,
    recipient: Type.Object({
      details: Type.Object({ account_number: Type.String(), bank_code: Type.String() }),
    }),
    session: orNull(Type.Object({ id: orNull(Type.String({ maxLength: 64 })) })),
  }),
)
export type Transfer = Static<typeof TransferAnswer>['data']

/** Of whatever it is about. */
export const PaystackStatus = Type.Object({ data: Type.Object({ status: Type.String() }) })

export const BalanceAnswer = answerOf(
  Type.Array(Type.Object({ currency: Type.String(), balance: Type.Integer() }), { maxItems: 50 }),
)

/** Without paging it is all of them: some 250. */
export const BanksAnswer = answerOf(
  Type.Array(
    Type.Object({
      code: Type.String({ maxLength: 20 }),
      currency: Type.String(),
      active: Type.Boolean(),
      is_deleted: orNull(Type.Boolean()),
      supports_transfer: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 2_000 },
  ),
)
export type Banks = Static<typeof BanksAnswer>['data']

/**
 * What a transaction's status means. A failed or abandoned one may still be paid: its account is open until it expires, and whoever has
 * sent a wrong amount gets it back and may send the right one. So neither ends a payin.
 */
export const TRANSACTION_STATUS: Readonly<Record<string, 'open' | 'paid' | 'undone'>> = {
  abandoned: 'open',
  failed: 'open',
  ongoing: 'open',
  pending: 'open',
  processing: 'open',
  queued: 'open',
  success: 'paid',
  // Refunded, or charged back.
  reversed: 'undone',
}

/** What a charge's status means for its account. */
export const CHARGE_STATUS: Readonly<Record<string, 'account' | 'none'>> = {
  pending_bank_transfer: 'account',
  pending: 'none',
  ongoing: 'none',
  success: 'none',
  failed: 'none',
  timeout: 'none',
  // Of cards, mobile money and banks, which are never asked for.
  send_pin: 'none',
  send_otp: 'none',
  send_phone: 'none',
  send_birthday: 'none',
  send_address: 'none',
  open_url: 'none',
  pay_offline: 'none',
}

/** What a transfer's status means. `reversed`: its money is on the balance again, whether it had arrived or not. */
export const TRANSFER_STATUS: Readonly<Record<string, 'open' | 'done' | 'reversed' | 'failed' | 'refused'>> =
  {
    pending: 'open',
    // It waits for somebody's approval: one that never comes makes it `abandoned` or `blocked`.
    otp: 'open',
    received: 'open',
    success: 'done',
    reversed: 'reversed',
    failed: 'failed',
    abandoned: 'failed',
    blocked: 'failed',
    rejected: 'refused',
  }

const PaystackProblem = Type.Object({
  status: Type.Literal(false),
  message: Type.Optional(Type.String()),
  type: Type.Optional(StatusCode),
  code: Type.Optional(StatusCode),
})
export type PaystackProblem = Static<typeof PaystackProblem>

export const problemIn = (body: unknown): PaystackProblem | undefined => readAs(PaystackProblem, body)

/** What an error says of a request that was never sent before, by its code. */
export const ERRORS: ErrorTable = {
  missing_params: 'METHOD',
  invalid_params: 'METHOD',
  invalid_transfer_recipient: 'METHOD',
  duplicate_reference: 'exists',
  duplicate_transfer_reference: 'exists',
  transaction_not_found: 'missing',
  not_found: 'missing',
  unknown: 'unclear',
}

/** Its documents have some errors as texts alone. In small letters, and without a full stop. */
export const MESSAGES: ErrorTable = {
  'invalid key': 'UNHEALTHY',
  'your balance is not enough to fulfil this request': 'LIMIT',
  'your balance is not enough to fulfill this request': 'LIMIT',
  'transfer not found': 'missing',
  'transaction reference not found': 'missing',
  'duplicate transaction reference': 'exists',
  'please provide a unique reference. reference already exists on a transfer': 'exists',
}

/** What its types of errors say where no money can have moved. */
export const ERROR_TYPES: Readonly<Record<string, 'METHOD' | 'unclear'>> = {
  validation_error: 'METHOD',
  processor_error: 'unclear',
  api_error: 'unclear',
}

export function meaningOf({ code, message }: PaystackProblem): ErrorMeaning | undefined {
  const text = message?.trim().replace(/\.$/, '').toLowerCase()
  const byCode = listed(ERRORS, code)
  // Its catch-all code comes with texts that say more.
  return (byCode === 'unclear' ? undefined : byCode) ?? listed(MESSAGES, text) ?? byCode
}
