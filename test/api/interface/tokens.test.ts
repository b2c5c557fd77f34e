/** The interface's tables about tokens, row by row: to be read beside it. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../harness.ts'
import { expectProblem, faultPaths, newId, type Shop, thb, thbPayout, useApi } from '../api.fixture.ts'

const api = useApi()

const byAction = (fields: object) => api().gateway.tokenFor(api().shop, '/auth-tokens-by-action', fields)
const byOperations = (fields: object) => api().gateway.tokenFor(api().shop, '/auth-tokens', fields)

const claimsOf = (token: Json | undefined): Json =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString())

const INFO = { action: 'PAYIN_INFO', idPayment: 'p1', validitySecs: 60 }

describe('POST /auth-tokens-by-action', () => {
  it.each([
    ['merchantCode', { ...INFO, merchantCode: undefined }, '/merchantCode'],
    ['merchantCode as text with something in it', { ...INFO, merchantCode: '' }, '/merchantCode'],
    ['merchantCode that is not null', { ...INFO, merchantCode: null }, '/merchantCode'],
    ['action', { ...INFO, action: undefined }, '/action'],
    ['idPayment', { ...INFO, idPayment: undefined }, '/idPayment'],
  ])('%s is required', async (_field, fields, pointer) => {
    const answer = await byAction(fields)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it.each([
    ['validitySecs', { validitySecs: 0 }, '/validitySecs'],
    ['validitySecs', { validitySecs: 1.5 }, '/validitySecs'],
    ['validitySecs', { validitySecs: '60' }, '/validitySecs'],
    ['validitySecs', { validitySecs: 2_678_401 }, '/validitySecs'],
    ['action', { action: 'PAYIN_EVERYTHING' }, '/action'],
    ['idPayment', { idPayment: 'a/b' }, '/idPayment'],
    ['money', { money: { amount: '1', currencyCode: 'THB' } }, '/money/amount'],
    ['money', { money: { amount: 1, currencyCode: 'XXX' } }, '/money/currencyCode'],
  ])('%s is checked: %j', async (_field, change, pointer) => {
    const answer = await byAction({ ...INFO, ...change })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it('timestamp is required with a signature', async () => {
    expectProblem(await byAction({ ...INFO, timestamp: undefined }), 401, 'AUTHENTICATION_FAILED')
  })

  it('answers 201 with token, tokenType, expiresAt and validitySecs', async () => {
    const answer = await byAction(INFO)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      tokenType: 'Bearer',
      expiresAt: new Date(api().gateway.deps.clock.now() + 60_000).toISOString(),
      validitySecs: 60,
    })
  })

  it('validitySecs may be left out here too: 1800', async () => {
    const answer = await byAction({ ...INFO, validitySecs: undefined })
    expect(answer.body).toMatchObject({ validitySecs: 1800 })
  })

  it('a token of one payment may live for 31 days', async () => {
    expect((await byAction({ ...INFO, validitySecs: 2_678_400 })).status).toBe(201)
  })

  it('the token is a JWT whose content can be decoded and inspected', async () => {
    const money = { amount: 10.5, currencyCode: 'THB' }
    const { body } = await byAction({ action: 'PAYIN_CREATE', idPayment: 'p1', validitySecs: 60, money })
    const issuedAt = Math.floor(api().gateway.deps.clock.now() / 1000)
    expect(claimsOf(body.token)).toMatchObject({
      iss: expect.any(String),
      sub: api().shop.code,
      iat: issuedAt,
      exp: issuedAt + 60,
      jti: expect.any(String),
      action: 'PAYIN_CREATE',
      idPayment: 'p1',
      money,
    })
  })

  it('secret (deprecated) works without timestamp, and its answer says that it is deprecated', async () => {
    const { gateway, shop } = api()
    const body = { merchantCode: shop.code, secret: shop.secret, ...INFO }
    const answer = await gateway.request('POST', '/auth-tokens-by-action', { body })
    expect(answer.status).toBe(201)
    expect(answer.headers.deprecation).toMatch(/^@\d+$/)
    const signed = await byAction(INFO)
    expect(signed.headers.deprecation).toBeUndefined()
  })

  it('a wrong secret is refused', async () => {
    const { gateway, shop } = api()
    const body = { merchantCode: shop.code, secret: `${shop.secret}x`, ...INFO }
    const answer = await gateway.request('POST', '/auth-tokens-by-action', { body })
    expectProblem(answer, 401, 'AUTHENTICATION_FAILED')
  })
})

describe('allowed endpoints by action', () => {
  const OPTIONS = 'POST /payins/!availablePaymentOptions'
  const CREATE = 'POST /payins/<id>'
  const READ = 'GET /payins/<id>'
  const REFERENCE = 'POST /payins/<id>/!setExternalReference'
  const INFO_OF_MERCHANT = 'GET /merchant-info'
  const ALL = [
    OPTIONS,
    CREATE,
    READ,
    REFERENCE,
    INFO_OF_MERCHANT,
    'GET /payins/<id>/accounts',
    'POST /payins/<other>',
    'GET /payins/<other>',
    'POST /payouts/<id>',
    'GET /payouts/<id>',
    'POST /payouts/<other>',
    'GET /payouts/<other>',
    'GET /balances',
    'GET /currencies',
    'GET /payment-operators',
    'GET /topup-options',
    'GET /fx-rates',
    'GET /fx-rate-pairs',
  ]

  it.each([
    ['PAYIN_CREATE', [OPTIONS, CREATE, READ]],
    ['PAYIN_INFO', [READ]],
    ['PAYIN_CHECKOUT', [OPTIONS, CREATE, READ, REFERENCE, INFO_OF_MERCHANT]],
    ['PAYOUT_CREATE', ['POST /payouts/<id>', 'GET /payouts/<id>']],
    ['PAYOUT_INFO', ['GET /payouts/<id>']],
  ])('%s allows %j and nothing else', async (action, allowed) => {
    const id = newId()
    const money = { amount: 500.25, currencyCode: 'THB' }
    const fields = { action, idPayment: id, ...(action === 'PAYIN_CHECKOUT' && { money }) }
    const { body } = await byAction(fields)
    const reached: string[] = []
    for (const entry of ALL) {
      const [method = '', path = ''] = entry.replace('<id>', id).replace('<other>', 'other').split(' ')
      const create = path.startsWith('/payouts') ? thbPayout(500.25) : thb()
      const answer = await api().gateway.request(method, path, {
        token: String(body.token),
        ...(method === 'POST' && { body: path.includes('!available') ? { money } : create }),
      })
      if (answer.status === 403) expectProblem(answer, 403, 'SCOPE_EXCEEDED')
      else reached.push(entry)
      // Reads with a token of one payment are counted: ten a second.
      await api().gateway.advance(200)
    }
    expect(reached.sort()).toEqual([...allowed].sort())
  })

  it('PAYIN_CHECKOUT must carry money', async () => {
    const answer = await byAction({ action: 'PAYIN_CHECKOUT', idPayment: 'p' })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/money'])
  })

  it('callbackUrl and returnUrl of PAYIN_CHECKOUT stand against those of the body', async () => {
    const id = newId()
    const { body } = await byAction({
      action: 'PAYIN_CHECKOUT',
      idPayment: id,
      money: { amount: 500.25, currencyCode: 'THB' },
      callbackUrl: 'http://127.0.0.1:9/of-the-token',
      returnUrl: 'https://shop.example/of-the-token',
    })
    const created = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(body.token),
      body: {
        ...thb(),
        callbackUrl: 'http://127.0.0.1:9/of-the-body',
        returnUrl: 'https://evil.example/of-the-body',
      },
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      paymentMethodResponse: { returnUrl: expect.stringContaining('https://shop.example/of-the-token') },
    })
    await api().gateway.advance(10_000)
    const called = api().gateway.deps.sent.filter((sent) => sent.body?.includes(`"${id}"`))
    const urls = called.map(({ url }) => url)
    expect(urls).toContain('http://127.0.0.1:9/of-the-token')
    expect(urls).not.toContain('http://127.0.0.1:9/of-the-body')
  })
})

describe('where callbacks go and the page leads back', () => {
  const MONEY = { amount: 500.25, currencyCode: 'THB' }
  const FROM_THE_BODY = {
    callbackUrl: 'http://127.0.0.1:9/of-the-body',
    returnUrl: 'https://evil.example/of-the-body',
  }
  const OWN = 'http://127.0.0.1:9/of-the-merchant'

  /** Creates with a token of these terms, and lets the payin be paid. */
  const createdWith = async (shop: Shop, terms: object, body: object, id = newId()) => {
    const token = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', { idPayment: id, ...terms })
    expect(token.status).toBe(201)
    const answer = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(token.body.token),
      body: { ...thb(), callbackUrl: undefined, ...body },
    })
    expect(answer.status).toBe(201)
    await api().gateway.advance(4_000)
    const { returnUrl } = answer.body.paymentMethodResponse as Json
    const called = api().gateway.deps.sent.filter((sent) => sent.body?.includes(id))
    return { returnUrl, called: called.map(({ url }) => url) }
  }

  it('a payer never decides: with PAYIN_CHECKOUT the body has no say, even where the token names nothing', async () => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const { called, returnUrl } = await createdWith(
      shop,
      { action: 'PAYIN_CHECKOUT', money: MONEY },
      FROM_THE_BODY,
    )
    expect(called).toEqual([OWN])
    expect(returnUrl).toBeUndefined()
  })

  it.each([
    [{ callbackUrl: 7, returnUrl: ['x'] }],
    [{ callbackUrl: 'http://169.254.169.254/', returnUrl: 'javascript:alert(1)' }],
  ])('and what it writes there is not even read: %j', async (body) => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const { called, returnUrl } = await createdWith(shop, { action: 'PAYIN_CHECKOUT', money: MONEY }, body)
    expect(called).toEqual([OWN])
    expect(returnUrl).toBeUndefined()
  })

  it('the checkout’s own page may have a bank lead back to itself', async () => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const id = newId()
    const page = `http://127.0.0.1:8080/pay/${shop.code}/${id}`
    const { returnUrl } = await createdWith(
      shop,
      { action: 'PAYIN_CHECKOUT', money: MONEY },
      { returnUrl: page },
      id,
    )
    expect(returnUrl).toContain(page)
  })

  it('a token PAYIN_CHECKOUT that nobody could be called for is refused when it is asked for', async () => {
    const shop = await api().newShop({ callbackUrl: undefined })
    const answer = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_CHECKOUT',
      idPayment: newId(),
      money: MONEY,
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/callbackUrl'])
    expect(answer.text).toContain('your account has no default address')
  })

  it('and one whose merchant has lost its address since creates nothing', async () => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const id = newId()
    const { body } = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_CHECKOUT',
      idPayment: id,
      money: MONEY,
    })
    await api().database.run(
      {
        name: 'test_forget_callback_url',
        text: 'update merchant set callback_url = null, version = version + 1 where merchant_id = $1',
      },
      [shop.code],
    )
    api().gateway.app.gateway.merchants.forget(shop.code)
    const answer = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(body.token),
      body: { ...thb(), ...FROM_THE_BODY },
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/callbackUrl'])
    expect((await shop.get(`/payins/${id}`)).status).toBe(404)
  })

  it('with PAYIN_CREATE the body decides, as the interface says', async () => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const { called, returnUrl } = await createdWith(shop, { action: 'PAYIN_CREATE' }, FROM_THE_BODY)
    expect(called).toEqual([FROM_THE_BODY.callbackUrl])
    expect(returnUrl).toContain(FROM_THE_BODY.returnUrl)
  })

  it('unless its token names one', async () => {
    const shop = await api().newShop({ callbackUrl: OWN })
    const callbackUrl = 'http://127.0.0.1:9/of-the-token'
    const { called, returnUrl } = await createdWith(
      shop,
      { action: 'PAYIN_CREATE', callbackUrl },
      FROM_THE_BODY,
    )
    expect(called).toEqual([callbackUrl])
    expect(returnUrl).toContain(FROM_THE_BODY.returnUrl)
  })
})

