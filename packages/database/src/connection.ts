/**
 * One connection to PostgreSQL: statements are prepared by name, and a whole transaction is sent in one round trip.
 *
 * pg's pipeline mode sends a Sync after every statement. When a statement inside BEGIN fails, the server answers the following
 * ones with 25P02 and treats the COMMIT as a ROLLBACK, so the first failure is the cause. Anything that could prevent a single
 * statement from being sent (a value that cannot be encoded, one name with two texts) is detected before the first byte is sent,
 * because the COMMIT after it would commit the rest.
 *
 * A newer node may change a table while this one runs. The server then rejects each prepared statement whose columns have changed
 * (`select *`), before executing it. Such statements are prepared again and sent once more.
 */
import { Socket } from 'node:net'
import type { Cancel, Timers } from '@sluice/core/foundation/deps.ts'
import { errorCode } from '@sluice/core/foundation/errors.ts'
import pg from 'pg'
import { endsSession, type FailedAt, lostFailure, serverFailure, unavailableFailure } from './failures.ts'
import { DatabaseFailure, type Row, type SqlCall, type Value } from './port.ts'
import { headOf, messageOf, PreparedQuery } from './prepared-query.ts'
import { SentQuery, type WiredQuery } from './sent-query.ts'
import {
  KEEP_ALIVE_MS,
  requireWanted,
  SERVER_STATE,
  type ServerAttempt,
  type ServerState,
} from './servers.ts'
import { parserOf, wired } from './wire.ts'

export interface ConnectionSettings {
  readonly timers: Timers
  /** The server aborts a statement after this. */
  readonly statementTimeoutMs: number
  /** The server stops waiting for a row lock after this. */
  readonly lockTimeoutMs: number
  /** The server ends a session that leaves a transaction open for this long. */
  readonly idleInTransactionTimeoutMs: number
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  /**
   * Restricts plans to indexes and nested loops, for statements that read few rows by their keys. The plan of a named statement
   * is kept, and one made while a table was empty reads the whole table: locking 100 of 200,000 payments took 145 ms instead of
   * 0.9 ms by key (PostgreSQL 18), until the server checked the table's size again a minute later.
   */
  readonly byKey: boolean
}

/** PostgreSQL allows 63; the rest counts how often it was prepared again. */
const MAX_NAME = 58
/** Beyond the server's own limit: by then the network or the machine has failed, and the statement is not just slow. */
const SILENCE_MS = 5_000

const NO_ROWS: readonly Row[] = []

/** @throws Error for anything but a plain value, which is a bug, before anything is sent */
const asText = (value: Value): string | null => {
  const text = wired(value)
  if (text !== null && typeof text !== 'string')
    throw new Error('a statement that returns nothing takes plain values')
  return text
}

export type Rows = readonly (readonly Row[])[]

const plain = (text: string): WiredQuery => ({ name: '', text, values: [] })

const COMMIT = 'COMMIT'
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'

/**
 * Its columns have changed since it was prepared. No error code is specific to this, and the message is in the server's language.
 */
class StaleStatement extends DatabaseFailure {
  constructor(name: string) {
    super('RETRY', `statement ${name} was prepared before a table of it was changed`, { sqlState: '0A000' })
  }
}
const REFUSES_STALE = 'RevalidateCachedQuery'

const failureOf = (error: unknown, name: string, at: FailedAt): DatabaseFailure => {
  if (error instanceof pg.DatabaseError) {
    const { code, constraint, severity, message, routine } = error
    if (code === '0A000' && routine === REFUSES_STALE) return new StaleStatement(name)
    return serverFailure({ code, constraint, severity, message }, name, at)
  }
  return lostFailure(errorCode(error))
}

const isUsableAfter = (error: unknown): boolean => error instanceof pg.DatabaseError && !endsSession(error)

export class Connection {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #timers: Timers
  readonly #silenceMs: number
  readonly #texts = new Map<string, string>()
  /** For statements that return nothing, once they are prepared. */
  readonly #heads = new Map<string, Buffer>()
  /** How often all statements had to be prepared again. */
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

