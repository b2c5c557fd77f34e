/**
 * The database as the rest of the gateway sees it: named statements, and transactions of one or two round trips.
 *
 * There are two implementations (`postgres.ts`: pg with pipelined, prepared statements; `embedded.ts`: PGlite in a worker thread,
 * durable by fsync) and, in the tests, one that injects faults. They have in common:
 *
 * - `bigint` columns arrive as BigInt, `timestamptz` as epoch milliseconds (number), `jsonb` as parsed JSON, everything else as
 *   the drivers return it.
 * - A failure is a `DatabaseFailure`, and contains neither the statement's values nor the server's detail texts, which hold
 *   payers' data.
 * - No callback into the caller runs while a transaction is open, except the synchronous `decide`.
 */
import type { ArrayOf } from './binary-array.ts'

/** A value bound to `$1`, `$2`, ... Times are ISO 8601 text, amounts bigint or decimal text, documents JSON text. */
export type Value = string | number | bigint | boolean | null | readonly string[] | ArrayOf

export interface SqlStatement<Name extends string = string> {
  /**
   * Unique in the program: the server keeps the plan under this name, and the type of its rows is found by it. At most 58
   * characters.
   */
  readonly name: Name
  readonly text: string
  /**
   * Reads the head of a queue through `run`, so it is always planned by index. A queue is often empty when the server plans the
   * statement, so reading the whole table looks cheapest, and that plan is kept: with some hundred waiting callbacks, a claim of
   * fifty read them two hundred times over (25 ms instead of 1).
   */
  readonly ofQueue?: true
  /** It returns no rows, so its columns need not be described. Its parameters are plain values, no arrays. */
  readonly returnsNothing?: true
  /** Columns that are never null although PostgreSQL cannot know it, for the type of its rows. */
  readonly neverNull?: readonly string[]
  /**
   * In which bucket the rows are that it reads and writes. Left out if all its tables are at home
   * (`buckets/table-places.ts`). A single database ignores it.
   */
  readonly whose?: Whose
}

/** How the router finds the bucket of a statement (`buckets/router.ts`). */
export type Whose =
  /** The parameter with this number is the code of the merchant, or an array of such codes, all of one bucket. */
  | number
  /** Only in a bucket's own database: its caller works in one bucket, such as the journal or a worker. */
  | 'part'
  /** In the same database as the other statements of its transaction; at home if alone. */
  | 'follows'
  | Several

/** All buckets are asked, and their answers put together. It must only read, unless the order of the writes is of no importance. */
export type Several =
  | {
      /** The rows of all buckets, those of one bucket together. */
      readonly each: 'rows'
      readonly merchant?: number
    }
  | {
      /** As if they came from one table. */
      readonly each: 'sorted'
      /** The number of the parameter that is null or the code of the only merchant whose rows are read. */
      readonly merchant?: number
      /** Columns of the rows, with `-` for descending order. */
      readonly by: readonly string[]
      /** The number of the parameter that limits the rows, or the limit. */
      readonly limit?: { readonly parameter: number } | number
    }
  | {
      /** One row for each value of `by`, or one row. */
      readonly each: 'folded'
      readonly merchant?: number
      readonly by?: readonly string[]
      readonly sum?: readonly string[]
      readonly least?: readonly string[]
      readonly greatest?: readonly string[]
      readonly some?: readonly string[]
    }
  | {
      /** What it is about is divided among the buckets of the merchants it belongs to; the rows are put together. */
      readonly each: 'own'
      /**
       * The number of the parameter that is an array of merchants' codes, or the JSON text of an array of objects with
       * `merchant_id`.
       */
      readonly merchants: number
      /** Other parameters that are arrays of the same length, to be divided with it. */
      readonly with: readonly number[]
      /** The column of the rows that is the place of an element, counted from 1. */
      readonly place?: string
    }

export interface SqlCall<Name extends string = string> {
  readonly statement: SqlStatement<Name>
  readonly values: readonly Value[]
}

/** A row of a statement that `sqlStatement` did not declare. */
export type Row = Readonly<Record<string, unknown>>

/** The row types of all statements by name. `tools/statement-rows.ts` adds those of a package in its `statement-rows.d.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it.
export interface StatementRows {}

/** The rows of a statement, as PostgreSQL describes them. */
export type RowOf<Name extends string> = Name extends keyof StatementRows ? StatementRows[Name] : Row

