import { describe, expect, it } from 'vitest'
import { isTimeZone, localTime, monthEverywhere, zoneOffsetMs } from './zones.ts'

const at = (text: string): number => Date.parse(text)
const HOUR_MS = 3_600_000

const hoursAhead = (zone: string, time: number): number => (zoneOffsetMs(zone, time) ?? Number.NaN) / HOUR_MS

describe('a time zone', () => {
  it('is one that the runtime knows', () => {
    expect(['Asia/Bangkok', 'UTC', 'Asia/Nowhere', '', 'x'.repeat(65)].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(() => localTime('Asia/Nowhere', 0)).toThrow(RangeError)
    expect(zoneOffsetMs('Asia/Nowhere', 0)).toBeUndefined()
  })

  it('has its own day, weekday and clock', () => {
    expect(localTime('Asia/Bangkok', at('2026-11-20T17:00:59.999Z'))).toEqual({
      day: '2026-11-21',
      weekday: 6,
      clock: '00:00',
      secondOfDay: 59,
    })
    expect(localTime('America/New_York', at('2026-11-23T04:30:00Z'))).toMatchObject({
      day: '2026-11-22',
      weekday: 7,
      clock: '23:30',
    })
    expect(localTime('UTC', at('1969-12-31T12:00:00Z'))).toMatchObject({ day: '1969-12-31', weekday: 3 })
  })

  it('is followed to the second where its clocks are changed, also by half an hour', () => {
    const change = at('2026-03-29T01:00:00Z')
    expect([change - 1, change].map((time) => hoursAhead('Europe/Berlin', time))).toEqual([1, 2])
    const howe = at('2026-04-04T15:00:00Z')
    expect([howe - 1, howe].map((time) => hoursAhead('Australia/Lord_Howe', time))).toEqual([11, 10.5])
    expect(hoursAhead('Asia/Kathmandu', howe)).toBe(5.75)
  })

  it('is remembered for a quarter of an hour and for no other zone', () => {
    const change = at('2026-10-25T01:00:00Z')
    const seen = Array.from({ length: 8 }, (_, index) => change - HOUR_MS + index * 15 * 60_000)
    expect(seen.map((time) => localTime('Europe/Berlin', time).clock)).toEqual([
      '02:00',
      '02:15',
      '02:30',
      '02:45',
      '02:00',
      '02:15',
      '02:30',
      '02:45',
    ])
    expect(localTime('Asia/Tokyo', change).clock).toBe('10:00')
  })
})

it.each([
  ['2026-11-30T09:59:59.999Z', '2026-11'],
  ['2026-11-30T10:00:00.000Z', undefined],
  ['2026-12-01T11:59:59.999Z', undefined],
  ['2026-12-01T12:00:00.000Z', '2026-12'],
])('at %s the month is everywhere: %s', (time, month) => {
  expect(monthEverywhere(Date.parse(time))).toBe(month)
})
