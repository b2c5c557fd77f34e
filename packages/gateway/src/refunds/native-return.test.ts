/** Money that came for a payin and was not credited goes back by the payin's own rail, as the very payment that it came by, and once. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { ExcessMoney, Payment } from '@sluice/core/payment/model.ts'
import type { Processor, StatusUpdate } from '@sluice/core/processor/port.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import type { Product } from '../merchants/merchant.ts'
import { maker, rowsOf } from '../payments/payments.fixture.ts'
import { ACCEPTED, scripted } from '../processing/processors.fixture.ts'
import { byRail } from './movement-rail.ts'
import { CALLBACKS, type RefundWorld, refundWorld } from './refunds.fixture.ts'

const RAIL = 'test-rail'
/** It gives payins' money back, and knows no payment of theirs by its name. */
const nameless = (): Processor =>
  scripted(RAIL, {
    acceptInline: (payment, context) =>
      payment.kind === 'payin' ? { ...ACCEPTED, receiving: context.sandboxReceiving() } : ACCEPTED,
    refund: { serves: () => ({ type: 'serves' }), accept: async () => ACCEPTED },
  })
const options = {
  settings: { processors: () => [nameless()] },
  network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const,
}

let gateway: AdminGateway
/** The same database, with a journal and queues of its own. */
let other: TestGateway
let world: RefundWorld
let ben: string

beforeAll(async () => {
  gateway = await adminGateway(options)
  ben = await gateway.operator('ben', 'OPERATOR')
  other = await testGateway(gateway.database, { ...options, seed: 2, started: false })
})
beforeEach(() => begin({}))
afterEach(async () => {
  expect((await checkInvariants(gateway.database)).checks.filter((each) => !each.holds)).toEqual([])
})
afterAll(async () => {
  await other?.stop()
  await gateway?.close()
})

async function begin(product: Partial<Product>) {
  await gateway.advance(1_100)
  world = await refundWorld(gateway, {
    products: [{ code: 'PIXQR', currency: 'BRL', fee: { percent: '1' }, ...product }],
  })
}
const brl = (amount: number) => ({ currency: offered('BRL').code, amountMinor: minor(BigInt(amount) * 100n) })

/** Money for a payin, whose sender nobody names. */
const reported = (id: string, amount: number, fact = 'second', processor = 'sandbox'): StatusUpdate => ({
  processor,
  statusUpdateId: `${fact} of ${id}`,
  merchantId: world.shop.code,
  kind: 'payin',
  id: id as MerchantOrderId,
  at: gateway.deps.clock.now(),
  statusChange: { type: 'paid', received: brl(amount) },
})
const take = (statusUpdate: StatusUpdate) => gateway.app.gateway.statusUpdates.take(statusUpdate)
async function made(id: string, amount: number): Promise<string> {
  const { status, text } = await gateway.request('POST', `/payins/${id}`, {
    token: await world.shop.token(),
    body: {
      paymentRequested: { money: { amount, currencyCode: 'BRL' } },
      paymentMethod: { paymentMethodCode: 'PIXQR', account: {} },
      callbackUrl: CALLBACKS,
    },
  })
  expect(status, text).toBe(201)
  await gateway.advance(5_000)
  return id
}

const listed = (list: Json | undefined): readonly Json[] => [...(list as unknown as readonly Json[])]
const newest = async () =>
  String(listed((await gateway.admin('GET', '/admin/cases?limit=1')).body.data)[0]?.id)
const shown = async (id: string) => (await gateway.admin('GET', `/admin/cases/${id}`)).body
const makeRefund = (id: string, body: object = {}, at: TestGateway = gateway) =>
  at.request('POST', `/admin/cases/${id}/!return`, { token: ben, body: { by: 'PROCESSOR', ...body } })
const returns = async () => listed((await world.read('/refunds')).body.data)
const balances = async () => [await world.balance('available', 'BRL'), await world.balance('reserved', 'BRL')]

/** A case of what was paid once more for a payin. */
async function second(amount: number): Promise<{ readonly id: string; readonly payin: string }> {
  const payin = await world.paid('PIXQR', 1_000)
  expect(await take(reported(payin, amount))).toBe('suspended')
  return { id: await newest(), payin }
}

