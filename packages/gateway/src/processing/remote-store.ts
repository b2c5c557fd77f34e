/**
 * How processors that operators add are stored (`remote.ts`), of every kind. Each change is in one transaction with its
 * line of the audit log.
 */
import { type Database, isViolationOf, type SqlCall, type SqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { isNamedByProduct } from '../merchants/finding.ts'
import { somethingWaitsFor } from '../payments/sql-parts.ts'

/**
 * @param names the unique key of the table's names
 * @returns `exists`: the name is taken. Anything else that the database refuses is thrown, because the caller may know the cause: the
 * approval behind it may have been decided meanwhile
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
 * It stays while work of a payment waits for it, because it must answer, and while a product names it, because that
 * product could not be saved any more. Takes its name.
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
