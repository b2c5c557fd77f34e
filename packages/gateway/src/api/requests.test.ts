import type { AddressPolicy } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MerchantProfile } from '../merchants/directory.ts'
import {
  createHash,
  grantMoneyProblem,
  moneyText,
  readAddresses,
  readId,
  readMoney,
  requestHash,
} from './requests.ts'

const faultsOf = (value: unknown, imprecise: readonly string[] = []) => {
  const read = readMoney(value, '/money', imprecise)
  return read.ok ? read.value : read.failure.map(({ path, code }) => `${path} ${code}`)
}
const thb = (amount: unknown) => ({ amount, currencyCode: 'THB' })

describe('money of a request', () => {
  it('is read exactly', () => {
    expect(faultsOf(thb(100.5))).toEqual({ currency: 'THB', amountMinor: 10_050n })
    expect(faultsOf({ amount: 100.0, currencyCode: 'JPY' })).toEqual({ currency: 'JPY', amountMinor: 100n })
  })

  it.each([
    ['100', 'WRONG_TYPE'],
    [null, 'WRONG_TYPE'],
    [true, 'WRONG_TYPE'],
    [[5], 'WRONG_TYPE'],
    [undefined, 'REQUIRED'],
    [0, 'NOT_POSITIVE'],
    [-0, 'NOT_POSITIVE'],
    [-1, 'NOT_POSITIVE'],
    [0.001, 'TOO_MANY_DECIMALS'],
    [5e-7, 'TOO_MANY_DECIMALS'],
    [Number('1e400'), 'TOO_LARGE'],
    [1e21, 'TOO_LARGE'],
  ])('of amount %j is refused as %s', (amount, code) => {
    expect(faultsOf(thb(amount))).toEqual([`/money/amount ${code}`])
  })

  it('names all its faults at once, each where it stands', () => {
    expect(faultsOf(undefined)).toEqual(['/money REQUIRED'])
    expect(faultsOf([])).toEqual(['/money WRONG_TYPE'])
    expect(faultsOf({ amount: '1', currencyCode: 'thb' })).toEqual([
      '/money/currencyCode UNKNOWN_VALUE',
      '/money/amount WRONG_TYPE',
    ])
  })

  it('is judged as far as it can be where its currency is unknown', () => {
    for (const [amount, code] of [
      [-1, 'NOT_POSITIVE'],
      [0, 'NOT_POSITIVE'],
      [1e21, 'TOO_LARGE'],
    ]) {
      expect(faultsOf({ amount, currencyCode: 'XXX' })).toEqual([
        '/money/currencyCode UNKNOWN_VALUE',
        `/money/amount ${code}`,
      ])
    }
    expect(faultsOf({ amount: 1.2345, currencyCode: 'XXX' })).toEqual(['/money/currencyCode UNKNOWN_VALUE'])
  })

  it('with more than 15 significant digits is refused for its text, whatever double came of it', () => {
    expect(faultsOf(thb(1), ['/money/amount'])).toEqual(['/money/amount TOO_MANY_DIGITS'])
    expect(faultsOf(thb(1), ['/other/amount'])).toMatchObject({ amountMinor: 100n })
  })

  it('has the decimals that payers pay, or those of the ledger', () => {
    const idr = { amount: 1000.5, currencyCode: 'IDR' }
    expect(faultsOf(idr)).toEqual(['/money/amount TOO_MANY_DECIMALS'])
    expect(readMoney(idr, '/money', [], 'ledger')).toMatchObject({
      ok: true,
      value: { amountMinor: 100_050n },
    })
  })

  it('is compared with the token’s by value', () => {
    const read = readMoney(thb(100.0), '', [])
    if (!read.ok) throw new Error('readable')
    expect(moneyText(read.value)).toEqual({ amount: '100', currencyCode: 'THB' })
    expect(grantMoneyProblem({ money: { amount: '100', currencyCode: 'THB' } }, read.value)).toBeUndefined()
    expect(grantMoneyProblem({}, read.value)).toBeUndefined()
    for (const money of [
      { amount: '100.01', currencyCode: 'THB' },
      { amount: '100', currencyCode: 'USDT' },
    ]) {
      expect(grantMoneyProblem({ money }, read.value)).toMatchObject({ status: 403, code: 'SCOPE_EXCEEDED' })
    }
  })
})

