import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const DAY_MS = 86_400_000
const ALL = { from: '2000-01-01', to: '2100-01-01' }

let gateway: AdminGateway
let shop: TestMerchant
let listener: number
beforeEach(async () => {
  listener = 204
  gateway = await adminGateway({
    network: () => ({ ok: true, status: listener, headers: {}, body: 'thanks', durationMs: 0 }),
  })
  shop = await gateway.merchant()
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
const list = async (query = '') => {
  const { body, status, text } = await gateway.admin('GET', `/admin/callbacks${query}`)
  expect(status, text).toBe(200)
  return { rows: body.data as unknown as readonly Json[], next: body.nextCursor }
}
const redeliver = async (body: object) =>
  (await gateway.admin('POST', '/admin/callbacks/!redeliver', body)).body
/** What was sent of these payments, in its order. */
const sentOf = (requests = gateway.deps.sent) =>
  requests
    .filter(({ headers }) => headers['user-agent'] === 'Sluice-Callbacks/1')
    .map(({ headers, body = '' }) => ({ headers, body, id: String(JSON.parse(body).data.idPayin) }))

describe('callbacks across payments', () => {
  it('are shown with the very bytes that were signed, and what came back', async () => {
    await payin('first')
    await gateway.advance(4_000)
    const [sent] = sentOf()
    const { rows } = await list()
    expect(rows.find(({ sequence }) => (sequence as unknown) === 1)).toMatchObject({
      ...{ merchantCode: shop.code, kind: 'payin', id: 'first', state: 'DELIVERED' },
      webhookId: sent?.headers['webhook-id'],
      body: sent?.body,
      attempts: [
        {
          ...{ attempt: 1, outcome: 'DELIVERED', httpStatus: 204, durationMs: 0, answer: 'thanks' },
          webhookTimestamp: sent?.headers['webhook-timestamp'],
        },
      ],
    })
    expect(JSON.stringify(rows)).not.toContain('whsec_')
  })

  it('come newest first, page by page, each once, and as a file', async () => {
    for (const id of ['a', 'b', 'c']) await payin(id)
    await gateway.advance(4_000)
    const whole = (await list()).rows
    const paged: Json[] = []
    for (let cursor: unknown = ''; cursor !== undefined; ) {
      const { rows, next } = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      paged.push(...rows)
      cursor = next
    }
    expect(paged).toEqual(whole)
    const times = whole.map(({ at }) => String(at))
    expect(times).toEqual(times.toSorted().reverse())
    const file = await gateway.admin('GET', '/admin/callbacks?format=csv')
    expect(file.text.trim().split('\n')).toHaveLength(whole.length + 1)
  })

  it('are not sent again, and not said to be, of a payment that nothing was announced of', async () => {
    await payin('quiet')
    const path = `/admin/payments/${shop.code}/payin/quiet/!redeliver`
    expect((await gateway.admin('POST', path)).body.code).toBe('INVALID_STATE')
    expect((await gateway.admin('GET', '/admin/audit?subject=quiet')).body.data).toEqual([])
  })

  it('are found by merchant, state and time', async () => {
    const other = await gateway.merchant()
    await payin('mine')
    await payin('theirs', other)
    await gateway.advance(4_000)
    listener = 500
    await payin('refused')
    await gateway.advance(4_000)
    const ids = async (query: string) => [...new Set((await list(query)).rows.map(({ id }) => id))].sort()
    expect(await ids(`?merchantCode=${other.code}`)).toEqual(['theirs'])
    expect(await ids('?state=WAITING,SENDING')).toEqual(['refused'])
    expect(await ids('?state=DELIVERED')).toEqual(['mine', 'theirs'])
    expect(await ids('?state=ABANDONED')).toEqual([])
    expect(await ids('?to=2020-01-01')).toEqual([])
    expect(await ids('?merchantCode=no such')).toEqual([])
  })
})

describe('a range of callbacks', () => {
  it('is only counted by a dry run', async () => {
    for (const id of ['a', 'b']) await payin(id)
    await gateway.advance(4_000)
    const before = sentOf().length
    expect(await redeliver({ ...ALL, dryRun: true })).toEqual({
      ...{ dryRun: true, matching: 2, redelivered: 0, left: 2 },
    })
    await gateway.advance(4_000)
    expect(sentOf()).toHaveLength(before)
    const { body } = await gateway.admin('GET', '/admin/audit')
    expect(JSON.stringify(body)).not.toContain('callback.redeliver-range')
  })

  it('is sent again: of each payment its latest, the very same bytes under the same ID, signed anew', async () => {
    for (const id of ['a', 'b']) await payin(id)
    await gateway.advance(4_000)
    const first = sentOf()
    await gateway.deps.jump(DAY_MS)
    expect(await redeliver(ALL)).toMatchObject({ matching: 2, redelivered: 2, left: 0 })
    await gateway.advance(4_000)
    const again = sentOf().slice(first.length)
    expect(again.map(({ id }) => id).sort()).toEqual(['a', 'b'])
    for (const { id, headers, body } of again) {
      const latest = first.findLast((each) => each.id === id)
      expect(headers['webhook-id']).toBe(latest?.headers['webhook-id'])
      expect(body).toBe(latest?.body)
      expect(headers['webhook-timestamp']).not.toBe(latest?.headers['webhook-timestamp'])
    }
    expect(JSON.stringify((await gateway.admin('GET', '/admin/audit')).body)).toContain(
      'callback.redeliver-range',
    )
  })

  it('leaves out the payments of others, other states and other times', async () => {
    const other = await gateway.merchant()
    await payin('mine')
    await payin('theirs', other)
    await gateway.advance(4_000)
    const before = sentOf().length
    expect(await redeliver({ ...ALL, state: 'ABANDONED' })).toMatchObject({ redelivered: 0 })
    expect(await redeliver({ from: '2000-01-01', to: '2001-01-01' })).toMatchObject({ redelivered: 0 })
    expect(await redeliver({ ...ALL, merchantCode: other.code })).toMatchObject({ redelivered: 1 })
    await gateway.advance(4_000)
    expect(
      sentOf()
        .slice(before)
        .map(({ id }) => id),
    ).toEqual(['theirs'])
  })

  it('leaves alone who wants to hear no more, unless it is asked for by name', async () => {
    listener = 410
    await payin('ended')
    await gateway.advance(4_000)
    expect(await redeliver(ALL)).toMatchObject({ matching: 0 })
    expect(await redeliver({ ...ALL, state: 'ENDED' })).toMatchObject({ redelivered: 1 })
  })

  it('of what is wrong with it all is told', async () => {
    const { status, body } = await gateway.admin('POST', '/admin/callbacks/!redeliver', {
      ...{ from: 'yesterday', to: '2026-13-01', state: 'SENDING', cursor: 'x' },
    })
    expect(status).toBe(400)
    const paths = (body.errors as unknown as readonly Json[]).map(({ path }) => path)
    expect(paths.sort()).toEqual(['/cursor', '/from', '/state', '/to'])
    const order = await gateway.admin('POST', '/admin/callbacks/!redeliver', { from: ALL.to, to: ALL.from })
    expect(order.status).toBe(400)
    const nobody = await gateway.admin('POST', '/admin/callbacks/!redeliver', {
      ...ALL,
      merchantCode: 'NOBODY',
    })
    expect(nobody.status).toBe(404)
  })
})
