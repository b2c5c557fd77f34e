/**
 * Reads reports and exports from a standby, so that they do not slow payments down.
 *
 * Only what runs within `onReplica` does, and only statements that read. If the standby cannot be reached or is too far behind,
 * the same statement runs on the primary. How far it is behind is seen by the nodes' heartbeats in the table `node`, which needs no
 * rights and is also true while the standby receives nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, Log } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { MigratableDatabase } from './migrate.ts'
import { type Database, DatabaseFailure, type SqlStatement } from './port.ts'

const reading = new AsyncLocalStorage<true>()

/** Reads that may see the state of some seconds ago. Without a replica they run on the primary. */
export const onReplica = <Outcome>(read: () => Promise<Outcome>): Promise<Outcome> => reading.run(true, read)

/** Unnamed: only a server that has standbys runs them. */
const IDENTITY: SqlStatement = {
  name: '',
  text: `select (pg_control_system()).system_identifier::text as system,
    (select oid from pg_database where datname = current_database())::text as database`,
}
const HEARTBEAT: SqlStatement = { name: '', text: 'select max(seen_at) as seen_at from node' }

/** Another server was named than a standby of this database. */
export class NotAReplica extends Error {
  override readonly name = 'NotAReplica'
}

export interface ReplicaOptions {
  /** Connects to the standby. @throws DatabaseFailure UNAVAILABLE */
  readonly connect: () => Promise<Database>
  readonly clock: Clock
  readonly log: Log
  /** The primary is used if the standby is further behind. */
  readonly longestLagMs: number
}

/** A check of the standby is true for this long, and so is its failure. */
const CHECKED_FOR_MS = 1_000
const FAILED_FOR_MS = 5_000

const READS = /^\s*(?:select|with)\b/i
const WRITES = /\b(?:insert|update|delete|merge|nextval|pg_notify|set_config)\b/i

export class Replica {
  readonly #primary: Database
  readonly #options: ReplicaOptions
  #standby: Database | undefined
  #checkedUntil = Number.NEGATIVE_INFINITY
  #isFit = false
  #checking: Promise<boolean> | undefined

  constructor(primary: Database, options: ReplicaOptions) {
    this.#primary = primary
    this.#options = options
  }

  /** @throws NotAReplica; a standby that cannot be reached is tried again when it is needed */
  async begin(): Promise<void> {
    try {
      this.#standby = await this.#connected()
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error
      this.#failed(error.message)
    }
  }

  run: Database['run'] = async (statement, values) => {
    if (!READS.test(statement.text) || WRITES.test(statement.text))
      return this.#primary.run(statement, values)
    const standby = (await this.#isUsable()) ? this.#standby : undefined
    if (standby === undefined) return this.#primary.run(statement, values)
    try {
      return await standby.run(statement, values)
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error
      this.#failed(error.message)
      return this.#primary.run(statement, values)
    }
  }

  async close(): Promise<void> {
    await this.#standby?.close()
  }

  #isUsable(): Promise<boolean> {
    if (this.#options.clock.now() < this.#checkedUntil) return Promise.resolve(this.#isFit)
    this.#checking ??= this.#check()
      .catch((error: unknown) => this.#failed(errorText(error)))
      .finally(() => (this.#checking = undefined))
    return this.#checking
  }

  async #check(): Promise<boolean> {
    try {
      this.#standby ??= await this.#connected()
      const [row] = await this.#standby.run(HEARTBEAT, [])
      const lagMs = this.#options.clock.now() - Number(row?.seen_at ?? Number.NaN)
      if (!(lagMs <= this.#options.longestLagMs))
        return this.#failed(
          `it is ${Number.isNaN(lagMs) ? 'empty' : `${Math.round(lagMs / 1_000)} s behind`}`,
        )
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error
      return this.#failed(error.message)
    }
    this.#isFit = true
    this.#checkedUntil = this.#options.clock.now() + CHECKED_FOR_MS
    return true
  }

  async #connected(): Promise<Database> {
    const standby = await this.#options.connect()
    const [[expected], [found]] = await Promise.all([
      this.#primary.run(IDENTITY, []),
      standby.run(IDENTITY, []),
    ])
    if (found?.system === expected?.system && found?.database === expected?.database) return standby
    await standby.close()
    throw new NotAReplica('SLUICE_REPLICA_URL does not name a standby of the database in DATABASE_URL')
  }

  #failed(reason: string): false {
    const { clock, log } = this.#options
    if (this.#isFit || this.#checkedUntil === Number.NEGATIVE_INFINITY)
      log.warn({ reason }, 'reports and exports read from the primary: the replica cannot be used')
    this.#isFit = false
    this.#checkedUntil = clock.now() + FAILED_FOR_MS
    return false
  }
}

/** The same database, of which `onReplica` reads from the standby. */
export function withReplica(primary: MigratableDatabase, replica: Replica): MigratableDatabase {
  const run: Database['run'] = (statement, values) =>
    reading.getStore() === true ? replica.run(statement, values) : primary.run(statement, values)
  const close = async () => {
    await replica.close()
    await primary.close()
  }
  const own = { run, close }
  return new Proxy(primary, {
    get: (target, name) => Reflect.get(name in own ? own : target, name),
  })
}
