/**
 * One connection to PostgreSQL: statements prepared by name, a whole transaction sent in one trip.
 *
 * pg's pipeline mode puts a Sync behind every statement, so when one inside BEGIN fails, the server answers the following
 * ones with 25P02 and takes the COMMIT as a ROLLBACK: the first failure is the true one. What could keep a single statement
 * from being sent (a value that cannot be encoded, one name with two texts) is found before the first byte goes out, since
 * the COMMIT behind it would keep the rest.
 *
 * A younger node may change a table while this one serves. The server then refuses each statement that was prepared before and answers
 * other columns now (`select *`), for as long as it is prepared, before it does anything: so they are prepared anew, and sent once more.
 */
import { Socket } from 'node:net'
import pg from 'pg'
import type { Timers } from '../foundation/deps.ts'
import { errorCode } from '../foundation/errors.ts'
import { lostFailure, serverFailure, unavailableFailure } from './failures.ts'
import { DatabaseFailure, type Row, type SqlCall, type Value } from './port.ts'
import { headOf, messageOf, PreparedQuery } from './prepared-query.ts'
import { SentQuery, type WiredQuery } from './sent-query.ts'
import { parserOf, wired } from './wire.ts'

export interface ConnectionSettings {
  /** postgres://user:password@host:port/database */
  readonly url: string
  readonly timers: Timers
  /** For the TCP connection, TLS and the login. */
  readonly connectTimeoutMs: number
  /** The server gives up a statement after this. */
  readonly statementTimeoutMs: number
  /** The server gives up waiting for a row's lock after this. */
  readonly lockTimeoutMs: number
  /** The server ends a session that leaves a transaction open for this long. */
  readonly idleInTransactionTimeoutMs: number
  /** What the operators' `pg_stat_activity` shows. */
  readonly applicationName: string
  /**
   * Plans by index and nested loop only, for statements that touch few rows by their keys. The plan of a named statement is kept,
   * and one made while a table was empty reads all of it: locking 100 of 200,000 payments took 145 ms, by the key 0.9 ms
   * (PostgreSQL 18), until the server looked at the table's size again a minute later.
   */
  readonly byKey: boolean
}

/** PostgreSQL takes 63; the rest tells how often it was prepared anew. */
const MAX_NAME = 58
/** Beyond the server's own limit: by then the network or the machine is gone, not the statement slow. */
const SILENCE_MS = 5_000

const NO_ROWS: readonly Row[] = []

/** @throws Error for what is no plain value: a bug, found before anything is sent. */
const asText = (value: Value): string | null => {
  const text = wired(value)
  if (text !== null && typeof text !== 'string')
    throw new Error('a statement that returns nothing takes plain values')
  return text
}

export type Rows = readonly (readonly Row[])[]

const plain = (text: string): WiredQuery => ({ name: '', text, values: [] })

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/** Its columns are others than when it was prepared. Of the codes none says that, and its message is in the server's language. */
class StaleStatement extends DatabaseFailure {
  constructor(name: string) {
    super('RETRY', `statement ${name} was prepared before a table of it was changed`, { sqlState: '0A000' })
  }
}
const REFUSES_STALE = 'RevalidateCachedQuery'

const failureOf = (error: unknown, name: string): DatabaseFailure => {
  if (error instanceof DatabaseFailure) return error
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, severity, message, routine } = error
    if (code === '0A000' && routine === REFUSES_STALE) return new StaleStatement(name)
    return serverFailure({ code, constraint, severity, message }, name)
  }
  return lostFailure(errorCode(error))
}

export class Connection {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #timers: Timers
  readonly #silenceMs: number
  readonly #texts = new Map<string, string>()
  /** Of statements that return nothing, once they are prepared. */
  readonly #heads = new Map<string, Buffer>()
  /** How often all of them had to be prepared anew. */
  #round = 0
  #usable = true

