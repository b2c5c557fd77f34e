import { expect, it } from 'vitest'
import { Pace } from './pace.ts'
import { nextAtOnce } from './recount.ts'

/** A piece of so long, and the rest after it: how long it is meant to be, and whether it has ended. */
function resting(tookMs: number) {
  let now = 0
  const pauses: number[] = []
  const pace = new Pace({
    clock: { now: () => now },
    timers: {
      after(ms, action) {
        pauses.push(ms)
        wake = action
        return () => undefined
      },
    },
  })
  let wake = (): void => undefined
  const rested = pace.chunk(async () => {
    now += tookMs
  })
  return { pace, pauses, rested, wake: () => wake() }
}

it.each([
  ['rests twenty times as long as a piece took', 50, 1_000],
  ['rests for half a minute at most: a piece that long met something else', 60_000, 30_000],
])('%s', async (_, tookMs, pauseMsAfter) => {
  const { pauses, rested, wake } = resting(tookMs)
  await Promise.resolve()
  expect(pauses).toEqual([pauseMsAfter])
  wake()
  await rested
})

it('does not rest after what took no time', async () => {
  const { pauses, rested } = resting(0)
  await rested
  expect(pauses).toEqual([])
})

it('rests no more once it is to end', async () => {
  const { pace, rested } = resting(50)
  await Promise.resolve()
  pace.end()
  await rested
  expect(pace.isEnded).toBe(true)
})

it('takes fewer at once where a piece took long, and more where it was short and full', () => {
  expect(nextAtOnce(64, 64, 200)).toBe(32)
  expect(nextAtOnce(64, 3, 200)).toBe(1)
  expect(nextAtOnce(1, 1, 5_000)).toBe(1)
  expect(nextAtOnce(64, 64, 5)).toBe(128)
  expect(nextAtOnce(64, 3, 5)).toBe(64)
  expect(nextAtOnce(64, 64, 20)).toBe(64)
  expect(nextAtOnce(128, 128, 5)).toBe(200)
})
