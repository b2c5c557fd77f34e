/**
 * The versions, nodes and settings of a Citus cluster, read through its coordinator. `citus-check.ts` judges them.
 */
import type { Database, SqlStatement } from './port.ts'

/** What one node answered about itself. */
export interface CitusAnswer {
  /** As in the extension's version: `13.2-1`. */
  readonly citus: string | null
  readonly database: string
  /** Settings by name, as `pg_settings` shows them: times in milliseconds. */
  readonly settings: Readonly<Record<string, string>>
  /** Of this database. */
  readonly maintenanceDaemons: number
  /** Two-phase commits of this database that have been waiting for five minutes. */
  readonly stuckCommits: number
}

export interface CitusNode {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
  readonly isActive: boolean
  readonly hasMetadata: boolean
  readonly holdsSchemas: boolean
  /** Undefined if the coordinator could not reach it. */
  readonly answer: CitusAnswer | undefined
}

export interface CitusFacts {
  /** The version of the extension in this database; undefined without it. */
  readonly citus: string | undefined
  /** As PostgreSQL counts: 150018 is 15.18. */
  readonly postgres: number
  /** Whether these facts come from the coordinator. */
  readonly fromCoordinator: boolean
  readonly nodes: readonly CitusNode[]
}

/** Not declared, as all declared statements run on a PostgreSQL without Citus. */
const SERVER: SqlStatement = {
  name: '',
  text: `select (select extversion from pg_extension where extname = 'citus') as citus,
    current_setting('server_version_num')::integer as postgres`,
}

/** Those that `citus-check.ts` judges. */
const READ_SETTINGS = [
  'max_worker_processes',
  'max_connections',
  'max_prepared_transactions',
  'wal_level',
  'plan_cache_mode',
  'citus.recover_2pc_interval',
  'citus.distributed_deadlock_detection_factor',
  'citus.use_secondary_nodes',
]

const NODES: SqlStatement = {
  name: '',
  text: `select n.nodename as host, n.nodeport as port, n.groupid = 0 as is_coordinator, n.isactive as is_active,
      n.hasmetadata and n.metadatasynced as has_metadata, n.shouldhaveshards as holds_schemas,
      (select groupid from pg_dist_local_group) = 0 as from_coordinator,
      case when r.success then r.result::jsonb end as answer
    from pg_dist_node n left join run_command_on_all_nodes($remote$
      select json_build_object(
        'citus', (select extversion from pg_extension where extname = 'citus'),
        'database', current_database(),
        'settings', (select json_object_agg(name, setting) from pg_settings where name in (${READ_SETTINGS.map((name) => `'${name}'`).join(', ')})),
        'maintenanceDaemons', (select count(*) from pg_stat_activity
          where application_name = 'Citus Maintenance Daemon' and datname = current_database()),
        'stuckCommits', (select count(*) from pg_prepared_xacts
          where database = current_database() and prepared < now() - interval '5 minutes'))
      $remote$) r on r.nodeid = n.nodeid
    where n.noderole = 'primary' order by n.groupid, n.nodename, n.nodeport`,
}

/** @throws DatabaseFailure */
export async function readCitus(database: Pick<Database, 'run'>): Promise<CitusFacts> {
  const [server] = await database.run(SERVER, [])
  const citus = typeof server?.citus === 'string' ? server.citus : undefined
  const rows = citus === undefined ? [] : await database.run(NODES, [])
  return {
    citus,
    postgres: Number(server?.postgres),
    fromCoordinator: rows[0]?.from_coordinator === true,
    nodes: rows.map((row) => ({
      host: String(row.host),
      port: Number(row.port),
      isCoordinator: row.is_coordinator === true,
      isActive: row.is_active === true,
      hasMetadata: row.has_metadata === true,
      holdsSchemas: row.holds_schemas === true,
      answer: answerOf(row.answer),
    })),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function answerOf(value: unknown): CitusAnswer | undefined {
  if (!isRecord(value)) return undefined
  const { citus, database, settings, maintenanceDaemons, stuckCommits } = value
  const known = isRecord(settings) ? Object.entries(settings) : []
  return {
    citus: typeof citus === 'string' ? citus : null,
    database: String(database),
    settings: Object.fromEntries(known.map(([name, setting]) => [name, String(setting)])),
    maintenanceDaemons: Number(maintenanceDaemons),
    stuckCommits: Number(stuckCommits),
  }
}
