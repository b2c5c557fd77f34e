/**
 * Turns errors of server and socket into a `DatabaseFailure`, the same way for both engines.
 *
 * The server's `detail`, `where` and, for some classes, even its message repeat bound values ("invalid input syntax for type
 * integer: …" quotes the payer's text). So messages are only kept for classes that name nothing but our own tables.
 */
import { DatabaseFailure, type DatabaseFailureKind } from './port.ts'

/** The fields of a server's error that are read; the others are dropped on purpose. */
export interface ServerError {
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly message: string | undefined
  readonly severity: string | undefined
}

/**
 * Classes (the first two characters of SQLSTATE) whose messages contain only names and states, no data: connection, integrity,
 * transaction state, unknown statement name, rollback, syntax and names, resources, limits, operator.
 */
const SPEAKABLE = new Set(['08', '23', '25', '26', '40', '42', '53', '54', '55', '57'])

/**
 * SQLSTATEs of a session or server that has ended: shutdown, crash, dropped database, idle for too long. With severity ERROR they
 * are about another server, which this one needed (a worker of Citus, a foreign table).
 */
const ENDED = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04'])

/**
 * The server stopped waiting for a lock, aborted a slow statement, accepts no login yet or no more of them. Or it is not the
 * primary (any more): see `endsSession`.
 */
const NOT_NOW = new Set(['55P03', '57014', '57P03', '53300', '25006'])

/** The server did not understand the message: a bug of ours, and not a broken connection as the rest of class 08. */
const PROTOCOL_VIOLATION = '08P01'
/** The standard's "statement completion unknown". */
const COMPLETION_UNKNOWN = '40003'

const isConnectionError = (code: string): boolean => code.startsWith('08') || ENDED.has(code)

/** The server reports errors with severity ERROR on a session that goes on. It translates the word into its own language. */
const isFatal = ({ code = '', severity }: Pick<ServerError, 'code' | 'severity'>): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || (isConnectionError(code) && severity !== 'ERROR')

/**
 * Whether the connection that received this error must not be used again: the server has ended it, or it is a standby or a server
 * that was made read-only, and the next connection may find the primary.
 */
export const endsSession = (error: Pick<ServerError, 'code' | 'severity'>): boolean =>
  isFatal(error) || error.code === '25006'

/**
 * The errors with which PostgreSQL itself aborts a transaction at COMMIT: a deferred constraint that does not hold ("the COMMIT
 * fails and the transaction is rolled back", postgresql.org/docs/current/sql-set-constraints.html), a serialisation failure and a
 * deadlock ("retry the complete transaction", …/mvcc-serialization-failure-handling.html).
 *
 * Of any other error at COMMIT the outcome is unknown, whatever its SQLSTATE. PostgreSQL's own errors before it writes the commit
 * record do abort, but those of a server behind it look the same: when a worker of Citus was killed during COMMIT, the
 * coordinator answered `XX000 could not commit transaction`, and the row was there.
 */
const abortsAtCommit = (code: string): boolean =>
  code.startsWith('23') || code === '40001' || code === '40P01'

/** When the server reported the error. A single statement commits after its execution, and the first error may be that. */
export type FailedAt = 'STATEMENT' | 'COMMIT'

const kindOf = (error: ServerError, code: string, at: FailedAt): DatabaseFailureKind => {
  if (at === 'COMMIT' && !abortsAtCommit(code)) return 'UNKNOWN_FATE'
  if (code === '57P03' || code === '53300') return 'UNAVAILABLE'
  if (isFatal(error) || code === COMPLETION_UNKNOWN) return 'UNKNOWN_FATE'
  if (NOT_NOW.has(code)) return 'UNAVAILABLE'
  if (isConnectionError(code) && code !== PROTOCOL_VIOLATION) return 'UNAVAILABLE'
  if (code === '40001' || code === '40P01') return 'RETRY'
  if (code.startsWith('23')) return 'CONSTRAINT'
  return 'STATEMENT'
}

/** An error that the server returned on an open session. `statementName` is '' for an unnamed statement. */
export const serverFailure = (
  error: ServerError,
  statementName: string,
  at: FailedAt = 'STATEMENT',
): DatabaseFailure => {
  const code = error.code ?? 'XX000'
  const named = statementName === '' ? 'an unnamed statement' : `statement ${statementName}`
  const where = at === 'COMMIT' ? `the commit of ${named}` : named
  const spoken = SPEAKABLE.has(code.slice(0, 2)) && error.message !== undefined ? `: ${error.message}` : ''
  return new DatabaseFailure(kindOf(error, code, at), `${where} failed with SQLSTATE ${code}${spoken}`, {
    sqlState: code,
    constraint: error.constraint,
  })
}

/** The connection (or the worker thread) was lost while something was running on it. */
export const lostFailure = (why: string): DatabaseFailure =>
  new DatabaseFailure('UNKNOWN_FATE', `the connection to the database was lost: ${why}`)

/** Nothing was sent. */
export const unavailableFailure = (why: string, sqlState?: string): DatabaseFailure =>
  new DatabaseFailure('UNAVAILABLE', `the database is not available: ${why}`, { sqlState })
