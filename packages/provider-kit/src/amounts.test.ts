import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAmountOf, minorMoney, moneyIn } from './amounts.ts'

it.each([
  [125_000, 'IDR', 12_500_000n],
  ['10000.01', 'IDR', 1_000_001n],
  ['10000.010', 'MYR', 1_000_001n],
  [89.9, 'MYR', 8_990n],
  ['12.5', 'ZAR', 1_250n],
  [150_000, 'VND', 150_000n],
  [-3.5, 'INR', -350n],
  [0, 'MYR', 0n],
  [0.001, 'MYR', undefined],
  ['1.5', 'VND', undefined],
  ['1,000.00', 'MYR', undefined],
  ['', 'MYR', undefined],
  [1e21, 'MYR', undefined],
  [Number.NaN, 'MYR', undefined],
  [1, 'XXX', undefined],
])('an amount is read to the last digit or not at all: %s %s', (value, code, amountMinor) => {
  expect(moneyIn(value, code)?.amountMinor).toBe(amountMinor)
})

it('is the same money only to the last digit, and in the same currency', () => {
  const money = minorMoney(8_990, 'MYR')
  expect(isAmountOf(money, '89.90', 'MYR')).toBe(true)
  expect(isAmountOf(money, 89.91, 'MYR')).toBe(false)
  expect(isAmountOf(money, 89.9, 'THB')).toBe(false)
})

it('every amount with two decimals that JSON carries is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (centavos) => {
      const pesos: number = JSON.parse(JSON.stringify(centavos / 100))
      return moneyIn(pesos, 'MXN')?.amountMinor === BigInt(centavos)
    }),
  )
})
