import type { Log } from '@sluice/core/foundation/deps.ts'
import { describe, expect, it } from 'vitest'
import { TestClock } from './http.fixture.ts'
import { SlidingWindow } from './rate-limit.ts'
import { NodeShare, SharedLimiter, type SharedWindow } from './rate-limit-shared.ts'

describe("a node's share of a limit", () => {
  const accepted = (share: NodeShare, limit: number) =>
    Array.from({ length: 30 }, () => share.take('shop', limit)).filter(({ allowed }) => allowed).length

  it.each([
    [1, 10, 10],
    [2, 10, 5],
    [3, 10, 3],
    [20, 10, 1],
  ])('with %i live nodes a limit of %i gives %i here', (liveNodes, limit, expected) => {
    expect(accepted(new NodeShare(new SlidingWindow(new TestClock()), () => liveNodes), limit)).toBe(expected)
  })

  it('grows and shrinks with the number of nodes', () => {
    const clock = new TestClock()
    let liveNodes = 2
    const share = new NodeShare(new SlidingWindow(clock), () => liveNodes)
    expect(accepted(share, 10)).toBe(5)
    liveNodes = 1
    expect(accepted(share, 10)).toBe(5)
    clock.advance(1_001)
    expect(accepted(share, 10)).toBe(10)
  })

  it('tells callers the whole limit', () => {
    const share = new NodeShare(new SlidingWindow(new TestClock()), () => 2)
    expect(share.take('shop', 10)).toMatchObject({ limit: 10, remaining: 4 })
    expect(share.look('shop', 10)).toMatchObject({ limit: 10, remaining: 4 })
  })
})

function breakable() {
  const state = { broken: false, requested: 0 }
  const shared: SharedWindow = {
    async take(_key, limit) {
      state.requested += 1
      if (state.broken) throw new Error('connect ECONNREFUSED')
      return { allowed: true, limit, remaining: limit - 1, resetMs: 1_001 }
    },
    close: async () => undefined,
  }
  const clock = new TestClock()
  const logged: string[] = []
  const note = (_fields: object, message: string) => void logged.push(message)
  const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log }
  const share = new NodeShare(new SlidingWindow(clock), () => 2)
  return { state, clock, logged, limiter: new SharedLimiter({ shared, share, clock, log }) }
}

describe('shared limits', () => {
  it('are what the shared window says', async () => {
    const { limiter } = breakable()
    expect(await limiter.take('shop', 10)).toMatchObject({ allowed: true, remaining: 9 })
  })

  it("give the node's share while the shared window cannot be reached", async () => {
    const { state, limiter } = breakable()
    state.broken = true
    const decisions = []
    for (let one = 0; one < 12; one += 1) decisions.push(await limiter.take('shop', 10))
    expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  it('do not ask again for a second after a failure, so that no request waits twice', async () => {
    const { state, clock, limiter } = breakable()
    state.broken = true
    for (let one = 0; one < 12; one += 1) await limiter.take('shop', 10)
    expect(state.requested).toBe(1)
    clock.advance(1_000)
    await limiter.take('shop', 10)
    expect(state.requested).toBe(2)
  })

  it('log the loss once and the return once', async () => {
    const { state, clock, logged, limiter } = breakable()
    state.broken = true
    for (let one = 0; one < 4; one += 1) {
      await limiter.take('shop', 10)
      clock.advance(1_000)
    }
    state.broken = false
    await limiter.take('shop', 10)
    await limiter.take('shop', 10)
    expect(logged).toHaveLength(2)
  })
})
