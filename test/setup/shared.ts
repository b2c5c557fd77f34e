/** The resources that a test file can request from the test run: see `shared-server.ts`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { merged } from '@sluice/database/buckets/merge.ts'
import { openBuckets } from '@sluice/database/buckets/open.ts'
import { tablesOf } from '@sluice/database/buckets/qualify.ts'
import type { BucketedDatabase } from '@sluice/database/buckets/router.ts'
import { BUCKET_TABLES } from '@sluice/database/buckets/table-places.ts'
import { openEmbedded } from '@sluice/database/embedded.ts'
import type { PreparedKind } from '@sluice/database/embedded-prepared.ts'
import { type MigratableDatabase, migrate, readMigrations } from '@sluice/database/migrate.ts'
import { asDescribed, type Database, type Row } from '@sluice/database/port.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import {
  type Engine,
  engines,
  freshDatabase,
  type Opened,
  realTimers,
  silentLog,
} from '@sluice/database/testing.ts'
import { inject } from 'vitest'
import { TEST_BUCKETS } from './buckets.ts'
import { chosenEngine, type TestEngine } from './engine.ts'
import { openInThisThread } from './in-this-thread.ts'
import { watchEngine, watchStatements } from './statements.ts'

const ask = async (question: 'postgres' | 'served' | 'browser' | PreparedKind): Promise<string> => {
  const socket = connect(inject('sharedAccess'), '127.0.0.1')
  socket.write(question)
  const answer = await text(socket)
  if (answer === '' || answer.startsWith('failed')) throw new Error(`no ${question} for the tests: ${answer}`)
  return answer
}

/** The URL of the test run's PostgreSQL. Create a separate database on it: `freshDatabase`. */
export const postgresUrl = (): Promise<string> => ask('postgres')

/** The address of the browser that all browser tests share, once the pages are built. Each file sees only its own contexts. */
export const browserAddress = (): Promise<string> => ask('browser')

/** A data folder of a gateway that was started without settings and stopped. Copy it with `copyServed`. */
export const servedData = (): Promise<string> => ask('served')

/** The path of an embedded database's image. */
export const embeddedImageFile = (kind: PreparedKind = 'empty'): Promise<string> => ask(kind)

/** The image itself, for `EmbeddedOptions.image`. */
export const embeddedImage = async (kind: PreparedKind = 'empty'): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(await embeddedImageFile(kind)))

/** An empty, migrated database for a gateway in process, on the engine that `engine.ts` has chosen. */
export async function openTestDatabase(at: number): Promise<MigratableDatabase> {
  const database = await openOn(chosenEngine())
  const migrated = await migrate(database, { now: () => at })
  if (!migrated.ok) throw new Error(migrated.failure.message)
  return watchStatements(database)
}

async function openOn(engine: TestEngine): Promise<MigratableDatabase> {
  const common = { log: silentLog, timers: realTimers }
  if (TEST_BUCKETS > 0) return openTestBuckets(TEST_BUCKETS)
  if (engine === 'postgres')
    return connectPostgres({
      url: await freshDatabase(await postgresUrl(), await readMigrations()),
      ...common,
    })
  if (engine !== 'disk') return openInThisThread(() => embeddedImage('migrated'))
  const image = await embeddedImage('migrated')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-embedded-'))
  const database = await openEmbedded({ folder, image, ...common })
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return new Proxy(database, {
    get: (target, name) => (name === 'close' ? close : Reflect.get(target, name)),
  })
}

/** Tests look into tables by statements of their own, which know of no buckets: one row of numbers is added up. */
function anywhere(database: BucketedDatabase): MigratableDatabase {
  const run: Database['run'] = async (statement, values) => {
    if (statement.name !== '' || tablesOf(statement.text, (name) => BUCKET_TABLES.has(name)).size === 0)
      return database.run(statement, values)
    const answers: Row[][] = []
    for (const part of database.buckets.parts) answers.push([...(await part.run(statement, values))])
    const rows = answers.flat()
    const [first = {}] = rows
    const sum = Object.keys(first)
    const areNumbers = rows.every((row) => Object.values(row).every((value) => typeof value === 'number'))
    const isSum = answers.every(({ length }) => length === 1) && areNumbers
    return asDescribed(isSum ? merged([rows], { each: 'folded', sum }, values) : rows)
  }
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'run') return run
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** So many buckets on two databases, beside the home database. */
export async function openTestBuckets(count: number): Promise<MigratableDatabase> {
  const migrations = await readMigrations()
  const server = await postgresUrl()
  const open = async (migrated: boolean) =>
    connectPostgres({
      url: await freshDatabase(server, migrated ? migrations : undefined),
      log: silentLog,
      timers: realTimers,
    })
  const [home, one, other] = [await open(true), await open(false), await open(false)]
  const places = Array.from({ length: count }, (_, number) => (number % 2 === 0 ? one : other))
  const opened = await openBuckets({ home, places, clock: { now: () => Date.now() } })
  if (!opened.ok) throw new Error(opened.failure.message)
  return anywhere(opened.value)
}

/** All three engines as the program opens them, for `describe.each`: for tests of the engines themselves. */
export const allEngines: readonly Engine[] = engines({ postgresUrl, embeddedImage }).map(watchEngine)

/** An engine whose databases have the program's tables. */
export interface MigratedEngine {
  readonly name: string
  open(): Promise<Opened>
}

const inThread: MigratedEngine = {
  name: 'PGlite in memory',
  async open() {
    const database = watchStatements(await openInThisThread(() => embeddedImage('migrated')))
    return { database, close: () => database.close() }
  },
}

/** For tests of statements and not of engines: the embedded one has no thread and is not started for each file. */
export const bothEngines: readonly MigratedEngine[] = [
  inThread,
  ...allEngines.flatMap(({ name, open }) => (name === 'PostgreSQL 18' ? [{ name, open: () => open() }] : [])),
]
