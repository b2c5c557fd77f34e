/** The statements that cancel a file: for an operator, or because a payout in it was cancelled. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { settling } from '../../approvals/decisions.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'

const CANCEL = sqlStatement({
  name: 'bank_file_cancel',
  text: `update bank_file set status = 'CANCELLED', cancelled_by_name = $2, cancelled_at = $3 where id = $1`,
})
const END_LINES = sqlStatement({
  name: 'bank_file_line_end',
  text: 'update bank_file_line set in_force = false where file_id = $1 and in_force',
})
const REFUND = sqlStatement({
  name: 'bank_file_payout_refund',
  text: `update bank_file_payout set state = 'WAITING', file_id = null where file_id = $1 and state = 'IN_FILE'`,
})

/** Of a file whose row is locked and which nobody has downloaded. Its payouts wait again. */
export const cancelCalls = (fileId: string, audit: AuditLine): readonly SqlCall[] => [
  { statement: CANCEL, values: [fileId, audit.operator, isoTime(audit.at)] },
  { statement: END_LINES, values: [fileId] },
  { statement: REFUND, values: [fileId] },
  // The request for its release is withdrawn.
  auditCall(settling(audit, fileId, false)),
]
