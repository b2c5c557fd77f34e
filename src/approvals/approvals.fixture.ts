/** For tests of what acts do, in worlds of several operators: nothing waits for an approval. That acts wait is tested by itself. */
import type { Database } from '../database/port.ts'
import { ACTION_NAMES } from './operations.ts'

/** Whose the policy is that asks nobody. */
const NOBODY = 'test'
const PUT = {
  name: '',
  text: `insert into approval_policy (id, version, rules, changed_at, changed_by) values (1, 1, $1::text::jsonb, now(), '${NOBODY}')
    on conflict (id) do update set rules = excluded.rules, changed_by = excluded.changed_by`,
}
const IS_PUT = { name: '', text: 'select 1 as is_put from approval_policy where changed_by = $1' }

export async function askNobody(database: Database): Promise<void> {
  if ((await database.run(IS_PUT, [NOBODY])).length > 0) return
  await database.run(PUT, [
    JSON.stringify(Object.fromEntries(ACTION_NAMES.map((operation) => [operation, { rule: 'NONE' }]))),
  ])
}
