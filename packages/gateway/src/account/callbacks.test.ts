import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'

const ALL = { from: '2000-01-01', to: '2100-01-01' }

let gateway: AdminGateway
let shop: TestMerchant
let other: TestMerchant
let listener: number
beforeEach(async () => {
  listener = 204
  gateway = await adminGateway({
    network: () => ({ ok: true, status: listener, headers: {}, body: 'its own words', durationMs: 0 }),
  })
  shop = await gateway.merchant()
  other = await gateway.merchant()
})
afterEach(() => gateway.close())

const payin = async (id: string, of = shop) => {
  const body = {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  }
  const answer = await gateway.request('POST', `/payins/${id}`, { token: await of.token(), body })
  expect(answer.status, answer.text).toBe(201)
}
const list = async (query = '', of = shop) => {
  const { body, status, text } = await gateway.request('GET', `/callbacks${query}`, {
    token: await of.token(),
  })
  expect(status, text).toBe(200)
  return body.data as unknown as readonly Json[]
}
const redeliver = async (body: object, of = shop) =>
  gateway.request('POST', '/callbacks/!redeliver', { token: await of.token(), body })
const sentIds = () =>
  gateway.deps.sent
    .filter(({ headers }) => headers['user-agent'] === 'Sluice-Callbacks/1')
    .map(({ body = '' }) => String(JSON.parse(body).data.idPayin))

describe("a merchant's callbacks across its payments", () => {
  it('are its own alone, with the bytes that were signed, and without what receivers answered', async () => {
    await payin('mine')
    await payin('theirs', other)
    await gateway.advance(4_000)
    const [row] = await list()
    const sent = gateway.deps.sent.find(({ body = '' }) => body.includes('"mine"'))
    expect(row).toMatchObject({
      ...{ id: 'mine', kind: 'payin', state: 'DELIVERED', body: sent?.body },
      webhookId: sent?.headers['webhook-id'],
      attempts: [{ httpStatus: 204, webhookTimestamp: sent?.headers['webhook-timestamp'] }],
    })
    expect(JSON.stringify(await list())).not.toMatch(/theirs|its own words|whsec_/)
    const path = `/callbacks?merchantCode=${other.code}`
    expect((await gateway.request('GET', path, { token: await shop.token() })).status).toBe(400)
  })

  it('name the callback of the payin that a callback of its refund waits for, and then when it is sent', async () => {
    listener = 500
    await payin('mine')
    await gateway.advance(4_000)
    const token = await shop.token()
    const body = { idPayin: 'mine', reason: 'OTHER', money: { amount: 100, currencyCode: 'THB' } }
    const made = await gateway.request('POST', '/refunds/back', { token, body })
    expect(made.status, made.text).toBe(201)
    await gateway.advance(4_000)
    const ofRefund = async () => {
      const own = await gateway.request('GET', '/refunds/back/callbacks', { token })
      const row = (await list()).find(({ kind }) => String(kind) === 'refund')
      return [row, (own.body.data as unknown as readonly Json[])[0]]
    }
    for (const row of await ofRefund()) {
      expect(row).toMatchObject({ state: 'WAITING', waitsFor: { kind: 'payin', id: 'mine', sequence: 1 } })
      expect(row).not.toHaveProperty('nextAttemptAt')
    }
    listener = 204
    await gateway.request('POST', '/payins/mine/callbacks/!redeliver', { token })
    await gateway.advance(4_000)
    for (const row of await ofRefund()) expect(row).not.toHaveProperty('waitsFor')
  })

  it('are found by state and time, page by page, and are had as a file', async () => {
    for (const id of ['a', 'b', 'c']) await payin(id)
    await gateway.advance(4_000)
    listener = 500
    await payin('refused')
    await gateway.advance(4_000)
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids('?state=WAITING,SENDING')).toEqual(['refused'])
    expect([...(await ids('?state=DELIVERED'))].sort()).toEqual(['a', 'b', 'c'])
    expect(await ids('?to=2020-01-01')).toEqual([])
    expect(await ids('?limit=2')).toHaveLength(2)
    const file = await gateway.request('GET', '/callbacks?format=csv', { token: await shop.token() })
    expect(file.text.trim().split('\n')).toHaveLength(1 + 4)
    const wrong = await gateway.request('GET', '/callbacks?limit=0', { token: await shop.token() })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })

  it('need a token with their very operation', async () => {
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', { operations: ['GET /callbacks'] })
    const token = String(body.token)
    expect((await gateway.request('GET', '/callbacks', { token })).status).toBe(200)
    const sending = await gateway.request('POST', '/callbacks/!redeliver', { token, body: ALL })
    expect(sending).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
  })
})

describe("a range of a merchant's callbacks", () => {
  it("is counted by a dry run, and then sent again: nobody else's", async () => {
    await payin('mine')
    await payin('theirs', other)
    await gateway.advance(4_000)
    const before = sentIds().length
    const counted = { dryRun: true, matching: 1, redelivered: 0, left: 1 }
    expect((await redeliver({ ...ALL, dryRun: true })).body).toEqual(counted)
    await gateway.advance(4_000)
    expect(sentIds()).toHaveLength(before)
    expect((await redeliver({ ...ALL, merchantCode: other.code })).body).toMatchObject({ redelivered: 1 })
    await gateway.advance(4_000)
    expect(sentIds().slice(before)).toEqual(['mine'])
  })

  it('tells all that is wrong with it at once', async () => {
    const { status, body } = await redeliver({ from: 'yesterday', to: 1, state: 'SENDING', cursor: 'x' })
    expect(status).toBe(400)
    const paths = (body.errors as unknown as readonly Json[]).map(({ path }) => path)
    expect(paths.sort()).toEqual(['/cursor', '/from', '/state', '/to'])
    expect((await redeliver({ from: ALL.to, to: ALL.from })).status).toBe(400)
    expect((await redeliver([])).status).toBe(400)
  })
})
