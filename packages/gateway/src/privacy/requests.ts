/**
 * Persons' requests for erasure, and the payments that wait for their time. A request keeps no personal data: the
 * identifier is a hash under a key that only this request has, sealed with the master key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { type MerchantCode, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { PERSONAL_CATEGORIES, type PersonalCategory } from '@sluice/core/payment/erased.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { PaymentName } from '../payments/erasing.ts'
import { identifierText } from '../search/erasing.ts'

export interface ErasureRequest {
  readonly id: string
  /** Undefined: of all merchants. */
  readonly merchantCode: MerchantCode | undefined
  /** HMAC-SHA-256 of the identifier, in hexadecimal. */
  readonly hash: string
  readonly keySealed: string
  readonly requestedBy: string
  readonly approvedBy: string | undefined
  readonly requestedAt: Instant
  readonly found: number
  readonly categories: readonly PersonalCategory[]
  readonly erased: number
}

/** A payment that waits, and for which request. */
export interface DuePayment extends PaymentName {
  readonly requestId: string
  readonly dueAt: Instant
}

/** In place of a request: only the merchant's term. */
export const BY_TERM = '00000000-0000-0000-0000-000000000000'

const contextOf = (id: string): string => `erasure request ${id}`

export const SEALED_ERASURE_KEYS = sealedColumn({
  what: 'keys of erasure receipts',
  table: 'erasure_request',
  column: 'key_sealed',
  key: ['id'],
  contextOf: ({ id }) => contextOf(String(id)),
})

const KEY_BYTES = 32

const hashed = (key: Uint8Array, identifier: string): Buffer =>
  createHmac('sha256', key)
    .update(identifierText(identifier) ?? '')
    .digest()

/** The hash by which a receipt proves whose request it was. */
export function hashFor(
  id: string,
  identifier: string,
  masterKey: MasterKey,
  { randomness }: Pick<Deps, 'randomness'>,
): Pick<ErasureRequest, 'hash' | 'keySealed'> {
  const key = randomness.bytes(KEY_BYTES)
  return {
    hash: hashed(key, identifier).toString('hex'),
    keySealed: seal(masterKey, key, contextOf(id), randomness),
  }
}

export function wasRequestedFor(
  { id, hash, keySealed }: ErasureRequest,
  identifier: string,
  masterKey: MasterKey,
): boolean {
  const key = open(masterKey, keySealed, contextOf(id))
  assert(key.ok, 'a known master key opens the key of a receipt')
  return timingSafeEqual(hashed(key.value, identifier), Buffer.from(hash, 'hex'))
}

const CREATE = sqlStatement({
  name: 'erasure_request_create',
  text: `insert into erasure_request (id, merchant_id, hash, key_sealed, requested_by, approved_by, requested_at, found, categories, erased)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)`,
})
const PUT_DUE = sqlStatement({
  name: 'erasure_due_put',
  text: `insert into erasure_due (merchant_id, key, request_id, due_at)
    select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[])
    on conflict (merchant_id, key, request_id) do update set due_at = excluded.due_at`,
})
const DROP_DUE = sqlStatement({
  name: 'erasure_due_drop',
  text: `delete from erasure_due d using unnest($1::text[], $2::uuid[], $3::uuid[]) as r(merchant_id, key, request_id)
    where d.merchant_id = r.merchant_id and d.key = r.key and d.request_id = r.request_id`,
})
const COUNT_ERASURE = sqlStatement({
  name: 'erasure_counted',
  text: `with gone as (delete from erasure_due where merchant_id = $1 and key = $2 returning request_id)
    update erasure_request q set erased = q.erased + 1 from gone where q.id = gone.request_id`,
})
const DUE = sqlStatement({
  name: 'erasure_due_page',
  text: `select merchant_id, key, request_id, due_at from erasure_due where due_at <= $1 order by due_at, merchant_id, key limit $2`,
})
const OF_REQUEST = sqlStatement({
  name: 'erasure_due_of_request',
  text: `select merchant_id, key, request_id, due_at from erasure_due where request_id = $1 order by due_at limit $2`,
})
const PAGE = sqlStatement({
  name: 'erasure_request_page',
  text: `select * from erasure_request where ($1::text is null or merchant_id = $1) and ($2::uuid is null or id < $2)
    order by id desc limit $3`,
})
const ONE = sqlStatement({
  name: 'erasure_request_one',
  text: 'select * from erasure_request where id = $1',
})

/** Stores the request and everything it waits for with its line of the audit log. */
export async function createRequest(
  database: Database,
  request: ErasureRequest,
  due: readonly DuePayment[],
  line: AuditLine,
): Promise<void> {
  const { id, merchantCode, hash, keySealed, requestedBy, approvedBy, requestedAt, found, categories } =
    request
  const values = [
    ...[id, merchantCode ?? null, hash, keySealed, requestedBy, approvedBy ?? null],
    ...[isoTime(requestedAt), found, categories.join(',')],
  ]
  await database.batch([{ statement: CREATE, values }, dueCall(due), auditCall(line)])
}

export const dueCall = (due: readonly DuePayment[]): SqlCall => ({
  statement: PUT_DUE,
  values: [...namesOf(due), due.map(({ dueAt }) => isoTime(dueAt))],
})

export const dropCall = (due: readonly DuePayment[]): SqlCall => ({
  statement: DROP_DUE,
  values: namesOf(due),
})

const namesOf = (due: readonly DuePayment[]) => [
  due.map(({ merchantId }) => merchantId),
  due.map(({ key }) => key),
  due.map(({ requestId }) => requestId),
]

/** For the commit that erases the payment: nothing waits for it any more, and its requests count it. */
export const countedErasure = ({ merchantId, key }: PaymentName): SqlCall => ({
  statement: COUNT_ERASURE,
  values: [merchantId, key],
})

/** What may be due, the longest waiting first. */
export async function readDue(
  database: Database,
  now: Instant,
  limit: number,
): Promise<readonly DuePayment[]> {
  return (await database.run(DUE, [isoTime(now), limit])).map(dueOf)
}

/** What a request still waits for. */
export async function readWaiting(
  database: Database,
  requestId: string,
  limit: number,
): Promise<readonly DuePayment[]> {
  return (await database.run(OF_REQUEST, [requestId, limit])).map(dueOf)
}

const dueOf = (row: RowOf<'erasure_due_page'> | RowOf<'erasure_due_of_request'>): DuePayment => ({
  merchantId: row.merchant_id,
  key: paymentKey(row.key),
  requestId: row.request_id,
  dueAt: row.due_at,
})

export interface RequestsPage {
  readonly merchantCode: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function readErasureRequests(
  database: Database,
  { merchantCode, after, limit }: RequestsPage,
): Promise<readonly ErasureRequest[]> {
  return (await database.run(PAGE, [merchantCode ?? null, after ?? null, limit])).map(requestOf)
}

export async function findErasureRequest(
  database: Database,
  id: string,
): Promise<ErasureRequest | undefined> {
  const [row] = await database.run(ONE, [id])
  return row && requestOf(row)
}

function requestOf(row: RowOf<'erasure_request_page'> | RowOf<'erasure_request_one'>): ErasureRequest {
  const categories = row.categories.split(',')
  return {
    id: row.id,
    merchantCode: row.merchant_id ?? undefined,
    hash: row.hash,
    keySealed: row.key_sealed,
    requestedBy: row.requested_by,
    approvedBy: row.approved_by ?? undefined,
    requestedAt: row.requested_at,
    found: row.found,
    categories: PERSONAL_CATEGORIES.filter((each) => categories.includes(each)),
    erased: row.erased,
  }
}
