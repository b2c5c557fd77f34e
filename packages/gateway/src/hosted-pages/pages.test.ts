import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  START,
  type TestGateway,
  type TestMerchant,
  testGateway,
} from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { NOT_BUILT, readBuiltPages } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-pages-'))
let database: Database
let gateway: TestGateway
let shop: TestMerchant
/** Statements that look for merchants. */
let requested = 0

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>checkout</title>')
  writeFileSync(join(folder, 'sandbox.html'), '<!doctype html><title>bank</title>')
  writeFileSync(join(folder, 'link.html'), '<!doctype html><title>link</title>')
  writeFileSync(join(folder, 'claim.html'), '<!doctype html><title>claim</title>')
  writeFileSync(join(folder, 'assets', 'a-1.js'), 'let it = 1')
  mkdirSync(join(folder, 'console', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'console', 'index.html'), '<!doctype html><title>console</title>')
  writeFileSync(join(folder, 'console', 'assets', 'c-1.js'), 'let it = 2')
  mkdirSync(join(folder, 'dashboard', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'dashboard', 'index.html'), '<!doctype html><title>dashboard</title>')
  writeFileSync(join(folder, 'dashboard', 'assets', 'd-1.js'), 'let it = 3')
  database = await openTestDatabase(START)
  const counted: Database = {
    engine: database.engine,
    writeSlots: database.writeSlots,
    run: (statement, values) => {
      if (statement.text.includes('from merchant')) requested += 1
      return database.run(statement, values)
    },
    batch: (calls) => database.batch(calls),
    transact: (reads, decide) => database.transact(reads, decide),
    ping: (timeoutMs) => database.ping(timeoutMs),
    close: () => database.close(),
  }
  gateway = await testGateway(counted, {
    settings: { pages: readBuiltPages(folder, join(folder, 'console'), join(folder, 'dashboard')) },
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  shop = await gateway.merchant()
})
afterAll(async () => {
  await gateway?.stop()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const plain = { headers: { 'x-api-version': '' } }
const policyOf = (answer: Answer) => String(answer.headers['content-security-policy'])

describe('the checkout page', () => {
  it('needs no version and no token, loads from here only, and is framed by nobody', async () => {
    const page = await gateway.request('GET', `/pay/${shop.code}/order-1`, plain)
    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>checkout</title>'])
    expect(policyOf(page)).toContain("script-src 'self'")
    expect(policyOf(page)).toContain("frame-ancestors 'none'")
    expect(policyOf(page)).not.toContain('unsafe')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['x-frame-options']).toBe('DENY')
  })

  it('is framed by the origins of its merchant', async () => {
    const { code } = await gateway.merchant({ checkout: { frameOrigins: ['https://shop.example'] } })
    for (const path of ['/pay', '/sandbox/pay']) {
      const page = await gateway.request('GET', `${path}/${code}/order-1`, plain)
      expect(policyOf(page)).toContain('frame-ancestors https://shop.example')
    }
  })

  it('of a merchant that is not there looks like any other', async () => {
    const known = await gateway.request('GET', `/pay/${shop.code}/order-1`, plain)
    const unknown = await gateway.request('GET', '/pay/NOBODY/order-1', plain)
    expect([unknown.status, unknown.text, policyOf(unknown)]).toEqual([
      known.status,
      known.text,
      policyOf(known),
    ])
  })

  it('of merchants that somebody makes up is soon served without asking the database for them', async () => {
    const before = requested
    for (let count = 0; count < 60; count++)
      expect((await gateway.request('GET', `/pay/MADE-UP-${count}/x`, plain)).status).toBe(200)
    expect(requested - before).toBeGreaterThan(0)
    expect(requested - before).toBeLessThanOrEqual(20)
    // What somebody makes up there is no failed request for a token.
    const wrong = { merchantCode: 'MADE-UP', action: 'PAYIN_INFO', idPayment: 'x', timestamp: 1 }
    const token = await gateway.request('POST', '/auth-tokens-by-action', { body: wrong })
    expect(token.status).toBe(401)
    await gateway.advance(1_001)
  })

  it('has files that a browser keeps, and no others', async () => {
    const file = await gateway.request('GET', '/checkout/assets/a-1.js', plain)
    expect(file.status).toBe(200)
    expect(file.headers['cache-control']).toContain('immutable')
    for (const path of ['/checkout/assets/none.js', '/checkout/assets/..%2findex.html', '/checkout/x'])
      expect((await gateway.request('GET', path, plain)).status).toBe(404)
  })

  it('says what to run where nobody has built it', async () => {
    const bare = await testGateway(database, { started: false })
    const page = await bare.request('GET', '/pay/SHOP/order-1', plain)
    expect([page.status, page.text.trim()]).toEqual([503, NOT_BUILT])
    await bare.stop()
  })
})

describe.each([
  ['console', 'c-1.js'],
  ['dashboard', 'd-1.js'],
])('the %s', (name, script) => {
  it('is one page for all of its addresses, which says nothing about what is there, and nobody frames it', async () => {
    for (const path of [
      `/${name}`,
      `/${name}/`,
      `/${name}/payments/SHOP/payin/none?x=1`,
      `/${name}/..%2fadmin`,
    ]) {
      const page = await gateway.request('GET', path, plain)
      expect([path, page.status, page.text]).toEqual([path, 200, `<!doctype html><title>${name}</title>`])
      expect(policyOf(page)).toMatch(
        /default-src 'none'.*script-src 'self'.*style-src 'self'.*frame-ancestors 'none'/,
      )
      expect(policyOf(page)).not.toContain('unsafe')
      expect(page.headers['x-frame-options']).toBe('DENY')
    }
  })

  it('has files that a browser keeps; a script that is no more is no page', async () => {
    const file = await gateway.request('GET', `/${name}/assets/${script}`, plain)
    expect([file.status, String(file.headers['cache-control'])]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ])
    for (const path of [`/${name}/assets/none.js`, `/${name}/assets/..%2findex.html`])
      expect((await gateway.request('GET', path, plain)).status).toBe(404)
  })

  it('is asked for with nothing but GET', async () => {
    expect((await gateway.request('POST', `/${name}/payments`, { ...plain, body: {} })).status).not.toBe(200)
  })
})

