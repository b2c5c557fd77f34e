import { generateKeyPairSync } from 'node:crypto'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { DECLINE_REASONS } from '@sluice/core/processor/port.ts'
import { Services } from '@sluice/gateway/processors/connectors/services.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import type { ProviderAccount, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { UUID_REFERENCE } from '@sluice/provider-kit/references.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Mishap, networkTo } from '../fake-server.fixture.ts'
import { newOrder, notificationOf, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { ActiveConfiguration, amountOf, configuredIn, operatorsOf, servicesOf } from './configuration.ts'
import type { PawapayFake } from './fake.fixture.ts'
import { FAKE_AT, PAWAPAY_SETTINGS, pawapayFake } from './pawapay.fixture.ts'
import { pawapay, referenceOf } from './pawapay.ts'
import {
  DEPOSIT_FAILURES,
  INITIATION,
  PAYOUT_FAILURES,
  REFUND_FAILURES,
  REJECTIONS,
  STATUSES,
} from './read.ts'
import SAMPLE from './samples/pawapay-v2.json' with { type: 'json' }
import { referencesIn } from './webhook.ts'

const LIST = 'samples/pawapay-v2.json'

let mishap: Mishap | undefined
let fake: PawapayFake
let deps: SimulatedDeps
let records: readonly CallRecord[]

beforeEach(() => {
  mishap = undefined
  fake = pawapayFake({ now: () => deps.clock.now(), mishap: () => mishap })
  deps = simulatedDeps(1, { network: networkTo(fake, FAKE_AT) })
})

const open = (changed: Record<string, string> = {}): ProviderAccount => {
  const opened = openAlone(pawapay, { ...PAWAPAY_SETTINGS, baseUrl: FAKE_AT, ...changed }, deps)
  records = opened.records
  return opened.account
}
/** The same account with settings left out. */
const openWithout = (...left: readonly string[]): ProviderAccount => {
  const settings = Object.entries({ ...PAWAPAY_SETTINGS, baseUrl: FAKE_AT })
  return openAlone(pawapay, Object.fromEntries(settings.filter(([name]) => !left.includes(name))), deps)
    .account
}
const PHONES: Readonly<Record<string, string>> = {
  GHS: '+233241234567',
  KES: '+254712345678',
  TZS: '+255754123456',
  ZMW: '+260971234567',
}
const orderOf = (kind: 'payin' | 'payout', changes: Partial<Payment> = {}, isFirst = true): ProviderOrder => {
  const money = changes.money ?? { currency: offered('ZMW').code, amountMinor: minor(18_075n) }
  const phoneNumber = PHONES[money.currency] ?? ''
  const method = kind === 'payin' ? 'MOBILE_MONEY' : 'WALLET_TRANSFER'
  return newOrder(pawapay, deps, kind, { money, method, request: { phoneNumber }, ...changes }, isFirst)
}
const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })
/** A refund of a payin that was paid, by its own rail. */
const refundOf = (payin: ProviderOrder, amountMinor = 18_075n): ProviderOrder => ({
  ...newOrder(pawapay, deps, 'refund', {
    money: { currency: offered('ZMW').code, amountMinor: minor(amountMinor) },
    method: 'MOBILE_MONEY',
    request: {
      refund: {
        idPayin: payin.payment.id,
        payinKey: payin.payment.key,
        number: 1,
        reason: 'OTHER',
        route: 'NATIVE',
      },
    },
  }),
  payin: { ...payin.payment, confirmation: payin.reference },
})

describe('the words of the specification', () => {
  it('are all known: of initiations, searches and payments', () => {
    expectListed(INITIATION, SAMPLE.initiation, LIST)
    const statuses = Object.values(SAMPLE.statuses).flat()
    expectListed(STATUSES, [...new Set(statuses)], LIST)
  })

  it('are all known: rejections, each with a reason for routing', () => {
    expectListed(REJECTIONS, Object.keys(SAMPLE.rejections), LIST)
    for (const reason of Object.values(REJECTIONS)) expect([...DECLINE_REASONS, 'unclear']).toContain(reason)
  })

  it('are all known: why a deposit, a payout, a refund fails', () => {
    expectListed(DEPOSIT_FAILURES, SAMPLE.failures.deposit, LIST)
    expectListed(PAYOUT_FAILURES, SAMPLE.failures.payout, LIST)
    // A refund that is paid out to a wallet fails as payouts do.
    const both = new Set([...SAMPLE.failures.refund, ...SAMPLE.failures.payout])
    expectListed(REFUND_FAILURES, [...both], LIST)
  })

  it.each(Object.entries(SAMPLE.rejections))(
    'a first try that is answered with %s and status %i',
    async (error, status) => {
      mishap = { status, error }
      const type = REJECTIONS[error] === 'unclear' ? 'unclear' : 'declined'
      expect((await open().accept(orderOf('payout', { operator: 'MTN_MOMO_ZMB' }))).type).toBe(type)
    },
  )
})

