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

/** SQLSTATEs after which the server has ended the session: shutdown, crash, dropped database, idle for too long. */
const SESSION_ENDED = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04'])

/** The server stopped waiting for a lock, or aborted a slow statement. */
const GAVE_UP = new Set(['55P03', '57014'])

const kindOf = (code: string, severity: string | undefined): DatabaseFailureKind => {
  if (code === '57P03' || code === '53300' || GAVE_UP.has(code)) return 'UNAVAILABLE'
  if (SESSION_ENDED.has(code) || code.startsWith('08')) return 'UNKNOWN_FATE'
  if (severity === 'FATAL' || severity === 'PANIC') return 'UNKNOWN_FATE'
  if (code === '40001' || code === '40P01') return 'RETRY'
  if (code.startsWith('23')) return 'CONSTRAINT'
  return 'STATEMENT'
}

/** An error that the server returned on an open session. `statementName` is '' for an unnamed statement. */
export const serverFailure = (error: ServerError, statementName: string): DatabaseFailure => {
  const code = error.code ?? 'XX000'
  const where = statementName === '' ? 'an unnamed statement' : `statement ${statementName}`
  const spoken = SPEAKABLE.has(code.slice(0, 2)) && error.message !== undefined ? `: ${error.message}` : ''
  return new DatabaseFailure(kindOf(code, error.severity), `${where} failed with SQLSTATE ${code}${spoken}`, {
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
