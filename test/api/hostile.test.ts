/**
 * Whatever a stranger sends gets a clear, complete problem document and leaves nothing behind: no row in any table that
 * payments write.
 */
import { createHmac, createSign, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, KEYS, type RequestOptions, sign } from '../harness.ts'
import { costMs } from '../setup/processor-time.ts'
import { expectProblem, faultPaths, newId, rowCounts, type Shop, thb, useApi } from './api.fixture.ts'

// Without workers: what is counted is what requests leave, and nothing that time brings.
const api = useApi({ started: false })
const ask = (method: string, path: string, options: RequestOptions = {}) =>
  api().gateway.request(method, path, options)

/** All requests of a test that refuses must leave the tables as they were. */
function leavesNothing(): void {
  let before: unknown
  beforeEach(async () => {
    before = await rowCounts(api())
  })
  afterEach(async () => {
    expect(await rowCounts(api())).toEqual(before)
  })
}

const CREATE = JSON.stringify(thb())
/** The create with this text where the amount stands. */
const withAmount = (text: string) => CREATE.replace('500.25', text)
const post = (raw: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  api().shop.postRaw(`/payins/${newId()}`, raw, headers)

describe('bodies that are no JSON', () => {
  leavesNothing()

  it.each<[string, string | Buffer]>([
    ['empty', ''],
    ['white space', ' \n '],
    ['cut off', CREATE.slice(0, -1)],
    ['two documents', `${CREATE}${CREATE}`],
    ['trailing comma', CREATE.replace(/}$/, ',}')],
    ['single quotes', CREATE.replaceAll('"', "'")],
    ['a comment', `/* hello */${CREATE}`],
    ['NaN', withAmount('NaN')],
    ['Infinity', withAmount('Infinity')],
    ['leading zero', withAmount('0500')],
    ['leading plus', withAmount('+500')],
    ['a bare dot', withAmount('500.')],
    ['hexadecimal', withAmount('0x1f4')],
    ['undefined', 'undefined'],
    ['a form', 'amount=500&currencyCode=THB'],
    ['a raw control character in a string', '{"a":"\u0001"}'],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(CREATE)])],
    ['UTF-16', Buffer.from(CREATE, 'utf16le')],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${CREATE}`, 'utf16le')],
    ['latin1 bytes', Buffer.from(CREATE.replace('1234567890', 'Zürich'), 'latin1')],
    ['overlong UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"')]),
    ],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['30,000 levels of lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['30,000 open lists', '['.repeat(30_000)],
  ])('%s', async (_what, raw) => {
    expectProblem(await post(raw), 400, 'MALFORMED_JSON')
  })

  it.each<[string, string]>([
    ['NUL in a value', CREATE.replace('1234567890', 'a\\u0000b')],
    ['NUL in a value nobody knows', CREATE.replace('{', '{"note":"a\\u0000b",')],
    ['NUL in a key', CREATE.replace('{', '{"no\\u0000te":1,')],
    ['a lone surrogate', CREATE.replace('1234567890', '\\ud800')],
    ['surrogates in the wrong order', CREATE.replace('1234567890', '\\udc00\\ud800')],
  ])('%s is refused with its place', async (_what, raw) => {
    const answer = await post(raw)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(answer.text).not.toContain('\\u0000')
  })
})

describe('a name that an object has twice', () => {
  leavesNothing()

  it.each<[string, string, string]>([
    ['the amount', withAmount('500.25,"amount":1'), '/paymentRequested/money/amount'],
    ['spelt with an escape', withAmount('500.25,"am\\u006funt":1'), '/paymentRequested/money/amount'],
    ['that nobody knows', CREATE.replace('{', '{"note":1,"note":null,'), '/note'],
  ])('%s is refused with its place, though the bytes are signed', async (_what, raw, path) => {
    const answer = await post(raw)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual([path])
  })

  it('is refused of a request for a token, too', async () => {
    const answer = await ask('POST', '/auth-tokens', { raw: '{"merchantCode":"A","merchantCode":"B"}' })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/merchantCode'])
  })
})

describe('what would poison a prototype is a property that nobody knows', () => {
  it.each<[string, string]>([
    ['__proto__', CREATE.replace('{', '{"__proto__":{"isAdmin":true},')],
    ['__proto__ deep inside', CREATE.replace('{"amount"', '{"__proto__":null,"amount"')],
    ['__proto__ by escape', CREATE.replace('{', '{"\\u005f_proto__":{},')],
    ['__proto__ in place of what is mandatory', CREATE.replace('{', '{"__proto__":{"callbackUrl":7},')],
    ['constructor.prototype', CREATE.replace('{', '{"constructor":{"prototype":{"a":1}},')],
  ])('%s: the create is accepted as if it were not there', async (_what, raw) => {
    const answer = await post(raw)
    expect(answer.status).toBe(201)
    expect(answer.text).not.toContain('isAdmin')
    expect({}).not.toHaveProperty('isAdmin')
    expect({}).not.toHaveProperty('callbackUrl')
  })

  it('and gives no value to what was left out', async () => {
    const raw = JSON.stringify({ ...thb(), paymentMethod: undefined })
    const answer = await post(
      raw.replace('{', `{"__proto__":{"paymentMethod":${JSON.stringify(thb().paymentMethod)}},`),
    )
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/paymentMethod'])
  })
})

describe('size and media type', () => {
  leavesNothing()

  it('65,537 bytes are too many, announced or not', async () => {
    const raw = `{"a":"${'x'.repeat(65_529)}"}`
    expect(Buffer.byteLength(raw)).toBe(65_537)
    expectProblem(await post(raw), 413, 'BODY_TOO_LARGE')
    const { app } = api().gateway
    const answer = await app.server.inject({
      method: 'POST',
      url: '/payins/chunked',
      headers: {
        'x-api-version': '2',
        'content-type': 'application/json',
        authorization: `Bearer ${await api().shop.token()}`,
      },
      payload: Readable.from([raw.slice(0, 40_000), raw.slice(40_000)]),
    })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'application',
    ' ',
  ])('content type %j', async (type) => {
    expectProblem(await post(CREATE, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it.each(['gzip', 'GZIP', 'br', 'deflate', 'identity, gzip', 'aws-chunked'])(
    'content encoding %s',
    async (encoding) => {
      const answer = await post(gzipSync(CREATE), { 'content-encoding': encoding })
      expectProblem(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    },
  )
})

describe('65,536 bytes and any spelling of the media type are fine', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=iso-8859-1',
  ])('%s', async (type) => {
    const raw = CREATE.replace('{', `{"padding":"${'x'.repeat(65_536 - CREATE.length - 13)}",`)
    expect(Buffer.byteLength(raw)).toBe(65_536)
    expect((await post(raw, { 'content-type': type })).status).toBe(201)
  })

  it('a list of 30,000 numbers nobody knows is ignored', async () => {
    const raw = CREATE.replace('{', `{"list":[${Array(30_000).fill('1').join(',')}],`)
    expect((await post(raw)).status).toBe(201)
  })
})

describe('values of the wrong kind', () => {
  leavesNothing()

  it('a name twice in an object, which two readers may take for two things', async () => {
    const answer = await post(CREATE.replace('"amount":500.25', '"amount":100.5,"amount":200.5'))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    const path = '/paymentRequested/money/amount'
    expect(answer.body.errors).toMatchObject([{ path, code: 'DUPLICATE_NAME' }])
  })

  it.each(['[]', '"text"', '5', 'true', 'null', '[{"paymentRequested":{}}]'])('the body %s', async (raw) => {
    expectProblem(await post(raw), 400, 'VALIDATION_FAILED')
  })

  it.each([
    '"100"',
    '"100.50"',
    'true',
    '[5]',
    '{}',
    'null',
    '-1e400',
    '-0',
    '0',
    '0.00',
    '0e5',
    '1e-400',
    '-100',
    '-0.01',
    '100.001',
    '100.00000000000000001',
    '1000000000000000',
    '9007199254740993',
    '123456789012345.67',
    '1e-7',
  ])('the amount %s', async (text) => {
    const answer = await post(withAmount(text))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/paymentRequested/money/amount'])
  })

  it.each(['1e400', '1e21', '99999999999999'])('the amount %s is one that no method takes', async (text) => {
    expectProblem(await post(withAmount(text)), 422, 'AMOUNT_OUT_OF_RANGE')
  })

  const STRANGE = [
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    '',
    ' ',
    'thb',
    'THB ',
    'TH\u0000B',
    "' or 1=1 --",
    'EUR',
    'x'.repeat(10_000),
    '💸',
    5,
    [],
    ['THB'],
    {},
    true,
  ]

  it.each(STRANGE)('the currency code %j', async (currencyCode) => {
    const body = thb()
    const money = { ...body.paymentRequested.money, currencyCode }
    const answer = await post(JSON.stringify({ ...body, paymentRequested: { money } }))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toContain('/paymentRequested/money/currencyCode')
  })

  it.each(STRANGE)('the method code %j', async (paymentMethodCode) => {
    const paymentMethod = { ...thb().paymentMethod, paymentMethodCode }
    const answer = await post(JSON.stringify({ ...thb(), paymentMethod }))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toContain('/paymentMethod/paymentMethodCode')
  })

  it.each(STRANGE)('the operator code %j', async (paymentOperatorCode) => {
    const paymentMethod = { ...thb().paymentMethod, paymentOperatorCode }
    const answer = await post(JSON.stringify({ ...thb(), paymentMethod }))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toContain('/paymentMethod/paymentOperatorCode')
  })

  it.each([
    ['a method of another currency', 'FPX'],
    ['a payout method', 'BANK_TRANSFER'],
    ['a method in other letters', 'PromptPay'],
  ])('%s', async (_what, paymentMethodCode) => {
    const paymentMethod = { ...thb().paymentMethod, paymentMethodCode }
    expectProblem(await post(JSON.stringify({ ...thb(), paymentMethod })), 400, 'VALIDATION_FAILED')
  })

  it.each([5, [], {}, true, 'x'.repeat(129), 'a\nb', 'a\u0085b', ''])(
    'the account number %j',
    async (accountNumber) => {
      const paymentMethod = { ...thb().paymentMethod, account: { accountNumber } }
      const answer = await post(JSON.stringify({ ...thb(), paymentMethod }))
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toEqual(['/paymentMethod/account/accountNumber'])
    },
  )

  it.each([
    'ftp://shop.example/',
    'http:/',
    'http://',
    'http://user:pass@127.0.0.1/',
    'http://127.0.0.1:99999/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'javascript:alert(1)',
    'http://127.0.0.1/a b',
    'http://127.0.0.1\\@evil.example/',
    `http://127.0.0.1/${'a'.repeat(2048)}`,
    '',
    5,
    {},
  ])('the callbackUrl %j', async (callbackUrl) => {
    const answer = await post(JSON.stringify({ ...thb(), callbackUrl }))
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/callbackUrl'])
  })

  it.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://127.1/',
    'https://100.64.0.1/',
    'https://[::ffff:10.0.0.1]/',
  ])('the callbackUrl %s of a live merchant', async (callbackUrl) => {
    const live = await api().newShop({ isTest: false })
    const answer = await live.post(`/payins/${newId()}`, { ...thb(), callbackUrl })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/callbackUrl'])
  })

  it('a live merchant is never served by the sandbox', async () => {
    const live = await api().newShop({ isTest: false })
    const answer = await live.post(`/payins/${newId()}`, {
      ...thb(),
      callbackUrl: 'https://shop.example/callbacks',
    })
    expectProblem(answer, 422, 'METHOD_UNAVAILABLE')
    const options = await live.post('/payins/!availablePaymentOptions', {
      money: { amount: 500, currencyCode: 'THB' },
    })
    expect(options.body).toEqual({ data: [] })
  })
})

