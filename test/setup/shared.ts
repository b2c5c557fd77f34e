/** What a test file asks the test run for: see `databases.ts`. */
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { openEmbedded } from '../../src/database/embedded.ts'
import { type MigratableDatabase, migrate } from '../../src/database/migrate.ts'
import { connectPostgres } from '../../src/database/postgres.ts'
import { type Engine, engines, freshDatabase, realTimers, silentLog } from '../../src/database/testing.ts'
import { TEST_LANES } from './lanes.ts'

const ask = async (question: 'postgres' | 'image'): Promise<string> => {
  const socket = connect(inject('databasesDoor'), '127.0.0.1')
  socket.write(question)
  const answer = await text(socket)
  if (answer === '' || answer.startsWith('failed')) throw new Error(`no ${question} for the tests: ${answer}`)
  return answer
}

/** The URL of the test run's PostgreSQL. Make a database of your own on it: `freshDatabase`. */
export const postgresUrl = (): Promise<string> => ask('postgres')

/** The path of an empty embedded database's image. */
export const embeddedImageFile = (): Promise<string> => ask('image')

/** The image itself, for `EmbeddedOptions.image`. */
export const embeddedImage = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(await embeddedImageFile()))

/** An empty, migrated database for a gateway in process: embedded, or on PostgreSQL where lanes are tested. */
export async function openTestDatabase(at: number): Promise<MigratableDatabase> {
  const database =
    TEST_LANES === 'merchant'
      ? await connectPostgres({
          url: await freshDatabase(await postgresUrl()),
          log: silentLog,
          timers: realTimers,
        })
      : await openEmbedded({
          folder: undefined,
          image: await embeddedImage(),
          log: silentLog,
          timers: realTimers,
        })
  const migrated = await migrate(database, { now: () => at })
  if (!migrated.ok) throw new Error(migrated.failure.message)
  return database
}

/** All three, for `describe.each`. */
export const allEngines: readonly Engine[] = engines({ postgresUrl, embeddedImage })
