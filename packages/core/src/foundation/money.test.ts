import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountText, amountToMinor, minor, minorFromText, paddedAmountText } from './money.ts'

const read = (text: string, ledgerDigits = 2, allowedDigits = ledgerDigits) => {
  const answer = amountToMinor(Number(JSON.parse(text)), ledgerDigits, allowedDigits)
  return answer.ok ? answer.value : answer.failure
}
const digits = fc.constantFrom(0, 2, 3, 6)
/** Amounts of at most 15 significant digits, as the body's parser lets through. */
const amount = fc.bigInt(1n, 10n ** 15n - 1n)

describe('an amount', () => {
  it('is read from what was printed, whatever the currency', () => {
    fc.assert(
      fc.property(amount, digits, (value, places) => {
        expect(read(amountText(minor(value), places), places)).toBe(value)
      }),
      { numRuns: 1_000 },
    )
  })

  it('is printed with all its decimals for those who read it so, and reads as the shortest does', () => {
    expect([1050n, 100n, 1n, 0n, -5n, -1050n].map((value) => paddedAmountText(value, 2))).toEqual([
      '10.50',
      '1.00',
      '0.01',
      '0.00',
      '-0.05',
      '-10.50',
    ])
    expect(paddedAmountText(5n, 0)).toBe('5')
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), digits, (value, places) => {
        expect(minorFromText(paddedAmountText(value, places), places)).toBe(value)
      }),
    )
  })

  it('is printed as the shortest exact number, and as JSON prints it where that is exact', () => {
    expect([1050n, 100n, 1n, 0n, -5n, -1050n].map((value) => amountText(minor(value), 2))).toEqual([
      '10.5',
      '1',
      '0.01',
      '0',
      '-0.05',
      '-10.5',
    ])
    expect(amountText(minor(1n), 6)).toBe('0.000001')
    expect(amountText(minor(2n ** 70n), 2)).toBe('11805916207174113034.24')
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), (value) => {
        expect(amountText(minor(value), 2)).toBe(JSON.stringify(Number(value) / 100))
      }),
    )
  })

  it('is never off by a float', () => {
    // 0.1 + 0.2, 1.005 and 4.35 × 100 are where multiplying goes wrong.
    expect(
      ['0.1', '0.2', '0.3', '4.35', '1.15', '8.2', '1001.1', '9999999999999.99'].map((text) => read(text)),
    ).toEqual([10n, 20n, 30n, 435n, 115n, 820n, 100110n, 999999999999999n])
    expect(read('1.005')).toBe('TOO_MANY_DECIMALS')
  })

  it('is judged by its value, not by its spelling', () => {
    expect(read('100.00', 0)).toBe(100n)
    expect(read('1e2', 2)).toBe(10000n)
    expect(read('1050e-2')).toBe(1050n)
    expect(read('100.5', 2, 0)).toBe('TOO_MANY_DECIMALS')
    expect(read('100.50', 2, 1)).toBe(10050n)
  })

  it.each([
    ['0', 'NOT_POSITIVE'],
    ['-0', 'NOT_POSITIVE'],
    ['0.0', 'NOT_POSITIVE'],
    ['-1', 'NOT_POSITIVE'],
    ['1e400', 'TOO_LARGE'],
    ['-1e400', 'NOT_POSITIVE'],
    ['1e21', 'TOO_LARGE'],
    ['1e20', 'TOO_LARGE'],
    ['10000000000000', 'TOO_LARGE'],
    ['5e-7', 'TOO_MANY_DECIMALS'],
    ['1e-400', 'NOT_POSITIVE'],
    ['0.001', 'TOO_MANY_DECIMALS'],
  ])('of %s is refused as %s', (text, fault) => {
    expect(read(text)).toBe(fault)
  })

  it('that is no number is refused, not thrown at', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(amountToMinor(value, 2, 2).ok).toBe(false)
    }
  })

  it('of our own data is read exactly, and bad data is a bug', () => {
    expect([minorFromText('10.5', 2), minorFromText('-0.05', 2), minorFromText('7', 0)]).toEqual([
      1050n,
      -5n,
      7n,
    ])
    for (const text of ['', '1,5', '1.234', '.5', '5.', '1e3', ' 1'])
      expect(() => minorFromText(text, 2)).toThrow()
    fc.assert(
      fc.property(fc.bigInt(), digits, (value, places) => {
        expect(minorFromText(amountText(minor(value), places), places)).toBe(value)
      }),
    )
  })
})
