/** Legal holds: payments whose personal data must not be erased, whatever their term is. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import {
  isPaymentKind,
  type MerchantCode,
  type PaymentKey,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'

export interface LegalHold {
  readonly id: string
  readonly merchantId: MerchantCode
  /** Undefined: all payments of the merchant. */
  readonly payment: { readonly key: PaymentKey; readonly kind: PaymentKind; readonly id: string } | undefined
  readonly reason: string
  readonly setBy: string
  readonly setAt: Instant
  readonly released: { readonly by: string; readonly at: Instant } | undefined
}

const SET = sqlStatement({
  name: 'legal_hold_set',
  text: `insert into legal_hold (id, merchant_id, key, kind, payment_id, reason, set_by, set_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
})
const PAGE = sqlStatement({
  name: 'legal_hold_page',
  text: `select * from legal_hold where ($1::text is null or merchant_id = $1) and ($2::uuid is null or id < $2)
      and ($3::boolean is null or (released_at is null) = $3) order by id desc limit $4`,
})
const LOCKED = sqlStatement({
  name: 'legal_hold_locked',
  text: 'select * from legal_hold where id = $1 for update',
})
const RELEASE = sqlStatement({
  name: 'legal_hold_release',
  text: 'update legal_hold set released_by = $2, released_at = $3 where id = $1',
})
const ACTIVE = sqlStatement({
  name: 'legal_hold_active',
  text: 'select merchant_id, key from legal_hold where merchant_id = any($1::text[]) and released_at is null',
})

export async function setHold(database: Database, hold: LegalHold, line: AuditLine): Promise<void> {
  const { id, merchantId, payment, reason, setBy, setAt } = hold
  const of = [payment?.key ?? null, payment?.kind ?? null, payment?.id ?? null]
  const values = [id, merchantId, ...of, reason, setBy, isoTime(setAt)]
  await database.batch([{ statement: SET, values }, auditCall(line)])
}

export interface HoldsPage {
  readonly merchantId: string | undefined
  readonly active: boolean | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function readHolds(
  database: Database,
  { merchantId, active, after, limit }: HoldsPage,
): Promise<readonly LegalHold[]> {
  return (await database.run(PAGE, [merchantId ?? null, after ?? null, active ?? null, limit])).map(holdOf)
}

export async function findHold(database: Database, id: string): Promise<LegalHold | undefined> {
  const [row] = await database.run(LOCKED, [id])
  return row && holdOf(row)
}

/** @returns false if there is none, or it was released before */
export async function releaseHold(
  database: Database,
  id: string,
  by: string,
  line: AuditLine,
): Promise<boolean> {
  return database.transact([{ statement: LOCKED, values: [id] }] as const, ([[row]]) => {
    if (!row || row.released_at !== null) return { calls: [], outcome: false }
    const release = { statement: RELEASE, values: [id, by, isoTime(line.at)] }
    return { calls: [release, auditCall(line)], outcome: true }
  })
}

function holdOf(row: RowOf<'legal_hold_page'> | RowOf<'legal_hold_locked'>): LegalHold {
  const { key, kind, payment_id: id, released_by: by, released_at: at } = row
  return {
    id: row.id,
    merchantId: row.merchant_id,
    payment:
      key === null || id === null || !isPaymentKind(kind) ? undefined : { key: paymentKey(key), kind, id },
    reason: row.reason,
    setBy: row.set_by,
    setAt: row.set_at,
    released: by === null || at === null ? undefined : { by, at },
  }
}

/** Whether a payment is held: itself, the payin that it refunds, or all payments of its merchant. */
export type IsHeld = (payment: Payment) => boolean

export async function holdsOf(database: Database, merchantIds: readonly string[]): Promise<IsHeld> {
  const rows = await database.run(ACTIVE, [[...new Set(merchantIds)]])
  const held = new Set(rows.map(({ merchant_id, key }) => `${merchant_id}/${key ?? ''}`))
  return ({ merchantId, key, request }) =>
    ['', key, request.refund?.payinKey ?? key].some((each) => held.has(`${merchantId}/${each}`))
}