describe('POST /auth-tokens', () => {
  it('validitySecs defaults to 1800 seconds when omitted', async () => {
    const answer = await byOperations({ operations: ['GET /payins/.*'] })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      validitySecs: 1800,
      expiresAt: new Date(api().gateway.deps.clock.now() + 1_800_000).toISOString(),
    })
  })

  it.each([
    ['missing', undefined, '/operations'],
    ['empty', [], '/operations'],
    ['no list', 'GET /payins/1', '/operations'],
    ['21 entries', Array.from({ length: 21 }, (_, index) => `GET /payins/${index}`), '/operations'],
    ['without a path', ['GET'], '/operations/0'],
    ['with an unknown method', ['GET /payins/1', 'STEAL /payins/1'], '/operations/1'],
    ['not a regular expression', ['GET /payins/('], '/operations/0'],
    ['with a back reference, which no linear engine has', ['GET /(a)\\1'], '/operations/0'],
    ['2,049 characters', [`GET /${'a'.repeat(2_044)}`], '/operations'],
    ['101 counted repetitions', ['GET /a{101}'], '/operations'],
  ])('operations %s are refused', async (_what, operations, pointer) => {
    const answer = await byOperations({ operations })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([pointer])
  })

  it('merchantCode is required', async () => {
    const answer = await byOperations({ merchantCode: undefined, operations: ['GET .*'] })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/merchantCode'])
  })

  it('a general token may live for a day and no longer', async () => {
    expect((await byOperations({ operations: ['GET .*'], validitySecs: 86_400 })).status).toBe(201)
    const longer = await byOperations({ operations: ['GET .*'], validitySecs: 86_401 })
    expectProblem(longer, 400, 'VALIDATION_FAILED')
  })

  it('exact paths of one payment may live for 31 days', async () => {
    const operations = ['GET /payins/p1', 'POST /payins/p1']
    expect((await byOperations({ operations, validitySecs: 2_678_400 })).status).toBe(201)
    const two = await byOperations({
      operations: [...operations, 'GET /payins/p2'],
      validitySecs: 2_678_400,
    })
    expectProblem(two, 400, 'VALIDATION_FAILED')
  })

  it.each([
    ['one exact path', 'GET /payins/p1', 'GET', '/payins/p1', true],
    ['one exact path', 'GET /payins/p1', 'GET', '/payins/p12', false],
    ['one exact path', 'GET /payins/p1', 'GET', '/payins/p1/accounts', false],
    ['one exact path', 'GET /payins/p1', 'POST', '/payins/p1', false],
    ['a single dot is itself', 'GET /payins/p.1', 'GET', '/payins/p.1', true],
    ['a single dot is itself', 'GET /payins/p.1', 'GET', '/payins/px1', false],
    ['all payments', 'GET /payins/.*', 'GET', '/payins/p1', true],
    ['all payments', 'GET /payins/.*', 'GET', '/payins/p1/accounts', true],
    ['all payments', 'GET /payins/.*', 'GET', '/payouts/p1', false],
    ['the whole path is matched', 'GET /payins/p[0-9]', 'GET', '/payins/p1', true],
    ['the whole path is matched', 'GET /payins/p[0-9]', 'GET', '/payins/p1x', false],
    ['the decoded path is matched', 'GET /payins/p1', 'GET', '/payins/p%31', true],
    ['the query is no part of it', 'GET /balances', 'GET', '/balances?currencies=THB', true],
  ])('%s: %s and %s %s → %s', async (_what, entry, method, path, allowed) => {
    const { body } = await byOperations({ operations: [entry] })
    const answer = await api().gateway.request(method, path, {
      token: String(body.token),
      ...(method === 'POST' && { body: {} }),
    })
    expect(answer.status !== 403).toBe(allowed)
  })
})

