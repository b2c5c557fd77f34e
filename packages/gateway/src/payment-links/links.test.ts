/** A merchant with payment links, visitors who pay by them, and thieves. */
import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Json,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { ADMIN } from '../admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'

const THB_150 = { amount: 150, currencyCode: 'THB' }
const FIXED = { title: 'Invoice 1042', money: THB_150, callbackUrl: 'https://shop.example.com/callbacks' }
const OPEN = { title: 'Coffee', openAmount: { currencyCode: 'THB', min: 20, max: 5_000 } }

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let count = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
  const network = () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const
  gateway = await testGateway(database, { settings: { trustProxy: ['127.0.0.1/32'] }, network })
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
})
afterAll(async () => {
  await gateway.stop()
  await database.close()
})
beforeEach(async () => {
  // One gateway for all: each test has a shop of its own, and begins in a second of its own.
  await gateway.advance(1_100)
  shop = await gateway.merchant({ callbackUrl: 'https://shop.example.com/default' })
})

const asShop = async (method: string, path: string, body?: unknown) =>
  gateway.request(method, path, { token: await shop.token(), ...(body !== undefined && { body }) })

const newId = (): string => `link-${++count}`
async function link(body: object): Promise<{ readonly id: string; readonly path: string }> {
  const id = newId()
  const made = await asShop('POST', `/payment-links/${id}`, body)
  if (made.status !== 201) throw new Error(made.text)
  return { id, path: new URL(String(made.body.url)).pathname }
}

interface Visitor {
  readonly key: string
  readonly from: string
}
const visitor = (from = `198.51.100.${(++count % 250) + 1}`): Visitor => ({
  key: `${++count}`.padStart(43, 'v'),
  from,
})

const ask = (method: string, path: string, { key, from }: Visitor, body?: unknown) =>
  gateway.request(method, path, {
    token: key,
    headers: { 'x-api-version': '', 'x-forwarded-for': from },
    ...(body !== undefined && { body }),
  })
const look = ({ path }: { readonly path: string }, who: Visitor) => ask('GET', `${path}/!link`, who)
const begin = ({ path }: { readonly path: string }, who: Visitor, body: object = {}) =>
  ask('POST', `${path}/!begin`, who, body)

interface Begun {
  readonly idPayin: string
  readonly token: string
}
function begunOf(body: Json): Begun {
  const url = new URL(String(body.checkoutUrl))
  return { idPayin: url.pathname.split('/').at(-1) ?? '', token: url.hash.slice(1) }
}

const payin = ({ idPayin, token }: Begun, from: string, more: object = {}) =>
  gateway.request('POST', `/payins/${idPayin}`, {
    token,
    headers: { 'x-forwarded-for': from },
    body: {
      paymentRequested: { money: THB_150 },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      ...more,
    },
  })

/** Begins and makes the payin, as the page and the checkout do. @returns what the create answers */
async function pays(given: { readonly path: string }, who = visitor(), more: object = {}) {
  const begun = await begin(given, who, more)
  if (begun.status !== 200) return { ...begun, begun: undefined }
  const of = begunOf(begun.body)
  const body = 'money' in more ? { paymentRequested: more } : {}
  return { ...(await payin(of, who.from, body)), begun: of }
}

const linkNow = async ({ id }: { readonly id: string }) => (await asShop('GET', `/payment-links/${id}`)).body
const operation = (idPayin: string, what: string) =>
  gateway.request('POST', `/admin/sandbox/${shop.code}/payin/${idPayin}/${what}`, { token: ADMIN, body: {} })

