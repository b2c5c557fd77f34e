/**
 * For tests of what operations do, in worlds with several operators: no operation needs approval. Waiting for approval has its
 * own tests.
 */
import type { Database } from '@sluice/database/port.ts'
import { ACTION_NAMES } from './operations.ts'

/** The name under which the policy without approvals is saved. */
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
