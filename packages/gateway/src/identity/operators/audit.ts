/**
 * The audit log: who did what as an operator. A line is written in the same transaction as the operation it records, so each
 * module adds `auditCall` to its own statements. Lines are never changed, and hold no secrets.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type SqlCall, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'

export interface AuditLine {
  readonly id: string
  readonly at: Instant
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly detail: object
  /** The approval that this line decides, if any. */
  readonly decides?: LineOfDecision
}

/** How a line that decides an approval is written: the statement's parameters are those of every line, followed by these. */
export interface LineOfDecision {
  readonly statement: SqlStatement
  readonly values: SqlCall['values']
}

/** A line, as operators read it. */
export interface WrittenLine extends Omit<AuditLine, 'decides'> {
  readonly approval: string | undefined
}

const INSERT = sqlStatement({
  name: 'audit_insert',
  whose: 'follows',
  text: `insert into audit (id, at, operator, action, subject, detail) values ($1, $2, $3, $4, $5, $6::text::jsonb)`,
})
const page = (isOf: IsOfMerchant): SqlStatement => ({
  name: 'audit_page',
  text: `select id, at, operator, action, subject, detail, approval from audit
    where ($1::text is null or operator = $1) and ($2::timestamptz is null or at >= $2)
      and ($3::timestamptz is null or at < $3) and ($4::uuid is null or id < $4)
      and ($6::text is null or action = $6 or starts_with(action, $6 || '.'))
      and ($7::text is null or strpos(lower(subject), lower($7)) > 0)
      and ($8::text is null or subject = 'merchant ' || $8 or starts_with(subject, 'payment ' || $8 || '/')
        or starts_with(subject, 'refund ' || $8 || '/') or detail ->> 'merchantCode' = $8 or ${isOf('subject', '$8')})
    order by id desc limit $5`,
})

export function auditCall({ id, at, operator, action, subject, detail, decides }: AuditLine): SqlCall {
  const values = [id, isoTime(at), operator, action, subject, JSON.stringify(detail)]
  return decides
    ? { statement: decides.statement, values: [...values, ...decides.values] }
    : { statement: INSERT, values }
}

const COUNT = sqlStatement({
  name: 'audit_count',
  text: 'select count(*)::integer as lines from audit where id > $1::uuid and operator = $2 and action = any($3::text[])',
})

/**
 * How often an operator has done one of these. By the key, which begins with the time.
 * @param after a line's ID
 */
export async function countLines(
  database: Database,
  {
    operator,
    actions,
    after,
  }: { readonly operator: string; readonly actions: readonly string[]; readonly after: string },
): Promise<number> {
  const [row] = await database.run(COUNT, [after, operator, actions])
  return row?.lines ?? 0
}

/**
 * For statements that show the outcome of approvals: `left join ${DECISIONS} d on d.approval = …`, with who, when, whether and
 * why.
 */
export const DECISIONS =
  "(select approval, approved, operator, at, detail ->> 'note' as note from audit where approval is not null)"

export interface AuditPageQuery {
  readonly operator: string | undefined
  /** `merchant.change`, or its beginning up to a dot: `merchant`. */
  readonly action: string | undefined
  /** Text that the subject contains, in any case. */
  readonly subject: string | undefined
  /** The merchant that the line is about: the merchant itself, its payment, refund or case, or something that names it. */
  readonly merchantCode: string | undefined
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  /** The last line of the previous page; IDs sort by time. */
  readonly after: string | undefined
  readonly limit: number
}

/**
 * Whether a line belongs to a merchant whose code is not in its subject. Higher layers know this and supply it as SQL: of the
 * subject and the merchant's code, both SQL expressions.
 */
export type IsOfMerchant = (subject: string, merchantCode: string) => string

/** @returns a function that reads a page, newest first */
export function auditReader(
  isOf: IsOfMerchant,
): (database: Database, query: AuditPageQuery) => Promise<readonly WrittenLine[]> {
  const statement = page(isOf)
  return (database, query) => readPage(database, statement, query)
}

async function readPage(
  database: Database,
  statement: SqlStatement,
  query: AuditPageQuery,
): Promise<readonly WrittenLine[]> {
  const { operator, action, subject, merchantCode, from, to, after, limit } = query
  const values = [
    operator ?? null,
    from === undefined ? null : isoTime(from),
    to === undefined ? null : isoTime(to),
    after ?? null,
    limit,
    action ?? null,
    subject ?? null,
    merchantCode ?? null,
  ]
  const rows = await database.run(statement, values)
  return rows.map((row) => ({
    id: row.id as string,
    at: row.at as Instant,
    operator: row.operator as string,
    action: row.action as string,
    subject: row.subject as string,
    detail: row.detail as object,
    approval: (row.approval ?? undefined) as string | undefined,
  }))
}
