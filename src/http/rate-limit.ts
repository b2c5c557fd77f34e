/**
 * Rate limits: a sliding window that keeps the time of every accepted request.
 *
 * Promises: no one-second interval, wherever it begins, ever holds more than the limit of accepted requests of one
 * key. A fixed window would let nearly twice as many through around its edge. Refused requests do not count.
 * Memory is bounded: at most `maxKeys` keys, the idle ones are forgotten first, and where none is idle a new key is refused.
 * Never reads a clock but the injected one.
 */
import type { Clock } from '../foundation/deps.ts'
import { httpProblem, type Problem } from './problems.ts'

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  /** How many more would be accepted right now. */
  readonly remaining: number
  /** Until at least one more would be accepted (where none remains), else until the whole limit is there again. */
  readonly resetMs: number
}

export interface RateLimiter {
  /** Counts one request of `key`, where it is accepted. `limitPerSecond` is a whole number from 1 on. */
  take(key: string, limitPerSecond: number): RateDecision | Promise<RateDecision>
}

/**
 * Two instants whole milliseconds apart may stand for less than their difference. So an entry leaves the window only
 * when more than this has passed, and not even a closed interval of one second holds one too many.
 */
const WINDOW_MS = 1000

interface Log {
  /** Times of accepted requests, oldest at `head`; a ring of `limit` places. */
  times: Float64Array
  head: number
  size: number
  /** When it was last moved to the end of the order, by the count of uses. */
  movedAt: number
}

const emptyLog = (limit: number): Log => ({ times: new Float64Array(limit), head: 0, size: 0, movedAt: 0 })

export class SlidingWindow implements RateLimiter {
  readonly #clock: Clock
  readonly #maxKeys: number
  /**
   * In the order of last use, or nearly: one that was moved to the end a little while ago stays where it is, and while there are half
   * as many keys as there may be all do. Whatever is in use moves long before there are so many.
   */
  readonly #logs = new Map<string, Log>()
  #uses = 0
  #latest = 0
  /** How far the clock was set back, all in all, since then. */
  #setBackMs = 0

  constructor(clock: Clock, maxKeys = 100_000) {
    this.#clock = clock
    this.#maxKeys = maxKeys
  }

  take(key: string, limitPerSecond: number): RateDecision {
    const now = this.#now()
    const log = this.#logOf(key, limitPerSecond, now)
    if (log === undefined)
      return { allowed: false, limit: limitPerSecond, remaining: 0, resetMs: WINDOW_MS + 1 }
    const allowed = log.size < limitPerSecond
    if (allowed) {
      log.times[(log.head + log.size) % limitPerSecond] = now
      log.size += 1
    }
    return decision(log, limitPerSecond, now, allowed)
  }

  /** What `take` would say, without counting anything. */
  look(key: string, limitPerSecond: number): RateDecision {
    const now = this.#now()
    const log = this.#logs.get(key)
    if (log === undefined)
      return { allowed: true, limit: limitPerSecond, remaining: limitPerSecond, resetMs: 0 }
    const current = resized(log, limitPerSecond)
    forget(current, now)
    return decision(current, limitPerSecond, now, current.size < limitPerSecond)
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#logs.size
  }

  /**
   * A clock that is set back must not open the window again, nor keep it shut: set back by an hour it would let nobody in for an hour. So by
   * less than a window time stands still, and by more it goes on from where it was.
   */
  #now(): number {
    const now = this.#clock.now() + this.#setBackMs
    if (this.#latest - now > WINDOW_MS) this.#setBackMs += this.#latest - now
    this.#latest = Math.max(this.#latest, now)
    return this.#latest
  }

  #logOf(key: string, limit: number, now: number): Log | undefined {
    const known = this.#logs.get(key)
    if (known === undefined && this.#logs.size >= this.#maxKeys && !this.#evictIdle(now)) return undefined
    const log = known === undefined ? emptyLog(limit) : resized(known, limit)
    forget(log, now)
    this.#uses += 1
    // Moving costs more than finding, and whoever is among the newest quarter is in no danger.
    const isFilling = this.#logs.size > this.#maxKeys / 2
    if (log !== known || (isFilling && this.#uses - log.movedAt > this.#logs.size / 4)) {
      this.#logs.delete(key)
      this.#logs.set(key, log)
      log.movedAt = this.#uses
    }
    return log
  }

  #evictIdle(now: number): boolean {
    for (const [key, log] of this.#logs) {
      forget(log, now)
      if (log.size > 0) return false
      this.#logs.delete(key)
      return true
    }
    return false
  }
}

function forget(log: Log, now: number): void {
  while (log.size > 0 && now - (log.times[log.head] ?? 0) > WINDOW_MS) {
    log.head = (log.head + 1) % log.times.length
    log.size -= 1
  }
}

/** The limit of a key may change: its newest entries move over. */
function resized(log: Log, limit: number): Log {
  if (log.times.length === limit) return log
  const kept = Math.min(log.size, limit)
  const moved = emptyLog(limit)
  for (let index = 0; index < kept; index += 1) {
    moved.times[index] = log.times[(log.head + log.size - kept + index) % log.times.length] ?? 0
  }
  moved.size = kept
  return moved
}

function decision(log: Log, limit: number, now: number, allowed: boolean): RateDecision {
  const remaining = limit - log.size
  const awaited = remaining > 0 ? (log.head + log.size - 1) % log.times.length : log.head
  const resetMs = log.size === 0 ? 0 : (log.times[awaited] ?? now) + WINDOW_MS + 1 - now
  return { allowed, limit, remaining, resetMs }
}

/** `RateLimit` and `RateLimit-Policy` as in the IETF httpapi draft (structured fields; times in whole seconds). */
export function rateHeaders({ limit, remaining, resetMs }: RateDecision): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=1`,
    ratelimit: `"default";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  }
}

/** 429 with `Retry-After` and the rate headers. */
export function rateLimited(decision: RateDecision): Problem {
  const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000))
  const detail = `at most ${decision.limit} requests a second; this one was not processed`
  return httpProblem('RATE_LIMITED', detail, {
    headers: { ...rateHeaders(decision), 'retry-after': String(seconds) },
  })
}
