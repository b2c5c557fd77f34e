import { expect, it } from 'vitest'
import { readableAmount } from './readable-amount.ts'

it.each([
  ['150.5', 2, '150.50'],
  ['150', 2, '150.00'],
  ['-0.1', 2, '-0.10'],
  ['50000', 0, '50000'],
  ['1.500', 3, '1.500'],
  ['2', 6, '2.00'],
  ['0.000001', 6, '0.000001'],
  ['1e-7', 6, '1e-7'],
])(
  '%s with %i decimals reads %s: those of its currency, and never fewer than it has',
  (text, digits, read) => {
    expect(readableAmount(text, digits)).toBe(read)
  },
)
