/**
 * Notices between the nodes of one PostgreSQL, by LISTEN and NOTIFY: what one node sends, all others receive immediately.
 *
 * A notice is only a hint. None is stored, and those sent while a node has no connection are lost. Receivers are notified when
 * that may have happened, and then read the state themselves. Receiving needs its own connection, which reconnects by itself.
 */
import { atFirstUse } from '@sluice/core/foundation/at-first-use.ts'
import { backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Cancel, Log, Timers } from '@sluice/core/foundation/deps.ts'
import { errorCode, errorText } from '@sluice/core/foundation/errors.ts'
import type { Client } from 'pg'
import { unavailableFailure } from './failures.ts'
import { uncounted } from './kept-plans.ts'
import { type Database, DatabaseFailure, type SqlStatement } from './port.ts'
import {
  KEEP_ALIVE_MS,
  requireWanted,
  SERVER_STATE,
  type ServerAttempt,
  type ServerState,
  type Servers,
} from './servers.ts'
import { UNFORCED } from './unforced.ts'

const pg = atFirstUse((require): typeof import('pg') => require('pg'))

/** PostgreSQL accepts less than 8,000 bytes. */
export const MAX_NOTICE_BYTES = 7_900
const CHANNEL = 'sluice'
const COMES_BACK = { firstMs: 200, longestMs: 10_000 } as const

export interface NoticeReceiver {
  received(text: string): void
  /** Notices may have been lost. */
  missed(): void
}

export interface Notices {
  /** @param texts of up to `MAX_NOTICE_BYTES` each; one or more */
  send(texts: readonly string[]): Promise<void>
  /** From now on, and again after each lost connection. @returns a function that ends it */
  listen(receiver: NoticeReceiver): () => Promise<void>
}

export interface NoticeOptions {
  readonly servers: Servers
  readonly log: Log
  readonly timers: Timers
}

/**
 * Not synchronous: a node that loses the database receives none of them anyway. While payments are created they would be fifteen
 * commits a second, each forced to disk.
 */
const SEND: SqlStatement = {
  name: '',
  text: `select pg_notify('${CHANNEL}', t.text) from unnest(${uncounted('$1::text[]')}) as t(text) where ${UNFORCED}`,
}

export function postgresNotices(database: Pick<Database, 'run'>, options: NoticeOptions): Notices {
  return {
    async send(texts) {
      await database.run(SEND, [{ type: 'text', elements: texts }])
    },
    listen(receiver) {
      const connection = new NoticeConnection(options, receiver)
      void connection.open()
      return () => connection.close()
    },
  }
}

class NoticeConnection {
  readonly #options: NoticeOptions
  readonly #receiver: NoticeReceiver
  /** The one that is being opened, or listens. */
  #client: Client | undefined
  #isListening = false
  #again: Cancel = () => undefined
  #failures = 0
  #isClosed = false

  constructor(options: NoticeOptions, receiver: NoticeReceiver) {
    this.#options = options
    this.#receiver = receiver
  }

  async open(): Promise<void> {
    try {
      await this.#options.servers.connect((server) => this.#listenOn(server))
      this.#failures = 0
      this.#receiver.missed()
    } catch (error) {
      this.#tryAgain(errorText(error))
    }
  }

  /** @throws DatabaseFailure UNAVAILABLE */
  async #listenOn(server: ServerAttempt): Promise<void> {
    if (this.#isClosed) throw unavailableFailure('it is being closed')
    const client = new (pg().Client)({
      connectionString: server.url,
      connectionTimeoutMillis: server.connectTimeoutMs,
      application_name: 'sluice notices',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    this.#client = client
    client.on('notification', ({ payload }) => this.#receiver.received(payload ?? ''))
    client.on('error', () => this.#lost(client, 'the connection broke'))
    client.on('end', () => this.#lost(client, 'the connection has ended'))
    try {
      await client.connect()
      if (server.wanted !== 'any')
        requireWanted(server.wanted, (await client.query<ServerState>(SERVER_STATE)).rows)
      await client.query(`LISTEN ${CHANNEL}`)
      this.#isListening = true
    } catch (error) {
      client.end().catch(() => undefined)
      throw error instanceof DatabaseFailure ? error : unavailableFailure(errorCode(error))
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#again()
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  #lost(client: Client, reason: string): void {
    if (!this.#isListening || this.#client !== client) return
    client.end().catch(() => undefined)
    this.#tryAgain(reason)
  }

  #tryAgain(reason: string): void {
    this.#isListening = false
    this.#client = undefined
    if (this.#isClosed) return
    this.#failures += 1
    this.#options.log.debug({ reason }, 'notices of other nodes are not heard for now')
    this.#again = this.#options.timers.after(backoffMs(COMES_BACK, this.#failures), () => void this.open())
  }
}
