/**
 * Work that a process had claimed when it died: callbacks and steps under a lease that nobody will finish.
 *
 * With several nodes a lease must run out first (a minute), because the other node may only be slow. If this is the
 * only process that has the database open (the embedded one, under its folder's lock), whatever is leased at the start
 * belongs to a dead process and is due immediately. Never call this once workers run.
 */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Database } from '@sluice/database/port.ts'
import { FREE_LEASES as CALLBACKS_FREE } from '../callbacks/statements.ts'
import { FREE_LEASES as STEPS_FREE } from '../payments/steps.ts'

export async function freeLeases(database: Database, clock: Clock): Promise<void> {
  const now = isoTime(clock.now())
  await database.batch([
    { statement: CALLBACKS_FREE, values: [now] },
    { statement: STEPS_FREE, values: [now] },
  ])
}
