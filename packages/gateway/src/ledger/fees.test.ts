import { amountText, minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesFor, type FeeRule } from './fees.ts'

/** Half up by long division on decimal text: nothing in common with the code it judges. */
function roundedHalfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  const rest = numerator - whole * denominator
  return rest + rest >= denominator ? whole + 1n : whole
}

const percent = fc.integer({ min: 0, max: 99_999 }).map((thousandths) => (thousandths / 1_000).toFixed(3))
const vat = fc.integer({ min: 0, max: 300 }).map((thousandths) => (thousandths / 1_000).toFixed(3))
const cost = fc.bigInt(0n, 100_000n)
const text = (value: bigint) => amountText(minor(value), 2)

describe('fee and VAT', () => {
  it('are percent and fixed with minimum and cap, rounded half up, and VAT on the rounded fee', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 14n),
        percent,
        vat,
        fc.record({ fixed: cost, min: cost, cap: cost }, { requiredKeys: [] }),
        (amount, rate, vatRate, bounds) => {
          const rule: FeeRule = {
            percent: rate,
            ...(bounds.fixed !== undefined && { fixed: text(bounds.fixed) }),
            ...(bounds.min !== undefined && { min: text(bounds.min) }),
            ...(bounds.cap !== undefined && { cap: text(bounds.cap) }),
          }
          let fee = roundedHalfUp(amount * BigInt(rate.replace('.', '')), 100_000n) + (bounds.fixed ?? 0n)
          if (bounds.min !== undefined && fee < bounds.min) fee = bounds.min
          if (bounds.cap !== undefined && fee > bounds.cap) fee = bounds.cap
          const tax = roundedHalfUp(fee * BigInt(vatRate.replace('.', '')), 1_000n)
          expect(chargesFor(minor(amount), { rule, vatRate }, 2)).toEqual({ feeMinor: fee, vatMinor: tax })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['a half goes up', 50n, { percent: '1' }, undefined, 1n, 0n],
    ['less goes down', 49n, { percent: '1' }, undefined, 0n, 0n],
    ['fixed is added', 10_000n, { percent: '1.6', fixed: '5' }, undefined, 660n, 0n],
    ['the minimum holds', 100n, { percent: '1', min: '3' }, undefined, 300n, 0n],
    ['the cap holds', 10_000_000n, { percent: '1', cap: '20' }, '0.07', 2_000n, 140n],
    ['VAT is on the rounded fee', 150n, { percent: '1' }, '0.25', 2n, 1n],
    ['nothing is charged by no rule', 10_000n, {}, '0.07', 0n, 0n],
  ] as const)('%s', (_, amount, rule, vatRate, feeMinor, vatMinor) => {
    expect(chargesFor(minor(amount), { rule, vatRate }, 2)).toEqual({ feeMinor, vatMinor })
  })

  it('of a rate that is none is a bug, not zero', () => {
    for (const percent of ['', '-1', '1e2', '1,5', 'x', '1.'])
      expect(() => chargesFor(minor(1n), { rule: { percent } }, 2)).toThrow('not a rate')
  })
})