describe('IDs', () => {
  leavesNothing()

  it.each([
    '.',
    '..',
    '.hidden',
    '%2e%2e',
    'a%2Fb',
    '%2F',
    '..%2F..%2Fetc%2Fpasswd',
    'a%20b',
    'a%00b',
    'é',
    '%C3%A9',
    '%F0%9F%92%B8',
    'a+b',
    'a@b',
    'a%25b',
    "a'b",
    'x'.repeat(65),
    '!unknown',
    '%E2%80%AE',
  ])('%s is no Merchant Order ID', async (id) => {
    const { shop } = api()
    const create = await shop.post(`/payins/${id}`, thb())
    expect([400, 404]).toContain(create.status)
    expectProblem(create, create.status, create.status === 400 ? 'VALIDATION_FAILED' : 'NOT_FOUND')
    const read = await shop.get(`/payins/${id}`)
    expectProblem(read, 404, 'NOT_FOUND')
  })

  it.each(['a%0Ab', 'x'.repeat(5_000)])('%s is nothing that the pattern .* of a token allows', async (id) => {
    expectProblem(await api().shop.post(`/payins/${id}`, thb()), 403, 'SCOPE_EXCEEDED')
  })

  it.each(['%', '%zz', '%C3', '%ff', 'a%E0%A4%A'])('%s is no percent-encoded UTF-8', async (id) => {
    expectProblem(await api().shop.post(`/payins/${id}`, thb()), 400, 'VALIDATION_FAILED')
  })

  it.each(['/payins/', '/payins', '/payins//', '//payins/a', '/payins/a/', '/payins/a/b/c', '/PAYINS/a'])(
    'POST %s is nothing that can be created',
    async (path) => {
      const answer = await api().shop.post(path, thb())
      expect([400, 404, 405]).toContain(answer.status)
      expectProblem(answer, answer.status, String(answer.body.code))
    },
  )
})

