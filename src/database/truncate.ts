/** Emptying a database between tests and simulated worlds. Never used by the running program. */
import type { Database } from './port.ts'

/** Those that something was written to: to empty one that has nothing costs as much. */
const WRITTEN = {
  name: '',
  text: `select string_agg(format('%I.%I', schemaname, tablename), ', ' order by tablename) as tables
           from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'
            and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0`,
}

/** Empties every table but the record of migrations: cheaper than a new database (a start in memory takes over a second). */
export const truncateAll = async (database: Database): Promise<void> => {
  const [found] = await database.run(WRITTEN, [])
  const tables = found?.tables
  if (typeof tables === 'string') await database.run({ name: '', text: `truncate ${tables}` }, [])
}
