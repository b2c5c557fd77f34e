import { expect, it } from 'vitest'
import { daysOf } from './days.ts'

const ZONES = new Map([
  ['BANGKOK', 'Asia/Bangkok'],
  ['ALSO-BANGKOK', 'Asia/Bangkok'],
  ['NEPAL', 'Asia/Kathmandu'],
])
const at = Date.parse
const quarters = (...given: readonly (readonly [string, string])[]) =>
  given.map(([merchantId, begins]) => ({ merchantId, beginsAt: at(begins) }))
const days = (...given: readonly (readonly [string, string])[]) =>
  daysOf(quarters(...given), (merchantId) => ZONES.get(merchantId) ?? 'UTC')

it('quarters of a merchant’s day are that day, once, and each merchant has its own', () => {
  const bangkok = {
    day: '2026-11-24',
    from: at('2026-11-23T17:00:00Z'),
    before: at('2026-11-24T17:00:00Z'),
  }
  expect(
    days(
      ['BANGKOK', '2026-11-23T17:00:00Z'],
      ['ALSO-BANGKOK', '2026-11-23T17:00:00Z'],
      ['BANGKOK', '2026-11-24T16:45:00Z'],
    ),
  ).toEqual([
    { merchantId: 'BANGKOK', ...bangkok },
    { merchantId: 'ALSO-BANGKOK', ...bangkok },
  ])
})

it('one quarter is of another day in another zone', () => {
  expect(
    days(
      ['BANGKOK', '2026-11-23T17:30:00Z'],
      ['NEPAL', '2026-11-23T17:30:00Z'],
      ['X', '2026-11-23T17:30:00Z'],
    ).map(({ merchantId, day }) => [merchantId, day]),
  ).toEqual([
    ['BANGKOK', '2026-11-24'],
    ['NEPAL', '2026-11-23'],
    ['X', '2026-11-23'],
  ])
})
