/**
 * From MoMo's words to ours. Total: a result code that is not in these tables settles nothing.
 *
 * MoMo has one list of codes for everything. Some say what became of a transaction, others what is wrong with a call; the answer to a
 * question can be either. A code stands in one of the two tables, and a test holds each code of `samples/` to a line here.
 */

import { type Static, Type } from 'typebox'
import { readAs } from '../answers.ts'
import type { ErrorTable } from '../refusals.ts'

/** A thousand times what any of its limits allows. */
const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })
const TransactionId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Code = Type.Integer({ minimum: 0, maximum: 999_999_999 })

/** Every answer has one. */
const Coded = Type.Object({ resultCode: Code })
/** Whose transaction it tells of. */
const Named = Type.Object({ partnerCode: Type.String(), orderId: Type.String() })

/** What money hangs on. All else of an answer may be there or not, in any form. */
export const Moved = Type.Object({ amount: Amount, transId: TransactionId })
export const Requested = Type.Object({ amount: Amount, requestId: Type.String() })
export const Page = Type.Object({ payUrl: Type.String({ minLength: 1, maxLength: 2_048 }) })
/** Of payouts: not every answer repeats the amount. */
export const Amounted = Type.Object({ amount: Amount })

/** One try to give money of a payin back. */
export const MomoRefund = Type.Object({
  orderId: Type.String(),
  amount: Amount,
  resultCode: Code,
  transId: Type.Optional(Type.Unknown()),
})
export type MomoRefund = Static<typeof MomoRefund>
export const Refunds = Type.Object({ refundTrans: Type.Array(Type.Unknown(), { maxItems: 1_000 }) })

export const MomoBalance = Type.Object({
  balance: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
})

/** @returns the result code as text, as the tables and the record have it */
export function codeIn(body: unknown): string | undefined {
  const code = readAs(Coded, body)?.resultCode
  return code === undefined ? undefined : String(code)
}

export const nameIn = (body: unknown): Static<typeof Named> | undefined => readAs(Named, body)

/**
 * `open`: it may still come to something. `refused`: by whoever pays or is paid, or their bank. `failed`: by MoMo or the merchant.
 * `expired`: nobody paid in time. `back`: of refunds alone, and there it has failed.
 */
export type MomoOutcome = 'done' | 'open' | 'refused' | 'failed' | 'expired' | 'back'

/** What a code says of a transaction. All but the open ones are final. */
export const OUTCOMES: Readonly<Record<string, MomoOutcome>> = {
  0: 'done',
  1000: 'open',
  7000: 'open',
  7002: 'open',
  // The payer has said yes and the money is held. MoMo takes it by itself, and may still let it go (1003).
  9000: 'open',
  1001: 'refused',
  1002: 'refused',
  1003: 'failed',
  1004: 'refused',
  1005: 'expired',
  1006: 'refused',
  1007: 'refused',
  1008: 'refused',
  1017: 'failed',
  1026: 'refused',
  1080: 'back',
  1081: 'back',
  1088: 'back',
  4001: 'refused',
  4002: 'refused',
  4003: 'refused',
  4100: 'refused',
}

/** Who is to be paid cannot be: the account is closed, unknown, or another person's. */
export const PAYEE_AT_FAULT: ReadonlySet<string> = new Set(['1007', '4001', '4002', '4003'])

/**
 * What a code says of a call: why the transaction was never begun, where it was asked for the first time. `unclear`: it says nothing for
 * certain. `missing`: there is none with this order ID.
 */
export const CALLS: ErrorTable = {
  10: 'unclear',
  11: 'UNHEALTHY',
  12: 'UNHEALTHY',
  13: 'UNHEALTHY',
  20: 'METHOD',
  21: 'AMOUNT',
  22: 'AMOUNT',
  // There is one already: it is asked about.
  40: 'unclear',
  41: 'unclear',
  42: 'missing',
  43: 'unclear',
  45: 'unclear',
  47: 'METHOD',
  98: 'unclear',
  // Final by the list, and said of everything: of a payment, and of a question that went wrong.
  99: 'unclear',
  // Too little lies there to be paid out.
  1100: 'LIMIT',
  1507: 'METHOD',
  2019: 'UNHEALTHY',
}
