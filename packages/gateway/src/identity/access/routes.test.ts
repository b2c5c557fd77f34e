import { beforeEach, describe, expect, it } from 'vitest'
import { JSON_BODY, START } from '../../http/http.fixture.ts'
import { type Access, access, KEYS, SECRET, SHOP } from './access.fixture.ts'

const BY_ACTION = '/auth-tokens-by-action'
const BY_OPERATIONS = '/auth-tokens'
const SECS = START / 1000
const INFO = { merchantCode: 'shop', action: 'PAYIN_INFO', idPayment: 'p1', timestamp: SECS }

let gate: Access
beforeEach(() => {
  gate = access()
})

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const post = (body: object, path = BY_ACTION) => gate.post(path, JSON.stringify(body))
const faultsOf = async (body: object, path = BY_ACTION) => {
  const answer = await post({ ...INFO, ...body }, path)
  return (answer.json().errors ?? []).map((fault: { path: string }) => fault.path)
}

describe('a token request that is right', () => {
  it('answers 201 with the token', async () => {
    const answer = await post({ ...INFO, validitySecs: 60 })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      token: expect.any(String),
      tokenType: 'Bearer',
      expiresAt: new Date(START + 60_000).toISOString(),
      validitySecs: 60,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.ratelimit).toBe('"default";r=9;t=2')
  })

  it.each([BY_ACTION, BY_OPERATIONS])('%s: without validitySecs the token lives 1800 s', async (path) => {
    const answer = await post({ ...INFO, operations: ['GET /payins/.*'] }, path)
    expect(answer.json().validitySecs).toBe(1800)
  })

  it('may carry money, a number as everywhere', async () => {
    const answer = await post({ ...INFO, money: { amount: 10.5, currencyCode: 'EUR' } })
    expect(claimsOf(answer.json().token).money).toEqual({ amount: 10.5, currencyCode: 'EUR' })
  })

  it.each(['PAYIN_CHECKOUT', 'PAYIN_CREATE'])(
    'of %s takes money, callbackUrl and returnUrl into the grant',
    async (action) => {
      const terms = {
        action,
        money: { amount: 1, currencyCode: 'EUR' },
        callbackUrl: 'https://shop.example/callback',
        returnUrl: 'https://shop.example/',
      }
      const { money, callbackUrl, returnUrl } = claimsOf((await post({ ...INFO, ...terms })).json().token)
      expect({ money, callbackUrl, returnUrl }).toEqual({
        money: { amount: 1, currencyCode: 'EUR' },
        callbackUrl: terms.callbackUrl,
        returnUrl: terms.returnUrl,
      })
    },
  )

  it('may spread its JSON and sign the minified bytes', async () => {
    const answer = await gate.post(BY_ACTION, JSON.stringify(INFO, null, 2), { signed: JSON.stringify(INFO) })
    expect(answer.statusCode).toBe(201)
  })

  it.each([SECS - 300, SECS + 300, START - 300_000, START + 300_000])(
    'with the timestamp %d is in time',
    async (timestamp) => {
      expect((await post({ ...INFO, timestamp })).statusCode).toBe(201)
    },
  )
})

describe('the very same signed bytes', () => {
  const twice = async (first: string, second: string, options = {}) => {
    const one = await gate.post(BY_ACTION, first)
    gate.clock.advance(299_000)
    const two = await gate.post(BY_ACTION, second, options)
    return [one.json().token, two.json().token]
  }

  it('get the very same token again', async () => {
    const [one, two] = await twice(JSON.stringify(INFO), JSON.stringify(INFO))
    expect(two).toBe(one)
  })

  it('get the very same token from another node', async () => {
    const other = access()
    const answers = await Promise.all([gate, other].map((node) => node.post(BY_ACTION, JSON.stringify(INFO))))
    expect(answers[0]?.json().token).toBe(answers[1]?.json().token)
  })

  it('by another key are another token', async () => {
    const [one, two] = await twice(JSON.stringify(INFO), JSON.stringify(INFO), {
      key: KEYS.second.privateKey,
    })
    expect(two).not.toBe(one)
  })

  it('are refused when their timestamp is old: a replay gains nothing', async () => {
    await post(INFO)
    gate.clock.advance(301_000)
    expect((await post(INFO)).statusCode).toBe(401)
  })
})

