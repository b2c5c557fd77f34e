import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Loop } from './loop.ts'
import { type SimulatedDeps, simulatedDeps } from './simulated-deps.ts'

const EVERY_MS = 1_000
let deps: SimulatedDeps
let loop: Loop
/** When each round began. */
let begun: number[]
let start: number

const since = () => begun.map((at) => at - start)
/** A loop that is not started; `round` comes after the note of its beginning. */
function loopOf(round: () => Promise<unknown> = async () => EVERY_MS): Loop {
  return new Loop(deps, {
    everyMs: EVERY_MS,
    round: async () => {
      begun.push(deps.clock.now())
      const delayMs = await round()
      return typeof delayMs === 'number' ? delayMs : EVERY_MS
    },
    failed: 'a round failed',
    about: { of: 'the test' },
  })
}
const waits = (delayMs: number) =>
  new Promise<void>((resolve) => {
    deps.timers.after(delayMs, resolve)
  })

beforeEach(() => {
  deps = simulatedDeps(1)
  start = deps.clock.now()
  begun = []
})
afterEach(() => loop?.stop())

describe('a loop', () => {
  it('begins each round so long after the last one ended', async () => {
    loop = loopOf(() => waits(300))
    loop.start()
    await deps.advance(4_000)
    expect(since()).toEqual([1_000, 2_300, 3_600])
  })

  it('waits as long as its round says', async () => {
    loop = loopOf(async () => 250)
    loop.start()
    await deps.advance(1_500)
    expect(since()).toEqual([1_000, 1_250, 1_500])
  })

  it('goes on after a round that failed, and tells of it', async () => {
    loop = loopOf(() => Promise.reject(new Error('no luck')))
    loop.start()
    await deps.advance(2_000)
    expect(since()).toEqual([1_000, 2_000])
    expect(deps.logged.map(({ level, fields, message }) => [level, fields, message])).toEqual(
      Array.from({ length: 2 }, () => ['warn', { of: 'the test', error: 'no luck' }, 'a round failed']),
    )
  })

  it('tells less and less often of rounds that go on failing, and once that they work again', async () => {
    let isGone = true
    loop = loopOf(() => (isGone ? Promise.reject(new Error('gone')) : Promise.resolve()))
    loop.start()
    await deps.advance(3_600_000)
    isGone = false
    await deps.advance(10_000)
    const [back, ...reported] = deps.logged.toReversed()
    expect(reported).toHaveLength(15)
    expect(reported[0]?.fields).toEqual({ of: 'the test', error: 'gone', untold: 599 })
    expect(back).toMatchObject({
      message: 'a round failed: it works again',
      fields: { of: 'the test', failedForMs: 3_600_000 },
    })
  })

  it('does nothing before it is started', async () => {
    loop = loopOf()
    loop.wake()
    loop.wakeWithin(10)
    await deps.advance(5_000)
    expect(since()).toEqual([])
  })
})

describe('a loop that is woken', () => {
  it('begins a round at once, and counts from there', async () => {
    loop = loopOf()
    loop.start()
    await deps.advance(400)
    loop.wake()
    await deps.advance(1_000)
    expect(since()).toEqual([400, 1_400])
  })

  it('while a round is under way begins one more after it, and no two at once', async () => {
    loop = loopOf(() => waits(500))
    loop.start()
    loop.wake()
    loop.wake()
    loop.wake()
    await deps.advance(1_200)
    expect(since()).toEqual([0, 500])
  })

  it('by the earliest of several times, and by that one only', async () => {
    loop = loopOf()
    loop.start()
    loop.wakeWithin(700)
    loop.wakeWithin(200)
    await deps.advance(1_150)
    expect(since()).toEqual([200])
  })

  it('rests until then where its round says so', async () => {
    loop = loopOf(async () => Number.POSITIVE_INFINITY)
    loop.start()
    await deps.advance(60_000)
    loop.wake()
    await deps.advance(60_000)
    expect(since()).toEqual([1_000, 60_000])
  })
})

describe('a loop that is stopped', () => {
  it('begins no round more, and has stopped once the one under way has ended', async () => {
    let ended = false
    loop = loopOf(() => waits(500))
    loop.start()
    loop.wake()
    loop.wake()
    const stopping = loop.stop().then(() => {
      ended = true
    })
    await deps.advance(499)
    expect(ended).toBe(false)
    await deps.advance(5_000)
    await stopping
    expect(since()).toEqual([0])
  })

  it('can be started again', async () => {
    loop = loopOf()
    loop.start()
    await loop.stop()
    loop.start()
    await deps.advance(1_000)
    expect(since()).toEqual([1_000])
  })
})
