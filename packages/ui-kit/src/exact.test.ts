/** Amounts leave as they were typed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyText, exactly } from './exact.ts'

describe('an amount that was typed', () => {
  it('is sent digit for digit as a number, never by way of a float', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat(999), (whole, decimals) => {
        const typed = `${whole}.${String(decimals).padStart(3, '0')}`
        expect(bodyText({ money: { amount: exactly(typed) } })).toBe(`{"money":{"amount":${typed}}}`)
      }),
      { numRuns: 100 },
    )
    expect(bodyText([exactly('007.10'), exactly(' 5 '), exactly('-0.30')])).toBe('[7.10,5,-0.30]')
  })

  it('stays text where it is no number, for the server to say so', () => {
    expect(bodyText(['1,5', '1e3', '', '0x10', '1.'].map(exactly))).toBe('["1,5","1e3","","0x10","1."]')
  })

  it('changes nothing beside it, whatever that holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (beside) => {
        expect(JSON.parse(bodyText({ beside, amount: exactly('1.50') }))).toEqual(
          JSON.parse(JSON.stringify({ beside, amount: 1.5 })),
        )
      }),
      { numRuns: 100 },
    )
  })
})
