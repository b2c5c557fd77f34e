/**
 * Numbered migrations in plain SQL, each applied once, in order, in its own transaction: a file `NNNN_name.sql`, or a folder
 * `NNNN_name` whose files form one migration, like the baseline. The files of a folder do not depend on their order.
 *
 * Several servers may start on one PostgreSQL at the same moment: each migration runs under an advisory lock and claims its
 * number in `schema_migration` in the same transaction, so the second server finds it applied and goes on to the next. A file
 * must not contain BEGIN or COMMIT, nor anything that cannot run in a transaction (CREATE INDEX CONCURRENTLY). There are no
 * downgrades, and a program older than its database does not start.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { LiveFiles } from './live-files.ts'
import type { Notices } from './notices.ts'
import { type Database, isViolationOf } from './port.ts'

/** A database as its opener has it: for migrating and copying. */
export interface MigratableDatabase extends Database {
  /** Statements separated by semicolons, without values, in one transaction and without a time limit. @throws DatabaseFailure */
  script(text: string): Promise<void>
  /** Present if its files belong to this program: the embedded database on disk. */
  readonly files?: LiveFiles | undefined
  /** Present if other nodes may use it. */
  readonly notices?: Notices | undefined
}

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

export type MigrationFailure =
  /** The database was migrated by a newer program. */
  | { readonly kind: 'DATABASE_IS_NEWER'; readonly message: string }
  /** A migration with this number was applied under another name: it is not a database of this project. */
  | { readonly kind: 'HISTORY_DIFFERS'; readonly message: string }
  /** It was made by a development version from before the baseline, which cannot be upgraded. */
  | { readonly kind: 'BEFORE_BASELINE'; readonly message: string }

const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

const FILE_NAME = /^(\d{4})_([a-z0-9_]{1,60})$/
/** A constant that nobody else uses as a lock: 'sluice' in ASCII. */
const LOCK = 0x736c75696365

/** All migrations in the folder, by number. @throws Error if a name is invalid or a number occurs twice */
export const readMigrations = async (folder: string = MIGRATIONS_FOLDER): Promise<readonly Migration[]> => {
  const entries = (await readdir(folder, { withFileTypes: true })).sort(byName)
  const migrations = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.name.endsWith('.sql'))
      .map(async (entry) => {
        const name = basename(entry.name, '.sql')
        const parts = FILE_NAME.exec(name)
        if (parts === null) throw new Error(`${entry.name} is not named like 0001_what_it_does.sql`)
        const path = join(folder, entry.name)
        const sql = await (entry.isDirectory() ? readParts(path) : readFile(path, 'utf8'))
        return { number: Number(parts[1]), name: parts[2] ?? '', sql }
      }),
  )
  for (const [index, { number }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number) throw new Error(`two migrations have the number ${number}`)
  }
  return migrations
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

const readParts = async (folder: string): Promise<string> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.join('\n')
}

const LOCKED = `set local statement_timeout = 0; set local lock_timeout = 0; select pg_advisory_xact_lock(${LOCK});`

const TABLE = `${LOCKED}
create table if not exists schema_migration (
  number     int primary key,
  name       text not null,
  applied_at timestamptz not null
)`

const APPLIED = { name: '', text: 'select number, name from schema_migration order by number' }

const appliedTo = async (database: Database): Promise<ReadonlyMap<number, string>> => {
  const rows = await database.run(APPLIED, [])
  return new Map(rows.map(({ number, name }) => [Number(number), String(name)]))
}

const byNumber = (migrations: readonly Pick<Migration, 'number' | 'name'>[]): ReadonlyMap<number, string> =>
  new Map(migrations.map(({ number, name }) => [number, name]))

/** The first migration of the development versions from before the baseline. Their numbers went up to 68. */
const BEFORE_BASELINE = 'core'

const refusal = (
  applied: ReadonlyMap<number, string>,
  known: ReadonlyMap<number, string>,
): MigrationFailure | undefined => {
  if (applied.get(1) === BEFORE_BASELINE && known.get(1) !== BEFORE_BASELINE) {
    const message =
      'a development version from before the first release made this database, and no upgrade leads from it to this version: start with another data folder (DATA_DIR) or an empty PostgreSQL database (DATABASE_URL), and keep the old one for as long as you need what is in it'
    return { kind: 'BEFORE_BASELINE', message }
  }
  const newest = Math.max(0, ...known.keys())
  for (const [number, name] of applied) {
    if (number > newest) {
      const message = `the database is at migration ${number} (${name}), this program knows only up to ${newest}: start a newer version of it`
      return { kind: 'DATABASE_IS_NEWER', message }
    }
    const ours = known.get(number)
    if (ours !== name) {
      const message = `migration ${number} was applied as "${name}" but is ${ours === undefined ? 'missing here' : `"${ours}" here`}`
      return { kind: 'HISTORY_DIFFERS', message }
    }
  }
  return undefined
}

/** Why this program must not use a database to which these were applied; undefined if it may. */
export const whyNotOurs = async (
  applied: readonly Pick<Migration, 'number' | 'name'>[],
): Promise<string | undefined> => {
  const known = await readMigrations()
  return refusal(byNumber(applied), byNumber(known))?.message
}

export interface MigrationState {
  readonly applied: number
  /** Migrations that this program has and the database lacks. */
  readonly missing: readonly number[]
  /** Why this program must not use the database. */
  readonly refused: string | undefined
}

/** Compares the database with this program's migrations. Only reads. @throws DatabaseFailure */
export const readMigrationState = async (database: Database): Promise<MigrationState> => {
  const all = await readMigrations()
  const applied = await appliedTo(database)
  return {
    applied: applied.size,
    missing: all.flatMap(({ number }) => (applied.has(number) ? [] : [number])),
    refused: refusal(applied, byNumber(all))?.message,
  }
}

/** @returns whether this call applied it; false if another server was first */
const apply = async (
  database: MigratableDatabase,
  { number, name, sql }: Migration,
  at: string,
): Promise<boolean> => {
  const claim = `insert into schema_migration (number, name, applied_at) values (${number}, '${name}', '${at}')`
  try {
    await database.script(`${LOCKED} ${claim};\n${sql}`)
    return true
  } catch (error) {
    if (isViolationOf(error, 'schema_migration_pkey')) return false
    throw error
  }
}

/**
 * Brings the database to the newest schema. Several servers may call it at the same time.
 * @returns the numbers that this call applied, or why the database must not be used.
 * @throws DatabaseFailure if a migration fails; earlier ones stay applied
 */
export const migrate = async (
  database: MigratableDatabase,
  clock: Clock,
  migrations?: readonly Migration[],
): Promise<Result<readonly number[], MigrationFailure>> => {
  const all = migrations ?? (await readMigrations())
  await database.script(TABLE)
  const applied = await appliedTo(database)
  const refused = refusal(applied, byNumber(all))
  if (refused !== undefined) return fail(refused)
  const done: number[] = []
  for (const migration of all.filter(({ number }) => !applied.has(number))) {
    if (await apply(database, migration, isoTime(clock.now()))) done.push(migration.number)
  }
  return succeed(done)
}
