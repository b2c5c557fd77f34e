import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SlidingWindow } from './rate-limit.ts'
import { takeFromRedis } from './rate-limit-redis.ts'
import { REDIS_NAME, startRedis, type TestClient, type TestRedis } from './redis.fixture.ts'

describe(`the sliding window in Redis (${REDIS_NAME})`, () => {
  let redis: TestRedis
  let client: TestClient
  let other: TestClient

  beforeAll(async () => {
    redis = await startRedis()
    client = redis.client()
    other = redis.client()
  })
  afterAll(() => {
    client.disconnect()
    other.disconnect()
    redis.stop()
  })
  beforeEach(() => client.flushall())

  it('decides like the window of one node, whatever the times and limits', async () => {
    const requests = fc.array(
      fc.record({ pauseMs: fc.integer({ min: 0, max: 700 }), limit: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 1,
        maxLength: 25,
      },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(requests, async (script) => {
        const limit = script[0]?.limit ?? 1
        let now = 1_763_713_443_000
        const clock = { now: () => now }
        const local = new SlidingWindow(clock)
        const key = `law-${++run}`
        for (const { pauseMs } of script) {
          now += pauseMs
          expect(await takeFromRedis({ client, clock }, key, limit)).toEqual(local.take(key, limit))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('holds a limit over two clients that ask at once, by its own time', async () => {
    const startedAt = performance.now()
    const decisions = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        takeFromRedis({ client: index % 2 ? client : other }, 'shop', 10),
      ),
    )
    // A machine that stands still between them gives the places of another second.
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
    const taken = decisions.filter(({ allowed }) => allowed).length
    expect(taken).toBeGreaterThanOrEqual(10)
    expect(taken).toBeLessThanOrEqual(10 * seconds)
    expect(decisions.every(({ resetMs }) => resetMs > 0 && resetMs <= 1_001)).toBe(true)
  })

  it('gives places back a second after they were taken, by its own time', async () => {
    // On one connection, so that nothing can come between them.
    const [, refused] = await Promise.all([1, 2].map(() => takeFromRedis({ client: other }, 'shop', 1)))
    if (refused?.allowed !== false) throw new Error('the second has no place')
    await new Promise((resolve) => setTimeout(resolve, refused.resetMs + 5))
    expect((await takeFromRedis({ client: other }, 'shop', 1)).allowed).toBe(true)
  })

  it('counts each key for itself', async () => {
    const clock = { now: () => 5_000 }
    expect((await takeFromRedis({ client, clock }, 'one', 1)).allowed).toBe(true)
    expect((await takeFromRedis({ client, clock }, 'two', 1)).allowed).toBe(true)
  })

  it('does not count what was refused', async () => {
    let now = 5_000
    const clock = { now: () => now }
    await takeFromRedis({ client, clock }, 'shop', 1)
    now += 900
    await takeFromRedis({ client, clock }, 'shop', 1)
    now += 101
    expect((await takeFromRedis({ client, clock }, 'shop', 1)).allowed).toBe(true)
  })

  it('opens no window again where the clock is set back by less than one', async () => {
    let now = 5_000
    const clock = { now: () => now }
    await takeFromRedis({ client, clock }, 'shop', 1)
    now -= 900
    expect((await takeFromRedis({ client, clock }, 'shop', 1)).allowed).toBe(false)
  })

  it('begins anew where the clock is set back by more, instead of standing still for as long', async () => {
    let now = 5_000_000
    const clock = { now: () => now }
    await takeFromRedis({ client, clock }, 'shop', 1)
    now -= 3_600_000
    expect((await takeFromRedis({ client, clock }, 'shop', 1)).allowed).toBe(true)
  })

  it('applies a lowered limit to what was accepted before', async () => {
    const clock = { now: () => 5_000 }
    for (let taken = 0; taken < 3; taken += 1) await takeFromRedis({ client, clock }, 'shop', 5)
    expect(await takeFromRedis({ client, clock }, 'shop', 2)).toMatchObject({ allowed: false, remaining: 0 })
  })

  it('leaves no key behind for ever', async () => {
    await takeFromRedis({ client }, 'shop', 1)
    const ttl = await client.pttl('sluice:rate:shop')
    expect(ttl).toBeGreaterThan(1_001)
    expect(ttl).toBeLessThanOrEqual(10_000)
  })

  it('brings the script to a Redis that does not know it', async () => {
    const fresh = await startRedis()
    const first = fresh.client()
    expect((await takeFromRedis({ client: first }, 'new', 1)).allowed).toBe(true)
    first.disconnect()
    fresh.stop()
  })
})
