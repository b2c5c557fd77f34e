import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { NOTIFIED_AT, newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { ECPAY_SETTINGS } from './ecpay.fixture.ts'
import { ecpay } from './ecpay.ts'
import { sealed, unsealed } from './envelope.ts'
import { EcpayFake, type Mishap } from './fake.fixture.ts'
import { tradeNumberOf } from './order.ts'
import { CODES, TRADE_STATUS } from './read.ts'
import SAMPLE from './samples/ecpay.json' with { type: 'json' }
import { daysOf, instantOf, minutesOf, taipeiTime } from './times.ts'

const LIST = 'samples/ecpay.json'

const TWD = 'TWD' as CurrencyCode

describe('the words of the documents', () => {
  it('are all known, and none besides', () => {
    const { done, duplicate, notFound } = SAMPLE.codes
    expectListed(CODES, [done, ...duplicate, ...notFound].map(String), LIST)
    expectListed(TRADE_STATUS, SAMPLE.tradeStatuses, LIST)
    for (const code of duplicate) expect(CODES[code]).toBe('duplicate')
  })
})

describe('what is sealed', () => {
  it.each(SAMPLE.encryption)('is as ECPay publishes it: $json', ({ hashKey, hashIv, json, base64 }) => {
    expect(sealed(JSON.parse(json), { hashKey, hashIv })).toBe(base64)
    expect(unsealed(base64, { hashKey, hashIv })).toEqual(JSON.parse(json))
  })

  it('comes out as it went in, whatever its letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        fc.pre(!name.includes('\0'))
        expect(unsealed(sealed({ name }, ECPAY_SETTINGS), ECPAY_SETTINGS)).toEqual({ name })
      }),
    )
  })

  it('is nothing to other keys, nor where it is no such text', () => {
    const text = sealed({ a: 1 }, ECPAY_SETTINGS)
    expect(unsealed(text, { ...ECPAY_SETTINGS, hashKey: 'another-key-1234' })).toBeUndefined()
    for (const odd of ['', '=', 'AAAA', `${text}A`, 'ä', '%7B'])
      expect(unsealed(odd, ECPAY_SETTINGS)).toBeUndefined()
  })
})

describe('times', () => {
  it('are those of Taipei, and a day lasts until its end', () => {
    const at = Date.UTC(2026, 10, 23, 17, 5, 9)
    expect(taipeiTime(at)).toBe('2026/11/24 01:05:09')
    expect(instantOf('2026/11/24 01:05:09')).toBe(at)
    expect(instantOf('2026/11/24')).toBe(Date.UTC(2026, 10, 24, 15, 59, 59))
    expect(instantOf('soon')).toBeUndefined()
  })

  it('of a number never end before the payin, within what ECPay takes', () => {
    expect([daysOf(1), daysOf(86_400_001), daysOf(1e12)]).toEqual([1, 2, 60])
    expect([minutesOf(-5), minutesOf(60_001), minutesOf(1e12)]).toEqual([1, 2, 43_200])
  })
})