describe('IDs that are fine', () => {
  it.each([
    'a',
    'x'.repeat(64),
    '-',
    '~',
    '_',
    'a.b',
    'a..b',
    '018f8c2e-7d4b-7c3a-9a54-0a1b2c3d4e5f',
    'constructor',
    'toString',
  ])('%s', async (id) => {
    const { shop } = api()
    const created = await shop.post(`/payins/${id}`, thb())
    expect(`${created.status} ${created.text}`).toMatch(/^201 /)
    expect(created.headers.location).toBe(`/payins/${id}`)
    expect((await shop.get(`/payins/${id}`)).body).toMatchObject({ paymentMethodResponse: { idPayin: id } })
  })

  it('percent-encoded letters are the same ID', async () => {
    const { shop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    expectProblem(await shop.post(`/payins/%6F${id.slice(1)}`, thb()), 409, 'ALREADY_EXISTS')
  })
})

describe('methods', () => {
  leavesNothing()

  it.each([
    ['PUT', '/payins/a'],
    ['DELETE', '/payins/a'],
    ['PATCH', '/payins/a'],
    ['HEAD', '/auth-tokens'],
    ['GET', '/auth-tokens'],
    ['POST', '/currencies'],
    ['DELETE', '/balances'],
    ['GET', '/payins/!availablePaymentOptions'],
  ])('%s %s is 405 with Allow', async (method, path) => {
    const answer = await ask(method, path, { token: await api().shop.token() })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
    if (method !== 'HEAD') expectProblem(answer, 405, 'METHOD_NOT_ALLOWED')
  })
})

describe('tokens', () => {
  leavesNothing()
  let token = ''
  let other: Shop
  beforeAll(async () => {
    token = await api().shop.token()
    other = await api().newShop()
  })
  // So that failures of one test are not counted against the next: twenty a second and address are.
  beforeEach(() => api().gateway.advance(1_001))

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const part = (index: number): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
  const refused = async (forged: string) =>
    expectProblem(await ask('GET', '/currencies', { token: forged }), 401, 'AUTHENTICATION_FAILED')

  it('alg none', async () => {
    for (const alg of ['none', 'None', 'NONE', '']) {
      const head = `${encode({ ...part(0), alg })}.${token.split('.')[1]}`
      await refused(`${head}.`)
      await refused(`${head}.${token.split('.')[2]}`)
      await refused(head)
    }
  })

  it('HS256 with the public key as secret', async () => {
    const { body } = await ask('GET', '/.well-known/jwks.json')
    const { keys } = body
    const [jwk] = Array.isArray(keys) ? keys : []
    const head = `${encode({ ...part(0), alg: 'HS256' })}.${token.split('.')[1]}`
    for (const secret of [JSON.stringify(jwk), String(jwk.x), Buffer.from(String(jwk.x), 'base64url')]) {
      await refused(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`)
    }
  })

  it('a foreign key, also one that the header brings along', async () => {
    const foreign = generateKeyPairSync('ed25519')
    const jwk = foreign.publicKey.export({ format: 'jwk' })
    const headers = [
      part(0),
      { ...part(0), jwk },
      { ...part(0), kid: 'mine' },
      { ...part(0), jku: 'http://127.0.0.1:9/jwks' },
      { ...part(0), kid: '../../dev/null' },
      { ...part(0), crit: ['exp'] },
    ]
    for (const header of headers) {
      const head = `${encode(header)}.${token.split('.')[1]}`
      await refused(`${head}.${signBytes(null, Buffer.from(head), foreign.privateKey).toString('base64url')}`)
    }
  })

  it('RS256 with the merchant’s own key', async () => {
    const head = `${encode({ ...part(0), alg: 'RS256' })}.${token.split('.')[1]}`
    await refused(`${head}.${createSign('RSA-SHA256').update(head).sign(KEYS.privateKey, 'base64url')}`)
  })

  it('an edited payload', async () => {
    const [head = '', , signature = ''] = token.split('.')
    const edits = [
      { sub: other.code },
      { exp: 9_999_999_999 },
      { operations: ['GET .*', 'POST .*', 'DELETE .*'] },
      { money: undefined, jti: 'x' },
    ]
    for (const edit of edits) await refused(`${head}.${encode({ ...part(1), ...edit })}.${signature}`)
  })

  it('another spelling of the same signature', async () => {
    const last = token.at(-1) ?? ''
    const next = String.fromCharCode(last.charCodeAt(0) + 1)
    await refused(token.slice(0, -1) + next)
    await refused(`${token}=`)
    await refused(`${token}\u0020x`)
  })

  it.each(['', 'x', 'a.b.c', '..', 'null', '{}', 'undefined', 'Bearer'])('%j', async (text) => {
    await refused(text)
  })

  it('17 kB', async () => {
    await refused('a'.repeat(17_000))
    await refused(`${token.split('.')[0]}.${'a'.repeat(17_000)}.${token.split('.')[2]}`)
  })

  it.each(['Basic dXNlcjpwYXNz', 'Token x', 'Bearer', 'Bearer  ', '', 'bearer: x'])(
    'the header Authorization: %j',
    async (authorization) => {
      const answer = await ask('GET', '/currencies', { headers: { authorization } })
      expectProblem(answer, 401, 'AUTHENTICATION_FAILED')
    },
  )

  it('two tokens in one header', async () => {
    for (const authorization of [
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token},x`,
    ]) {
      const answer = await ask('GET', '/currencies', { headers: { authorization } })
      expectProblem(answer, 401, 'AUTHENTICATION_FAILED')
    }
  })

  it('in the query or the body a token counts for nothing', async () => {
    const answer = await ask('GET', `/currencies?access_token=${token}&authorization=Bearer%20${token}`)
    expectProblem(answer, 401, 'AUTHENTICATION_FAILED')
  })

  it('the scheme may be written in any letters', async () => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
      const answer = await ask('GET', '/currencies', { headers: { authorization: `${scheme} ${token}` } })
      expect(answer.status).toBe(200)
    }
  })

  it('one that has expired is told so', async () => {
    const { gateway, shop } = api()
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', {
      operations: ['GET .*'],
      validitySecs: 5,
    })
    const short = String(body.token)
    await gateway.advance(Date.parse(String(body.expiresAt)) - gateway.deps.clock.now() - 1)
    expect((await ask('GET', '/currencies', { token: short })).status).toBe(200)
    await gateway.advance(1)
    expectProblem(await ask('GET', '/currencies', { token: short }), 401, 'TOKEN_EXPIRED')
  })

  it('one without the right to a path is told so whatever the spelling of the path', async () => {
    const { gateway, shop } = api()
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', { operations: ['GET /payins/mine'] })
    for (const path of ['/payins/other', '/payins/mine%2F..%2Fother', '/payins/m%69ne%2f', '/balances']) {
      const answer = await ask('GET', path, { token: String(body.token) })
      expectProblem(answer, 403, 'SCOPE_EXCEEDED')
    }
    const again = await ask('GET', '/payins/m%69ne', { token: String(body.token) })
    expectProblem(again, 404, 'NOT_FOUND')
  })
})

