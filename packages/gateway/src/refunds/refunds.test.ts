import { offered } from '@sluice/core/catalogue/currencies.ts'
import { isMerchantOrderId, type MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import type { Settlement } from '../payments/case-decision.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { findPayin } from '../payments/refunds.ts'
import { settleCase } from '../payments/settling.ts'
import { CALLBACKS, type RefundWorld, refundWorld } from './refunds.fixture.ts'

/** As if the days had gone by: what is stored of them is over. */
const PASSED_IN_TIME = (merchant: string) => `with over as (
    update payment set expire_at = created_at where merchant_id = '${merchant}' and kind = 'refund' returning key)
  update step set due_at = '2000-01-01' where merchant_id = '${merchant}' and kind = 'refund' and purpose = 'expire' returning 1`
const thb = (amount: number) => ({ amount, currencyCode: 'THB' })
const brl = (amount: number) => ({ amount, currencyCode: 'BRL' })

/** The disk has tests of its own. */
describe.each(bothEngines)('refunds over the API, on $name', ({ open }) => {
  let opened: Opened
  let gateway: TestGateway
  let world: RefundWorld
  const broken = async () => (await checkInvariants(opened.database)).checks.filter(({ holds }) => !holds)

  beforeAll(async () => {
    opened = await open()
    // One gateway for all: each test has a merchant of its own.
    gateway = await testGateway(opened.database, {
      network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await opened?.close()
  })
  beforeEach(async () => {
    world = await refundWorld(gateway)
  })

  it('give a part back by a payout where the rail returns nothing, and tell so', async () => {
    const { paid, refund, read, balance, announced } = world
    const idPayin = await paid('PROMPTPAY', 1_000)
    const before = await balance('available')
    const made = await refund('r-1', { idPayin, money: thb(400), reason: 'DUPLICATE', note: 'twice' })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        idRefund: 'r-1',
        idPayin,
        money: thb(400),
        reason: 'DUPLICATE',
        note: 'twice',
        route: 'PAYOUT',
        process: { status: 'PENDING', isTest: true },
      },
    ])
    expect([await balance('available'), await balance('reserved')]).toEqual([before - 40_000n, 40_000n])
    await gateway.advance(5_000)
    expect((await read('/refunds/r-1')).body).toMatchObject({ process: { status: 'SUCCESS' } })
    expect([await balance('available'), await balance('reserved')]).toEqual([before - 40_000n, 0n])
    expect(announced()).toEqual(['r-1 1'])
    expect((await read(`/payins/${idPayin}`)).body).toMatchObject({
      refunds: { refunded: thb(400), refundable: thb(600) },
    })
    expect(await broken()).toEqual([])
  })

  it('give all that is left back, by the rail itself where it returns payments', async () => {
    const { paid, refund, read } = world
    const idPayin = await paid('PIXQR', 1_000)
    expect((await read(`/payins/${idPayin}`)).body).not.toHaveProperty('refunds')
    await refund('a', { idPayin, money: brl(250.5) })
    const rest = await refund('b', { idPayin })
    expect(rest.body).toMatchObject({ money: brl(749.5), route: 'NATIVE' })
    await gateway.advance(5_000)
    expect((await read(`/payins/${idPayin}`)).body).toMatchObject({
      refunds: { refunded: brl(1_000), refundable: brl(0) },
    })
    const more = await refund('c', { idPayin })
    expect([more.status, more.body]).toMatchObject([
      422,
      { code: 'REFUND_EXCEEDS_PAYIN', refundable: brl(0) },
    ])
    expect(await broken()).toEqual([])
  })

  it('are refused where the payin is unknown, another merchant’s, not paid, or less is left', async () => {
    const { paid, refund, shop } = world
    const idPayin = await paid('PROMPTPAY', 1_000)
    const codeOf = async (body: object) => (await refund('x', body)).body.code
    expect(await codeOf({ idPayin: 'nothing' })).toBe('NOT_FOUND')
    expect(await codeOf({ idPayin, money: thb(1_000.01) })).toBe('REFUND_EXCEEDS_PAYIN')
    expect(await codeOf({ idPayin, money: brl(1) })).toBe('VALIDATION_FAILED')
    expect(await codeOf({ idPayin, reason: 'WHY NOT' })).toBe('VALIDATION_FAILED')
    expect(await codeOf({ idPayin, note: 'x'.repeat(141) })).toBe('VALIDATION_FAILED')
    expect(await codeOf({ idPayin, payee: { paymentMethodCode: 'BANK_TRANSFER' } })).toBe('VALIDATION_FAILED')
    const other = await gateway.merchant()
    const theirs = await gateway.request('POST', '/refunds/x', {
      token: await other.token(),
      body: { idPayin, reason: 'OTHER', callbackUrl: CALLBACKS },
    })
    expect(theirs.body.code).toBe('NOT_FOUND')
    await gateway.request('POST', '/payins/unpaid', {
      token: await shop.token(),
      body: {
        paymentRequested: { money: thb(907) },
        paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
        callbackUrl: CALLBACKS,
      },
    })
    expect(await codeOf({ idPayin: 'unpaid' })).toBe('PAYIN_NOT_REFUNDABLE')
    // Nothing was used up.
    expect((await refund('x', { idPayin })).status).toBe(201)
  })

  it('are refused with a property that nobody knows: it may be a misspelled amount, and the whole payin would go', async () => {
    const { paid, refund } = world
    const idPayin = await paid('PROMPTPAY', 1_000)
    const refused = await refund('misspelled', { idPayin, amount: 5 })
    expect(refused.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: '/amount', code: 'UNKNOWN_FIELD' }],
    })
    expect((await refund('misspelled', { idPayin, money: thb(5) })).status).toBe(201)
  })

  it('are refused of a payin whose credit the bank has taken back, also when its merchant has paid for that', async () => {
    const { paid, refund, shop } = world
    const idPayin = await paid('PROMPTPAY', 1_000)
    const { gateway: inner } = gateway.app
    await openCase(inner, {
      ...{
        merchantId: GATEWAY,
        fact: `reversed ${shop.code}`,
        reason: 'CREDIT_REVERSED',
        processor: 'sandbox',
      },
      money: { currency: offered('THB').code, amountMinor: minor(-100_000n) },
      detail: { candidates: [{ merchantCode: shop.code, kind: 'payin', id: idPayin, why: ['REFERENCE'] }] },
    })
    const [row] = await rowsOf(
      opened.database,
      `select key from case_file where reason = 'CREDIT_REVERSED' and detail::text like '%"${shop.code}"%'`,
    )
    const inDoubt = await refund('r', { idPayin })
    expect([inDoubt.status, inDoubt.body]).toMatchObject([
      422,
      { code: 'PAYIN_NOT_REFUNDABLE', detail: expect.stringContaining('in doubt') },
    ])
    const settled = await settleCase(inner, {
      caseKey: String(row?.key),
      settlement: { action: 'credit', to: { merchantId: shop.code, isTest: true } },
      operator: 'anna',
      note: undefined,
    })
    expect(settled.ok).toBe(true)
    const gone = await refund('r', { idPayin })
    expect([gone.status, gone.body]).toMatchObject([
      422,
      { code: 'PAYIN_NOT_REFUNDABLE', detail: expect.stringContaining('reversed this payin') },
    ])
    expect((await refund('other', { idPayin: await paid('PROMPTPAY', 1_000) })).status).toBe(201)
    expect(await broken()).toEqual([])
  })

  it('do not ask a processor to give back what came by another way, and was assigned', async () => {
    const { refund, shop } = world
    await gateway.request('POST', '/payins/unpaid', {
      token: await shop.token(),
      body: {
        paymentRequested: { money: brl(907) },
        paymentMethod: { paymentMethodCode: 'PIXQR', account: {} },
        callbackUrl: CALLBACKS,
      },
    })
    const { gateway: inner } = gateway.app
    await openCase(inner, {
      ...{ merchantId: GATEWAY, fact: `found ${shop.code}`, reason: 'UNKNOWN_CREDIT', processor: 'test-own' },
      money: { currency: offered('BRL').code, amountMinor: minor(90_700n) },
      detail: { note: shop.code },
    })
    const [row] = await rowsOf(
      opened.database,
      `select key from case_file where detail ->> 'note' = '${shop.code}'`,
    )
    const settled = await settleCase(inner, {
      caseKey: String(row?.key),
      settlement: {
        action: 'assign',
        to: { merchantId: shop.code, id: 'unpaid' as MerchantOrderId },
        acceptDifference: false,
      },
      operator: 'anna',
      note: undefined,
    })
    expect(settled.ok).toBe(true)
    const made = await refund('r', { idPayin: 'unpaid', money: brl(100) })
    expect([made.status, made.body.route]).toEqual([201, 'CLAIM'])
    expect(await broken()).toEqual([])
  })

  it('are made once: a repetition reads 409, and whether it meant the same', async () => {
    const { paid, refund } = world
    const idPayin = await paid('PROMPTPAY', 1_000)
    expect((await refund('r', { idPayin, money: thb(100) })).status).toBe(201)
    const same = await refund('r', { money: { currencyCode: 'THB', amount: 100.0 }, idPayin })
    expect([same.status, same.body]).toMatchObject([
      409,
      { idRefund: 'r', sameRequest: true, detail: expect.stringContaining('Read the refund') },
    ])
    const another = await refund('r', { idPayin: 'nothing' })
    expect([another.status, another.body]).toMatchObject([
      409,
      { idRefund: 'r', sameRequest: false, detail: expect.stringContaining('for a new refund') },
    ])
  })

  it('count no more where they came back and the merchant was credited, and count as long as nobody has decided', async () => {
    const { paid, refund, read, balance, shop } = world
    const { gateway: inner } = gateway.app
    const idPayin = await paid('PROMPTPAY', 1_000)
    const before = await balance('available')
    await refund('gone', { idPayin, money: thb(700) })
    await gateway.advance(5_000)
    const refundable = async () => (await read(`/payins/${idPayin}`)).body.refunds
    const back = { currency: offered('THB').code, amountMinor: minor(70_000n) }
    const reported = await inner.statusUpdates.take({
      processor: 'sandbox',
      statusUpdateId: `back of ${shop.code}`,
      merchantId: shop.code,
      kind: 'refund',
      id: 'gone' as MerchantOrderId,
      at: gateway.deps.clock.now(),
      statusChange: { type: 'returned', received: back },
    })
    expect(reported).toBe('suspended')
    // Whose it is nobody has said yet.
    expect(await refundable()).toEqual({ refunded: thb(700), refundable: thb(300) })
    expect((await refund('too-much', { idPayin, money: thb(301) })).body.code).toBe('REFUND_EXCEEDS_PAYIN')
    const [row] = await rowsOf(
      opened.database,
      `select key from case_file where merchant_id = '${shop.code}' and reason = 'RETURNED_AFTER_SUCCESS'`,
    )
    const settled = await settleCase(inner, {
      caseKey: String(row?.key),
      settlement: { action: 'credit', to: { merchantId: shop.code, isTest: true } },
      operator: 'anna',
      note: undefined,
    })
    expect(settled.ok).toBe(true)
    expect(await balance('available')).toBe(before)
    expect(await refundable()).toEqual({ refunded: thb(0), refundable: thb(1_000) })
    expect(await broken()).toEqual([])
    expect((await refund('again', { idPayin })).body).toMatchObject({ money: thb(1_000) })
    await gateway.advance(5_000)
    expect(await refundable()).toEqual({ refunded: thb(1_000), refundable: thb(0) })
    expect(await balance('available')).toBe(before - 100_000n)
    expect((await refund('more', { idPayin, money: thb(1) })).body.code).toBe('REFUND_EXCEEDS_PAYIN')
    expect(await broken()).toEqual([])
  })

  it('count no more where they never left and the merchant was credited, and can be made again', async () => {
    const { paid, refund, read, balance, shop } = world
    const { gateway: inner } = gateway.app
    const idPayin = await paid('PROMPTPAY', 1_000)
    const before = await balance('available')
    await refund('gone', { idPayin })
    await gateway.advance(5_000)
    const reported = await inner.statusUpdates.take({
      processor: 'sandbox',
      statusUpdateId: `no ${shop.code}`,
      merchantId: shop.code,
      kind: 'refund',
      id: 'gone' as MerchantOrderId,
      at: gateway.deps.clock.now(),
      statusChange: { type: 'failed', failureReason: 'PROCESSOR_ERROR' },
    })
    expect(reported).toBe('contradicts')
    const settle = async (reason: string, settlement: Settlement) => {
      const [row] = await rowsOf(
        opened.database,
        `select key from case_file where merchant_id = '${shop.code}' and reason = '${reason}'`,
      )
      const call = { caseKey: String(row?.key), settlement, operator: 'anna', note: undefined }
      expect((await settleCase(inner, call)).ok).toBe(true)
    }
    const sums = async () => (await read(`/payins/${idPayin}`)).body.refunds
    await settle('REJECTED_AFTER_SUCCESS', { action: 'close', right: 'LATER' })
    // Nobody has given the merchant its money back yet.
    expect(await sums()).toEqual({ refunded: thb(1_000), refundable: thb(0) })
    await settle('NEVER_LEFT', { action: 'credit', to: { merchantId: shop.code, isTest: true } })
    expect(await balance('available')).toBe(before)
    expect(await sums()).toEqual({ refunded: thb(0), refundable: thb(1_000) })
    expect((await refund('again', { idPayin })).status).toBe(201)
    await gateway.advance(5_000)
    expect(await sums()).toEqual({ refunded: thb(1_000), refundable: thb(0) })
    expect(await broken()).toEqual([])
  })

  it('need the balance for them: what was paid out already is not given back', async () => {
    const { paid, refund, shop, balance } = await refundWorld(gateway, { funds: false })
    const idPayin = await paid('PROMPTPAY', 1_000)
    await gateway.request('POST', '/payouts/all', {
      token: await shop.token(),
      body: {
        paymentRequested: { money: thb(900) },
        paymentMethod: {
          paymentMethodCode: 'BANK_TRANSFER',
          account: { accountName: 'Somchai Jaidee', accountNumber: '1234567890' },
        },
        callbackUrl: CALLBACKS,
      },
    })
    const short = await refund('r', { idPayin })
    expect([short.status, short.body.code]).toEqual([422, 'INSUFFICIENT_BALANCE'])
    expect(await balance('reserved')).toBeGreaterThan(0n)
    expect(await broken()).toEqual([])
  })

  it('end as the sandbox’s amounts say, with their money where it belongs', async () => {
    const { paid, refund, read, balance } = world
    const idPayin = await paid('PIXQR', 50_000)
    const before = await balance('available', 'BRL')
    const ends: Record<string, unknown> = {}
    for (const ending of [901, 902, 907, 909, 911, 913]) {
      await refund(`r${ending}`, { idPayin, money: brl(ending) })
    }
    const short = await refund('r912', { idPayin, money: brl(912) })
    await gateway.advance(12_000)
    for (const ending of [901, 902, 907, 909, 911, 913]) {
      const { body } = await read(`/refunds/r${ending}`)
      ends[ending] = [body.route, body.process?.status, body.failureReasonCode]
    }
    expect(ends).toEqual({
      901: ['NATIVE', 'FAILED', 'REFUSED_BY_BANK'],
      902: ['NATIVE', 'FAILED', 'ACCOUNT_INVALID'],
      907: ['NATIVE', 'PENDING', undefined],
      909: ['NATIVE', 'SUCCESS', undefined],
      911: ['NATIVE', 'SUCCESS', undefined],
      913: ['PAYOUT', 'SUCCESS', undefined],
    })
    expect(short.body.code).toBe('INSUFFICIENT_BALANCE')
    expect(before - (await balance('available', 'BRL'))).toBe((907n + 909n + 911n + 913n) * 100n)
    expect(await balance('reserved', 'BRL')).toBe(90_700n)
    expect(await broken()).toEqual([])
  })

  it('wait for the payer to say where the money is to go, and are the merchant’s again where nobody says', async () => {
    const { paid, refund, read, balance, announced } = world
    const idPayin = await paid('PIXQR', 5_000)
    const before = await balance('available', 'BRL')
    const made = await refund('r', { idPayin, money: brl(914) })
    expect(made.body).toMatchObject({ route: 'CLAIM', process: { status: 'AWAITING_PAYEE' } })
    expect(String(made.body.claimUrl)).toMatch(/\/claim\/[^/]+\/r#[\w-]{32}$/)
    expect((await read('/refunds/r')).body.claimUrl).toBe(made.body.claimUrl)
    // A file is passed on.
    const { text } = await read('/refunds?format=csv')
    expect([text.includes('AWAITING_PAYEE'), text.includes('/claim/')]).toEqual([true, false])
    await rowsOf(opened.database, PASSED_IN_TIME(world.shop.code))
    await gateway.advance(5_000)
    expect((await read('/refunds/r')).body).toMatchObject({ process: { status: 'EXPIRED' } })
    expect((await read('/refunds/r')).body).not.toHaveProperty('claimUrl')
    expect([await balance('available', 'BRL'), await balance('reserved', 'BRL')]).toEqual([before, 0n])
    expect(announced()).toEqual(['r 1'])
    expect((await refund('again', { idPayin, money: brl(5_000) })).status).toBe(201)
    expect(await broken()).toEqual([])
  })

  it('go the next way where it is certain that no money left, and no other', async () => {
    const { paid, refund, read, announced } = world
    const idPayin = await paid('PIXQR', 5_000)
    await refund('r', { idPayin, money: brl(915) })
    await gateway.advance(20_000)
    const { body } = await read('/refunds/r')
    expect(body).toMatchObject({ route: 'CLAIM', process: { status: 'AWAITING_PAYEE' } })
    const history = await rowsOf(
      opened.database,
      `select h.to_status, h.reason from history h join payment p on p.merchant_id = h.merchant_id and p.key = h.key
        where p.merchant_id = '${world.shop.code}' and p.kind = 'refund' order by h.seq`,
    )
    expect(history.map(({ to_status }) => to_status)).toEqual(['PENDING', 'NEW', 'PENDING', 'AWAITING_PAYEE'])
    expect(announced()).toEqual(['r 1', 'r 2', 'r 3'])
    expect(await broken()).toEqual([])
  })

  it('are read with their payins in one statement, however many are read at once', async () => {
    const { paid, refund, shop } = world
    const payins = [await paid('PROMPTPAY', 100), await paid('PROMPTPAY', 200), await paid('PROMPTPAY', 300)]
    await refund('r-1', { idPayin: payins[1], money: thb(50), reason: 'OTHER' })
    const requested: string[] = []
    const { database } = gateway
    const watched: Database = {
      ...database,
      run: (statement, values) => {
        requested.push(statement.name)
        return database.run(statement, values)
      },
    }
    const ids = [...payins, ...payins].filter(isMerchantOrderId)
    const read = await Promise.all(ids.map((id) => findPayin(watched, shop.code, id)))
    expect(read.map((payin) => payin?.refunds?.refundableMinor)).toEqual([
      undefined,
      15_000n,
      undefined,
      undefined,
      15_000n,
      undefined,
    ])
    expect(requested).toEqual(['payins_with_refunds'])
  })

  it('are listed, newest first, by status and by payin', async () => {
    const { paid, refund, read } = world
    const [one, two] = [await paid('PROMPTPAY', 1_000), await paid('PROMPTPAY', 1_000)]
    await refund('a', { idPayin: one, money: thb(100) })
    await gateway.advance(5_000)
    await refund('b', { idPayin: two, money: thb(100) })
    await refund('c', { idPayin: one, money: thb(100) })
    const ids = async (query: string) => {
      const { body } = await read(`/refunds${query}`)
      return (body.data as unknown as { idRefund: string }[]).map(({ idRefund }) => idRefund)
    }
    expect(await ids('')).toEqual(['c', 'b', 'a'])
    expect(await ids('?status=SUCCESS')).toEqual(['a'])
    expect(await ids(`?idPayin=${one}`)).toEqual(['c', 'a'])
    expect(await ids('?idPayin=nothing')).toEqual([])
    const { body } = await read(`/refunds?idPayin=${one}&limit=1`)
    expect(await ids(`?idPayin=${one}&limit=1&cursor=${body.nextCursor}`)).toEqual(['a'])
  })
})
