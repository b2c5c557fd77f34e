/**
 * Status updates that came before their payment was committed.
 *
 * One row for each name and meaning: a processor may use one name for two facts, and neither must hide the other.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'

const KEEP = sqlStatement({
  name: 'status_update_store',
  whose: 1,
  text: `insert into status_update (merchant_id, kind, id, status_update_id, body, received_at, due_at, tries)
    values ($1, $2, $3, $4, $5::text::jsonb, $6, $7, 0) on conflict (merchant_id, kind, id, status_update_id) do nothing`,
})
const KEPT = sqlStatement({
  name: 'status_update_stored',
  whose: 'part',
  ofQueue: true,
  text: 'select status_update_id, body, received_at, tries from status_update where due_at <= $1 order by due_at, merchant_id, id limit $2',
})
/** When the first one is due; part of the query for due work. */
export const firstKeptDue = (until: string): string =>
  `select due_at from status_update where due_at <= ${until} order by due_at limit 1`

const KEPT_OF_PAYMENT = sqlStatement({
  name: 'status_update_stored_of_payment',
  whose: 1,
  text: `select status_update_id, body, received_at, tries from status_update where merchant_id = $1 and kind = $2 and id = $3
    order by received_at, status_update_id limit 20`,
})
const KEEP_ON = sqlStatement({
  name: 'status_update_store_on',
  whose: 1,
  text: `update status_update set due_at = $5, tries = tries + 1
    where merchant_id = $1 and kind = $2 and id = $3 and status_update_id = $4`,
})
const FORGET = sqlStatement({
  name: 'status_update_forget',
  whose: 1,
  text: 'delete from status_update where merchant_id = $1 and kind = $2 and id = $3 and status_update_id = $4',
})

export interface StoredStatusUpdate {
  readonly statusUpdate: StatusUpdate
  /** The name of its row, as it was written. */
  readonly name: string
  readonly receivedAt: Instant
  readonly tries: number
}

export async function keep(database: Database, statusUpdate: StatusUpdate, dueAt: Instant): Promise<void> {
  const { merchantId, kind, id, processor, statusUpdateId, statusChange, at } = statusUpdate
  const name = `${processor}:${statusUpdateId}:${statusChange.type}`
  await database.run(KEEP, [merchantId, kind, id, name, toJson(statusUpdate), isoTime(at), isoTime(dueAt)])
}

export async function storedStatusUpdates(
  database: Database,
  now: Instant,
  atMost: number,
): Promise<readonly StoredStatusUpdate[]> {
  return (await database.run(KEPT, [isoTime(now), atMost])).map(rowToKept)
}

/** The stored status updates of one payment, the oldest first. */
export async function storedStatusUpdatesOf(
  database: Database,
  { merchantId, kind, id }: Pick<StatusUpdate, 'merchantId' | 'kind' | 'id'>,
): Promise<readonly StoredStatusUpdate[]> {
  return (await database.run(KEPT_OF_PAYMENT, [merchantId, kind, id])).map(rowToKept)
}

const rowToKept = (row: RowOf<'status_update_stored'>): StoredStatusUpdate => ({
  statusUpdate: fromJson(row.body as StoredStatusUpdateRow),
  name: row.status_update_id,
  receivedAt: row.received_at,
  tries: row.tries,
})

export async function keepOn(database: Database, kept: StoredStatusUpdate, dueAt: Instant): Promise<void> {
  await database.run(KEEP_ON, [...keyOf(kept), isoTime(dueAt)])
}

export async function forget(database: Database, kept: StoredStatusUpdate): Promise<void> {
  await database.run(FORGET, keyOf(kept))
}

const keyOf = ({ statusUpdate: { merchantId, kind, id }, name }: StoredStatusUpdate): string[] => [
  merchantId,
  kind,
  id,
  name,
]

interface StoredMoney {
  readonly currency: CurrencyCode
  readonly amountMinor: string
}
/** As `toJson` wrote it: amounts as text. */
type StoredStatusUpdateRow = Omit<StatusUpdate, 'statusChange'> & {
  readonly statusChange:
    | Exclude<StatusUpdate['statusChange'], { received: Money }>
    | { readonly type: 'paid' | 'returned'; readonly received: StoredMoney }
}

const toJson = (statusUpdate: StatusUpdate): string =>
  JSON.stringify(statusUpdate, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

function fromJson(stored: StoredStatusUpdateRow): StatusUpdate {
  const { statusChange } = stored
  if (!('received' in statusChange)) return { ...stored, statusChange }
  const received = {
    currency: statusChange.received.currency,
    amountMinor: minor(BigInt(statusChange.received.amountMinor)),
  }
  return { ...stored, statusChange: { ...statusChange, received } }
}
