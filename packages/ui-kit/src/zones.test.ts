/** The time zones that a choice offers. */
import { expect, it } from 'vitest'
import { zonesWith } from './zones.ts'

it('offers zones by the names of today, and by no earlier ones', () => {
  const offered = zonesWith()
  expect(offered).toEqual(
    expect.arrayContaining([
      ...['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Yangon', 'Europe/Kyiv'],
      ...['America/Argentina/Buenos_Aires', 'Asia/Bangkok'],
    ]),
  )
  for (const earlier of ['Asia/Calcutta', 'Asia/Saigon', 'America/Buenos_Aires', 'Europe/Kiev'])
    expect(offered).not.toContain(earlier)
})

it('offers each once, UTC first, whichever names a browser lists', () => {
  const listed = ['UTC', 'Asia/Calcutta', 'Asia/Kolkata', 'Asia/Bangkok']
  expect(zonesWith(undefined, listed)).toEqual(['UTC', 'Asia/Bangkok', 'Asia/Kolkata'])
})

it('offers what is stored by the name that it is stored by', () => {
  expect(zonesWith('Asia/Calcutta', ['Asia/Calcutta'])).toEqual(['UTC', 'Asia/Calcutta', 'Asia/Kolkata'])
  expect(zonesWith('', ['UTC'])).toEqual(['UTC'])
  expect(zonesWith('UTC', ['UTC'])).toEqual(['UTC'])
})

it('offers only names that a browser can show times in', () => {
  for (const timeZone of zonesWith()) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})