describe('a reference', () => {
  it('is a UUID of version 4, the same for ever, and no other payment’s', () => {
    const keys = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 50 })
    fc.assert(
      fc.property(keys, (all) => {
        const { payment } = orderOf('payin')
        const made = all.map((key) => referenceOf({ ...payment, key: key as typeof payment.key }))
        return made.every((each) => UUID_REFERENCE.test(each)) && new Set(made).size === all.length
      }),
      { numRuns: 20 },
    )
    const { payment } = orderOf('payin')
    expect(referenceOf(payment)).toBe(referenceOf({ ...payment }))
  })
})

describe('an amount', () => {
  it('is written as they want it and read as they write it, in every one of the four currencies', () => {
    const of = fc.record({
      code: fc.constantFrom('GHS', 'KES', 'TZS', 'ZMW'),
      amountMinor: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    })
    fc.assert(
      fc.property(of, ({ code, amountMinor }) => {
        const text = amountOf({
          money: { currency: offered(code as 'GHS').code, amountMinor: minor(amountMinor) },
        })
        const [whole = '', fraction = ''] = text.split('.')
        return (
          /^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$/.test(text) &&
          moneyIn(text, code)?.amountMinor === amountMinor &&
          moneyIn(`${whole}.${fraction.padEnd(2, '0')}`, code)?.amountMinor === amountMinor
        )
      }),
    )
  })
})

