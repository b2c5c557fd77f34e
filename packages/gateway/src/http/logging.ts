/**
 * The log: JSON lines by pino, one line per request.
 *
 * Never contains a body, a query, a full URL or a caller's header. Redaction is the second line of defence, in case someone logs
 * an object that has more in it than they thought.
 */
import type { Log, Timers } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { realClock, realTimers } from '@sluice/core/foundation/real-deps.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** Secrets and personal data; in lower case. */
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

/** A cache by field name. There are as many as in the code, and those of details that processors name. */
const MAX_KNOWN_KEYS = 1_000
const sensitiveOf = new Map<string, boolean>()

function isSensitive(key: string): boolean {
  const known = sensitiveOf.get(key)
  if (known !== undefined) return known
  const sensitive = SENSITIVE_KEYS.has(key.toLowerCase())
  if (sensitiveOf.size < MAX_KNOWN_KEYS) sensitiveOf.set(key, sensitive)
  return sensitive
}

const CENSOR = '[redacted]'
/** Nothing that is logged is nested deeper, and circular references must end. */
const MAX_DEPTH = 6

/**
 * Returns the same object if nothing in it is sensitive, otherwise a copy without that. pino's own redaction checks a list of
 * paths for every line: 12 % of the CPU of a create, for one line of five plain fields.
 */
function censored(fields: object, depth = 0): object {
  let copy: object | undefined
  for (const [key, value] of Object.entries(fields)) {
    const kept = isSensitive(key) ? CENSOR : censoredValue(value, depth)
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
  /** Default: standard output. */
  readonly destination?: DestinationStream
}

/** A log for `Deps`. */
export function jsonLog({ level, destination, sharesOutput = false }: LogSettings): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: timeOfLine,
    formatters: { level: (label) => ({ level: label }) },
  }
  return wrap(pino(options, destination ?? gatheredOutput(sharesOutput)))
}

/** Like pino's `isoTime`, which formats the time for each line even within the same millisecond: 1 of the 3 µs of a line. */
const timeOfLine = (): string => `,"time":"${isoTime(realClock.now())}"`

/** This much is written without waiting any longer. */
const GATHERED_BYTES = 16_000
/** POSIX guarantees that a pipe takes this much in one write. Longer writes of several processes could be mixed up. */
const PIPE_BYTES = 4_096
const GATHERED_MS = 10

/**
 * Standard output, with the lines of some milliseconds in one write. One write per line costs 12 µs, and one per turn of the
 * event loop was still 6 % of a read with 64 callers, and nearly one per line with a single caller. Remaining lines are written
 * when the process exits; only a kill without notice loses the last ones.
 *
 * The lines are collected here and not in pino's destination, which measures everything it holds for each line: 5 of the 6 µs of
 * a line.
 */
function gatheredOutput(isShared: boolean): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, ...(isShared && { maxWrite: PIPE_BYTES }) })
  const lines = new GatheredLines({
    maxBytes: isShared ? PIPE_BYTES : GATHERED_BYTES,
    timers: realTimers,
    write: (text) => output.write(text),
  })
  process.once('beforeExit', () => lines.flush())
  process.once('exit', () => {
    if (lines.flush()) output.flushSync()
  })
  return lines
}

export interface GatheredLinesOptions {
  readonly maxBytes: number
  readonly timers: Pick<Timers, 'after'>
  readonly write: (lines: string) => void
}

/** Whole lines in order, in chunks of at most `maxBytes`. A longer line is a chunk by itself. */
export class GatheredLines {
  readonly #options: GatheredLinesOptions
  #lines = ''
  #bytes = 0
  #flushIsDue = false

  constructor(options: GatheredLinesOptions) {
    this.#options = options
  }

  write(line: string): void {
    const { maxBytes, timers } = this.#options
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > maxBytes) this.flush()
    this.#lines += line
    this.#bytes += bytes
    if (this.#flushIsDue) return
    this.#flushIsDue = true
    timers.after(GATHERED_MS, () => {
      this.#flushIsDue = false
      this.flush()
    })
  }

  /** @returns whether there was anything to write */
  flush(): boolean {
    if (this.#bytes === 0) return false
    const lines = this.#lines
    this.#lines = ''
    this.#bytes = 0
    this.#options.write(lines)
    return true
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

/** The line of a request: with the route's template and not its path, because a path may name a customer. */
export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, durationMs: number): void {
  const route = request.is404 ? '(none)' : (request.foundRoute.url ?? '(none)')
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
