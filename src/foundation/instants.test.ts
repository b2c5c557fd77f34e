import { describe, expect, it } from 'vitest'
import { dayOrTime, timeOnly } from './instants.ts'

describe('a time', () => {
  it.each([
    ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
    ['2026-01-31T12:00:00.5+02:00', Date.UTC(2026, 0, 31, 10, 0, 0, 500)],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
  ])('%s is read', (text, at) => {
    expect(dayOrTime(text)).toBe(at)
    expect(timeOnly(text)).toBe(text.includes('T') ? at : undefined)
  })

  it.each([
    '',
    'now',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-31T12:00:00',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
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
