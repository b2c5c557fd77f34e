/**
 * The database as the rest of the gateway sees it: named statements, transactions of one or two trips, nothing else.
 *
 * Two implementations (`postgres.ts`: pg with pipelined, prepared statements; `embedded.ts`: PGlite in a worker thread,
 * durable by fsync) and, in the tests, one that injects faults. What they promise alike:
 * - `bigint` columns arrive as BigInt, `timestamptz` as epoch milliseconds (number), `jsonb` as parsed JSON, everything else as the drivers give it;
 * - a failure is a `DatabaseFailure` and carries neither the statement's values nor the server's detail texts (they hold payers' data);
 * - no callback into the caller runs while a transaction is open, except the synchronous `decide`.
 */

import type { ArrayOf } from './binary-array.ts'
import type { StatementRows } from './statement-rows.d.ts'

/** A value bound to `$1`, `$2`, ... Times are passed as ISO 8601 text, amounts as bigint or decimal text, documents as JSON text. */
export type Value = string | number | bigint | boolean | null | readonly string[] | ArrayOf

export interface SqlStatement<Name extends string = string> {
  /** Unique in the program: the server keeps the plan under it, and the type of its rows is found by it. At most 58 characters. */
  readonly name: Name
  readonly text: string
  /**
   * Asked by `run`, of the head of a queue: planned by index, whatever the tables look like. A queue is empty when the server looks at
   * it, which makes reading all of it the cheapest plan there is, and that plan is kept until it looks again: with some hundred
   * callbacks waiting a claim of fifty read them two hundred times over (25 ms instead of 1).
   */
  readonly ofQueue?: true
  /** It gives back no rows, and nobody asks which columns they would have. Its parameters are plain values, no arrays. */
  readonly returnsNothing?: true
  /** Columns of its rows that are never null, where PostgreSQL cannot know it: for the type of its rows. */
  readonly neverNull?: readonly string[]
}

export interface SqlCall<Name extends string = string> {
  readonly statement: SqlStatement<Name>
  readonly values: readonly Value[]
}

/** Of a statement that `sqlStatement` did not declare. */
export type Row = Readonly<Record<string, unknown>>

/** The rows of a statement, as PostgreSQL describes them: `tools/statement-rows.ts` writes the types. */
export type RowOf<Name extends string> = Name extends keyof StatementRows ? StatementRows[Name] : Row

/** The rows of each call, in order. */
export type RowsOf<Calls extends readonly SqlCall[]> = {
  readonly [At in keyof Calls]: readonly RowOf<Calls[At]['statement']['name']>[]
}

const DECLARED = new Map<string, SqlStatement>()

/** Declares a statement of the program, whose rows then have a type. Its name is written out, and so is known to the compiler. */
export function sqlStatement<const Name extends string>(statement: SqlStatement<Name>): SqlStatement<Name> {
  DECLARED.set(statement.name, statement)
  return statement
}

/** All of the modules that were loaded. */
export const declaredStatements = (): readonly SqlStatement[] => [...DECLARED.values()]

/** What an engine answered, as its statement's rows are described: the one cast that believes it. */
export const asDescribed = <Rows>(answered: unknown): Rows => answered as Rows

export type DatabaseFailureKind =
  /** A unique key or a CHECK was violated; `constraint` names it. Nothing was stored. */
  | 'CONSTRAINT'
  /** Serialisation failure or deadlock: the same again may succeed. Nothing was stored. */
  | 'RETRY'
  /** It could not be reached, before anything was sent, or it gave up waiting for a lock or on a statement. Nothing was stored. */
  | 'UNAVAILABLE'
  /** The connection broke after statements were sent, at COMMIT too: what became of them is not known. */
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

/** Whether this unique key or CHECK was violated, by its name in the tables. Any other violation is somebody else's matter. */
export const isViolationOf = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseFailure && error.kind === 'CONSTRAINT' && error.constraint === constraint

export interface Database {
  readonly engine: 'postgres' | 'embedded'
  /** How many transactions the journal may have in flight at once: 2 on PostgreSQL, 1 embedded. */
  readonly writeSlots: number

  /** One statement in a transaction of its own (it may write). */
  run<Name extends string>(
    statement: SqlStatement<Name>,
    values: readonly Value[],
  ): Promise<readonly RowOf<Name>[]>

  /** All calls in one transaction and one trip, beside no slow read; the rows of each call, in order. */
  batch<const Calls extends readonly SqlCall[]>(calls: Calls): Promise<RowsOf<Calls>>

  /**
   * A transaction of two trips: `reads` (claims and locks) run first, `decide` says from their rows what to write,
   * its calls run, COMMIT. `decide` is synchronous and called at most once; where it throws, the transaction is rolled back and the error passed on.
   * With no calls to write it still commits (claims may have been inserted).
   */
  transact<Outcome, const Reads extends readonly SqlCall[] = readonly SqlCall[]>(
    reads: Reads,
    decide: (rows: RowsOf<Reads>) => {
      readonly calls: readonly SqlCall[]
      readonly outcome: Outcome
    },
  ): Promise<Outcome>

  /** Is it there? Answers within `timeoutMs`; never throws. */
  ping(timeoutMs: number): Promise<boolean>

  /** Waits for what is running, then closes. */
  close(): Promise<void>
}
