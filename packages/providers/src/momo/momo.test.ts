import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import type { OrderAnswer, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { type Mishap, MomoFake } from './fake.fixture.ts'
import { momoFakeOptions, momoSettings } from './momo.fixture.ts'
import { momo } from './momo.ts'
import { CALLS, OUTCOMES } from './read.ts'
import SAMPLE from './samples/momo.json' with { type: 'json' }

const VND = 'VND' as CurrencyCode
const LISTED = [...new Set([...SAMPLE.codes, ...SAMPLE.codesOfPayouts])].map(String)
const PAYEE = { accountName: 'Nguyễn Văn An', phoneNumber: '+84912345678' }

describe('the result codes of the documentation', () => {
  it('are all known, each in one table, and none besides', () => {
    expectListed({ ...OUTCOMES, ...CALLS }, LISTED, 'samples/momo.json')
    expect(Object.keys(OUTCOMES).filter((code) => code in CALLS)).toEqual([])
  })

  it('end nothing that MoMo does not call final', () => {
    for (const code of SAMPLE.notFinal) expect(OUTCOMES[code] ?? 'open').toBe('open')
  })
})

const baseUrl = 'https://momo.example'
let mishap: Mishap | undefined
let fake: MomoFake
let deps: SimulatedDeps

beforeEach(() => {
  mishap = undefined
  fake = new MomoFake({ ...momoFakeOptions(), now: () => deps.clock.now(), mishap: () => mishap })
  deps = simulatedDeps(1, { network: networkTo(fake, baseUrl) })
})

const opened = (changed: Record<string, string> = {}) =>
  openAlone(momo, { ...momoSettings(), baseUrl, ...changed }, deps)
const open = (changed?: Record<string, string>) => opened(changed).account
const money = { currency: VND, amountMinor: minor(150_000n) }
const orderOf = (kind: 'payin' | 'payout' = 'payin', changes: Partial<Payment> = {}): ProviderOrder => {
  const payout = { method: 'WALLET_TRANSFER', operator: 'MOMO', request: PAYEE }
  const own = kind === 'payin' ? { method: 'MOMOPAY', request: {} } : payout
  const order = newOrder(momo, deps, kind, { money, ...own, ...changes })
  return { ...order, merchantName: 'Cửa hàng A&B = tốt' }
}
const accept = (order: ProviderOrder, account = open()): Promise<OrderAnswer> =>
  whileTimePasses(deps, account.accept(order))
const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })

