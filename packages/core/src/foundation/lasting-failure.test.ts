import { beforeEach, describe, expect, it } from 'vitest'
import { LastingFailure } from './lasting-failure.ts'
import { type SimulatedDeps, simulatedDeps } from './simulated-deps.ts'

let deps: SimulatedDeps
let failure: LastingFailure
let startedAt: number

beforeEach(() => {
  deps = simulatedDeps(1)
  startedAt = deps.clock.now()
  failure = new LastingFailure(deps, 'no answer')
})

/** When it was told, in seconds from the beginning. */
async function reportedWhile(secs: number, fails: (sec: number) => boolean): Promise<readonly number[]> {
  const reported: number[] = []
  for (let sec = 0; sec < secs; sec += 1) {
    const before = deps.logged.length
    if (fails(sec)) failure.failed(new Error('gone'))
    else failure.worked()
    if (deps.logged.length > before) reported.push((deps.clock.now() - startedAt) / 1_000)
    await deps.advance(1_000)
  }
  return reported
}

describe('a failure that lasts', () => {
  it('is told at once, and then after twice as long each time, up to ten minutes', async () => {
    const reported = await reportedWhile(2_700, () => true)
    expect(reported).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_623, 2_223])
  })

  it('is told to be over once, and never where it was not told', async () => {
    expect(await reportedWhile(10, (sec) => sec < 2)).toEqual([0, 1, 2])
    failure.worked()
    expect(deps.logged).toHaveLength(3)
  })

  it('makes no more lines by coming and going than by staying', async () => {
    const reported = await reportedWhile(2_700, (sec) => sec % 2 === 0)
    expect(reported.length).toBeLessThanOrEqual(26)
  })

  it('is told at once again where nothing failed for ten minutes', async () => {
    const reported = await reportedWhile(702, (sec) => sec < 100 || sec >= 700)
    expect(reported).toEqual([0, 1, 3, 7, 15, 31, 63, 100, 700, 701])
  })
})
