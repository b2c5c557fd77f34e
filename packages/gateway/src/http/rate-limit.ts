/**
 * Rate limits: a sliding window that stores the time of every accepted request.
 *
 * No one-second interval, wherever it begins, ever holds more accepted requests of a key than the limit. A fixed window would
 * allow nearly twice as many around its edge. Refused requests do not count. Memory is bounded: a key has space for as many times
 * as it had accepted requests at a time, all keys together have at most `MOST_PLACES`, and there are at most `maxKeys` keys. Idle
 * keys are dropped first; if none is idle, new ones are refused. A hundred thousand addresses with one failure each use 30 MB,
 * and no one can make it use more than 40 MB. Uses only the injected clock.
 */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { httpProblem, type Problem } from './problems.ts'

export interface RateDecision {
  readonly allowed: boolean
  readonly limit: number
  /** How many more would be accepted now. */
  readonly remaining: number
  /** Time until at least one more would be accepted if none remains, otherwise until the whole limit is available again. */
  readonly resetMs: number
}

export interface RateLimiter {
  /** Counts a request of `key` if it is accepted. `limitPerSecond` is a whole number from 1 on. */
  take(key: string, limitPerSecond: number): RateDecision | Promise<RateDecision>
}

/**
 * Two timestamps in whole milliseconds may really be up to a millisecond closer than they appear. So an entry leaves the window
 * only when more than this has passed; then not even a closed interval of one second holds one too many.
 */
const WINDOW_MS = 1000

/** The space of a new key: most callers send fewer requests a second. A power of two, like all later sizes. */
const FIRST_PLACES = 2
/** For the times of all keys together: 8 MB. More requests than the gateway accepts in a second. */
const MOST_PLACES = 1 << 20

interface Log {
  /** Times of accepted requests, oldest at `head`: a ring buffer whose length is a power of two, and grows. */
  times: number[]
  head: number
  size: number
  /** When it was last moved to the end, counted in uses. */
  movedAt: number
}

const emptyLog = (): Log => ({ times: placesFor(FIRST_PLACES), head: 0, size: 0, movedAt: 0 })

const placesFor = (count: number): number[] => new Array<number>(count).fill(0)

export class SlidingWindow implements RateLimiter {
  readonly #clock: Clock
  readonly #maxKeys: number
  /**
   * Roughly in order of last use: an entry that was moved to the end recently stays where it is, and nothing is moved while there
   * are less than half of the possible keys. An entry in use is moved long before the limit is reached.
   */
  readonly #logs = new Map<string, Log>()
  #uses = 0
  /** The space for times in all logs. */
  #places = 0
  #latest = 0
  /** How far the clock was set back in total since the start. */
  #setBackMs = 0

  constructor(clock: Clock, maxKeys = 100_000) {
    this.#clock = clock
    this.#maxKeys = maxKeys
  }

