/**
 * The one database of all simulated worlds: PostgreSQL in memory, in the same thread, emptied before each world.
 *
 * A start takes over a second, so one database serves many worlds, one after the other.
 */
import { realClock } from '@sluice/core/foundation/real-deps.ts'
import { readPrepared } from '@sluice/database/embedded-prepared.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { inThisThread, type OneByOne, pgliteFrom } from '../setup/in-this-thread.ts'
import { watchStatements } from '../setup/statements.ts'

/** @param image of a cluster to start from; left out: the prepared one */
export async function openWorlds(image?: Uint8Array<ArrayBuffer>): Promise<MigratableDatabase> {
  const database = inThisThread(await pgliteFrom(image ?? (await readPrepared('migrated'))), alone())
  const migrated = await migrate(database, realClock)
  if (!migrated.ok) throw new Error(migrated.failure.message)
  return watchStatements(database)
}

/** Repeated emptying makes the catalogue and the log grow. */
export async function tidyWorlds(database: MigratableDatabase): Promise<void> {
  for (const text of ['vacuum pg_class, pg_attribute, pg_depend, pg_statistic', 'checkpoint']) {
    await database.run({ name: '', text }, [])
  }
}

/** Allows one task at a time, and throws if a second one begins. */
function alone(): OneByOne {
  let busy = false
  return async (work) => {
    if (busy) throw new Error('a simulated world asks its database one thing after the other')
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }
}
