import { createHmac } from 'node:crypto'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { DLOCAL_SETTINGS, MALAYSIAN_PAYER } from './dlocal.fixture.ts'
import { dlocal } from './dlocal.ts'
import { DlocalFake, type Mishap } from './fake.fixture.ts'
import { PAYIN_ERRORS, PAYMENT_STATUS, PAYOUT_ERRORS, PAYOUT_STATUS, REJECTIONS } from './read.ts'
import SAMPLE from './samples/dlocal.json' with { type: 'json' }
import { signatureOf } from './signature.ts'

const LIST = 'samples/dlocal.json'

const moneyOf = (currency: string, amountMinor: bigint) => ({
  currency: currency as CurrencyCode,
  amountMinor: minor(amountMinor),
})

describe('the words of the documentation', () => {
  it('are all known: statuses, rejections and errors, and none besides', () => {
    expectListed(PAYMENT_STATUS, SAMPLE.paymentStatuses, LIST)
    expectListed(PAYOUT_STATUS, SAMPLE.payoutStatuses, LIST)
    const { first, last } = SAMPLE.rejections
    const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    expectListed(REJECTIONS, codes, LIST)
    expectListed(PAYIN_ERRORS, SAMPLE.payinErrors, LIST)
    expectListed(PAYOUT_ERRORS, SAMPLE.payoutErrors, LIST)
  })
})

// docs.dlocal.com, Security: HMAC-SHA256 of login, date and body, one after the other, by the secret key. It prints no sum of a text.
it('signs login, date and body, in this order, by the secret key', () => {
  const sum = createHmac('sha256', 'key').update('login2018-07-12T13:46:28.629Z{"a":1}').digest('hex')
  const signed = { login: 'login', date: '2018-07-12T13:46:28.629Z', body: '{"a":1}' }
  expect(signatureOf(signed, 'key')).toBe(`V2-HMAC-SHA256, Signature: ${sum}`)
})

