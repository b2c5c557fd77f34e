/**
 * The log: JSON lines by pino, one line a request.
 *
 * Promises: never a body, a query, a full URL or a header of a caller. Redaction is the second line of defence, for the
 * day somebody logs an object that has more in it than they thought.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Log } from '../foundation/deps.ts'

/** Secrets, and what says something about a person. */
const SENSITIVE_KEYS = [
  'authorization',
  'Authorization',
  'cookie',
  '["x-signature"]',
  '["X-SIGNATURE"]',
  'secret',
  'callbackSecret',
  'password',
  'token',
  'privateKey',
  'masterKey',
  'accountName',
  'accountNumber',
  'emailAddress',
  'phoneNumber',
  'taxId',
  'identifyingReference',
  'body',
  'url',
  'query',
]

const atDepth = (prefix: string): string[] =>
  SENSITIVE_KEYS.map((key) =>
    key.startsWith('[') ? `${prefix}${key}` : prefix === '' ? key : `${prefix}.${key}`,
  )

export interface LogSettings {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  /** Left out: standard output. */
  readonly destination?: DestinationStream
}

/** A log for `Deps`. */
export function jsonLog({ level, destination }: LogSettings): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...atDepth(''), ...atDepth('*'), ...atDepth('*.*')],
      censor: '[redacted]',
    },
  }
  return wrap(destination === undefined ? pino(options) : pino(options, destination))
}

function wrap(logger: Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => wrap(logger.child(fields)),
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