describe('an account with pawaPay', () => {
  it('asks the payer for the exact amount, under the reference, and says nothing of where money goes', async () => {
    const order = orderOf('payin', { operator: 'AIRTEL_OAPI_ZMB' })
    expect(await open().accept(order)).toEqual({
      type: 'accepted',
      receiving: {},
      processorRef: order.reference,
      processorStatus: 'ACCEPTED',
    })
    expect(fake.references()).toEqual([`${order.reference} deposit ACCEPTED 180.75 ZMW`])
  })

  it.each([
    ['KES', 150_000n, 'MPESA_KEN', '1500'],
    ['TZS', 2_500_000n, 'VODACOM_TZA', '25000'],
    ['GHS', 7_550n, 'MTN_MOMO_GHA', '75.5'],
  ] as const)('writes %s without a zero too many', async (code, amountMinor, operator, text) => {
    const money = { currency: offered(code).code, amountMinor: minor(amountMinor) }
    const order = orderOf('payin', { money, operator })
    expect((await open().accept(order)).type).toBe('accepted')
    expect(fake.references()).toEqual([`${order.reference} deposit ACCEPTED ${text} ${code}`])
  })

  it('asks whose number it is where nobody has said', async () => {
    const order = orderOf('payout')
    expect((await open().accept(order)).type).toBe('accepted')
    expect(fake.calls.map(({ path }) => path)).toEqual(['/v2/predict-provider', '/v2/payouts'])
  })

  it('declines a number that belongs to no operator of the currency, and sends nothing of the payment', async () => {
    const ghana = orderOf('payout', { request: { phoneNumber: PHONES.GHS ?? '' } })
    expect(await open().accept(ghana)).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
    const nobodys = orderOf('payout', { request: { phoneNumber: '+260111234567' } })
    expect(await open().accept(nobodys)).toMatchObject({ type: 'declined', reason: 'METHOD' })
    expect(fake.references()).toEqual([])
  })

  it('refuses before anything is kept what lacks a phone, or has decimals that its operator does not take', async () => {
    const account = open()
    const { payment } = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    expect(account.check?.({ ...payment, request: {} })).toMatchObject({
      type: 'declined',
      faults: [{ path: '/paymentMethod/phoneNumber', code: 'REQUIRED' }],
    })
    expect(account.check?.(payment)).toEqual({ type: 'fine' })
    fake.change('MTN_MOMO_ZMB', 'DEPOSIT', { decimalsInAmount: 'NONE' })
    await account.offers?.()
    expect(account.check?.(payment)).toMatchObject({ type: 'declined', reason: 'AMOUNT' })
    expect(account.check?.({ ...payment, operator: 'AIRTEL_OAPI_ZMB' })).toEqual({ type: 'fine' })
    expect(account.check?.({ ...payment, money: { ...payment.money, amountMinor: minor(18_000n) } })).toEqual(
      {
        type: 'fine',
      },
    )
  })

  it.each([
    ['unclear', 'lose'],
    ['unclear', 'garbage'],
    ['unclear', { status: 403, error: 'SOMETHING_NEW' }],
    ['unclear', { status: 200, error: 'SOMETHING_NEW' }],
    ['unclear', { status: 500, error: 'INVALID_AMOUNT' }],
    ['unclear', { status: 409, error: 'DUPLICATE_METADATA_FIELDS' }],
    ['declined', { status: 403, error: 'AUTHENTICATION_ERROR' }],
  ] as const)('reads as %s on a first try: %o', async (type, next) => {
    mishap = next
    expect((await open().accept(orderOf('payin', { operator: 'MTN_MOMO_ZMB' }))).type).toBe(type)
  })

  it.each(Object.entries(SAMPLE.rejections))(
    'never declines a later try: %s, status %i',
    async (error, status) => {
      const order = orderOf('payin', { operator: 'MTN_MOMO_ZMB' }, false)
      mishap = { status, error }
      expect((await open().accept(order)).type).toBe('unclear')
    },
  )

  it('never declines a later try for want of data either', async () => {
    const account = open()
    expect((await account.accept(orderOf('payin', { request: {} }, false))).type).toBe('unclear')
    expect(
      (await account.accept(again({ ...refundOf(orderOf('payin')), payin: orderOf('payin').payment }))).type,
    ).toBe('unclear')
  })

  it.each(['payin', 'payout'] as const)(
    'finds the %s whose answer was lost, and makes no second one',
    async (kind) => {
      const order = orderOf(kind, { operator: 'MTN_MOMO_ZMB' })
      const account = open()
      mishap = 'lose'
      expect((await account.accept(order)).type).toBe('unclear')
      mishap = undefined
      await fake.become(order.reference, 'COMPLETED')
      expect(await account.accept(again(order))).toMatchObject({
        type: 'accepted',
        processorStatus: 'COMPLETED',
      })
      expect(fake.references()).toHaveLength(1)
      expect(fake.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
    },
  )

  it('sends a refund once though its answer was lost', async () => {
    const payin = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(payin)
    await fake.pay(payin.reference)
    const refund = refundOf(payin)
    mishap = 'lose'
    expect((await account.accept(refund)).type).toBe('unclear')
    mishap = undefined
    expect((await account.accept(again(refund))).type).toBe('accepted')
    expect(fake.references()).toHaveLength(2)
  })

  it('tells of a failure after a success as of another fact, which nobody takes for the same again', async () => {
    const order = orderOf('payout', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    const factOf = async () => {
      const found = await account.find(order)
      return found.type === 'known' ? found.facts[0]?.fact : undefined
    }
    await fake.end(order.reference, true)
    const delivered = await factOf()
    await fake.end(order.reference, false)
    expect([delivered, await factOf()]).toEqual([`${order.reference}:COMPLETED`, `${order.reference}:FAILED`])
  })

  it('asks what it has taken on where it is told of a duplicate on a first try', async () => {
    const order = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    await fake.become(order.reference, 'PROCESSING')
    expect(await account.accept(order)).toMatchObject({ type: 'accepted', processorStatus: 'PROCESSING' })
  })

  it('does not take another payment for its own: another amount under the same ID is nothing', async () => {
    const order = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    await fake.pay(order.reference)
    const other = { ...order.payment.money, amountMinor: minor(18_074n) }
    const changed = { ...order, payment: { ...order.payment, money: other } }
    expect((await account.find(changed)).type).toBe('unclear')
    expect((await account.accept(again(changed))).type).toBe('unclear')
  })

  it('does not prompt a payer whose time is over, and does not say either that nothing was sent', async () => {
    const order = orderOf('payin', { operator: 'MTN_MOMO_ZMB', expireAt: deps.clock.now() }, false)
    expect((await open().accept(order)).type).toBe('unclear')
    expect(fake.references()).toEqual([])
  })

  it('counts what cannot be found as never sent after a quarter of an hour, and not before', async () => {
    const order = orderOf('payout')
    expect(await open().find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    // As long as it has not been tried again: a payment that has passed here was created long before.
    const old = { ...order.payment, createdAt: deps.clock.now() - 900_000 }
    expect(await open().find({ ...order, payment: old })).toMatchObject({ type: 'known' })
    const lastTriedAt = deps.clock.now() - 900_000
    expect(await open().find({ ...order, lastTriedAt })).toEqual({ type: 'never' })
  })

  it('tells of a deposit once it is paid, by its ID and with its amount', async () => {
    const order = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    for (const status of ['ACCEPTED', 'PROCESSING', 'IN_RECONCILIATION', 'SUBMITTED']) {
      await fake.become(order.reference, status)
      expect(await account.find(order)).toEqual({
        type: 'known',
        processorStatus: status,
        facts: [],
        isOver: false,
      })
    }
    await fake.pay(order.reference)
    expect(await account.find(order)).toMatchObject({
      isOver: true,
      facts: [
        {
          fact: order.reference,
          statusChange: { type: 'paid', received: { currency: 'ZMW', amountMinor: 18_075n } },
        },
      ],
    })
  })

  it('settles nothing by a word that is not listed, of a status or of a failure', async () => {
    const order = orderOf('payout', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    await fake.become(order.reference, 'REVERSED')
    expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'REVERSED' })
    // Every object has a `constructor`; the table does not list it.
    for (const code of ['SOMETHING_NEW', 'constructor']) {
      await fake.become(order.reference, 'FAILED', code)
      expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: `FAILED.${code}` })
    }
  })

  it.each([
    ['payin', 'PAYER_NOT_FOUND', { type: 'failed', failureReason: 'CUSTOMER_NOT_REGISTERED' }],
    ['payin', 'PAYMENT_NOT_APPROVED', { type: 'refused', reason: 'the payer did not approve it' }],
    ['payout', 'RECIPIENT_NOT_FOUND', { type: 'failed', failureReason: 'ACCOUNT_INVALID' }],
    [
      'payout',
      'PAWAPAY_WALLET_OUT_OF_FUNDS',
      { type: 'failed', failureReason: 'PROCESSOR_INSUFFICIENT_FUNDS' },
    ],
  ] as const)('says why a %s has failed: %s', async (kind, code, statusChange) => {
    const order = orderOf(kind, { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    await fake.become(order.reference, 'FAILED', code)
    expect(await account.find(order)).toMatchObject({
      isOver: true,
      facts: [{ processorStatus: code, statusChange }],
    })
  })

  it('gives back just the deposit that paid, in what is asked, and waits for its turn', async () => {
    const payin = orderOf('payin', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(payin)
    await fake.pay(payin.reference)
    const [first, second] = [refundOf(payin, 10_000n), refundOf(payin, 8_075n)]
    expect((await account.accept(first)).type).toBe('accepted')
    expect((await account.accept(second)).type).toBe('unclear')
    await fake.end(first.reference, true)
    expect((await account.accept(again(second))).type).toBe('accepted')
    await fake.end(second.reference, false)
    expect(await account.find(second)).toMatchObject({
      facts: [{ statusChange: { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true } }],
    })
    expect(await account.accept(refundOf(payin, 10_000n))).toMatchObject({
      type: 'declined',
      reason: 'AMOUNT',
    })
  })

  it('does not call a refund without money gone where pawaPay says that it does not know', () => {
    expect(REFUND_FAILURES.UNKNOWN_ERROR).not.toHaveProperty('noMoneyLeft')
  })

  it('gives back nothing of a payin that no deposit has paid', async () => {
    const { payment } = orderOf('payin')
    const refund = { ...refundOf(orderOf('payin')), payin: { ...payment, confirmation: 'case:1' } }
    expect(await open().accept(refund)).toMatchObject({ type: 'declined', reason: 'METHOD' })
    expect(fake.calls).toEqual([])
  })

  it('stops only a payout that waits for its operator, and hears of it as of a failure', async () => {
    const order = orderOf('payout', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    expect(await account.cancel?.(order)).toBe('too-late')
    await fake.become(order.reference, 'ENQUEUED')
    expect(await account.cancel?.(order)).toBe('later')
    expect(await account.find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'refused' } }],
      isOver: true,
    })
    expect(await account.cancel?.(orderOf('payin'))).toBe('too-late')
    mishap = 'lose'
    expect(await account.cancel?.(order)).toBe('later')
  })

  it('offers what is up, within its limits, and no more', async () => {
    fake.change('MPESA_KEN', 'DEPOSIT', { status: 'CLOSED' })
    fake.change('MTN_MOMO_ZMB', 'DEPOSIT', { status: 'DELAYED' })
    fake.change('MTN_MOMO_ZMB', 'PAYOUT', { status: 'DELAYED', minAmount: '10', maxAmount: '500.50' })
    fake.change('ZAMTEL_ZMB', 'DEPOSIT', { authType: 'PREAUTH' })
    const offer = await open().offers?.()
    if (offer?.type !== 'offer') throw new Error('it offers something')
    const services = new Services(offer.services)
    const answer = (
      kind: 'payin' | 'payout' | 'refund',
      operator: string,
      code: 'KES' | 'ZMW',
      amountMinor = 10_000n,
    ) =>
      services.serves(
        {
          kind,
          merchantId: orderOf('payin').payment.merchantId,
          method: kind === 'payout' ? 'WALLET_TRANSFER' : 'MOBILE_MONEY',
          operator,
          money: { currency: offered(code).code, amountMinor: minor(amountMinor) },
        },
        0,
      ).type
    expect(answer('payin', 'MPESA_KEN', 'KES')).toBe('declined')
    expect(answer('payout', 'MPESA_KEN', 'KES')).toBe('serves')
    expect(answer('payin', 'MTN_MOMO_ZMB', 'ZMW')).toBe('declined')
    expect(answer('payout', 'MTN_MOMO_ZMB', 'ZMW')).toBe('serves')
    expect(answer('refund', 'MTN_MOMO_ZMB', 'ZMW')).toBe('serves')
    expect(answer('payout', 'MTN_MOMO_ZMB', 'ZMW', 999n)).toBe('declined')
    expect(answer('payout', 'MTN_MOMO_ZMB', 'ZMW', 50_051n)).toBe('declined')
    expect(answer('payin', 'ZAMTEL_ZMB', 'ZMW')).toBe('declined')
    expect(answer('payin', 'AIRTEL_OAPI_ZMB', 'ZMW')).toBe('serves')
  })

  it('offers nothing of a country that it does not have, and keeps to what it knew where an answer makes no sense', async () => {
    fake.answerFor('GHA', 404)
    const offer = await open().offers?.()
    const codes = offer?.type === 'offer' ? offer.services.flatMap(({ currencyCodes }) => currencyCodes) : []
    expect([...new Set(codes)].toSorted()).toEqual(['KES', 'TZS', 'ZMW'])
    expect(await open().ping()).toEqual({ ok: true })
    fake.answerFor('KEN', 500)
    expect((await open().offers?.())?.type).toBe('unclear')
  })

  it('says what lies there, in the currencies that the gateway has', async () => {
    fake.setBalance('ZMW', 21_798.03)
    const reported = await open().balances?.()
    expect(reported).toMatchObject({ type: 'balances' })
    expect(reported?.type === 'balances' && reported.balances.find(({ name }) => name === 'ZMB')).toEqual({
      name: 'ZMB',
      money: { currency: 'ZMW', amountMinor: 2_179_803n },
    })
    expect(reported?.type === 'balances' && reported.balances).toHaveLength(4)
  })

  it('says what is wrong with its credentials', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open({ apiToken: 'another' }).ping()).toMatchObject({
      ok: false,
      why: expect.stringContaining('token'),
    })
    expect(await openWithout('privateKey', 'keyId').ping()).toMatchObject({
      ok: false,
      why: expect.stringContaining('signed'),
    })
  })

  it('moves nothing with a key that pawaPay does not know', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const answer = await open({ privateKey: pem }).accept(orderOf('payin', { operator: 'MTN_MOMO_ZMB' }))
    expect(answer).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
  })

  it('writes each call down with its word, and nothing of what was sent', async () => {
    const order = orderOf('payout', { operator: 'MTN_MOMO_ZMB' })
    const account = open()
    await account.accept(order)
    await fake.end(order.reference, false)
    await account.find(order)
    expect(records).toMatchObject([
      { operation: 'create', outcome: '200', statusCode: 'ACCEPTED' },
      { operation: 'read', outcome: '200', statusCode: 'RECIPIENT_NOT_FOUND' },
    ])
    const reported = JSON.stringify(records.map(({ payment: _payment, ...rest }) => rest))
    expect(reported).not.toContain('260971234567')
    expect(reported).not.toContain(PAWAPAY_SETTINGS.apiToken)
  })
})