describe('what is wrong of merchant code, key, signature, secret or timestamp', () => {
  const text = JSON.stringify(INFO)
  const cases: [string, string, Parameters<Access['post']>[2]][] = [
    ['an unknown merchant', JSON.stringify({ ...INFO, merchantCode: 'nobody' }), {}],
    ['a code that can be none', JSON.stringify({ ...INFO, merchantCode: '../x' }), {}],
    ['a foreign key', text, { key: KEYS.stranger.privateKey }],
    ['a signature over something else', text, { signed: `${text} ` }],
    ['an old timestamp', JSON.stringify({ ...INFO, timestamp: SECS - 301 }), {}],
    ['a future timestamp', JSON.stringify({ ...INFO, timestamp: START + 301_000 }), {}],
  ]

  it.each(cases)('%s reads like all the others: 401', async (_name, body, options) => {
    const answer = await gate.post(BY_ACTION, body, options)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    const { code, detail } = answer.json()
    expect(code).toBe('AUTHENTICATION_FAILED')
    expect(detail.replace(/(0 s behind|301 s behind|301 s ahead of)/, '# s off')).toBe(
      "the merchant code, the key, the signature or the time is wrong; for security, it is not said which. The timestamp is # s off the server's clock; at most 300 s either way are accepted",
    )
  })

  it.each([
    [{ timestamp: SECS - 301 }, "301 s behind the server's clock"],
    [{ timestamp: START + 301_000 }, "301 s ahead of the server's clock"],
    [{ merchantCode: 'nobody', timestamp: SECS - 7 }, "7 s behind the server's clock"],
  ])('%j says how far the clock is off', async (terms, offset) => {
    expect((await post({ ...INFO, ...terms })).json().detail).toContain(`The timestamp is ${offset}`)
  })

  it.each(['shop', 'nobody'])('a wrong secret of %s reads like that of any other', async (merchantCode) => {
    const payload = JSON.stringify({ ...INFO, merchantCode, secret: 'wrong' })
    const answer = await gate.app.inject({ method: 'POST', url: BY_ACTION, headers: JSON_BODY, payload })
    const detail = 'the merchant code or the secret is wrong'
    expect(answer.json()).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED', detail })
  })

  it('a suspended merchant reads like an unknown one', async () => {
    gate.directory.change({ status: 'SUSPENDED' })
    expect((await post(INFO)).json().code).toBe('AUTHENTICATION_FAILED')
  })
})

describe('a credential that is missing or malformed', () => {
  const malformed: [string, object, object, string][] = [
    ['neither signature nor secret', INFO, {}, 'the header X-SIGNATURE is missing'],
    ['a secret that is no text', { ...INFO, secret: 7 }, {}, 'the header X-SIGNATURE is missing'],
    ['an empty signature', INFO, { 'x-signature': '' }, 'the header X-SIGNATURE is not base64'],
    ['a signature in hex', INFO, { 'x-signature': 'abc' }, 'the header X-SIGNATURE is not base64'],
    ['no timestamp', { ...INFO, timestamp: undefined }, { 'x-signature': 'AAAA' }, '/timestamp is missing'],
    ['a timestamp as text', { ...INFO, timestamp: `${SECS}` }, { 'x-signature': 'AAAA' }, '/timestamp is'],
    ['a fraction', { ...INFO, timestamp: SECS + 0.5 }, { 'x-signature': 'AAAA' }, '/timestamp is'],
  ]

  it.each(malformed)('is named: %s', async (_name, body, headers, detail) => {
    const payload = JSON.stringify(body)
    const requested = {
      method: 'POST',
      url: BY_ACTION,
      headers: { ...JSON_BODY, ...headers },
      payload,
    } as const
    const answer = (await gate.app.inject(requested)).json()
    expect(answer).toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' })
    expect(answer.detail).toContain(detail)
  })

  it('reads alike for a merchant that does not exist', async () => {
    const detailsOf = (merchantCode: string) =>
      Promise.all(
        malformed.map(async ([, body, headers]) => {
          const payload = JSON.stringify({ ...body, merchantCode })
          const requested = { method: 'POST', url: BY_ACTION, payload } as const
          const answer = await gate.app.inject({ ...requested, headers: { ...JSON_BODY, ...headers } })
          return answer.json().detail
        }),
      )
    expect(await detailsOf('nobody')).toEqual(await detailsOf('shop'))
  })
})

describe('a token that would have expired before it can be used', () => {
  it.each([
    [{ validitySecs: 60 }, 60],
    [{ validitySecs: 60 }, 55],
    [{ validitySecs: 1 }, 1],
  ])('is refused, with how far the clock is off: %j, %d s behind', async (terms, behindSecs) => {
    const answer = (await post({ ...INFO, ...terms, timestamp: SECS - behindSecs })).json()
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(answer.errors).toMatchObject([{ path: '/timestamp', code: 'OUT_OF_RANGE' }])
    expect(answer.detail).toContain(`${behindSecs} s behind the server's clock`)
  })

  it.each([
    [{ validitySecs: 60 }, 54],
    [{ validitySecs: 1 }, 0],
    [{ validitySecs: 5 }, 4],
  ])('is made where it can still be used: %j, %d s behind', async (terms, behindSecs) => {
    expect((await post({ ...INFO, ...terms, timestamp: SECS - behindSecs })).statusCode).toBe(201)
  })
})

