import { describe, expect, it } from 'vitest'
import { operatorRows, topupOptions } from './code-lists.ts'

describe('the code list of operators', () => {
  it('is sorted by code', () => {
    const codes = operatorRows().map(({ code }) => code)
    expect(codes).toEqual([...codes].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  })

  it('is filtered by method and currency', () => {
    const rows = operatorRows({ paymentMethodCodes: ['VAPAY', 'NONSENSE'], currencies: ['KRW'] })
    expect(rows.length).toBe(22)
    expect(rows.every((row) => row.paymentMethodCode === 'VAPAY' && row.currencyCode === 'KRW')).toBe(true)
  })

  it('is not filtered by values of which none is known', () => {
    expect(operatorRows({ currencies: ['XXX'], paymentMethodCodes: [] })).toEqual(operatorRows())
  })
})

describe('the top-up options', () => {
  it('are payins that complete without a reference of the customer', () => {
    const codes = new Set(topupOptions(() => ({})).map(({ paymentMethodCode }) => paymentMethodCode))
    expect(codes.has('FPX')).toBe(true)
    expect(codes.has('P2A_V2')).toBe(false)
  })

  it('are of the type TOPUP_WALLET, and filtered by currency', () => {
    expect(topupOptions(() => ({}), { currencies: ['COP'] })).toMatchObject([
      { paymentTypeCode: 'TOPUP_WALLET', paymentMethodCode: 'PSE', currencyCode: 'COP' },
    ])
  })
})
