/**
 * What was sent to providers: one row for each reference that was ever sent to an account, written before the first call.
 *
 * From it every node knows, at any later time, which try is the first; which payment a reference belongs to (providers do not know our
 * merchants); and with which identity of the account it was first sent, because another account does not know it.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'

const BEGIN = sqlStatement({
  name: 'provider_order_begin',
  whose: 3,
  text: `insert into provider_order (processor, reference, merchant_id, kind, payment_id, begun_at, tries, is_closed, identity, tried_at)
    values ($1, $2, $3, $4, $5, $6, 1, false, $7, $6)
    on conflict (processor, reference) do update set tries = provider_order.tries + 1,
      begun_at = case when provider_order.tries = 0 then excluded.begun_at else provider_order.begun_at end,
      identity = case when provider_order.tries = 0 then excluded.identity else provider_order.identity end,
      tried_before_at = coalesce(provider_order.tried_at, provider_order.begun_at), tried_at = excluded.tried_at
    returning tries, is_closed, identity, begun_at, tried_before_at`,
})
const RELEASE = sqlStatement({
  name: 'provider_order_release',
  whose: { each: 'rows' },
  text: `update provider_order set tries = 0 where processor = $1 and reference = $2 and tries = 1 and not is_closed`,
})
const CLOSE = sqlStatement({
  name: 'provider_order_close',
  whose: { each: 'rows' },
  text: `update provider_order set is_closed = true where processor = $1 and reference = $2 and tries = 1 returning 1 as closed`,
})
const UNTRY = sqlStatement({
  name: 'provider_order_untry',
  whose: { each: 'rows' },
  text: 'update provider_order set tried_at = tried_before_at where processor = $1 and reference = $2 and tries = $3',
})
/** If another node has tried it meanwhile, that try counts. */
const TRIED = sqlStatement({
  name: 'provider_order_tried',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `insert into provider_order (processor, reference, merchant_id, kind, payment_id, begun_at, tries, is_closed, identity, tried_at)
    select $2, r.reference, r.merchant_id, r.kind, r.payment_id, r.at, 1, false, $3, r.at
      from json_to_recordset($1::json) as r(reference text, merchant_id text, kind text, payment_id text, at timestamptz)
    on conflict (processor, reference) do update set tries = greatest(provider_order.tries, 1)`,
})
const FOUND = `select reference, merchant_id, kind, payment_id, identity, coalesce(tried_at, begun_at) as tried_at
    from provider_order where processor = $1`
/** Almost all look-ups are for one reference. For a list PostgreSQL planned each time, assuming ten. */
const FIND_ONE = sqlStatement({
  name: 'provider_order_find_one',
  whose: { each: 'rows' },
  text: `${FOUND} and reference = $2`,
  neverNull: ['tried_at'],
})
const FIND = sqlStatement({
  name: 'provider_order_find',
  whose: { each: 'rows' },
  text: `${FOUND} and reference = any($2)`,
  neverNull: ['tried_at'],
})

/** The account that sends. */
export interface Sender {
  readonly processor: string
  /** See `AccountRecord`. */
  readonly identity: string | undefined
}

export type Begun =
  | { readonly type: 'first' }
  /** `identity`: with which it was first sent. */
  | {
      readonly type: 'again'
      /** The number of this attempt. */
      readonly tries: number
      readonly begunAt: Instant
      readonly lastTriedAt: Instant
      readonly identity: string | undefined
    }
  /** The provider has nothing under it, and nothing may be sent. */
  | { readonly type: 'closed' }

export async function beginOrder(
  database: Database,
  { processor, identity }: Sender,
  reference: string,
  { merchantId, kind, id }: Payment,
  at: Instant,
): Promise<Begun> {
  const values = [processor, reference, merchantId, kind, id, isoTime(at), identity ?? null]
  const [row] = await database.run(BEGIN, values)
  assert(row, 'what is begun is written down')
  if (row.is_closed === true) return { type: 'closed' }
  const tries = Number(row.tries)
  if (tries === 1) return { type: 'first' }
  // What stands in a column is what was written above.
  const [begunAt, lastTriedAt] = [row.begun_at, row.tried_before_at as Instant]
  return { type: 'again', tries, begunAt, lastTriedAt, identity: identityIn(row) }
}

/** The first try has sent nothing, so the next one is the first, unless another has begun meanwhile. */
export async function releaseOrder(database: Database, processor: string, reference: string): Promise<void> {
  await database.run(RELEASE, [processor, reference])
}

const identityIn = ({
  identity,
}: RowOf<'provider_order_begin' | 'provider_order_find_one' | 'provider_order_find'>): string | undefined =>
  identity ?? undefined

/**
 * The first try has certainly failed: no node sends anything under this reference again. Status inquiries are still possible, in case the
 * provider changes its mind.
 * @returns false if another try has begun meanwhile, which may have been accepted
 */
export async function closeOrder(database: Database, processor: string, reference: string): Promise<boolean> {
  return (await database.run(CLOSE, [processor, reference])).length > 0
}

/** A later try has certainly sent nothing: the time of the last try is set back, unless another try has begun meanwhile. */
export async function untryOrder(
  database: Database,
  processor: string,
  reference: string,
  tries: number,
): Promise<void> {
  await database.run(UNTRY, [processor, reference, tries])
}

/** From now on no try of these is the first. The time of their last try is not known, so it is that of their create. */
export async function noteTried(
  database: Database,
  { processor, identity }: Sender,
  tried: readonly { readonly payment: Payment; readonly reference: string }[],
): Promise<void> {
  if (tried.length === 0) return
  const rows = tried.map(({ reference, payment: { merchantId, kind, id, createdAt } }) => ({
    reference,
    merchant_id: merchantId,
    kind,
    payment_id: id,
    at: isoTime(createdAt),
  }))
  await database.run(TRIED, [JSON.stringify(rows), processor, identity ?? null])
}

export interface OrderOf {
  readonly reference: string
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  /** With which it was first sent. */
  readonly identity: string | undefined
  readonly lastTriedAt: Instant
}

/** @param references at most some hundred; those that were never sent are left out */
export async function findOrders(
  database: Database,
  processor: string,
  references: readonly string[],
): Promise<readonly OrderOf[]> {
  assert(references.length <= 1_000, 'a notification is bounded before it is looked up')
  const [only] = references
  const rows =
    references.length === 1 && only !== undefined
      ? await database.run(FIND_ONE, [processor, only])
      : await database.run(FIND, [processor, references])
  return rows.map((row) => ({
    reference: row.reference,
    merchantId: row.merchant_id,
    kind: row.kind,
    id: row.payment_id,
    identity: identityIn(row),
    lastTriedAt: row.tried_at,
  }))
}
