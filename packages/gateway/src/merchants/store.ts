/**
 * Merchants in the database: reading, creating and changing them. Each change is one transaction with an audit line that holds
 * the values before and after. Does not validate merchants (callers do), and never returns a secret.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isMerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { uncounted } from '@sluice/database/kept-plans.ts'
import {
  type Database,
  isViolationOf,
  type RowOf,
  type SqlCall,
  sqlStatement,
  type WriteDecision,
} from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { isMemberCapability, type MemberCapability } from './capabilities.ts'
import { type ChangeDetail, changeDetail } from './change-detail.ts'
import type {
  Credential,
  CredentialPurpose,
  Merchant,
  MerchantRecord,
  Product,
  StoredMerchant,
} from './merchant.ts'

/** The line records what really changed, whatever the caller says about the change. */
const withDetail = (line: AuditLine, change: ChangeDetail): AuditLine => ({
  ...line,
  detail: { ...line.detail, ...change },
})

/** All merchants, for statements of other modules: `from ${EVERY_MERCHANT} m`, which has only `merchant_id`. */
export const EVERY_MERCHANT = 'every_merchant'

const CREDENTIALS = `(select coalesce(json_agg(json_build_object('id', c.id, 'purpose', c.purpose, 'value', c.value,
    'at', extract(epoch from c.created_at) * 1000, 'used', extract(epoch from c.used_at) * 1000, 'maker', c.made_by, 'carries', c.carries,
    'confirmed', extract(epoch from c.confirmed_at) * 1000, 'confirmer', c.confirmed_by) order by c.created_at, c.id), '[]'::json)
  from merchant_credential c where c.merchant_id = m.merchant_id and c.removed_at is null) as credentials`

const SOME = sqlStatement({
  name: 'merchant_some',
  text: `select m.*, ${CREDENTIALS} from merchant m where m.merchant_id = any($1::text[])`,
})
const PAGE = sqlStatement({
  name: 'merchant_page',
  text: `select m.*, ${CREDENTIALS} from merchant m where m.merchant_id > $1 order by m.merchant_id limit $2`,
})
const LOCK = sqlStatement({
  name: 'merchant_lock',
  text: `select m.*, ${CREDENTIALS} from merchant m where m.merchant_id = $1 for update of m`,
})
const INSERT = sqlStatement({
  name: 'merchant_insert',
  text: `insert into merchant (merchant_id, name, is_test, status, callback_url, rate_limit_per_second, return_schemes, products,
      checkout, version, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8::text::jsonb, $9::text::jsonb, 1, $10, $11)
    on conflict (merchant_id) do nothing returning merchant_id`,
})
/** With buckets only: without them `every_merchant` is a view. */
const ENTER = sqlStatement({
  name: 'merchant_enter',
  whose: 1,
  text: 'insert into every_merchant (merchant_id) values ($1)',
})
const IS_ENTERED = sqlStatement({
  name: 'merchant_is_entered',
  whose: 1,
  text: 'select from every_merchant where merchant_id = $1',
})
const UPDATE = sqlStatement({
  name: 'merchant_update',
  text: `update merchant set name = $2, status = $3, callback_url = $4, rate_limit_per_second = $5, return_schemes = $6::text::jsonb,
      products = $7::text::jsonb, checkout = $8::text::jsonb, updated_at = $9, version = version + 1 where merchant_id = $1`,
})
const NEXT_VERSION = sqlStatement({
  name: 'merchant_next_version',
  text: 'update merchant set version = version + 1 where merchant_id = $1',
})
const CODES = sqlStatement({
  name: 'merchant_codes_after',
  text: 'select merchant_id from merchant where merchant_id > $1 order by merchant_id limit $2',
})
/** Of a thousand merchants nearly none has changed; those that have not need not be read. */
const CHANGED = sqlStatement({
  name: 'merchant_changed',
  text: `select k.merchant_id from (select unnest(${uncounted('$1::text[]')}) as merchant_id, unnest($2::integer[]) as version) k
    left join merchant m on m.merchant_id = k.merchant_id where m.version is distinct from k.version`,
})
const ADD_CREDENTIAL = sqlStatement({
  name: 'merchant_credential_add',
  text: `insert into merchant_credential (merchant_id, id, purpose, value, created_at, made_by, carries)
    values ($1, $2, $3, $4, $5, $6, $7::text::jsonb)`,
})
const CONFIRM_CREDENTIAL = sqlStatement({
  name: 'merchant_credential_confirm',
  text: `update merchant_credential set confirmed_at = case when $3::text is null then null else $4::timestamptz end, confirmed_by = $3
    where merchant_id = $1 and id = $2 and removed_at is null`,
})
const REMOVE_CREDENTIAL = sqlStatement({
  name: 'merchant_credential_remove',
  text: `update merchant_credential set removed_at = $3 where merchant_id = $1 and id = $2 and removed_at is null`,
})

