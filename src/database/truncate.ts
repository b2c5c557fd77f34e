/** Emptying a database between tests and simulated worlds. Never used by the running program. */
import type { Database } from './port.ts'

/** Those that something was written to: to empty one that has nothing costs as much. */
const WRITTEN = {
  name: '',
  text: `select string_agg(format('%I.%I', schemaname, tablename), ', ' order by tablename) as tables
           from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'
            and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0`,
}

const writtenTables = async (database: Database): Promise<readonly string[]> => {
  const [found] = await database.run(WRITTEN, [])
  return typeof found?.tables === 'string' ? found.tables.split(', ') : []
}

/** Empties every table but the record of migrations: cheaper than a new database (a start in memory takes over a second). */
export const truncateAll = async (database: Database): Promise<void> => {
  const tables = await writtenTables(database)
  if (tables.length > 0) await database.run({ name: '', text: `truncate ${tables.join(', ')}` }, [])
}

/**
 * The same for few rows, emptied again and again: TRUNCATE makes every file and index anew, and every prepared statement is planned
 * anew after it. What was deleted takes its room until a VACUUM.
 */
export const deleteAll = async (database: Database): Promise<void> => {
  const tables = await writtenTables(database)
  await database.batch(
    tables.map((table) => ({ statement: { name: '', text: `delete from ${table}` }, values: [] })),
  )
}