describe('a merchant secret', () => {
  const bySecret = (terms: object) => {
    const payload = JSON.stringify({
      merchantCode: 'shop',
      action: 'PAYIN_INFO',
      idPayment: 'p1',
      secret: SECRET,
      ...terms,
    })
    return gate.app.inject({ method: 'POST', url: BY_ACTION, headers: JSON_BODY, payload })
  }

  it('works without a timestamp, and is said to be deprecated', async () => {
    const answer = await bySecret({})
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.deprecation).toMatch(/^@\d+$/)
  })

  it('stands in no token', async () => {
    expect(JSON.stringify(claimsOf((await bySecret({})).json().token))).not.toContain(SECRET)
  })

  it('removed, ends the tokens made with it', async () => {
    const { token } = (await bySecret({})).json()
    gate.directory.change({ secretHashes: [] })
    expect((await gate.call('GET', '/payins/p1', token)).statusCode).toBe(401)
  })
})

describe('the order of the checks', () => {
  it('JSON before everything: 400', async () => {
    expect((await gate.post(BY_ACTION, '{"merchantCode":')).json().code).toBe('MALFORMED_JSON')
  })

  it.each(['{}', '[]', '"text"', '{"merchantCode":7}', '{"merchantCode":null}'])(
    '%s has no merchantCode: 400',
    async (body) => {
      expect((await gate.post(BY_ACTION, body)).json().code).toBe('VALIDATION_FAILED')
    },
  )

  it('the signature before the terms: 401, and no pattern is compiled', async () => {
    const body = JSON.stringify({ ...INFO, operations: ['GET /('] })
    const answer = await gate.post(BY_OPERATIONS, body, { key: KEYS.stranger.privateKey })
    expect(answer.statusCode).toBe(401)
  })

  it('the rate before the terms: 429 with Retry-After, never 400', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1)
      statuses.push((await post({ ...INFO, action: 'NONE' })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })
})

describe('failed authentications', () => {
  const failing = (remoteAddress: string) =>
    gate.post(BY_ACTION, JSON.stringify(INFO), { key: KEYS.stranger.privateKey, remoteAddress })

  it('are at most 20 a second from one address, also all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => failing('198.51.100.1')))
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(20)
    // Which of them come too late is chance.
    const refused = answers.filter((answer) => answer.statusCode === 429)
    expect(refused).toHaveLength(10)
    for (const answer of refused) expect(answer.json().code).toBe('RATE_LIMITED')
    for (const answer of refused) expect(answer.headers['retry-after']).toBe('2')
  })

  const right = (remoteAddress: string) => gate.post(BY_ACTION, JSON.stringify(INFO), { remoteAddress })
  const secretly = (secret: string) =>
    gate.app.inject({
      method: 'POST',
      url: BY_ACTION,
      headers: JSON_BODY,
      payload: JSON.stringify({ ...INFO, secret }),
      remoteAddress: '198.51.100.1',
    })

  it('of one client lock out no other behind the same address whose signature or secret is right', async () => {
    await Promise.all(Array.from({ length: 150 }, () => failing('198.51.100.1')))
    expect((await right('198.51.100.1')).statusCode).toBe(201)
    expect((await secretly(SECRET)).statusCode).toBe(201)
    expect((await secretly(`${SECRET}x`)).statusCode).toBe(429)
  })

  it('read alike also then, whether there is such a merchant or not', async () => {
    await Promise.all(Array.from({ length: 30 }, () => failing('198.51.100.1')))
    const nobody = JSON.stringify({ ...INFO, merchantCode: 'nobody' })
    const answers = [
      await failing('198.51.100.1'),
      await gate.post(BY_ACTION, nobody, { remoteAddress: '198.51.100.1' }),
    ].map((answer) => ({ ...answer.json(), requestId: '' }))
    expect(answers[0]).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(answers[1]).toEqual(answers[0])
  })

  it('that flood close the door to that address and to no other: nothing is computed for it', async () => {
    await Promise.all(Array.from({ length: 210 }, () => failing('198.51.100.1')))
    expect((await right('198.51.100.1')).statusCode).toBe(429)
    expect((await right('198.51.100.2')).statusCode).toBe(201)
    gate.clock.advance(1001)
    expect((await right('198.51.100.1')).statusCode).toBe(201)
  })

  it('are forgotten after a second', async () => {
    await Promise.all(Array.from({ length: 30 }, () => failing('198.51.100.1')))
    gate.clock.advance(1001)
    expect((await failing('198.51.100.1')).statusCode).toBe(401)
  })
})

