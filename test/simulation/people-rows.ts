/** All data about people in a simulated world's database, read in one query: for checks (`people-laws.ts`) and for choosing actors. */
import type { Database, Row } from '@sluice/database/port.ts'

export interface OperatorRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly rights: string
  readonly isPerson: boolean
  readonly createdAt: number
  readonly revokedAt: number | undefined
  readonly isConfirmed: boolean
  readonly broughtBy: readonly string[]
}
export interface MemberRow {
  readonly merchant: string
  readonly person: string
  readonly name: string
  readonly role: string
  readonly rights: string
}
export interface ApprovalRow {
  readonly id: string
  readonly runs: string
  readonly role: string
  readonly requestedBy: string | undefined
  readonly expiresAt: number
  readonly isApproved: boolean | undefined
  readonly decidedBy: string
  readonly decidedAt: number
}
export interface LinkRow {
  readonly hash: string
  readonly purpose: string
  /** The merchant, or `office`. */
  readonly place: string
  /** The account that it makes or recovers. */
  readonly person: string
  readonly replaces: string | undefined
  readonly maker: string | undefined
  readonly makerIsOperator: boolean
  readonly approver: string | undefined
  readonly usedAt: number | undefined
  readonly expiresAt: number
}
export interface AuditRow {
  readonly id: string
  readonly at: number
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly approval: string | undefined
}

export interface Snapshot {
  readonly operators: ReadonlyMap<string, OperatorRow>
  readonly members: readonly MemberRow[]
  /** The sealed secret of each person's app. */
  readonly apps: ReadonlyMap<string, string>
  readonly approvals: readonly ApprovalRow[]
  readonly links: readonly LinkRow[]
  readonly audit: readonly AuditRow[]
  /** Number of recoveries, by merchant and person, from the merchant's log. */
  readonly comebacks: ReadonlyMap<string, number>
}

export const NOTHING: Snapshot = {
  operators: new Map(),
  members: [],
  apps: new Map(),
  approvals: [],
  links: [],
  audit: [],
  comebacks: new Map(),
}

/** Operations that need two people, and those that make one human count as two. */
const TAKES_TWO = [
  'person.invite',
  'person.recover-link',
  'person.change',
  'operator.create',
  'member.invite',
  'member.recover-link',
  'member.change',
  'operator.confirm',
]

const TEXTS = [
  `select id, name, role, coalesce(rights::text, '') as rights, token_hash is null as is_person, created_at, revoked_at,
    brought_by = '{}' or confirmed_at is not null as is_confirmed, to_json(brought_by) as brought_by from operator order by id`,
  `select m.merchant_id, m.person, coalesce(p.name, '') as name, m.role, coalesce(m.rights::text, '') as rights
    from merchant_member m left join merchant_person p on p.id = m.person order by m.merchant_id, m.person`,
  'select person, secret from authenticator_app order by person',
  `select a.id, a.runs, a.role, a.requested_by, a.expires_at, d.approved, d.operator, d.at
    from approval a left join audit d on d.approval = a.id order by a.id`,
  `select hash, purpose, 'office' as place, person, replaces, maker, true as by_operator, approver, used_at, expires_at from sign_in_link
    union all select hash, purpose, merchant_id, person, null, maker, maker_is_operator, approver, used_at, expires_at
    from merchant_invitation order by 1`,
  `select id, at, operator, action, subject, detail, approval from audit
    where action in (${TAKES_TWO.map((action) => `'${action}'`).join(', ')}) order by id`,
  `select merchant_id || '/' || person as key, count(*)::integer as times from merchant_activity where action = 'person.recover'
    and person is not null group by 1 order by 1`,
]

export async function look(database: Database): Promise<Snapshot> {
  const rows = await database.batch(TEXTS.map((text) => ({ statement: { name: '', text }, values: [] })))
  const [operators = [], members = [], apps = [], approvals = [], links = [], audit = [], comebacks = []] =
    rows
  return {
    operators: new Map(operators.map((row) => [String(row.id), operatorIn(row)])),
    members: members.map(memberIn),
    apps: new Map(apps.map((row) => [String(row.person), String(row.secret)])),
    approvals: approvals.map(approvalIn),
    links: links.map(linkIn),
    audit: audit.map(auditIn),
    comebacks: new Map(comebacks.map((row) => [String(row.key), Number(row.times)])),
  }
}

const textOr = (value: unknown): string | undefined => (value === null ? undefined : String(value))
const timeOr = (value: unknown): number | undefined => (value === null ? undefined : Number(value))

const operatorIn = (row: Row): OperatorRow => ({
  id: String(row.id),
  name: String(row.name),
  role: String(row.role),
  rights: String(row.rights),
  isPerson: row.is_person === true,
  createdAt: Number(row.created_at),
  revokedAt: timeOr(row.revoked_at),
  isConfirmed: row.is_confirmed === true,
  broughtBy: Array.isArray(row.brought_by) ? row.brought_by.map(String) : [],
})

const memberIn = (row: Row): MemberRow => ({
  merchant: String(row.merchant_id),
  person: String(row.person),
  name: String(row.name),
  role: String(row.role),
  rights: String(row.rights),
})

const approvalIn = (row: Row): ApprovalRow => ({
  id: String(row.id),
  runs: String(row.runs),
  role: String(row.role),
  requestedBy: textOr(row.requested_by),
  expiresAt: Number(row.expires_at),
  isApproved: row.approved === null ? undefined : row.approved === true,
  decidedBy: String(row.operator),
  decidedAt: Number(row.at),
})

const linkIn = (row: Row): LinkRow => ({
  hash: String(row.hash),
  purpose: String(row.purpose),
  place: String(row.place),
  person: String(row.person),
  replaces: textOr(row.replaces),
  maker: textOr(row.maker),
  makerIsOperator: row.by_operator === true,
  approver: textOr(row.approver),
  usedAt: timeOr(row.used_at),
  expiresAt: Number(row.expires_at),
})

const auditIn = (row: Row): AuditRow => ({
  id: String(row.id),
  at: Number(row.at),
  operator: String(row.operator),
  action: String(row.action),
  subject: String(row.subject),
  detail: { ...(typeof row.detail === 'object' ? row.detail : undefined) },
  approval: textOr(row.approval),
})
