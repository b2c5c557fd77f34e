/** Statements: what you had, every movement, and what you have. Sluice's own, beside the shared interface. */

import { type Connection, call, listed } from './connection.ts'
import type { Statement, StatementDetail } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface StatementFilter extends RequestOptions {
  readonly currencies?: readonly string[]
  /** Whose period ends after it. */
  readonly from?: string
  /** Whose period begins before it. */
  readonly to?: string
}

export class Statements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** All that are issued, the latest first; pages are read as they are needed. */
  list({
    currencies,
    from,
    to,
    ...options
  }: StatementFilter = {}): AsyncGenerator<Statement, void, undefined> {
    return listed(this.#connection, '/statements', { currencies, from, to }, options)
  }

  /** One with all its lines. One of very many lines is better had as a file: `GET /statements/{idStatement}?format=csv`. */
  get(idStatement: string, options: RequestOptions = {}): Promise<StatementDetail> {
    const path = `/statements/${encodeURIComponent(idStatement)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
