/** Settlements: what was paid out to you by your terms. They are made by the gateway, never by you. Its own, beside the shared interface. */

import { type Connection, call, listed } from './connection.ts'
import type { Settlement } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface SettlementFilter extends RequestOptions {
  readonly status?: readonly Settlement['process']['status'][]
  /** Made from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Made before this time. */
  readonly to?: string
}

export class Settlements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Newest first; pages are read as they are needed. */
  list({ status, from, to, ...options }: SettlementFilter = {}): AsyncGenerator<Settlement, void, undefined> {
    return listed(this.#connection, '/settlements', { status, from, to }, options)
  }

  /** One by its ID, such as `THB-2026-11-23`. @throws SluiceProblem NOT_FOUND where there is none */
  get(idSettlement: string, options: RequestOptions = {}): Promise<Settlement> {
    const path = `/settlements/${encodeURIComponent(idSettlement)}`
    const scope = { operations: [`GET /settlements/${idSettlement}`] }
    return call(this.#connection, scope, { method: 'GET', path, ...options })
  }
}
