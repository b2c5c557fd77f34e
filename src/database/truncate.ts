/** Emptying a database between tests and simulated worlds. Never used by the running program. */
import type { Database, SqlCall } from './port.ts'

/** Those that something was written to: to empty one that has nothing costs as much. */
const WRITTEN = {
  name: 'test_written_tables',
  text: `select format('%I.%I', schemaname, tablename) as name, size > $1 as is_large
           from pg_tables,
             lateral (select pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) as size) s
           where schemaname = 'public' and tablename <> 'schema_migration' and size > 0
           order by tablename`,
}

/** From here on what deleted rows leave behind would make later ones slow. */
const LARGE_BYTES = 1_048_576

/**
 * Empties every table but the record of migrations: cheaper than a new database (a start in memory takes over a second). Rows are
 * deleted, which takes a fraction of a millisecond a table; TRUNCATE takes one or two, and all who use the table plan anew.
 */
export const truncateAll = async (database: Database): Promise<void> => {
  const written = await database.run(WRITTEN, [LARGE_BYTES])
  const calls = written.map(({ name, is_large }): SqlCall => {
    const text = is_large === true ? `truncate ${name}` : `delete from ${name}`
    return { statement: { name: '', text }, values: [] }
  })
  if (calls.length > 0) await database.batch(calls)
}
