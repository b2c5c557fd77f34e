/**
 * The database port on PostgreSQL.
 *
 * `writeSlots` connections are reserved for `batch` and `transact` (the journal). The others serve `run`, so a slow read delays
 * no commit; one of them serves only the queues, so they do not delay payments either. It keeps the promises of `port.ts`, and
 * recovers by itself when the server does: a connection that ended is replaced when one is next needed. It never repeats a
 * statement; the caller knows whether that is safe.
 */
import type { Log, Timers } from '@sluice/core/foundation/deps.ts'
import { Connection, type ConnectionSettings } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { QUEUE_CONNECTIONS, READ_CONNECTIONS, WRITE_SLOTS } from './connections-needed.ts'
import type { DatabaseUse } from './database-url.ts'
import type { MigratableDatabase } from './migrate.ts'
import { type Notices, postgresNotices } from './notices.ts'
import { poolModeOf, UnsuitablePooler } from './pooler.ts'
import { asDescribed, DatabaseFailure } from './port.ts'
import { Servers } from './servers.ts'

export interface PostgresOptions {
  /** postgres://user:password@host:port/database, with `?sslmode=…` for TLS; see `database-url.ts` for several hosts. */
  readonly url: string
  /** `replica`: a standby, for reads. Default: `primary`. */
  readonly use?: DatabaseUse
  readonly log: Log
  readonly timers: Timers
  /** Connections for `batch` and `transact`: the number of concurrent transactions. */
  readonly writeSlots?: number
  /** Connections for `run`, besides the one for queues. */
  readonly readConnections?: number
  /** For each server. */
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  /** How many calls of each kind may wait for a connection, and for how long. */
  readonly maxWaiting?: number
  readonly maxWaitMs?: number
}

interface Opened {
  readonly servers: Servers
  readonly open: (byKey: boolean) => Promise<Connection>
  /** A connection for reads. */
  readonly first: Connection
}

class Postgres implements MigratableDatabase {
  readonly engine = 'postgres'
  readonly writeSlots: number
  readonly notices: Notices
  readonly #writes: ConnectionPool
  readonly #reads: ConnectionPool
  readonly #queues: ConnectionPool
  readonly #timers: Timers

  constructor(options: PostgresOptions, { servers, open, first }: Opened) {
    const {
      timers,
      writeSlots = WRITE_SLOTS,
      readConnections = READ_CONNECTIONS,
      maxWaiting = 2_000,
      maxWaitMs = 5_000,
    } = options
    const shared = { maxWaiting, maxWaitMs, timers }
    this.writeSlots = writeSlots
    this.#timers = timers
    this.notices = postgresNotices(this, { ...options, servers })
    this.#writes = new ConnectionPool({ ...shared, open: () => open(true), size: writeSlots })
    this.#reads = new ConnectionPool({ ...shared, open: () => open(false), size: readConnections })
    this.#queues = new ConnectionPool({ ...shared, open: () => open(true), size: QUEUE_CONNECTIONS })
    this.#reads.adopt(first)
  }

  run: MigratableDatabase['run'] = (statement, values) =>
    (statement.ofQueue ? this.#queues : this.#reads).use((connection) =>
      asDescribed(connection.run({ statement, values })),
    )

  /** A single statement is a transaction by itself. */
  batch: MigratableDatabase['batch'] = ([first, ...others]) =>
    this.#writes.use((connection) => {
      if (first === undefined) return asDescribed(Promise.resolve([]))
      if (others.length === 0) return connection.run(first).then((rows) => asDescribed([rows]))
      return asDescribed(connection.batch([first, ...others]))
    })

  transact: MigratableDatabase['transact'] = (reads, decide) =>
    this.#writes.use(async (connection) => {
      const rows = await connection.begin(reads)
      let decided: ReturnType<typeof decide>
      try {
        decided = decide(asDescribed(rows))
      } catch (error) {
        await connection.rollback()
        throw error
      }
      await connection.finish(decided.calls)
      return decided.outcome
    })

  script: MigratableDatabase['script'] = (text) => this.#writes.use((connection) => connection.script(text))

  ping = (timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = this.#timers.after(timeoutMs, () => resolve(false))
      const answer = (isThere: boolean) => {
        cancel()
        resolve(isThere)
      }
      this.run({ name: '', text: 'select 1' }, []).then(
        () => answer(true),
        () => answer(false),
      )
    })

  close = async (): Promise<void> => {
    await Promise.all([this.#writes, this.#reads, this.#queues].map((pool) => pool.close()))
  }
}

/**
 * Connects, and verifies it with one connection.
 * @throws DatabaseFailure UNAVAILABLE if the server cannot be reached or refuses the login, or if a pooler keeps no sessions
 */
export const connectPostgres = async (options: PostgresOptions): Promise<MigratableDatabase> => {
  const settings: Omit<ConnectionSettings, 'byKey'> = {
    timers: options.timers,
    statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
    lockTimeoutMs: options.lockTimeoutMs ?? 5_000,
    idleInTransactionTimeoutMs: 15_000,
    applicationName: 'sluice',
  }
  const servers = new Servers(options.url, options.use ?? 'primary', options.connectTimeoutMs)
  const open = async (byKey: boolean): Promise<Connection> => {
    try {
      return await servers.connect((server) => Connection.open(server, { ...settings, byKey }))
    } catch (error) {
      const reason = error instanceof DatabaseFailure ? error.message : 'unknown'
      options.log.warn({ reason }, 'no connection to PostgreSQL')
      throw error
    }
  }
  const first = await open(false)
  try {
    const poolMode = await poolModeOf(first, () => open(false))
    if (poolMode === 'transaction' || poolMode === 'statement') throw new UnsuitablePooler(poolMode)
    if (poolMode === 'session') options.log.info({}, 'a pooler that keeps sessions is in front of PostgreSQL')
    return new Postgres(options, { servers, open, first })
  } catch (error) {
    first.destroy()
    throw error
  }
}
