/** Payouts that their bank has reported as paid, while the statement has not shown the debit yet. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { type ClearingPosting, clearedOf, rowToPosting } from '../../payments/clearing.ts'

/** A bank answers within this time after it got the file. */
const ANSWERED_WITHIN_MS = 31 * 24 * 3_600_000

const UNDEBITED = sqlStatement({
  name: 'bank_file_payout_undebited',
  text: `select x.*, w.id from bank_file f
    join bank_file_line l on l.file_id = f.id and l.in_force
    join bank_file_payout w on w.merchant_id = l.merchant_id and w.key = l.key and w.debited_by is null
    cross join lateral (${clearedOf('w', '$2', '$3')}) x
    where f.status = 'RELEASED' and f.released_at >= $4 and f.released_at < $3
      and f.batches -> l.batch::integer ->> 'accountId' = any($1::text[])
    order by x.at, x.key, x.seq, x.line`,
})

/** @param accounts that pay: their IDs */
export async function undebitedPayouts(
  database: Database,
  accounts: readonly string[],
  from: Instant,
  until: Instant,
): Promise<readonly (ClearingPosting & { readonly id: string })[]> {
  if (accounts.length === 0) return []
  const values = [accounts, isoTime(from), isoTime(until), isoTime(from - ANSWERED_WITHIN_MS)]
  return (await database.run(UNDEBITED, values)).map((row) => ({
    ...rowToPosting(row),
    id: row.id,
  }))
}
