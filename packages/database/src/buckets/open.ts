/**
 * Opens the buckets of an installation, and brings each to the newest schema.
 *
 * A bucket is a schema with all tables of the program; those of `home` stay empty in it. It is made by the same migrations as any
 * other database.
 */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type MigratableDatabase, type Migration, type MigrationFailure, migrate } from '../migrate.ts'
import type { SqlStatement } from '../port.ts'
import { type BucketNumber, bucketOf, schemaOf } from './bucket.ts'
import { BucketedDatabase } from './router.ts'

export interface BucketsToOpen {
  readonly home: MigratableDatabase
  /** The database of each bucket, by number. Several may be in one. */
  readonly places: readonly MigratableDatabase[]
  readonly clock: Clock
  /** Default: the program's own. */
  readonly migrations?: readonly Migration[]
}

/** @throws DatabaseFailure */
export async function openBuckets(
  options: BucketsToOpen,
): Promise<Result<BucketedDatabase, MigrationFailure>> {
  const { home, places, clock, migrations } = options
  const buckets = places.map((database, number) => ({ database, schema: schemaOf(number as BucketNumber) }))
  for (const { database, schema } of buckets) {
    const made = await migrateBucket(database, schema, clock, migrations)
    if (!made.ok) return made
  }
  const numberOf = (merchantId: string) => bucketOf(merchantId, places.length)
  return succeed(new BucketedDatabase({ home, buckets, numberOf }))
}

/** In a bucket the merchants are rows, because the table of merchants is at home. */
const OWN_MERCHANTS = `drop view if exists every_merchant;
create table if not exists every_merchant (merchant_id text primary key)`

async function migrateBucket(
  database: MigratableDatabase,
  schema: string,
  clock: Clock,
  migrations: readonly Migration[] | undefined,
): Promise<Result<readonly number[], MigrationFailure>> {
  await database.script(`create schema if not exists ${schema}`)
  const bucket = inSchema(database, schema)
  const applied = await migrate(bucket, clock, migrations)
  if (applied.ok && applied.value.includes(3)) await bucket.script(OWN_MERCHANTS)
  return applied
}

/** For the migrator alone, whose statements are few and name one table. */
const inSchema = (database: MigratableDatabase, schema: string): MigratableDatabase => ({
  engine: database.engine,
  writeSlots: database.writeSlots,
  run: (statement, values) => database.run(withSchema(statement, schema), values),
  batch: (calls) => database.batch(calls),
  transact: (reads, decide) => database.transact(reads, decide),
  script: (text) => database.script(`set local search_path = ${schema}; ${text}`),
  ping: (timeoutMs) => database.ping(timeoutMs),
  close: async () => undefined,
})

const withSchema = <Name extends string>(
  statement: SqlStatement<Name>,
  schema: string,
): SqlStatement<Name> => ({
  ...statement,
  text: statement.text.replaceAll('schema_migration', `${schema}.schema_migration`),
})
