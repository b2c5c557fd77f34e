import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'

let database: Database
let gateway: TestGateway
let shop: TestMerchant
let other: TestMerchant
beforeAll(async () => {
  database = await openTestDatabase(START)
  gateway = await testGateway(database)
  shop = await gateway.merchant()
  other = await gateway.merchant()
})
afterAll(async () => {
  await gateway.stop()
  await database.close()
})

const MONEY = { amount: 1907, currencyCode: 'THB' }
const tokenFor = async (idPayment: string, action: string, more: object = {}) => {
  const fields = { action, idPayment, ...more }
  return String((await gateway.tokenFor(shop, '/auth-tokens-by-action', fields)).body.token)
}
const ask = (what: 'shop' | 'payin', id: string, token?: string, code: string = shop.code) =>
  gateway.request('GET', `/pay/${code}/${id}/!${what}`, token === undefined ? {} : { token })

describe('what the page asks of its server', () => {
  it('is answered to whoever may read the payin, before it is made and after', async () => {
    const returnUrl = 'https://shop.example/thanks'
    const token = await tokenFor('o-1', 'PAYIN_CHECKOUT', { money: MONEY, returnUrl })
    expect((await ask('shop', 'o-1', token)).body).toEqual({
      channelInfo: { name: expect.any(String) },
      isTest: true,
      returnUrl,
    })
    expect(await ask('payin', 'o-1', token)).toMatchObject({ status: 200, body: { payin: null } })
    const body = { paymentRequested: { money: MONEY }, paymentMethod: { paymentMethodCode: 'OFFLINE' } }
    expect((await gateway.request('POST', '/payins/o-1', { token, body })).status).toBe(201)
    const looking = await tokenFor('o-1', 'PAYIN_INFO')
    for (const reader of [token, looking]) {
      const { body: seen } = await ask('payin', 'o-1', reader)
      const read = await gateway.request('GET', '/payins/o-1', { token: reader })
      expect(seen.payin).toEqual(read.body)
    }
  })

  it('is answered to nobody else', async () => {
    const token = await tokenFor('o-2', 'PAYIN_INFO')
    const payouts = await tokenFor('o-1', 'PAYOUT_INFO')
    for (const what of ['shop', 'payin'] as const) {
      expect((await ask(what, 'o-1')).status).toBe(401)
      expect((await ask(what, 'o-1', token)).status).toBe(403)
      expect((await ask(what, 'o-1', payouts)).status).toBe(403)
      expect((await ask(what, 'o-2', token, other.code)).status).toBe(404)
    }
  })
})
