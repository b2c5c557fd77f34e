import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, offered } from '../../catalogue/currencies.ts'
import { type CurrencyCode, minor } from '../../foundation/money.ts'
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

  it('are all that the bounds allow, the order’s own first, then the nearest', () => {
    fc.assert(
      fc.property(orders, ({ money, unit }) => {
        const slots = slotsOf(money, anyRange)
        const share = money.amountMinor / 200n / unit
        const most = share < 99n ? share : 99n
        expect(slots).toHaveLength(Number(2n * most + 1n))
        expect(slots[0]).toBe(money.amountMinor)
        const off = slots.map((slot) => Math.abs(Number(slot - money.amountMinor)))
        expect(off).toEqual([...off].sort((a, b) => a - b))
      }),
    )
  })

  it('of a small order are few, and of a large one 199', () => {
    expect(amountsOf('MYR', 100n)).toEqual([100])
    expect(amountsOf('THB', 400n)).toEqual([400, 399, 401, 398, 402])
    expect(amountsOf('THB', 10_000_000n)).toHaveLength(199)
  })

  it('are whole kips where nobody pays parts of one', () => {
    expect(amountsOf('LAK', 40_000n)).toEqual([40_000, 39_900, 40_100, 39_800, 40_200])
  })

  it('stay below what the rail takes at most', () => {
    const range = { minMinor: minor(100n), maxMinor: minor(400n) }
    expect(amountsOf('THB', 400n, range)).toEqual([400, 399, 398])
  })
})
