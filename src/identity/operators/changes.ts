/**
 * Since when operators are what they are. Whoever approves must have been able to before it was asked for, so a role or a right that came
 * later counts as one who came later, whether a colleague has given it or the groups of an identity provider. The lines of the audit log
 * tell it: each is written in the commit of the change.
 */
import { type Database, sqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'

/** What such a line is called; its `detail.id` is the operator's. */
export const PERSON_CHANGE = 'person.change'

/** In SQL: when what this operator may do was last changed; null: never. */
export const lastChangeOf = (id: string): string =>
  `(select max(c.at) from audit c where c.action = '${PERSON_CHANGE}' and c.detail ->> 'id' = ${id}::text)`

const LAST_CHANGE = sqlStatement({
  name: 'operator_last_change',
  text: `select ${lastChangeOf('$1')} as changed_at`,
})

/** @returns undefined where nothing was ever changed */
export async function lastChange(database: Database, id: string): Promise<Instant | undefined> {
  const [row] = await database.run(LAST_CHANGE, [id])
  return row?.changed_at ?? undefined
}
