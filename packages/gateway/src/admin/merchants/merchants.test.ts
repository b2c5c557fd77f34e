import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS, sign } from '../../../../../test/harness.ts'
import { ADMIN, type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { registerMerchant } from './register-merchant.ts'

const PEM = KEYS.publicKey.export({ type: 'spki', format: 'pem' }).toString()

let gateway: AdminGateway
const make = (fields: object = {}) =>
  gateway.admin('POST', '/admin/merchants', { merchantCode: 'shop', name: 'Shop', isTest: true, ...fields })

beforeAll(async () => {
  gateway = await adminGateway()
  // What no test changes.
  await make({ merchantCode: 'lasting' })
})
afterAll(() => gateway.close())

const tokenBySecret = (merchantCode: string, secret: unknown) =>
  gateway.request('POST', '/auth-tokens', {
    body: { merchantCode, secret, operations: ['GET .*', 'POST .*'] },
  })

describe('a merchant', () => {
  it('is made with a secret and a callback secret, shown once', async () => {
    const made = await make({ publicKeys: [PEM] })
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe('/admin/merchants/shop')
    expect(made.body).toMatchObject({
      merchantCode: 'shop',
      name: 'Shop',
      isTest: true,
      status: 'ACTIVE',
      rateLimitPerSecond: 10,
      paymentMethods: null,
      secret: expect.stringMatching(/^sk_/),
      callbackSecret: expect.stringMatching(/^whsec_/),
      keys: [{ publicKey: PEM }],
    })
    const read = await gateway.admin('GET', '/admin/merchants/shop')
    expect(read.body).toMatchObject({ merchantCode: 'shop', secrets: [{ id: expect.any(String) }] })
    expect(read.text).not.toContain(String(made.body.secret))
    expect(read.text).not.toContain(String(made.body.callbackSecret))
    expect((await tokenBySecret('shop', made.body.secret)).status).toBe(201)
  })

  it('has a code of its own', async () => {
    expect(await make({ merchantCode: 'lasting' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    })
  })

  it.each(['%00', 'a%00b', '%F0%9F%92%B8', '..%2F..', 'x'.repeat(300)])(
    'that is called %s is nobody, and no database has to say so',
    async (code) => {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'x' }],
        ['POST', '/keys', { publicKey: 'x' }],
        ['POST', '/secrets', undefined],
        ['DELETE', '/callback-secrets/x', undefined],
      ] as const) {
        const answer = await gateway.admin(method, `/admin/merchants/${code}${path}`, body)
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
    },
  )

  it('is changed on the condition that nobody was first, where whoever changes it says what they saw', async () => {
    const path = '/admin/merchants/seen'
    await make({ merchantCode: 'seen' })
    const seen = async () => String((await gateway.admin('GET', path)).headers.etag)
    const change = (name: string, tag: string) =>
      gateway.request('PATCH', path, {
        body: { name },
        token: ADMIN,
        headers: { 'if-match': tag },
      })
    const before = await seen()
    // A key that comes or goes is no change of what a form shows.
    expect((await gateway.admin('POST', `${path}/secrets`)).status).toBe(201)
    expect(await seen()).toBe(before)
    const first = await change('Shop of the first', before)
    expect([first.status, first.headers.etag]).toEqual([200, await seen()])
    expect(await change('Shop of the second', before)).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED' },
    })
    expect((await gateway.admin('GET', path)).body.name).toBe('Shop of the first')
    expect((await change('Shop', await seen())).status).toBe(200)
  })

  it('is refused with all faults at once', async () => {
    const answer = await gateway.admin('POST', '/admin/merchants', {
      merchantCode: '.x',
      callbackUrl: 'ftp://shop.example',
      rateLimitPerSecond: 0,
      returnSchemes: ['javascript'],
      publicKeys: 'none',
      status: 'GONE',
    })
    expect(answer.status).toBe(400)
    expect((answer.body.errors as unknown as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      '/callbackUrl',
      '/isTest',
      '/merchantCode',
      '/name',
      '/publicKeys',
      '/rateLimitPerSecond',
      '/returnSchemes/0',
      '/status',
    ])
  })

  it('that is live has an https callbackUrl to a public address', async () => {
    for (const callbackUrl of ['http://shop.example/c', 'https://127.0.0.1/c', 'https://169.254.169.254/']) {
      const answer = await make({ merchantCode: 'live', isTest: false, callbackUrl })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/callbackUrl' }] } })
    }
  })

  it('needs RSA keys of 2048 bits', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    const publicKeys = ['no key', short.export({ type: 'spki', format: 'pem' }).toString()]
    const answer = await make({ merchantCode: 'other', publicKeys })
    expect(answer.body.errors).toMatchObject([
      { path: '/publicKeys/0', code: 'INVALID_FORMAT' },
      { path: '/publicKeys/1', code: 'TOO_SHORT' },
    ])
  })

  it('is changed in what the request names, and only that', async () => {
    await make({ merchantCode: 'changing', callbackUrl: 'http://127.0.0.1:9/c' })
    const changed = await gateway.admin('PATCH', '/admin/merchants/changing', {
      name: 'New',
      rateLimitPerSecond: 50,
    })
    expect(changed.body).toMatchObject({
      name: 'New',
      rateLimitPerSecond: 50,
      callbackUrl: 'http://127.0.0.1:9/c',
    })
    const without = await gateway.admin('PATCH', '/admin/merchants/changing', { callbackUrl: null })
    expect(without.body).not.toHaveProperty('callbackUrl')
    const fixed = await gateway.admin('PATCH', '/admin/merchants/changing', { isTest: false })
    expect(fixed).toMatchObject({ status: 400, body: { errors: [{ path: '/isTest', code: 'CONFLICT' }] } })
    expect((await gateway.admin('PATCH', '/admin/merchants/nobody', { name: 'x' })).status).toBe(404)
  })

  it.each([[{}], [{ colour: 'red' }]])('is not changed by %j, which names nothing', async (body) => {
    const answer = await gateway.admin('PATCH', '/admin/merchants/lasting', body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })

  it('that is suspended gets no token and uses none, until it is active again', async () => {
    const made = await make({ merchantCode: 'sleeper' })
    const token = String((await tokenBySecret('sleeper', made.body.secret)).body.token)
    expect((await gateway.request('GET', '/balances', { token })).status).toBe(200)
    await gateway.admin('PATCH', '/admin/merchants/sleeper', { status: 'SUSPENDED' })
    expect((await gateway.request('GET', '/balances', { token })).status).toBe(401)
    expect((await tokenBySecret('sleeper', made.body.secret)).status).toBe(401)
    await gateway.admin('PATCH', '/admin/merchants/sleeper', { status: 'ACTIVE' })
    expect((await tokenBySecret('sleeper', made.body.secret)).status).toBe(201)
    const { body } = await gateway.admin('GET', '/admin/audit?operator=bootstrap')
    expect(JSON.stringify(body)).toContain('status SUSPENDED')
  })

  it('stands in the list, page by page', async () => {
    await make({ merchantCode: 'first-of-all' })
    const codes: string[] = []
    let cursor = ''
    do {
      const { body } = await gateway.admin('GET', `/admin/merchants?limit=1${cursor && `&cursor=${cursor}`}`)
      codes.push(...(body.data as unknown as { merchantCode: string }[]).map((each) => each.merchantCode))
      cursor = body.nextCursor === undefined ? '' : String(body.nextCursor)
    } while (cursor !== '')
    expect(codes).toEqual([...codes].sort())
    expect(codes).toEqual(expect.arrayContaining(['first-of-all', 'lasting']))
    const bad = await gateway.admin('GET', '/admin/merchants?cursor=!')
    expect(bad.body.errors).toMatchObject([{ path: 'query:cursor' }])
  })
})

