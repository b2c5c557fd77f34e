/**
 * The log: JSON lines by pino, one line a request.
 *
 * Promises: never a body, a query, a full URL or a header of a caller. Redaction is the second line of defence, for the
 * day somebody logs an object that has more in it than they thought.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Log } from '../foundation/deps.ts'
import { realTimers } from '../foundation/real-deps.ts'

/** Secrets, and what says something about a person; in lower case. */
const SENSITIVE_KEYS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'x-signature',
  'secret',
  'callbacksecret',
  'password',
  'token',
  'privatekey',
  'masterkey',
  'accountname',
  'accountnumber',
  'emailaddress',
  'phonenumber',
  'taxid',
  'identifyingreference',
  'body',
  'url',
  'query',
])

const CENSOR = '[redacted]'
/** Nothing that is logged is nested deeper; and what refers to itself must end somewhere. */
const MAX_DEPTH = 6

/**
 * The same object where nothing in it is sensitive, else a copy without that. pino's own redaction walks a list of paths for
 * every line: 12 % of the CPU of a create, for its one line of five plain fields.
 */
function censored(fields: object, depth = 0): object {
  let copy: object | undefined
  for (const [key, value] of Object.entries(fields)) {
    const kept = SENSITIVE_KEYS.has(key.toLowerCase()) ? CENSOR : censoredValue(value, depth)
    if (kept === value) continue
    copy ??= Array.isArray(fields) ? [...fields] : { ...fields }
    Object.assign(copy, { [key]: kept })
  }
  return copy ?? fields
}

const censoredValue = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return depth === MAX_DEPTH ? CENSOR : censored(value, depth + 1)
}

export interface LogSettings {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Other processes write to the same standard output. */
  readonly sharesOutput?: boolean
  /** Left out: standard output. */
  readonly destination?: DestinationStream
}

/** A log for `Deps`. */
export function jsonLog({ level, destination, sharesOutput = false }: LogSettings): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  }
  return wrap(pino(options, destination ?? gatheredOutput(sharesOutput)))
}

/** Lines that gather before they are written without waiting any longer. */
const GATHERED_BYTES = 16_000
/** What POSIX has a pipe take in one piece: lines of several processes would be mixed up in longer writes. */
const PIPE_BYTES = 4_096
const GATHERED_MS = 10

/**
 * Standard output, the lines of some milliseconds in one write: a write a line costs 12 µs, and one a turn of the event loop was
 * still 6 % of a read at 64 callers, and nearly a write a line at one. What has not been written when the process exits is written
 * then; only what kills it without notice takes the last lines with it.
 */
function gatheredOutput(isShared: boolean): DestinationStream {
  const sizes = isShared ? { minLength: PIPE_BYTES / 2, maxWrite: PIPE_BYTES } : { minLength: GATHERED_BYTES }
  const output = pino.destination({ dest: 1, sync: false, ...sizes })
  let flushIsDue = false
  return {
    write(line) {
      output.write(line)
      if (flushIsDue) return
      flushIsDue = true
      realTimers.after(GATHERED_MS, () => {
        flushIsDue = false
        output.flush()
      })
    },
  }
}

function wrap(logger: Logger): Log {
  return {
    debug: (fields, message) => logger.debug(censored(fields), message),
    info: (fields, message) => logger.info(censored(fields), message),
    warn: (fields, message) => logger.warn(censored(fields), message),
    error: (fields, message) => logger.error(censored(fields), message),
    child: (fields) => wrap(logger.child(censored(fields))),
  }
}

/** The one line of a request: the route's template instead of its path, because a path may name a customer. */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, durationMs: number): void {
  const route = request.is404 ? '(none)' : (request.routeOptions.url ?? '(none)')
  const fields = {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    durationMs,
  }
  if (reply.statusCode >= 500) log.warn(fields, 'request')
  else log.info(fields, 'request')
}
