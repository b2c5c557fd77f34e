/** Empties a database between tests and simulations. Never used by the running program. */
import type { Database, SqlCall } from './port.ts'

/** Only tables that were written to: emptying an empty one costs just as much. */
const WRITTEN = {
  name: 'test_written_tables',
  text: `select format('%I.%I', schemaname, tablename) as name, size > $1 as is_large
           from pg_tables,
             lateral (select pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) as size) s
           where schemaname = 'public' and tablename <> 'schema_migration' and size > 0
           order by tablename`,
}

/** Above this size, the dead versions of deleted rows would slow down later statements. */
const LARGE_BYTES = 1_048_576

/**
 * Empties every table except the record of migrations, which is cheaper than a new database (a start in memory takes over a
 * second). Deleting rows takes a fraction of a millisecond per table; TRUNCATE takes one or two, and makes all users of the table
 * plan again.
 */
export const truncateAll = async (database: Database): Promise<void> => {
  const written = await database.run(WRITTEN, [LARGE_BYTES])
  const calls = written.map(({ name, is_large }): SqlCall => {
    const text = is_large === true ? `truncate ${name}` : `delete from ${name}`
    return { statement: { name: '', text }, values: [] }
  })
  if (calls.length > 0) await database.batch(calls)
}