describe('the payment methods of a merchant', () => {
  const paymentMethods = [
    {
      code: 'ONLINE',
      currency: 'THB',
      min: 10,
      max: '5000.50',
      fee: { percent: '1.60', fixed: 2, min: '1', cap: 100 },
      vatRate: 0.07,
      require: ['account.accountName', 'phoneNumber'],
      processors: ['sandbox'],
    },
  ]

  it('are kept as decimal text', async () => {
    const made = await make({ merchantCode: 'priced', paymentMethods })
    expect(made.body.paymentMethods).toEqual([
      {
        code: 'ONLINE',
        currency: 'THB',
        min: '10',
        max: '5000.5',
        fee: { percent: '1.6', fixed: '2', min: '1', cap: '100' },
        vatRate: '0.07',
        require: ['accountName', 'phoneNumber'],
        processors: ['sandbox'],
      },
    ])
  })

  it('can be everything again', async () => {
    const made = await make({ merchantCode: 'unpriced', paymentMethods })
    expect(made.body.paymentMethods).toHaveLength(1)
    const changed = await gateway.admin('PATCH', '/admin/merchants/unpriced', { paymentMethods: null })
    expect(changed.body.paymentMethods).toBeNull()
  })

  const FAULTS: readonly (readonly [what: string, item: object, path: string, code: string])[] = [
    ['an unknown method', { code: 'X', currency: 'THB' }, '/code', 'UNKNOWN_VALUE'],
    ['an unknown currency', { code: 'ONLINE', currency: 'XXX' }, '/currency', 'UNKNOWN_VALUE'],
    ['a currency the method has not', { code: 'ONLINE', currency: 'BRL' }, '/currency', 'UNKNOWN_VALUE'],
    [
      'an unknown operator',
      { code: 'ONLINE', currency: 'THB', operators: ['X'] },
      '/operators/0',
      'UNKNOWN_VALUE',
    ],
    ['no operator at all', { code: 'ONLINE', currency: 'THB', operators: [] }, '/operators', 'WRONG_TYPE'],
    [
      'an unknown field',
      { code: 'ONLINE', currency: 'THB', require: ['shoe'] },
      '/require/0',
      'UNKNOWN_VALUE',
    ],
    ['an unknown property', { code: 'ONLINE', currency: 'THB', prize: 1 }, '/prize', 'UNKNOWN_FIELD'],
    ['an unknown price', { code: 'ONLINE', currency: 'THB', fee: { flat: 1 } }, '/fee/flat', 'UNKNOWN_FIELD'],
    ['too fine an amount', { code: 'ONLINE', currency: 'THB', min: '0.001' }, '/min', 'TOO_MANY_DECIMALS'],
    ['a negative amount', { code: 'ONLINE', currency: 'THB', min: -1 }, '/min', 'INVALID_FORMAT'],
    ['a range upside down', { code: 'ONLINE', currency: 'THB', min: 2, max: 1 }, '/max', 'CONFLICT'],
    [
      'more than everything',
      { code: 'ONLINE', currency: 'THB', fee: { percent: 101 } },
      '/fee/percent',
      'OUT_OF_RANGE',
    ],
    [
      'a processor that there is not',
      { code: 'ONLINE', currency: 'THB', processors: ['nobody'] },
      '/processors/0',
      'UNKNOWN_VALUE',
    ],
    [
      'a processor twice',
      { code: 'ONLINE', currency: 'THB', processors: ['sandbox', 'sandbox'] },
      '/processors/1',
      'CONFLICT',
    ],
    ['no processor at all', { code: 'ONLINE', currency: 'THB', processors: [] }, '/processors', 'WRONG_TYPE'],
    ['a tax rate in percent', { code: 'ONLINE', currency: 'THB', vatRate: 7 }, '/vatRate', 'OUT_OF_RANGE'],
  ]
  it.each(FAULTS)('cannot have %s', async (_what, item, path, code) => {
    const answer = await make({ merchantCode: 'faulty', paymentMethods: [item] })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ path: `/paymentMethods/0${path}`, code }])
  })

  it('of a live merchant cannot be with a processor for tests', async () => {
    const item = { code: 'ONLINE', currency: 'THB', processors: ['sandbox'] }
    const answer = await make({ merchantCode: 'faulty', isTest: false, paymentMethods: [item] })
    expect(answer.body.errors).toMatchObject([{ path: '/paymentMethods/0/processors/0' }])
  })

  it('cannot stand in the list twice', async () => {
    const twice = [...paymentMethods, ...paymentMethods]
    const answer = await make({ merchantCode: 'faulty', paymentMethods: twice })
    expect(answer.body.errors).toMatchObject([{ path: '/paymentMethods/1', code: 'CONFLICT' }])
  })
})

