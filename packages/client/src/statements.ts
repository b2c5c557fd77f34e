/** Statements: your opening balance, every movement, and your closing balance. An extension of Sluice. */
import { type Connection, call, listed } from './connection.ts'
import type { Statement, StatementDetail } from './generated.ts'
import type { RequestOptions } from './transport.ts'

export interface StatementFilter extends RequestOptions {
  readonly currencies?: readonly string[]
  /** Only periods that end after it. */
  readonly from?: string
  /** Only periods that begin before it. */
  readonly to?: string
}

export class Statements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** All issued statements, latest first. Pages are read on demand. */
  list({
    currencies,
    from,
    to,
    ...options
  }: StatementFilter = {}): AsyncGenerator<Statement, void, undefined> {
    return listed(this.#connection, '/statements', { currencies, from, to }, options)
  }

  /** One with all its lines. For very many lines a file is better: `GET /statements/{idStatement}?format=csv`. */
  get(idStatement: string, options: RequestOptions = {}): Promise<StatementDetail> {
    const path = `/statements/${encodeURIComponent(idStatement)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
