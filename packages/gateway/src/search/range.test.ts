import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FIRST_RANGE_MS, nextRangeMs } from './range.ts'

const AT_ONCE = 200
const MONTH_MS = 30 * 86_400_000

/** Follows payments that came at these times, as the indexer does. @returns how often it looked, and what lay in the stretches */
function follow(times: readonly number[], untilMs: number) {
  let [position, taken, looks, read, meantMs] = [0, 0, 0, 0, FIRST_RANGE_MS]
  while (position < untilMs) {
    const before = Math.min(untilMs, position + meantMs)
    const rest = times.slice(taken)
    const beyond = rest.findIndex((time) => time >= before)
    const within = beyond < 0 ? rest.length : beyond
    const isFull = within > AT_ONCE
    meantMs = nextRangeMs(meantMs, { rangeMs: before - position, isFull, tookMs: within / 10 })
    taken += Math.min(within, AT_ONCE)
    position = isFull ? (times[taken - 1] ?? before) : before
    read += within
    looks += 1
  }
  return { taken, looks, read }
}

it('reads a few times what there is and no more, in few looks, whether payments come evenly or all at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: MONTH_MS })), {
        maxLength: 8,
      }),
      (rushes) => {
        let at = 0
        const times = rushes.flatMap(([count, quietMs]) => {
          at += quietMs
          return Array.from({ length: count }, () => (at += 20))
        })
        const { taken, looks, read } = follow(times, at + MONTH_MS)
        expect(taken).toBe(times.length)
        expect(read).toBeLessThanOrEqual(20 * times.length)
        expect(looks).toBeLessThanOrEqual(40 * (rushes.length + 1) + times.length / 20)
      },
    ),
    { numRuns: 60 },
  )
})

it('crosses years without payments in a few looks', () => {
  expect(follow([], 56 * 365 * 86_400_000).looks).toBeLessThan(16)
})

it('is no longer after a look over what has come since the last one', () => {
  const looked = { rangeMs: 2_000, isFull: false, tookMs: 1 }
  expect(nextRangeMs(FIRST_RANGE_MS, looked)).toBe(FIRST_RANGE_MS)
})
