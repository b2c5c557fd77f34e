/**
 * Databases for tests: a real PostgreSQL from an npm package, and all engines as one list.
 *
 * The running program uses nothing of this. Every server started here is stopped, and every file removed.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log, Timers } from '@sluice/core/foundation/deps.ts'
import { freePort } from '@sluice/core/foundation/free-port.fixture.ts'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import type { PreparedKind } from './embedded-prepared.ts'
import { type MigratableDatabase, type Migration, migrate, readMigrations } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import { postgresMajor, postgresPackage } from './postgres-package.fixture.ts'

/** Logs nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
}

/** The real timers, because a database takes real time. */
export const realTimers: Timers = {
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs)
    timer.unref()
    return () => clearTimeout(timer)
  },
  soon: (action) => void setImmediate(action),
}

export interface TestPostgres {
  /** Of the server's own database; tests use a fresh one. */
  readonly url: string
  /** The data directory, for the rare test that looks at it. */
  stop(): Promise<void>
  /** Ends the server like a power failure would, and restarts it on the same port. */
  restart(): Promise<void>
  /** An empty database, or one with these migrations applied (copied from a template, so it is cheap). */
  freshDatabase(migrations?: readonly Migration[]): Promise<string>
}

/** No data is kept, so nothing needs to be forced to disk. */
const FAST = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']

/**
 * Each server gets a random password, which cannot be guessed however fast guesses are checked. Hashing it 4,096 times, the
 * default, took two fifths of the server's cost of a connection. PostgreSQL has the setting since version 16.
 */
const hashedOnce = (): readonly string[] => (postgresMajor() < 16 ? [] : ['--set', 'scram_iterations=1'])

/** Starts a server on a free port of 127.0.0.1. Takes about 2 s. `durable` leaves fsync on. */
export const startPostgres = async (options: { durable?: boolean } = {}): Promise<TestPostgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-postgres-'))
  // When run as root, the server uses the account "postgres", which must be able to enter the folder.
  await chmod(folder, 0o711)
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  const EmbeddedPostgres = await postgresPackage()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', ...hashedOnce()],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=400'],
      ...(options.durable === true ? [] : FAST),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const url = urlOf('postgres')
  return {
    url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
    restart: async () => {
      await server.stop()
      await server.start()
    },
    freshDatabase: (migrations) => freshDatabase(url, migrations),
  }
}

const administer = async <Outcome>(
  url: string,
  work: (client: pg.Client) => Promise<Outcome>,
): Promise<Outcome> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const named = (url: string, database: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

const templateName = async (migrations: readonly Migration[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(migrations))
  return `template_${Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex', 0, 12)}`
}

/** Creates a database on the server at `url`. With migrations, the first call creates a template, and later ones copy it. */
export const freshDatabase = (url: string, migrations?: readonly Migration[]): Promise<string> =>
  administer(url, async (client) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    if (migrations === undefined) {
      await client.query(`create database ${name}`)
      return named(url, name)
    }
    const template = await templateName(migrations)
    await client.query('select pg_advisory_lock(1)')
    const known = await client.query('select 1 from pg_database where datname = $1', [template])
    if (known.rows.length === 0) await makeTemplate(client, url, template, migrations)
    await client.query(`create database ${name} template ${template}`)
    await client.query('select pg_advisory_unlock(1)')
    return named(url, name)
  })

const makeTemplate = async (
  client: pg.Client,
  url: string,
  template: string,
  migrations: readonly Migration[],
): Promise<void> => {
  await client.query(`create database ${template}_new`)
  const database = await connectPostgres({
    url: named(url, `${template}_new`),
    log: silentLog,
    timers: realTimers,
  })
  try {
    await migrated(database, migrations)
  } finally {
    await database.close()
  }
  await client.query(`alter database ${template}_new rename to ${template}`)
}

const migrated = async (
  database: MigratableDatabase,
  migrations: readonly Migration[] | undefined,
): Promise<void> => {
  const outcome = await migrate(database, { now: () => Date.now() }, migrations)
  if (!outcome.ok) throw new Error(outcome.failure.message)
}

export interface Opened {
  readonly database: MigratableDatabase
  /** Closes it and removes its files. */
  close(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** Opens an empty database with these migrations applied; by default the program's own. */
  open(migrations?: readonly Migration[]): Promise<Opened>
}

/** What the engines of a test run share, created when the first test needs it. */
export interface Shared {
  readonly postgresUrl: () => Promise<string>
  /** An embedded database, to start others from. */
  readonly embeddedImage: (kind: PreparedKind) => Promise<Uint8Array<ArrayBuffer>>
}

/** The same tests on each engine. */
export const engines = ({ postgresUrl, embeddedImage }: Shared): readonly Engine[] => [
  {
    name: 'PGlite in memory',
    open: async (migrations) => {
      const image = await embeddedImage(migrations ? 'empty' : 'migrated')
      const database = await openEmbedded({ folder: undefined, image, log: silentLog, timers: realTimers })
      await migrated(database, migrations)
      return { database, close: () => database.close() }
    },
  },
  {
    name: 'PGlite on disk',
    open: async (migrations) => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-embedded-'))
      const image = await embeddedImage(migrations ? 'empty' : 'migrated')
      const database = await openEmbedded({ folder, image, log: silentLog, timers: realTimers })
      await migrated(database, migrations)
      const close = async () => {
        await database.close()
        await rm(folder, { recursive: true, force: true })
      }
      return { database, close }
    },
  },
  {
    name: 'PostgreSQL 18',
    open: async (migrations) => {
      const url = await freshDatabase(await postgresUrl(), migrations ?? (await readMigrations()))
      const database = await connectPostgres({ url, log: silentLog, timers: realTimers })
      await migrated(database, migrations)
      return { database, close: () => database.close() }
    },
  },
]

export { truncateAll } from './truncate.ts'