interface StoredCredential {
  readonly id: string
  readonly purpose: CredentialPurpose
  readonly value: string
  readonly at: number
  readonly used: number | null
  readonly maker: string | null
  readonly carries: unknown
  readonly confirmed: number | null
  readonly confirmer: string | null
}

const readCredential = (stored: StoredCredential): Credential => {
  const { id, purpose, value, at, used, maker, carries, confirmed, confirmer } = stored
  return {
    id,
    purpose,
    value,
    createdAt: at,
    ...(used !== null && { usedAt: used }),
    ...(maker !== null && { madeBy: maker }),
    ...(carries !== null && { carries: capabilitiesIn(carries) }),
    ...(confirmed !== null && confirmer !== null && { confirmed: { by: confirmer, at: confirmed } }),
  }
}

/** Unreadable capabilities allow nothing. */
const capabilitiesIn = (stored: unknown): readonly MemberCapability[] =>
  (Array.isArray(stored) ? stored : []).filter((each) => typeof each === 'string').filter(isMemberCapability)

function rowToRecord(row: RowOf<'merchant_some'>): StoredMerchant {
  const merchant: Merchant = {
    code: row.merchant_id,
    name: row.name,
    isTest: row.is_test,
    status: row.status,
    callbackUrl: row.callback_url ?? undefined,
    rateLimitPerSecond: row.rate_limit_per_second,
    returnSchemes: row.return_schemes as readonly string[],
    products: (row.products ?? undefined) as readonly Product[] | undefined,
    checkout: row.checkout ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
  const credentials = (row.credentials as readonly StoredCredential[]).map(readCredential)
  return { merchant, credentials, version: row.version }
}

/** @param code any text. A text that cannot be a code is not looked up, because a database does not accept every text */
export async function findMerchant(database: Database, code: string): Promise<MerchantRecord | undefined> {
  if (!isMerchantCode(code)) return undefined
  const [record] = await findMerchants(database, [code])
  return record
}

/** @returns a record or undefined for each code, in their order */
export async function findMerchants(
  database: Database,
  codes: readonly string[],
): Promise<readonly (StoredMerchant | undefined)[]> {
  const rows = await database.run(SOME, [codes])
  const records = new Map<string, StoredMerchant>(
    rows.map(rowToRecord).map((record) => [record.merchant.code, record]),
  )
  return codes.map((code) => records.get(code))
}

/** @param versions the known version of each code @returns the codes that have another version now, or no longer exist */
export async function changedMerchants(
  database: Database,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  const rows = await database.run(CHANGED, [
    { type: 'text', elements: [...versions.keys()] },
    { type: 'integer', elements: [...versions.values()] },
  ])
  return new Set(rows.map((row) => String(row.merchant_id)))
}

/** Sorted by code, after `after` (empty: from the start). */
export async function pageOfMerchants(
  database: Database,
  after: string,
  limit: number,
): Promise<readonly MerchantRecord[]> {
  return (await database.run(PAGE, [after, limit])).map(rowToRecord)
}

/** Only codes, sorted, after `after` (empty: from the start). */
export async function merchantCodesAfter(
  database: Database,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  return (await database.run(CODES, [after, limit])).map((row) => String(row.merchant_id))
}

const credentialCall = (code: string, credential: Credential): SqlCall => ({
  statement: ADD_CREDENTIAL,
  values: [
    code,
    credential.id,
    credential.purpose,
    credential.value,
    isoTime(credential.createdAt),
    credential.madeBy ?? null,
    credential.carries ? JSON.stringify(credential.carries) : null,
  ],
})

/**
 * Before the merchant is created at home, so that nobody has payments in a bucket that does not know them. A bucket may know a
 * merchant who was not created after all: it has no payments.
 */
async function enterBucket({ buckets }: Database, code: string): Promise<void> {
  if (buckets === undefined) return
  const part = buckets.of(code)
  if ((await part.run(IS_ENTERED, [code])).length > 0) return
  await part.run(ENTER, [code]).catch((error: unknown) => {
    if (!isViolationOf(error, 'every_merchant_pkey')) throw error
  })
}

/** All in one transaction. The code may already be in use. */
export async function createMerchant(
  database: Database,
  { merchant, credentials }: MerchantRecord,
  audit: AuditLine,
): Promise<Result<undefined, 'ALREADY_EXISTS'>> {
  const insert: SqlCall = {
    statement: INSERT,
    values: [
      merchant.code,
      merchant.name,
      merchant.isTest,
      merchant.status,
      merchant.callbackUrl ?? null,
      merchant.rateLimitPerSecond,
      JSON.stringify(merchant.returnSchemes),
      JSON.stringify(merchant.products ?? null),
      JSON.stringify(merchant.checkout ?? null),
      isoTime(merchant.createdAt),
      isoTime(merchant.updatedAt),
    ],
  }
  await enterBucket(database, merchant.code)
  return database.transact<Result<undefined, 'ALREADY_EXISTS'>>([insert], ([rows]) => {
    if (rows?.length !== 1) return { calls: [], outcome: fail('ALREADY_EXISTS') }
    const calls = credentials.map((credential) => credentialCall(merchant.code, credential))
    const change = changeDetail(undefined, { merchant, add: credentials })
    return { calls: [...calls, auditCall(withDetail(audit, change))], outcome: succeed(undefined) }
  })
}

export interface MerchantChange {
  /** The changed merchant; undefined if only credentials change. */
  readonly merchant?: Merchant
  readonly add?: readonly Credential[]
  /** IDs of credentials to remove. */
  readonly remove?: readonly string[]
  /** The ID of a credential that an owner confirms; `by` undefined withdraws a confirmation. */
  readonly confirm?: { readonly id: string; readonly by: string | undefined }
  /** Statements for the same transaction, if they depend on what changes. */
  readonly alongside?: readonly SqlCall[]
}

/**
 * Changes a merchant under its lock. `decide` gets the merchant and returns the change or a refusal.
 * @param alongside statements for the same transaction, run only if there is a change
 * @returns the merchant as it was, or the refusal
 */
export async function changeMerchant<Refusal>(
  database: Database,
  code: string,
  audit: AuditLine,
  decide: (record: MerchantRecord) => Result<MerchantChange, Refusal>,
  alongside: readonly SqlCall[] = [],
): Promise<Result<MerchantRecord, Refusal | 'NOT_FOUND'>> {
  if (!isMerchantCode(code)) return fail('NOT_FOUND')
  return database.transact(
    [{ statement: LOCK, values: [code] }],
    ([rows]): WriteDecision<Result<MerchantRecord, Refusal | 'NOT_FOUND'>> => {
      const row = rows?.[0]
      if (!row) return { calls: [], outcome: fail('NOT_FOUND') }
      const record = rowToRecord(row)
      const decided = decide(record)
      if (!decided.ok) return { calls: [], outcome: decided }
      const { merchant, add = [], remove = [], confirm, alongside: more = [] } = decided.value
      const calls: SqlCall[] = [
        merchant ? updateCall(merchant) : { statement: NEXT_VERSION, values: [code] },
        ...add.map((credential) => credentialCall(code, credential)),
        ...remove.map((id) => ({ statement: REMOVE_CREDENTIAL, values: [code, id, isoTime(audit.at)] })),
        ...(confirm ? [confirmCall(code, confirm, audit.at)] : []),
        auditCall(withDetail(audit, changeDetail(record, decided.value))),
        ...alongside,
        ...more,
      ]
      return { calls, outcome: succeed(record) }
    },
  )
}

const confirmCall = (
  code: string,
  { id, by }: NonNullable<MerchantChange['confirm']>,
  at: Instant,
): SqlCall => ({ statement: CONFIRM_CREDENTIAL, values: [code, id, by ?? null, isoTime(at)] })

const updateCall = (merchant: Merchant): SqlCall => ({
  statement: UPDATE,
  values: [
    merchant.code,
    merchant.name,
    merchant.status,
    merchant.callbackUrl ?? null,
    merchant.rateLimitPerSecond,
    JSON.stringify(merchant.returnSchemes),
    JSON.stringify(merchant.products ?? null),
    JSON.stringify(merchant.checkout ?? null),
    isoTime(merchant.updatedAt),
  ],
})

/**
 * Whether there is at most one active merchant among the test merchants, or among the live ones. For statements of other modules.
 */
export const isOneMerchant = (isTest: boolean): string =>
  `(select count(*) <= 1 from (select from merchant m where m.is_test = ${isTest} and m.status = 'ACTIVE' limit 2) as few)`
