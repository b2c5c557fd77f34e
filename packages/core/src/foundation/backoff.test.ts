import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Backoff, backoffMs } from './backoff.ts'

const backoffs: fc.Arbitrary<Backoff> = fc
  .tuple(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 100_000 }))
  .map(([firstMs, times]) => ({ firstMs, longestMs: firstMs * times }))
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const failures = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

it('doubles the wait with every failure, up to the longest', () => {
  const waits = [1, 2, 3, 4, 5].map((each) => backoffMs({ firstMs: 1_000, longestMs: 6_000 }, each))
  expect(waits).toEqual([1_000, 2_000, 4_000, 6_000, 6_000])
})

it('waits never longer than the longest, and never less than four fifths of the first', () => {
  fc.assert(
    fc.property(backoffs, failures, chances, (backoff, count, chance) => {
      const waitMs = backoffMs(backoff, count, chance)
      expect(waitMs).toBeLessThanOrEqual(backoff.longestMs)
      expect(waitMs).toBeGreaterThanOrEqual(Math.round(backoff.firstMs * 0.8))
    }),
  )
})

it('takes at most a fifth off the whole wait by chance', () => {
  fc.assert(
    fc.property(backoffs, failures, chances, (backoff, count, chance) => {
      const wholeMs = backoffMs(backoff, count)
      const waitMs = backoffMs(backoff, count, chance)
      expect(waitMs).toBeLessThanOrEqual(wholeMs)
      expect(waitMs).toBeGreaterThanOrEqual(Math.round(wholeMs * 0.8))
    }),
  )
})

it('grows with every failure until it is the longest, whatever chance says', () => {
  fc.assert(
    fc.property(
      backoffs.filter(({ firstMs }) => firstMs >= 10),
      fc.integer({ min: 1, max: 60 }),
      chances,
      chances,
      (backoff, count, before, after) => {
        fc.pre(backoffMs(backoff, count + 1) === 2 * backoffMs(backoff, count))
        expect(backoffMs(backoff, count + 1, after)).toBeGreaterThan(backoffMs(backoff, count, before))
      },
    ),
  )
})

it('is a whole number of milliseconds after however many failures', () => {
  fc.assert(
    fc.property(failures, chances, (count, chance) => {
      const endless = { firstMs: 60_000, longestMs: Number.MAX_SAFE_INTEGER }
      expect(Number.isSafeInteger(backoffMs(endless, count, chance))).toBe(true)
    }),
  )
})
