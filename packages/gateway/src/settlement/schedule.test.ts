import { type BusinessCalendar, dayPlus } from '@sluice/core/foundation/business-days.ts'
import { instantOf, localTime } from '@sluice/core/foundation/zones.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCHEDULES, type SettlementTiming } from './agreement.ts'
import { isSettlementDay, periodAt, periodBefore, periodsFrom } from './schedule.ts'

const WEEKDAYS: BusinessCalendar = { closedWeekdays: [0, 6], holidays: [] }
const EVERY_DAY: BusinessCalendar = { closedWeekdays: [], holidays: [] }
const timing = (changes: Partial<SettlementTiming> = {}): SettlementTiming => ({
  schedule: 'DAILY',
  weekday: 1,
  dayOfMonth: 1,
  cutOff: '17:00',
  zone: 'Asia/Bangkok',
  ...changes,
})
const at = (text: string) => Date.parse(text)
const daysFrom = (first: string, count: number, of: SettlementTiming, calendar: BusinessCalendar) =>
  Array.from({ length: count }, (_, index) => dayPlus(first, index)).filter((day) =>
    isSettlementDay(day, of, calendar),
  )

const timings = fc.record({
  schedule: fc.constantFrom(...SCHEDULES),
  weekday: fc.integer({ min: 1, max: 7 }),
  dayOfMonth: fc.integer({ min: 1, max: 31 }),
  cutOff: fc.constantFrom('00:00', '01:30', '02:30', '12:00', '17:00', '23:59'),
  zone: fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Asia/Bangkok',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'UTC',
  ),
})
const holidays = fc
  .array(fc.integer({ min: 0, max: 900 }), { maxLength: 40 })
  .map((offsets) => offsets.map((days) => dayPlus('2025-12-01', days)))
const calendars = fc.record({ closedWeekdays: fc.constantFrom([], [0], [0, 6], [5, 6]), holidays })
const instants = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-03-01T00:00:00Z') })

describe('the next periods', () => {
  it('begin with the one under way and join each other', () => {
    fc.assert(
      fc.property(instants, timings, calendars, (instant, of, calendar) => {
        const next = periodsFrom(instant, 3, of, calendar)
        expect(next).toHaveLength(of.schedule === 'MANUAL' ? 0 : 3)
        expect(next.slice(0, 1)).toEqual(next.length === 0 ? [] : [periodAt(instant, of, calendar)])
        expect(next.slice(1).map(({ from }) => from)).toEqual(next.slice(0, -1).map(({ to }) => to))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a settlement period', () => {
  it('holds each instant, and each instant is in one only: periods join without gap or overlap', () => {
    fc.assert(
      fc.property(instants, timings, calendars, (instant, of, calendar) => {
        const period = periodAt(instant, of, calendar)
        if (!period) throw new Error('there is a business day within months')
        expect(period.from).toBeLessThanOrEqual(instant)
        expect(period.to).toBeGreaterThan(instant)
        expect(periodAt(period.to - 1, of, calendar)).toEqual(period)
        expect(periodAt(period.from, of, calendar)).toEqual(period)
        expect(periodAt(period.to, of, calendar)?.from).toBe(period.to)
        expect(periodBefore(instant, of, calendar)?.to).toBe(period.from)
      }),
      { numRuns: 100 },
    )
  })

  it('is named by a day that no other has, and that is a business day', () => {
    fc.assert(
      fc.property(instants, timings, calendars, (instant, of, calendar) => {
        const period = periodAt(instant, of, calendar)
        const next = period && periodAt(period.to, of, calendar)
        expect(String(next?.day) > String(period?.day)).toBe(true)
        expect(isSettlementDay(String(period?.day), of, calendar)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('ends at the cut-off: the last moment before is in it, the cut-off itself in the next', () => {
    const cutOff = at('2026-11-23T10:00:00Z')
    expect(periodAt(cutOff - 1, timing(), WEEKDAYS)?.day).toBe('2026-11-23')
    expect(periodAt(cutOff, timing(), WEEKDAYS)?.day).toBe('2026-11-24')
  })

  it('that ends at midnight holds the whole day before', () => {
    const of = timing({ cutOff: '00:00' })
    const period = periodAt(at('2026-11-24T16:59:59Z'), of, EVERY_DAY)
    expect(period).toEqual({
      day: '2026-11-25',
      from: at('2026-11-23T17:00:00Z'),
      to: at('2026-11-24T17:00:00Z'),
    })
  })

  it('goes on over a weekend and over holidays', () => {
    const calendar = { ...WEEKDAYS, holidays: ['2026-11-23'] }
    const period = periodAt(at('2026-11-20T10:00:00Z'), timing(), calendar)
    expect(period).toMatchObject({ day: '2026-11-24', to: at('2026-11-24T10:00:00Z') })
  })

  it('of a week or a month that ends on no business day ends on the next', () => {
    const calendar = { ...WEEKDAYS, holidays: ['2026-11-23'] }
    expect(daysFrom('2026-11-10', 20, timing({ schedule: 'WEEKLY' }), calendar)).toEqual([
      '2026-11-16',
      '2026-11-24',
    ])
    const monthly = timing({ schedule: 'MONTHLY', dayOfMonth: 15 })
    expect(daysFrom('2026-08-01', 92, monthly, WEEKDAYS)).toEqual(['2026-08-17', '2026-09-15', '2026-10-15'])
  })

  it('of a month ends with its last day where it is shorter, in leap years too', () => {
    const of = timing({ schedule: 'MONTHLY', dayOfMonth: 31 })
    expect(daysFrom('2027-01-30', 60, of, EVERY_DAY)).toEqual(['2027-01-31', '2027-02-28'])
    expect(daysFrom('2028-01-30', 60, of, EVERY_DAY)).toEqual(['2028-01-31', '2028-02-29'])
    expect(daysFrom('2028-03-30', 40, of, EVERY_DAY)).toEqual(['2028-03-31', '2028-04-30'])
  })
})

describe('a cut-off on a day on which clocks change', () => {
  it('that is left out comes so long after the leap as it would have come before', () => {
    expect(instantOf('Europe/Berlin', '2026-03-29', '02:30')).toBe(at('2026-03-29T01:30:00Z'))
    expect(localTime('Europe/Berlin', instantOf('Europe/Berlin', '2026-03-29', '02:30')).clock).toBe('03:30')
  })

  it('that is shown twice is the first of the two', () => {
    expect(instantOf('Europe/Berlin', '2026-10-25', '02:30')).toBe(at('2026-10-25T00:30:00Z'))
  })

  it('makes periods of 23 and of 25 hours', () => {
    const of = timing({ zone: 'America/New_York', cutOff: '12:00' })
    const hours = (text: string) => {
      const period = periodAt(at(text), of, EVERY_DAY)
      return period && (period.to - period.from) / 3_600_000
    }
    expect([hours('2026-03-08T12:00:00Z'), hours('2026-11-01T12:00:00Z')]).toEqual([23, 25])
  })

  it('shows every other time exactly', () => {
    fc.assert(
      fc.property(instants, timings, (instant, { zone }) => {
        const minute = Math.floor(instant / 60_000) * 60_000
        const { day, clock } = localTime(zone, minute)
        const found = instantOf(zone, day, clock)
        expect(localTime(zone, found)).toMatchObject({ day, clock })
        expect(found).toBeLessThanOrEqual(minute)
      }),
      { numRuns: 100 },
    )
  })
})