describe('the return of a case by its payin’s own rail', () => {
  it('names the payment that goes back, takes nothing of the merchant’s, and leaves the payin as refundable as it was', async () => {
    const { id, payin } = await second(300)
    const [available = 0n] = await balances()
    const decided = await makeRefund(id, { note: 'paid twice' })
    expect(decided.status, decided.text).toBe(200)
    expect(listed(decided.body.decisions)).toMatchObject([
      { detail: { by: 'PROCESSOR', kind: 'refund', id: `case-${id}.1`, merchantCode: world.shop.code } },
    ])
    expect(await balances()).toEqual([available, 300_00n])
    const [row] = await rowsOf(
      gateway.database,
      `select request -> 'refund' -> 'excess' as excess from payment where id = 'case-${id}.1'`,
    )
    expect(row?.excess).toMatchObject({
      why: 'SECOND',
      processor: 'sandbox',
      statusUpdate: `second of ${payin}`,
      number: 1,
    })
    await gateway.advance(5_000)
    expect(await returns()).toMatchObject([
      {
        idPayin: payin,
        route: 'NATIVE',
        madeBy: 'GATEWAY',
        money: { amount: 300 },
        process: { status: 'SUCCESS' },
      },
    ])
    expect(await balances()).toEqual([available, 0n])
    expect(listed((await shown(id)).payments)).toMatchObject([
      { id: payin },
      { kind: 'refund', why: ['RETURN'] },
    ])
    expect(await world.refund('whole', { idPayin: payin })).toMatchObject({
      status: 201,
      body: { money: { amount: 1_000 } },
    })
  })

  it('says in its explanation who has decided it, and by which way it goes', async () => {
    const { id } = await second(300)
    await makeRefund(id)
    const { text } = await world.read(`/refunds/case-${id}.1/explanation`)
    expect(text).toContain('by a decision of the gateway’s operator: the payin was paid twice')
    expect(text).toContain('is refunded through the payment method of the payin')
  })

  it.each([
    [
      'too late',
      async () => {
        const payin = await made(`late-${gateway.deps.clock.now()}`, 902)
        return reported(payin, 902, 'late')
      },
      'LATE',
    ],
    [
      'in a larger amount',
      async () => reported(await made(`over-${gateway.deps.clock.now()}`, 907), 1_000),
      'OVERPAID',
    ],
    [
      'in a smaller amount',
      async () => reported(await made(`under-${gateway.deps.clock.now()}`, 907), 900),
      'UNDERPAID',
    ],
  ] as const)('goes for money that came %s', async (_when, statusUpdate, why) => {
    expect(await take(await statusUpdate())).toBe('suspended')
    const id = await newest()
    expect((await makeRefund(id)).status).toBe(200)
    await gateway.advance(5_000)
    const [row] = await rowsOf(
      gateway.database,
      `select status, request -> 'refund' -> 'excess' ->> 'why' as why from payment where id = 'case-${id}.1'`,
    )
    expect(row?.why).toBe(why)
  })

  it('gives back what is left where a part of it was the payin’s, and no more', async () => {
    const payin = await made('part-1', 907)
    await take(reported(payin, 1_000))
    const id = await newest()
    const assigned = {
      merchantCode: world.shop.code,
      idPayin: payin,
      money: { amount: 907, currencyCode: 'BRL' },
    }
    expect((await gateway.admin('POST', `/admin/cases/${id}/!assign`, assigned)).status).toBe(200)
    expect((await makeRefund(id, { money: { amount: 94, currencyCode: 'BRL' } })).status).toBe(400)
    expect((await makeRefund(id)).status).toBe(200)
    expect(await returns()).toMatchObject([{ money: { amount: 93 }, route: 'NATIVE' }])
  })

  it('is decided once, whoever asks at the same moment, on whatever node, and by whatever way', async () => {
    const { id } = await second(300)
    await other.deps.jump(gateway.deps.clock.now() - other.deps.clock.now())
    const noted = { by: 'NOTED', reference: 'by hand' }
    const answers = await Promise.all([
      makeRefund(id),
      makeRefund(id, {}, other),
      makeRefund(id, noted),
      makeRefund(id, noted, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('that comes to nothing is a case again, of which no more than that payment brought can be returned', async () => {
    const { id, payin } = await second(915)
    const before = await balances()
    expect((await makeRefund(id)).status).toBe(200)
    await gateway.advance(10_000)
    expect(await balances()).toEqual(before)
    const again = await newest()
    expect(await shown(again)).toMatchObject({
      ...{ reason: 'RETURN_FAILED', merchantCode: world.shop.code, payment: { id: payin } },
      left: { amount: 915 },
    })
    const part = { money: { amount: 500, currencyCode: 'BRL' } }
    expect((await makeRefund(again, part)).status).toBe(200)
    await gateway.advance(10_000)
    expect((await makeRefund(again, part)).status).toBe(400)
    expect((await makeRefund(again, { money: { amount: 415, currencyCode: 'BRL' } })).status).toBe(200)
  })

  it('waits for a second operator, who reads by which way it goes', async () => {
    const { id } = await second(300)
    const policy = (rule: string) =>
      rowsOf(
        gateway.database,
        `insert into approval_policy (id, version, rules, changed_at, changed_by)
          values (1, 1, '{"case.return":{"rule":"${rule}"}}'::jsonb, now(), 'test') on conflict (id) do update set rules = excluded.rules returning 1`,
      )
    const [before] = await rowsOf(gateway.database, 'select rules from approval_policy')
    await policy('ALWAYS')
    const requested = await makeRefund(id)
    await rowsOf(
      gateway.database,
      `update approval_policy set rules = '${JSON.stringify(before?.rules ?? {})}'::jsonb returning 1`,
    )
    expect(requested).toMatchObject({ status: 202 })
    expect(requested.body.approval?.summary).toContain(
      'Refund it through the rail that it arrived by 300.00 BRL',
    )
    expect(await returns()).toEqual([])
  })

  it('is none where the processor knows payins alone: it would give back what was credited', async () => {
    await begin({ processors: [RAIL] })
    const payin = await made(`nameless-${gateway.deps.clock.now()}`, 907)
    await take(reported(payin, 907, 'first', RAIL))
    expect(await take(reported(payin, 300, 'second', RAIL))).toBe('suspended')
    const refused = await makeRefund(await newest())
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(refused.body.detail).toContain('does not refund payments by reference')
  })
})

describe('a product that sends money back', () => {
  it('does so by the rail where nobody names the sender, too', async () => {
    await begin({ second: 'REFUND' })
    const payin = await world.paid('PIXQR', 1_000)
    expect(await take(reported(payin, 300))).toBe('sent-back')
    expect(await take(reported(payin, 300))).toBe('repeated')
    await gateway.advance(5_000)
    expect(await returns()).toMatchObject([
      { route: 'NATIVE', money: { amount: 300 }, process: { status: 'SUCCESS' } },
    ])
  })

  it('never asks the payer of another payment, nor anybody by a link, where the rail gives nothing back', async () => {
    await begin({ second: 'REFUND' })
    const payin = await world.paid('PIXQR', 1_000)
    expect(await take(reported(payin, 915))).toBe('sent-back')
    await gateway.advance(10_000)
    expect(await returns()).toMatchObject([{ route: 'NATIVE', process: { status: 'FAILED' } }])
    expect(await shown(await newest())).toMatchObject({ reason: 'SECOND_PAYMENT' })
  })
})

describe('what is left of a movement', () => {
  const { payment } = maker(simulatedDeps(1))
  const payin = payment('payin', 'order-1', {
    method: 'PIXQR',
    processor: 'sandbox',
    status: 'SUCCESS',
    money: brl(10),
  })
  const excess = {
    why: 'SECOND',
    processor: 'sandbox',
    statusUpdate: 'r',
    spareMinor: '1000',
  } as const satisfies ExcessMoney
  const returned = (amount: number, status: Payment['status']) =>
    payment('refund', `back-${amount}`, {
      ...{ method: 'PIXQR', money: brl(amount), status },
      request: {
        refund: {
          idPayin: payin.id,
          payinKey: payin.key,
          number: 0,
          reason: 'OTHER',
          route: 'NATIVE',
          excess,
        },
      },
    })
  it.each([
    [[], 10, 'serves'],
    [[], 11, 'exceeds'],
    [[4], 6, 'serves'],
    [[4], 7, 'exceeds'],
    [[4, 6], 1, 'exceeds'],
  ] as const)('after %j: of %d it says %s', (before, amount, answer) => {
    const rail = scripted('sandbox', {
      refund: { byMovement: true, serves: () => ({ type: 'serves' }), accept: async () => ACCEPTED },
    })
    const counted = before.map((each) => returned(each, 'PENDING'))
    const wanted = { payin, money: brl(amount), excess, key: returned(1, 'NEW').key, tried: [] }
    expect(byRail(rail, { counted }, wanted, payin.createdAt).type).toBe(answer)
  })
})
