/** The database rows of the request log: written in bulk, read in pages, deleted by age and number. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantOrderId, type MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { ElementType } from '@sluice/database/binary-array.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { UNFORCED } from '@sluice/database/unforced.ts'

/** A request that has its response. */
export interface NotedRequest {
  readonly merchantCode: MerchantCode
  /** A time-ordered UUID. */
  readonly id: string
  readonly at: Instant
  readonly method: string
  /** The path's template: `/payins/:idPayin`. */
  readonly route: string
  readonly status: number
  /** The problem code, if it was refused. */
  readonly code: string | undefined
  /** The first parameter of the path, as the client sent it. */
  readonly subject: string | undefined
  readonly durationMs: number
  /** `key:ID`, `secret:ID`, `link:ID`, `trial:ID`, `person:NAME` */
  readonly madeBy: string
}

const COLUMNS = [
  ['merchant_id', 'text'],
  ['id', 'uuid'],
  ['at', 'timestamptz'],
  ['method', 'text'],
  ['route', 'text'],
  ['status', 'smallint'],
  ['code', 'text'],
  ['subject', 'text'],
  ['duration_ms', 'integer'],
  ['made_by', 'text'],
] as const satisfies readonly (readonly [string, ElementType])[]

/** Binary arrays, unnested side by side, cost half as much as text arrays in the `from` clause. */
const ROWS = `insert into request_log (${COLUMNS.map(([name]) => name).join(', ')})
    select ${COLUMNS.map(([, type], index) => `unnest($${index + 1}::${type}[])`).join(', ')} where ${UNFORCED}`
const TO_BUCKETS = { each: 'own', merchants: 1, with: COLUMNS.slice(1).map((_, index) => index + 2) } as const
const INSERT = sqlStatement({ name: 'request_log_insert', whose: TO_BUCKETS, text: ROWS })
const INSERT_AGAIN = sqlStatement({
  name: 'request_log_insert_again',
  whose: TO_BUCKETS,
  text: `${ROWS} on conflict do nothing`,
})
const PAGE = sqlStatement({
  name: 'request_log_page',
  whose: 1,
  text: `select * from request_log where merchant_id = $1
      and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3) and ($4::uuid is null or id < $4)
      and (cardinality($5::text[]) = 0 or status::text = any($5) or (status / 100)::text || 'xx' = any($5))
      and ($6::text is null or subject = $6)
    order by id desc limit $7`,
})
const TRIM = sqlStatement({
  name: 'request_log_trim',
  whose: 1,
  text: `delete from request_log where merchant_id = $1
    and id <= (select id from request_log where merchant_id = $1 order by id desc offset $2::integer limit 1)`,
})
const END = sqlStatement({
  name: 'request_log_end',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `delete from request_log where merchant_id = any($1::text[]) and id < $2::uuid`,
})

const MAX_MS = 2_147_483_647

/**
 * @param noted grouped by merchant, because the index is written in that order
 * @param isAgain a retry after a write whose result is unknown: rows that exist stay as they are
 */
export async function insertRequests(
  database: Database,
  noted: readonly NotedRequest[],
  isAgain: boolean,
): Promise<void> {
  const rows = noted.map(rowOf)
  const arrays = COLUMNS.map(([name, type]) => ({ type, elements: rows.map((row) => row[name]) }))
  await database.run(isAgain ? INSERT_AGAIN : INSERT, arrays)
}

const rowOf = (noted: NotedRequest) => ({
  merchant_id: noted.merchantCode,
  id: noted.id,
  at: isoTime(noted.at),
  method: noted.method,
  route: noted.route,
  status: noted.status,
  code: noted.code ?? null,
  // Text that cannot be an ID may be a secret in the wrong place, so it is not stored.
  subject: noted.subject !== undefined && isMerchantOrderId(noted.subject) ? noted.subject : null,
  duration_ms: Math.min(Math.max(Math.round(noted.durationMs), 0), MAX_MS),
  made_by: noted.madeBy,
})

export interface RequestPage {
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** The last row of the page before. */
  readonly after: string | undefined
  /** Statuses such as `409` or classes such as `4xx`; empty: all. */
  readonly statuses: readonly string[]
  /** The ID in the path. */
  readonly subject: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function readRequests(
  database: Database,
  merchantCode: MerchantCode,
  { from, to, after, statuses, subject, limit }: RequestPage,
): Promise<readonly NotedRequest[]> {
  const since = from === undefined ? null : isoTime(from)
  const before = to === undefined ? null : isoTime(to)
  const values = [merchantCode, since, before, after ?? null, statuses, subject ?? null, limit]
  return (await database.run(PAGE, values)).map(readRow)
}

const readRow = (row: RowOf<'request_log_page'>): NotedRequest => ({
  merchantCode: row.merchant_id,
  id: row.id,
  at: row.at,
  method: row.method,
  route: row.route,
  status: row.status,
  code: row.code ?? undefined,
  subject: row.subject ?? undefined,
  durationMs: row.duration_ms,
  madeBy: row.made_by,
})

/** Keeps the merchant's newest rows and deletes the others. */
export async function trimRequests(database: Database, merchantCode: string, keep: number): Promise<void> {
  await database.run(TRIM, [merchantCode, keep])
}

/** Deletes the rows of these merchants from before a time. */
export async function endRequests(
  database: Database,
  merchantCodes: readonly string[],
  before: Instant,
): Promise<void> {
  await database.run(END, [merchantCodes, firstIdOf(before)])
}

/** No UUIDv7 made at this time or later is smaller. */
const firstIdOf = (at: Instant): string => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