describe('a payin', () => {
  it('is an order of the exact amount, and leads to MoMo’s page', async () => {
    const order = orderOf('payin', { request: { returnUrl: 'https://shop.example/thanks?a=1' } })
    expect(await accept(order)).toEqual({
      type: 'accepted',
      receiving: { pageUrl: `https://test-payment.momo.vn/v2/gateway/pay?t=${order.reference}` },
      processorRef: order.reference,
      processorStatus: '1000',
    })
    expect(fake.bodies).toMatchObject([
      {
        amount: 150_000,
        orderId: order.reference,
        requestId: order.reference,
        orderInfo: 'Cua hang A B tot',
        redirectUrl: expect.stringMatching(/^https:\/\/shop\.example\/thanks\?a=1&idPayin=/),
      },
    ])
  })

  it('is asked for by the same request where its answer was lost, and gets the same page', async () => {
    const order = orderOf()
    mishap = 'lose'
    expect((await accept(order)).type).toBe('unclear')
    mishap = undefined
    expect(await accept(again(order))).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
    const [first, , second] = fake.bodies
    expect(second).toEqual(first)
  })

  it('is asked for no more once somebody has paid', async () => {
    const order = orderOf()
    await accept(order)
    await fake.pay(order.reference)
    expect(await accept(again(order))).toMatchObject({ type: 'unclear', why: 'it has ended: 0' })
  })

  it('names what was paid by MoMo’s ID of the transaction, by which it can be given back', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    const transaction = await fake.pay(order.reference)
    // Nothing else of the answer hides it.
    fake.besides = { payType: null, refundTrans: null, extraData: null }
    expect(await account.find(order)).toEqual({
      type: 'known',
      processorStatus: '0',
      isOver: true,
      facts: [
        {
          fact: transaction,
          processorStatus: '0',
          statusChange: { type: 'paid', received: money },
          about: { transaction },
        },
      ],
    })
  })

  it.each([
    [1000, [], false],
    [7000, [], false],
    [7002, [], false],
    [9000, [], false],
    [1005, [], true],
    [1006, [{ type: 'refused', reason: '1006' }], true],
    [1001, [{ type: 'refused', reason: '1001' }], true],
    [1003, [{ type: 'failed', failureReason: 'PROCESSOR_ERROR' }], true],
  ] as const)('of which MoMo says %i tells %o', async (code, statusChange, isOver) => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    await fake.set(order.reference, code)
    const facts = statusChange.map((each) => ({ statusChange: each }))
    expect(await account.find(order)).toMatchObject({ type: 'known', facts, isOver })
  })

  it('is settled by no code that says nothing of it, or that the list does not have', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    for (const code of [99, 98, 10, 1080]) {
      await fake.set(order.reference, code)
      expect(await account.find(order)).toMatchObject({ type: 'unclear' })
    }
    await fake.set(order.reference, 8000)
    expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: '8000' })
  })

  it('is not what MoMo says of another order, of another merchant, or without an ID', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    await fake.pay(order.reference)
    for (const besides of [
      { orderId: 'another' },
      { partnerCode: 'ANOTHER' },
      { transId: 0 },
      { amount: null },
    ]) {
      fake.besides = besides
      expect(await account.find(order)).toMatchObject({ type: 'unclear' })
    }
  })

  it('gets no page where its order is of another amount', async () => {
    const order = orderOf()
    mishap = 'lose'
    await accept({ ...order, payment: { ...order.payment, money: { ...money, amountMinor: minor(1_000n) } } })
    mishap = undefined
    expect(await accept(again(order))).toMatchObject({ type: 'unclear' })
  })

  it('that MoMo has never heard of is known to be none, unless MoMo had taken it on', async () => {
    for (const kind of ['payin', 'payout'] as const) {
      const order = orderOf(kind)
      expect(await open().find(order)).toEqual({ type: 'never' })
      const taken = { ...order, payment: { ...order.payment, processorRef: order.reference } }
      expect(await open().find(taken)).toMatchObject({ type: 'unclear' })
    }
  })

  it.each([
    ['declined', { status: 400, error: '13' }, 'UNHEALTHY'],
    ['declined', { status: 200, error: '21' }, 'AMOUNT'],
    ['declined', { status: 400, error: '20' }, 'METHOD'],
    ['unclear', { status: 500, error: '13' }, undefined],
    ['unclear', { status: 422, error: '7000' }, undefined],
    ['unclear', { status: 400, error: '41' }, undefined],
    ['unclear', { status: 200, error: '99' }, undefined],
    ['unclear', { status: 503, error: '10' }, undefined],
    ['unclear', 'garbage', undefined],
  ] as const)('reads as %s: %o', async (type, next, reason) => {
    mishap = next
    expect(await accept(orderOf())).toMatchObject({ type, ...(reason && { reason }) })
  })

  it('names a code that the list does not have, so that it is counted', async () => {
    mishap = { status: 400, error: '555' }
    expect(await accept(orderOf())).toMatchObject({ type: 'unclear', unlisted: '555' })
  })

  it('is written down with each of its calls, and nothing of what was sent', async () => {
    const { account, records } = opened()
    await accept(orderOf(), account)
    expect(records).toMatchObject([{ operation: 'create', outcome: '200', statusCode: '0' }])
  })
})

describe('a payin’s money on its way back', () => {
  const paid = async (amountMinor = 60_000n): Promise<ProviderOrder> => {
    const requested = orderOf()
    await accept(requested)
    const confirmation = await fake.pay(requested.reference)
    return refundOf({ ...requested.payment, confirmation }, amountMinor)
  }
  const refundOf = (payin: Payment, amountMinor: bigint): ProviderOrder => {
    const refund = { route: 'NATIVE', payinKey: payin.key } as NonNullable<Payment['request']['refund']>
    const changes = {
      method: 'MOMOPAY',
      money: { ...money, amountMinor: minor(amountMinor) },
      request: { refund },
    }
    return { ...newOrder(momo, deps, 'refund', changes), payin }
  }

  it('goes by the transaction that paid, in parts, and arrives', async () => {
    const order = await paid()
    const account = open()
    expect(await accept(order, account)).toMatchObject({ type: 'accepted', processorStatus: '7002' })
    expect(await account.find(order)).toMatchObject({ facts: [], isOver: false })
    await fake.end(order.reference, true)
    expect(await account.find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'delivered' } }],
      isOver: true,
    })
    if (order.payin) expect(await accept(refundOf(order.payin, 90_000n))).toMatchObject({ type: 'accepted' })
  })

  it('is declined where more is asked for than is left', async () => {
    expect(await accept(await paid(150_001n))).toMatchObject({ type: 'declined', reason: 'METHOD' })
  })

  it('is certain to be left where MoMo says that it failed', async () => {
    const order = await paid()
    await accept(order)
    await fake.end(order.reference, false)
    expect(await open().find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'failed', noMoneyLeft: true } }],
    })
  })

  it.each([false, true])(
    'is sent once though its answer was lost; the question takes the payin’s order ID: %o',
    async (asksRefundsByPayin) => {
      fake.asksRefundsByPayin = asksRefundsByPayin
      const order = await paid()
      mishap = 'lose'
      expect((await accept(order)).type).toBe('unclear')
      mishap = undefined
      expect(await accept(again(order))).toMatchObject({ type: 'accepted' })
      expect(fake.known(order.reference)).toBe(1)
    },
  )

  it('is sent again only where MoMo knows of none and the last request has ended', async () => {
    const order = await paid()
    expect(await accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(0)
    // The last one, however long ago the payment was created.
    await deps.advance(30_000)
    const lastTriedAt = deps.clock.now() - 1
    expect(await accept({ ...again(order), lastTriedAt })).toMatchObject({ type: 'unclear' })
    expect(await accept(again(order))).toMatchObject({ type: 'accepted' })
  })

  it('is not another one of the same payin, and not one of another amount', async () => {
    const order = await paid()
    await accept(order)
    if (order.payin) expect(await open().find(refundOf(order.payin, 1_000n))).toEqual({ type: 'never' })
    fake.spoil(order.reference, 1_000)
    expect(await open().find(order)).toMatchObject({ type: 'unclear' })
  })

  it('is declined where nobody paid by a transaction of MoMo', async () => {
    const order = await paid()
    const payin = order.payin && { ...order.payin, confirmation: 'case:1' }
    expect(await accept({ ...order, ...(payin && { payin }) })).toMatchObject({ type: 'declined' })
  })
})

