/**
 * Payouts in doubt after a point-in-time recovery: at the restored moment the bank did not have them yet. It may have
 * got them since, in a file that is no longer known here, and a second file would pay them twice.
 *
 * So they go into no file, and files that contain them are not released, downloaded or cancelled, until an operator has
 * looked at the bank account and clears them by their reference. Clearing decides nothing else: release still needs
 * dual approval.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../../identity/operators/audit.ts'
import { isInProgress, paymentByKey } from '../../payments/sql-parts.ts'
import { type AcceptedPayout, rowToAccepted } from './waiting.ts'

export const MAX_CLEARED_AT_ONCE = 1_000

/** What the bank did not have: it waits, or its file was not downloaded yet. */
const DOUBT = sqlStatement({
  name: 'bank_file_payout_doubt',
  text: `update bank_file_payout w set in_doubt_since = $1
    where w.in_doubt_since is null and (w.state = 'WAITING' or w.state = 'IN_FILE' and exists (
      select from bank_file f where f.id = w.file_id and (f.status = 'PREPARED' or f.status = 'RELEASED' and f.downloads = 0)))
      and ${isInProgress('w')}
    returning w.reference`,
})
const LIST = sqlStatement({
  name: 'bank_file_payout_in_doubt',
  text: `select w.*, p.kind from bank_file_payout w cross join lateral (${paymentByKey('w', 'p.kind')}) p
    where w.in_doubt_since is not null and ($1::text is null or w.reference > $1)
    order by w.reference limit $2`,
})
const NAMED = sqlStatement({
  name: 'bank_file_payout_doubted',
  text: `select w.*, p.kind from bank_file_payout w cross join lateral (${paymentByKey('w', 'p.kind')}) p
    where w.reference = any($1::text[]) and w.in_doubt_since is not null order by w.reference`,
})
const OF_FILE = sqlStatement({
  name: 'bank_file_in_doubt',
  text: 'select count(*)::integer as payouts from bank_file_payout where file_id = $1 and in_doubt_since is not null',
})
const CLEAR = sqlStatement({
  name: 'bank_file_payout_clear',
  text: `update bank_file_payout set in_doubt_since = null
    where reference = any($1::text[]) and in_doubt_since is not null returning reference`,
})

/** @returns how many payouts may have been paid since */
export async function doubtWhatMayBePaid(database: Database, at: Instant): Promise<number> {
  return (await database.run(DOUBT, [isoTime(at)])).length
}

/** By reference, as a bank statement names them. */
export async function payoutsInDoubt(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<readonly AcceptedPayout[]> {
  return (await database.run(LIST, [after ?? null, limit])).map(rowToAccepted)
}

/** Those of these references that are in doubt. */
export const payoutsDoubted = async (
  database: Database,
  references: readonly string[],
): Promise<readonly AcceptedPayout[]> => (await database.run(NAMED, [references])).map(rowToAccepted)

/** How many of a file's payouts are in doubt: read in the transaction that would release it. */
export const inDoubtOf = (fileId: string): SqlCall => ({ statement: OF_FILE, values: [fileId] })
export const isInDoubt = (rows: readonly Row[] = []): boolean => Number(rows[0]?.payouts ?? 0) > 0

/**
 * An operator has looked at the bank account.
 * @param audit gets those that were in doubt; if none was, nothing is done
 * @returns those, now cleared
 */
export function clearDoubt(
  database: Database,
  references: readonly string[],
  audit: (cleared: readonly string[]) => AuditLine,
): Promise<readonly string[]> {
  return database.transact([{ statement: CLEAR, values: [references] }], ([rows = []]) => {
    const cleared = rows.map(({ reference }) => String(reference))
    return { calls: cleared.length > 0 ? [auditCall(audit(cleared))] : [], outcome: cleared }
  })
}
