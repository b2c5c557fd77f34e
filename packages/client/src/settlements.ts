/** Settlements: what was paid out to you by your terms. Only the gateway creates them. An extension of Sluice. */
import { type Connection, call, listed } from './connection.ts'
import type { Settlement } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface SettlementFilter extends RequestOptions {
  readonly status?: readonly Settlement['process']['status'][]
  /** Created from this time on: ISO 8601, or a day. */
  readonly from?: string
  /** Created before this time. */
  readonly to?: string
}

export class Settlements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Newest first. Pages are read on demand. */
  list({ status, from, to, ...options }: SettlementFilter = {}): AsyncGenerator<Settlement, void, undefined> {
    return listed(this.#connection, '/settlements', { status, from, to }, options)
  }

  /** One by its ID, such as `THB-2026-11-23`. @throws SluiceProblem NOT_FOUND */
  get(idSettlement: string, options: RequestOptions = {}): Promise<Settlement> {
    const path = `/settlements/${encodeURIComponent(idSettlement)}`
    const scope = { operations: [`GET /settlements/${idSettlement}`] }
    return call(this.#connection, scope, { method: 'GET', path, ...options })
  }
}