describe('money in a token: only payments of that amount and currency can be created', () => {
  const MONEY = { amount: 500.25, currencyCode: 'THB' }

  it.each([
    ['the same', 500.25, 'THB', 201],
    ['another amount', 500.26, 'THB', 403],
    ['another currency', 500.25, 'MYR', 403],
  ])('%s → %i', async (_what, amount, currencyCode, status) => {
    const id = newId()
    const { body } = await byAction({ action: 'PAYIN_CREATE', idPayment: id, money: MONEY })
    const create =
      currencyCode === 'THB'
        ? thb(amount)
        : {
            paymentRequested: { money: { amount, currencyCode } },
            paymentMethod: { paymentMethodCode: 'DUITNOW' },
          }
    const answer = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(body.token),
      body: create,
    })
    expect(answer.status).toBe(status)
    if (status === 403) expectProblem(answer, 403, 'SCOPE_EXCEEDED')
  })

  it('is compared by value: 500 is 500.00', async () => {
    const id = newId()
    const raw = JSON.stringify({
      operations: ['POST /payins/.*'],
      money: { amount: 500, currencyCode: 'THB' },
    })
    const { body } = await byOperations(JSON.parse(raw))
    const answer = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(body.token),
      raw: JSON.stringify(thb(500)).replace('"amount":500', '"amount":500.00'),
    })
    expect(answer.status).toBe(201)
  })

  it('limits creates alone: what another amount would offer may be asked', async () => {
    const { body } = await byAction({ action: 'PAYIN_CHECKOUT', idPayment: newId(), money: MONEY })
    const answer = await api().gateway.request('POST', '/payins/!availablePaymentOptions', {
      token: String(body.token),
      body: { money: { amount: 40, currencyCode: 'MYR' } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).not.toEqual([])
  })

  it('holds for payouts, too', async () => {
    const { body } = await byOperations({ operations: ['POST /payouts/.*'], money: MONEY })
    const answer = await api().gateway.request('POST', `/payouts/${newId()}`, {
      token: String(body.token),
      body: thbPayout(1),
    })
    expectProblem(answer, 403, 'SCOPE_EXCEEDED')
  })
})