  take(key: string, limitPerSecond: number): RateDecision {
    const now = this.#now()
    const log = this.#logOf(key, now)
    if (log === undefined) return full(limitPerSecond)
    const allowed = log.size < limitPerSecond
    if (allowed) {
      if (log.size === log.times.length && !this.#grow(log, now)) return full(limitPerSecond)
      log.times[(log.head + log.size) & (log.times.length - 1)] = now
      log.size += 1
    }
    return decision(log, limitPerSecond, now, allowed)
  }

  /** What `take` would return, without counting. */
  look(key: string, limitPerSecond: number): RateDecision {
    const now = this.#now()
    const log = this.#logs.get(key)
    if (log === undefined)
      return { allowed: true, limit: limitPerSecond, remaining: limitPerSecond, resetMs: 0 }
    forget(log, now)
    return decision(log, limitPerSecond, now, log.size < limitPerSecond)
  }

  /** The number of keys. */
  get size(): number {
    return this.#logs.size
  }

  /** The space for times, of all keys together. */
  get places(): number {
    return this.#places
  }

  /**
   * A clock that is set back must not open the window again, nor keep it closed: set back by an hour, it would refuse everything
   * for an hour. So if it is set back by less than a window, time stands still; by more, it continues from where it was.
   */
  #now(): number {
    const now = this.#clock.now() + this.#setBackMs
    if (this.#latest - now > WINDOW_MS) this.#setBackMs += this.#latest - now
    this.#latest = Math.max(this.#latest, now)
    return this.#latest
  }

  #logOf(key: string, now: number): Log | undefined {
    const known = this.#logs.get(key)
    const log = known ?? this.#newLog(now)
    if (log === undefined) return undefined
    forget(log, now)
    this.#uses += 1
    // Moving costs more than finding, and the newest quarter is in no danger of being dropped.
    const isFilling = this.#logs.size > this.#maxKeys / 2 || this.#places > MOST_PLACES / 2
    if (log !== known || (isFilling && this.#uses - log.movedAt > this.#logs.size / 4)) {
      this.#logs.delete(key)
      this.#logs.set(key, log)
      log.movedAt = this.#uses
    }
    return log
  }

  #newLog(now: number): Log | undefined {
    if (this.#logs.size >= this.#maxKeys && !this.#evictIdle(now)) return undefined
    return this.#freePlaces(FIRST_PLACES, now) ? emptyLog() : undefined
  }

  /** Doubles the space, keeping the order. @returns false if the maximum is reached */
  #grow(log: Log, now: number): boolean {
    const { times, head, size } = log
    if (!this.#freePlaces(times.length, now)) return false
    const grown = placesFor(times.length * 2)
    for (let index = 0; index < size; index += 1)
      grown[index] = times[(head + index) & (times.length - 1)] ?? 0
    log.times = grown
    log.head = 0
    return true
  }

  /** Drops idle keys until there is this much more space. @returns false if none is idle */
  #freePlaces(places: number, now: number): boolean {
    while (this.#places + places > MOST_PLACES) if (!this.#evictIdle(now)) return false
    this.#places += places
    return true
  }

  #evictIdle(now: number): boolean {
    for (const [key, log] of this.#logs) {
      forget(log, now)
      if (log.size > 0) return false
      this.#logs.delete(key)
      this.#places -= log.times.length
      return true
    }
    return false
  }
}

const full = (limit: number): RateDecision => ({
  allowed: false,
  limit,
  remaining: 0,
  resetMs: WINDOW_MS + 1,
})

function forget(log: Log, now: number): void {
  while (log.size > 0 && now - (log.times[log.head] ?? 0) > WINDOW_MS) {
    log.head = (log.head + 1) & (log.times.length - 1)
    log.size -= 1
  }
}

/** The limit of a key may have become smaller; requests accepted before still count. */
function decision(log: Log, limit: number, now: number, allowed: boolean): RateDecision {
  const { times, head, size } = log
  const remaining = Math.max(0, limit - size)
  const awaited = remaining > 0 ? head + size - 1 : head + size - limit
  const resetMs = size === 0 ? 0 : (times[awaited & (times.length - 1)] ?? now) + WINDOW_MS + 1 - now
  return { allowed, limit, remaining, resetMs }
}

/** `RateLimit` and `RateLimit-Policy` of the IETF httpapi draft (structured fields; times in whole seconds). */
export function rateHeaders({ limit, remaining, resetMs }: RateDecision): Record<string, string> {
  return {
    'ratelimit-policy': `"default";q=${limit};w=1`,
    ratelimit: `"default";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
  }
}

/** 429 with `Retry-After` and the rate headers. */
export function rateLimited(decision: RateDecision): Problem {
  const seconds = Math.max(1, Math.ceil(decision.resetMs / 1000))
  const detail = `at most ${decision.limit} requests a second are allowed; this one was not processed`
  return httpProblem('RATE_LIMITED', detail, {
    headers: { ...rateHeaders(decision), 'retry-after': String(seconds) },
  })
}
