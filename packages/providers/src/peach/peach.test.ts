import type { OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { type Mishap, PeachFake } from './fake.fixture.ts'
import { PEACH_SETTINGS, peachSettings } from './peach.fixture.ts'
import { peach } from './peach.ts'

const BASE_URL = 'http://127.0.0.1:7'
const SANDBOX = 'https://testapi-v2.peachpayments.com'
const ZAR = 'ZAR' as CurrencyCode

let mishap: Mishap | undefined
/** What is done to each answer on its way. */
let changed: (text: string) => string
let fake: PeachFake
let deps: SimulatedDeps

beforeEach(() => {
  mishap = undefined
  changed = (text) => text
  fake = new PeachFake({ ...PEACH_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
  const real = networkTo(fake, BASE_URL)
  deps = simulatedDeps(1, {
    async network(request, wait): Promise<OutgoingAnswer> {
      const answer = await real({ ...request, url: request.url.replace(SANDBOX, BASE_URL) }, wait)
      return answer.ok ? { ...answer, body: changed(answer.body) } : answer
    },
  })
})

const open = (own: Record<string, string> = {}) =>
  openAlone(peach, { ...peachSettings(BASE_URL), ...own }, deps).account
const orderOf = (kind: 'payin' | 'payout', changes: Partial<Payment> = {}): ProviderOrder => {
  const like: Partial<Payment> =
    kind === 'payin'
      ? { method: 'PAYSHAP', operator: 'NEDBANK', request: { accountNumber: '082 123 4567' } }
      : {
          method: 'BANK_TRANSFER',
          operator: 'CAPITEC',
          request: { accountName: 'Thándi Nkosi & Søns', accountNumber: '1234-567 890' },
        }
  const money = { currency: ZAR, amountMinor: minor(25_050n) }
  return newOrder(peach, deps, kind, { money, ...like, ...changes })
}
const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })
const lost = async (order: ProviderOrder): Promise<void> => {
  mishap = 'lose'
  expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
  mishap = undefined
}

describe('what Peach knows a payment by', () => {
  it('has its form, is the same each time, and another one for each payment and try', () => {
    const { payment, reference } = orderOf('payin')
    expect(reference).toMatch(/^[0-9A-Z]{16}$/)
    expect(peach.referenceOf(payment)).toBe(reference)
    const all = Array.from({ length: 200 }, () => [
      orderOf('payin').reference,
      orderOf('payout').reference,
    ]).flat()
    expect(new Set(all).size).toBe(400)
  })
})

describe('a payin at Peach', () => {
  it.each([
    [
      'PAYSHAP',
      'FNB',
      '0821234567',
      'PAYSHAP',
      { bank: 'FIRSTNATIONALBANK', type: 'CELLPHONE', accountId: '+27-821234567' },
    ],
    [
      'PAYSHAP',
      'ABSA',
      '+27 (82) 123-4567',
      'PAYSHAP',
      { bank: 'ABSABANK', type: 'CELLPHONE', accountId: '+27-821234567' },
    ],
    [
      'PAYSHAP',
      'DISCOVERY',
      '0821234567@discovery',
      'PAYSHAP',
      { bank: 'DISCOVERYBANK', type: 'CELLPHONE', accountId: '+27-821234567' },
    ],
    ['CAPITEC_PAY', undefined, '27821234567', 'CAPITECPAY', { type: 'CELLPHONE', accountId: '0821234567' }],
    [
      'CAPITEC_PAY',
      undefined,
      '9001015009087',
      'CAPITECPAY',
      { type: 'IDNUMBER', accountId: '9001015009087' },
    ],
    [
      'CAPITEC_PAY',
      undefined,
      '1234567890',
      'CAPITECPAY',
      { type: 'ACCOUNTNUMBER', accountId: '1234567890' },
    ],
    ['ONLINE', 'STANDARD', undefined, 'PEACHEFT', undefined],
    ['NEDBANK_DIRECT_EFT', undefined, undefined, 'PEACHEFT', undefined],
    ['ABSA_PAY', undefined, undefined, 'PEACHEFT', undefined],
    [
      'ABSA_PAY',
      undefined,
      '9001015009087',
      'PEACHEFT',
      [{ processor: 'ABSAEFT', identifier: [{ type: 'IDNUMBER', accountId: '9001015009087' }] }],
    ],
  ])(
    'by %s of %s, whose payer is %s, asks %s for %j',
    async (method, operator, accountNumber, brand, requested) => {
      const request = { ...(accountNumber !== undefined && { accountNumber }) }
      const order = orderOf('payin', { method, request, operator })
      const account = open()
      expect(account.check?.(order.payment)).toEqual({ type: 'fine' })
      const answer = await account.accept(order)
      expect(answer).toMatchObject({
        type: 'accepted',
        receiving: { pageUrl: /^https/ },
        processorStatus: '000.200.000',
      })
      expect(fake.lastBody).toEqual({
        authentication: {
          entityId: PEACH_SETTINGS.entityId,
          userId: PEACH_SETTINGS.userId,
          password: PEACH_SETTINGS.password,
        },
        merchantTransactionId: order.reference,
        amount: '250.50',
        currency: 'ZAR',
        paymentBrand: brand,
        paymentType: 'DB',
        shopperResultUrl: `https://shop.example/thanks?idPayin=${order.payment.id}`,
        ...(requested && { virtualAccount: requested }),
      })
    },
  )

  it.each([
    ['PAYSHAP', undefined, '0821234567', 'paymentOperatorCode'],
    ['PAYSHAP', 'CAPITEC', '0821234567', 'paymentOperatorCode'],
    ['PAYSHAP', 'FNB', undefined, 'account/accountNumber'],
    ['PAYSHAP', 'FNB', '12', 'account/accountNumber'],
    ['CAPITEC_PAY', undefined, undefined, 'account/accountNumber'],
    ['CAPITEC_PAY', undefined, '<script>', 'account/accountNumber'],
  ])(
    'by %s of %s with %s is refused before it is asked for: %s',
    (method, operator, accountNumber, field) => {
      const request = { ...(accountNumber !== undefined && { accountNumber }) }
      const { payment } = orderOf('payin', { method, request, operator })
      expect(open().check?.(payment)).toMatchObject({
        type: 'declined',
        faults: [{ path: `/paymentMethod/${field}`, code: 'REQUIRED' }],
      })
    },
  )

  it('brings its payer back to the shop, and to no app', async () => {
    for (const [returnUrl, wanted] of [
      ['https://other.example/a?b=c', 'https://other.example/a?b=c&idPayin='],
      ['shop-app://done', 'https://shop.example/thanks?idPayin='],
    ] as const) {
      const request = { accountNumber: '0821234567', returnUrl }
      await open().accept(orderOf('payin', { request }))
      expect((fake.lastBody as { shopperResultUrl: string }).shopperResultUrl).toContain(wanted)
    }
  })

  it.each([
    ['declined', { status: 401, error: '800.900.300' }],
    ['declined', { status: 400, error: '100.550.300' }],
    ['declined', { status: 400, error: '200.300.404' }],
    ['unclear', { status: 400, error: '800.110.100' }],
    ['unclear', { status: 400, error: '999.999.999' }],
    ['unclear', { status: 400, error: '000.700.000' }],
    ['unclear', { status: 400, error: 'nonsense' }],
    ['unclear', { status: 403, error: '100.396.101' }],
    ['unclear', { status: 429, error: '800.120.100' }],
    ['unclear', { status: 503, error: '800.900.300' }],
    ['unclear', { status: 404, error: '700.400.580' }],
    ['unclear', 'garbage'],
    ['unclear', 'lose'],
  ] as const)('is %s by %o on the first try, and waits on every later one', async (type, next) => {
    const order = orderOf('payin')
    mishap = next
    expect((await open().accept(order)).type).toBe(type)
    await deps.advance(60_000)
    // Whether there is one cannot be read, so nothing is asked for. That there is none is a code of its own.
    const isMissing = typeof next === 'object' && next.error === '700.400.580'
    const calls = fake.calls.length
    expect((await open().accept(again(order))).type).toBe('unclear')
    expect(fake.calls.slice(calls).map(({ method }) => method)).toEqual(isMissing ? ['GET', 'POST'] : ['GET'])
  })

  it('that lost its answer is found again, and nothing is asked for twice', async () => {
    const order = orderOf('payin')
    await lost(order)
    await deps.advance(60_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted', receiving: {} })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('that is not there yet waits until the last request has ended, and is asked for then', async () => {
    const order = orderOf('payin')
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(0)
    await deps.advance(30_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('that was tried a moment ago waits, however long ago it was created', async () => {
    const order = again(orderOf('payin'))
    await deps.advance(3_600_000)
    expect(await open().accept({ ...order, lastTriedAt: deps.clock.now() })).toMatchObject({
      type: 'unclear',
    })
    expect(fake.known(order.reference)).toBe(0)
  })

  it('that is paid on a page is asked for anew where its page is lost, thrice at most, and each payment is told', async () => {
    const order = orderOf('payin', { method: 'ONLINE', request: {} })
    await lost(order)
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    await deps.advance(30_000)
    expect(await open().accept(again(order))).toMatchObject({
      type: 'accepted',
      receiving: { pageUrl: /^https/ },
    })
    expect(fake.known(order.reference)).toBe(2)
    await open().accept(again(order))
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(3)
    const id = await fake.pay(order.reference)
    expect(await open().find(order)).toMatchObject({ type: 'known', isOver: true, facts: [{ fact: id }] })
  })

  it('is paid once it succeeded, though it was cancelled before', async () => {
    const order = orderOf('payin')
    const account = open()
    await account.accept(order)
    for (const code of ['000.200.000', '100.396.101', '800.100.151', '900.100.300', '999.999.999']) {
      await fake.pay(order.reference, code)
      const known = { type: 'known', processorStatus: code, facts: [], isOver: false }
      expect(await account.find(order)).toEqual(known)
    }
    const id = await fake.pay(order.reference, '000.400.010')
    expect(await account.find(order)).toEqual({
      type: 'known',
      processorStatus: '000.400.010',
      isOver: true,
      facts: [
        {
          fact: id,
          processorStatus: '000.400.010',
          statusChange: { type: 'paid', received: order.payment.money },
          about: { transaction: id },
        },
      ],
    })
  })

  it('is settled by no code that is not listed, and by none of the simulator', async () => {
    const order = orderOf('payin')
    await open().accept(order)
    await fake.pay(order.reference, '000.777.000')
    expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: '000.777.000' })
    await fake.pay(order.reference, '000.100.112')
    expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
    const sandbox = open({ baseUrl: SANDBOX })
    expect(await sandbox.find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'paid' } }],
      isOver: true,
    })
  })

  it('asks the simulator for itself in the sandbox, and nowhere else', async () => {
    await open({ baseUrl: SANDBOX }).accept(orderOf('payin'))
    expect(fake.lastBody).toMatchObject({ customParameters: { enableTestMode: 'true' } })
    await open().accept(orderOf('payin'))
    expect(fake.lastBody).not.toHaveProperty('customParameters')
  })

  it.each([
    ['of another amount', (text: string) => text.replaceAll('250.50', '2.50')],
    ['in another currency', (text: string) => text.replaceAll('"ZAR"', '"USD"')],
    ['of another kind', (text: string) => text.replaceAll('"DB"', '"CP"')],
  ])('is not what Peach lists %s under its reference', async (_what, change) => {
    const order = orderOf('payin')
    await open().accept(order)
    await fake.pay(order.reference)
    changed = change
    const found = await open().find(order)
    expect(['unclear', 'never']).toContain(found.type)
    expect((await open().accept(again(order))).type).toBe('unclear')
  })

  it('is not what Peach lists under another reference', async () => {
    const [order, other] = [orderOf('payin'), orderOf('payin')]
    await open().accept(order)
    await fake.pay(order.reference)
    changed = (text) => text.replaceAll(order.reference, other.reference)
    expect(await open().find(order)).toEqual({ type: 'never' })
  })

  it('is found by nobody else’s credentials', async () => {
    const order = orderOf('payin')
    await open().accept(order)
    await fake.pay(order.reference)
    expect(await open({ password: 'another' }).find(order)).toMatchObject({ type: 'unclear' })
    expect(await open().find(orderOf('payin'))).toEqual({ type: 'never' })
  })
})

