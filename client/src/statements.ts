/** Statements: what you had, every movement, and what you have. Sluice's own, beside the shared interface. */
import type { Statement, StatementDetail } from './generated.ts'
import { type Connection, call, query } from './payments.ts'
import type { RequestOptions } from './transport.ts'

export interface StatementFilter extends RequestOptions {
  readonly currencies?: readonly string[]
  /** Whose period ends after it. */
  readonly from?: string
  /** Whose period begins before it. */
  readonly to?: string
}

interface StatementPage {
  readonly data: readonly Statement[]
  readonly nextCursor?: string
}

export class Statements {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** All that are issued, the latest first; pages are read as they are needed. */
  async *list({
    currencies,
    from,
    to,
    ...options
  }: StatementFilter = {}): AsyncGenerator<Statement, void, undefined> {
    const scope = { operations: ['GET /statements'] }
    let cursor: string | undefined
    do {
      const path = `/statements${query({ currencies, from, to, cursor })}`
      const page = await call<StatementPage>(this.#connection, scope, { method: 'GET', path, ...options })
      yield* page.data
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }

  /** One with all its lines. One of very many lines is better had as a file: `GET /statements/{idStatement}?format=csv`. */
  get(idStatement: string, options: RequestOptions = {}): Promise<StatementDetail> {
    const path = `/statements/${encodeURIComponent(idStatement)}`
    return call(this.#connection, { operations: [`GET ${path}`] }, { method: 'GET', path, ...options })
  }
}
