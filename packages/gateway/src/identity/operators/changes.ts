/**
 * When an operator's rights last changed. An approver must have had their role and rights before the approval was requested, so a
 * later change excludes them, whether a colleague made it or the groups of an identity provider. It is read from the audit log,
 * whose lines are written in the commit of the change.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

/** The action of such a line; its `detail.id` is the operator's. */
export const PERSON_CHANGE = 'person.change'

/** In SQL: when this operator's rights last changed; null if never. */
export const lastChangeOf = (id: string): string =>
  `(select max(c.at) from audit c where c.action = '${PERSON_CHANGE}' and c.detail ->> 'id' = ${id}::text)`

const LAST_CHANGE = sqlStatement({
  name: 'operator_last_change',
  text: `select ${lastChangeOf('$1')} as changed_at`,
})

/** @returns undefined if nothing was ever changed */
export async function lastChange(database: Database, id: string): Promise<Instant | undefined> {
  const [row] = await database.run(LAST_CHANGE, [id])
  return row?.changed_at ?? undefined
}
