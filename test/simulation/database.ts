/**
 * The one database of all simulated worlds: PostgreSQL in memory, in this very thread, emptied before each world.
 *
 * A start takes over a second, so one serves many worlds. The gateway's own embedded database is in a thread of its own, so
 * that it holds nobody up; here one thing happens after the other anyway, and the messages to that thread and back were half
 * of all the time that a world took.
 */
import { PGlite } from '@electric-sql/pglite'
import { type Answer, sessionOn } from '../../src/database/embedded-session.ts'
import { type MigratableDatabase, migrate } from '../../src/database/migrate.ts'
import type { Call, Row } from '../../src/database/port.ts'
import { wireText } from '../../src/database/wire.ts'
import { realClock } from '../../src/foundation/real-deps.ts'

export async function openWorlds(): Promise<MigratableDatabase> {
  const database = inThisThread(await PGlite.create('memory://'))
  const migrated = await migrate(database, realClock)
  if (!migrated.ok) throw new Error(migrated.failure.message)
  return database
}

/** Emptied over and over, its catalogue and its log grow. */
export async function tidyWorlds(database: MigratableDatabase): Promise<void> {
  for (const text of ['vacuum pg_class, pg_attribute, pg_depend, pg_statistic', 'checkpoint']) {
    await database.run({ name: '', text }, [])
  }
}

/** For one who asks one thing after the other. */
function inThisThread(pglite: PGlite): MigratableDatabase {
  const session = sessionOn(pglite)
  let busy = false
  const alone = async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    if (busy) throw new Error('a simulated world asks its database one thing after the other')
    busy = true
    try {
      return await work()
    } finally {
      busy = false
    }
  }
  return {
    engine: 'embedded',
    writeSlots: 1,
    run: (statement, values) =>
      alone(async () => rowsOf(await session.run(wired([{ statement, values }])))[0] ?? []),
    batch: (calls) => alone(async () => rowsOf(await session.batch(wired(calls)))),
    transact: (reads, decide) =>
      alone(async () => {
        const rows = rowsOf(await session.begin(wired(reads)))
        try {
          const { calls, outcome } = decide(rows)
          rowsOf(await session.finish(wired(calls)))
          return outcome
        } finally {
          if (pglite.isInTransaction()) await session.rollback()
        }
      }),
    script: (text) => alone(async () => void rowsOf(await session.script(text))),
    ping: async () => true,
    close: () => pglite.close(),
  }
}

const wired = (calls: readonly Call[]) =>
  calls.map(({ statement: { name, text }, values }) => ({
    statement: { name, text },
    values: values.map(wireText),
  }))

function rowsOf(answer: Answer): readonly (readonly Row[])[] {
  if (!answer.ok) throw answer.first
  return answer.rows
}
