/**
 * The activity of a merchant's people: logged before each operation, for the merchant's own people to read. Holds no secrets and
 * no bodies.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type Caller, readPerson } from '../../api/caller.ts'

export interface Activity {
  readonly merchantCode: MerchantCode
  /** Undefined: an operator. */
  readonly person: string | undefined
  readonly name: string
  readonly action: string
  readonly subject: string
  readonly detail: object
  readonly requestId?: string | undefined
}

export interface NotedActivity extends Activity {
  readonly id: string
  readonly at: Instant
}

const INSERT = sqlStatement({
  name: 'merchant_activity_insert',
  text: `insert into merchant_activity (merchant_id, id, at, person, name, action, subject, detail, request_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9)`,
})
const PAGE = sqlStatement({
  name: 'merchant_activity_page',
  text: `select merchant_id, id, at, person, name, action, subject, detail, request_id from merchant_activity
    where merchant_id = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at < $3)
      and ($4::uuid is null or id < $4) order by id desc limit $5`,
})

export function activityCall(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  { merchantCode, person, name, action, subject, detail, requestId }: Activity,
): SqlCall {
  const at = clock.now()
  const values = [merchantCode, randomness.uuidV7(at), isoTime(at), person ?? null, name, action, subject]
  return { statement: INSERT, values: [...values, JSON.stringify(detail), requestId ?? null] }
}

/** What a signed-in person does, for the operation's commit. */
export interface OwnOperation {
  readonly action: string
  readonly subject: string
  /** Without secrets. */
  readonly detail: object
}

/** Logs what they do in their own name. @throws ProblemError 403 if the caller uses a token */
export function ownOperationCall(
  deps: Pick<Deps, 'clock' | 'randomness'>,
  { profile, grant }: Pick<Caller, 'profile' | 'grant'>,
  operation: OwnOperation,
): SqlCall {
  const { id, name } = readPerson({ grant })
  return activityCall(deps, { merchantCode: profile.merchantCode, person: id, name, ...operation })
}

export interface ActivityPage {
  readonly from: Instant | undefined
  readonly to: Instant | undefined
  /** The last one of the previous page; IDs sort by time. */
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function readActivity(
  database: Database,
  merchantCode: MerchantCode,
  { from, to, after, limit }: ActivityPage,
): Promise<readonly NotedActivity[]> {
  const since = from === undefined ? null : isoTime(from)
  const before = to === undefined ? null : isoTime(to)
  const rows = await database.run(PAGE, [merchantCode, since, before, after ?? null, limit])
  return rows.map(readRow)
}

const readRow = (row: RowOf<'merchant_activity_page'>): NotedActivity => ({
  merchantCode: row.merchant_id,
  id: row.id,
  at: row.at,
  person: row.person ?? undefined,
  name: row.name,
  action: row.action,
  subject: row.subject,
  detail: row.detail as object,
  requestId: row.request_id ?? undefined,
})
