/** For tests of what acts do, in worlds of several operators: nothing waits for an approval. That acts wait is tested by itself. */
import type { Database } from '../database/port.ts'
import { ACT_NAMES } from './acts.ts'

const PUT = {
  name: '',
  text: `insert into approval_policy (id, version, rules, changed_at, changed_by) values (1, 1, $1::text::jsonb, now(), 'test')
    on conflict (id) do update set rules = excluded.rules`,
}

export async function askNobody(database: Database): Promise<void> {
  await database.run(PUT, [
    JSON.stringify(Object.fromEntries(ACT_NAMES.map((act) => [act, { rule: 'NONE' }]))),
  ])
}
