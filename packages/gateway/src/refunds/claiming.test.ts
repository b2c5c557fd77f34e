import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { idOf, rowsOf } from '../payments/payments.fixture.ts'
import { findPayment } from '../payments/reading.ts'
import { namePayee, openClaim } from './claiming.ts'
import { markPaid } from './manual.ts'
import { refundWorld } from './refunds.fixture.ts'

const inMemory = bothEngines.slice(0, 1)
const PAYEE = {
  paymentMethodCode: 'BANK_TRANSFER',
  paymentOperatorCode: '001',
  account: { accountName: 'Maria Silva', accountNumber: '12345678' },
}

describe.each(inMemory)('a refund that its payer claims', ({ open }) => {
  let opened: Opened
  let gateway: TestGateway
  beforeAll(async () => {
    opened = await open()
    gateway = await testGateway(opened.database, {
      network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await opened?.close()
  })
  const waiting = async () => {
    const world = await refundWorld(gateway)
    const idPayin = await world.paid('PIXQR', 5_000)
    const { body } = await world.refund('r', { idPayin, money: { amount: 914, currencyCode: 'BRL' } })
    const secret = String(body.claimUrl).split('#')[1] ?? ''
    return { ...world, secret, name: { merchantCode: world.shop.code, idRefund: 'r', secret } }
  }

  it('goes to whom the payer names, once, and its link is void', async () => {
    const { name, read } = await waiting()
    const house = gateway.app.gateway
    expect(await openClaim(house, { ...name, secret: `${name.secret.slice(1)}A` })).toBeUndefined()
    const claim = await openClaim(house, name)
    if (!claim) throw new Error('not opened')
    const wrong = await namePayee(house, claim, { ...PAYEE, account: {} })
    expect(wrong).toMatchObject({ ok: false, failure: { type: 'faults' } })
    const both = [await namePayee(house, claim, PAYEE), await namePayee(house, claim, PAYEE)]
    expect(both.map(({ ok }) => ok)).toEqual([true, false])
    expect((await openClaim(house, name))?.state).toBe('SENT')
    await gateway.advance(10_000)
    expect((await read('/refunds/r')).body).toMatchObject({ route: 'PAYOUT', process: { status: 'SUCCESS' } })
  })

  it('shows its link to who may create it, and to no other', async () => {
    const { shop, read } = await waiting()
    expect((await read('/refunds/r')).body).toHaveProperty('claimUrl')
    const info = await gateway.tokenFor(shop, '/auth-tokens-by-action', {
      action: 'REFUND_INFO',
      idPayment: 'r',
      validitySecs: 60,
    })
    const { body } = await gateway.request('GET', '/refunds/r', { token: String(info.body.token) })
    expect(body).toMatchObject({ idRefund: 'r' })
    expect(body).not.toHaveProperty('claimUrl')
  })

  it('or that an operator sends by hand, is a SUCCESS once the operator says so', async () => {
    const world = await refundWorld(gateway)
    const idPayin = await world.paid('CRYPTO_OFFLINE', 500)
    const made = await world.refund('m', { idPayin, money: { amount: 100, currencyCode: 'USDT' } })
    expect(made.body).toMatchObject({ route: 'MANUAL', process: { status: 'PENDING' } })
    const find = () => findPayment(opened.database, world.shop.code, 'refund', idOf('m'))
    const [open, house] = [await find(), gateway.app.gateway]
    if (!open) throw new Error('no refund')
    const say = (operator: string, reference: string) =>
      markPaid(house, open, reference, {
        id: gateway.deps.randomness.uuidV7(gateway.deps.clock.now()),
        at: gateway.deps.clock.now(),
        operator,
        action: 'refund.mark-paid',
        subject: `refund ${world.shop.code}/refund/m`,
        detail: { reference },
      })
    // Both have read it while it was open.
    const reported = await Promise.all([say('anna', '0xabc'), say('ben', '0xdef')])
    expect(reported).toEqual([
      { ok: true, value: 'applied' },
      { ok: false, failure: 'INVALID_STATE' },
    ])
    const paid = await find()
    expect([paid?.status, await world.balance('reserved', 'USDT')]).toEqual(['SUCCESS', 0n])
    expect(await say('anna', '0xabc')).toEqual({ ok: true, value: 'repeated' })
    expect(await say('anna', 'other')).toEqual({ ok: false, failure: 'INVALID_STATE' })
    const lines = `select operator from audit where subject = 'refund ${world.shop.code}/refund/m'`
    expect(await rowsOf(opened.database, lines)).toEqual([{ operator: 'anna' }])
    const cases = `select reason from case_file where merchant_id = '${world.shop.code}'`
    expect(await rowsOf(opened.database, cases)).toEqual([])
  })
})