describe('an account with ECPay', () => {
  const baseUrl = 'https://ecpay.example'
  let mishap: Mishap | undefined
  let fake: EcpayFake
  let deps: SimulatedDeps

  beforeEach(() => {
    mishap = undefined
    fake = new EcpayFake({ ...ECPAY_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
    deps = simulatedDeps(1, { network: networkTo(fake, baseUrl) })
  })

  const opened = (changed: Record<string, string> = {}) =>
    openAlone(ecpay, { ...ECPAY_SETTINGS, baseUrl, ...changed }, deps)
  const open = (changed?: Record<string, string>) => opened(changed).account
  const orderOf = (changed: Partial<Payment> = {}, isFirst = true): ProviderOrder =>
    newOrder(
      ecpay,
      deps,
      'payin',
      {
        money: { currency: TWD, amountMinor: minor(68_000n) },
        method: 'VAPAY',
        operator: '822',
        expireAt: deps.clock.now() + 3 * 86_400_000,
        ...changed,
      },
      isFirst,
    )

  it('has an order number for each payment that ECPay takes, always the same', () => {
    const [one, other] = [orderOf(), orderOf()]
    expect(one.reference).toMatch(/^[0-9A-Z]{20}$/)
    expect(one.reference).toBe(tradeNumberOf(one.payment))
    expect(one.reference).not.toBe(other.reference)
  })

  it('takes a virtual account at the bank that was chosen, for the exact amount', async () => {
    const order = orderOf()
    expect(await open().accept(order)).toMatchObject({
      type: 'accepted',
      receiving: {
        accountName: '綠界科技股份有限公司',
        bankCode: '822',
        bankName: '中國信託商業銀行',
        accountNumber: expect.stringMatching(/^\d{16}$/),
      },
      processorStatus: '0',
    })
    expect(fake.requested).toMatchObject([
      {
        ChoosePayment: 'ATM',
        OrderInfo: {
          TotalAmount: 680,
          MerchantTradeNo: order.reference,
          ReturnURL: expect.stringContaining(NOTIFIED_AT),
        },
        ATMInfo: { ExpireDate: 3 },
      },
    ])
  })

  it.each([
    ['IBON', 'IBON'],
    [undefined, 'CVS'],
  ])('takes a code for the kiosks of %s', async (operator, CVSCode) => {
    const answer = await open().accept(orderOf({ method: 'CODE_PAYMENT', operator }))
    expect(answer).toMatchObject({
      type: 'accepted',
      receiving: { storeCode: expect.stringMatching(/^LLL\d{11}$/) },
    })
    expect(fake.requested).toMatchObject([{ ChoosePayment: 'CVS', CVSInfo: { CVSCode, ExpireDate: 4_320 } }])
  })

  it('sells under the merchant’s name without signs that ECPay’s guard trips over', async () => {
    await open().accept({ ...orderOf(), merchantName: '小店; curl $(x) #1' })
    expect(fake.requested[0]?.OrderInfo.ItemName).toBe('小店 curl x 1')
  })

  it('declines cents, which ECPay does not know', async () => {
    const money = { currency: TWD, amountMinor: minor(68_050n) }
    expect(await open().accept(orderOf({ money }))).toMatchObject({ type: 'declined', reason: 'AMOUNT' })
  })

  it('says that a number was given of what nobody has paid, and what was paid once somebody has', async () => {
    const order = orderOf()
    const account = open()
    await account.accept(order)
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    const fact = await fake.pay(order.reference)
    expect(await account.find(order)).toEqual({
      type: 'known',
      processorStatus: '1',
      isOver: true,
      facts: [
        {
          fact,
          processorStatus: '1',
          statusChange: { type: 'paid', received: { currency: 'TWD', amountMinor: 68_000n } },
          about: { tradeNo: fact },
        },
      ],
    })
  })

  it('credits no simulated payment, whatever the order says of itself', async () => {
    const order = orderOf()
    const account = open()
    await account.accept(order)
    fake.spoil(order.reference, { status: '1', simulated: true })
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
  })

  it('settles nothing by a status that the documents do not have', async () => {
    const order = orderOf()
    const account = open()
    await account.accept(order)
    fake.spoil(order.reference, { status: '9' })
    expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: '9' })
  })

  it('concludes nothing from a code that a question should not have, and names it', async () => {
    mishap = { status: 200, error: '10200050' }
    expect(await open().find(orderOf())).toMatchObject({ type: 'unclear', unlisted: '10200050' })
  })

  it('has never heard of an order that nobody has made', async () => {
    expect(await open().find(orderOf())).toEqual({ type: 'never' })
  })

  it.each([
    ['unclear', { status: 200, error: '10200050' }, true],
    ['unclear', { status: 200, error: '10300028' }, true],
    ['unclear', { status: 200, error: '10200047' }, true],
    ['unclear', { status: 503, error: '' }, true],
    ['unclear', 'garbage', true],
    ['unclear', 'lose', true],
    ['unclear', { status: 200, error: '10200050' }, false],
  ] as const)('reads as %s: %o, on the first try %o', async (type, next, isFirst) => {
    const order = orderOf({}, isFirst)
    mishap = next
    expect((await open().accept(order)).type).toBe(type)
  })

  it('names a code that no list has, and passes nobody on by it', async () => {
    mishap = { status: 200, error: '10200050' }
    expect(await open().accept(orderOf())).toMatchObject({ type: 'unclear', unlisted: '10200050' })
  })

  it.each(['VAPAY', 'CODE_PAYMENT'])(
    'finds the number of %s whose answer was lost, and takes no second one',
    async (method) => {
      const order = orderOf({ method, operator: undefined })
      const account = open()
      mishap = 'lose'
      expect((await account.accept(order)).type).toBe('unclear')
      mishap = undefined
      expect((await account.accept(order)).type).toBe('unclear')
      expect(await account.accept({ ...order, isFirst: false })).toMatchObject({ type: 'accepted' })
      expect(fake.known(order.reference)).toBe(1)
    },
  )

  it('shows no number of another amount', async () => {
    const order = orderOf()
    const account = open()
    await account.accept(order)
    fake.spoil(order.reference, { amount: 1 })
    expect(await account.accept({ ...order, isFirst: false })).toMatchObject({ type: 'unclear' })
  })

  it('passes a payment on where ECPay cannot read what we send, and says so when it is checked', async () => {
    const changed = { hashKey: 'another-key-1234' }
    expect(await open(changed).accept(orderOf())).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
    expect(await open(changed).ping()).toMatchObject({ ok: false })
    expect(await open().ping()).toEqual({ ok: true })
  })

  it('leaves ECPay alone for half an hour once it says that it was asked too often', async () => {
    const account = open()
    mishap = { status: 403, error: '' }
    expect(await account.find(orderOf())).toEqual({ type: 'unclear', why: 'status 403' })
    mishap = undefined
    const before = fake.calls.length
    await deps.advance(1_799_000)
    expect(await account.accept(orderOf())).toMatchObject({ type: 'unclear', isUnsent: true })
    expect(fake.calls).toHaveLength(before)
    await deps.advance(2_000)
    expect(await account.ping()).toEqual({ ok: true })
  })

  it('writes each call down with its code, and nothing of what was sent', async () => {
    const { account, records } = opened()
    await account.accept(orderOf())
    await account.find(orderOf())
    expect(records).toMatchObject([
      { operation: 'create', outcome: '200', statusCode: '1' },
      { operation: 'read', outcome: '200', statusCode: '10000185' },
    ])
  })

  describe('answers each notification with 1|OK', () => {
    const answer = { status: 200, contentType: 'text/plain', body: '1|OK' }
    const reported: string[] = []
    const references = (body: string) =>
      open().readNotification?.({ path: '', headers: {}, body: new TextEncoder().encode(body) })
    const notified = async (how: 'pay' | 'simulate') => {
      reported.length = 0
      fake = new EcpayFake({
        ...ECPAY_SETTINGS,
        now: () => deps.clock.now(),
        notify: async (_url, body) => void reported.push(body),
      })
      deps = simulatedDeps(1, { network: networkTo(fake, baseUrl) })
      const order = orderOf()
      await open().accept(order)
      await fake[how](order.reference)
      return { order, body: reported[0] ?? '' }
    }

    it('and asks about the order that it names', async () => {
      const { order, body } = await notified('pay')
      expect(references(body)).toEqual({ references: [order.reference], answer })
    })

    it('and asks nothing about a simulated payment', async () => {
      expect(references((await notified('simulate')).body)).toEqual({ references: [], answer })
    })

    it.each([
      ['no JSON', () => '{'],
      ['another merchant’s', (body: string) => body.replace('3002607', '3002608')],
      [
        'what other keys have sealed',
        (body: string) => body.replace(/"Data":"[^"]{20}/, '"Data":"AAAAAAAAAAAAAAAAAAAA'),
      ],
      [
        'an order number that is none of ours',
        (body: string, reference: string) => fake.renamed(body, reference, 'x'),
      ],
    ])('and hears nothing in %s', async (_name, changed) => {
      const { order, body } = await notified('pay')
      expect(references(changed(body, order.reference))).toEqual({ references: [], answer })
    })
  })
})

describe('the settings of an account', () => {
  it('are in earnest no merchant’s whose keys ECPay publishes for tests', () => {
    expect(ecpay.faults?.(ECPAY_SETTINGS, true)).toEqual([])
    expect(ecpay.faults?.(ECPAY_SETTINGS, false)).toMatchObject([{ path: '/merchantId', code: 'CONFLICT' }])
    expect(ecpay.faults?.({ ...ECPAY_SETTINGS, merchantId: '3312345' }, false)).toEqual([])
  })
})