describe('an account with dLocal', () => {
  const baseUrl = 'https://dlocal.example'
  let mishap: Mishap | undefined
  let fake: DlocalFake
  let deps: SimulatedDeps

  beforeEach(() => {
    mishap = undefined
    fake = new DlocalFake({ ...DLOCAL_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
    deps = simulatedDeps(1, { network: networkTo(fake, baseUrl) })
  })

  const open = (changed: Record<string, string> = {}) =>
    openAlone(dlocal, { ...DLOCAL_SETTINGS, baseUrl, ...changed }, deps).account
  const payin = (request: object = MALAYSIAN_PAYER, isFirst = true): ProviderOrder =>
    newOrder(dlocal, deps, 'payin', { money: moneyOf('MYR', 8_990n), method: 'FPX', request }, isFirst)
  const payout = (currency: 'ARS' | 'MXN', request: object): ProviderOrder =>
    newOrder(dlocal, deps, 'payout', { money: moneyOf(currency, 89_950n), method: 'BANK_TRANSFER', request })
  const mexican = {
    accountName: 'Juan Pérez Luna',
    accountNumber: '012180001234567899',
    accountType: 'clabe',
  }

  it('makes a payment of the exact amount and sends its payer to the page', async () => {
    const order = payin({ ...MALAYSIAN_PAYER, returnUrl: 'https://shop.example/thanks' })
    expect(await open().accept(order)).toMatchObject({
      type: 'accepted',
      receiving: { pageUrl: expect.stringMatching(/^https:\/\/pay\.dlocal\.example\//) },
    })
    expect(fake.bodies).toEqual([
      expect.objectContaining({
        amount: 89.9,
        currency: 'MYR',
        payment_method_id: 'IO',
        order_id: order.reference,
        payer: { name: 'Aisyah binti Rahman', email: 'aisyah@example.com', document: '900101145678' },
        callback_url: `https://shop.example/thanks?idPayin=${order.payment.id}`,
      }),
    ])
  })

  it('names the bank by the first digits of a CLABE, and the type and the CUIT in Argentina', async () => {
    const argentine = {
      accountName: 'Ana Gómez',
      accountNumber: '0000003110000000123456',
      identifyingReference: '20-30123456-3',
    }
    expect(await open().accept(payout('MXN', mexican))).toMatchObject({ type: 'accepted' })
    expect(await open().accept(payout('ARS', argentine))).toMatchObject({ type: 'accepted' })
    expect(fake.bodies).toMatchObject([
      {
        amount: 899.5,
        currency_to_pay: 'MXN',
        beneficiary: { first_name: 'Juan', last_name: 'Pérez Luna', bank_account: { code: '012' } },
      },
      { country: 'AR', beneficiary: { bank_account: { type: 'SAVINGS' }, document: { id: '20301234563' } } },
    ])
  })

  it('declines who cannot be named to dLocal before anything is asked there', async () => {
    const { taxId: _, ...nobody } = MALAYSIAN_PAYER
    const paths = (answer: object) => JSON.stringify(answer)
    for (const order of [
      payin(nobody),
      payin({ ...MALAYSIAN_PAYER, taxId: '12' }),
      payout('MXN', { ...mexican, accountName: 'Juan' }),
      payout('MXN', { ...mexican, accountNumber: '5512345678', accountType: 'phone' }),
    ]) {
      const answer = await open().accept(order)
      expect(answer.type).toBe('declined')
      expect(open().check?.(order.payment)).toEqual(answer)
      expect(paths(answer)).not.toContain(order.payment.request.accountNumber ?? 'Aisyah')
    }
    expect(fake.calls).toEqual([])
  })

  it('declines by a listed code of a first try alone; what may have been done it asks about', async () => {
    const first = payin()
    const answers: unknown[] = []
    for (const [status, error] of [
      [403, '3001'],
      [400, '5007'],
      [400, '5010'],
      [504, '5010'],
      [500, '7000'],
      [429, '6000'],
      [400, '5999'],
    ] as const) {
      mishap = { status, error }
      // A new account each: it rests after a 429.
      const answer = await open().accept(first)
      answers.push(answer.type === 'declined' ? answer.reason : { ...answer, why: undefined })
    }
    const asks = { type: 'unclear' }
    expect(answers).toEqual([
      'UNHEALTHY',
      'AMOUNT',
      'METHOD',
      asks,
      asks,
      asks,
      { ...asks, unlisted: '5999' },
    ])
    mishap = { status: 403, error: '3001' }
    expect(await open().accept({ ...first, isFirst: false })).toMatchObject({ type: 'unclear' })
  })

  it('finds what a lost answer left behind, and makes it no second time', async () => {
    const orders = [payin(), payout('MXN', mexican)]
    for (const order of orders) {
      mishap = 'lose'
      expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
      mishap = undefined
      // Also where the gateway forgot that it had tried.
      for (const isFirst of [false, true])
        expect(await open().accept({ ...order, isFirst })).toMatchObject({ type: 'accepted' })
      expect(fake.known(order.reference)).toBe(1)
    }
  })

  it.each([
    ['PENDING', 100, []],
    ['AUTHORIZED', 600, []],
    ['PAID', 200, [{ type: 'paid' }]],
    ['REJECTED', 302, [{ type: 'refused', reason: 'REJECTED 302' }]],
    ['REJECTED', 321, [{ type: 'failed' }]],
    ['CANCELLED', 400, [{ type: 'expired' }]],
    ['EXPIRED', 500, [{ type: 'expired' }]],
  ])('reads a payment that is %s, %d', async (status, code, statusChange) => {
    const order = payin()
    await open().accept(order)
    await fake.become(order.reference, status, code)
    const isOver = status === 'PAID' || status === 'REJECTED'
    expect(await open().find(order)).toMatchObject({
      facts: statusChange.map((each) => ({ statusChange: each })),
      isOver,
    })
  })

  it('settles nothing by a status that is not listed, another amount, another currency or another account', async () => {
    const [paid, sent] = [payin(), payout('MXN', mexican)]
    for (const order of [paid, sent]) {
      await open().accept(order)
      await fake.pay(order.reference)
      for (const besides of [{ amount: 1 }, { currency: 'USD' }]) {
        fake.besides = besides
        expect(await open().find(order)).toMatchObject({ type: 'unclear' })
      }
      fake.besides = { status: 'constructor' }
      expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: 'constructor' })
      fake.besides = {}
    }
    fake.besides = { beneficiary: { bank_account: { account: '646180000012345671' } } }
    expect(await open().find(sent)).toMatchObject({ type: 'unclear' })
  })

  it('says that a payout came back where it had arrived before', async () => {
    const order = payout('MXN', mexican)
    await open().accept(order)
    await fake.become(order.reference, 'DELIVERED')
    expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
    await fake.end(order.reference, false)
    expect(await open().find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'failed', noMoneyLeft: true } }],
    })
    const delivered = { ...order, payment: { ...order.payment, status: 'SUCCESS' as const } }
    expect(await open().find(delivered)).toMatchObject({ facts: [{ statusChange: { type: 'returned' } }] })
  })

  it('names money that came back the same by whichever of its words', async () => {
    const order = payout('MXN', mexican)
    await open().accept(order)
    const delivered = { ...order, payment: { ...order.payment, status: 'SUCCESS' as const } }
    const names: unknown[] = []
    for (const status of ['REJECTED', 'CANCELLED']) {
      await fake.become(order.reference, status)
      const found = await open().find(delivered)
      const [back] = found.type === 'known' ? found.facts : []
      expect(back).toMatchObject({
        fact: expect.stringMatching(`:${status}$`),
        statusChange: { type: 'returned' },
      })
      names.push([back?.fact, ...(back?.alsoNamed ?? [])].toSorted())
    }
    expect(names[1]).toEqual(names[0])
    expect(names[0]).toHaveLength(2)
  })

  it('cancels what is pending, and nothing that was paid', async () => {
    const [pending, paid] = [payin(), payin()]
    for (const order of [pending, paid]) await open().accept(order)
    await fake.pay(paid.reference)
    expect(await open().cancel?.(pending)).toBe('cancelled')
    expect(await open().cancel?.(paid)).toBe('too-late')
    mishap = 'lose'
    expect(await open().cancel?.(pending)).toBe('later')
  })

  it('asks by a notification that dLocal has signed for this merchant, and by no other of a payment', () => {
    const { reference } = payin()
    const reported = (body: string, headers: object) => {
      const notification = { path: '', headers: { ...headers }, body: Buffer.from(body) }
      return open().readNotification?.(notification).references
    }
    const body = JSON.stringify({ id: 'D-4-1', order_id: reference, status: 'PAID' })
    const headers = fake.signed(body)
    expect(reported(body, headers)).toEqual([reference])
    expect(reported(`${body} `, headers)).toEqual([])
    expect(reported(body, { ...headers, 'x-date': '2018-07-12T13:46:28.629Z' })).toEqual([])
    expect(reported(body, {})).toEqual([])
    expect(reported(JSON.stringify({ external_id: reference }), {})).toEqual([reference])
    expect(reported(JSON.stringify({ external_id: '../x' }), {})).toEqual([])
  })

  it('offers what dLocal has open with a page, in the countries of the account', async () => {
    fake.methods = { CO: [], MY: ['IO'], VN: ['VB'] }
    const offer = await open({ countries: 'CO,MX,MY' }).offers?.()
    const payouts = ['payout', 'refund', 'settlement'].map((kind) => ({ kind, currencyCodes: ['MXN'] }))
    expect(offer).toMatchObject({ services: [{ paymentMethodCodes: ['FPX', 'ONLINE'] }, ...payouts] })
  })

  it('tells which of its keys are not taken', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open({ secretKey: 'other' }).ping()).toMatchObject({
      why: expect.stringContaining('payins'),
    })
    expect(await open({ payoutsClientSecret: 'other' }).ping()).toMatchObject({
      why: expect.stringContaining('no token for payouts'),
    })
  })

  it('wants all settings of payouts or none', () => {
    expect(dlocal.faults?.({ payoutsClientId: 'a' }).map(({ path }) => path)).toEqual([
      '/payoutsClientSecret',
      '/payoutPurpose',
    ])
  })
})
