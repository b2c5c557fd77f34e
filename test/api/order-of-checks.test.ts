/**
 * The order of the checks: of a request that breaks several rules at once, the first in this order is told. So every test here
 * spoils a request twice. And a create that was refused, whatever the reason, leaves its ID free.
 */
import { describe, expect, it } from 'vitest'
import type { RequestOptions } from '../harness.ts'
import { type Api, credit, expectProblem, newId, type Shop, thb, thbPayout, useApi } from './api.fixture.ts'

const api = useApi()
const ask = (method: string, path: string, options: RequestOptions = {}) =>
  api().gateway.request(method, path, options)

const NO_VERSION = { 'x-api-version': '' }
const XML = { 'content-type': 'text/xml' }

describe('OPTIONS, version, route, size, media type', () => {
  it.each(['/payins/1', '/nowhere', '/admin/merchants', '/auth-tokens', '/docs'])(
    'OPTIONS %s is a preflight, without a version and before all else',
    async (path) => {
      const answer = await ask('OPTIONS', path, { headers: NO_VERSION })
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization, Content-Type, X-API-Version',
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  it('version (404) before route (404)', async () => {
    expectProblem(await ask('GET', '/nowhere', { headers: NO_VERSION }), 404, 'VERSION_UNSUPPORTED')
    expectProblem(await ask('GET', '/nowhere'), 404, 'NOT_FOUND')
  })

  it('version (404) before method (405)', async () => {
    expectProblem(await ask('DELETE', '/payins/1', { headers: NO_VERSION }), 404, 'VERSION_UNSUPPORTED')
    const answer = await ask('DELETE', '/payins/1')
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  })

  it('version (404) before size (413) and media type (415)', async () => {
    const raw = Buffer.alloc(70_000, 0x20)
    expectProblem(
      await ask('POST', '/payins/1', { raw, headers: { ...NO_VERSION, ...XML } }),
      404,
      'VERSION_UNSUPPORTED',
    )
  })

  it('route (404) before size (413) and media type (415)', async () => {
    const raw = Buffer.alloc(70_000, 0x20)
    expectProblem(await ask('POST', '/nowhere', { raw, headers: XML }), 404, 'NOT_FOUND')
  })

  it('size (413) before media type (415)', async () => {
    const raw = Buffer.alloc(65_537, 0x20)
    expectProblem(await ask('POST', '/payins/1', { raw, headers: XML }), 413, 'BODY_TOO_LARGE')
  })

  it('size (413) and media type (415) before token (401)', async () => {
    expectProblem(await ask('POST', '/payins/1', { raw: Buffer.alloc(65_537, 0x20) }), 413, 'BODY_TOO_LARGE')
    expectProblem(
      await ask('POST', '/payins/1', { raw: '<a/>', headers: XML }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })

  it.each(['/openapi.json', '/docs/errors/NOT_FOUND', '/health/live', '/metrics', '/.well-known/jwks.json'])(
    '%s needs no version',
    async (path) => {
      const answer = await ask('GET', path, { headers: NO_VERSION })
      expect(answer.status).toBe(200)
    },
  )

  it.each(['text/xml', 'application/xml, */*;q=0', 'image/png', ''])(
    'Accept: %s is never 406: that status belongs to customers',
    async (accept) => {
      const { shop } = api()
      const token = await shop.token()
      expect((await ask('GET', '/currencies', { token, headers: { accept } })).status).toBe(200)
      const created = await ask('POST', `/payins/${newId()}`, { token, body: thb(), headers: { accept } })
      expect(created.status).toBe(201)
    },
  )
})

describe('token (401), rate (429), scope (403), and only then what is asked', () => {
  /** A shop whose rate of this second is used up, and its token that allows nothing but GET /currencies. */
  async function exhausted(): Promise<{ shop: Shop; token: string }> {
    const { gateway, newShop } = api()
    const shop = await newShop({ rateLimitPerSecond: 2 })
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', { operations: ['GET /currencies'] })
    const token = String(body.token)
    await ask('GET', '/currencies', { token })
    return { shop, token }
  }

  it('token (401) before rate (429)', async () => {
    const { token } = await exhausted()
    expectProblem(await ask('GET', '/currencies', { token: `${token}x` }), 401, 'AUTHENTICATION_FAILED')
    expectProblem(await ask('GET', '/currencies', { token }), 429, 'RATE_LIMITED')
  })

  it('rate (429) before scope (403)', async () => {
    const { token } = await exhausted()
    expectProblem(await ask('GET', '/balances', { token }), 429, 'RATE_LIMITED')
    await api().gateway.advance(1_001)
    expectProblem(await ask('GET', '/balances', { token }), 403, 'SCOPE_EXCEEDED')
  })

  it('scope (403) before the ID’s form and the JSON (400)', async () => {
    const { token } = await exhausted()
    await api().gateway.advance(1_001)
    expectProblem(await ask('POST', '/payins/.bad', { token, raw: '{' }), 403, 'SCOPE_EXCEEDED')
  })

  it('token (401) before the JSON (400)', async () => {
    expectProblem(await ask('POST', '/payins/1', { raw: '{' }), 401, 'AUTHENTICATION_FAILED')
  })
})

describe('the token endpoints', () => {
  const raw = (text: string, headers: Readonly<Record<string, string>> = {}) =>
    ask('POST', '/auth-tokens', { raw: text, headers })

  it('JSON (400) and merchantCode (400) before the signature (401)', async () => {
    expectProblem(await raw('{'), 400, 'MALFORMED_JSON')
    expectProblem(await raw('{"timestamp":1}'), 400, 'VALIDATION_FAILED')
    expectProblem(await raw('{"merchantCode":5}'), 400, 'VALIDATION_FAILED')
    expectProblem(await raw('{"merchantCode":"nobody"}'), 401, 'AUTHENTICATION_FAILED')
  })

  it('signature (401) before the rate (429), the rate before the rest (400)', async () => {
    const { gateway, newShop } = api()
    const shop = await newShop({ rateLimitPerSecond: 1 })
    const bad = { operations: 'nonsense' }
    expectProblem(await gateway.tokenFor(shop, '/auth-tokens', bad), 400, 'VALIDATION_FAILED')
    expectProblem(await gateway.tokenFor(shop, '/auth-tokens', bad), 429, 'RATE_LIMITED')
    const unsigned = JSON.stringify({ merchantCode: shop.code, ...bad })
    expectProblem(await raw(unsigned, { 'x-signature': 'AAAA' }), 401, 'AUTHENTICATION_FAILED')
  })

  it('patterns are compiled only after the signature held', async () => {
    const { shop } = api()
    const text = JSON.stringify({ merchantCode: shop.code, operations: ['GET ('], timestamp: 1 })
    expectProblem(await raw(text, { 'x-signature': 'AAAA' }), 401, 'AUTHENTICATION_FAILED')
  })
})

describe('a create: ID and JSON (400), 409, rules (400), the token’s money (403), 406, 422', () => {
  const moneyToken = async ({ gateway, shop }: Api, amount: number) => {
    const money = { amount, currencyCode: 'THB' }
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', { operations: ['POST /payins/.*'], money })
    return String(body.token)
  }

  it('the JSON (400) before 409', async () => {
    const { shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    expectProblem(await shop.postRaw(`/payins/${id}`, '{'), 400, 'MALFORMED_JSON')
  })

  it('409 before the rules (400)', async () => {
    const { shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    for (const body of [{}, [], 'text', 5, null, { paymentRequested: { money: { amount: -1 } } }]) {
      const answer = await shop.post(`/payins/${id}`, body)
      expectProblem(answer, 409, 'ALREADY_EXISTS')
      expect(answer.body.sameRequest).toBe(false)
    }
  })

  it('409 before an unknown query parameter (400)', async () => {
    const { shop } = api()
    const id = newId()
    const refused = await shop.post(`/payins/${id}?dryRun=true`, thb())
    expectProblem(refused, 400, 'VALIDATION_FAILED')
    expect(refused.body.errors).toMatchObject([{ path: 'query:dryRun', code: 'UNKNOWN_FIELD' }])
    await shop.post(`/payins/${id}`, thb())
    const again = await shop.post(`/payins/${id}?dryRun=true`, thb())
    expectProblem(again, 409, 'ALREADY_EXISTS')
    expect(again.body.sameRequest).toBe(true)
  })

  it('409 before the token’s money (403)', async () => {
    const { shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    const token = await moneyToken(api(), 1)
    expectProblem(await ask('POST', `/payins/${id}`, { token, body: thb() }), 409, 'ALREADY_EXISTS')
  })

  it('409 before the processor’s check (406), products and limits (422), and the balance (422)', async () => {
    const { gateway, newShop } = api()
    const shop = await newShop({
      products: [
        { code: 'PROMPTPAY', currency: 'THB' },
        { code: 'BANK_TRANSFER', currency: 'THB' },
      ],
    })
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    const unavailable = { ...thb(), paymentMethod: { paymentMethodCode: 'ONLINE' } }
    for (const body of [thb(904), thb(905), thb(1), unavailable]) {
      expectProblem(await shop.post(`/payins/${id}`, body), 409, 'ALREADY_EXISTS')
    }
    await credit(gateway, shop, 'THB', 20_000n)
    expect((await shop.post(`/payouts/${id}`, thbPayout(100))).status).toBe(201)
    expectProblem(await shop.post(`/payouts/${id}`, thbPayout(50_000)), 409, 'ALREADY_EXISTS')
  })

  it('rules (400) before the token’s money (403)', async () => {
    const token = await moneyToken(api(), 1)
    const body = { ...thb(), paymentMethod: { paymentMethodCode: 'PROMPTPAY' } }
    expectProblem(await ask('POST', `/payins/${newId()}`, { token, body }), 400, 'VALIDATION_FAILED')
  })

  it('the token’s money (403) before the processor’s check (406) and the limits (422)', async () => {
    const token = await moneyToken(api(), 500)
    for (const amount of [904, 1]) {
      const answer = await ask('POST', `/payins/${newId()}`, { token, body: thb(amount) })
      expectProblem(answer, 403, 'SCOPE_EXCEEDED')
    }
  })

  it('the processor’s check (406) before products and limits (422)', async () => {
    const shop = await api().newShop({ products: [{ code: 'PROMPTPAY', currency: 'THB', max: '100' }] })
    expectProblem(await shop.post(`/payins/${newId()}`, thb(904)), 406, 'CUSTOMER_NOT_REGISTERED')
    expectProblem(await shop.post(`/payins/${newId()}`, thb(906)), 422, 'AMOUNT_OUT_OF_RANGE')
    const online = { ...thb(905), paymentMethod: { paymentMethodCode: 'ONLINE' } }
    expectProblem(await shop.post(`/payins/${newId()}`, online), 406, 'CUSTOMER_VERIFICATION_INACTIVITY')
  })

  it('products (422) before limits (422)', async () => {
    const products = [{ code: 'PROMPTPAY', currency: 'THB', operators: ['SCB'], max: '100' }]
    const shop = await api().newShop({ products })
    const by = (paymentMethodCode: string, more: object, amount: number) =>
      shop.post(`/payins/${newId()}`, {
        ...thb(amount),
        paymentMethod: { paymentMethodCode, account: { accountNumber: '1' }, ...more },
      })
    expectProblem(await by('ONLINE', {}, 99_999_999), 422, 'METHOD_UNAVAILABLE')
    const { body } = await api().shop.get('/payment-operators?paymentMethodCodes=PROMPTPAY')
    const codes = Array.isArray(body.data) ? body.data.map(({ code }) => String(code)) : []
    const other = codes.find((code) => code !== 'SCB')
    expectProblem(await by('PROMPTPAY', { paymentOperatorCode: other }, 5_000), 422, 'OPERATOR_UNAVAILABLE')
    expectProblem(await by('PROMPTPAY', {}, 5_000), 422, 'AMOUNT_OUT_OF_RANGE')
  })

  it('limits (422) before the balance (422)', async () => {
    const shop = await api().newShop()
    expectProblem(await shop.post(`/payouts/${newId()}`, thbPayout(99_999_999)), 422, 'AMOUNT_OUT_OF_RANGE')
    expectProblem(await shop.post(`/payouts/${newId()}`, thbPayout(100)), 422, 'INSUFFICIENT_BALANCE')
  })
})

describe('a 4xx other than 409 and 429 leaves the ID free', () => {
  const wrongToken = () => 'no.such.token'

  it.each<[string, number, RequestOptions]>([
    ['no version', 404, { body: thb(), headers: NO_VERSION }],
    ['a body too large', 413, { raw: Buffer.alloc(65_537, 0x20) }],
    ['another media type', 415, { raw: '<a/>', headers: XML }],
    ['a token of nobody', 401, { body: thb(), token: wrongToken() }],
    ['broken JSON', 400, { raw: '{"paymentRequested":' }],
    ['a broken rule', 400, { body: { ...thb(), paymentMethod: {} } }],
    ['too many decimals', 400, { body: thb(500.255) }],
    ['a customer not registered', 406, { body: thb(904) }],
    ['a customer inactive', 406, { body: thb(905) }],
    ['an amount out of range', 422, { body: thb(1) }],
  ])('%s (%i)', async (_what, status, options) => {
    const { shop } = api()
    const id = newId()
    const refused = await ask('POST', `/payins/${id}`, { token: await shop.token(), ...options })
    expect(refused.status).toBe(status)
    expectProblem(await shop.get(`/payins/${id}`), 404, 'NOT_FOUND')
    expect((await shop.post(`/payins/${id}`, thb())).status).toBe(201)
  })

  it('a token that does not allow it (403), and a payout that the balance does not cover (422)', async () => {
    const { gateway, newShop } = api()
    const shop = await newShop()
    const id = newId()
    const { body } = await gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_INFO',
      idPayment: id,
    })
    const refused = await ask('POST', `/payins/${id}`, { token: String(body.token), body: thb() })
    expectProblem(refused, 403, 'SCOPE_EXCEEDED')
    expect((await shop.post(`/payins/${id}`, thb())).status).toBe(201)
    expectProblem(await shop.post(`/payouts/${id}`, thbPayout()), 422, 'INSUFFICIENT_BALANCE')
    await credit(gateway, shop, 'THB', 10n ** 6n)
    expect((await shop.post(`/payouts/${id}`, thbPayout())).status).toBe(201)
  })
})