describe('a payin’s money on its way back', () => {
  const paid = async (method = 'PAYSHAP'): Promise<{ payin: Payment; order: ProviderOrder }> => {
    const own = method === 'ONLINE' ? { method, request: {} } : {}
    const requested = orderOf('payin', own)
    await open().accept(requested)
    const confirmation = await fake.pay(requested.reference)
    const payin = { ...requested.payment, confirmation }
    const refund = { route: 'NATIVE', payinKey: payin.key } as NonNullable<Payment['request']['refund']>
    const changes = { method, money: payin.money, request: { refund } }
    return { payin, order: { ...newOrder(peach, deps, 'refund', changes), payin } }
  }
  const kept = ({ payment, ...rest }: ProviderOrder, processorRef: string): ProviderOrder => ({
    ...rest,
    payment: { ...payment, processorRef },
  })

  it('is asked for by the transaction that paid, and arrives', async () => {
    const { order } = await paid()
    const answer = await open().accept(order)
    expect(answer).toMatchObject({ type: 'accepted', processorStatus: '000.200.100' })
    expect(fake.lastBody).toMatchObject({ amount: '250.50', currency: 'ZAR', paymentType: 'RF' })
    const id = answer.type === 'accepted' ? answer.processorRef : ''
    expect(await open().find(kept(order, id))).toMatchObject({ facts: [], isOver: false })
    await fake.end(order.reference, true)
    expect(await open().find(kept(order, id))).toMatchObject({
      facts: [{ fact: `${id}:000.000.000`, statusChange: { type: 'delivered' } }],
      isOver: true,
    })
  })

  it('goes back once, though the answer was lost', async () => {
    const { order } = await paid()
    await lost(order)
    await deps.advance(120_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted' })
    expect(fake.references().length).toBe(2)
    expect(await open().find(order)).toMatchObject({ type: 'known', isOver: false })
  })

  it('is not asked for again before the last request has ended', async () => {
    const { order } = await paid()
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    await deps.advance(60_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted' })
  })

  it('is not asked for again a moment after it was, however long it waited for that', async () => {
    const { order } = await paid()
    await deps.advance(3_600_000)
    const tried = (at: number) => open().accept({ ...again(order), lastTriedAt: at })
    expect(await tried(deps.clock.now() - 59_999)).toMatchObject({ type: 'unclear' })
    expect(fake.references().length).toBe(1)
    expect(await tried(deps.clock.now() - 60_000)).toMatchObject({ type: 'accepted' })
  })

  it('is no refund of another amount that Peach lists under the payin', async () => {
    const { order } = await paid()
    await lost(order)
    changed = (text) => text.replace(/250\.50(?=[^}]*"referencedId")|(?<="RF".{0,80})250\.50/g, '2.50')
    expect(await open().find(order)).toMatchObject({ type: 'unclear' })
    await deps.advance(120_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.references().length).toBe(2)
  })

  it('is not given back a second time by another refund', async () => {
    const { payin, order } = await paid()
    await open().accept(order)
    const second = { ...newOrder(peach, deps, 'refund', { ...order.payment }), payin }
    expect((await open().accept(second)).type).toBe('unclear')
    expect(fake.references().length).toBe(2)
  })

  it('takes no refund for its own that gives back another transaction of the same payin', async () => {
    const { payin, order: first } = await paid()
    await open().accept({ ...orderOf('payin'), payment: payin, reference: peach.referenceOf(payin) })
    const twice = await fake.pay(peach.referenceOf(payin))
    await open().accept(first)
    const excess = { statusUpdate: twice } as NonNullable<NonNullable<Payment['request']['refund']>['excess']>
    const refund = { ...first.payment.request.refund, excess } as NonNullable<Payment['request']['refund']>
    const made = newOrder(peach, deps, 'refund', { ...first.payment, request: { refund } })
    const second = { ...made, payin, isFirst: false }
    expect(await open().find(second)).toMatchObject({ type: 'unclear' })
    await deps.advance(120_000)
    const answer = await open().accept(second)
    expect(fake.lastBody).toMatchObject({ paymentType: 'RF' })
    const id = answer.type === 'accepted' ? answer.processorRef : ''
    expect(await open().find(kept(second, id))).toMatchObject({ type: 'known' })
    const { payin: _, ...requested } = first
    expect(await open().find(requested)).toMatchObject({ type: 'unclear' })
  })

  it('passes to a payout where it certainly did not go, and nowhere where it may have gone', async () => {
    const eft = await paid('ONLINE')
    expect(await open().accept(eft.order)).toMatchObject({ type: 'declined', reason: 'METHOD' })
    const { order } = await paid()
    const answer = await open().accept(order)
    const id = answer.type === 'accepted' ? answer.processorRef : ''
    const refund = { code: '' }
    changed = (text) => text.replace('000.200.100', refund.code)
    for (const [code, statusChange] of [
      ['700.300.700', [{ statusChange: { type: 'failed', noMoneyLeft: true } }]],
      ['800.100.151', [{ statusChange: { type: 'failed' } }]],
      ['700.300.300', []],
      ['900.100.300', []],
    ] as const) {
      refund.code = code
      expect(await open().find(kept(order, id))).toMatchObject({ type: 'known', facts: statusChange })
    }
    refund.code = '000.777.000'
    expect(await open().find(kept(order, id))).toEqual({ type: 'unlisted', statusCode: '000.777.000' })
  })
})

describe('a payout by Peach', () => {
  it('goes to the payee’s account in letters that Peach takes', async () => {
    const order = orderOf('payout')
    const account = open()
    expect(account.check?.(order.payment)).toEqual({ type: 'fine' })
    expect(await account.accept(order)).toEqual({
      type: 'accepted',
      receiving: {},
      processorRef: order.reference,
      processorStatus: 'pending',
    })
    expect(fake.lastBody).toEqual({
      payouts: [
        {
          payoutId: order.reference,
          currency: 'ZAR',
          amount: 25_050,
          bankName: 'CAPITEC BANK',
          branchCode: '470010',
          accountNumber: '1234567890',
          accountHolder: 'Thandi Nkosi Sns',
          reference: 'Shop',
          payoutMethod: 'realtime-eft',
        },
      ],
    })
  })

  it.each([
    [{ operator: undefined }, '/paymentMethod/paymentOperatorCode'],
    [{ request: { accountName: 'Thandi', accountNumber: 'ab/cd' } }, '/paymentMethod/account/accountNumber'],
    [{ request: { accountName: '日本', accountNumber: '12345678' } }, '/paymentMethod/account/accountName'],
  ])('is refused before it is asked for where %o', (changes, path) => {
    const { payment } = orderOf('payout', changes)
    expect(open().check?.(payment)).toMatchObject({ type: 'declined', faults: [{ path }] })
  })

  it('is sent once though its answer was lost, and though it is asked for again at once', async () => {
    const order = orderOf('payout')
    await lost(order)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted', processorStatus: 'pending' })
    // Where it was not visible yet, Peach refuses its ID.
    expect(await open().accept(order)).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('that was tried a moment ago waits, however long ago it was created', async () => {
    const order = again(orderOf('payout'))
    await deps.advance(3_600_000)
    const tried = (at: number) => open().accept({ ...order, lastTriedAt: at })
    expect(await tried(deps.clock.now() - 29_999)).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(0)
    expect(await tried(deps.clock.now() - 30_000)).toMatchObject({ type: 'accepted' })
  })

  it('that is answered with a word of no table has it counted, also where every object has it', async () => {
    mishap = { status: 400, error: 'nonsense' }
    const odd = JSON.stringify({ payouts: [{ payoutId: 'another', status: 'constructor' }] })
    changed = (text) => (text.includes('nonsense') ? odd : text)
    expect(await open().accept(orderOf('payout'))).toMatchObject({ type: 'unclear', unlisted: 'constructor' })
  })

  it('that is not visible yet waits until the last request has ended', async () => {
    const order = orderOf('payout')
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(0)
    await deps.advance(30_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted' })
  })

  it.each([
    ['payin', '000.700.000'],
    ['payin', 'nonsense'],
    ['payout', '2900.999.999'],
  ] as const)(
    'or payin (%s) that is answered with the unlisted code %s has it counted',
    async (kind, error) => {
      mishap = { status: 400, error }
      expect(await open().accept(orderOf(kind))).toMatchObject({ type: 'unclear', unlisted: error })
      expect(await open().find(orderOf(kind))).toMatchObject({ type: 'unclear', unlisted: error })
    },
  )

  it.each([
    ['declined', { status: 400, error: '2900.002.000' }],
    ['declined', { status: 400, error: '2900.003.001' }],
    ['declined', { status: 403, error: '2900.005.002' }],
    ['unclear', { status: 400, error: '2900.003.002' }],
    ['unclear', { status: 400, error: '2900.999.999' }],
    ['unclear', { status: 500, error: '2900.003.001' }],
    ['unclear', 'garbage'],
  ] as const)('is %s by %o on the first try', async (type, next) => {
    mishap = next
    expect((await open().accept(orderOf('payout'))).type).toBe(type)
  })

  it.each([
    ['successful', { type: 'delivered' }],
    ['failed', { type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }],
    ['cancelled', { type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }],
    ['reversed', { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
    ['pending', undefined],
    ['processing', undefined],
  ])('that is %s comes to %j', async (status, statusChange) => {
    const order = orderOf('payout')
    await open().accept(order)
    await fake.endPayout(order.reference, status)
    expect(await open().find(order)).toMatchObject({
      type: 'known',
      isOver: statusChange !== undefined,
      facts: statusChange ? [{ fact: `${order.reference}:${status}`, statusChange }] : [],
    })
  })

  it('that comes back after it had arrived is returned; one to no account says so; an unlisted word settles nothing', async () => {
    const order = orderOf('payout')
    await open().accept(order)
    await fake.endPayout(order.reference, 'reversed')
    const arrived = { ...order, payment: { ...order.payment, status: 'SUCCESS' as const } }
    expect(await open().find(arrived)).toMatchObject({
      facts: [{ statusChange: { type: 'returned', received: order.payment.money } }],
    })
    await fake.endPayout(order.reference, 'failed', '2001.002.106')
    expect(await open().find(order)).toMatchObject({
      facts: [{ statusChange: { failureReason: 'ACCOUNT_INVALID' } }],
    })
    await fake.endPayout(order.reference, 'paused')
    expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: 'paused' })
  })

  it.each([
    ['another amount', (text: string) => text.replace('25050', '25')],
    ['another ID', (text: string) => text.replace(/"payoutId":"0?./, '"payoutId":"ff')],
  ])('is not what is shown with %s', async (_what, change) => {
    const order = orderOf('payout')
    await open().accept(order)
    await fake.endPayout(order.reference, 'successful')
    changed = change
    expect(await open().find(order)).toMatchObject({ type: 'unclear' })
    expect(await open().accept(orderOf('payout'))).toMatchObject({ type: 'unclear' })
  })

  it('is never known where Peach has not heard of it, and sent by no account without credentials', async () => {
    expect(await open().find(orderOf('payout'))).toEqual({ type: 'never' })
    const { payoutsMerchantId: _, ...without } = peachSettings(BASE_URL)
    const { account } = openAlone(peach, without, deps)
    expect(await account.accept(orderOf('payout'))).toMatchObject({ type: 'declined' })
    expect(await account.balances?.()).toEqual({ type: 'balances', balances: [] })
  })
})

describe('an account with Peach', () => {
  it('says whether it is known there, and how much lies there for payouts', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open().balances?.()).toEqual({
      type: 'balances',
      balances: [{ name: 'float for payouts', money: { currency: 'ZAR', amountMinor: 12_345_600n } }],
    })
    expect(await open({ password: 'another' }).ping()).toEqual({
      ok: false,
      why: 'it refuses entity ID, user ID or password: 800.900.300',
    })
    expect(await open({ payoutsClientSecret: 'another' }).ping()).toEqual({
      ok: false,
      why: 'payouts: NO_TOKEN',
    })
    mishap = 'lose'
    expect(await open().ping()).toMatchObject({ ok: false })
  })

  it('has all that payouts need, or nothing of it', () => {
    const settings = peachSettings(BASE_URL)
    expect(peach.faults?.(settings)).toEqual([])
    const { payoutsClientId: _, ...partly } = settings
    expect(peach.faults?.(partly)).toMatchObject([{ path: '/payoutsClientId', code: 'REQUIRED' }])
  })

  it('serves what its brands serve', () => {
    const methodsOf = (settings: Record<string, string>) => [
      ...new Set(
        peach
          .serves(settings)
          .flatMap(({ kind, paymentMethodCodes }) => paymentMethodCodes.map((code) => `${kind} ${code}`)),
      ),
    ]
    const payins = ['PAYSHAP', 'CAPITEC_PAY', 'NEDBANK_DIRECT_EFT', 'ABSA_PAY', 'ONLINE'].map(
      (code) => `payin ${code}`,
    )
    expect(methodsOf({})).toEqual([...payins, 'refund PAYSHAP'])
    expect(methodsOf({ brands: 'CAPITECPAY' })).toEqual(['payin CAPITEC_PAY'])
    expect(methodsOf({ brands: 'NEDBANKDIRECTEFT', payoutsMerchantId: 'x' })).toEqual([
      'payin NEDBANK_DIRECT_EFT',
      'payout BANK_TRANSFER',
      'refund BANK_TRANSFER',
    ])
  })

  it('is set by examples that pass their own checks, and by nothing that is something else', () => {
    for (const { name, example, check } of peach.settings) {
      const text = name === 'payoutsClientSecret' ? example.replace('…', '') : example
      expect([name, check(text)]).toEqual([name, undefined])
      expect([name, check('\n')]).not.toEqual([name, undefined])
    }
  })
})
