/**
 * A change that its own row may refuse, with what tells of it: a line of a log, a mail.
 *
 * Promises that nothing tells of what was not done, and that a line which decides an approval decides none: whoever finds the row moved on
 * has done nothing.
 */
import type { Database, SqlCall } from './port.ts'

/**
 * @param change returns the rows that it has changed
 * @returns whether there was one; if not, nothing was written
 */
export const changeAndNote = (
  database: Pick<Database, 'transact'>,
  change: SqlCall,
  ...notes: readonly SqlCall[]
): Promise<boolean> =>
  database.transact([change], ([changed = []]) =>
    changed.length > 0 ? { calls: notes, outcome: true } : { calls: [], outcome: false },
  )
