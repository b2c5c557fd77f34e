/**
 * The sliding window in Redis: exact over any number of nodes.
 *
 * A list per key holds the times of its accepted requests, newest first. One script, which Redis runs atomically, drops the times
 * outside the window, counts and decides. It uses Redis' own clock, so the nodes' clocks need not agree. A key is deleted 10 s
 * after its last accepted request. It keeps the promises of `rate-limit.ts`. Every call is answered or rejected within a quarter
 * of a second; without a connection it is rejected immediately.
 */
import { createHash } from 'node:crypto'
import type { Clock, Log } from '@sluice/core/foundation/deps.ts'
import { Redis } from 'ioredis'
import type { RateDecision } from './rate-limit.ts'
import type { SharedWindow } from './rate-limit-shared.ts'

const ANSWER_WITHIN_MS = 250
const CONNECT_WITHIN_MS = 2_000
const MAX_PAUSE_MS = 2_000
const KEY_PREFIX = 'sluice:rate:'

/**
 * KEYS[1] is the list; ARGV[1] the limit; ARGV[2] the time in milliseconds, or nothing for Redis' own. Returns: accepted (1 or
 * 0), how many are in the window now, and the microseconds until the next place is free (if none is), otherwise until the window
 * is empty. Times are formatted in full, because Lua's own format loses digits of large numbers. If the clock is set back, time
 * stands still so that the window does not open again; if it is set back by more than a window, counting restarts.
 */
const WINDOW_SCRIPT = `
local key, limit = KEYS[1], tonumber(ARGV[1])
local window = 1000000.0
local now
if ARGV[2] ~= '' then
  now = tonumber(ARGV[2]) * 1000.0
else
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000.0 + tonumber(time[2])
end
local newest = redis.call('LINDEX', key, 0)
if newest and tonumber(newest) > now then
  if tonumber(newest) - now > window then redis.call('DEL', key) else now = tonumber(newest) end
end
local oldest = redis.call('LINDEX', key, -1)
while oldest and now - tonumber(oldest) > window do
  redis.call('RPOP', key)
  oldest = redis.call('LINDEX', key, -1)
end
local used = redis.call('LLEN', key)
local accepted = 0
if used < limit then
  redis.call('LPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, 10000)
  used = used + 1
  accepted = 1
end
local awaited = redis.call('LINDEX', key, used < limit and 0 or limit - 1)
return { accepted, used, string.format('%.0f', tonumber(awaited) + window - now) }
`

/** Redis identifies a script by this. */
const SHA = createHash('sha1').update(WINDOW_SCRIPT).digest('hex')

/** The part of a client that is needed; ioredis has it. */
export interface ScriptRunner {
  evalsha(sha: string, keys: number, key: string, ...values: string[]): Promise<unknown>
  eval(script: string, keys: number, key: string, ...values: string[]): Promise<unknown>
}

export interface WindowOptions {
  readonly client: ScriptRunner
  /** Default: Redis' own time. */
  readonly clock?: Clock
}

/** One request of `key`. @throws Error if Redis refuses or does not answer */
export async function takeFromRedis(
  { client, clock }: WindowOptions,
  key: string,
  limit: number,
): Promise<RateDecision> {
  const values = [String(limit), clock === undefined ? '' : String(clock.now())]
  const name = `${KEY_PREFIX}${key}`
  const answer = await client.evalsha(SHA, 1, name, ...values).catch((error: unknown) => {
    // A restarted Redis does not know the script yet; it caches what `eval` sends.
    if (error instanceof Error && error.message.includes('NOSCRIPT'))
      return client.eval(WINDOW_SCRIPT, 1, name, ...values)
    throw error
  })
  return decisionOf(answer, limit)
}

function decisionOf(answer: unknown, limit: number): RateDecision {
  if (!Array.isArray(answer) || answer.length !== 3) throw new Error('Redis gave an answer that is not one')
  const [accepted, used, waitMicros] = answer.map(Number)
  if (accepted === undefined || used === undefined || waitMicros === undefined || Number.isNaN(waitMicros))
    throw new Error('Redis gave an answer that is not one')
  return {
    allowed: accepted === 1,
    limit,
    remaining: Math.max(0, limit - used),
    resetMs: Math.max(0, Math.floor(waitMicros / 1000) + 1),
  }
}

/** Connects in the background, and again whenever the connection is lost. Accepts redis:// and rediss:// URLs. */
export function redisWindow(options: { readonly url: string; readonly log: Log }): SharedWindow {
  const client = new Redis(options.url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    retryStrategy: (tries) => Math.min(tries * 100, MAX_PAUSE_MS),
  })
  // Callers get the error; a client without a listener would print every attempt to the console.
  client.on('error', (error) => options.log.debug({ reason: error.message }, 'no connection to Redis'))
  return {
    take: (key, limit) => takeFromRedis({ client }, key, limit),
    async close() {
      client.disconnect()
    },
  }
}
