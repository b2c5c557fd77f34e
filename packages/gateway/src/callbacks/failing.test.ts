import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'

const DAY_MS = 86_400_000

let gateway: AdminGateway
let shop: TestMerchant
let listener = 500
beforeAll(async () => {
  gateway = await adminGateway({
    network: () => ({ ok: true, status: listener, headers: {}, body: 'down for lunch', durationMs: 0 }),
  })
  shop = await gateway.merchant()
})
afterAll(() => gateway.close())

const payin = async (id: string) => {
  const body = {
    paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
    paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
  }
  const answer = await gateway.request('POST', `/payins/${id}`, { token: await shop.token(), body })
  expect(answer.status, answer.text).toBe(201)
}
const failing = async (query = '') => {
  const { body } = await gateway.admin('GET', `/admin/callbacks/failing${query}`)
  return { rows: body.data as unknown as readonly Json[], next: body.nextCursor }
}

it('callbacks that fail are listed with their latest attempt, until one is taken', async () => {
  await payin('first')
  await payin('second')
  await gateway.advance(4_000)
  const { rows } = await failing()
  expect(rows.map(({ id }) => id).sort()).toEqual(['first', 'second'])
  expect(rows[0]).toMatchObject({
    merchantCode: shop.code,
    kind: 'payin',
    sequence: 1,
    state: 'RETRYING',
    attempts: 1,
    nextAttemptAt: expect.any(String),
    lastAttempt: { httpStatus: 500, answer: 'down for lunch' },
  })
  const one = await failing('?limit=1')
  const other = await failing(`?limit=1&cursor=${one.next}`)
  expect([...one.rows, ...other.rows].map(({ id }) => id).sort()).toEqual(['first', 'second'])
  expect((await failing('?merchantCode=somebody-else')).rows).toEqual([])

  for (let day = 0; day < 12; day += 1) {
    await gateway.deps.jump(DAY_MS)
    await gateway.advance(2_000)
  }
  expect((await failing()).rows.map(({ state }) => state)).toEqual(['ABANDONED', 'ABANDONED'])

  listener = 204
  await gateway.admin('POST', `/admin/payments/${shop.code}/payin/first/!redeliver`)
  await gateway.advance(2_000)
  expect((await failing()).rows.map(({ id }) => id)).toEqual(['second'])
})
