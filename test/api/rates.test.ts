/** Rates: ten a second and merchant in any interval, reads of one payment apart, failed authentications by address. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../harness.ts'
import { expectProblem, newId, rowCounts, type Shop, thb, useApi } from './api.fixture.ts'

// Its operator opens the loopback: a request that came through something in front would close it for callbacks from then on.
const api = useApi({ settings: { callbackAllow: ['127.0.0.0/8'] } })

beforeEach(() => api().gateway.advance(1_001))

const read = (token: string, path = '/currencies') => api().gateway.request('GET', path, { token })
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const times = async <Each>(count: number, each: () => Promise<Each>): Promise<Each[]> => {
  const made: Each[] = []
  for (let time = 0; time < count; time++) made.push(await each())
  return made
}

async function tenASecond(): Promise<{ shop: Shop; token: string }> {
  const shop = await api().newShop({ rateLimitPerSecond: 10 })
  const token = await shop.token()
  await api().gateway.advance(1_001)
  return { shop, token }
}

describe('ten requests a second and merchant', () => {
  it('the eleventh is 429, with Retry-After, RateLimit and RateLimit-Policy', async () => {
    const { token } = await tenASecond()
    const answers = await times(11, () => read(token))
    expect(statuses(answers)).toEqual([...Array(10).fill(200), 429])
    const [first] = answers
    expect(first?.headers).toMatchObject({
      'ratelimit-policy': '"default";q=10;w=1',
      ratelimit: '"default";r=9;t=2',
    })
    const last = answers.at(-1)
    if (last) expectProblem(last, 429, 'RATE_LIMITED')
    expect(last?.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[12]$/),
      'ratelimit-policy': '"default";q=10;w=1',
      ratelimit: expect.stringMatching(/^"default";r=0;t=[12]$/),
    })
  })

  it('no interval of one second accepts more, wherever it begins', async () => {
    const { token } = await tenASecond()
    const accepted: number[] = []
    for (let step = 0; step < 120; step++) {
      const { status } = await read(token)
      if (status === 200) accepted.push(api().gateway.deps.clock.now())
      await api().gateway.advance(37)
    }
    for (const from of accepted) {
      expect(accepted.filter((at) => at >= from && at <= from + 1_000).length).toBeLessThanOrEqual(10)
    }
    // Four seconds and a half: what may be had is had.
    expect(accepted.length).toBeGreaterThanOrEqual(40)
  })

  it('a burst before and after the turn of a second does not get nineteen through', async () => {
    const { token } = await tenASecond()
    const { clock } = api().gateway.deps
    await api().gateway.advance(1_000 - (clock.now() % 1_000) + 900)
    const before = await times(10, () => read(token))
    await api().gateway.advance(200)
    const after = await times(10, () => read(token))
    expect(statuses([...before, ...after]).filter((status) => status === 200)).toHaveLength(10)
  })

  it('what is refused is not processed, and its ID is free', async () => {
    const { shop, token } = await tenASecond()
    await times(10, () => read(token))
    const before = await rowCounts(api())
    const id = newId()
    expectProblem(await shop.post(`/payins/${id}`, thb()), 429, 'RATE_LIMITED')
    expect(await rowCounts(api())).toEqual(before)
    await api().gateway.advance(1_001)
    expect((await shop.post(`/payins/${id}`, thb())).status).toBe(201)
  })

  it('what is refused does not count: after a second the whole limit is there again', async () => {
    const { token } = await tenASecond()
    await times(30, () => read(token))
    await api().gateway.advance(1_001)
    expect(statuses(await times(11, () => read(token)))).toEqual([...Array(10).fill(200), 429])
  })

  it('all requests count together: reads, creates and requests for tokens', async () => {
    const { shop, token } = await tenASecond()
    const answers = [
      ...(await times(4, () => read(token))),
      ...(await times(3, () => shop.post(`/payins/${newId()}`, thb()))),
      ...(await times(4, () =>
        api().gateway.tokenFor(shop, '/auth-tokens', { operations: [`GET /payins/${newId()}`] }),
      )),
    ]
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 201, 201, 201, 201, 201, 201, 429])
  })

  it('one merchant’s requests do not count against another’s', async () => {
    const { token } = await tenASecond()
    const other = await tenASecond()
    await times(20, () => read(token))
    expect((await read(other.token)).status).toBe(200)
  })
})

describe('a token of one payment', () => {
  it('reads count against the payment, ten a second, and never starve the shop', async () => {
    const { shop, token } = await tenASecond()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    const { body } = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_INFO',
      idPayment: id,
    })
    await api().gateway.advance(1_001)
    const page = await times(15, () => read(String(body.token), `/payins/${id}`))
    expect(statuses(page)).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
    expect(statuses(await times(11, () => read(token)))).toEqual([...Array(10).fill(200), 429])
  })

  it('a shop that has used its rate up does not stop the payers’ pages', async () => {
    const { shop, token } = await tenASecond()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    const { body } = await api().gateway.tokenFor(shop, '/auth-tokens', { operations: [`GET /payins/${id}`] })
    await times(20, () => read(token))
    expect((await read(String(body.token), `/payins/${id}`)).status).toBe(200)
  })

  it('asking what is available is a read, too', async () => {
    const { shop, token } = await tenASecond()
    const money = { amount: 150, currencyCode: 'THB' }
    const one = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_CHECKOUT',
      idPayment: newId(),
      money,
    })
    await api().gateway.advance(1_001)
    const ask = () =>
      api().gateway.request('POST', '/payins/!availablePaymentOptions', {
        token: String(one.body.token),
        body: { money },
      })
    expect(statuses(await times(11, ask))).toEqual([...Array(10).fill(200), 429])
    expect((await read(token)).status).toBe(200)
  })

  it('its creates count against the merchant', async () => {
    const { shop, token } = await tenASecond()
    const id = newId()
    const { body } = await api().gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'PAYIN_CREATE',
      idPayment: id,
    })
    await times(10, () => read(token))
    const answer = await api().gateway.request('POST', `/payins/${id}`, {
      token: String(body.token),
      body: thb(),
    })
    expectProblem(answer, 429, 'RATE_LIMITED')
  })
})

describe('failed authentications', () => {
  const from = (remoteAddress: string, headers: Readonly<Record<string, string>>, payload?: string) =>
    api().gateway.app.server.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: payload === undefined ? '/currencies' : '/auth-tokens',
      remoteAddress,
      headers: { 'x-api-version': '2', ...headers },
      ...(payload !== undefined && { payload }),
    })
  const forged = { authorization: 'Bearer a.b.c' }
  const JSON_TYPE = { 'content-type': 'application/json', 'x-signature': 'AAAA' }

  it('twenty a second and address, then 429, whoever they claim to be', async () => {
    const codes: number[] = []
    for (let time = 0; time < 25; time++) {
      const body = JSON.stringify({ merchantCode: `NOBODY-${time}`, timestamp: 1 })
      const answer =
        time % 2 === 0 ? await from('192.0.2.1', forged) : await from('192.0.2.1', JSON_TYPE, body)
      codes.push(answer.statusCode)
    }
    expect(codes).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
  })

  it('another address is not touched, nor are tokens that have held before', async () => {
    const token = await api().shop.token()
    const good = { authorization: `Bearer ${token}` }
    expect((await from('192.0.2.2', good)).statusCode).toBe(200)
    for (let time = 0; time < 25; time++) await from('192.0.2.2', forged)
    expect((await from('192.0.2.2', forged)).statusCode).toBe(429)
    expect((await from('192.0.2.3', forged)).statusCode).toBe(401)
    expect((await from('192.0.2.2', good)).statusCode).toBe(200)
  })

  it('addresses of one IPv6 network count as one', async () => {
    const codes: number[] = []
    for (let time = 0; time < 21; time++) codes.push((await from(`2001:db8:1:2::${time}`, forged)).statusCode)
    expect(codes).toEqual([...Array(20).fill(401), 429])
  })

  it('X-Forwarded-For is not believed', async () => {
    const codes: number[] = []
    for (let time = 0; time < 21; time++) {
      const headers = { ...forged, 'x-forwarded-for': `198.51.100.${time}` }
      codes.push((await from('192.0.2.9', headers)).statusCode)
    }
    expect(codes).toEqual([...Array(20).fill(401), 429])
  })
})
