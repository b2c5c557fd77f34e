/** Hearing what changes at a merchant, by the session of one of its own people. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newId, thb } from '../../../../../test/api/api.fixture.ts'
import type { TestMerchant } from '../../../../../test/harness.ts'
import { ORIGIN } from '../people/people.fixture.ts'
import { DASHBOARD, type MembersGateway, membersGateway, type TestMember } from './members.fixture.ts'

let gateway: MembersGateway
let shop: TestMerchant
let other: TestMerchant
let owner: TestMember
let people = 0
const named = () => `listener ${++people}`
const leaves: (() => void)[] = []
beforeAll(async () => {
  gateway = await membersGateway()
  shop = await gateway.merchant()
  other = await gateway.merchant()
  owner = await gateway.member(shop.code, named(), 'OWNER')
})
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
})
afterAll(() => gateway?.close())

const listen = ({ browser }: TestMember) =>
  listenWith({
    host: 'localhost:8080',
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    cookie: `${DASHBOARD.cookie}=${browser.cookie}`,
  })

async function listenWith(headers: Readonly<Record<string, string>>) {
  const answer = await gateway.app.server.inject({
    method: 'GET',
    url: '/live',
    headers: { ...headers, accept: 'text/event-stream', 'x-api-version': '2' },
    payloadAsStream: true,
  })
  const received = { status: answer.statusCode, text: '', isOver: false }
  const stream = answer.stream()
  leaves.push(() => stream.destroy())
  stream.on('data', (part: Buffer) => {
    received.text += part.toString()
  })
  stream.on('end', () => {
    received.isOver = true
  })
  return received
}

/** @returns its ID, once it has been told */
async function payin(merchant: TestMerchant): Promise<string> {
  const id = newId()
  const made = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: thb(907),
  })
  expect(made.status, made.text).toBe(201)
  await gateway.advance(1_000)
  return id
}

it('names the payments of their own merchant, and of no other', async () => {
  const support = await gateway.member(shop.code, named(), 'SUPPORT')
  const received = await listen(support)
  expect(received.status).toBe(200)
  const [others, own] = [await payin(other), await payin(shop)]
  await expect.poll(() => received.text).toContain(`"resource":"payins","id":"${own}"`)
  expect(received.text).not.toContain(`"${others}"`)
})

it('names nothing that they may not read, from two seconds after it was taken from them', async () => {
  const support = await gateway.member(shop.code, named(), 'SUPPORT')
  const received = await listen(support)
  const rights = { capabilities: ['payouts:read'] }
  expect((await owner.ask('PATCH', `/team/${support.id}`, { rights })).status).toBe(200)
  await gateway.advance(2_000)
  await payin(shop)
  expect([received.text.includes('payins'), received.isOver]).toEqual([false, false])
})

it('ends within two seconds after they were taken out, or have signed out', async () => {
  const [gone, left] = [
    await gateway.member(shop.code, named(), 'SUPPORT'),
    await gateway.member(shop.code, named(), 'SUPPORT'),
  ]
  const all = [await listen(gone), await listen(left), await listen(owner)]
  expect((await owner.ask('DELETE', `/team/${gone.id}`)).status).toBe(204)
  expect((await left.ask('POST', '/dashboard/sign-in/out')).status).toBeLessThan(300)
  await gateway.advance(2_000)
  await expect.poll(() => all.map(({ isOver }) => isOver)).toEqual([true, true, false])
})

it('by a token names what its secret carries, and ends no stream when that becomes more', async () => {
  const narrowed = await gateway.member(shop.code, named(), 'OWNER')
  const rights = { capabilities: ['payouts:read', 'developers:read', 'developers:manage'] }
  expect((await owner.ask('PATCH', `/team/${narrowed.id}`, { rights })).status).toBe(200)
  const { id, secret } = (await narrowed.ask('POST', '/secrets')).body
  const body = { merchantCode: shop.code, secret, operations: ['GET /live'] }
  const { token } = (await gateway.request('POST', '/auth-tokens', { body })).body
  const received = await listenWith({ authorization: `Bearer ${String(token)}` })
  expect(received.status).toBe(200)
  const unreported = await payin(shop)
  await owner.ask('POST', `/secrets/${String(id)}/!confirm`)
  await gateway.advance(5_000)
  const reported = await payin(shop)
  await expect.poll(() => received.text).toContain(`"${reported}"`)
  expect(received.text).not.toContain(`"${unreported}"`)
})