describe('keys and secrets', () => {
  it('are added and removed, and end the tokens made with them', async () => {
    await make({ merchantCode: 'keyed' })
    const fresh = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const publicKey = fresh.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const added = await gateway.admin('POST', '/admin/merchants/keyed/keys', { publicKey })
    expect(added).toMatchObject({ status: 201, body: { id: expect.any(String), publicKey } })
    const raw = JSON.stringify({
      merchantCode: 'keyed',
      timestamp: gateway.deps.clock.now(),
      operations: ['GET /balances'],
    })
    const answer = await gateway.request('POST', '/auth-tokens', {
      raw,
      headers: { 'x-signature': sign(raw, fresh.privateKey) },
    })
    const token = String(answer.body.token)
    expect((await gateway.request('GET', '/balances', { token })).status).toBe(200)
    const path = `/admin/merchants/keyed/keys/${added.body.id}`
    expect((await gateway.admin('DELETE', path)).status).toBe(204)
    expect((await gateway.request('GET', '/balances', { token })).status).toBe(401)
    expect((await gateway.admin('DELETE', path)).status).toBe(404)
  })

  it('that a merchant has are not added again', async () => {
    const { body } = await make({ merchantCode: 'twice', publicKeys: [PEM] })
    const [key] = body.keys as unknown as Record<string, unknown>[]
    const der = KEYS.publicKey.export({ type: 'spki', format: 'der' })
    const fingerprint = createHash('sha256').update(der).digest('hex')
    expect(key).toMatchObject({ bits: 2048, fingerprint })
    const again = await gateway.admin('POST', '/admin/merchants/twice/keys', { publicKey: PEM })
    expect(again).toMatchObject({ status: 409, body: { code: 'KEY_EXISTS' } })
    const list = await make({ merchantCode: 'doubled', publicKeys: [PEM, PEM] })
    expect(list).toMatchObject({ status: 409, body: { code: 'KEY_EXISTS' } })
  })

  it('say what is wrong with a key', async () => {
    const answer = await gateway.admin('POST', '/admin/merchants/lasting/keys', { publicKey: 'x' })
    expect(answer.body.errors).toMatchObject([{ path: '/publicKey', code: 'INVALID_FORMAT' }])
    expect((await gateway.admin('POST', '/admin/merchants/nobody/secrets')).status).toBe(404)
  })

  it('of callbacks rotate by adding one and removing the old one; the last one stays', async () => {
    await make({ merchantCode: 'rotating' })
    const { body } = await gateway.admin('GET', '/admin/merchants/rotating')
    const [old] = body.callbackSecrets as unknown as { id: string }[]
    const path = '/admin/merchants/rotating/callback-secrets'
    const refused = await gateway.admin('DELETE', `${path}/${old?.id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    const added = await gateway.admin('POST', path)
    expect(added.body).toMatchObject({ callbackSecret: expect.stringMatching(/^whsec_/) })
    expect((await gateway.admin('DELETE', `${path}/${old?.id}`)).status).toBe(204)
    const after = await gateway.admin('GET', '/admin/merchants/rotating')
    expect(after.body.callbackSecrets).toMatchObject([{ id: added.body.id }])
  })

  it('for token requests work from the next request on', async () => {
    await make({ merchantCode: 'secretive' })
    const path = '/admin/merchants/secretive/secrets'
    const added = await gateway.admin('POST', path)
    expect((await tokenBySecret('secretive', added.body.secret)).status).toBe(201)
    await gateway.admin('DELETE', `${path}/${added.body.id}`)
    expect((await tokenBySecret('secretive', added.body.secret)).status).toBe(401)
  })
})

describe('registerMerchant', () => {
  it('makes a merchant for the gateway itself', async () => {
    const input = { merchantCode: 'sandbox', name: 'Sandbox', isTest: true }
    const made = await registerMerchant(gateway.app.gateway, input)
    expect(made).toMatchObject({ ok: true, value: { record: { merchant: { code: 'sandbox' } } } })
    expect(await registerMerchant(gateway.app.gateway, input)).toEqual({
      ok: false,
      failure: 'ALREADY_EXISTS',
    })
    expect(await registerMerchant(gateway.app.gateway, {})).toMatchObject({
      ok: false,
      failure: [{}, {}, {}],
    })
  })
})