describe('another merchant’s payment', () => {
  it('reads exactly as one that does not exist', async () => {
    const { shop, newShop } = api()
    const id = newId()
    await shop.post(`/payins/${id}`, thb())
    const other = await newShop()
    for (const path of ['', '/accounts']) {
      const [theirs, nobodys] = [
        await other.get(`/payins/${id}${path}`),
        await other.get(`/payins/none${path}`),
      ]
      expectProblem(theirs, 404, 'NOT_FOUND')
      const { requestId: _own, ...reported } = theirs.body
      const { requestId: _its, ...same } = nobodys.body
      expect(reported).toEqual(same)
    }
    const reference = { externalReference: { reference: '123456789012' } }
    expectProblem(await other.post(`/payins/${id}/!setExternalReference`, reference), 404, 'NOT_FOUND')
    expect((await other.post(`/payins/${id}`, thb())).status).toBe(201)
  })
})

describe('signatures and timestamps', () => {
  leavesNothing()
  beforeEach(() => api().gateway.advance(1_001))

  const OPERATIONS = { operations: ['GET /currencies'] }
  const body = (timestamp: unknown) =>
    JSON.stringify({ merchantCode: api().shop.code, timestamp, ...OPERATIONS })
  const send = (raw: string, signature: string) =>
    ask('POST', '/auth-tokens', { raw, headers: { 'x-signature': signature } })
  const nowMs = () => api().gateway.deps.clock.now()

  it('the timestamp may be seconds or milliseconds, within 300 s', async () => {
    const seconds = Math.floor(nowMs() / 1_000)
    for (const timestamp of [
      nowMs(),
      seconds,
      seconds - 299,
      seconds + 299,
      nowMs() - 300_000,
      nowMs() + 300_000,
    ]) {
      const raw = body(timestamp)
      expect((await send(raw, sign(raw))).status).toBe(201)
    }
  })

  it.each([
    ['old', -300_001],
    ['from the future', 300_001],
    ['a day old', -86_400_000],
  ])('a replay with a timestamp that is %s', async (_what, offset) => {
    const raw = body(nowMs() + offset)
    expectProblem(await send(raw, sign(raw)), 401, 'AUTHENTICATION_FAILED')
  })

  it.each([undefined, null, '0', 0, -1, 1.5, 1e300, true, [], {}])('the timestamp %j', async (timestamp) => {
    const raw = body(timestamp)
    expectProblem(await send(raw, sign(raw)), 401, 'AUTHENTICATION_FAILED')
  })

  it('the very same signed bytes get the very same token; a replay gains nothing', async () => {
    const raw = body(nowMs())
    const signature = sign(raw)
    const first = await send(raw, signature)
    await api().gateway.advance(60_000)
    const second = await send(raw, signature)
    expect(second.body).toEqual(first.body)
  })

  it('the signature is over the minified body: white space between tokens does not matter', async () => {
    const raw = body(nowMs())
    const spaced = JSON.stringify(JSON.parse(raw), null, 2)
    expect((await send(spaced, sign(raw))).status).toBe(201)
    expect((await send(spaced, sign(spaced))).status).toBe(201)
  })

  it('it is never over the body written anew: key order, numbers and escapes stay', async () => {
    const raw = body(nowMs())
    const parsed = JSON.parse(raw)
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(parsed).reverse()))
    expectProblem(await send(reordered, sign(raw)), 401, 'AUTHENTICATION_FAILED')
    const escaped = raw.replace('GET', '\\u0047ET')
    expectProblem(await send(escaped, sign(raw)), 401, 'AUTHENTICATION_FAILED')
    expect((await send(escaped, sign(escaped))).status).toBe(201)
  })

  it('a key of nobody, another digest, another text, cut off, hexadecimal, empty', async () => {
    const raw = body(nowMs())
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const sha1 = createSign('RSA-SHA1').update(raw).sign(KEYS.privateKey, 'base64')
    const hex = createSign('RSA-SHA256').update(raw).sign(KEYS.privateKey, 'hex')
    const bad = [
      sign(raw, foreign.privateKey),
      sha1,
      hex,
      sign(`${raw} `),
      sign(raw).slice(4),
      '',
      'x',
      '='.repeat(9_000),
    ]
    for (const signature of bad) expectProblem(await send(raw, signature), 401, 'AUTHENTICATION_FAILED')
  })

  /** Without what is of this request alone. */
  const alike = (answers: readonly Answer[]): number =>
    new Set(
      answers.map(({ body: { requestId: _own, ...rest } }) =>
        JSON.stringify(rest).replace(/\d+ s (behind|ahead of)/, 'some s off'),
      ),
    ).size

  it('a wrong signature, an unknown merchant and a wrong clock read alike, but for the offset of the clock', async () => {
    const right = body(nowMs())
    const nobody = right.replace(api().shop.code, 'NOBODY')
    const old = body(1)
    const answers = [
      await send(right, 'AAAA'),
      await send(nobody, sign(nobody)),
      await send(nobody, 'AAAA'),
      await send(old, sign(old)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(alike(answers)).toBe(1)
  })

  it('a wrong secret and an unknown merchant read alike', async () => {
    const secret = JSON.stringify({ merchantCode: api().shop.code, secret: 'wrong', ...OPERATIONS })
    const answers = [
      await ask('POST', '/auth-tokens', { raw: secret }),
      await ask('POST', '/auth-tokens', { raw: secret.replace(api().shop.code, 'NOBODY') }),
      await ask('POST', '/auth-tokens', { raw: secret.replace(api().shop.code, 'constructor') }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(alike(answers)).toBe(1)
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'x'.repeat(5_000), '../x', ' '])(
    'the merchantCode %j is nobody’s',
    async (merchantCode) => {
      const raw = JSON.stringify({ merchantCode, timestamp: nowMs(), ...OPERATIONS })
      expectProblem(await send(raw, sign(raw)), 401, 'AUTHENTICATION_FAILED')
    },
  )

  it.each(['constructor', 'toString', 'valueOf', '__proto__'])('the action %s is none', async (action) => {
    const fields = { action, idPayment: 'p' }
    const answer = await api().gateway.tokenFor(api().shop, '/auth-tokens-by-action', fields)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/action'])
  })

  it('regular expressions made to hang are compiled and matched at a bounded cost', async () => {
    const { gateway, shop } = api()
    const evil = [
      '(a+)+$',
      '(a|aa)+$',
      '(.*a){20}',
      '(\\pL{50}){2}',
      '((a?){10}){10}',
      `(${'a?'.repeat(500)})${'a'.repeat(500)}`,
    ]
    const attack = async (pattern: string) => {
      const answer = await gateway.tokenFor(shop, '/auth-tokens', { operations: [`GET /payins/${pattern}`] })
      expect([201, 400]).toContain(answer.status)
      if (answer.status === 400) expectProblem(answer, 400, 'VALIDATION_FAILED')
      for (const path of [`/payins/${'a'.repeat(60)}!`, `/payins/${'a'.repeat(8_000)}`]) {
        await ask('GET', path, { token: String(answer.body.token) })
      }
      await gateway.advance(1_001)
    }
    const cost = await costMs(async () => {
      for (const pattern of evil) await attack(pattern)
    })
    expect(cost).toBeLessThan(2_000)
  })
})

describe('queries', () => {
  leavesNothing()

  it.each([
    'currencies=THB&currencies=KRW',
    'currencies[]=THB',
    'currencies[a]=THB',
    `currencies=${'THB,'.repeat(2_000)}`,
    'currencies=%00',
    'currencies=%ff',
    'currencies=constructor',
    '__proto__=1',
    'currencies',
    '&&&=&',
  ])('/balances?%s is answered', async (query) => {
    const answer = await api().shop.get(`/balances?${query}`)
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 400) expectProblem(answer, 400, 'VALIDATION_FAILED')
  })
})

it('nothing of all this was unforeseen: no error in the log', () => {
  const errors = api().gateway.deps.logged.filter(({ level }) => level === 'error')
  expect(errors).toEqual([])
})
