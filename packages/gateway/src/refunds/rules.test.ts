/** What the rail, the price and the token say of a refund, each by a shop of its own. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import type { Product } from '../merchants/merchant.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { settleCase } from '../payments/settling.ts'
import { CALLBACKS, refundWorld } from './refunds.fixture.ts'

const thb = (amount: number) => ({ amount, currencyCode: 'THB' })

describe.each(bothEngines.slice(0, 1))('a refund', ({ open }) => {
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
  const shopWith = (...products: readonly Product[]) => refundWorld(gateway, { products })
  const holds = async () =>
    expect((await checkInvariants(opened.database)).checks.filter((each) => !each.holds)).toEqual([])

  it('that comes after the rail’s window, and that no payout could send, is refused as too late', async () => {
    const { paid, refund, shop } = await shopWith({ code: 'PIXQR', currency: 'BRL' })
    const idPayin = await paid('PIXQR', 1_000)
    await rowsOf(
      opened.database,
      `update payment set processed_at = processed_at - interval '91 days' where merchant_id = '${shop.code}' and kind = 'payin' returning 1`,
    )
    const late = await refund('late', { idPayin })
    expect([late.status, late.body.code]).toEqual([422, 'REFUND_WINDOW_PASSED'])
  })

  it('beyond the hundredth of a payin is refused, though money is left', async () => {
    const { paid, refund, read } = await refundWorld(gateway)
    const idPayin = await paid('PROMPTPAY', 1_000)
    for (let done = 0; done < 100; done += 50) {
      const some = Array.from({ length: 50 }, (_, index) => `part-${done + index}`)
      const made = await Promise.all(some.map((id) => refund(id, { idPayin, money: thb(1) })))
      expect(made.map(({ status }) => status)).toEqual(some.map(() => 201))
    }
    const more = await refund('too-many', { idPayin, money: thb(1) })
    expect([more.status, more.body]).toMatchObject([
      422,
      { code: 'REFUND_TIMES_EXCEEDED', detail: expect.stringContaining('100') },
    ])
    await gateway.advance(5_000)
    // Nor once they are over: each reads all before it, whatever became of them.
    expect((await refund('too-many', { idPayin })).body.code).toBe('REFUND_TIMES_EXCEEDED')
    expect((await read(`/payins/${idPayin}`)).body.refunds).toMatchObject({ refundable: thb(900) })
    await holds()
  })

  it('of a part is refused where the rail gives back only the whole', async () => {
    const { paid, refund } = await shopWith({ code: 'PAYSHAP', currency: 'ZAR' })
    const idPayin = await paid('PAYSHAP', 1_000)
    const part = await refund('part', { idPayin, money: { amount: 400, currencyCode: 'ZAR' } })
    expect([part.status, part.body]).toMatchObject([
      422,
      { code: 'METHOD_UNAVAILABLE', detail: expect.stringContaining('only the whole payin') },
    ])
    expect((await refund('whole', { idPayin })).body).toMatchObject({ route: 'NATIVE' })
  })

  it('is not asked of a rail a second time that gives a payin back once, also where the first came back', async () => {
    const { paid, refund, shop } = await shopWith({ code: 'PAYSHAP', currency: 'ZAR' })
    const idPayin = await paid('PAYSHAP', 1_000)
    await refund('first', { idPayin })
    await gateway.advance(5_000)
    const { gateway: inner } = gateway.app
    await inner.statusUpdates.take({
      processor: 'sandbox',
      statusUpdateId: `back of ${shop.code}`,
      merchantId: shop.code,
      kind: 'refund',
      id: 'first' as MerchantOrderId,
      at: gateway.deps.clock.now(),
      statusChange: {
        type: 'returned',
        received: { currency: offered('ZAR').code, amountMinor: minor(100_000n) },
      },
    })
    const [row] = await rowsOf(
      opened.database,
      `select key from case_file where merchant_id = '${shop.code}'`,
    )
    const settled = await settleCase(inner, {
      caseKey: String(row?.key),
      settlement: { action: 'credit', to: { merchantId: shop.code, isTest: true } },
      operator: 'anna',
      note: undefined,
    })
    expect(settled.ok).toBe(true)
    const second = await refund('second', { idPayin })
    expect([second.status, second.body.code]).toEqual([422, 'REFUND_TIMES_EXCEEDED'])
    await holds()
  })

  it('costs its own fee, and gives the payin’s back in proportion, to the last unit of the ledger', async () => {
    const { paid, refund, balance, shop, read } = await shopWith(
      {
        code: 'PROMPTPAY',
        currency: 'THB',
        fee: { fixed: '10' },
        vatRate: '0.1',
        refundFee: { fixed: '3' },
        refundsFees: true,
      },
      { code: 'BANK_TRANSFER', currency: 'THB' },
    )
    const idPayin = await paid('PROMPTPAY', 1_000)
    const before = await balance('available')
    const first = await refund('first', { idPayin, money: thb(500) })
    expect(first.body).toMatchObject({ fee: { amount: 3 }, vat: { amount: 0.3 } })
    expect([await balance('available'), await balance('reserved')]).toEqual([before - 50_330n, 50_330n])
    await gateway.advance(5_000)
    // Half of 10 and of 1 came back with it.
    expect([await balance('available'), await balance('reserved')]).toEqual([before - 50_330n + 550n, 0n])
    await refund('rest', { idPayin })
    await gateway.advance(5_000)
    expect((await read('/refunds/rest')).body.process?.status).toBe('SUCCESS')
    expect(before - (await balance('available'))).toBe(100_000n + 2n * 330n - 1_100n)
    const earned = await rowsOf(
      opened.database,
      `select account, sum(amount)::text as amount from posting
        where merchant_id = '${shop.code}' and account in ('fees', 'vat') group by account order by account`,
    )
    // Of the payin nothing is left, and the fees of two refunds are.
    expect(earned).toEqual([
      { account: 'fees', amount: '600' },
      { account: 'vat', amount: '60' },
    ])
    await holds()
  })

  it('is within the money of its token, or refused', async () => {
    const { paid, shop } = await refundWorld(gateway)
    const idPayin = await paid('PROMPTPAY', 1_000)
    const { body } = await gateway.tokenFor(shop, '/auth-tokens', {
      operations: ['POST /refunds/.*'],
      money: thb(400),
      validitySecs: 60,
    })
    const post = (id: string, money?: object) =>
      gateway.request('POST', `/refunds/${id}`, {
        token: String(body.token),
        body: { idPayin, reason: 'OTHER', callbackUrl: CALLBACKS, ...(money && { money }) },
      })
    // All that is left is more than the token allows.
    const whole = await post('whole')
    const more = await post('more', thb(401))
    expect([whole.status, more.status]).toEqual([403, 403])
    expect((await post('within', thb(400))).status).toBe(201)
  })
})
