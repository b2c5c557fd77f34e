import { beforeEach, describe, expect, it } from 'vitest'
import { type Access, access } from './access.fixture.ts'

let gate: Access
beforeEach(() => {
  gate = access()
})

const operations = (...entries: string[]) => gate.tokenFor('/auth-tokens', { operations: entries })
const action = (name: string, more: object = {}) =>
  gate.tokenFor('/auth-tokens-by-action', { action: name, idPayment: 'p1', ...more })
const statuses = async (count: number, call: () => ReturnType<Access['call']>) =>
  (await Promise.all(Array.from({ length: count }, call))).map((answer) => answer.statusCode)
const counted = (list: readonly number[], status: number) => list.filter((one) => one === status).length

describe('a request with a token', () => {
  it('is let in where the token allows it, and told what is left of its rate', async () => {
    const answer = await gate.call('GET', '/payins/p1', await action('PAYIN_INFO'))
    expect(answer.json()).toEqual({ merchant: 'shop' })
    expect(answer.headers.ratelimit).toBe('"default";r=9;t=2')
  })

  it.each([undefined, '', 'x', 'a.b.c'])('of the form %j is 401', async (token) => {
    const answer = await gate.call('GET', '/payins/p1', token)
    expect(answer.json()).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it.each(['Basic', 'Token', 'Bearer:'])('under the scheme %s is 401', async (scheme) => {
    const authorization = `${scheme} ${await action('PAYIN_INFO')}`
    const answer = await gate.app.inject({
      url: '/payins/p1',
      headers: { 'x-api-version': '2', authorization },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('under the scheme in other letters is let in', async () => {
    const authorization = `bearer ${await action('PAYIN_INFO')}`
    const answer = await gate.app.inject({
      url: '/payins/p1',
      headers: { 'x-api-version': '2', authorization },
    })
    expect(answer.statusCode).toBe(200)
  })

  it('that has expired is 401 TOKEN_EXPIRED', async () => {
    const token = await action('PAYIN_INFO', { validitySecs: 1 })
    gate.clock.advance(1000)
    expect((await gate.call('GET', '/payins/p1', token)).json().code).toBe('TOKEN_EXPIRED')
  })

  it('of 17 kB is 401', async () => {
    expect((await gate.call('GET', '/payins/p1', 'a'.repeat(17_000))).statusCode).toBe(401)
  })

  it('is judged before its body is read: 401, not 400', async () => {
    const headers = { 'x-api-version': '2', 'content-type': 'application/json' }
    const answer = await gate.app.inject({ method: 'POST', url: '/payins/p1', headers, payload: '{' })
    expect(answer.statusCode).toBe(401)
  })

  it('is judged after the media type: 415, not 401', async () => {
    const headers = { 'x-api-version': '2', 'content-type': 'text/plain' }
    const answer = await gate.app.inject({ method: 'POST', url: '/payins/p1', headers, payload: 'x' })
    expect(answer.statusCode).toBe(415)
  })
})

describe('the scope', () => {
  it.each([
    ['GET', '/payins/p2'],
    ['POST', '/payins/p1'],
    ['GET', '/payins/p1/accounts'],
    ['GET', '/payouts/p1'],
    ['GET', '/payins/p1%2Faccounts'],
  ] as const)('of PAYIN_INFO does not reach %s %s: 403', async (method, url) => {
    const answer = await gate.call(method, url, await action('PAYIN_INFO'))
    expect(answer.json()).toMatchObject({ status: 403, code: 'SCOPE_EXCEEDED' })
  })

  it('in a refusal names what was asked beside what the token allows', async () => {
    const refusal = async (token: string, url = '/payouts/p2') =>
      (await gate.call('POST', url, token)).json().detail
    expect(await refusal(await action('PAYIN_CREATE'))).toBe(
      'the token does not allow POST /payouts/p2: it was created for PAYIN_CREATE of p1, which allows ' +
        'POST /payins/!availablePaymentOptions, POST /payins/p1, GET /payins/p1',
    )
    const several = ['GET /merchant-info', 'GET /payins/.*', 'POST /payins/.*', 'GET /payouts/.*']
    expect(await refusal(await operations(...several))).toBe(
      'the token does not allow POST /payouts/p2: it allows GET /merchant-info, GET /payins/.*, POST /payins/.* and 1 more',
    )
    expect(await refusal(await action('PAYIN_INFO'), `/payouts/${'x'.repeat(5_000)}`)).toContain(
      `allow POST /payouts/${'x'.repeat(86)}…: it was created`,
    )
  })

  it.each(['/payins/p1', '/payins/%701', '/payins/p1?x=/payins/p2'])(
    'is judged on the decoded path: %s',
    async (url) => {
      expect((await gate.call('GET', url, await action('PAYIN_INFO'))).statusCode).toBe(200)
    },
  )

  it('of a pattern reaches what the pattern matches as a whole', async () => {
    const token = await operations('GET /payins/[a-z]+', 'POST /payouts/.*')
    expect((await gate.call('GET', '/payins/abc', token)).statusCode).toBe(200)
    expect((await gate.call('GET', '/payins/abc/accounts', token)).statusCode).toBe(403)
    expect((await gate.call('POST', '/payouts/abc', token)).statusCode).toBe(200)
  })

  it('does not let an encoded slash stand for a slash', async () => {
    const token = await operations('GET /payins/p1/accounts')
    expect((await gate.call('GET', '/payins/p1%2Faccounts', token)).statusCode).toBe(403)
  })
})

describe('the rate', () => {
  it('is 10 a second for all requests of a merchant, and 429 comes before 403', async () => {
    const token = await operations('GET /merchant-info')
    gate.clock.advance(1001)
    const all = await statuses(14, () => gate.call('POST', '/payouts/x', token))
    expect([counted(all, 403), counted(all, 429)]).toEqual([10, 4])
  })

  it('of reads with a token of one payment is that payment’s own: the shop is not starved', async () => {
    const page = await action('PAYIN_INFO')
    const shop = await operations('GET /payins/.*')
    gate.clock.advance(1001)
    const reads = await statuses(15, () => gate.call('GET', '/payins/p1', page))
    expect(counted(reads, 200)).toBe(10)
    expect(counted(await statuses(10, () => gate.call('GET', '/payins/p9', shop)), 200)).toBe(10)
  })

  it('of writes with a token of one payment is the merchant’s', async () => {
    const token = await action('PAYIN_CREATE')
    gate.clock.advance(1001)
    await statuses(10, () => gate.call('POST', '/payins/p1', token))
    expect((await gate.call('POST', '/payins/p1', token)).statusCode).toBe(429)
    expect((await gate.call('GET', '/payins/p1', token)).statusCode).toBe(200)
  })
})

describe('failures', () => {
  it('are at most 20 a second from one address', async () => {
    const all = await statuses(30, () => gate.call('GET', '/payins/p1', 'a.b.c'))
    expect([counted(all, 401), counted(all, 429)]).toEqual([20, 10])
  })

  it('do not lock out a neighbour whose token is right, though nobody has seen it before', async () => {
    await statuses(150, () => gate.call('GET', '/payins/p1', 'a.b.c'))
    expect((await gate.call('GET', '/payins/p1', await action('PAYIN_INFO'))).statusCode).toBe(200)
  })

  it('that flood are refused before anything is computed, and so is what is new from there', async () => {
    const token = await action('PAYIN_INFO')
    await statuses(210, () => gate.call('GET', '/payins/p1', 'a.b.c'))
    expect((await gate.call('GET', '/payins/p1', token)).statusCode).toBe(429)
  })

  it('do not lock out a neighbour whose token has held before, whatever floods', async () => {
    const token = await action('PAYIN_INFO')
    await gate.call('GET', '/payins/p1', token)
    await statuses(210, () => gate.call('GET', '/payins/p1', 'a.b.c'))
    expect((await gate.call('GET', '/payins/p1', token)).statusCode).toBe(200)
  })
})
