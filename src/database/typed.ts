/**
 * Kysely over the port: typed queries for reads and for the operators' side.
 *
 * Each query is one statement in a transaction of its own. There are no transactions over Kysely: what must be atomic goes
 * through `batch` or `transact`. Statements are sent unnamed, since a filter more or less is another text, and the server
 * keeps every named plan until the connection ends. The port gives rows only, so `numUpdatedRows` and its like stay
 * undefined: say RETURNING where it matters.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Database, Value } from './port.ts'

const isValue = (value: unknown): value is Value => {
  if (value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return true
  return Array.isArray(value) && value.every((element) => typeof element === 'string')
}

const checkedValue = (parameter: unknown): Value => {
  if (isValue(parameter)) return parameter
  throw new Error(
    'a parameter that the database port does not take: times go as ISO text, documents as JSON text',
  )
}

class PortConnection implements DatabaseConnection {
  readonly #database: Database
  constructor(database: Database) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const rows = await this.#database.run({ name: '', text: query.sql }, query.parameters.map(checkedValue))
    // The row's type is Kysely's promise, made from the schema that the caller named.
    return { rows: rows as readonly unknown[] as R[] }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the database port does not stream: read in pages')
  }
}

const noTransactions = (): never => {
  throw new Error('no transactions over Kysely: use batch or transact of the database port')
}

const driverOn = (database: Database): Driver => ({
  init: async () => undefined,
  acquireConnection: async () => new PortConnection(database),
  releaseConnection: async () => undefined,
  beginTransaction: async () => noTransactions(),
  commitTransaction: async () => noTransactions(),
  rollbackTransaction: async () => noTransactions(),
  destroy: async () => undefined,
})

/** A Kysely for this schema. Destroying it does not close the database. */
export const typed = <Schema>(database: Database): Kysely<Schema> => {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driverOn(database),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect })
}