describe('the sandbox’s link', () => {
  let ids = 0
  async function payin(amount: number, method: object = { paymentMethodCode: 'OFFLINE' }) {
    const id = `sandbox-${++ids}`
    const body = { paymentRequested: { money: { amount, currencyCode: 'THB' } }, paymentMethod: method }
    const made = await gateway.request('POST', `/payins/${id}`, { token: await shop.token(), body })
    const url = new URL(String(made.body.sandboxUrl))
    return { id, made, url, path: `/sandbox/payins/${shop.code}/${id}`, token: url.hash.slice(1) }
  }
  const statusOf = async (id: string) => {
    const read = await gateway.request('GET', `/payins/${id}`, { token: await shop.token() })
    return read.body.process?.status
  }

  it('stands in every answer about a test payin, and is where a redirect leads', async () => {
    const { made, url } = await payin(907, { paymentMethodCode: 'ONLINE' })
    expect(url.pathname).toBe(`/sandbox/pay/${shop.code}/sandbox-${ids}`)
    expect(made.body.paymentMethodResponse?.redirectUrl).toBe(url.href)
    expect((await gateway.request('GET', url.pathname, plain)).text).toContain('bank')
  })

  it('opens its own payin and no other', async () => {
    const [one, other] = [await payin(907), await payin(907)]
    const seen = await gateway.request('GET', one.path, { token: one.token })
    expect(seen.body).toMatchObject({ status: 'PENDING', money: { amount: 907, currencyCode: 'THB' } })
    for (const token of [other.token, 'x', await shop.token()])
      expect((await gateway.request('GET', one.path, { token })).status).toBe(401)
    expect((await gateway.request('GET', one.path)).status).toBe(401)
  })

  it.each([
    ['pay', 'SUCCESS'],
    ['refuse', 'REFUSED'],
    ['expire', 'EXPIRED'],
    ['payLate', 'SUCCESS'],
    ['payShort', 'PENDING'],
  ])('%s makes it %s', async (action, status) => {
    const { id, path, token } = await payin(1907)
    const answer = await gateway.request('POST', `${path}/!${action}`, { token })
    expect([answer.status, answer.body.status, answer.body.answer]).toEqual([200, status, 'done'])
    expect(await statusOf(id)).toBe(status)
  })

  it('pays what was paid too short before, and nothing that is over', async () => {
    const { path, token } = await payin(1907)
    await gateway.request('POST', `${path}/!payShort`, { token })
    expect((await gateway.request('POST', `${path}/!pay`, { token })).body.status).toBe('SUCCESS')
    for (const action of ['pay', 'refuse', 'expire', 'payLate', 'payShort'])
      expect((await gateway.request('POST', `${path}/!${action}`, { token })).status).toBe(409)
  })

  it('tells of a payment that lacks its reference, and completes it once that is there', async () => {
    const id = 'sandbox-utr'
    const made = await gateway.request('POST', `/payins/${id}`, {
      token: await shop.token(),
      body: {
        paymentRequested: { money: { amount: 1907, currencyCode: 'INR' } },
        paymentMethod: { paymentMethodCode: 'P2A_V2' },
      },
    })
    expect(made.body.externalReferenceNeeded).toBe(true)
    const token = new URL(String(made.body.sandboxUrl)).hash.slice(1)
    const path = `/sandbox/payins/${shop.code}/${id}`
    const early = await gateway.request('POST', `${path}/!pay`, { token })
    expect([early.body.status, early.body.answer]).toEqual(['PENDING', 'not-now'])
    const reference = String(early.body.externalReference?.number)
    const set = await gateway.request('POST', `/payins/${id}/!setExternalReference`, {
      token: await shop.token(),
      body: { externalReference: { reference } },
    })
    expect(set.body.externalReferenceNeeded).toBe(undefined)
    expect((await gateway.request('POST', `${path}/!pay`, { token })).body.status).toBe('SUCCESS')
  })

  it('has a limit', async () => {
    const { path, token } = await payin(907)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => gateway.request('GET', path, { token })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('what payers see of a merchant', () => {
  it('is what the merchant’s checkout says', async () => {
    const checkout = { name: 'Lotus', colour: '#123456', logo: 'data:image/png;base64,iVBORw0KGgo=' }
    const merchant = await gateway.merchant({ checkout })
    const info = await gateway.request('GET', '/merchant-info', { token: await merchant.token() })
    const { channelInfo } = info.body as unknown as { channelInfo: { logo: string } }
    expect(channelInfo).toEqual({ ...checkout, logo: expect.stringMatching(/^\/checkout\/logos\//) })
    // The picture is ours to serve: as the picture that it is, and as nothing that could run.
    const { logo } = channelInfo
    const seen = await gateway.app.server.inject({ method: 'GET', url: logo })
    expect([seen.statusCode, seen.rawPayload.toString('hex')]).toEqual([200, '89504e470d0a1a0a'])
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringContaining('immutable'),
    })
    const nobodys = logo.replace(/[^/]+\/([^/]+)$/, 'nobody/$1')
    for (const url of [logo.slice(0, -1), nobodys, `${logo}/x`])
      expect([url, (await gateway.app.server.inject({ method: 'GET', url })).statusCode]).toEqual([url, 404])
  })
})
