/** HEAD answers as GET, on every path that has one, and without a body. */
import { ADMIN } from '@sluice/gateway/admin/admin.fixture.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestOptions } from '../../harness.ts'
import { credit, newId, thb, thbPayout, useApi } from '../api.fixture.ts'

const api = useApi()
const ID = newId()

beforeAll(async () => {
  const { gateway, shop, database } = api()
  await credit(gateway, shop, 'THB', 10n ** 9n)
  await shop.post(`/payins/${ID}`, thb())
  await shop.post(`/payouts/${ID}`, thbPayout())
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
})

/** They never end: as GET they are not waited for. */
const STREAMS = ['/callbacks/!listen', '/live', '/admin/live']

/** What differs from one request to the next. */
const PASSING = ['date', 'x-request-id', 'ratelimit']

async function requested(method: 'GET' | 'HEAD', path: string, options: RequestOptions) {
  const { status, headers, text } = await api().gateway.request(method, path, options)
  const lasting = Object.entries(headers).filter(([name]) => !PASSING.includes(name))
  return { status, headers: Object.fromEntries(lasting), text }
}

async function expectAlike(path: string, options: RequestOptions): Promise<number> {
  // So that neither the one before nor a failure takes from its rate.
  await api().gateway.advance(1_000)
  const got = await requested('GET', path, options)
  const head = await requested('HEAD', path, options)
  // A counter or a time in the text may have grown by a digit between the two.
  const { 'content-length': _got, ...gotHeaders } = got.headers
  const { 'content-length': _head, ...headHeaders } = head.headers
  expect([path, head.status, headHeaders, head.text]).toEqual([path, got.status, gotHeaders, ''])
  return head.status
}

/** Paths of all described GETs; those that would stream for ever are asked separately. */
async function described(document: string): Promise<readonly string[]> {
  const { body } = await api().gateway.request('GET', document)
  return Object.entries(body.paths ?? {})
    .filter(([path, methods]) => 'get' in methods && !STREAMS.includes(path))
    .map(([path]) =>
      path
        .replace('{idPayin}', ID)
        .replace('{idPayout}', ID)
        .replaceAll(/\{\w+\}/g, 'x'),
    )
}

describe('HEAD', () => {
  it("answers as GET on every path of a merchant's, also to whoever may not, or sends no version", async () => {
    const { shop } = api()
    const token = await shop.token()
    const paths = await described('/openapi.json')
    expect(paths.length).toBeGreaterThan(12)
    const seen = new Set<number>()
    for (const path of [...paths, '/payins/nobody', '/payins/.x']) {
      seen.add(await expectAlike(path, { token }))
      await expectAlike(path, {})
      await expectAlike(path, { token, headers: { 'x-api-version': '1' } })
    }
    expect([...seen]).toEqual(expect.arrayContaining([200, 404]))
  })

  it.each(['/health/live', '/health/ready', '/.well-known/jwks.json', '/openapi.json', '/docs/', '/nowhere'])(
    'answers as GET at %s',
    async (path) => {
      await expectAlike(path, {})
    },
  )

  it.each(['/admin/merchants', '/admin/payments', '/admin/merchants/nobody', '/admin/audit'])(
    'answers operators as GET at %s',
    async (path) => {
      await expectAlike(path, { token: ADMIN })
      await expectAlike(path, { token: 'op_wrong' })
    },
  )

  it('is allowed where the token allows GET, and nowhere else', async () => {
    const { gateway, shop } = api()
    const info = { action: 'PAYIN_INFO', idPayment: ID, validitySecs: 60 }
    const narrow = String((await gateway.tokenFor(shop, '/auth-tokens-by-action', info)).body.token)
    expect(await expectAlike(`/payins/${ID}`, { token: narrow })).toBe(200)
    expect(await expectAlike('/balances', { token: narrow })).toBe(403)
    const post = { operations: [`POST /payins/${ID}`] }
    const writing = String((await gateway.tokenFor(shop, '/auth-tokens', post)).body.token)
    expect(await expectAlike(`/payins/${ID}`, { token: writing })).toBe(403)
  })

  it('counts against the rate as GET does', async () => {
    const shop = await api().newShop({ rateLimitPerSecond: 2 })
    await api().gateway.advance(1_000)
    const token = await shop.token()
    await api().gateway.advance(1_001)
    const statuses: number[] = []
    for (let count = 0; count < 3; count++) {
      statuses.push((await api().gateway.request('HEAD', '/balances', { token })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  it.each(STREAMS)('of the stream %s ends at once, and listens to nothing', async (path) => {
    const token = path.startsWith('/admin') ? ADMIN : await api().shop.token()
    const head = await api().gateway.request('HEAD', path, { token })
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/event-stream'])
  })

  it('is among the methods that a path allows', async () => {
    const answer = await api().gateway.request('DELETE', '/balances')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
