/** The one database of all simulated worlds: in memory, for a start takes over a second. Each world empties it first. */
import { openEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Database } from '../../src/database/port.ts'
import { realClock, realTimers, silentLog } from '../../src/foundation/real-deps.ts'

/** Statistics gathered at some moment of real time would change plans, and with them the order of rows without an order. */
const NEVER_MS = 2 ** 31 - 1

export async function openWorlds(): Promise<Database> {
  const database = await openEmbedded({
    folder: undefined,
    log: silentLog,
    timers: realTimers,
    upkeepEveryMs: NEVER_MS,
  })
  const migrated = await migrate(database, realClock)
  if (!migrated.ok) throw new Error(migrated.failure.message)
  return database
}
