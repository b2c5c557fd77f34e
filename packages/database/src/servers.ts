/**
 * The servers of a database's URL, of which connections go to one that is as wanted: usually the primary. After a failover the
 * next connection finds the new one.
 *
 * They are tried one after the other, the one that was used last first, so that a server that is gone costs its time limit once
 * and not at each connection.
 */
import { assert } from '@sluice/core/foundation/result.ts'
import {
  type DatabaseServer,
  type DatabaseUrl,
  type DatabaseUse,
  parseDatabaseUrl,
  type TargetSession,
} from './database-url.ts'
import { unavailableFailure } from './failures.ts'
import { DatabaseFailure } from './port.ts'

/** After this long without an answer the system checks whether the other machine is still there, which takes it 10 s more. */
export const KEEP_ALIVE_MS = 10_000

/** What a server reports of itself. */
export type ServerState = {
  readonly standby: boolean
  readonly read_only: boolean
}

/** Its row is a `ServerState`. */
export const SERVER_STATE = `select pg_catalog.pg_is_in_recovery() as standby,
  pg_catalog.current_setting('transaction_read_only') = 'on' as read_only`

/** Why a server cannot be used; undefined: it can. libpq's rules. */
export function whyUnwanted(wanted: TargetSession, { standby, read_only }: ServerState): string | undefined {
  switch (wanted) {
    case 'any':
      return undefined
    case 'primary':
      return standby ? 'it is a standby' : undefined
    case 'read-write':
      if (standby) return 'it is a standby'
      return read_only ? 'it is read-only' : undefined
    case 'standby':
      return standby ? undefined : 'it is a primary'
  }
}

/** @throws DatabaseFailure UNAVAILABLE */
export function requireWanted(wanted: TargetSession, [state]: readonly ServerState[]): void {
  const why = state && whyUnwanted(wanted, state)
  if (why !== undefined) throw unavailableFailure(why)
}

/** How to connect to one server. */
export interface ServerAttempt extends DatabaseServer {
  readonly wanted: TargetSession
  readonly connectTimeoutMs: number
}

/** A server that is gone must not use up the time that a caller waits for a connection. */
const EACH_OF_SEVERAL_MS = 2_000
const THE_ONLY_ONE_MS = 5_000

export class Servers {
  readonly #url: DatabaseUrl
  readonly #connectTimeoutMs: number
  /** The one that was used last. */
  #last = 0

  /** @throws Error if the URL cannot be read, which the settings have checked */
  constructor(text: string, use: DatabaseUse, connectTimeoutMs?: number) {
    const parsed = parseDatabaseUrl(text, use)
    assert(parsed.ok, 'the database has a URL that can be read')
    this.#url = parsed.value
    const usual = parsed.value.servers.length > 1 ? EACH_OF_SEVERAL_MS : THE_ONLY_ONE_MS
    this.#connectTimeoutMs = parsed.value.connectTimeoutMs ?? connectTimeoutMs ?? usual
  }

  /**
   * The first connection that can be made.
   * @throws DatabaseFailure UNAVAILABLE, which names each server and why it was not used
   */
  async connect<Connection>(open: (attempt: ServerAttempt) => Promise<Connection>): Promise<Connection> {
    const { servers, target } = this.#url
    const refused: { readonly name: string; readonly failure: DatabaseFailure }[] = []
    for (const index of this.#order()) {
      const server = servers[index]
      assert(server, 'each server has its place')
      try {
        const connection = await open({ ...server, wanted: target, connectTimeoutMs: this.#connectTimeoutMs })
        this.#last = index
        return connection
      } catch (error) {
        if (!(error instanceof DatabaseFailure)) throw error
        refused.push({ name: server.name, failure: error })
      }
    }
    throw togetherOf(refused)
  }

  #order(): readonly number[] {
    const indexes = this.#url.servers.map((_, index) => index)
    return [this.#last, ...indexes.filter((index) => index !== this.#last)]
  }
}

/** One server's failure is as it is; several are named. */
function togetherOf(
  refused: readonly { readonly name: string; readonly failure: DatabaseFailure }[],
): DatabaseFailure {
  const [first] = refused
  assert(first, 'a URL names at least one server')
  if (refused.length === 1) return first.failure
  const reasons = refused.map(({ name, failure }) => `${name}: ${failure.message.replace(PREFIX, '')}`)
  const sqlState = refused.find(({ failure }) => failure.sqlState !== undefined)?.failure.sqlState
  return unavailableFailure(`none of its servers can be used (${reasons.join('; ')})`, sqlState)
}

const PREFIX = unavailableFailure('').message
