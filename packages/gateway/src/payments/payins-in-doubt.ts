/**
 * Whether a payin's money may be missing: its processor denies what made it a SUCCESS, or the bank or the blockchain
 * has reversed it. Until an operator has decided, the payin is not refunded, because the merchant's balance would pay
 * for money that never came. If it was decided that the money is gone, a refund would pay the payer a second time; if
 * it never came, a refund would return what was not paid.
 *
 * This is checked before a refund is decided on, and again in the commit that creates it or sends it on
 * (`Change.makesRefund`), under the lock of the payin. Everything that brings a payin into doubt holds that lock, too:
 * it changes the payin, or names it (`payinsNamedBy`). So of a refund and a doubt at the same moment the later one sees
 * the earlier one, on however many nodes.
 */
import { isMerchantCode, isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database, Row, SqlCall } from '@sluice/database/port.ts'
import { callWithRows, givenRows, type RowColumns, type RowsStatement } from '@sluice/database/row-arrays.ts'
import type { Change } from './change.ts'

/** A case of the payin itself, which it also names. */
const VANISHED = 'CHAIN_REORG' satisfies CaseReason
/** Cases of the payin itself. The change that opens one changes the payin, or names it. */
const DENIED = [
  'REJECTED_AFTER_SUCCESS',
  'AMOUNT_CONTRADICTED',
  'FUNDS_NOT_RECEIVED',
  VANISHED,
] as const satisfies CaseReason[]
/** A case in no merchant's books; it names the payins that it may be about. */
const REVERSED = 'CREDIT_REVERSED' satisfies CaseReason

export type Doubt = 'IN_DOUBT' | 'WITHDRAWN' | 'FUNDS_NOT_RECEIVED'

/** The refusal of a change that would refund money that may be missing. */
export const DOUBTED_REFUSAL = 'IN_DOUBT'

const PAYIN: RowColumns = [
  ['merchant_id', 'text'],
  ['id', 'text'],
  ['key', 'uuid'],
]

/** By the index `case_file_of_payment`. */
const ownCases = `select from case_file c where c.merchant_id = r.merchant_id and c.payment_key = r.key`
/** By the index `case_file_reversed`. */
const reversals = `select from case_file c where c.merchant_id = '~gateway' and c.reason = '${REVERSED}'
  and c.detail -> 'candidates' @> jsonb_build_array(jsonb_build_object('merchantCode', r.merchant_id, 'kind', 'payin', 'id', r.id))`
const decided = (how: string): string =>
  `exists (select from case_decision d where d.merchant_id = c.merchant_id and d.case_key = c.key and (${how}))`

const READ_DOUBTS: RowsStatement = {
  name: 'payin_doubts',
  whose: { each: 'own', merchants: 1, with: [2, 3] },
  columns: PAYIN,
  text: `select r.merchant_id, r.id, d.doubt from ${givenRows(PAYIN)} cross join lateral (select case
      when exists (${ownCases} and c.closed_at is null and c.reason in (${DENIED.map((reason) => `'${reason}'`).join(', ')}))
        or exists (${reversals} and c.closed_at is null) then 'IN_DOUBT'
      when exists (${reversals}
        and ${decided(`d.action = 'write-off' or (d.action = 'credit' and d.detail ->> 'merchantCode' = r.merchant_id)`)})
        or exists (${ownCases} and c.reason = '${VANISHED}' and ${decided(`d.action in ('write-off', 'credit')`)}) then 'WITHDRAWN'
      when exists (${ownCases} and c.reason = 'FUNDS_NOT_RECEIVED' and ${decided(`d.action in ('write-off', 'credit')`)}) then 'FUNDS_NOT_RECEIVED'
    end as doubt offset 0) d
    where d.doubt is not null`,
}

export type PayinName = Pick<Payment, 'merchantId' | 'id' | 'key'>

/** @returns a row for each that is in doubt: `merchant_id`, `id` */
export const readDoubts = (payins: readonly PayinName[]): SqlCall =>
  callWithRows(
    READ_DOUBTS,
    payins.map(({ merchantId, id, key }) => ({ merchant_id: merchantId, id, key })),
  )

export const isOfDoubts = ({ statement }: SqlCall): boolean => statement === READ_DOUBTS

/** @returns undefined if its money is not in doubt */
export async function doubtOf(
  { database }: { readonly database: Database },
  payin: PayinName,
): Promise<Doubt | undefined> {
  const { statement, values } = readDoubts([payin])
  const [row] = await database.run(statement, values)
  return row && doubtIn(row)
}

const DOUBTS: readonly Doubt[] = ['IN_DOUBT', 'WITHDRAWN', 'FUNDS_NOT_RECEIVED']
const doubtIn = (row: Row): Doubt => DOUBTS.find((each) => each === row.doubt) ?? 'IN_DOUBT'

/**
 * Payins that a change brings into doubt without moving them: it names them as candidates for money that the bank or
 * the blockchain has reversed.
 */
export function payinsNamedBy({ subject }: Change): readonly Omit<PayinName, 'key'>[] {
  if (subject.type !== 'fund') return []
  const named = subject.cases.flatMap(({ reason, detail: { candidates } }) =>
    (reason === REVERSED || reason === VANISHED) && Array.isArray(candidates)
      ? candidates.flatMap(payinIn)
      : [],
  )
  return [...new Map(named.map((payin) => [`${payin.merchantId}/${payin.id}`, payin])).values()]
}

function payinIn(candidate: unknown): readonly Omit<PayinName, 'key'>[] {
  if (!(candidate instanceof Object) || !('kind' in candidate) || candidate.kind !== 'payin') return []
  if (!('merchantCode' in candidate) || !('id' in candidate)) return []
  const { merchantCode: merchantId, id } = candidate
  if (typeof merchantId !== 'string' || !isMerchantCode(merchantId)) return []
  return typeof id === 'string' && isMerchantOrderId(id) ? [{ merchantId, id }] : []
}
