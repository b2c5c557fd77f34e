/** The interface's tables of states, events, errors, limits and versions, row by row. */
import { describe, expect, it } from 'vitest'
import { balanceOf, credit, expectProblem, newId, thb, thbPayout, useApi } from '../api.fixture.ts'

const api = useApi()

const statusOf = async (id: string) => (await api().shop.get(`/payins/${id}`)).body.process?.status

describe('states of a payin, as the sandbox can be steered', () => {
  it.each([
    [500, ['PENDING', 'SUCCESS']],
    [901, ['PENDING', 'REFUSED']],
    [902, ['PENDING', 'FAILED']],
    [903, ['PENDING', 'FAILED']],
    [906, ['PENDING', 'EXPIRED']],
    [907, ['PENDING', 'PENDING']],
    [909, ['PENDING', 'SUCCESS']],
    [910, ['SUCCESS', 'SUCCESS']],
    [911, ['NEW', 'SUCCESS']],
    [1_901, ['PENDING', 'REFUSED']],
  ])('%i goes through %j', async (amount, statuses) => {
    const { gateway, shop } = api()
    const id = newId()
    const { body } = await shop.post(`/payins/${id}`, thb(amount))
    await gateway.advance(12_000)
    expect([body.process?.status, await statusOf(id)]).toEqual(statuses)
  })

  it('908 is EXPIRED, then the money comes late and is credited: SUCCESS', async () => {
    const { gateway, shop } = api()
    const id = newId()
    const before = await balanceOf(shop, 'THB')
    await shop.post(`/payins/${id}`, thb(908))
    await gateway.advance(1_500)
    expect(await statusOf(id)).toBe('EXPIRED')
    await gateway.advance(12_000)
    expect(await statusOf(id)).toBe('SUCCESS')
    expect(Number((await balanceOf(shop, 'THB')).available)).toBeGreaterThan(Number(before.available))
  })

  it('a payin nobody pays is EXPIRED when expireAt has passed', async () => {
    const { gateway, shop } = api()
    const id = newId()
    const { body } = await shop.post(`/payins/${id}`, thb(907))
    const expireAt = Date.parse(String(body.process?.expireAt))
    await gateway.doze(expireAt - gateway.deps.clock.now() - 1)
    expect(await statusOf(id)).toBe('PENDING')
    await gateway.advance(2_000)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  it('909 counts once', async () => {
    const { gateway } = api()
    const shop = await api().newShop({
      products: [{ code: 'PROMPTPAY', currency: 'THB', fee: { percent: '0' } }],
    })
    await shop.post(`/payins/${newId()}`, thb(909))
    await gateway.advance(12_000)
    expect(await balanceOf(shop, 'THB')).toEqual({ available: 909, pending: 0, reserved: 0 })
  })
})

describe('events', () => {
  const callbacksAbout = (id: string) =>
    api().gateway.deps.sent.filter(({ body }) => body?.includes(`"${id}"`))

  it('a callback is sent to callbackUrl when the status changes, anemic, with the version of the create', async () => {
    const { gateway, shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, { ...thb(), callbackUrl: 'http://127.0.0.1:9/mine?x=1' })
    expect(callbacksAbout(id)).toEqual([])
    await gateway.advance(4_000)
    const [sent, ...more] = callbacksAbout(id)
    expect(more).toEqual([])
    expect(sent?.url).toBe('http://127.0.0.1:9/mine?x=1')
    expect(sent?.method).toBe('POST')
    const headers = Object.fromEntries(
      Object.entries(sent?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(headers).toMatchObject({
      'x-api-version': '2',
      'content-type': expect.stringMatching(/^application\/json/),
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.stringMatching(/^\d+$/),
      'webhook-signature': expect.stringMatching(/v1,\S+ v1a,\S+|v1a,\S+ v1,\S+/),
    })
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      type: 'payin.status_changed',
      timestamp: expect.any(String),
      data: { idPayin: id, merchantCode: shop.code, sequence: 1 },
    })
  })
})

describe('errors', () => {
  it.each([undefined, '1', '3', '2.82', '2.0', 'latest'])('X-API-Version %s: HTTP 404', async (version) => {
    const { app } = api().gateway
    const headers = { ...(version !== undefined && { 'x-api-version': version }) }
    const answer = await app.server.inject({ method: 'GET', url: '/currencies', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'VERSION_UNSUPPORTED'])
  })

  it.each(['/payins', '/payouts'])(
    'a create on %s repeated with an ID already accepted: HTTP 409',
    async (path) => {
      const { gateway, newShop } = api()
      const shop = await newShop()
      await credit(gateway, shop, 'THB', 10n ** 9n)
      const id = newId()
      const body = path === '/payins' ? thb() : thbPayout()
      const name = path === '/payins' ? 'idPayin' : 'idPayout'
      expect((await shop.post(`${path}/${id}`, body)).status).toBe(201)
      const again = await shop.post(`${path}/${id}`, body)
      expectProblem(again, 409, 'ALREADY_EXISTS')
      expect(again.body).toMatchObject({ [name]: id, sameRequest: true })
      const other = await shop.post(`${path}/${id}`, {
        ...body,
        paymentRequested: { money: { amount: 1, currencyCode: 'THB' } },
      })
      expectProblem(other, 409, 'ALREADY_EXISTS')
      expect(other.body).toMatchObject({ [name]: id, sameRequest: false })
    },
  )

  it('more than 10 requests per second: HTTP 429, and the request is not processed', async () => {
    const shop = await api().newShop({ rateLimitPerSecond: 10 })
    const token = await shop.token()
    await api().gateway.advance(1_001)
    const ids = Array.from({ length: 11 }, newId)
    const answers = await Promise.all(
      ids.map((id) => api().gateway.request('POST', `/payins/${id}`, { token, body: thb() })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 429])
    // Which of them comes too late is chance.
    const refused = answers.findIndex(({ status }) => status === 429)
    const answer = answers[refused]
    if (answer) expectProblem(answer, 429, 'RATE_LIMITED')
    await api().gateway.advance(1_001)
    expectProblem(await shop.get(`/payins/${ids[refused]}`), 404, 'NOT_FOUND')
  })

  it.each([
    [904, 'CUSTOMER_NOT_REGISTERED'],
    [905, 'CUSTOMER_VERIFICATION_INACTIVITY'],
  ])('a create of %i: HTTP 406 with code %s, and the ID is not consumed', async (amount, code) => {
    const { shop } = api()
    const id = newId()
    expectProblem(await shop.post(`/payins/${id}`, thb(amount)), 406, code)
    expectProblem(await shop.get(`/payins/${id}`), 404, 'NOT_FOUND')
    expect((await shop.post(`/payins/${id}`, thb())).status).toBe(201)
  })

  it.each([
    'VERSION_UNSUPPORTED',
    'ALREADY_EXISTS',
    'RATE_LIMITED',
    'CUSTOMER_NOT_REGISTERED',
    'VALIDATION_FAILED',
  ])('the type of a problem leads to the page of %s', async (code) => {
    const answer = await api().gateway.request('GET', `/docs/errors/${code}`, {
      headers: { 'x-api-version': '' },
    })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain(code)
  })
})
