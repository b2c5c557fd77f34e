import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutgoingRequest } from './deps.ts'
import { simulatedDeps } from './simulated-deps.ts'

const request: OutgoingRequest = {
  url: 'https://shop.example/hook',
  method: 'POST',
  headers: {},
  timeoutMs: 15_000,
  maxAnswerBytes: 1024,
  guard: { refuses: () => undefined },
}

describe('the simulated world', () => {
  it('runs timers in the order of due time, then of making, each at its own time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(50), { maxLength: 30 }), async (delays) => {
        const world = simulatedDeps(1, { startAt: 0 })
        const ran: { delay: number; index: number; at: number }[] = []
        delays.forEach((delay, index) => {
          world.timers.after(delay, () => ran.push({ delay, index, at: world.clock.now() }))
        })
        await world.advance(50)
        expect(ran.map((one) => one.at)).toEqual(ran.map((one) => one.delay))
        expect(ran).toEqual(ran.toSorted((a, b) => a.delay - b.delay || a.index - b.index))
        expect(ran).toHaveLength(delays.length)
      }),
      { numRuns: 30 },
    )
  })

  it('moves time only when told, and no further', async () => {
    const world = simulatedDeps(1, { startAt: 1000 })
    const ran: number[] = []
    world.timers.after(10, () => ran.push(10))
    world.timers.after(11, () => ran.push(11))
    await world.rest()
    expect([world.clock.now(), ran]).toEqual([1000, []])
    await world.advance(10)
    expect([world.clock.now(), ran]).toEqual([1010, [10]])
  })

  it('lets promises settle between two timers', async () => {
    const world = simulatedDeps(1)
    const seen: string[] = []
    world.timers.after(1, async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => world.timers.soon(resolve))
      seen.push('first, after five turns')
    })
    world.timers.after(2, () => seen.push('second'))
    await world.advance(5)
    expect(seen).toEqual(['first, after five turns', 'second'])
  })

  it('waits for the work outside the thread before the next timer', async () => {
    let outside = Promise.resolve()
    const world = simulatedDeps(1, { settled: () => outside })
    const seen: string[] = []
    world.timers.after(1, () => {
      outside = new Promise((resolve) => setTimeout(resolve, 5)).then(() => {
        seen.push('outside')
      })
    })
    world.timers.after(2, () => seen.push('second'))
    await world.advance(2)
    expect(seen).toEqual(['outside', 'second'])
  })

  it('runs what is wanted soon without being driven, in order', async () => {
    const world = simulatedDeps(1)
    const ran: number[] = []
    world.timers.soon(() => ran.push(1))
    await new Promise<void>((resolve) => world.timers.soon(resolve))
    expect(ran).toEqual([1])
  })

  it('forgets a cancelled timer', async () => {
    const world = simulatedDeps(1)
    const cancel = world.timers.after(1, () => expect.unreachable())
    cancel()
    cancel()
    expect(await world.runUntilIdle()).toBe(0)
  })

  it('runs until idle through timers that make timers, within a bound', async () => {
    const world = simulatedDeps(1)
    let ticks = 0
    const tick = (): void => {
      ticks++
      world.timers.after(100, tick)
    }
    world.timers.after(100, tick)
    expect(await world.runUntilIdle(1000)).toBe(1000)
    expect(ticks).toBe(10)
  })

  it('is the same for the same seed, and another for another', () => {
    const drawn = (seed: number): unknown[] => {
      const { randomness } = simulatedDeps(seed)
      return [randomness.uuidV7(1), randomness.uuidV7(1), randomness.fraction(), ...randomness.bytes(16)]
    }
    fc.assert(
      fc.property(fc.maxSafeNat(), (seed) => {
        expect(drawn(seed)).toEqual(drawn(seed))
        expect(drawn(seed)).not.toEqual(drawn(seed + 1))
      }),
    )
  })

  it('draws fractions that fill [0, 1) evenly', () => {
    const { randomness } = simulatedDeps(42)
    const bins = new Array<number>(10).fill(0)
    for (let i = 0; i < 10_000; i++) {
      const bin = Math.floor(randomness.fraction() * 10)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    for (const count of bins) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('answers by the script, in simulated time', async () => {
    const world = simulatedDeps(1, {
      network: async (_request, wait) => {
        await wait(300)
        return { ok: true, status: 204, headers: {}, body: '', durationMs: 0 }
      },
    })
    const answer = world.network.request(request)
    await world.advance(300)
    expect(await answer).toMatchObject({ ok: true, status: 204, durationMs: 300 })
    expect(world.sent).toEqual([request])
  })

  it('cuts a scripted answer that takes longer than the request allows', async () => {
    const world = simulatedDeps(1, {
      network: async (_request, wait) => {
        await wait(60_000)
        return { ok: true, status: 200, headers: {}, body: '', durationMs: 0 }
      },
    })
    const answer = world.network.request(request)
    await world.advance(15_000)
    expect(await answer).toMatchObject({ ok: false, reason: 'TIMEOUT', durationMs: 15_000 })
  })

  it('keeps the log, with time and the fields of the child', () => {
    const world = simulatedDeps(1, { startAt: 5 })
    world.log.child({ context: 'fx' }).info({ pairs: 2 }, 'put')
    expect(world.logged).toEqual([
      { level: 'info', at: 5, fields: { context: 'fx', pairs: 2 }, message: 'put' },
    ])
  })
})
