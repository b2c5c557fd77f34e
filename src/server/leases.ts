/**
 * Work that a process had claimed when it died: callbacks and steps under a lease that nobody will finish.
 *
 * Among several nodes a lease must run out first (a minute), for the other may only be slow. Where we are the only process
 * that has the database open (the embedded one, under its folder's lock), whatever is leased at the start belongs to a dead
 * one, and is due at once. Never to be called once workers run.
 */
import { FREE_LEASES as CALLBACKS_FREE } from '../callbacks/statements.ts'
import type { Database } from '../database/port.ts'
import type { Clock } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { FREE_LEASES as STEPS_FREE } from '../payments/steps.ts'

export async function freeLeases(database: Database, clock: Clock): Promise<void> {
  const now = isoTime(clock.now())
  await database.batch([
    { statement: CALLBACKS_FREE, values: [now] },
    { statement: STEPS_FREE, values: [now] },
  ])
}
