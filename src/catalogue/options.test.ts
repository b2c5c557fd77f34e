import { describe, expect, it } from 'vitest'
import { minor } from '../foundation/money.ts'
import { type OfferedCurrency, offered } from './currencies.ts'
import { expirySecs } from './limits.ts'
import { payinMethod } from './methods.ts'
import { availableOptions, operatorRows, type Product, topupOptions } from './options.ts'

const money = (currency: OfferedCurrency, amountMinor: bigint) => ({
  currency: offered(currency).code,
  amountMinor: minor(amountMinor),
})
const product = (code: string, currency: OfferedCurrency, more: Partial<Product> = {}): Product => ({
  code,
  currency: offered(currency).code,
  ...more,
})

const ZAR = [product('PAYSHAP', 'ZAR'), product('ABSA_PAY', 'ZAR'), product('PROMPTPAY', 'THB')]

describe('the available payment options', () => {
  it('are those of the currency, sorted by code, each with its operators', () => {
    const options = availableOptions(ZAR, money('ZAR', 10_000n))
    expect(options.map(({ paymentMethodCode }) => paymentMethodCode)).toEqual(['ABSA_PAY', 'PAYSHAP'])
    expect(options[0]?.paymentOperators).toEqual([{ code: 'ABSA', name: 'Absa Pay' }])
  })

  it('leave out a method whose limits the amount breaks', () => {
    expect(availableOptions([product('ABSA_PAY', 'ZAR')], money('ZAR', 499n))).toEqual([])
  })

  it("leave out a method whose product's limits the amount breaks", () => {
    expect(
      availableOptions([product('ABSA_PAY', 'ZAR', { maxMinor: minor(9_999n) })], money('ZAR', 10_000n)),
    ).toEqual([])
  })

  it('leave out the banks whose clients may not pay so much', () => {
    const [payShap] = availableOptions([product('PAYSHAP', 'ZAR')], money('ZAR', 400_000n))
    expect(payShap?.paymentOperators.map(({ code }) => code)).toEqual(['DISCOVERY', 'FNB', 'NEDBANK'])
  })

  it("name only the merchant's operators, in the merchant's order", () => {
    const [payShap] = availableOptions(
      [product('PAYSHAP', 'ZAR', { operators: ['FNB', 'ABSA', 'GONE'] })],
      money('ZAR', 10_000n),
    )
    expect(payShap?.paymentOperators.map(({ code }) => code)).toEqual(['FNB', 'ABSA'])
  })

  it('show P2A_V2 once, with both of its operators', () => {
    const options = availableOptions([product('P2A_V2', 'INR')], money('INR', 100_000n))
    expect(options.map(({ paymentOperators }) => paymentOperators.map(({ code }) => code))).toEqual([
      ['IMPS', 'UPI_QR'],
    ])
  })

  it('are none for a merchant without products', () => {
    expect(availableOptions([], money('THB', 10_000n))).toEqual([])
  })
})

describe('the time to pay', () => {
  const USUAL = money('IDR', 5_000_000n).amountMinor

  it('is shorter where the operator is quicker: the prompt of OVO lives for a minute', () => {
    const rules = payinMethod('EWALLET').currencies.get('IDR')
    expect(rules && expirySecs(rules, USUAL)).toBe(900)
    expect(rules && expirySecs(rules, USUAL, rules.operatorByCode.get('OVO'))).toBe(60)
  })
})

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
    const codes = new Set(topupOptions().map(({ paymentMethodCode }) => paymentMethodCode))
    expect(codes.has('FPX')).toBe(true)
    expect(codes.has('P2A_V2')).toBe(false)
  })

  it('are of the type TOPUP_WALLET, and filtered by currency', () => {
    expect(topupOptions({ currencies: ['COP'] })).toMatchObject([
      { paymentTypeCode: 'TOPUP_WALLET', paymentMethodCode: 'PSE', currencyCode: 'COP' },
    ])
  })
})
