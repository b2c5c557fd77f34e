/** Reports made ready to be drawn: nothing that was counted is lost on the way, and no day is left out. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countsAt,
  mainCurrency,
  moneyAt,
  periodOf,
  pointsOf,
  type RateRow,
  rateText,
  sumOf,
  type TimeRow,
  waitsAt,
} from './numbers.ts'
import { rowsBehind } from './rows.ts'

const DAY_MS = 86_400_000
const FIRST = Date.parse('2026-02-20')
const dayOf = (at: number): string => new Date(FIRST + at * DAY_MS).toISOString().slice(0, 10)
const facts = (days: number) => ({ firstDay: dayOf(0), lastDay: dayOf(days - 1), countsHistory: false })

const rowOf = (period: string, succeeded: number, failed: number, open: number): RateRow => ({
  ...{ period, currencyCode: 'THB', created: succeeded + failed + open },
  ...{ succeeded, failed, open, refused: 0, expired: 0 },
})

describe('the points of a chart', () => {
  it('are all days of the range, or all months of it, each once and in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 800 }), (days) => {
        const points = pointsOf(facts(days), 'day').map(({ name }) => name)
        expect(points).toEqual(Array.from({ length: days }, (_, at) => dayOf(at)))
        const months = pointsOf(facts(days), 'month').map(({ name }) => name)
        expect(months).toEqual([...new Set(points.map((day) => day.slice(0, 7)))])
      }),
    )
  })

  it('hold each payment that succeeded once, by how soon it came', () => {
    const counts = fc.array(fc.nat(50), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(29), counts), { maxLength: 40 }), (some) => {
        // As the report has them: within a minute are also within five.
        const data = some.map(([at, each]): TimeRow => {
          const sums = each.map((_, index) => each.slice(0, index + 1).reduce((sum, one) => sum + one, 0))
          const [secs10 = 0, secs60 = 0, secs300 = 0, secs3600 = 0, secs86400 = 0, succeeded = 0] = sums
          const within = { secs10, secs60, secs300, secs3600, secs86400 }
          return { period: dayOf(at), currencyCode: 'THB', succeeded, within }
        })
        const waits = waitsAt(data, pointsOf(facts(30), 'day'))
        expect(waits.flat().every((count) => count >= 0)).toBe(true)
        const all = data.reduce((sum, { succeeded }) => sum + succeeded, 0)
        expect(waits.flat().reduce((sum, count) => sum + count, 0)).toBe(all)
      }),
    )
  })

  it('hold together what all rows hold', () => {
    const count = fc.nat(1_000)
    const rows = fc.array(fc.tuple(fc.nat(29), count, count, count), { maxLength: 60 })
    fc.assert(
      fc.property(rows, (some) => {
        const data = some.map(([at, ...counts]) => rowOf(dayOf(at), ...counts))
        const points = pointsOf(facts(30), 'day')
        for (const what of ['created', 'succeeded', 'failed', 'open'] as const)
          expect(countsAt(data, points, what).reduce((sum, each) => sum + each, 0)).toBe(sumOf(data, what))
      }),
    )
  })

  it('have the money of their day and currency to the digit, and none where none came', () => {
    const money = (period: string, amount: string, currencyCode = 'THB') => ({
      ...{ period, currencyCode, succeeded: 1 },
      succeededMoney: { amount, currencyCode },
    })
    const rows = [
      money(dayOf(0), '0.1'),
      money(dayOf(0), '99999999999999.2'),
      money(dayOf(0), '5', 'IDR'),
      money(dayOf(2), '1'),
    ]
    expect(moneyAt(rows, pointsOf(facts(3), 'day'), 'THB').map(({ amount }) => amount)).toEqual([
      '99999999999999.3',
      '0',
      '1',
    ])
  })
})

it('the one currency there is room for is that of most payments, not of most days or of the first letter', () => {
  const inCurrency = (currencyCode: string, succeeded: number, amount: string) => ({
    ...{ currencyCode, succeeded },
    succeededMoney: { amount, currencyCode },
  })
  expect(
    mainCurrency([inCurrency('BRL', 1, '9'), inCurrency('THB', 3, '8'), inCurrency('BRL', 1, '7')]),
  ).toBe('THB')
  expect(mainCurrency([inCurrency('INR', 0, '0')])).toBeUndefined()
})

it('a long range is told by month, and what is no day by what the gateway takes for it', () => {
  expect(periodOf(undefined, undefined, '2026-11-23')).toBe('day')
  expect(periodOf('2026-09-01', '2026-11-23', '2026-11-23')).toBe('day')
  expect(periodOf('2026-01-01', undefined, '2026-11-23')).toBe('month')
  expect(periodOf('yesterday', undefined, '2026-11-23')).toBe('day')
})

it('the success rate is of those that have come to an end, and there is none before', () => {
  expect(rateText([rowOf('2026-11-01', 2, 1, 7), rowOf('2026-11-02', 1, 0, 0)])).toBe('75.0 %')
  expect(rateText([rowOf('2026-11-01', 0, 0, 7)])).toBeUndefined()
})

it('payments without an operator are asked for as such only where operators are told apart', () => {
  const group = { kind: 'payin', paymentMethodCode: 'PROMPTPAY' }
  expect(rowsBehind(group, 'open', true)).toMatchObject({
    paymentOperatorCode: '~none',
    status: 'NEW,PENDING,AWAITING_PAYEE',
  })
  expect(rowsBehind(group, 'created').paymentOperatorCode).toBeUndefined()
})
