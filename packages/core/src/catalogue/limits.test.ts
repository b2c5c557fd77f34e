import { describe, expect, it } from 'vitest'
import { minor } from '../foundation/money.ts'
import { payinMethod } from './all-methods.ts'
import { expirySecs } from './limits.ts'

describe('the time to pay', () => {
  const USUAL = minor(5_000_000n)

  it('is shorter where the operator is quicker: the prompt of OVO lives for a minute', () => {
    const rules = payinMethod('EWALLET').currencies.get('IDR')
    expect(rules && expirySecs(rules, USUAL)).toBe(900)
    expect(rules && expirySecs(rules, USUAL, rules.operatorByCode.get('OVO'))).toBe(60)
  })
})
