import { CURRENCIES, offered } from '@sluice/core/catalogue/currencies.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotsOf } from './slots.ts'

const anyRange = { minMinor: minor(1n), maxMinor: minor(10n ** 15n) }
const amountsOf = (currency: string, amountMinor: bigint, range = anyRange) =>
  slotsOf({ currency: currency as CurrencyCode, amountMinor: minor(amountMinor) }, range).map(Number)

describe('unique amounts', () => {
  const orders = fc
    .record({
      currency: fc.constantFrom(...CURRENCIES.map(({ code }) => code)),
      units: fc.bigInt(1n, 10n ** 10n),
      min: fc.bigInt(1n, 10n ** 12n),
      width: fc.bigInt(0n, 10n ** 12n),
    })
    .map(({ currency, units, min, width }) => {
      const { ledgerDigits, practiceDigits } = offered(currency)
      const unit = 10n ** BigInt(ledgerDigits - practiceDigits)
      const range = { minMinor: minor(min), maxMinor: minor(min + width) }
      return { money: { currency, amountMinor: minor(units * unit) }, unit, range }
    })

  it('are payable, all different, at most 99 units and at most 0.5 % off, and within the rail’s range', () => {
    fc.assert(
      fc.property(orders, ({ money, unit, range }) => {
        const slots = slotsOf(money, range)
        expect(new Set(slots).size).toBe(slots.length)
        for (const slot of slots) {
          const off = slot > money.amountMinor ? slot - money.amountMinor : money.amountMinor - slot
          expect(slot).toBeGreaterThan(0n)
          expect(slot % unit).toBe(0n)
          expect(off / unit).toBeLessThanOrEqual(99n)
          expect(off * 200n).toBeLessThanOrEqual(money.amountMinor)
          expect(slot >= range.minMinor && slot <= range.maxMinor).toBe(true)
        }
      }),
    )
  })

  it('are never the order’s own, nor what somebody would type of himself: a multiple of five units, or one below a hundred', () => {
    fc.assert(
      fc.property(orders, ({ money, unit, range }) => {
        for (const slot of [...slotsOf(money, range), ...slotsOf(money, anyRange)]) {
          expect(slot).not.toBe(money.amountMinor)
          expect((slot / unit) % 5n).not.toBe(0n)
          expect((slot / unit) % 100n).not.toBe(99n)
        }
      }),
    )
  })

  it('are all others that the bounds allow, the nearest first', () => {
    fc.assert(
      fc.property(orders, ({ money, unit }) => {
        const slots = slotsOf(money, anyRange)
        const share = money.amountMinor / 200n / unit
        const most = Number(share < 99n ? share : 99n)
        const others = Array.from(
          { length: 2 * most + 1 },
          (_, n) => money.amountMinor / unit + BigInt(n - most),
        )
        const likePrices = others.filter((units) => units % 5n === 0n || units % 100n === 99n)
        const ownIsOne = likePrices.includes(money.amountMinor / unit) ? 0 : 1
        expect(slots).toHaveLength(others.length - likePrices.length - ownIsOne)
        const off = slots.map((slot) => Math.abs(Number(slot - money.amountMinor)))
        expect(off).toEqual([...off].sort((a, b) => a - b))
      }),
    )
  })

  it('are there for every order of 200 units or more', () => {
    fc.assert(
      fc.property(orders, ({ money, unit }) => {
        const isLarge = money.amountMinor >= 200n * unit
        expect(slotsOf(money, anyRange).length > 0).toBe(isLarge)
      }),
    )
  })

  it('of a small order are few, and of a large one 156 to 158', () => {
    expect(amountsOf('MYR', 100n)).toEqual([])
    expect(amountsOf('THB', 400n)).toEqual([401, 398, 402])
    expect(amountsOf('THB', 10_000_000n)).toHaveLength(158)
  })

  it.each([
    ['LAK', 4_000_000n, [4_000_100, 3_999_800, 4_000_200, 3_999_700]],
    ['JPY', 1_000n, [1_001, 998, 1_002, 997, 1_003, 996, 1_004]],
    ['KRW', 400n, [401, 398, 402]],
    ['VND', 50_000n, [50_001, 49_998, 50_002, 49_997]],
    ['TWD', 60_000n, [60_100, 59_800, 60_200, 59_700, 60_300]],
    ['KES', 20_000n, [20_100]],
    ['TZS', 100_000n, [100_100, 99_800, 100_200, 99_700]],
    ['COP', 100_000n, [100_100, 99_800, 100_200, 99_700]],
    ['IDR', 100_000n, [100_100, 99_800, 100_200, 99_700]],
  ])('are whole in %s, where nobody pays parts', (currency, amountMinor, expected) => {
    expect(amountsOf(currency, amountMinor).slice(0, expected.length)).toEqual(expected)
  })

  it('stay within what the rail takes', () => {
    const range = { minMinor: minor(100n), maxMinor: minor(400n) }
    expect(amountsOf('THB', 400n, range)).toEqual([398])
  })
})
