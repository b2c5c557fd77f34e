/** Views, and what the rows of a list come to. */
import { totalsOf } from '@sluice/ui-kit/totals.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filtersIn, noneOf, shownOf } from './listed.ts'
import { hitsAsCsv } from './pages/hits-file.ts'
import { viewsIn } from './views-kept.ts'

describe('the total of a list', () => {
  it('is exact for any amounts, one for each currency', () => {
    const cents = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 30 }), (all) => {
        const text = (value: bigint) => {
          const digits = String(value < 0n ? -value : value).padStart(3, '0')
          return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
        }
        const sum = all.reduce((whole, each) => whole + each, 0n)
        const amounts = all.map((each) => ({ amount: text(each), currencyCode: 'THB' }))
        expect(totalsOf(amounts)).toEqual([{ amount: text(sum), currencyCode: 'THB' }])
      }),
      { numRuns: 100 },
    )
  })

  it('adds no currency to another, and decimals of any number', () => {
    expect(
      totalsOf([
        { amount: '0.1', currencyCode: 'USDT' },
        { amount: '0.2', currencyCode: 'USDT' },
        { amount: '1500', currencyCode: 'JPY' },
        { amount: '0.000001', currencyCode: 'USDT' },
      ]),
    ).toEqual([
      { amount: '1500', currencyCode: 'JPY' },
      { amount: '0.300001', currencyCode: 'USDT' },
    ])
  })
})

describe('a view', () => {
  const columns = ['Payment', 'Status', 'Method'].map((name) => ({ name, cell: () => name }))

  it('hides columns but the first, and asks the gateway nothing of it', () => {
    const view = { status: 'PENDING', hidden: 'Payment,Method' }
    expect(shownOf(columns, view).map(({ name }) => name)).toEqual(['Payment', 'Status'])
    expect(filtersIn(view)).toEqual({ status: 'PENDING' })
  })

  it('says that there is none yet, or none like what was asked for', () => {
    expect(noneOf('payment', { hidden: 'Fee' })).toBe('No payments yet')
    expect(noneOf('payment', { status: 'PENDING' })).toBe('No payments match these filters')
  })

  it('that a browser has kept is read whatever became of it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (kept) => {
        for (const views of Object.values(viewsIn(kept)))
          expect(
            views.every(({ name, query }) => typeof name === 'string' && typeof query === 'string'),
          ).toBe(true)
      }),
      { numRuns: 100 },
    )
    const views = [{ name: 'mine', query: 'status=PENDING' }, { name: 5 }, null]
    expect(viewsIn(JSON.stringify({ '/console/payments': views }))).toEqual({
      '/console/payments': [{ name: 'mine', query: 'status=PENDING' }],
    })
  })
})

describe('the file of what was found', () => {
  it('holds no formula, whatever a stranger wrote, and opens as UTF-8', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@'), fc.string(), (sign, text) => {
        const file = hitsAsCsv(
          [{ title: `${sign}${text}`, what: 'a "payin"', href: '/console/x' }],
          'http://h',
        )
        expect(file.startsWith('\uFEFF"Result"')).toBe(true)
        expect(file).toContain(`\r\n"'${sign}`)
        expect(file).toContain('"a ""payin""","http://h/console/x"')
      }),
      { numRuns: 50 },
    )
  })
})