describe('an active configuration', () => {
  const ops = (operationTypes: object): ActiveConfiguration => {
    const currencies = [{ currency: 'ZMW', operationTypes }]
    const countries = [{ country: 'ZMB', providers: [{ provider: 'MTN_MOMO_ZMB', currencies }] }]
    const read = readAs(ActiveConfiguration, { countries })
    if (!read) throw new Error('it has the form of a configuration')
    return read
  }
  const terms = { status: 'OPERATIONAL', decimalsInAmount: 'TWO_PLACES' }

  it.each([
    ['by name', { DEPOSIT: { ...terms, minAmount: '1', maxAmount: '9' } }],
    [
      'in a list',
      [{ operationType: 'DEPOSIT', ...terms, minTransactionLimit: '1', maxTransactionLimit: '9' }],
    ],
    ['in a list, by name', [{ DEPOSIT: { ...terms, minTransactionLimit: '1', maxTransactionLimit: '9' } }]],
  ])('is read in each form that their pages show: %s', (_form, operationTypes) => {
    const read = configuredIn(ops(operationTypes))
    expect(servicesOf(read)).toEqual([
      {
        kind: 'payin',
        paymentMethodCodes: ['MOBILE_MONEY'],
        currencyCodes: ['ZMW'],
        paymentOperatorCodes: ['MTN_MOMO_ZMB'],
        min: '1',
        max: '9',
      },
    ])
  })

  it('offers nothing of what it does not understand', () => {
    const odd = [
      { DEPOSIT: { status: 'MAINTENANCE' } },
      { DEPOSIT: 7 },
      { DEPOSIT: { ...terms, minAmount: 'one' } },
      {},
    ]
    for (const operationTypes of odd) expect(servicesOf(configuredIn(ops(operationTypes)))).toEqual([])
  })

  it('is of the catalogue’s operators alone, in their own currency', () => {
    expect(operatorsOf('ZMW')).toEqual(['AIRTEL_OAPI_ZMB', 'MTN_MOMO_ZMB', 'ZAMTEL_ZMB'])
    expect(operatorsOf('UGX')).toEqual([])
  })
})

