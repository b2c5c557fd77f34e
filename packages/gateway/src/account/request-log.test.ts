/** What a merchant's people read of its last requests: which are noted, of whom, and what is never in it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { NOTED_AT_ONCE, WRITTEN_AFTER_MS } from './request-log.ts'

let gateway: MembersGateway
beforeAll(async () => {
  gateway = await membersGateway({ started: true })
})
afterAll(() => gateway?.close())

interface Entry {
  readonly requestId: string
  readonly path: string
  readonly status: number
  readonly by: string
}
async function shop() {
  const merchant = await gateway.merchant()
  const developer = await gateway.member(merchant.code, `Dora ${merchant.code}`, 'DEVELOPER')
  return { ...merchant, developer, token: await merchant.token() }
}
const listed = async (by: TestMember, query = ''): Promise<readonly Entry[]> => {
  await gateway.advance(WRITTEN_AFTER_MS)
  const { status, body } = await by.ask('GET', `/request-log${query}`)
  expect(status).toBe(200)
  return body.data as unknown as readonly Entry[]
}

it('names a refusal by its code and the ID it was about, and nothing that was sent', async () => {
  const { developer, token } = await shop()
  const refused = await gateway.request('POST', '/payins/order-7?note=private', {
    token,
    body: { note: 'private' },
  })
  expect(refused.status).toBe(400)
  const [entry] = await listed(developer, '?statuses=4xx')
  expect(entry).toEqual({
    requestId: refused.body.requestId,
    at: expect.any(String),
    method: 'POST',
    path: '/payins/{idPayin}',
    id: 'order-7',
    status: 400,
    code: 'VALIDATION_FAILED',
    durationMs: expect.any(Number),
    by: expect.stringMatching(/^(key|secret) /),
  })
})

it('holds what the token did not allow, and nothing whose token or signature does not hold', async () => {
  const { code, developer, tokenFor } = await limited()
  const balances = await gateway.request('GET', '/balances', { token: tokenFor })
  expect(balances.status).toBe(403)
  await gateway.request('GET', '/balances', { token: `${tokenFor}x` })
  await gateway.request('POST', '/auth-tokens', {
    body: { merchantCode: code, secret: 'sk_wrong', operations: ['GET .*'], timestamp: 1 },
  })
  const entries = await listed(developer, '?statuses=401,403')
  expect(entries.map(({ status }) => status)).toEqual([403])
})

async function limited() {
  const made = await shop()
  const requested = { operations: ['GET /payins/one'], validitySecs: 60 }
  const given = await gateway.tokenFor(made, '/auth-tokens', requested)
  expect(given.status).toBe(201)
  return { ...made, tokenFor: String(given.body.token) }
}

it('is found by status and by ID, page after page', async () => {
  const { developer, token } = await shop()
  for (const id of ['a', 'b', 'a', 'a']) await gateway.request('GET', `/payins/${id}`, { token })
  expect(await listed(developer, '?id=a&statuses=404')).toHaveLength(3)
  const first = await developer.ask('GET', '/request-log?id=a&limit=2')
  const next = await developer.ask('GET', `/request-log?id=a&limit=2&cursor=${first.body.nextCursor}`)
  expect((next.body.data as unknown as readonly Entry[]).length).toBe(1)
  expect(next.body.nextCursor).toBeUndefined()
  for (const wrong of ['statuses=lost', 'id=%2F', 'cursor=x'])
    expect((await developer.ask('GET', `/request-log?${wrong}`)).status).toBe(400)
})

it('tells a merchant nothing of another, and leaves out what people read on screens', async () => {
  const mine = await shop()
  const other = await shop()
  await gateway.request('GET', '/balances', { token: other.token })
  await mine.developer.ask('GET', '/credentials')
  const paths = (await listed(mine.developer)).map(({ path }) => path)
  expect(paths.every((path) => path === '/auth-tokens')).toBe(true)
})

it('is read by owners and developers alone, and by no token', async () => {
  const { code, token } = await shop()
  const support = await gateway.member(code, 'Sam', 'SUPPORT')
  expect((await support.ask('GET', '/request-log')).body.code).toBe('SCOPE_EXCEEDED')
  expect((await gateway.request('GET', '/request-log', { token })).status).toBe(403)
})

it('keeps refusals in a rush of requests that succeed', async () => {
  const { developer, token } = await shop()
  await gateway.advance(WRITTEN_AFTER_MS)
  for (let sent = 0; sent < NOTED_AT_ONCE.succeeded + 20; sent += 1)
    await gateway.request('GET', '/balances', { token })
  await gateway.request('GET', '/payins/none', { token })
  const entries = await listed(developer, '?limit=200')
  expect(entries.filter(({ path }) => path === '/balances')).toHaveLength(NOTED_AT_ONCE.succeeded)
  expect(entries[0]).toMatchObject({ path: '/payins/{idPayin}', status: 404 })
})

it('shows with each key when it was last used, to the merchant and to operators', async () => {
  const { code, developer, token } = await shop()
  await gateway.request('GET', '/balances', { token })
  await gateway.advance(WRITTEN_AFTER_MS)
  const own = await developer.ask('GET', '/credentials')
  const seen = await gateway.admin('GET', `/admin/merchants/${code}`)
  for (const { body } of [own, seen]) expect(JSON.stringify(body)).toMatch(/"usedAt":"20/)
})
