/** How the past is divided where events that no statement has are looked for. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Period, rangesOf } from './missed.ts'

const periods = fc
  .array(
    fc.record({
      ms: fc.integer({ min: 1, max: 3_000_000_000 }),
      entries: fc.integer({ min: 0, max: 400_000 }),
    }),
  )
  .map((made) => {
    let from = 0
    return made.map(({ ms, entries }, index): Period => {
      const period = { number: index + 1, from, until: from + ms, entries }
      from += ms
      return period
    })
  })

it('stretches follow each other from the beginning of time to the end of the last statement, none of them long', () => {
  fc.assert(
    fc.property(periods, (given) => {
      const ranges = rangesOf(given)
      expect(ranges.length === 0).toBe(given.length === 0)
      for (const [index, { from, until, number }] of ranges.entries()) {
        const before = ranges[index - 1]
        if (before) expect(from).toBe(before.until)
        expect(from).toBeLessThanOrEqual(until)
        // What is in a stretch is in no statement before this one.
        const first = given.find(({ number: each }) => each === number)
        if (number > 1) expect(first?.from).toBeLessThanOrEqual(from)
      }
      expect(ranges.at(-1)?.until).toBe(given.at(-1)?.until)
      const entries = given.reduce((sum, period) => sum + period.entries, 0)
      expect(ranges.length).toBeLessThanOrEqual(1 + given.length + entries / 50_000)
    }),
    { numRuns: 100 },
  )
})
