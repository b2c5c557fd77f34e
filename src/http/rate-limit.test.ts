import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TestClock } from './http.fixture.ts'
import { rateHeaders, rateLimited, SlidingWindow } from './rate-limit.ts'

const window = (maxKeys?: number) => {
  const clock = new TestClock()
  return { clock, limiter: new SlidingWindow(clock, maxKeys) }
}

describe('a sliding window', () => {
  it('accepts the limit and not one more', () => {
    const { limiter } = window()
    const allowed = Array.from({ length: 11 }, () => limiter.take('a', 10).allowed)
    expect(allowed).toEqual([...Array.from({ length: 10 }, () => true), false])
  })

  it('has no one-second interval with more than the limit, whatever comes when and the limit does', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(400), burst: fc.integer({ min: 1, max: 8 }) }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (limit, all) => {
        const { clock, limiter } = window()
        const accepted: number[] = []
        for (const { waitMs, burst } of all) {
          clock.advance(waitMs)
          for (let one = 0; one < burst; one += 1)
            if (limiter.take('a', limit).allowed) accepted.push(clock.now())
        }
        const crowded = accepted.some((start, index) => (accepted[index + limit] ?? Infinity) - start <= 1000)
        expect(crowded).toBe(false)
      }),
    )
  })

  it('accepts again as soon as it said it would', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 40 }), (waits) => {
        const { clock, limiter } = window()
        for (const waitMs of waits) {
          clock.advance(waitMs)
          limiter.take('a', 3)
        }
        const refused = limiter.look('a', 3)
        fc.pre(!refused.allowed)
        clock.advance(refused.resetMs - 1)
        expect(limiter.look('a', 3).allowed).toBe(false)
        clock.advance(1)
        expect(limiter.take('a', 3).allowed).toBe(true)
      }),
    )
  })

  it('does not count what it refuses', () => {
    const { clock, limiter } = window()
    for (let one = 0; one < 50; one += 1) limiter.take('a', 2)
    clock.advance(1001)
    expect(limiter.take('a', 2)).toMatchObject({ allowed: true, remaining: 1 })
  })

  it('keeps keys apart', () => {
    const { limiter } = window()
    limiter.take('a', 1)
    expect(limiter.take('b', 1).allowed).toBe(true)
  })

  it('does not open when the clock is set back', () => {
    const { clock, limiter } = window()
    limiter.take('a', 1)
    clock.advance(-5000)
    expect(limiter.take('a', 1).allowed).toBe(false)
  })

  it('goes on a second after the clock was set back, by however much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (backMs) => {
        const { clock, limiter } = window()
        limiter.take('a', 1)
        clock.advance(-backMs)
        expect(limiter.take('a', 1).allowed).toBe(false)
        clock.advance(2_001)
        expect(limiter.take('a', 1).allowed).toBe(true)
      }),
    )
  })

  it('keeps the newest entries when the limit of a key changes', () => {
    const { clock, limiter } = window()
    for (let one = 0; one < 5; one += 1) limiter.take('a', 5)
    expect(limiter.take('a', 2).allowed).toBe(false)
    clock.advance(1001)
    expect(limiter.take('a', 3).allowed).toBe(true)
  })

  it('forgets idle keys first and refuses a new one where none is idle', () => {
    const { clock, limiter } = window(2)
    limiter.take('a', 5)
    limiter.take('b', 5)
    expect(limiter.take('c', 5).allowed).toBe(false)
    clock.advance(1001)
    expect(limiter.take('c', 5).allowed).toBe(true)
    expect(limiter.size).toBe(2)
  })
})

describe('the headers of a rate', () => {
  it('say what is left', () => {
    const { limiter } = window()
    expect(rateHeaders(limiter.take('a', 10))).toEqual({
      'ratelimit-policy': '"default";q=10;w=1',
      ratelimit: '"default";r=9;t=2',
    })
  })

  it('429 says when to come back', () => {
    const { clock, limiter } = window()
    limiter.take('a', 1)
    clock.advance(900)
    const problem = rateLimited(limiter.take('a', 1))
    expect(problem).toMatchObject({ status: 429, code: 'RATE_LIMITED', headers: { 'retry-after': '1' } })
  })
})
