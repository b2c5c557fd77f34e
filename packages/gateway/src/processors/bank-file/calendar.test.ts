import { isTimeZone, localTime } from '@sluice/core/foundation/zones.ts'
import { describe, expect, it } from 'vitest'
import { BANGKOK_ACCOUNT, TOKYO_ACCOUNT } from './bank-file.fixture.ts'
import { executionDay } from './calendar.ts'

const at = (text: string): number => Date.parse(text)
const { calendar } = BANGKOK_ACCOUNT

describe('the execution day', () => {
  it.each([
    ['before the cut-off on a business day: that day', '2026-11-20T14:59:59+07:00', '2026-11-20'],
    ['at the cut-off on a Friday: Monday', '2026-11-20T15:00:00+07:00', '2026-11-23'],
    ['on a Saturday morning: Monday', '2026-11-21T09:00:00+07:00', '2026-11-23'],
    ['after the cut-off before a holiday: the day behind it', '2026-12-09T16:00:00+07:00', '2026-12-11'],
    ['on a holiday: the next day', '2026-12-10T09:00:00+07:00', '2026-12-11'],
    ["early in the bank's day, late in that of UTC: the bank's day", '2026-11-18T20:00:00Z', '2026-11-19'],
  ])('%s', (_, now, day) => {
    expect(executionDay(at(now), calendar)).toBe(day)
  })

  it('counts business days ahead where the bank wants them', () => {
    // A Friday before a holiday on Monday: the file counts for Friday, and is executed on Tuesday.
    expect(executionDay(at('2026-11-20T10:00:00+09:00'), TOKYO_ACCOUNT.calendar)).toBe('2026-11-24')
    expect(executionDay(at('2026-11-20T16:00:00+09:00'), TOKYO_ACCOUNT.calendar)).toBe('2026-11-25')
  })

  it('follows the clocks where they are changed', () => {
    const berlin = { ...calendar, zone: 'Europe/Berlin', holidays: [] }
    expect(localTime('Europe/Berlin', at('2026-03-30T12:59:00Z'))).toMatchObject({
      day: '2026-03-30',
      clock: '14:59',
    })
    expect(executionDay(at('2026-03-30T12:59:00Z'), berlin)).toBe('2026-03-30')
    expect(executionDay(at('2026-03-30T13:00:00Z'), berlin)).toBe('2026-03-31')
    expect(executionDay(at('2026-01-30T13:59:00Z'), berlin)).toBe('2026-01-30')
  })

  it('midnight is 00:00', () => {
    expect(localTime('Asia/Bangkok', at('2026-11-20T00:00:00+07:00'))).toMatchObject({
      day: '2026-11-20',
      clock: '00:00',
    })
  })

  it('there is none where the bank never opens', () => {
    expect(
      executionDay(at('2026-11-20T10:00:00Z'), { ...calendar, closedWeekdays: [0, 1, 2, 3, 4, 5, 6] }),
    ).toBe(undefined)
  })

  it('needs a zone that there is', () => {
    expect([isTimeZone('Asia/Tokyo'), isTimeZone('Asia/Nowhere'), isTimeZone('')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
