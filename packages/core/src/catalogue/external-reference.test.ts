import { describe, expect, it } from 'vitest'
import { PAYIN_METHODS, payinMethod } from './all-methods.ts'
import { isExternalReference, needsExternalReference, takesExternalReference } from './external-reference.ts'

describe('the external reference', () => {
  it.each([
    ['632504123456', true],
    ['63250412345', false],
    ['6325041234567', false],
    ['63250412345A', false],
    ['632504123456\n', false],
    ['٦٣٢٥٠٤١٢٣٤٥٦', false],
  ])('%j is one: %s', (text, is) => {
    expect(isExternalReference(text)).toBe(is)
  })

  it('is taken for P2A_V2, UPIQR and UPICOLLECT only', () => {
    const codes = PAYIN_METHODS.filter(takesExternalReference).map(({ code }) => code)
    expect([...new Set(codes)].sort()).toEqual(['P2A_V2', 'UPICOLLECT', 'UPIQR'])
  })

  it.each([
    ['P2A_V2', { accountNumber: 'a@upi' }, true],
    ['UPIQR', {}, true],
    ['UPIQR', { accountNumber: 'a@upi' }, false],
    ['UPICOLLECT', { accountNumber: 'a@upi' }, false],
    ['PROMPTPAY', {}, false],
  ])('%s with %j needs it: %s', (code, request, needed) => {
    expect(needsExternalReference(payinMethod(code), request)).toBe(needed)
  })
})
