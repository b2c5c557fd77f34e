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

describe('what a window remembers', () => {
  it('is as much as was asked for at once, and not as much as might be', () => {
    const { limiter } = window()
    for (let each = 0; each < 10_000; each += 1) limiter.take(`address ${each}`, 200)
    expect(limiter.places).toBeLessThanOrEqual(4 * 10_000)
    for (let one = 0; one < 200; one += 1) limiter.take('address 1', 200)
    expect(limiter.take('address 1', 200).allowed).toBe(false)
    expect(limiter.places).toBeLessThanOrEqual(4 * 10_000 + 256)
  })

  it('has a bound over all keys: the idle ones are forgotten, and where none is idle nothing is added', () => {
    const { clock, limiter } = window()
    const most = 1 << 20
    const flood = (from: number) => {
      for (let each = from; each < from + 3_000; each += 1)
        for (let one = 0; one < 260; one += 1) limiter.take(`address ${each}`, 400)
    }
    flood(0)
    expect(limiter.places).toBeLessThanOrEqual(most)
    clock.advance(1_001)
    flood(10_000)
    expect(limiter.places).toBeLessThanOrEqual(most)
    expect(limiter.take('address 10000', 400)).toMatchObject({ allowed: true, remaining: 139 })
    expect(limiter.take('address 12999', 400).allowed).toBe(false)
    clock.advance(1_001)
    expect(limiter.take('address 12999', 400).allowed).toBe(true)
  })

  it('grows by none but its own limit when all keys are in use', () => {
    const { limiter } = window(2)
    limiter.take('a', 50)
    limiter.take('b', 50)
    const allowed = Array.from({ length: 60 }, () => limiter.take('a', 50).allowed)
    expect(allowed.filter((each) => each)).toHaveLength(49)
  })

  it('still counts what was accepted by a limit that was larger', () => {
    const { clock, limiter } = window()
    for (let one = 0; one < 5; one += 1) {
      limiter.take('a', 5)
      clock.advance(10)
    }
    expect(limiter.look('a', 2)).toMatchObject({ allowed: false, remaining: 0, resetMs: 981 })
    expect(limiter.take('a', 5)).toMatchObject({ allowed: false })
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
