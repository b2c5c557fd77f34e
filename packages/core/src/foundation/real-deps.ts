/**
 * The real `Deps`: the machine's clock, timers and randomness.
 *
 * Together with the network's file, the only place where the gateway has effects on the outside. No timer keeps the process
 * alive, and identifiers and secrets come from the operating system's generator. There are no rules here.
 */
import { randomBytes, randomFillSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { EventLoop } from './busy-poll.ts'
import type { Cancel, Clock, Deps, Log, OutboundNetwork, Randomness, Timers } from './deps.ts'
import type { Tracing } from './tracing.ts'
import { uuidV7Source } from './uuid.ts'

export interface RealDepsOptions {
  network: OutboundNetwork
  /** Without it nothing is logged. */
  log?: Log
  /** Without it nothing is traced. */
  tracing?: Tracing | undefined
}

export function realDeps(options: RealDepsOptions): Deps {
  return {
    clock: realClock,
    timers: realTimers,
    randomness: realRandomness(),
    network: options.network,
    log: options.log ?? silentLog,
    tracing: options.tracing,
  }
}

export const realClock: Clock = { now: () => Date.now() }

/** setTimeout fires immediately above this, so a longer wait is made of several. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export const realTimers: Timers = {
  after(delayMs, action): Cancel {
    const dueMs = Date.now() + delayMs
    let timer: NodeJS.Timeout
    const wait = (leftMs: number): void => {
      const thisMs = Math.min(Math.max(0, Math.ceil(leftMs)), LONGEST_TIMEOUT_MS)
      timer = setTimeout(() => (leftMs > LONGEST_TIMEOUT_MS ? wait(dueMs - Date.now()) : action()), thisMs)
      timer.unref()
    }
    wait(delayMs)
    return () => clearTimeout(timer)
  },
  soon(action) {
    setImmediate(action)
  },
}

/** As far as the two clocks may drift apart. */
const DRIFT_MS = 2
let epochMs = performance.timeOrigin

/** Milliseconds since the Unix epoch with fractions, for durations of less than one. */
export function preciseNowMs(): number {
  const sinceMs = performance.now()
  const nowMs = Date.now()
  if (Math.abs(epochMs + sinceMs - nowMs) > DRIFT_MS) epochMs = nowMs - sinceMs
  return epochMs + sinceMs
}

export const realLoop: EventLoop = {
  nowMs: () => performance.now(),
  nextRound(action) {
    setImmediate(action)
  },
}

/** Four bytes from the operating system cost ten times as much as four bytes of a filled pool. */
const POOL_BYTES = 4096

export function realRandomness(): Randomness {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  const random32 = (): number => {
    if (used === POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const value = pool.readUInt32LE(used)
    used += 4
    return value
  }
  return {
    bytes: (count) => new Uint8Array(randomBytes(count)),
    uuidV7: uuidV7Source(random32),
    fraction: () => Math.random(),
  }
}

/** A pino logger as our `Log`. Redaction is configured by the caller. */
export function logFrom(logger: Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => logFrom(logger.child(fields)),
  }
}

export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
}
