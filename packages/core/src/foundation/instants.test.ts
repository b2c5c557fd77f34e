import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayOfParts,
  dayOnly,
  dayOrTime,
  dayText,
  httpDate,
  isoTime,
  timeOfDayMs,
  timeOnly,
  writtenTime,
} from './instants.ts'

describe('a time', () => {
  it.each([
    ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T12:00:00.5+02:00', Date.UTC(2026, 0, 31, 10, 0, 0, 500)],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('%s is read', (text, at) => {
    expect(dayOrTime(text)).toBe(at)
    expect(timeOnly(text)).toBe(text.includes('T') ? at : undefined)
    expect(dayOnly(text)).toBe(text.includes('T') ? undefined : at)
  })

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30T12:00:00Z',
    '2026-01-31T12:00:00',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T25:61:00Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31 12:00:00Z',
    '0000-05-05',
    '0001-01-01T00:00:00+10:00',
    '9999-12-31T23:59:59-10:00',
    ' 2026-01-31',
  ])('%j is none', (text) => {
    expect(dayOrTime(text)).toBeUndefined()
  })
})

describe('whatever is written for a date', () => {
  const part = (max: number, digits: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(digits, '0'))
  const parts = fc.tuple(part(9_999, 4), part(99, 2), part(99, 2))
  const clock = fc.tuple(part(99, 2), part(99, 2), part(99, 2))

  it('is refused, or comes back as it was written', () => {
    const day = parts.map((given) => given.join('-'))
    const text = fc.oneof(
      day,
      fc.tuple(day, clock).map(([date, time]) => `${date}T${time.join(':')}Z`),
    )
    fc.assert(
      fc.property(text, (written) => {
        const at = dayOrTime(written)
        if (at === undefined) return
        expect(new Date(at).toISOString().replace('.000Z', 'Z').startsWith(written)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('in parts is refused, or has the very same parts', () => {
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const at = dayOfParts(year, month, day)
        if (at !== undefined) expect(dayText(at)).toBe(`${year}-${month}-${day}`)
      }),
      { numRuns: 2_000 },
    )
    expect(dayOfParts('2026', '1', '5')).toBe(Date.UTC(2026, 0, 5))
  })

  it('and for a time of the day too', () => {
    fc.assert(
      fc.property(clock, ([hour, minute, second]) => {
        const ms = timeOfDayMs(hour, minute, second)
        if (ms !== undefined)
          expect(new Date(ms).toISOString().slice(11, 19)).toBe([hour, minute, second].join(':'))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a date in a header', () => {
  it('is read as HTTP writes it', () => {
    expect(httpDate('Sat, 31 Jan 2026 12:00:00 GMT')).toBe(Date.UTC(2026, 0, 31, 12))
  })

  it.each([
    'Sun, 01 Feb 2026 24:00:00 GMT',
    'Tue, 31 Feb 2026 12:00:00 GMT',
    'Mon, 31 Jan 2026 12:00:00 GMT',
    '2026-01-31T12:00:00.000000000Z',
    'Sat, 31 Jan 2026 12:00:00 +02',
  ])('%s is none', (text) => {
    expect(httpDate(text)).toBeUndefined()
  })
})

describe('an instant that is written', () => {
  const instants = fc.integer({ min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') })

  it('is ISO 8601 in UTC, and read again the same instant', () => {
    fc.assert(
      fc.property(instants, (at) => {
        expect(isoTime(at)).toBe(new Date(at).toISOString())
        expect(timeOnly(isoTime(at))).toBe(at)
        expect(writtenTime(isoTime(at))).toBe(at)
      }),
    )
  })

  it.each([
    '',
    'now',
    '2026-02-30T00:00:00.000Z',
    '2026-01-31T24:00:00.000Z',
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000+00:00',
    '2026-01-31 12:00:00.000Z',
    '0000-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
  ])('%j is not written so', (text) => {
    expect(writtenTime(text)).toBeUndefined()
  })

  it('is its own text, whichever were written before', () => {
    const dayMs = 86_400_000
    const within = fc.oneof(fc.constantFrom(0, dayMs - 1), fc.integer({ min: 0, max: dayMs - 1 }))
    const near = fc.tuple(fc.integer({ min: -200, max: 200 }), within).map(([day, ms]) => day * dayMs + ms)
    fc.assert(
      fc.property(fc.array(near), (ats) => {
        expect(ats.map(isoTime)).toEqual(ats.map((at) => new Date(at).toISOString()))
      }),
    )
  })

  it.each([0.5, -0.5, Date.parse('0001-01-01') - 1, Date.parse('9999-12-31T23:59:59.999Z') + 1])(
    'is as the platform has it where it is not of those: %d',
    (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString())
    },
  )
})
