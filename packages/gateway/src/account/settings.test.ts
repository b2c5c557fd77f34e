/** Settings in the hands of the merchant's own people. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MembersGateway, membersGateway } from '../identity/members/members.fixture.ts'
import { PROVED_MS } from '../identity/people/sessions.ts'

let gateway: MembersGateway
let code: string
beforeAll(async () => {
  gateway = await membersGateway()
  code = (await gateway.merchant()).code
})
afterAll(() => gateway?.close())

it('are the very row that operators see, and leave alone what is the operators’', async () => {
  const dora = await gateway.member(code, 'Dora', 'DEVELOPER')
  const frameOrigins = ['https://shop.example']
  await gateway.admin('PATCH', `/admin/merchants/${code}`, { checkout: { frameOrigins } })
  const look = { name: 'Riverside', colour: '#0B6E4F' }
  const changed = await dora.ask('PATCH', '/settings', {
    checkout: { ...look, frameOrigins: ['https://evil.example'] },
  })
  expect([changed.status, changed.body.checkout]).toEqual([200, { name: 'Riverside', colour: '#0b6e4f' }])
  const seen = await gateway.admin('GET', `/admin/merchants/${code}`)
  expect(seen.body.checkout).toEqual({ name: 'Riverside', colour: '#0b6e4f', frameOrigins })
  await dora.ask('PATCH', '/settings', { callbackUrl: null, checkout: null })
  expect((await dora.ask('GET', '/settings')).body).toEqual({
    merchantCode: code,
    name: expect.any(String),
    isTest: true,
    checkout: {},
  })
  expect((await gateway.admin('GET', '/admin/audit?limit=3')).text).toContain(`Dora of ${code}`)
})

it('are changed on the condition that nobody was first, where whoever changes them says what they saw', async () => {
  const { code: own } = await gateway.merchant()
  const omar = await gateway.member(own, 'Omar', 'OWNER')
  const tag = String((await omar.ask('GET', '/settings')).headers.etag)
  const change = (body: object, seen: string) => omar.ask('PATCH', '/settings', body, { 'if-match': seen })
  // What the settings do not show makes no form of theirs stale.
  await gateway.admin('PATCH', `/admin/merchants/${own}`, { rateLimitPerSecond: 77 })
  const first = await change({ checkout: { name: 'First' } }, tag)
  expect([first.status, first.headers.etag === tag]).toEqual([200, false])
  const second = await change({ checkout: { name: 'Second' } }, tag)
  expect([second.status, second.body.code]).toEqual([412, 'PRECONDITION_FAILED'])
  const now = await omar.ask('GET', '/settings')
  expect([now.body.checkout, now.headers.etag]).toEqual([{ name: 'First' }, first.headers.etag])
})

it('take no picture with scripts in it, no colour that is none, and no address that leads nowhere', async () => {
  const emil = await gateway.member(code, 'Emil', 'OWNER')
  for (const [body, path] of [
    [{ checkout: { logo: 'data:image/svg+xml;base64,PHN2Zz4=' } }, '/checkout/logo'],
    [{ checkout: { colour: 'red' } }, '/checkout/colour'],
    [{ callbackUrl: 'ftp://x' }, '/callbackUrl'],
    [{}, ''],
  ] as const) {
    const { status, text } = await emil.ask('PATCH', '/settings', body)
    expect([status, text]).toEqual([400, expect.stringContaining(`"path":"${path}"`)])
  }
})

it('are changed by neither a token, nor finance, nor without a fresh proof', async () => {
  const shop = await gateway.merchant()
  const token = await shop.token()
  expect((await gateway.request('GET', '/settings', { token })).body.code).toBe('SCOPE_EXCEEDED')
  const finance = await gateway.member(shop.code, 'Fina', 'FINANCE')
  expect((await finance.ask('PATCH', '/settings', { callbackUrl: null })).status).toBe(403)
  const owner = await gateway.member(shop.code, 'Otto', 'OWNER')
  await gateway.deps.jump(PROVED_MS)
  expect((await owner.ask('PATCH', '/settings', { callbackUrl: null })).body.code).toBe('STEP_UP_NEEDED')
})
