/** Database access: approvals, the policy, and the amounts that count towards its limits. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall, DECISIONS } from '../identity/operators/audit.ts'
import type {
  Approval,
  ApprovalDecision,
  ApprovalStatus,
  Asker,
  ListedApproval,
  StoredRequest,
} from './approval.ts'
import { type ApprovableOperation, isApprovableOperation } from './operations.ts'
import { type ApprovalPolicy, type ApprovalRule, DEFAULT_POLICY, policyOf } from './policy.ts'

const DECIDED = `d.approved as d_approved, d.operator as d_by, d.at as d_at, d.note as d_note
  from approval a left join ${DECISIONS} d on d.approval = a.id`
const ROWS = `select a.*, ${DECIDED}`
/** Without the stored request: a waiting file may have many megabytes, and a list has hundreds of rows. */
const LISTED_ROWS = `select a.id, a.operation, a.runs, a.sha256, a.summary, a.about, a.role, a.requested_by, a.requested_by_name, a.requested_at, a.expires_at,
  ${DECIDED}`

const INSERT = sqlStatement({
  name: 'approval_insert',
  text: `insert into approval (id, operation, runs, target, parameters, body, sha256, summary, about, role, requested_by, requested_by_name, requested_at, expires_at, sealed, requested_by_revision)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
})
const FIND = sqlStatement({ name: 'approval_find', text: `${ROWS} where a.id = $1` })
const SAME = sqlStatement({
  name: 'approval_same',
  text: `${ROWS} where a.requested_by is not distinct from $1::uuid and a.requested_by_name = $2 and a.runs = $3 and a.target = $4
      and a.body = $5 and a.about = $6 and a.expires_at > $7::timestamptz and a.sha256 = $8 and d.approval is null
    order by a.id limit 1`,
})
const WAITING_SIZE = sqlStatement({
  name: 'approval_waiting_size',
  text: `select coalesce(sum(octet_length(a.body)), 0)::bigint as size from approval a left join ${DECISIONS} d on d.approval = a.id
    where a.expires_at > $2::timestamptz and a.requested_by is not distinct from $1::uuid and a.requested_by_name = $3 and d.approval is null`,
})
const FORGET_SEALED = sqlStatement({
  name: 'approval_forget_sealed',
  text: `update approval set sealed = null where sealed is not null
    and (expires_at <= $1::timestamptz or exists (select from ${DECISIONS} d where d.approval = approval.id))`,
})
const PAGE = sqlStatement({
  name: 'approval_page',
  text: `${LISTED_ROWS} where ($1::text is null or $1 = case
        when d.approved then 'APPROVED' when not d.approved then 'REJECTED'
        when a.expires_at > $2::timestamptz then 'WAITING' else 'EXPIRED' end)
      and ($3::uuid is null or a.id < $3) order by a.id desc limit $4`,
})
const POLICY = sqlStatement({
  name: 'approval_policy_read',
  text: 'select version, rules from approval_policy where id = 1',
})
/** Makes two concurrent changes run one after the other. */
const LOCK_ALL = sqlStatement({
  name: 'approval_policy_lock_all',
  text: 'lock table approval_policy in share row exclusive mode',
})
const LOCK_POLICY = sqlStatement({
  name: 'approval_policy_lock',
  text: 'select version, rules from approval_policy where id = 1 for update',
})
const PUT_POLICY = sqlStatement({
  name: 'approval_policy_put',
  text: `insert into approval_policy (id, version, rules, changed_at, changed_by) values (1, $1, $2::text::jsonb, $3, $4)
    on conflict (id) do update set version = excluded.version, rules = excluded.rules, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`,
})
const SPENT = sqlStatement({
  name: 'approval_allowance_spent',
  text: `select coalesce(sum(amount), 0)::bigint as spent from approval_allowance
    where operation = $1 and requested_by = $2 and currency = $3 and at > $4`,
})
const SPEND = sqlStatement({
  name: 'approval_allowance_spend',
  text: 'insert into approval_allowance (id, operation, requested_by, currency, amount, at) values ($1, $2, $3, $4, $5, $6)',
})
const FORGET = sqlStatement({
  name: 'approval_allowance_forget',
  text: 'delete from approval_allowance where operation = $1 and requested_by = $2 and currency = $3 and at <= $4',
})
const FORGET_SPENDING = sqlStatement({
  name: 'approval_allowance_refund',
  text: 'delete from approval_allowance where id = $1',
})

/** The period over which amounts are added up. */
export const ALLOWANCE_MS = 24 * 3_600_000

const bodyText = ({ body }: StoredRequest): string => Buffer.from(body).toString('base64')

/** For the transaction that creates what waits for the approval. */
export const insertApproval = (approval: Approval): SqlCall => ({
  statement: INSERT,
  values: [
    approval.id,
    approval.operation,
    approval.runs,
    approval.request.target,
    JSON.stringify(approval.request.parameters),
    bodyText(approval.request),
    approval.sha256,
    approval.summary,
    approval.about,
    approval.role,
    approval.requestedBy.id ?? null,
    approval.requestedBy.name,
    isoTime(approval.requestedAt),
    isoTime(approval.expiresAt),
    approval.request.sealed ?? null,
    approval.requestedBy.revision ?? null,
  ],
})

/** Deletes the sealed bodies of requests that are decided or expired. */
export const forgetSealed = (now: Instant): SqlCall => ({ statement: FORGET_SEALED, values: [isoTime(now)] })

export async function findApproval(database: Database, id: string): Promise<Approval | undefined> {
  const [row] = await database.run(FIND, [id])
  return row && rowToApproval(row)
}

/** An identical request by the same requester that still waits. It lets a client repeat a request whose answer was lost. */
export async function findSame(
  database: Database,
  { requestedBy, runs, request, sha256, about, requestedAt }: Approval,
): Promise<Approval | undefined> {
  const requested = [requestedBy.id ?? null, requestedBy.name, runs, request.target, bodyText(request), about]
  const [row] = await database.run(SAME, [...requested, isoTime(requestedAt), sha256])
  return row && rowToApproval(row)
}

/** How many bytes this requester has waiting, as stored. */
export async function waitingBytes(
  database: Database,
  { requestedBy, requestedAt }: Pick<Approval, 'requestedBy' | 'requestedAt'>,
): Promise<number> {
  const [row] = await database.run(WAITING_SIZE, [
    requestedBy.id ?? null,
    isoTime(requestedAt),
    requestedBy.name,
  ])
  return Number(row?.size ?? 0)
}

export interface ApprovalPageQuery {
  readonly status: ApprovalStatus | undefined
  readonly now: Instant
  readonly after: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function pageOfApprovals(
  database: Database,
  { status, now, after, limit }: ApprovalPageQuery,
): Promise<readonly ListedApproval[]> {
  const rows = await database.run(PAGE, [status ?? null, isoTime(now), after ?? null, limit])
  return rows.map(rowToListed)
}

const rowToApproval = (row: RowOf<'approval_find'>): Approval => ({
  ...rowToListed(row),
  request: {
    target: row.target,
    parameters: JSON.parse(String(row.parameters)),
    body: Buffer.from(row.body, 'base64'),
    ...(row.sealed !== null && row.sealed !== undefined && { sealed: row.sealed }),
  },
})

/** A list does not read the revision of who asked. */
type ListedRow = RowOf<'approval_page'> & Partial<Pick<RowOf<'approval_find'>, 'requested_by_revision'>>

function rowToListed(row: ListedRow): ListedApproval {
  const operation = String(row.operation)
  assert(isApprovableOperation(operation), 'an act that was stored is known')
  return {
    id: row.id,
    operation,
    runs: row.runs,
    sha256: row.sha256,
    summary: row.summary,
    about: row.about,
    role: row.role,
    requestedBy: {
      id: row.requested_by ?? undefined,
      name: row.requested_by_name,
      revision: row.requested_by_revision ?? undefined,
    },
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decision: decisionOf(row),
  }
}

const decisionOf = (row: RowOf<'approval_page'>): ApprovalDecision | undefined =>
  row.d_approved === null || row.d_by === null || row.d_at === null
    ? undefined
    : {
        isApproved: row.d_approved === true,
        by: row.d_by,
        at: row.d_at,
        note: row.d_note ?? undefined,
      }

/** As stored: amounts are text, in the ledger's units. */
type StoredRule =
  | { readonly rule: 'NONE' | 'ALWAYS' }
  | { readonly rule: 'ABOVE'; readonly above: Readonly<Record<string, string>> }

export async function readPolicy(database: Database): Promise<ApprovalPolicy> {
  const [row] = await database.run(POLICY, [])
  return rowToPolicy(row)
}

const lockPolicy: SqlCall = { statement: LOCK_POLICY, values: [] }

function rowToPolicy(row: RowOf<'approval_policy_read'> | undefined): ApprovalPolicy {
  if (!row) return DEFAULT_POLICY
  const stored = Object.entries(row.rules as Readonly<Record<string, StoredRule>>)
  const said = stored.flatMap(([operation, rule]) =>
    isApprovableOperation(operation) ? [[operation, ruleOf(rule)] as const] : [],
  )
  return policyOf(Number(row.version), new Map(said))
}

function ruleOf(stored: StoredRule): ApprovalRule {
  if (stored.rule !== 'ABOVE') return { rule: stored.rule }
  const limits = Object.entries(stored.above)
  return {
    rule: 'ABOVE',
    above: new Map(limits.map(([currency, text]) => [currency as CurrencyCode, minor(BigInt(text))])),
  }
}

/** Rules that are not named are removed. `still` throws if the policy has changed since it was read. */
export function changePolicy(
  database: Database,
  said: ReadonlyMap<ApprovableOperation, ApprovalRule>,
  line: AuditLine,
  still: (before: ApprovalPolicy) => void,
): Promise<ApprovalPolicy> {
  return database.transact(
    [
      { statement: LOCK_ALL, values: [] },
      { statement: POLICY, values: [] },
    ],
    ([, rows]) => {
      const before = rowToPolicy(rows?.[0])
      still(before)
      const after = policyOf(before.version + 1, said)
      const values = [after.version, storedRules(said), isoTime(line.at), line.operator]
      const reported = { before: rulesText(before.rules), after: rulesText(after.rules) }
      const calls = [
        { statement: PUT_POLICY, values },
        auditCall({ ...line, detail: { ...line.detail, ...reported } }),
      ]
      return { calls, outcome: after }
    },
  )
}

const storedOf = (rule: ApprovalRule): StoredRule =>
  rule.rule === 'ABOVE'
    ? { rule: 'ABOVE', above: Object.fromEntries(Array.from(rule.above, ([of, at]) => [of, at.toString()])) }
    : rule

const rulesText = (rules: ReadonlyMap<ApprovableOperation, ApprovalRule>) =>
  Object.fromEntries(Array.from(rules, ([operation, rule]) => [operation, storedOf(rule)]))

const storedRules = (said: ReadonlyMap<ApprovableOperation, ApprovalRule>): string =>
  JSON.stringify(rulesText(said))

export interface Spending {
  readonly id: string
  readonly operation: ApprovableOperation
  readonly spender: Asker
  readonly currency: CurrencyCode
  readonly amountMinor: bigint
  readonly at: Instant
}

const spenderOf = ({ spender }: Spending): string => spender.id ?? spender.name

/** Counts this amount towards a daily limit if it stays within it. The policy lock serialises this. @returns whether it does */
export function spend(database: Database, spending: Spending, limitMinor: bigint): Promise<boolean> {
  const { id, operation, currency, amountMinor, at } = spending
  const of = [operation, spenderOf(spending), currency]
  const dayAgo = isoTime(at - ALLOWANCE_MS)
  return database.transact([lockPolicy, { statement: SPENT, values: [...of, dayAgo] }], ([, spent]) => {
    const soFar = BigInt(String(spent?.[0]?.spent ?? 0))
    if (soFar + amountMinor > limitMinor) return { calls: [], outcome: false }
    const calls = [
      { statement: FORGET, values: [...of, dayAgo] },
      { statement: SPEND, values: [id, ...of, amountMinor, isoTime(at)] },
    ]
    return { calls, outcome: true }
  })
}

/** Removes the amount again, because it was not moved. */
export async function forgetSpending(database: Database, id: string): Promise<void> {
  await database.run(FORGET_SPENDING, [id])
}