/** The rows of each call, in order. */
export type RowsOf<Calls extends readonly SqlCall[]> = {
  readonly [At in keyof Calls]: readonly RowOf<Calls[At]['statement']['name']>[]
}

const DECLARED = new Map<string, SqlStatement>()

/** Declares a statement of the program, so that its rows are typed. The name must be a literal, which the compiler knows. */
export function sqlStatement<const Name extends string>(statement: SqlStatement<Name>): SqlStatement<Name> {
  DECLARED.set(statement.name, statement)
  return statement
}

/** Those of all loaded modules. */
export const declaredStatements = (): readonly SqlStatement[] => [...DECLARED.values()]

/** The only cast that trusts an engine's answer to match the statement's described rows. */
export const asDescribed = <Rows>(answered: unknown): Rows => answered as Rows

export type DatabaseFailureKind =
  /** A unique key or a CHECK was violated; `constraint` names it. Nothing was stored. */
  | 'CONSTRAINT'
  /** Serialisation failure or deadlock: a retry may succeed. Nothing was stored. */
  | 'RETRY'
  /**
   * It could not be reached, before anything was sent; or it stopped waiting for a lock, aborted a statement, or could not reach
   * a server behind it. Nothing was stored.
   */
  | 'UNAVAILABLE'
  /** The connection broke after statements were sent, or COMMIT failed: their outcome is unknown. */
  | 'UNKNOWN_FATE'
  /** Any other error of the statement. Nothing was stored. */
  | 'STATEMENT'

export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
  readonly kind: DatabaseFailureKind
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  constructor(
    kind: DatabaseFailureKind,
    message: string,
    options: { sqlState?: string | undefined; constraint?: string | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.sqlState = options.sqlState
    this.constraint = options.constraint
  }
}

/** Whether this unique key or CHECK was violated, by its name in the tables. */
export const isViolationOf = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseFailure && error.kind === 'CONSTRAINT' && error.constraint === constraint

/** What a transaction writes, and what its caller gets once it is committed. */
export interface WriteDecision<Outcome> {
  readonly calls: readonly SqlCall[]
  readonly outcome: Outcome
}

export interface Database {
  readonly engine: 'postgres' | 'embedded'
  /** How many transactions the journal may have in progress: 2 on PostgreSQL, 1 embedded. */
  readonly writeSlots: number

  /** A single statement in its own transaction. It may write. */
  run<Name extends string>(
    statement: SqlStatement<Name>,
    values: readonly Value[],
  ): Promise<readonly RowOf<Name>[]>

  /** All calls in one transaction and one round trip, never behind a slow read. Returns the rows of each call, in order. */
  batch<const Calls extends readonly SqlCall[]>(calls: Calls): Promise<RowsOf<Calls>>

  /**
   * A transaction of two round trips: `reads` (claims and locks) run first, `decide` returns what to write, based on their rows;
   * its calls run, then COMMIT. `decide` is synchronous and called at most once. If it throws, the transaction is rolled back and
   * the error passed on. Even without calls to write it commits, as `reads` may have inserted claims.
   */
  transact<Outcome, const Reads extends readonly SqlCall[] = readonly SqlCall[]>(
    reads: Reads,
    decide: (rows: RowsOf<Reads>) => WriteDecision<Outcome>,
  ): Promise<Outcome>

  /** Whether it can be reached. Answers within `timeoutMs`; never throws. */
  ping(timeoutMs: number): Promise<boolean>

  /** Waits for running work, then closes. */
  close(): Promise<void>

  /** Present if merchants are in buckets. */
  readonly buckets?: Buckets
}

/** The buckets of an installation: each with a database of its own as far as callers can see. */
export interface Buckets {
  /** All buckets, by number. Each runs statements on its bucket, and those of tables at home on the home database. */
  readonly parts: readonly Database[]
  /** The part that holds this merchant's rows. */
  of(merchantId: string): Database
}

/** The databases that workers and the journal run on: one for each bucket, or the only one. */
export const partsOf = (database: Database): readonly Database[] => database.buckets?.parts ?? [database]

/** The database that holds this merchant's rows. */
export const partOf = (database: Database, merchantId: string): Database =>
  database.buckets?.of(merchantId) ?? database
