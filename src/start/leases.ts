/**
 * Work that a process had claimed when it died: callbacks and steps under a lease that nobody will finish.
 *
 * Among several nodes a lease must run out first (a minute), for the other may only be slow. Where we are the only process
 * that has the database open (the embedded one, under its folder's lock), whatever is leased at the start belongs to a dead
 * one, and is due at once. Never to be called once workers run.
 */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Clock } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'

const CALLBACKS: SqlStatement = {
  name: 'callback_lease_free',
  text: 'update callback set lease = null, next_at = $1 where lease is not null',
}
const STEPS: SqlStatement = {
  name: 'step_lease_free',
  text: 'update step set lease = null, due_at = $1 where lease is not null',
}

export async function freeLeases(database: Database, clock: Clock): Promise<void> {
  const now = isoTime(clock.now())
  await database.batch([
    { statement: CALLBACKS, values: [now] },
    { statement: STEPS, values: [now] },
  ])
}
