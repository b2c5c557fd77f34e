import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedAmount } from './typed-amount.ts'

describe('an amount as people type it', () => {
  it.each([
    ['150', 2, 150],
    ['150.5', 2, 150.5],
    ['150,50', 2, 150.5],
    ['150.', 2, 150],
    ['1,500', 2, 1_500],
    ['1.500', 0, 1_500],
    ['1.500,25', 2, 1_500.25],
    ['1,234,567.89', 2, 1_234_567.89],
    ["1'500", 2, 1_500],
    ['1 500', 2, 1_500],
    ['๑๕๐.๕๐', 2, 150.5],
    ['१५०', 2, 150],
    ['１５０', 0, 150],
    ['1.234', 6, 1.234],
  ])('%s with %i decimals is %d', (text, digits, amount) => {
    expect(typedAmount(text, digits)).toBe(amount)
  })

  it.each([
    ['', 2],
    ['0', 2],
    ['-5', 2],
    ['1e3', 2],
    ['abc', 2],
    ['150.50', 0],
    ['1.5', 0],
    ['1,23,456', 2],
    ['1,500', 6],
    ['1234567890123456', 2],
    ['.5', 2],
  ])('%s with %i decimals is none', (text, digits) => {
    expect(typedAmount(text, digits)).toBeUndefined()
  })

  it('is what the language writes of it, whatever the language', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999_999 })
    const locales = fc.constantFrom('en', 'id', 'es', 'pt-BR', 'vi', 'th', 'ja', 'de-CH', 'fr')
    fc.assert(
      fc.property(cents, locales, (minor, locale) => {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(minor / 100)
        expect(typedAmount(written, 2)).toBe(minor / 100)
      }),
    )
  })
})
