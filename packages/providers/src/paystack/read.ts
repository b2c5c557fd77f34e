/**
 * What Paystack's codes mean. A code that is not in these tables settles nothing. The lists of its specification and documents are in
 * `samples/`; a test compares both. Only fields that decide about money are required in an answer.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorMeaning, ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { orNull, StatusCode } from '@sluice/provider-kit/schemas.ts'
import { byMeaning, listed } from '@sluice/provider-kit/status-codes.ts'
import { type Static, type TSchema, Type } from 'typebox'

const Text = Type.String({ minLength: 1, maxLength: 200 })
/** In kobo. */
const Amount = Type.Integer({ minimum: 0, maximum: 1e15 })
const answerOf = <Schema extends TSchema>(data: Schema) => Type.Object({ status: Type.Literal(true), data })

/** `POST /charge` and `GET /charge/{reference}`: the account to pay into. */
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

/** `POST /transaction/initialize`: the payer's page. */
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

/** An account number that was registered before gets the same recipient. */
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
/** The answer to a new transfer has the recipient's number only. */
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

export const PaystackStatus = Type.Object({ data: Type.Object({ status: Type.String() }) })

export const BalanceAnswer = answerOf(
  Type.Array(Type.Object({ currency: Type.String(), balance: Type.Integer() }), { maxItems: 50 }),
)

/** Without paging: all, about 250. */
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
 * A failed or abandoned transaction may still be paid: its account is open until it expires, and a payer who sent a wrong amount gets it
 * back and may send the right one. So neither ends a payin.
 */
export const TRANSACTION_STATUS = byMeaning({
  open: 'abandoned failed ongoing pending processing queued',
  paid: 'success',
  // reversed: refunded, or a chargeback.
  undone: 'reversed',
})

/** Whether a charge has an account. */
export const CHARGE_STATUS = byMeaning({
  account: 'pending_bank_transfer',
  // send_pin and those after it: cards, mobile money and banks, which we never request.
  none: `pending ongoing success failed timeout send_pin send_otp send_phone send_birthday send_address
    open_url pay_offline`,
})

/** `returned`: its money is on the balance again, whether it had arrived or not. */
export const TRANSFER_STATUS = byMeaning({
  // otp: waits for approval at Paystack; without it the transfer becomes `abandoned` or `blocked`.
  open: 'pending otp received',
  done: 'success',
  returned: 'reversed',
  failed: 'failed abandoned blocked',
  refused: 'rejected',
})

const PaystackProblem = Type.Object({
  status: Type.Literal(false),
  message: Type.Optional(Type.String()),
  type: Type.Optional(StatusCode),
  code: Type.Optional(StatusCode),
})
export type PaystackProblem = Static<typeof PaystackProblem>

export const problemIn = (body: unknown): PaystackProblem | undefined => readAs(PaystackProblem, body)

/** What an error code means for a first request. */
export const ERRORS: ErrorTable = byMeaning({
  METHOD: 'missing_params invalid_params invalid_transfer_recipient',
  exists: 'duplicate_reference duplicate_transfer_reference',
  missing: 'transaction_not_found not_found',
  unclear: 'unknown',
})

/** Some errors are documented as texts only. Here in lower case, without a full stop. */
export const MESSAGES: ErrorTable = {
  'invalid key': 'UNHEALTHY',
  'your balance is not enough to fulfil this request': 'LIMIT',
  'your balance is not enough to fulfill this request': 'LIMIT',
  'transfer not found': 'missing',
  'transaction reference not found': 'missing',
  'duplicate transaction reference': 'exists',
  'please provide a unique reference. reference already exists on a transfer': 'exists',
}

/** What a type of error means if no money can have moved. */
export const ERROR_TYPES: Readonly<Record<string, 'METHOD' | 'unclear'>> = {
  validation_error: 'METHOD',
  processor_error: 'unclear',
  api_error: 'unclear',
}

export function meaningOf({ code, message }: PaystackProblem): ErrorMeaning | undefined {
  const text = message?.trim().replace(/\.$/, '').toLowerCase()
  const byCode = listed(ERRORS, code)
  // The catch-all code has messages that say more.
  return (byCode === 'unclear' ? undefined : byCode) ?? listed(MESSAGES, text) ?? byCode
}
