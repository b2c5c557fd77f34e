/** The interface's table of endpoints, row by row, with the shapes that the code lists and reads answer. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '../../harness.ts'
import { credit, expectProblem, newId, thb, thbPayout, useApi } from '../api.fixture.ts'

const api = useApi()

beforeAll(async () => {
  await credit(api().gateway, api().shop, 'THB', 10n ** 9n)
})

const rows = (body: Json): readonly Json[] => (Array.isArray(body.data) ? body.data : [])
const column = (body: Json, name: string) => rows(body).map((row) => String(row[name]))

const ENDPOINTS = [
  ['POST', '/payins/!availablePaymentOptions', 200],
  ['POST', '/payins/{id}', 201],
  ['GET', '/payins/{id}', 200],
  ['GET', '/payins/{id}/accounts', 200],
  ['POST', '/payouts/{id}', 201],
  ['GET', '/payouts/{id}', 200],
  ['GET', '/merchant-info', 200],
  ['GET', '/balances', 200],
  ['GET', '/currencies', 200],
  ['GET', '/payment-operators', 200],
  ['GET', '/topup-options', 200],
  ['GET', '/fx-rates', 200],
  ['GET', '/fx-rate-pairs', 200],
] as const

const bodyFor = (path: string): unknown => {
  if (path.includes('!')) return { money: { amount: 100, currencyCode: 'THB' } }
  return path.startsWith('/payins') ? thb() : thbPayout()
}

describe('endpoints', () => {
  it.each(['/auth-tokens-by-action', '/auth-tokens'])('POST %s gives a token', async (path) => {
    const fields = { action: 'PAYIN_INFO', idPayment: 'p', operations: ['GET /balances'] }
    const answer = await api().gateway.tokenFor(api().shop, path, fields)
    expect(answer.status).toBe(201)
  })

  /** Of a payin and of a payout that are there. */
  const ID = newId()
  beforeAll(async () => {
    for (const path of [`/payins/${ID}`, `/payouts/${ID}`])
      expect((await api().shop.post(path, bodyFor(path))).status).toBe(201)
  })

  it.each(ENDPOINTS)('%s %s → %i', async (method, path, status) => {
    const { gateway, shop } = api()
    const isCreate = method === 'POST'
    const body = isCreate ? { body: bodyFor(path) } : {}
    const answer = await gateway.request(method, path.replace('{id}', isCreate ? newId() : ID), {
      token: await shop.token(),
      ...body,
    })
    expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${status} `))
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/)
  })

  it.each(ENDPOINTS)('%s %s needs a bearer token', async (method, path) => {
    const body = method === 'POST' ? { body: bodyFor(path) } : {}
    const answer = await api().gateway.request(method, path.replace('{id}', ID), body)
    expectProblem(answer, 401, 'AUTHENTICATION_FAILED')
  })

  it.each([
    ...ENDPOINTS,
    ['POST', '/auth-tokens', 404] as const,
    ['POST', '/auth-tokens-by-action', 404] as const,
  ])('%s %s needs X-API-Version', async (method, path) => {
    for (const version of ['', '1', '3', '2.82', ' 2', '02', '2, 2', 'v2']) {
      const answer = await api().gateway.request(method, path.replace('{id}', ID), {
        headers: { 'x-api-version': version },
        ...(method === 'POST' && { body: {} }),
      })
      const trimmed = version.trim()
      if (trimmed === '2') continue
      expectProblem(answer, 404, 'VERSION_UNSUPPORTED')
    }
  })
})

describe('GET /merchant-info', () => {
  it('has channelInfo.name and nothing else', async () => {
    const shop = await api().newShop({ name: 'Somchai’s Shop' })
    expect((await shop.get('/merchant-info')).body).toEqual({ channelInfo: { name: 'Somchai’s Shop' } })
  })
})

describe('POST /payins/!availablePaymentOptions', () => {
  const ask = (money: unknown) => api().shop.post('/payins/!availablePaymentOptions', { money })

  it('answers data: paymentMethodCode and paymentOperators with code and name', async () => {
    const { body } = await ask({ amount: 500, currencyCode: 'THB' })
    expect(column(body, 'paymentMethodCode')).toEqual(['OFFLINE', 'ONLINE', 'PROMPTPAY'])
    for (const { paymentOperators } of rows(body)) {
      expect(paymentOperators).toEqual(
        expect.arrayContaining([{ code: expect.any(String), name: expect.any(String) }]),
      )
    }
  })

  it('are those of this merchant', async () => {
    const shop = await api().newShop({
      products: [{ code: 'PROMPTPAY', currency: 'THB', max: '1000' }],
    })
    const of = async (amount: number) =>
      (await shop.post('/payins/!availablePaymentOptions', { money: { amount, currencyCode: 'THB' } })).body
    expect(column(await of(1000), 'paymentMethodCode')).toEqual(['PROMPTPAY'])
    expect(await of(1000.01)).toEqual({ data: [] })
  })

  it('none is an empty list', async () => {
    expect((await ask({ amount: 99_999_999_999, currencyCode: 'THB' })).body).toEqual({ data: [] })
  })

  it.each([
    [undefined, '/money'],
    [{ amount: 1 }, '/money/currencyCode'],
    [{ currencyCode: 'THB' }, '/money/amount'],
  ])('money %j is refused', async (money, path) => {
    const answer = await ask(money)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.errors).toEqual([expect.objectContaining({ path })])
  })
})

describe('code lists', () => {
  const all = async (path: string) => (await api().shop.get(path)).body

  it('/currencies: code, name, fractionDigits, kind, sorted by code', async () => {
    const body = await all('/currencies')
    const codes = column(body, 'code')
    expect(codes).toEqual(CURRENCIES.map(({ code }) => code))
    expect(rows(body)).toContainEqual({ code: 'JPY', name: 'Japanese yen', fractionDigits: 0, kind: 'FIAT' })
    expect(rows(body)).toContainEqual({ code: 'USDC', name: 'USD Coin', fractionDigits: 6, kind: 'CRYPTO' })
    expect(rows(body)).toContainEqual(expect.objectContaining({ code: 'IDR', fractionDigits: 2 }))
  })

  it('/payment-operators: code, name, paymentMethodCode, currencyCode, sorted by code', async () => {
    const body = await all('/payment-operators')
    const codes = column(body, 'code')
    expect(codes).toEqual([...codes].sort())
    for (const row of rows(body)) {
      expect(Object.keys(row).sort()).toEqual(['code', 'currencyCode', 'name', 'paymentMethodCode'])
    }
  })

  it.each([
    ['currencies=THB', ['THB'], undefined],
    ['currencies=THB,MYR', ['MYR', 'THB'], undefined],
    ['paymentMethodCodes=VAPAY&currencies=KRW', ['KRW'], ['VAPAY']],
    ['paymentMethodCodes=FPX,VAPAY&currencies=MYR,XXX', ['MYR'], ['FPX']],
  ])('/payment-operators?%s', async (query, currencies, methods) => {
    const body = await all(`/payment-operators?${query}`)
    expect([...new Set(column(body, 'currencyCode'))].sort()).toEqual(currencies)
    if (methods) expect([...new Set(column(body, 'paymentMethodCode'))].sort()).toEqual(methods)
  })

  it('/topup-options: paymentTypeCode is TOPUP_WALLET', async () => {
    const body = await all('/topup-options?currencies=THB&paymentTypeCode=TOPUP_WALLET')
    expect(column(body, 'paymentMethodCode')).toEqual(['OFFLINE', 'ONLINE', 'PROMPTPAY'])
    for (const row of rows(body)) {
      expect(row).toEqual({
        paymentTypeCode: 'TOPUP_WALLET',
        paymentMethodCode: expect.any(String),
        currencyCode: 'THB',
        paymentOperators: expect.arrayContaining([{ code: expect.any(String), name: expect.any(String) }]),
      })
    }
  })

  it("/topup-options: the merchant's own products and operators, and nobody else's", async () => {
    const products = [
      { code: 'ONLINE', currency: 'THB', operators: ['002'] },
      { code: 'BANK_TRANSFER', currency: 'THB' },
    ]
    const shop = await api().newShop({ products })
    const { body } = await shop.get('/topup-options')
    expect(
      rows(body).map(({ paymentMethodCode, currencyCode }) => `${paymentMethodCode} ${currencyCode}`),
    ).toEqual(['ONLINE THB'])
    expect(rows(body)[0]?.paymentOperators).toEqual([expect.objectContaining({ code: '002' })])
  })

  it('/balances: a row for each currency of the products or postings, as money objects', async () => {
    const shop = await api().newShop({ products: [{ code: 'PROMPTPAY', currency: 'THB' }] })
    const row = (currencyCode: string) => {
      const money = { amount: 0, currencyCode }
      return { currencyCode, available: money, pending: money, reserved: money }
    }
    expect((await shop.get('/balances')).body).toEqual({ data: [row('THB')] })
    await credit(api().gateway, shop, 'KRW', 5n)
    const { body } = await shop.get('/balances')
    expect(column(body, 'currencyCode')).toEqual(['KRW', 'THB'])
  })

  it.each([
    ['currencies=THB', ['THB']],
    ['currencies=THB,KRW', ['KRW', 'THB']],
    ['currencies=KRW,THB,KRW', ['KRW', 'THB']],
    ['currencies=THB,XXX', ['THB']],
    ['currencies=%20THB%20', ['THB']],
    ['currencies=THB&currencies=KRW', ['KRW', 'THB']],
  ])('/balances?%s: values are separated by a comma, unknown ones ignored', async (query, currencies) => {
    expect(column(await all(`/balances?${query}`), 'currencyCode')).toEqual(currencies)
  })

  it.each(['currencies=', 'currencies=XXX', 'currencies=thb', 'currencies=constructor,toString'])(
    '/balances?%s: a filter of which nothing valid is left filters nothing',
    async (query) => {
      expect(await all(`/balances?${query}`)).toEqual(await all('/balances'))
    },
  )

  it('/fx-rates and /fx-rate-pairs: examples for test merchants while no operator has put any, and for no live one', async () => {
    const live = await api().newShop({ isTest: false, callbackUrl: 'https://shop.example/cb' })
    const [pairs, rates] = [await all('/fx-rates'), await all('/fx-rate-pairs')]
    expect(rows(pairs).length).toBeGreaterThan(5)
    expect(column(rates, 'quoteCurrencyCode')).toEqual(column(pairs, 'quoteCurrencyCode'))
    const now = api().gateway.deps.clock.now()
    for (const { rate, validFrom, validTo } of rows(rates)) {
      expect(Number(rate)).toBeGreaterThan(0)
      expect(Date.parse(String(validFrom))).toBeLessThanOrEqual(now)
      expect(Date.parse(String(validTo))).toBeGreaterThan(now)
    }
    expect((await live.get('/fx-rates')).body).toEqual({ data: [] })
    expect((await live.get('/fx-rate-pairs')).body).toEqual({ data: [] })
  })

  it('/fx-rates and /fx-rate-pairs: the pairs usually held, and the rates that hold now', async () => {
    const now = api().gateway.deps.clock.now()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const noRates = { name: '', text: 'delete from fx_rate_pair' }
    onTestFinished(async () => {
      await api().database.run(noRates, [])
    })
    await api().database.run(
      {
        name: '',
        text: `insert into fx_rate_pair (base_currency, quote_currency, rate, valid_from, valid_to)
          values ('USDT', 'THB', '35.125', $1, $2), ('USDC', 'MYR', '4.4', $3, $1)`,
      },
      [at(-1_000), at(60_000), at(-9_000)],
    )
    expect(await all('/fx-rates')).toEqual({
      data: [
        { baseCurrencyCode: 'USDC', quoteCurrencyCode: 'MYR' },
        { baseCurrencyCode: 'USDT', quoteCurrencyCode: 'THB' },
      ],
    })
    expect(await all('/fx-rate-pairs')).toEqual({
      data: [
        {
          baseCurrencyCode: 'USDT',
          quoteCurrencyCode: 'THB',
          rate: 35.125,
          validFrom: at(-1_000),
          validTo: at(60_000),
        },
      ],
    })
  })
})
