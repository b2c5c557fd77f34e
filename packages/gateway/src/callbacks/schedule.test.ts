import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_ATTEMPTS, nextAttempt, retryAfterMs, WAITS_MS } from './schedule.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000
const answered = (status: number, headers: Record<string, string> = {}): OutgoingAnswer => ({
  ok: true,
  status,
  headers,
  body: '',
  durationMs: 1,
})
const timedOut: OutgoingAnswer = { ok: false, reason: 'TIMEOUT', detail: '', durationMs: 15_000 }
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attempts = fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 })
const failures = fc.oneof(
  fc.constant(timedOut),
  fc
    .integer({ min: 300, max: 599 })
    .filter((status) => status !== 410)
    .map((status) => answered(status)),
)

/** The wait after `attempt`, in ms, without chance. */
function waitAfter(attempt: number, answer: OutgoingAnswer = timedOut, chance = 0.5): number {
  const next = nextAttempt({ attempt, atMs: NOW, answer, fraction: chance })
  return next.kind === 'RETRY' ? next.atMs - NOW : Number.NaN
}

describe('a callback', () => {
  it('is delivered by any 2xx, whichever attempt it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.nat(50), fraction, (status, n, chance) => {
        const next = nextAttempt({ attempt: n + 1, atMs: NOW, answer: answered(status), fraction: chance })
        expect(next).toEqual({ kind: 'DELIVERED' })
      }),
    )
  })

  it('ends by 410', () => {
    expect(nextAttempt({ attempt: 1, atMs: NOW, answer: answered(410), fraction: 0 })).toEqual({
      kind: 'GONE',
    })
  })

  it('is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(seconds.map((_, index) => waitAfter(index + 1))).toEqual(seconds.map((one) => one * 1000))
  })

  it('waits a fifth more or less at most, by chance', () => {
    fc.assert(
      fc.property(attempts, failures, fraction, (attempt, answer, chance) => {
        const plain = WAITS_MS[attempt - 1] ?? 0
        const wait = waitAfter(attempt, answer, chance)
        expect(wait).toBeGreaterThanOrEqual(plain * 0.8 - 1)
        expect(wait).toBeLessThanOrEqual(plain * 1.2 + 1)
        expect(Number.isInteger(wait)).toBe(true)
      }),
    )
    expect([waitAfter(1, timedOut, 0), waitAfter(1, timedOut, 0.999999)]).toEqual([4000, 6000])
  })

  it('is abandoned after the tenth attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MAX_ATTEMPTS, max: 1000 }),
        failures,
        fraction,
        (attempt, answer, chance) => {
          expect(nextAttempt({ attempt, atMs: NOW, answer, fraction: chance })).toEqual({ kind: 'ABANDONED' })
        },
      ),
    )
    expect(MAX_ATTEMPTS).toBe(10)
  })

  it('is not delivered by a redirect', () => {
    expect(waitAfter(1, answered(302, { location: '/' }))).toBe(5000)
  })
})

describe('a Retry-After', () => {
  it('is honoured in seconds and as an HTTP date', () => {
    expect(waitAfter(1, answered(503, { 'retry-after': '120' }))).toBe(120_000)
    expect(waitAfter(1, answered(429, { 'retry-after': 'Thu, 01 Jan 2026 01:00:00 GMT' }))).toBe(HOUR_MS)
  })

  it('counts up to 24 hours', () => {
    expect(waitAfter(1, answered(503, { 'retry-after': '999999999' }))).toBe(24 * HOUR_MS)
    expect(waitAfter(1, answered(503, { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }))).toBe(24 * HOUR_MS)
  })

  it('never makes the next attempt earlier than the schedule does', () => {
    fc.assert(
      fc.property(attempts, fraction, fc.string(), (attempt, chance, header) => {
        const requested = answered(503, { 'retry-after': header })
        expect(waitAfter(attempt, requested, chance)).toBeGreaterThanOrEqual(
          waitAfter(attempt, timedOut, chance),
        )
      }),
    )
  })

  it.each([
    ['soon'],
    ['-5'],
    ['1.5'],
    ['1e9'],
    [''],
    ['2026-01-02'],
    ['Thu, 99 Xxx 2026 00:00:00 GMT'],
    ['Tue, 31 Feb 2026 00:00:00 GMT'],
  ])('that is none is ignored: %j', (header) => {
    expect(retryAfterMs(header, NOW)).toBe(0)
  })
})
