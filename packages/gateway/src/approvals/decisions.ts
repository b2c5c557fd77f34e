/**
 * The audit line that decides an approval. It is written in the same transaction as the operation, so the operation and the
 * decision are committed together or not at all.
 *
 * The database guarantees that an approval has only one such line (`audit_by_approval`), however many operators decide at the
 * same time on however many nodes. `audit_decides_an_approval` rejects a line that approves
 *
 * - for the requester, or for an operator who may be the same person (`identity/operators/separate.ts`),
 * - for an operator who no longer has the role, or whose rights changed after the request,
 * - when the requester has left or has other rights by now,
 * - after the request has expired.
 *
 * A rejected line fails the transaction, and the operation with it.
 */
import { isViolationOf, sqlStatement } from '@sluice/database/port.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import { lastChangeOf } from '../identity/operators/changes.ts'
import { isInForce, isUnchanged } from '../identity/operators/second-person.ts'
import { areSeparate } from '../identity/operators/separate.ts'

const COLUMNS = 'insert into audit (id, at, operator, action, subject, detail, approval, approved)'
const LINE = '$1, $2::timestamptz, $3, $4, $5, $6::text::jsonb'

/** If the approval may not be given, the subselect is null and the line is rejected. */
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
 * For approvals whose rules and time limit are enforced by another module's rows, under a lock. Rows from before dual approval
 * have no approval, and a decided approval stays as it is.
 */
const SETTLE = sqlStatement({
  name: 'approval_settle',
  text: `${COLUMNS} select ${LINE}, a.id, case when a.id is not null then $8::boolean end
    from (values (1)) one left join approval a on a.id = $7::uuid and not exists (select from audit d where d.approval = a.id)`,
})

/** A line that approves. */
export const approving = (
  line: AuditLine,
  approval: string,
  approver: { readonly id: string },
): AuditLine => ({
  ...line,
  decides: { statement: APPROVE, values: [approval, approver.id] },
})

/** A line that rejects or withdraws. */
export const rejecting = (line: AuditLine, approval: string): AuditLine => ({
  ...line,
  decides: { statement: REJECT, values: [approval] },
})

/**
 * A line that decides the approval of that ID, if there is one. For modules whose own rows ensure that it is decided once, and by
 * whom.
 */
export const settling = (line: AuditLine, approval: string, isApproved: boolean): AuditLine => ({
  ...line,
  decides: { statement: SETTLE, values: [approval, isApproved] },
})

/** Someone else decided it first, or the decision is no longer allowed. Nothing was done. */
export const isRefusedDecision = (error: unknown): boolean =>
  isViolationOf(error, 'audit_by_approval') || isViolationOf(error, 'audit_decides_an_approval')
