import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkFxRatePairs,
  currentlyValid,
  type FxRatePair,
  fxRatePairRows,
  fxRateRows,
  rateText,
} from './rates.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000
const isCurrency = (code: string): boolean => ['EUR', 'USD', 'INR', 'IDR'].includes(code)
const check = (body: unknown) => checkFxRatePairs(body, NOW, isCurrency)
const good = {
  baseCurrencyCode: 'EUR',
  quoteCurrencyCode: 'INR',
  rate: 97.25,
  validFrom: '2026-01-01T00:00:00Z',
  validTo: '2026-01-02T00:00:00+05:30',
}
const pair = (changes: Partial<FxRatePair> = {}): FxRatePair => ({
  baseCurrencyCode: 'EUR',
  quoteCurrencyCode: 'INR',
  rate: '97.25',
  validFrom: NOW,
  validTo: NOW + HOUR_MS,
  ...changes,
})

describe('a rate', () => {
  it.each([
    [97.25, '97.25'],
    ['097.2500', '97.25'],
    [16250, '16250'],
    ['0.0000000000000000615', undefined],
    ['0.000061538461538', '0.000061538461538'],
    [0.0000001, '0.0000001'],
    [1.5e-7, '0.00000015'],
    ['123456789012345', '123456789012345'],
    ['123456789012.345', '123456789012.345'],
    ['1234567890123456', undefined],
    [1e21, undefined],
    ['1.0000000000000000', '1'],
    [0, undefined],
    ['0.000', undefined],
    [-1, undefined],
    ['-1', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['1,5', undefined],
    ['', undefined],
    ['.5', undefined],
    [null, undefined],
    ['9'.repeat(100), undefined],
  ])('%j is kept as %j', (value, text) => {
    expect(rateText(value)).toBe(text)
  })

  it('is the same number before and after, and kept text stays as it is', () => {
    const rates = fc
      .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(12))
      .map(([n, shift]) => n / 10 ** shift)
    fc.assert(
      fc.property(rates, (rate) => {
        const text = rateText(rate) ?? ''
        expect(Number(text)).toBe(rate)
        expect(rateText(text)).toBe(text)
        expect(text).not.toMatch(/e|^0\d|\.\d*0$/)
      }),
    )
  })
})

describe('a put of rate pairs', () => {
  it('is taken over with its times in UTC', () => {
    expect(check({ data: [good] })).toEqual({
      ok: true,
      value: [pair({ validTo: Date.UTC(2026, 0, 1, 18, 30) })],
    })
  })

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-23:00'])(
    'has times that every database can keep, and not %s',
    (validTo) => {
      expect(check({ data: [{ ...good, validTo }] })).toMatchObject({
        ok: false,
        failure: [{ path: '/data/0/validTo', code: 'INVALID_FORMAT' }],
      })
    },
  )

  it('is bounded', () => {
    expect(check({ data: new Array(1001).fill(good) })).toMatchObject({ failure: [{ code: 'TOO_LONG' }] })
  })
})

describe('the rates that are shown', () => {
  it('are valid from their beginning until before their end', () => {
    const pairs = [pair()]
    const shownAt = [NOW - 1, NOW, NOW + HOUR_MS - 1, NOW + HOUR_MS].map(
      (at) => currentlyValid(pairs, at).length,
    )
    expect(shownAt).toEqual([0, 1, 1, 0])
  })

  it('are one of each pair: the one that began last, then the one put last', () => {
    const pairs = [
      pair({ rate: '3', validFrom: NOW - 1 }),
      pair({ rate: '1', validFrom: NOW - 2 }),
      pair({ rate: '2', validFrom: NOW - 1 }),
      pair({ rate: '4', validFrom: NOW + 1 }),
    ]
    expect(currentlyValid(pairs, NOW).map((one) => one.rate)).toEqual(['2'])
  })

  it('are sorted by code, with times in ISO 8601', () => {
    const pairs = [pair({ baseCurrencyCode: 'USD' }), pair({ quoteCurrencyCode: 'USD' }), pair()]
    expect(fxRatePairRows(pairs, NOW)).toMatchObject([
      { baseCurrencyCode: 'EUR', quoteCurrencyCode: 'INR', validFrom: '2026-01-01T00:00:00.000Z' },
      { baseCurrencyCode: 'EUR', quoteCurrencyCode: 'USD' },
      { baseCurrencyCode: 'USD', quoteCurrencyCode: 'INR' },
    ])
  })

  it('have their pair listed also when none is valid just now', () => {
    const pairs = [pair({ validTo: NOW - 1 }), pair(), pair({ baseCurrencyCode: 'USD', validTo: 1 })]
    expect(fxRateRows(pairs)).toEqual([
      { baseCurrencyCode: 'EUR', quoteCurrencyCode: 'INR' },
      { baseCurrencyCode: 'USD', quoteCurrencyCode: 'INR' },
    ])
  })
})
