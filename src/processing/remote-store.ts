/**
 * How processors that operators add are written down (`remote.ts`), of whichever kind: each change with its line of the audit log, in one
 * transaction.
 */
import { type Database, isViolationOf, type SqlCall, type SqlStatement } from '../database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { isNamedByProduct } from '../merchants/finding.ts'
import { somethingWaitsFor } from '../payments/sql-parts.ts'

/**
 * @param names the unique key of the table's names
 * @returns `exists`: there is one of this name. Whatever else the database refuses is an error, of which others may know more: that the
 * approval behind it was decided meanwhile
 */
export async function insertRemote(
  database: Database,
  call: SqlCall,
  audit: AuditLine,
  names: string,
): Promise<'done' | 'exists'> {
  try {
    await database.batch([call, auditCall(audit)])
    return 'done'
  } catch (error) {
    if (isViolationOf(error, names)) return 'exists'
    throw error
  }
}

/**
 * While something of a payment waits for it, it must be there to be asked; and while a product names it, nobody could change that
 * product any more, which would name what is not there. Takes its name.
 */
export const deletion = ({
  name,
  table,
}: {
  readonly name: string
  readonly table: string
}): SqlStatement => ({
  name,
  text: `delete from ${table} where name = $1 and not ${somethingWaitsFor('$1')}
    and not ${isNamedByProduct('$1')} returning name`,
})
