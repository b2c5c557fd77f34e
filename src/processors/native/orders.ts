/**
 * What was asked of providers: one row for each reference that was ever sent to an account, written before the first call.
 *
 * It says which try is the first, for ever and on every node, and whose a reference is that a notification names: the provider knows
 * no merchants.
 */
import type { Database, SqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKind } from '../../foundation/identifiers.ts'
import { isoTime } from '../../foundation/instants.ts'
import { assert } from '../../foundation/result.ts'
import type { Payment } from '../../payments/model.ts'

const BEGIN: SqlStatement = {
  name: 'provider_order_begin',
  text: `insert into provider_order (processor, reference, merchant_id, kind, payment_id, begun_at, tries, is_closed)
    values ($1, $2, $3, $4, $5, $6, 1, false)
    on conflict (processor, reference) do update set tries = provider_order.tries + 1 returning tries, is_closed`,
}
const CLOSE: SqlStatement = {
  name: 'provider_order_close',
  text: `update provider_order set is_closed = true where processor = $1 and reference = $2 and tries = 1 returning 1 as closed`,
}
const FIND: SqlStatement = {
  name: 'provider_order_find',
  text: `select merchant_id, kind, payment_id from provider_order where processor = $1 and reference = any($2)`,
}

/** `closed`: nothing was taken on under it, and nothing may be sent. */
export type Begun = 'first' | 'again' | 'closed'

export async function beginOrder(
  database: Database,
  processor: string,
  reference: string,
  { merchantId, kind, id }: Payment,
  at: Instant,
): Promise<Begun> {
  const values = [processor, reference, merchantId, kind, id, isoTime(at)]
  const [row] = await database.run(BEGIN, values)
  if (row?.is_closed === true) return 'closed'
  return Number(row?.tries) === 1 ? 'first' : 'again'
}

/**
 * Nothing comes of the first try, for certain: nothing is sent under this reference any more, on whichever node somebody still tries. It
 * can be asked about all the same: a provider may think better of what it has refused.
 * @returns false where another try has begun meanwhile, which may have had it taken on
 */
export async function closeOrder(database: Database, processor: string, reference: string): Promise<boolean> {
  return (await database.run(CLOSE, [processor, reference])).length > 0
}

export interface OrderOf {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
}

/** @param references at most some hundred; those that were never sent are passed over */
export async function findOrders(
  database: Database,
  processor: string,
  references: readonly string[],
): Promise<readonly OrderOf[]> {
  assert(references.length <= 1_000, 'a notification is bounded before it is looked up')
  const rows = await database.run(FIND, [processor, references])
  // What stands in a column is what was written above.
  return rows.map((row) => ({
    merchantId: row.merchant_id as MerchantCode,
    kind: row.kind as PaymentKind,
    id: row.payment_id as MerchantOrderId,
  }))
}
