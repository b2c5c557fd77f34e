import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outOfBounds, recognisable } from './amount-bounds.ts'
import { slotsOf } from './slots.ts'

const thb = (amountMinor: bigint) => ({ currency: 'THB' as CurrencyCode, amountMinor: minor(amountMinor) })
const range = (min: bigint, max: bigint) => ({ minMinor: minor(min), maxMinor: minor(max) })
const read = (amountMinor: bigint, ...ranges: ReturnType<typeof range>[]) =>
  outOfBounds(thb(amountMinor), ranges)?.message

describe('what an account would take', () => {
  it('is said from the smallest to the largest amount', () => {
    expect(outOfBounds(thb(9_900n), [range(10_000n, 500_050n)])).toEqual({
      path: '/paymentRequested/money/amount',
      code: 'OUT_OF_RANGE',
      message: 'must be from 100.00 to 5000.50',
    })
  })

  it('is one range where accounts overlap, and the nearest below and above where they leave a gap', () => {
    const low = range(100n, 1_000n)
    const far = range(90_000n, 99_000n)
    expect(read(10n, range(500n, 2_000n), low)).toBe('must be from 1.00 to 20.00')
    expect(read(10n, low, range(200n, 300n))).toBe('must be from 1.00 to 10.00')
    expect(read(5_000n, far, range(8_000n, 9_000n), low)).toBe(
      'must be from 1.00 to 10.00, or from 80.00 to 90.00',
    )
    expect(read(100_000n, low, far)).toBe('must be from 900.00 to 990.00')
  })

  it('is not said where it would be untrue', () => {
    expect(read(10n)).toBeUndefined()
    expect(read(500n, range(100n, 1_000n))).toBeUndefined()
  })

  it('is less than its range where payers are told apart by the amount: both bounds are taken, and nothing beyond them', () => {
    const currencies = fc.constantFrom<CurrencyCode>(...(['THB', 'JPY', 'IDR', 'USDC'] as CurrencyCode[]))
    const bounds = fc.tuple(currencies, fc.bigInt(1n, 10n ** 6n), fc.bigInt(0n, 10n ** 6n))
    fc.assert(
      fc.property(bounds, fc.bigInt(1n, 3n * 10n ** 6n), ([currency, min, width], amount) => {
        const of = range(min, min + width)
        const slots = (amountMinor: bigint) =>
          amountMinor >= of.minMinor && amountMinor <= of.maxMinor
            ? slotsOf({ currency, amountMinor: minor(amountMinor) }, of).length
            : 0
        const taken = recognisable(currency, of)
        const isBeyond = !taken || amount < taken.minMinor || amount > taken.maxMinor
        const unit = currency === 'IDR' ? 100n : 1n
        if (isBeyond) expect(slots(amount - (amount % unit))).toBe(0)
        if (taken) expect([slots(taken.minMinor) > 0, slots(taken.maxMinor) > 0]).toEqual([true, true])
      }),
    )
  })
})
