import { describe, expect, it } from 'vitest'
import { minorFromText } from '../foundation/money.ts'
import { PAYIN_METHODS, PAYOUT_METHODS } from './all-methods.ts'
import { CURRENCIES, currency } from './currencies.ts'
import { EXAMPLES } from './examples.ts'
import { OPERATOR_LISTS } from './operators.ts'

const METHODS = [...PAYIN_METHODS, ...PAYOUT_METHODS]

describe('the currencies', () => {
  it('are sorted by code, and each is a code of ISO 4217 or a stablecoin', () => {
    const codes = CURRENCIES.map(({ code }) => code as string)
    expect(codes).toEqual([...codes].sort())
    for (const { code, kind } of CURRENCIES)
      expect(code).toMatch(kind === 'FIAT' ? /^[A-Z]{3}$/ : /^[A-Z]{4}$/)
  })

  it.each([
    ['JPY', 0, 0],
    ['KRW', 0, 0],
    ['VND', 0, 0],
    ['IDR', 2, 0],
    ['COP', 2, 0],
    ['LAK', 2, 0],
    ['TWD', 2, 0],
    ['KES', 2, 0],
    ['TZS', 2, 0],
    ['THB', 2, 2],
    ['USDC', 6, 6],
    ['USDT', 6, 6],
  ])('%s: the ledger counts %i decimals, payers use %i', (code, ledgerDigits, practiceDigits) => {
    expect(currency(code)).toMatchObject({ ledgerDigits, practiceDigits })
  })

  it.each(['EUR', 'USD', 'thb', '', 'constructor'])('%j is none', (code) => {
    expect(currency(code)).toBeUndefined()
  })

  it('have a tax rate that is a fraction, or none', () => {
    for (const { vatRate } of CURRENCIES) if (vatRate !== undefined) expect(vatRate).toMatch(/^0\.\d{1,3}$/)
  })
})

describe('the data of every method and currency', () => {
  const rows = METHODS.flatMap((method) =>
    [...method.currencies.values()].map((rules) => [method.object, rules.currency.code, rules] as const),
  )

  it.each(rows)('%s in %s: fees are amounts of the currency', (_object, _code, { fee, currency }) => {
    for (const amount of [fee.fixed, fee.min, fee.cap]) {
      if (amount !== undefined) expect(minorFromText(amount, currency.ledgerDigits) >= 0n).toBe(true)
    }
    expect(fee.percent).toMatch(/^\d+(\.\d{1,4})?$/)
  })

  it('the amount of every example is within the limits, payable, and steers the sandbox to plain success', () => {
    for (const { method, currencyCode, money } of EXAMPLES) {
      const rules = method.currencies.get(currencyCode)
      const digits = rules?.currency.practiceDigits ?? 0
      expect(Number(money.amount.toFixed(digits))).toBe(money.amount)
      const amount = minorFromText(String(money.amount), rules?.currency.ledgerDigits ?? 0)
      expect(rules && amount >= rules.minMinor && amount <= rules.maxMinor).toBe(true)
      const ending = Math.trunc(money.amount) % 1000
      expect(ending < 901 || ending > 911).toBe(true)
    }
  })

  it('every amount that steers the sandbox is within the limits of every method', () => {
    for (const [object, code, { minMinor, maxMinor, currency }] of rows) {
      const step = 1000n * 10n ** BigInt(currency.ledgerDigits)
      const first = 911n * 10n ** BigInt(currency.ledgerDigits)
      const steering = minMinor <= first ? first : (minMinor / step + 1n) * step + first
      expect([object, code, steering <= maxMinor]).toEqual([object, code, true])
    }
  })
})

describe('the operators', () => {
  it.each(Object.entries(OPERATOR_LISTS))(
    'of %s are sorted by code, each once, each with a name',
    (_list, operators) => {
      const codes = operators.map(({ code }) => code)
      expect(codes).toEqual([...new Set(codes)].sort((a, b) => (a < b ? -1 : 1)))
      expect(operators.every(({ code, name }) => /^[A-Za-z0-9_]{1,64}$/.test(code) && name.length > 0)).toBe(
        true,
      )
    },
  )
})