  private constructor(client: pg.Client, socket: Socket, settings: ConnectionSettings) {
    this.#client = client
    this.#socket = socket
    this.#timers = settings.timers
    this.#silenceMs = settings.statementTimeoutMs + SILENCE_MS
    client.on('error', () => this.destroy())
    client.on('end', () => this.destroy())
  }

  /** @throws DatabaseFailure UNAVAILABLE */
  static async open(settings: ConnectionSettings): Promise<Connection> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: settings.url,
      connectionTimeoutMillis: settings.connectTimeoutMs,
      application_name: settings.applicationName,
      keepAlive: true,
      pipeline: true,
      stream: () => socket,
      types: { getTypeParser: (oid: number) => parserOf(oid) },
    })
    const connection = new Connection(client, socket, settings)
    try {
      await client.connect()
      await client.query(sessionSettings(settings))
      return connection
    } catch (error) {
      connection.destroy()
      const sqlState = error instanceof pg.DatabaseError ? error.code : undefined
      throw unavailableFailure(sqlState === undefined ? errorCode(error) : `SQLSTATE ${sqlState}`, sqlState)
    }
  }

  /** False once the server or the network has ended it. */
  get usable(): boolean {
    return this.#usable
  }

  /** One statement in a transaction of its own. */
  run(call: SqlCall): Promise<readonly Row[]> {
    const { name, returnsNothing } = call.statement
    if (!returnsNothing) return this.#run(call)
    const head = this.#heads.get(this.#asPrepared(name))
    if (head !== undefined) return this.#sendPrepared(head, call)
    return this.#run(call).then((rows) => {
      const prepared = this.#asPrepared(name)
      this.#heads.set(prepared, headOf(prepared))
      return rows
    })
  }

  async #run(call: SqlCall): Promise<readonly Row[]> {
    try {
      return (await this.#send(this.#encode([call])))[0] ?? []
    } catch (error) {
      await this.#forgetStale(error)
      return (await this.#send(this.#encode([call])))[0] ?? []
    }
  }

  /** BEGIN, all calls, COMMIT in one trip. */
  async batch(calls: readonly SqlCall[]): Promise<Rows> {
    const whole = () => this.#send([plain(BEGIN), ...this.#encode(calls), plain('COMMIT')])
    try {
      return (await whole()).slice(1, -1)
    } catch (error) {
      await this.#forgetStale(error)
      return (await whole()).slice(1, -1)
    }
  }

  /** BEGIN and the calls; the transaction stays open. Where one fails, it is over. */
  async begin(calls: readonly SqlCall[]): Promise<Rows> {
    const begun = () => this.#orRollback(this.#send([plain(BEGIN), ...this.#encode(calls)]))
    try {
      return (await begun()).slice(1)
    } catch (error) {
      await this.#forgetStale(error)
      return (await begun()).slice(1)
    }
  }

  /** The calls and COMMIT, in the transaction that `begin` left open. RETRY where a statement of them was stale: the next time it is not. */
  async finish(calls: readonly SqlCall[]): Promise<void> {
    let queries: readonly WiredQuery[]
    try {
      queries = this.#encode(calls)
    } catch (error) {
      await this.rollback()
      throw error
    }
    try {
      await this.#orRollback(this.#send([...queries, plain('COMMIT')]))
    } catch (error) {
      await this.#forgetStale(error)
      throw error
    }
  }

  async rollback(): Promise<void> {
    // Where even this fails, the connection goes, and the server rolls back on its own.
    await this.#send([plain('ROLLBACK')]).catch(() => this.destroy())
  }

  /** Several statements in one transaction, without a time limit on this side. */
  async script(text: string): Promise<void> {
    await this.#client.query(text).catch((error: unknown) => {
      throw failureOf(error, '')
    })
  }

  /** Ends it without a farewell. What is under way on it fails with UNKNOWN_FATE. */
  destroy(): void {
    this.#usable = false
    this.#socket.destroy()
  }

  async close(): Promise<void> {
    if (!this.#usable) return
    this.#usable = false
    await this.#client.end()
  }

  /**
   * Where a statement was stale nothing was done, and nothing is open any more. The client remembers what it has prepared by name, so from
   * now on all have other names.
   * @throws whatever else the error was
   */
  async #forgetStale(error: unknown): Promise<void> {
    if (!(error instanceof StaleStatement)) throw error
    this.#round += 1
    await this.#send([plain('DEALLOCATE ALL')])
  }

  /** A failed COMMIT leaves no transaction behind, and rolling back nothing is only a warning. */
  async #orRollback<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work
    } catch (error) {
      if (this.#usable) await this.rollback()
      throw error
    }
  }

  /** @throws Error for what is a bug of ours, before anything is sent. */
  #encode(calls: readonly SqlCall[]): WiredQuery[] {
    return calls.map(({ statement: { name, text }, values }) => {
      const known = name === '' ? text : this.#texts.get(name)
      if (known !== undefined && known !== text) throw new Error(`statement ${name} has two different texts`)
      if (name.length > MAX_NAME)
        throw new Error(`the name of statement ${name} has more than ${MAX_NAME} characters`)
      if (name !== '') this.#texts.set(name, text)
      return { name: this.#asPrepared(name), text, values: values.map(wired) }
    })
  }

  #asPrepared(name: string): string {
    return name === '' || this.#round === 0 ? name : `${name} ${this.#round}`
  }

  /** What has no columns is never stale. */
  #sendPrepared(head: Buffer, { statement, values }: SqlCall): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (!this.#usable) throw unavailableFailure('the connection has ended')
      const message = messageOf(head, values.map(asText))
      const query = new PreparedQuery(message, (error) => {
        cancel()
        if (!error) return resolve(NO_ROWS)
        const failure = failureOf(error, statement.name)
        if (failure.kind === 'UNKNOWN_FATE') this.destroy()
        reject(failure)
      })
      this.#client.query(query)
      const cancel = this.#timers.after(this.#silenceMs, () => this.destroy())
    })
  }

  /**
   * All of them in one write to the socket; waits for every answer and throws the first failure. One promise for all of them: one for
   * each, and pg's own around it, cost a lone create several turns of the microtasks.
   */
  #send(queries: readonly WiredQuery[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (!this.#usable) throw unavailableFailure('the connection has ended')
      const rows: (readonly Row[])[] = queries.map(() => [])
      let unanswered = queries.length
      let failure: DatabaseFailure | undefined
      this.#socket.cork()
      for (const [index, query] of queries.entries()) {
        const sent = new SentQuery(query, (error, answer) => {
          // They are answered in their order, so the first that comes is the first there was.
          if (error) failure ??= failureOf(error, query.name)
          else rows[index] = answer.rows
          unanswered -= 1
          if (unanswered > 0) return
          cancel()
          if (failure?.kind === 'UNKNOWN_FATE') this.destroy()
          if (failure) reject(failure)
          else resolve(rows)
        })
        this.#client.query(sent)
      }
      this.#socket.uncork()
      // Last, since it can be done while the server is at work already. No answer comes before this turn has ended.
      const cancel = this.#timers.after(this.#silenceMs, () => this.destroy())
    })
  }
}

const BY_KEY = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** By SET, not in the start message: poolers refuse settings they do not know, and the URL's own options would win. */
const sessionSettings = (settings: ConnectionSettings): string =>
  [
    `SET TimeZone = 'UTC'`,
    `SET DateStyle = 'ISO, YMD'`,
    `SET client_min_messages = 'error'`,
    // What is read is bounded, whatever the planner thinks of the table's size: over 70 million terms a search compiled for 180 to 660 ms.
    'SET jit = off',
    `SET statement_timeout = ${settings.statementTimeoutMs}`,
    `SET lock_timeout = ${settings.lockTimeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${settings.idleInTransactionTimeoutMs}`,
    ...(settings.byKey ? BY_KEY.map((plan) => `SET ${plan} = off`) : []),
  ].join('; ')
