import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Reach } from './reach.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page beside a gateway that is gone. @param luck what each draw gives, from 0 to 1 */
function aPage(luck: number) {
  vi.spyOn(Math, 'random').mockReturnValue(luck)
  const requestedAtMs: number[] = []
  let isThere = false
  let all = 0
  const reach: Reach = new Reach({
    one: () => {
      requestedAtMs.push(Date.now())
      if (isThere) reach.found()
      else reach.lost()
    },
    all: () => {
      all += 1
    },
  })
  return {
    reach,
    requestedAtMs,
    waitsMs: () => requestedAtMs.map((at, index) => at - (requestedAtMs[index - 1] ?? 0)),
    comesBack: () => {
      isThere = true
    },
    requestedAll: () => all,
  }
}

it.each([
  [1, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
  [0, [500, 1_000, 2_000, 4_000, 5_000, 5_000]],
])(
  'asks one question ever more seldom, up to ten seconds, each page at times of its own (%d)',
  async (luck, waits) => {
    const { reach, waitsMs } = aPage(luck)
    // All that was under way fails at once.
    for (let each = 0; each < 5; each++) reach.lost()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waitsMs().slice(0, 6)).toEqual(waits)
  },
)

it('does not ask by the clock while a try is planned', async () => {
  const { reach, requestedAtMs } = aPage(1)
  reach.lost()
  for (let each = 0; each < 20; each++) reach.tick()
  expect(requestedAtMs).toEqual([])
  expect(reach.nextTryAt.value).toBe(1_000)
})

it('asks at once where somebody comes back, and goes on waiting from there', async () => {
  const { reach, requestedAtMs } = aPage(1)
  reach.lost()
  await vi.advanceTimersByTimeAsync(3_500)
  reach.tryNow()
  expect(requestedAtMs).toEqual([1_000, 3_000, 3_500])
  expect(reach.nextTryAt.value).toBe(11_500)
})

it('asks everything once there is an answer, and begins with a short wait the next time', async () => {
  const { reach, requestedAll, requestedAtMs, comesBack } = aPage(1)
  reach.lost()
  await vi.advanceTimersByTimeAsync(20_000)
  comesBack()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([reach.isConnected.value, reach.nextTryAt.value, requestedAll()]).toEqual([true, undefined, 1])
  reach.found()
  expect(requestedAll()).toBe(1)
  const tries = requestedAtMs.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestedAtMs.length).toBe(tries)
  reach.lost()
  expect(reach.nextTryAt.value).toBe(Date.now() + 1_000)
})
