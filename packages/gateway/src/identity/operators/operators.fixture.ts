/** For tests of operators: each is confirmed as a separate person; limits can be changed. */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { changeOperator } from './operators.ts'
import { rightsFrom } from './rights.ts'

const CONFIRM = {
  name: '',
  text: `update operator set confirmed_at = created_at, confirmed_by = 'test' where confirmed_at is null and (brought_by <> '{}' or vouched)`,
}

export async function confirmEverybody(database: Database): Promise<void> {
  await database.run(CONFIRM, [])
}

/** @param limits in minor units, by currency */
export async function limitOperator(
  database: Database,
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  id: string,
  limits: Readonly<Record<string, string>>,
): Promise<void> {
  const at = clock.now()
  const line = {
    id: randomness.uuidV7(at),
    at,
    operator: 'test',
    action: 'test',
    subject: 'test',
    detail: {},
  }
  const change = { rights: rightsFrom({ limits }), revision: randomness.uuidV7(at) }
  await changeOperator(database, id, change, () => line)
}
