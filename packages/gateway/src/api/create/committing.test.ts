import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { START, type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'

let gateway: TestGateway
let shop: TestMerchant
beforeAll(async () => {
  gateway = await testGateway(await openTestDatabase(START), { started: false })
  shop = await gateway.merchant()
  // Who comes after one that was alone is taken to be alone.
  await create('first')
})
afterAll(() => gateway.stop())

const create = async (id: string) =>
  gateway.request('POST', `/payins/${id}`, {
    token: await shop.token(),
    body: {
      paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'ONLINE' },
      callbackUrl: 'https://shop.example/callbacks',
    },
  })

describe('an answer that cannot be made while its payin is committed', () => {
  const broken = (times: number) => {
    const links = vi.spyOn(gateway.app.gateway, 'sandboxUrlOf')
    for (let at = 0; at < times; at++)
      links.mockImplementationOnce(() => {
        throw new Error('a bug')
      })
    return links
  }

  it('is made once more when that is done', async () => {
    const links = broken(1)
    expect(await create('once')).toMatchObject({ status: 201, body: { process: { status: 'PENDING' } } })
    expect(links).toHaveBeenCalledTimes(2)
    links.mockRestore()
  })

  it('is a 500 only then, where it never can: who reads at once finds the payin, and a repeat is a 409', async () => {
    const links = broken(2)
    const answer = await create('never')
    const stored = await rowsOf(gateway.database, `select id from payment where id = 'never'`)
    links.mockRestore()
    expect([answer.status, answer.body.code, stored]).toEqual([500, 'INTERNAL_ERROR', [{ id: 'never' }]])
    expect(answer.body.detail).toContain('read or repeat the same ID')
    expect(await create('never')).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS', sameRequest: true },
    })
    expect((await gateway.request('GET', '/payins/never', { token: await shop.token() })).status).toBe(200)
  })
})