describe('a merchant', () => {
  it('makes a link, reads it with its address, and finds it in the list', async () => {
    const { id } = await link({
      ...FIXED,
      uses: 1,
      reference: 'INV-1042',
      returnUrl: 'https://shop.example/',
    })
    const expected = {
      idLink: id,
      title: 'Invoice 1042',
      reference: 'INV-1042',
      money: THB_150,
      uses: 1,
      paid: 0,
      open: 0,
      status: 'OPEN',
      isTest: true,
      url: expect.stringMatching(/\/l\/[\w-]{24}$/),
    }
    expect(await linkNow({ id })).toMatchObject(expected)
    const { body } = await asShop('GET', '/payment-links?status=OPEN')
    expect(body.data).toMatchObject([expected])
    expect((await asShop('GET', '/payment-links?status=USED_UP,CLOSED,EXPIRED')).body.data).toEqual([])
  })

  it('gets 409 for an ID that was used before, also with a body that is wrong by now', async () => {
    const { id } = await link(FIXED)
    const again = async (body: object) => (await asShop('POST', `/payment-links/${id}`, body)).body
    expect(await again(FIXED)).toMatchObject({
      status: 409,
      code: 'ALREADY_EXISTS',
      idLink: id,
      sameRequest: true,
    })
    expect(await again({ ...FIXED, title: 'Other' })).toMatchObject({ status: 409, sameRequest: false })
    expect(await again({})).toMatchObject({ status: 409, sameRequest: false })
  })

  it('reads all faults of a link at once', async () => {
    const { status, body } = await asShop('POST', `/payment-links/${newId()}`, {
      title: 'Turned\u202Eround',
      money: { amount: 1.234, currencyCode: 'THB' },
      uses: 0,
      expireAt: '2020-01-01T00:00:00Z',
      returnUrl: 'javascript:alert(1)',
    })
    expect(status).toBe(400)
    const errors = body.errors as unknown as readonly { path: string; code: string }[]
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['/title', 'INVALID_FORMAT'],
      ['/money/amount', 'TOO_MANY_DECIMALS'],
      ['/uses', 'OUT_OF_RANGE'],
      ['/expireAt', 'OUT_OF_RANGE'],
      ['/returnUrl', 'SCHEME_REFUSED'],
    ])
  })

  it.each([
    ['both amounts', { ...FIXED, ...OPEN }, '/openAmount', 'CONFLICT'],
    ['no amount', { title: 'A' }, '/money', 'REQUIRED'],
    [
      'bounds the wrong way round',
      { title: 'A', openAmount: { currencyCode: 'THB', min: 5, max: 4 } },
      '/openAmount/max',
      'OUT_OF_RANGE',
    ],
    [
      'a bound finer than the currency',
      { title: 'A', openAmount: { currencyCode: 'JPY', min: 0.5 } },
      '/openAmount/min',
      'TOO_MANY_DECIMALS',
    ],
  ])('is refused a link with %s', async (_what, body, path, code) => {
    const refused = await asShop('POST', `/payment-links/${newId()}`, body)
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ path, code }]])
  })

  it('is refused what its account can never take', async () => {
    shop = await gateway.merchant({
      callbackUrl: 'https://shop.example.com/default',
      products: [{ code: 'PROMPTPAY', currency: 'THB', processors: ['sandbox'] }],
    })
    const amount = async (money: object) =>
      (await asShop('POST', `/payment-links/${newId()}`, { title: 'A', money })).body
    expect(await amount({ amount: 100, currencyCode: 'BRL' })).toMatchObject({
      status: 422,
      code: 'METHOD_UNAVAILABLE',
    })
    expect(await amount({ amount: 9_999_999, currencyCode: 'THB' })).toMatchObject({
      status: 422,
      code: 'AMOUNT_OUT_OF_RANGE',
    })
  })

  it('makes with a token for one amount no link for another', async () => {
    const fields = { operations: ['POST /payment-links/.*'], money: THB_150 }
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', fields)
    const make = (terms: object) =>
      gateway.request('POST', `/payment-links/${newId()}`, { token: String(body.token), body: terms })
    expect((await make(FIXED)).status).toBe(201)
    for (const terms of [OPEN, { ...FIXED, money: { amount: 151, currencyCode: 'THB' } }])
      expect((await make(terms)).body).toMatchObject({ status: 403, code: 'SCOPE_EXCEEDED' })
  })

  it('sees no other merchant’s link, and closes none', async () => {
    const { id, path } = await link(FIXED)
    shop = await gateway.merchant()
    expect((await asShop('GET', `/payment-links/${id}`)).status).toBe(404)
    expect((await asShop('GET', `/payment-links/${id}/payins`)).status).toBe(404)
    expect((await asShop('POST', `/payment-links/${id}/!close`)).status).toBe(404)
    expect((await look({ path }, visitor())).body.status).toBe('OPEN')
  })

  it('finds what was begun and paid by a link, and on each payin where it comes from', async () => {
    const given = await link(FIXED)
    const [first, second] = [await pays(given), await pays(given)]
    await operation(second.begun?.idPayin ?? '', '!succeed')
    expect(await linkNow(given)).toMatchObject({ paid: 1, open: 1, status: 'OPEN' })
    const { body } = await asShop('GET', `/payment-links/${given.id}/payins`)
    const rows = body.data as unknown as readonly Json[]
    expect(rows.map((row) => [String(row.paymentMethodResponse?.idPayin), String(row.idLink)])).toEqual([
      [second.begun?.idPayin, given.id],
      [first.begun?.idPayin, given.id],
    ])
    const page = (await asShop('GET', `/payment-links/${given.id}/payins?limit=1`)).body
    const next = await asShop('GET', `/payment-links/${given.id}/payins?limit=1&cursor=${page.nextCursor}`)
    expect(next.body.data).toMatchObject([{ idLink: given.id, process: { status: 'PENDING' } }])
  })

  it('is not slowed down by whoever hammers its payers’ endpoints', async () => {
    const given = await link(FIXED)
    const begun = begunOf((await begin(given, visitor())).body)
    const answers = await Promise.all(Array.from({ length: 15 }, () => payin(begun, '198.51.100.1')))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect((await asShop('GET', `/payment-links/${given.id}`)).status).toBe(200)
  })
})

