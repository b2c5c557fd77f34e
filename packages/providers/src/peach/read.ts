/** Answers of Peach: transactions of the Payments API, payouts of the Payouts API. Pure. */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

/** A transaction's ID, used in paths and status updates. */
export const TRANSACTION_ID = /^[A-Za-z0-9]{8,64}$/
const Code = Type.String({ maxLength: 64 })

const Result = Type.Object({ code: Code, parameterErrors: Type.Optional(Type.Array(Type.Unknown())) })

export const PeachTransaction = Type.Object({
  id: Type.String({ pattern: TRANSACTION_ID.source }),
  paymentType: Type.String({ maxLength: 16 }),
  /** Text in the specification, a number in some examples. */
  amount: Type.Union([Type.String({ maxLength: 16 }), Type.Number()]),
  currency: Type.String({ maxLength: 3 }),
  merchantTransactionId: Type.Optional(Type.String({ maxLength: 64 })),
  referencedId: orNull(Type.String({ maxLength: 64 })),
  result: Result,
  redirect: Type.Optional(
    Type.Object({
      url: Type.String({ maxLength: 2_048 }),
      method: Type.Optional(Type.String({ maxLength: 8 })),
      parameters: Type.Optional(
        Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), { maxItems: 50 }),
      ),
    }),
  ),
  transactionExpiryTimestamp: Type.Optional(Type.String({ maxLength: 40 })),
})
export type PeachTransaction = Static<typeof PeachTransaction>

export const TransactionList = Type.Object({ payments: Type.Array(PeachTransaction, { maxItems: 100 }) })

const Answer = Type.Object({ result: Result })
const List = Type.Object({ payments: Type.Array(Answer) })

/** The result code of any answer; of a list the last one's. */
export function codeIn(body: unknown): string | undefined {
  return readAs(Answer, body)?.result.code ?? readAs(List, body)?.payments.at(-1)?.result.code
}

/** Whether fields of the request have a wrong form. */
export const namesParameters = (body: unknown): boolean =>
  (readAs(Answer, body)?.result.parameterErrors?.length ?? 0) > 0

export const Payout = Type.Object({
  payoutId: Type.String({ maxLength: 64 }),
  status: Type.String({ maxLength: 64 }),
  resultCode: Type.Optional(Code),
  /** In cents. */
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
})
export type Payout = Static<typeof Payout>

export const PayoutRequest = Type.Object({ payouts: Type.Array(Payout, { maxItems: 100 }) })

export const PayoutBalance = Type.Object({
  /** In cents. */
  availableBalance: Type.Integer(),
  currency: Type.Optional(Type.Literal('ZAR')),
})

/** `returned`: it came back, perhaps after it had arrived. */
export const PAYOUT_STATUS = byMeaning({
  open: 'pending processing',
  done: 'successful',
  failed: 'failed cancelled',
  returned: 'reversed',
})

/** Codes of the Payouts API that add nothing to a status. */
export const PAYOUT_STATUS_CODES: ReadonlySet<string> = new Set([
  '2000.000.000',
  '2001.002.106',
  '2900.000.003',
])

/** What other codes mean for a first request. */
export const PAYOUT_ERRORS: ErrorTable = {
  // The float is too small or was never filled.
  '2900.002.000': 'LIMIT',
  '2900.002.001': 'LIMIT',
  '2900.003.001': 'METHOD',
  // There is one with this ID already.
  '2900.003.002': 'unclear',
  // Our address may not create payouts.
  '2900.005.002': 'UNHEALTHY',
}

/** The bank knows no such account. */
export const NO_SUCH_ACCOUNT = '2001.002.106'

const PayoutError = Type.Object({ code: Code })
export const payoutCodeIn = (body: unknown): string | undefined =>
  readAs(PayoutError, body)?.code ?? readAs(PayoutRequest, body)?.payouts[0]?.status