describe('the ID of a payment', () => {
  it.each(['a', '-', '_~.-', 'x'.repeat(64), '0'])('may be %s', (id) => {
    expect(readId(id, 'idPayin')).toEqual({ ok: true, value: id })
  })
  it.each(['', '.', '.a', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', 'a%20', '!x'])('may not be %j', (id) => {
    expect(readId(id, 'idPayin')).toMatchObject({
      ok: false,
      failure: { path: 'path:idPayin', code: 'INVALID_FORMAT' },
    })
  })
})

describe('the hash of a request', () => {
  it('is the same whatever the order of its properties, also inside, and leaves out what is undefined', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .map(([key, each]) => [key, turned(each)])
              .reverse(),
          )
        : value
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (request) => {
        const other = turned(request) as Record<string, unknown>
        expect(requestHash({ ...other, nothing: undefined })).toBe(requestHash(request))
      }),
    )
  })

  it('of a create is the one of its parts, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.record({
          money: fc.record({ currency: fc.constantFrom('THB', 'USDT'), amountMinor: fc.bigInt() }),
          method: fc.string(),
          operator: fc.option(fc.string(), { nil: undefined }),
          fields: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.string()))),
          callbackUrl: fc.option(fc.jsonValue(), { nil: undefined }),
          returnUrl: fc.option(fc.jsonValue(), { nil: undefined }),
        }),
        (meaning) => {
          const money = meaning.money as unknown as Money
          expect(createHash({ ...meaning, money })).toBe(requestHash(meaning))
        },
      ),
    )
  })

  it('differs where the meaning does', () => {
    const hashes = [{ a: 1n }, { a: 2n }, { b: 1n }, { a: { b: 1 } }, { a: [1, 2] }, { a: [2, 1] }, {}].map(
      requestHash,
    )
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe('the addresses of a request', () => {
  const policy: AddressPolicy = { refuses: () => undefined }
  const profile = (isTest: boolean, callbackUrl?: string) =>
    ({
      merchantCode: 'SHOP' as MerchantCode,
      isTest,
      merchant: { callbackUrl, returnSchemes: ['shop'] },
    }) as unknown as MerchantProfile
  const read = (body: Record<string, unknown>, of = profile(false), grant = {}) => {
    const scope = { kind: 'operations', operations: [] } as const
    const checkoutUrl = 'https://pay.example/pay/SHOP/1'
    const answer = readAddresses(body, {
      profile: of,
      policy,
      grant: { scope, ...grant },
      checkoutUrl: () => checkoutUrl,
    })
    return answer.ok ? answer.value : answer.failure.map(({ path }) => path)
  }
  const callbackUrl = 'https://shop.example/callbacks'

  it('need a callbackUrl, of the token, the body or the merchant, in this order', () => {
    expect(read({})).toEqual(['/callbackUrl'])
    expect(read({}, profile(false, callbackUrl))).toMatchObject({ callbackUrl })
    expect(read({ callbackUrl }, profile(false, 'https://other.example'))).toMatchObject({ callbackUrl })
    expect(read({ callbackUrl: 'https://body.example/' }, profile(false), { callbackUrl })).toMatchObject({
      callbackUrl,
    })
  })

  it('are https for live merchants, http too for test merchants', () => {
    const plain = { callbackUrl: 'http://shop.example/', returnUrl: 'http://shop.example/' }
    expect(read(plain)).toEqual(['/callbackUrl', '/returnUrl'])
    expect(read(plain, profile(true))).toEqual(plain)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:x',
    'file:///etc/passwd',
    'other://x',
    'nonsense',
    '',
  ])('never let the customer return to %j', (returnUrl) => {
    expect(read({ callbackUrl, returnUrl }, profile(true))).toEqual(['/returnUrl'])
  })

  it('let the customer return to a scheme on the merchant’s list', () => {
    expect(read({ callbackUrl, returnUrl: 'shop://done' })).toMatchObject({ returnUrl: 'shop://done' })
  })

  it('are strings of a bounded length', () => {
    expect(read({ callbackUrl: 5, returnUrl: `https://a.example/${'x'.repeat(5_000)}` })).toEqual([
      '/callbackUrl',
      '/returnUrl',
    ])
  })
})
