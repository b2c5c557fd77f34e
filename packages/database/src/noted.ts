/**
 * A change that its own row may refuse, together with its records: a log line, a mail.
 *
 * A change that was refused leaves no record, and an audit line that would decide an approval is not written either.
 */
import type { Database, SqlCall } from './port.ts'

/** @param change returns the rows that it has changed @returns whether there was one; if not, nothing was written */
export const changeAndNote = (
  database: Pick<Database, 'transact'>,
  change: SqlCall,
  ...notes: readonly SqlCall[]
): Promise<boolean> =>
  database.transact([change], ([changed = []]) =>
    changed.length > 0 ? { calls: notes, outcome: true } : { calls: [], outcome: false },
  )
