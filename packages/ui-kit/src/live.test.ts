import { afterEach, expect, it, vi } from 'vitest'
import { concerns, isReported } from './concerns.ts'
import { eventReader } from './events.ts'
import { listenLive } from './live.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('events come whole, however they were cut on the way', () => {
  const text = ':\n\nevent: ready\ndata: {}\n\nid: a.1\nevent: change\ndata: {"resource":"cases"}\n\n'
  for (let size = 1; size < 20; size += 1) {
    const read = eventReader()
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    )
    expect(chunks.flatMap((chunk) => read(chunk))).toEqual([
      { event: 'ready', id: undefined, data: '{}' },
      { event: 'change', id: 'a.1', data: '{"resource":"cases"}' },
    ])
  }
})

it('a change concerns its own page and every list of its kind, and no other page', () => {
  const page = '/admin/payments/SHOP/payin/order%201/!explain'
  expect(concerns(page, 'payments', 'order 1')).toBe(true)
  expect(concerns(page, 'payments', 'order 2')).toBe(false)
  expect(concerns(page, 'payments', undefined)).toBe(true)
  expect(concerns('/admin/payments?status=PENDING', 'payments', 'order 2')).toBe(true)
  expect(concerns('/admin/cases', 'payments', 'order 1')).toBe(false)
  expect(concerns('/payins/order-1', 'payins', 'order-1')).toBe(true)
  expect(concerns('/balances', 'payins', 'order-1')).toBe(true)
})

it('only what is told of each time need not be asked again and again', () => {
  expect(isReported('/admin/cases/1')).toBe(true)
  expect(isReported('/admin/alerts')).toBe(false)
})

const HOUR_MS = 3_600_000

/** A page beside a gateway that is gone, on a clock that is turned by hand. @param luck what each draw gives, from 0 to 1 */
function aPageAlone(luck: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(luck)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  const triedAtMs: number[] = []
  vi.stubGlobal('fetch', async () => {
    triedAtMs.push(Date.now())
    throw new TypeError('Failed to fetch')
  })
  return { triedAtMs, stop: listenLive('/live') }
}

it.each([
  { luck: 0, firstWaitMs: 1_000, longestWaitMs: 15_000 },
  { luck: 1, firstWaitMs: 2_000, longestWaitMs: 30_000 },
])(
  'tries ever more seldom while the gateway is gone, each page at a time of its own',
  async ({ luck, firstWaitMs, longestWaitMs }) => {
    const { triedAtMs, stop } = aPageAlone(luck)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    stop()
    const waitsMs = triedAtMs.slice(1).map((at, before) => at - (triedAtMs[before] ?? 0))
    expect(waitsMs.slice(0, 6)).toEqual(
      [1, 2, 4, 8, 16, 32].map((times) => Math.min(longestWaitMs, firstWaitMs * times)),
    )
    expect(triedAtMs.length).toBeLessThanOrEqual(HOUR_MS / longestWaitMs + 5)
  },
)

it('keeps nothing of a try that is over, and tries no more once nobody hears', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener')
  const { triedAtMs, stop } = aPageAlone(0)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  const tries = triedAtMs.length
  // What waits for the next attempt.
  expect(added.mock.calls.length - removed.mock.calls.length).toBe(1)
  stop()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(triedAtMs.length).toBe(tries)
  expect(added.mock.calls.length).toBe(removed.mock.calls.length)
  expect(vi.getTimerCount()).toBe(0)
})