  /** @throws DatabaseFailure UNAVAILABLE, also if the server is not as wanted */
  static async open(server: ServerAttempt, settings: ConnectionSettings): Promise<Connection> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: server.url,
      // Covers the TCP connection, TLS and the login.
      connectionTimeoutMillis: server.connectTimeoutMs,
      application_name: settings.applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline: true,
      stream: () => socket,
      types: { getTypeParser: (oid: number) => parserOf(oid) },
    })
    const connection = new Connection(client, socket, settings)
    let isSilent = false
    let cancel: Cancel = () => undefined
    try {
      await client.connect()
      // A pooler accepts a login before it has a connection to the server.
      cancel = settings.timers.after(server.connectTimeoutMs, () => {
        isSilent = true
        connection.destroy()
      })
      if (server.wanted === 'any') await client.query(sessionSettings(settings))
      else {
        const [, { rows }] = await Promise.all([
          client.query(sessionSettings(settings)),
          client.query<ServerState>(SERVER_STATE),
        ])
        requireWanted(server.wanted, rows)
      }
      return connection
    } catch (error) {
      connection.destroy()
      if (isSilent) throw unavailableFailure('it accepted the login and answers no statement')
      if (error instanceof DatabaseFailure) throw error
      const sqlState = error instanceof pg.DatabaseError ? error.code : undefined
      throw unavailableFailure(sqlState === undefined ? errorCode(error) : `SQLSTATE ${sqlState}`, sqlState)
    } finally {
      cancel()
    }
  }

  /** The number that the server, or a pooler in front of it, gave this connection. */
  get processId(): number | null {
    const id: unknown = Reflect.get(this.#client, 'processID')
    return typeof id === 'number' ? id : null
  }

  /** False once the server or the network has ended it. */
  get usable(): boolean {
    return this.#usable
  }

  /** A single statement in its own transaction. */
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

  /** BEGIN, all calls and COMMIT in one round trip. */
  async batch(calls: readonly SqlCall[]): Promise<Rows> {
    const whole = () => this.#send([plain(BEGIN), ...this.#encode(calls), plain(COMMIT)])
    try {
      return (await whole()).slice(1, -1)
    } catch (error) {
      await this.#forgetStale(error)
      return (await whole()).slice(1, -1)
    }
  }

  /** BEGIN and the calls; the transaction stays open. If one fails, it is rolled back. */
  async begin(calls: readonly SqlCall[]): Promise<Rows> {
    const begun = () => this.#orRollback(this.#send([plain(BEGIN), ...this.#encode(calls)]))
    try {
      return (await begun()).slice(1)
    } catch (error) {
      await this.#forgetStale(error)
      return (await begun()).slice(1)
    }
  }

  /**
   * The calls and COMMIT, in the transaction that `begin` left open. RETRY if a statement was stale, which the retry will not be.
   */
  async finish(calls: readonly SqlCall[]): Promise<void> {
    let queries: readonly WiredQuery[]
    try {
      queries = this.#encode(calls)
    } catch (error) {
      await this.rollback()
      throw error
    }
    try {
      await this.#orRollback(this.#send([...queries, plain(COMMIT)]))
    } catch (error) {
      await this.#forgetStale(error)
      throw error
    }
  }

  async rollback(): Promise<void> {
    // If even this fails, the connection is closed, and the server rolls back by itself.
    await this.#send([plain('ROLLBACK')]).catch(() => this.destroy())
  }

  /** Several statements in one transaction, without a time limit on this side. */
  async script(text: string): Promise<void> {
    await this.#client.query(text).catch((error: unknown) => {
      throw failureOf(error, '', 'STATEMENT')
    })
  }

  /** Closes it immediately. Whatever is running on it fails with UNKNOWN_FATE. */
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
   * After a stale statement nothing was done, and no transaction is open. The client remembers prepared statements by name, so
   * all get new names from now on.
   * @throws any other error
   */
  async #forgetStale(error: unknown): Promise<void> {
    if (!(error instanceof StaleStatement)) throw error
    this.#round += 1
    await this.#send([plain('DEALLOCATE ALL')])
  }

  /** A failed COMMIT leaves no transaction behind; a ROLLBACK without one is only a warning. */
  async #orRollback<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await work
    } catch (error) {
      if (this.#usable) await this.rollback()
      throw error
    }
  }

  /** @throws Error for our own bugs, before anything is sent */
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

  /** A statement without columns is never stale. */
  #sendPrepared(head: Buffer, { statement, values }: SqlCall): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      if (!this.#usable) throw unavailableFailure('the connection has ended')
      const message = messageOf(head, values.map(asText))
      const query = new PreparedQuery(message, (error) => {
        cancel()
        if (!error) return resolve(NO_ROWS)
        if (!isUsableAfter(error)) this.destroy()
        reject(failureOf(error, statement.name, query.isExecuted ? 'COMMIT' : 'STATEMENT'))
      })
      this.#client.query(query)
      const cancel = this.#timers.after(this.#silenceMs, () => this.destroy())
    })
  }

  /**
   * Sends all of them in one write to the socket, waits for every answer, and throws the first failure. There is one promise for
   * all of them: one each, plus pg's own around it, cost a single create several turns of the microtask queue.
   */
  #send(queries: readonly WiredQuery[]): Promise<Rows> {
    return new Promise((resolve, reject) => {
      if (!this.#usable) throw unavailableFailure('the connection has ended')
      const rows: (readonly Row[])[] = queries.map(() => [])
      let unanswered = queries.length
      let failure: DatabaseFailure | undefined
      const fail = (error: unknown, query: WiredQuery, sent: SentQuery) => {
        if (!isUsableAfter(error)) this.destroy()
        const isCommit = query.text === COMMIT || (queries.length === 1 && sent.isExecuted)
        failure ??= failureOf(error, query.name, isCommit ? 'COMMIT' : 'STATEMENT')
      }
      this.#socket.cork()
      for (const [index, query] of queries.entries()) {
        const sent = new SentQuery(query, (error, answer) => {
          // Answers come in order, so the first one to arrive is the first failure.
          if (error) fail(error, query, sent)
          else rows[index] = answer.rows
          unanswered -= 1
          if (unanswered > 0) return
          cancel()
          if (failure) reject(failure)
          else resolve(rows)
        })
        this.#client.query(sent)
      }
      this.#socket.uncork()
      // Last, because the server is already working by then. No answer arrives before this turn of the event loop has ended.
      const cancel = this.#timers.after(this.#silenceMs, () => this.destroy())
    })
  }
}

const BY_KEY = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Uses SET and not the start message: poolers reject settings they do not know, and options in the URL would take precedence. */
const sessionSettings = (settings: ConnectionSettings): string =>
  [
    `SET TimeZone = 'UTC'`,
    `SET DateStyle = 'ISO, YMD'`,
    `SET client_min_messages = 'error'`,
    // Statements read a bounded number of rows, whatever the planner estimates: over 70 million terms, JIT compilation of a
    // search took 180 to 660 ms.
    'SET jit = off',
    `SET statement_timeout = ${settings.statementTimeoutMs}`,
    `SET lock_timeout = ${settings.lockTimeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${settings.idleInTransactionTimeoutMs}`,
    ...(settings.byKey ? BY_KEY.map((plan) => `SET ${plan} = off`) : []),
  ].join('; ')