describe('terms that break a rule are 400 with their pointers', () => {
  it('an unknown action, with the list of those there are', async () => {
    const answer = await post({ ...INFO, action: 'PAYIN_DELETE' })
    expect(answer.json().errors[0].message).toBe(
      'must be one of PAYIN_CREATE, PAYIN_INFO, PAYIN_CHECKOUT, PAYOUT_CREATE, PAYOUT_INFO, REFUND_CREATE, REFUND_INFO',
    )
  })

  it.each([
    [{ idPayment: undefined }, ['/idPayment']],
    [{ idPayment: '.hidden' }, ['/idPayment']],
    [{ idPayment: 'x'.repeat(65) }, ['/idPayment']],
    [{ action: undefined, idPayment: 7, validitySecs: 0 }, ['/action', '/idPayment', '/validitySecs']],
    [{ validitySecs: 2_678_401 }, ['/validitySecs']],
    [{ validitySecs: 1.5 }, ['/validitySecs']],
    [{ validitySecs: '60' }, ['/validitySecs']],
    [{ money: { amount: 1, currencyCode: 'XXX' } }, ['/money/currencyCode']],
    [{ action: 'PAYIN_CHECKOUT' }, ['/money']],
    [
      { action: 'PAYIN_CHECKOUT', money: { amount: 1, currencyCode: 'EUR' }, returnUrl: 'javascript:1' },
      ['/returnUrl'],
    ],
    [
      { action: 'PAYIN_CHECKOUT', money: { amount: 1, currencyCode: 'EUR' }, callbackUrl: 7 },
      ['/callbackUrl'],
    ],
    [{ action: 'PAYIN_CREATE', callbackUrl: 7 }, ['/callbackUrl']],
    [{ merchantCode: '' }, ['/merchantCode']],
    [{ merchantCode: null }, ['/merchantCode']],
    [{ merchantCode: 7 }, ['/merchantCode']],
  ])('%j', async (change, paths) => {
    expect(await faultsOf(change)).toEqual(paths)
  })

  it.each([
    [{}, ['/operations']],
    [{ operations: 'GET /' }, ['/operations']],
    [{ operations: ['GET /', 7] }, ['/operations']],
    [{ operations: [] }, ['/operations']],
    [{ operations: ['GET /payins/(', 'GET /fine', 'FETCH /x'] }, ['/operations/0', '/operations/2']],
    [{ operations: ['GET /payins/.*'], validitySecs: 86_401 }, ['/validitySecs']],
  ])('%j', async (change, paths) => {
    expect(await faultsOf(change, BY_OPERATIONS)).toEqual(paths)
  })

  it('money of more than 15 digits, judged on its text', async () => {
    const body = `{"merchantCode":"shop","action":"PAYIN_INFO","idPayment":"p1","timestamp":${SECS},"money":{"amount":1.0000000000000001,"currencyCode":"EUR"}}`
    expect((await gate.post(BY_ACTION, body)).json().errors[0].code).toBe('TOO_MANY_DIGITS')
  })

  it.each([
    [BY_ACTION, {}],
    [BY_OPERATIONS, { operations: ['GET /payins/p1', 'GET /payins/p1/accounts'] }],
  ])('but %s may give a token of one payment 31 days', async (path, terms) => {
    expect((await post({ ...INFO, ...terms, validitySecs: 2_678_400 }, path)).statusCode).toBe(201)
  })

  it('and callbackUrl and returnUrl count only of a token that creates a payin', async () => {
    const answer = await post({ ...INFO, callbackUrl: 7, returnUrl: 'javascript:1' })
    expect(claimsOf(answer.json().token).returnUrl).toBeUndefined()
  })
})

describe('the public keys', () => {
  it('are at /.well-known/jwks.json without a version, and none is private', async () => {
    const answer = await gate.app.inject('/.well-known/jwks.json')
    expect(answer.json().keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: 'token-1', alg: 'EdDSA', use: 'sig' },
    ])
  })
})

it('a merchant without keys cannot be entered by the padding key', async () => {
  gate.directory.change({ publicKeys: [], secretHashes: SHOP.secretHashes })
  expect((await post(INFO)).statusCode).toBe(401)
})