describe('a notification of pawaPay', () => {
  const reference = '01a1fd1e-8c00-4438-8cd1-a47ec1330afe'
  const read = (body: object) => referencesIn(notificationOf(body))

  it('names the deposit, the payout, or the refund and not its deposit', () => {
    expect(read({ depositId: reference, status: 'COMPLETED' })).toEqual([reference])
    expect(read({ payoutId: reference })).toEqual([reference])
    const other = reference.replace('01', '02')
    expect(read({ refundId: reference, depositId: other })).toEqual([reference])
  })

  it('names nothing by a UUID of another version', () => {
    expect(read({ depositId: reference.replace('-4', '-7') })).toEqual([])
  })

  it('that nobody has signed says nothing to an account that knows their keys, and something to one that does not', () => {
    const notification = notificationOf({ depositId: reference })
    expect(open().readNotification?.(notification)).toEqual({ references: [] })
    expect(openWithout('publicKeys').readNotification?.(notification)).toEqual({ references: [reference] })
  })
})

describe('settings', () => {
  const faultOf = (name: string, text: string) =>
    pawapay.settings.find((each) => each.name === name)?.check(text)

  it.each([
    ['privateKey', 'no PEM'],
    [
      'privateKey',
      String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
    ],
    ['publicKeys', 'no JSON'],
    ['publicKeys', '[]'],
    ['publicKeys', '[{"id":"1","key":"no PEM"}]'],
    [
      'publicKeys',
      JSON.stringify([
        ...JSON.parse(PAWAPAY_SETTINGS.publicKeys),
        ...JSON.parse(PAWAPAY_SETTINGS.publicKeys),
      ]),
    ],
    ['keyId', 'with "quotes"'],
    ['apiToken', 'two\nlines'],
  ])('are refused without repeating them: %s', (name, text) => {
    const fault = faultOf(name, text)
    expect(fault).toBeDefined()
    expect(fault?.message).not.toContain(text)
  })

  it('are taken as pawaPay gives them, and the key with its ID or not at all', () => {
    for (const [name, text] of Object.entries(PAWAPAY_SETTINGS)) expect(faultOf(name, text)).toBeUndefined()
    expect(pawapay.faults?.(PAWAPAY_SETTINGS)).toEqual([])
    expect(pawapay.faults?.({ keyId: 'K' })).toMatchObject([{ path: '/privateKey', code: 'REQUIRED' }])
  })
})