describe('a visitor', () => {
  it('is told what is paid for, by whom it is taken and by which methods, and nothing else of the merchant', async () => {
    const given = await link({ ...FIXED, reference: 'INV-1042', returnUrl: 'https://shop.example/' })
    const { status, body, headers, text } = await look(given, visitor())
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'channelInfo',
      'isForOne',
      'isTest',
      'methods',
      'money',
      'status',
      'title',
    ])
    expect(headers['cache-control']).toBe('no-store')
    expect(text).not.toMatch(/INV-1042|callback|shop\.example/)
  })

  it('pays the link’s money, is told of it again, and a second press begins no second payment', async () => {
    const given = await link(FIXED)
    const who = visitor()
    const paid = await pays(given, who)
    expect([paid.status, paid.body.idLink]).toMatchObject([201, given.id])
    expect((await look(given, who)).body.yours).toMatchObject({ state: 'OPEN', money: THB_150 })
    const again = await pays(given, who)
    expect([again.begun?.idPayin, again.status]).toEqual([paid.begun?.idPayin, 409])
    expect((await look(given, visitor())).body).not.toHaveProperty('yours')
    await operation(paid.begun?.idPayin ?? '', '!succeed')
    expect((await look(given, who)).body.yours).toMatchObject({ state: 'PAID' })
    expect(await linkNow(given)).toMatchObject({ paid: 1, open: 0 })
  })

  it('changes neither amount, nor where callbacks go, nor where the page leads back', async () => {
    const given = await link({ ...FIXED, returnUrl: 'https://shop.example/thanks' })
    const who = visitor()
    const of = begunOf((await begin(given, who, { money: { amount: 1, currencyCode: 'THB' } })).body)
    const cheaper = await payin(of, who.from, {
      paymentRequested: { money: { amount: 1, currencyCode: 'THB' } },
    })
    expect([cheaper.status, cheaper.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    const evil = { callbackUrl: 'https://evil.example/', returnUrl: 'https://evil.example/' }
    expect((await payin(of, who.from, evil)).status).toBe(201)
    const [row] = await database.run(
      { name: '', text: `select callback_url, request ->> 'returnUrl' as back from payment where id = $1` },
      [of.idPayin],
    )
    expect(row).toEqual({ callback_url: FIXED.callbackUrl, back: 'https://shop.example/thanks' })
  })

  it('takes no method that the merchant has not', async () => {
    shop = await gateway.merchant({
      callbackUrl: 'https://shop.example.com/default',
      products: [{ code: 'PROMPTPAY', currency: 'THB', processors: ['sandbox'] }],
    })
    const given = await link(FIXED)
    const who = visitor()
    expect((await look(given, who)).body.methods).toMatchObject([{ paymentMethodCode: 'PROMPTPAY' }])
    const of = begunOf((await begin(given, who)).body)
    const other = await payin(of, who.from, { paymentMethod: { paymentMethodCode: 'OFFLINE' } })
    expect([other.status, other.body.code]).toEqual([422, 'METHOD_UNAVAILABLE'])
  })

  it('names an open amount between its bounds and in its currency only', async () => {
    const given = await link(OPEN)
    const who = visitor()
    const named = async (amount: unknown, currencyCode = 'THB') =>
      (await begin(given, visitor(), { money: { amount, currencyCode } })).body.errors
    expect(await named(19.99)).toMatchObject([{ path: '/money/amount', code: 'OUT_OF_RANGE' }])
    expect(await named(5_000.01)).toMatchObject([{ path: '/money/amount', code: 'OUT_OF_RANGE' }])
    expect(await named(20.001)).toMatchObject([{ path: '/money/amount', code: 'TOO_MANY_DECIMALS' }])
    expect(await named(100, 'JPY')).toMatchObject([{ path: '/money/currencyCode', code: 'CONFLICT' }])
    expect(await named('100')).toMatchObject([{ path: '/money/amount', code: 'WRONG_TYPE' }])
    const money = { amount: 77.5, currencyCode: 'THB' }
    expect((await pays(given, who, { money })).status).toBe(201)
    // Whatever is named afterwards: the payment that was begun stands.
    const of = begunOf((await begin(given, who, { money: { amount: 20, currencyCode: 'THB' } })).body)
    const read = await gateway.request('GET', `/payins/${of.idPayin}`, { token: of.token })
    expect(read.body.paymentRequested?.money).toEqual(money)
  })

  it('reads with the token of one payment no other’s', async () => {
    const given = await link(FIXED)
    const [mine, others] = [await pays(given), await pays(given)]
    const read = await gateway.request('GET', `/payins/${others.begun?.idPayin}`, {
      token: mine.begun?.token ?? '',
    })
    expect([read.status, read.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
  })

  it('must have a key of its own to begin', async () => {
    const given = await link(FIXED)
    for (const key of ['', 'short', 'v'.repeat(44)])
      expect((await begin(given, { key, from: '198.51.100.9' })).status).toBe(401)
  })

  it('is told one thing of a link that there is not, however it is written, and soon 429', async () => {
    const from = '203.0.113.77'
    for (const token of ['A'.repeat(24), 'x', '%00'])
      expect((await look({ path: `/l/${token}` }, visitor(from))).body.code).toMatch(
        /NOT_FOUND|VALIDATION_FAILED/,
      )
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => look({ path: `/l/${'B'.repeat(24)}` }, visitor(from))),
    )
    expect(guesses.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('the payments that a link takes', () => {
  const code = async (given: { readonly path: string }, who?: Visitor) => (await pays(given, who)).body.code

  it('are as many as it says: of two who come at once to a link for one, one pays', async () => {
    const given = await link({ ...FIXED, uses: 1 })
    const [a, b] = [visitor(), visitor()]
    const begun = [begunOf((await begin(given, a)).body), begunOf((await begin(given, b)).body)] as const
    const answers = await Promise.all([payin(begun[0], a.from), payin(begun[1], b.from)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await linkNow(given)).toMatchObject({ open: 1, status: 'USED_UP' })
    const next = await begin(given, visitor())
    expect([next.status, next.body.code]).toEqual([409, 'LINK_NOT_OPEN'])
  })

  it.each(['!refuse', '!fail', '!expire'])('come free again by a payin that ends with %s', async (how) => {
    const given = await link({ ...FIXED, uses: 1 })
    const first = await pays(given)
    expect((await operation(first.begun?.idPayin ?? '', how)).status).toBe(200)
    expect(await linkNow(given)).toMatchObject({ open: 0, status: 'OPEN' })
    expect((await pays(given)).status).toBe(201)
  })

  it('stay taken by what was paid, and count money that comes late', async () => {
    const given = await link({ ...FIXED, uses: 1 })
    const first = await pays(given)
    const id = first.begun?.idPayin ?? ''
    await operation(id, '!expire')
    expect((await linkNow(given)).status).toBe('OPEN')
    await operation(id, '!succeed')
    expect(await linkNow(given)).toMatchObject({ paid: 1, open: 0, status: 'USED_UP' })
    expect(await code(given)).toBe('LINK_NOT_OPEN')
  })

  it('are open for half an hour at the longest, where others may want their place', async () => {
    const [few, any] = [await link({ ...FIXED, uses: 3 }), await link(FIXED)]
    const money = (given: { readonly path: string }) =>
      pays(given, visitor(), {}).then(async ({ begun }) => {
        const [row] = await database.run(
          { name: '', text: 'select created_at, expire_at from payment where id = $1' },
          [begun?.idPayin ?? ''],
        )
        return Number(row?.expire_at) - Number(row?.created_at)
      })
    expect(await money(few)).toBeLessThanOrEqual(30 * 60_000)
    expect(await money(any)).toBeGreaterThanOrEqual(await money(few))
  })

  it('are not all held by payers at one address', async () => {
    const given = await link({ ...FIXED, uses: 8 })
    const home = '203.0.113.5'
    expect((await pays(given, visitor(home))).status).toBe(201)
    expect((await pays(given, visitor(home))).status).toBe(201)
    await gateway.advance(1_100)
    expect(await code(given, visitor(home))).toBe('LINK_NOT_OPEN')
    expect((await pays(given)).status).toBe(201)
    expect(await linkNow(given)).toMatchObject({ open: 3, status: 'OPEN' })
  })

  it('make room at that address as soon as one is paid', async () => {
    const given = await link({ ...FIXED, uses: 4 })
    const home = '203.0.113.6'
    const first = await pays(given, visitor(home))
    expect(await code(given, visitor(home))).toBe('LINK_NOT_OPEN')
    await operation(first.begun?.idPayin ?? '', '!succeed')
    await gateway.advance(1_100)
    expect((await pays(given, visitor(home))).status).toBe(201)
  })
})

describe('nothing begins by a link', () => {
  it('that was closed, also with a token that it gave before; what has begun goes on', async () => {
    const given = await link(FIXED)
    const who = visitor()
    const begun = begunOf((await begin(given, who)).body)
    const under = await pays(given)
    expect((await asShop('POST', `/payment-links/${given.id}/!close`)).body).toMatchObject({
      status: 'CLOSED',
    })
    expect((await asShop('POST', `/payment-links/${given.id}/!close`)).status).toBe(200)
    expect((await payin(begun, who.from)).body).toMatchObject({ status: 409, code: 'LINK_NOT_OPEN' })
    expect((await begin(given, visitor())).body.code).toBe('LINK_NOT_OPEN')
    await operation(under.begun?.idPayin ?? '', '!succeed')
    expect(await linkNow(given)).toMatchObject({ paid: 1, status: 'CLOSED' })
  })

  it('whose time is over', async () => {
    const expireAt = new Date(gateway.deps.clock.now() + 60_000).toISOString()
    const given = await link({ ...FIXED, expireAt })
    expect((await look(given, visitor())).body.status).toBe('OPEN')
    await gateway.advance(60_000)
    expect((await look(given, visitor())).body.status).toBe('EXPIRED')
    expect((await begin(given, visitor())).body.code).toBe('LINK_NOT_OPEN')
    expect((await asShop('GET', '/payment-links?status=EXPIRED')).body.data).toMatchObject([
      { idLink: given.id },
    ])
  })

  it('of a suspended merchant, which reads as one that is closed', async () => {
    const given = await link(FIXED)
    const suspended = await gateway.request('PATCH', `/admin/merchants/${shop.code}`, {
      token: ADMIN,
      body: { status: 'SUSPENDED' },
    })
    expect(suspended.status, suspended.text).toBe(200)
    expect((await look(given, visitor())).body.status).toBe('CLOSED')
    expect((await begin(given, visitor())).body.code).toBe('LINK_NOT_OPEN')
  })
})

it('a copy of the tables opens no link', async () => {
  const { path } = await link(FIXED)
  const token = path.slice('/l/'.length)
  const rows = await database.run({ name: '', text: 'select * from payment_link' }, [])
  expect(
    JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(token)
})
