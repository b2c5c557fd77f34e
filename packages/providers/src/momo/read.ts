/**
 * What MoMo's result codes mean. A code that is not in these tables settles nothing.
 *
 * MoMo has one list for everything: some codes say what became of a transaction, others what is wrong with a call, and an inquiry may be
 * answered with either. Each code of `samples/` is in one of the two tables; a test compares both.
 */
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ErrorTable } from '@sluice/provider-kit/refusals.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

/** A thousand times what its limits allow. */
const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })
const TransactionId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Code = Type.Integer({ minimum: 0, maximum: 999_999_999 })

const Coded = Type.Object({ resultCode: Code })
const Named = Type.Object({ partnerCode: Type.String(), orderId: Type.String() })

/** The fields that decide about money. Other fields may be missing or have any form. */
export const Moved = Type.Object({ amount: Amount, transId: TransactionId })
export const Requested = Type.Object({ amount: Amount, requestId: Type.String() })
export const Page = Type.Object({ payUrl: Type.String({ minLength: 1, maxLength: 2_048 }) })
/** For payouts: not every answer repeats the amount. */
export const Amounted = Type.Object({ amount: Amount })

/** A refund of a payin. */
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

/** @returns the result code as text */
export function codeIn(body: unknown): string | undefined {
  const code = readAs(Coded, body)?.resultCode
  return code === undefined ? undefined : String(code)
}

export const nameIn = (body: unknown): Static<typeof Named> | undefined => readAs(Named, body)

/**
 * `refused`: by payer, payee or their bank. `failed`: by MoMo or the merchant. `expired`: not paid in time. `back`: for refunds only,
 * which have failed.
 */
export type MomoOutcome = 'done' | 'open' | 'refused' | 'failed' | 'expired' | 'back'

/** What a code says about a transaction. All but `open` are final. */
export const OUTCOMES: Readonly<Record<string, MomoOutcome>> = byMeaning({
  done: '0',
  // 9000: the payer approved and the money is held. MoMo captures it itself, and may still release it (1003).
  open: '1000 7000 7002 9000',
  refused: '1001 1002 1004 1006 1007 1008 1026 4001 4002 4003 4100',
  failed: '1003 1017',
  expired: '1005',
  back: '1080 1081 1088',
})

/** The payee cannot be paid: the account is closed, unknown, or another person's. */
export const PAYEE_AT_FAULT: ReadonlySet<string> = new Set(['1007', '4001', '4002', '4003'])

/**
 * What a code says about a call. For a first request: why the transaction was never started. `missing`: there is none with this order ID.
 */
export const CALLS: ErrorTable = byMeaning({
  // 40 and 41: there is one already, so we send a status inquiry.
  // 99: listed as final, but also the answer to a status inquiry that failed.
  unclear: '10 40 41 43 45 98 99',
  UNHEALTHY: '11 12 13 2019',
  METHOD: '20 47 1507',
  AMOUNT: '21 22',
  missing: '42',
  // 1100: the balance for payouts is too small.
  LIMIT: '1100',
})
