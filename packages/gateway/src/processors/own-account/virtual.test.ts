import { payinMethod } from '@sluice/core/catalogue/all-methods.ts'
import { type OfferedCurrency, offered } from '@sluice/core/catalogue/currencies.ts'
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { checkDigitOf } from './rails.ts'
import { sizeOf, virtualNumber } from './virtual.ts'

/** As the method of plain transfers declares it for this currency. */
function checkDigit(currency: OfferedCurrency) {
  const rules = payinMethod('OFFLINE').currencies.get(offered(currency).code)
  return rules && checkDigitOf(rules)
}

const references = fc.stringMatching(/^S[0-9A-Z]{13}$/)

describe('virtual account numbers', () => {
  it.each([
    ['MXN' as const, 'CLABE', { prefix: '646180157', digits: 9, bankCode: '646' }, stdnum.MX?.clabe],
    ['ARS' as const, 'CVU', { prefix: '00000031', digits: 14, bankCode: '000' }, stdnum.AR?.cbu],
  ])('in %s have the check digit of a %s', (currency, _, range, format) => {
    fc.assert(
      fc.property(references, fc.nat(20), (reference, attempt) => {
        const number = virtualNumber({ ...range, checkDigit: checkDigit(currency) }, reference, attempt)
        expect(number.startsWith(range.prefix)).toBe(true)
        // That library takes a check digit of 0 for wrong.
        if (!number.endsWith('0')) expect(format?.validate(number).isValid).toBe(true)
      }),
    )
  })

  it('of a Nigerian bank have the check digit of a NUBAN', () => {
    // 011 000001457 9 is the central bank's own example.
    const number = virtualNumber(
      { prefix: '00000145', digits: 2, checkDigit: checkDigit('NGN'), bankCode: '011' },
      'S0000000000000',
      0,
    )
    const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]
    const sum = [...`011${number.slice(0, 9)}`].reduce(
      (all, digit, index) => all + Number(digit) * (weights[index] ?? 0),
      0,
    )
    expect(number).toHaveLength(10)
    expect(Number(number[9])).toBe((10 - (sum % 10)) % 10)
  })

  it('are the same for the same payin, and others at another attempt', () => {
    const range = { prefix: '8881', digits: 12, checkDigit: undefined, bankCode: '014' }
    const numbers = Array.from({ length: 20 }, (_, attempt) =>
      virtualNumber(range, 'SABCDEFGH01234', attempt),
    )
    expect(new Set(numbers).size).toBe(20)
    expect(virtualNumber(range, 'SABCDEFGH01234', 3)).toBe(numbers[3])
    expect(numbers.every((number) => /^8881\d{12}$/.test(number))).toBe(true)
  })

  it('seldom meet', () => {
    const range = { prefix: '8881', digits: 12, checkDigit: undefined, bankCode: '014' }
    const numbers = Array.from({ length: 10_000 }, (_, n) =>
      virtualNumber(range, `S${(n * 7_919).toString(36).toUpperCase().padStart(13, '0')}`, 0),
    )
    expect(new Set(numbers).size).toBe(10_000)
    expect(sizeOf(range)).toBe(10n ** 12n)
  })
})
