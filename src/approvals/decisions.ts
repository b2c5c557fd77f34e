/**
 * The line of the audit log that decides an approval. It travels in the very transaction that does the act, as lines do, so the act is
 * done and the approval decided in one commit, or neither.
 *
 * Promises, by the database: an approval has one such line (`audit_by_approval`), whoever decides at the same time, on whatever node; and
 * no line approves for whoever asked, for one who may be the same person (`identity/operators/separate.ts`), for one who is no operator of that
 * role any more or of whom something was changed since, where who asked has left or has other rights since, or after its time
 * (`audit_decides_an_approval`). Where that does not hold, the transaction fails, and nothing of the act is done.
 */
import { isViolationOf, sqlStatement } from '../database/port.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import { lastChangeOf } from '../identity/operators/changes.ts'
import { isInForce, isUnchanged } from '../identity/operators/second-person.ts'
import { areSeparate } from '../identity/operators/separate.ts'

const COLUMNS = 'insert into audit (id, at, operator, action, subject, detail, approval, approved)'
const LINE = '$1, $2::timestamptz, $3, $4, $5, $6::text::jsonb'

/** No approval that may be approved so: the column is null, and the line is refused. */
const APPROVE = sqlStatement({
  name: 'approval_approve',
  text: `${COLUMNS} values (${LINE}, (select a.id from approval a
      where a.id = $7::uuid and $2::timestamptz < a.expires_at and a.requested_by is distinct from $8::uuid
        and (a.requested_by is null or (lower(a.requested_by_name) <> lower($3) and ${isInForce('a.requested_by', 'a.role')}
          and ${isUnchanged('a.requested_by', 'a.requested_by_revision')} and ${areSeparate('$8::uuid', 'a.requested_by')}))
        and ${isInForce('$8::uuid', 'a.role')}
        and coalesce(${lastChangeOf('$8::uuid')} < a.requested_at, true)), true)`,
})
const REJECT = sqlStatement({
  name: 'approval_reject',
  text: `${COLUMNS} values (${LINE}, (select a.id from approval a where a.id = $7::uuid and $2::timestamptz < a.expires_at), false)`,
})
/**
 * Where who may decide, and until when, is held by the rows of another room, under their lock: those from before approvals have none,
 * and what was decided stays decided.
 */
const SETTLE = sqlStatement({
  name: 'approval_settle',
  text: `${COLUMNS} select ${LINE}, a.id, case when a.id is not null then $8::boolean end
    from (values (1)) one left join approval a on a.id = $7::uuid and not exists (select from audit d where d.approval = a.id)`,
})

/** This line approves. */
export const approving = (
  line: AuditLine,
  approval: string,
  approver: { readonly id: string },
): AuditLine => ({
  ...line,
  decides: { statement: APPROVE, values: [approval, approver.id] },
})

/** This line rejects, or takes back. */
export const rejecting = (line: AuditLine, approval: string): AuditLine => ({
  ...line,
  decides: { statement: REJECT, values: [approval] },
})

/** This line ends an approval of that id, if there is one: for a room whose own rows hold who may do it, once. */
export const settling = (line: AuditLine, approval: string, isApproved: boolean): AuditLine => ({
  ...line,
  decides: { statement: SETTLE, values: [approval, isApproved] },
})

/** Somebody else has decided it, or it may not be decided so any more; nothing was done. */
export const isRefusedDecision = (error: unknown): boolean =>
  isViolationOf(error, 'audit_by_approval') || isViolationOf(error, 'audit_decides_an_approval')
