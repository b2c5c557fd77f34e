import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart, isOpenAt, minutesOf } from './hours.ts'

const at = (text: string) => Date.parse(text)

describe('opening hours', () => {
  const backOffice = {
    timeZone: 'Asia/Bangkok',
    openingHours: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const, from: '09:00', to: '17:30' }],
  }

  it.each([
    ['2026-11-23T01:59:59Z', false],
    ['2026-11-23T02:00:00Z', true],
    ['2026-11-23T10:29:59Z', true],
    ['2026-11-23T10:30:00Z', false],
    ['2026-11-21T05:00:00Z', false],
  ])('are in the account’s time zone: at %s it is open: %s', (time, open) => {
    expect(isOpenAt(backOffice, at(time))).toBe(open)
  })

  it('that are not given are always', () => {
    expect(isOpenAt({ timeZone: 'UTC', openingHours: [] }, 0)).toBe(true)
  })

  it('may last to the end of the day', () => {
    const late = { timeZone: 'UTC', openingHours: [{ days: ['SAT'] as const, from: '20:00', to: '24:00' }] }
    expect(isOpenAt(late, at('2026-11-21T23:59:59Z'))).toBe(true)
    expect(isOpenAt(late, at('2026-11-22T00:00:00Z'))).toBe(false)
  })

  it.each([
    ['00:00', 0],
    ['09:30', 570],
    ['24:00', 1440],
    ['24:01', undefined],
    ['9:00', undefined],
    ['23:60', undefined],
  ])('are written as hours and minutes: %s', (text, minutes) => expect(minutesOf(text)).toBe(minutes))
})

describe('the day of an account', () => {
  it.each([
    ['Asia/Bangkok', '2026-11-21T16:59:59.999Z', '2026-11-20T17:00:00Z'],
    ['Asia/Bangkok', '2026-11-21T17:00:00.000Z', '2026-11-21T17:00:00Z'],
    ['America/Sao_Paulo', '2026-11-21T12:00:00Z', '2026-11-21T03:00:00Z'],
    // The day on which clocks go forward has 23 hours, the one on which they go back 25.
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    ['Asia/Kolkata', '2026-11-21T00:00:00Z', '2026-11-20T18:30:00Z'],
  ])('in %s at %s began at %s', (zone, time, began) => expect(dayStart(zone, at(time))).toBe(at(began)))

  it('is the same for all its moments', () => {
    const zones = fc.constantFrom('Asia/Bangkok', 'Africa/Nairobi', 'America/Mexico_City', 'Europe/Berlin')
    const moments = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') })
    fc.assert(
      fc.property(zones, moments, (zone, moment) => {
        const began = dayStart(zone, moment)
        expect(began).toBeLessThanOrEqual(moment)
        expect(moment - began).toBeLessThan(25 * 3_600_000)
        expect(dayStart(zone, began)).toBe(began)
      }),
    )
  })

  it('is only of time zones that there are', () => {
    expect(isTimeZone('Asia/Ho_Chi_Minh')).toBe(true)
    expect(isTimeZone('Asia/Nowhere')).toBe(false)
  })
})