describe('a payout', () => {
  it('goes to the wallet of the number, under the holder’s name, which nobody but MoMo can read', async () => {
    const order = orderOf('payout')
    expect(await accept(order)).toMatchObject({ type: 'accepted', processorStatus: '7002' })
    expect(fake.payeeOf(order.reference)).toEqual({ walletId: '0912345678', walletName: 'Nguyễn Văn An' })
    expect(JSON.stringify(fake.bodies)).not.toContain('912345678')
    await fake.end(order.reference, true)
    expect(await open().find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'delivered' } }],
      isOver: true,
    })
  })

  it('has come to nothing where there is no such wallet', async () => {
    const order = orderOf('payout')
    await accept(order)
    await fake.end(order.reference, false)
    const statusChange = { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true }
    expect(await open().find(order)).toMatchObject({ facts: [{ statusChange }], isOver: true })
  })

  it('is sent once though its answer was lost', async () => {
    const order = orderOf('payout')
    mishap = 'lose'
    expect((await accept(order)).type).toBe('unclear')
    mishap = undefined
    expect(await accept(again(order))).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('is sent again only where MoMo knows of none and the last request has ended', async () => {
    const order = orderOf('payout')
    expect(await accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(0)
    // The last one, however long ago the payment was created.
    await deps.advance(30_000)
    const lastTriedAt = deps.clock.now() - 1
    expect(await accept({ ...again(order), lastTriedAt })).toMatchObject({ type: 'unclear' })
    expect(await accept(again(order))).toMatchObject({ type: 'accepted' })
  })

  it.each([
    ['declined', { status: 200, error: '1100' }],
    ['unclear', { status: 200, error: '7000' }],
    ['unclear', { status: 500, error: '1007' }],
    ['unclear', { status: 400, error: '41' }],
    ['unclear', { status: 200, error: '1080' }],
  ] as const)('reads as %s: %o', async (type, next) => {
    mishap = next
    expect((await accept(orderOf('payout'))).type).toBe(type)
  })

  it('of another amount settles nothing', async () => {
    const order = orderOf('payout')
    await accept(order)
    await fake.end(order.reference, true)
    fake.spoil(order.reference, 1)
    expect(await open().find(order)).toMatchObject({ type: 'unclear' })
  })

  it.each([
    ['/paymentMethod/paymentOperatorCode', { operator: undefined }],
    ['/paymentMethod/account/accountName', { request: { phoneNumber: '+84912345678' } }],
    ['/paymentMethod/phoneNumber', { request: { accountName: 'An' } }],
    ['/paymentMethod/phoneNumber', { request: { accountName: 'An', phoneNumber: '+14155550100' } }],
  ])('lacks %s where it is %o', (path, changes) => {
    const { payment } = orderOf('payout', changes)
    expect(open().check?.(payment)).toMatchObject({ type: 'declined', faults: [{ path }] })
  })
})

describe('an account', () => {
  it('says whose key is wrong', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open({ secretKey: 'another' }).ping()).toEqual({
      ok: false,
      why: 'it refuses partner code, access key or secret key: 13',
    })
  })

  it('tells what lies there for payouts', async () => {
    expect(await open().balances?.()).toEqual({
      type: 'balances',
      balances: [{ name: 'for payouts', money: { currency: 'VND', amountMinor: 12_000_000n } }],
    })
  })

  it('sends payouts only with a key to encrypt who is paid', () => {
    const { publicKey, ...settings } = momoSettings()
    expect(momo.serves(settings).map(({ kind }) => kind)).toEqual(['payin', 'refund'])
    expect(momo.serves({ ...settings, publicKey })).toHaveLength(4)
    const check = momo.settings.find(({ name }) => name === 'publicKey')?.check
    const bare = publicKey.replace(/-----[A-Z ]+-----/g, '')
    expect([check?.(publicKey), check?.(bare), check?.('AAAA')?.code]).toEqual([
      undefined,
      undefined,
      'INVALID_FORMAT',
    ])
  })
})
