import { createHmac } from 'node:crypto'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { type FakeOptions, type Mishap, PaystackFake } from './fake.fixture.ts'
import { PAYSTACK_SETTINGS } from './paystack.fixture.ts'
import { paystack } from './paystack.ts'
import {
  CHARGE_STATUS,
  ERROR_TYPES,
  ERRORS,
  MESSAGES,
  meaningOf,
  TRANSACTION_STATUS,
  TRANSFER_STATUS,
} from './read.ts'
import SAMPLE from './samples/paystack.json' with { type: 'json' }
import { referencesIn, signatureOf } from './webhook.ts'

const LIST = 'samples/paystack.json'

const NGN = 'NGN' as CurrencyCode
const BASE_URL = 'https://paystack.example'
const TO_ACCESS = { accountName: 'Ngozi Adeyemi', accountNumber: '1234567895' }

describe('the words of Paystack’s specification', () => {
  it('are all known: statuses, types and codes of errors, and none besides', () => {
    const { statuses, errors } = SAMPLE
    expectListed(TRANSACTION_STATUS, statuses.transaction, LIST)
    expectListed(CHARGE_STATUS, statuses.charge, LIST)
    expectListed(TRANSFER_STATUS, statuses.transfer, LIST)
    expectListed(ERROR_TYPES, errors.types, LIST)
    expectListed(ERRORS, errors.codes, LIST)
  })

  it('are all known where its errors are texts alone', () => {
    const { messages } = SAMPLE.errors
    expect(messages).toHaveLength(Object.keys(MESSAGES).length)
    for (const message of messages) expect(meaningOf({ status: false, message })).toBeDefined()
    expect(meaningOf({ status: false, message: 'Something else' })).toBeUndefined()
  })
})

describe('an account with Paystack', () => {
  let fake: PaystackFake
  let deps: SimulatedDeps
  let mishap: Mishap | undefined
  let records: readonly CallRecord[]
  /** What Paystack answers instead of what it should. */
  let wrongly: ((path: string, data: object) => object) | undefined

  const begin = (options: Partial<FakeOptions> = {}) => {
    fake = new PaystackFake({
      ...PAYSTACK_SETTINGS,
      now: () => deps.clock.now(),
      mishap: () => mishap,
      ...options,
    })
    const network = networkTo(fake, BASE_URL)
    deps = simulatedDeps(1, {
      network: async (request, wait) => {
        const answer = await network(request, wait)
        if (!answer.ok || !wrongly) return answer
        const reported = JSON.parse(answer.body)
        const body = JSON.stringify({
          ...reported,
          data: wrongly(new URL(request.url).pathname, reported.data),
        })
        return { ...answer, body }
      },
    })
  }
  beforeEach(() => {
    mishap = undefined
    wrongly = undefined
    begin()
  })

  const open = (changed: Record<string, string> = {}) => {
    const opened = openAlone(paystack, { ...PAYSTACK_SETTINGS, baseUrl: BASE_URL, ...changed }, deps)
    records = opened.records
    return opened.account
  }
  const money = { currency: NGN, amountMinor: minor(1_250_000n) }
  const transfer = (request: Payment['request'] = {}, isFirst = true): ProviderOrder =>
    newOrder(paystack, deps, 'payin', { money, method: 'OFFLINE', request }, isFirst)
  const payout = (changes: Partial<Payment> = {}, isFirst = true): ProviderOrder => {
    const bank = { money, method: 'BANK_TRANSFER', operator: '044', request: TO_ACCESS }
    return newOrder(paystack, deps, 'payout', { ...bank, ...changes }, isFirst)
  }
  const later = (order: ProviderOrder, changes: Partial<Payment> = {}): ProviderOrder => ({
    ...order,
    isFirst: false,
    payment: { ...order.payment, ...changes },
  })
  const taken = async (order: ProviderOrder): Promise<ProviderOrder> => {
    const answer = await open().accept(order)
    if (answer.type !== 'accepted') throw new Error(`it was ${answer.type}`)
    return later(order, { processorRef: answer.processorRef })
  }
  const statusChangeOf = async (order: ProviderOrder) => {
    const found = await open().find(order)
    return found.type === 'known' ? found.facts.map(({ statusChange }) => statusChange) : found
  }

  describe('takes payins', () => {
    it('to an account of their own, in kobo, until the payin ends', async () => {
      const order = transfer({ emailAddress: 'ada@example.com' })
      expect(await open().accept(order)).toEqual({
        type: 'accepted',
        receiving: {
          accountName: 'PAYSTACK CHECKOUT',
          accountNumber: expect.stringMatching(/^\d{10}$/),
          bankCode: '035',
          bankName: 'Wema Bank',
        },
        processorRef: order.reference,
        processorStatus: 'pending_bank_transfer',
        expireAt: order.payment.expireAt,
      })
      expect(fake.bodies).toEqual([
        {
          email: 'ada@example.com',
          amount: 1_250_000,
          currency: 'NGN',
          reference: order.reference,
          bank_transfer: { account_expires_at: new Date(order.payment.expireAt ?? 0).toISOString() },
        },
      ])
    })

    it.each([undefined, 'no address', 'a@b c'])(
      'by the account’s own address where the payer’s is %o',
      async (emailAddress) => {
        await open().accept(transfer({ ...(emailAddress !== undefined && { emailAddress }) }))
        expect(fake.bodies).toMatchObject([{ email: PAYSTACK_SETTINGS.customerEmail }])
      },
    )

    it('once: the account of one whose answer was lost is asked for again', async () => {
      const order = transfer()
      mishap = 'lose'
      expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
      mishap = undefined
      const again = await open().accept(later(order))
      expect(again).toMatchObject({ type: 'accepted', receiving: { bankCode: '035' } })
      expect(await open().accept(order)).toEqual(again)
      expect(fake.known(order.reference)).toBe(1)
    })

    it('without an account to show where Paystack does not tell it again', async () => {
      const order = transfer()
      mishap = 'lose'
      await open().accept(order)
      mishap = undefined
      fake.reportsAccountAgain = false
      expect(await open().accept(later(order))).toMatchObject({ type: 'unclear' })
      expect(await open().find(later(order))).toMatchObject({ type: 'known', facts: [], isOver: false })
    })

    it('at banks that it does not know, by Paystack’s own word for them', async () => {
      wrongly = (_path, data) => ({ ...data, bank: { slug: 'test-bank', name: 'Test Bank', id: 24 } })
      expect(await open().accept(transfer())).toMatchObject({
        receiving: { bankCode: 'test-bank', bankName: 'Test Bank' },
      })
    })

    it.each([
      ['of another reference', { reference: 'another' }],
      ['that has no account', { account_number: undefined }],
      ['whose number is none', { account_number: '12345' }],
      ['that wants an OTP', { status: 'send_otp' }],
    ])('not by a charge %s', async (_name, changed) => {
      wrongly = (_path, data) => ({ ...data, ...changed })
      expect((await open().accept(transfer())).type).toBe('unclear')
    })

    it('and names a status of a charge that is not listed', async () => {
      wrongly = (_path, data) => ({ ...data, status: 'pending_something' })
      expect(await open().accept(transfer())).toMatchObject({
        type: 'unclear',
        unlisted: 'pending_something',
      })
    })
  })

  describe('opens a page for payins in South Africa', () => {
    const ZAR = { currency: 'ZAR' as CurrencyCode, amountMinor: minor(49_950n) }
    const openThere = () => open({ country: 'ZA' })
    const page = (request: Payment['request'] = {}): ProviderOrder =>
      newOrder(paystack, deps, 'payin', { money: ZAR, method: 'ONLINE', request })

    it('on which the payer picks the bank, and comes back to the shop', async () => {
      const order = page({ returnUrl: 'https://shop.example/thanks' })
      const answer = await openThere().accept(order)
      expect(answer).toMatchObject({
        type: 'accepted',
        receiving: { pageUrl: expect.stringMatching(/^https:\/\/checkout\.paystack\.com\/[a-z0-9]+$/) },
      })
      expect(fake.bodies).toEqual([
        {
          ...{ email: PAYSTACK_SETTINGS.customerEmail, amount: 49_950, currency: 'ZAR' },
          ...{ reference: order.reference, channels: ['eft'] },
          callback_url: `https://shop.example/thanks?idPayin=${order.payment.id}`,
        },
      ])
      const { processorRef } = answer.type === 'accepted' ? answer : { processorRef: undefined }
      expect(await openThere().accept(later(order, { processorRef }))).toEqual(answer)
      expect(fake.calls).toHaveLength(1)
    })

    it('and where the shop is an app, tells Paystack of no page to come back to', async () => {
      await openThere().accept(page({ returnUrl: 'myshop://thanks' }))
      expect(fake.bodies[0]).not.toHaveProperty('callback_url')
    })

    it('and finds what was paid on it', async () => {
      const order = page()
      await openThere().accept(order)
      expect(await openThere().find(order)).toMatchObject({ facts: [], isOver: false })
      await fake.pay(order.reference)
      expect(await statusChangeOf(order)).toEqual([{ type: 'paid', received: ZAR }])
    })

    it('once: one whose address was lost is shown to nobody', async () => {
      const order = page()
      mishap = 'lose'
      await openThere().accept(order)
      mishap = undefined
      expect(await openThere().accept(later(order))).toMatchObject({ type: 'unclear' })
      expect(fake.known(order.reference)).toBe(1)
    })

    it.each([
      ['of another reference', { reference: 'another' }],
      ['without encryption', { authorization_url: 'http://checkout.paystack.com/abc' }],
    ])('and sends nobody to one %s', async (_name, changed) => {
      wrongly = (_path, data) => ({ ...data, ...changed })
      expect(await openThere().accept(page())).toMatchObject({ type: 'unclear' })
    })

    it('and serves nothing else there', async () => {
      expect(await openThere().offers?.()).toEqual({
        type: 'offer',
        services: [{ kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes: ['ZAR'] }],
      })
      expect(paystack.serves({ ...PAYSTACK_SETTINGS, country: 'ZA' })).toHaveLength(1)
      expect(await openThere().balances?.()).toEqual({ type: 'balances', balances: [] })
    })
  })

  describe('finds of payins', () => {
    it('what was paid, by the number that Paystack gives each transaction', async () => {
      const order = await taken(transfer())
      expect(await open().find(order)).toMatchObject({ type: 'known', processorStatus: 'ongoing', facts: [] })
      const id = await fake.pay(order.reference)
      expect(await open().find(order)).toEqual({
        type: 'known',
        processorStatus: 'success',
        isOver: true,
        facts: [
          {
            fact: id,
            processorStatus: 'success',
            statusChange: { type: 'paid', received: money },
            about: { transaction: id },
          },
        ],
      })
    })

    it('nothing of a transfer of a wrong amount, which is sent back', async () => {
      const order = await taken(transfer())
      await fake.pay(order.reference, 1_000)
      expect(await statusChangeOf(order)).toEqual([])
    })

    it('all that was paid where payers bear the fees', async () => {
      const order = await taken(transfer())
      await fake.set(order.reference, 'success', 1_268_750)
      const received = { currency: NGN, amountMinor: 1_268_750n }
      expect(await statusChangeOf(order)).toEqual([{ type: 'paid', received }])
    })

    it.each(['abandoned', 'failed', 'ongoing', 'pending', 'processing', 'queued'])(
      'that one that is %s may still be paid',
      async (status) => {
        const order = await taken(transfer())
        await fake.set(order.reference, status)
        expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
      },
    )

    it('that one that was paid and then reversed is an operator’s, and one that was never seen paid settles nothing', async () => {
      const order = await taken(transfer())
      await fake.set(order.reference, 'reversed')
      expect(await statusChangeOf(order)).toEqual({ type: 'unlisted', statusCode: 'reversed' })
      const paid = later(order, { status: 'SUCCESS' })
      expect(await statusChangeOf(paid)).toEqual([{ type: 'failed', failureReason: 'PROCESSOR_ERROR' }])
    })

    it('nothing by a status that is not listed, and that it never heard of one', async () => {
      const order = await taken(transfer())
      await fake.set(order.reference, 'paid_maybe')
      expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: 'paid_maybe' })
      expect(await open().find(transfer())).toEqual({ type: 'never' })
    })

    it.each([
      ['another reference', { reference: 'another' }],
      ['another currency', { currency: 'GHS' }],
      ['another amount that was asked for', { requested_amount: 1 }],
      ['another amount, where it does not say what was asked for', { requested_amount: null, amount: 1 }],
      ['the other mode', { domain: 'live' }],
      ['an amount with decimals', { amount: 1.5 }],
    ])('nothing in a transaction of %s', async (_name, changed) => {
      const order = await taken(transfer())
      await fake.pay(order.reference)
      wrongly = (_path, data) => ({ ...data, ...changed })
      expect(await open().find(order)).toMatchObject({ type: 'unclear' })
    })
  })

  describe('pays out', () => {
    it('to the account that was named, at its bank', async () => {
      const order = payout()
      expect(await open().accept(order)).toMatchObject({
        type: 'accepted',
        processorRef: expect.stringMatching(/^TRF_/),
        processorStatus: 'pending',
      })
      expect(fake.bodies).toEqual([
        {
          ...{ type: 'nuban', name: 'Ngozi Adeyemi', account_number: '1234567895' },
          ...{ bank_code: '044', currency: 'NGN' },
        },
        {
          ...{ source: 'balance', amount: 1_250_000, currency: 'NGN' },
          recipient: expect.stringMatching(/^RCP_/),
          reference: order.reference,
        },
      ])
    })

    it('once: what is there already is not sent again, whether its answer or that of its payee was lost', async () => {
      for (const lost of [1, 2]) {
        const order = payout()
        const before = fake.calls.length
        begin({ mishap: () => (fake.calls.length - before === lost ? 'lose' : undefined) })
        expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
        const sent = fake.known(order.reference)
        expect(await open().accept(later(order))).toMatchObject({ type: 'accepted' })
        expect([sent, fake.known(order.reference)]).toEqual([lost - 1, 1])
        begin()
      }
    })

    it('once where another node was faster: a duplicate is a question for what is there', async () => {
      const order = payout()
      await open().accept(order)
      expect(await open().accept(order)).toMatchObject({ type: 'accepted', processorStatus: 'pending' })
      expect(fake.known(order.reference)).toBe(1)
    })

    it('nothing that another may send, where it is there and cannot be asked about', async () => {
      const order = payout()
      await open().accept(order)
      const refused = { ok: false, reason: 'REFUSED_ADDRESS', detail: '', durationMs: 0 } as const
      const request: typeof deps.network.request = async (requested) =>
        requested.url.includes('/verify/') ? refused : deps.network.request(requested)
      const settings = { ...PAYSTACK_SETTINGS, baseUrl: BASE_URL }
      const { account } = openAlone(paystack, settings, { ...deps, network: { ...deps.network, request } })
      expect(await account.accept(order)).toEqual({ type: 'unclear', why: 'REFUSED_ADDRESS' })
    })

    it.each([
      [
        'another account',
        (data: object) => ({ ...data, details: { account_number: '0000000000', bank_code: '044' } }),
      ],
      [
        'another bank',
        (data: object) => ({ ...data, details: { account_number: '1234567895', bank_code: '058' } }),
      ],
      ['another currency', (data: object) => ({ ...data, currency: 'GHS' })],
      ['somebody who was deleted', (data: object) => ({ ...data, is_deleted: true })],
    ])('nothing where the recipient that is answered is %s', async (_name, change) => {
      const order = payout()
      wrongly = (path, data) => (path === '/transferrecipient' ? change(data) : data)
      expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
      expect(fake.known(order.reference)).toBe(0)
    })

    it('to nobody without a name, a number or a bank, nor to one number at two banks', async () => {
      const { accountName, accountNumber } = TO_ACCESS
      const paths = (changes: Partial<Payment>) => {
        const answer = open().check?.(payout(changes).payment)
        return answer?.type === 'declined' ? answer.faults?.map(({ path }) => path) : answer?.type
      }
      expect(paths({ request: { accountNumber } })).toEqual(['/paymentMethod/account/accountName'])
      expect(paths({ request: { accountName } })).toEqual(['/paymentMethod/account/accountNumber'])
      expect(paths({ operator: undefined })).toEqual(['/paymentMethod/account/bankCode'])
      expect(paths({ request: { ...TO_ACCESS, bankCode: '058' } })).toEqual([
        '/paymentMethod/account/bankCode',
      ])
      expect(paths({ request: { ...TO_ACCESS, bankCode: '044' } })).toBe('fine')
      expect(paths({ operator: undefined, request: { ...TO_ACCESS, bankCode: '101' } })).toBe('fine')
    })

    it('what the balance has, and declines the rest on a first try alone', async () => {
      fake.balance = 100
      expect(await open().accept(payout())).toMatchObject({ type: 'declined', reason: 'LIMIT' })
    })

    it.each([
      ['success', [{ type: 'delivered' }]],
      ['failed', [{ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }]],
      ['reversed', [{ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }]],
      ['abandoned', [{ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }]],
      ['blocked', [{ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }]],
      ['rejected', [{ type: 'refused', reason: 'rejected at Paystack' }]],
      ['otp', []],
      ['received', []],
      ['pending', []],
      ['on_hold', { type: 'unlisted', statusCode: 'on_hold' }],
    ])('and says of a transfer that is %s what it comes to', async (status, statusChange) => {
      const order = await taken(payout())
      await fake.move(order.reference, status)
      expect(await statusChangeOf(order)).toEqual(statusChange)
    })

    it('and says of one that had arrived that its money came back', async () => {
      const order = await taken(payout())
      await fake.move(order.reference, 'reversed')
      expect(await statusChangeOf(later(order, { status: 'SUCCESS' }))).toEqual([
        { type: 'returned', received: money },
      ])
    })

    it('and waits where Paystack asks for a one-time password', async () => {
      begin({ needsOtp: true })
      const order = payout()
      expect(await open().accept(order)).toMatchObject({ type: 'accepted', processorStatus: 'otp' })
      expect(await statusChangeOf(later(order))).toEqual([])
    })

    it.each([
      ['another reference', { reference: 'another-reference' }],
      ['another amount', { amount: 1 }],
      ['another currency', { currency: 'GHS' }],
      ['the other mode', { domain: 'live' }],
      ['another payee', { recipient: { details: { account_number: '0000000000', bank_code: '044' } } }],
    ])('and finds nothing in a transfer of %s', async (_name, changed) => {
      const order = await taken(payout())
      await fake.move(order.reference, 'success')
      wrongly = (_path, data) => ({ ...data, ...changed })
      expect(await open().find(order)).toMatchObject({ type: 'unclear' })
    })

    it('and has never heard of one that was not sent, but of one that was', async () => {
      const order = payout()
      expect(await open().find(order)).toEqual({ type: 'never' })
      expect(await open().find(later(order, { processorRef: 'TRF_gone' }))).toMatchObject({ type: 'unclear' })
    })
  })

  it.each([
    ['declined', { status: 400, error: 'invalid_params' }],
    ['unclear', { status: 400, error: 'unknown' }],
    ['unclear', { status: 429, error: 'invalid_params' }],
    ['unclear', { status: 500, error: 'invalid_params' }],
    ['unclear', 'garbage'],
    ['unclear', 'lose'],
    ['unclear', 'hang'],
  ] as const)('reads as %s: %o', async (type, next) => {
    mishap = next
    const taking = open().accept(transfer())
    await deps.advance(20_000)
    expect((await taking).type).toBe(type)
  })

  it('names an error that is not listed, so that it is counted, and refuses by it nothing that may move money', async () => {
    mishap = { status: 400, error: 'account_frozen' }
    // It is a `validation_error`, and neither a charge nor a recipient sends anything.
    for (const order of [transfer(), payout()])
      expect(await open().accept(order)).toMatchObject({ type: 'declined', reason: 'METHOD' })
    mishap = undefined
    begin({
      mishap: ({ path }) => (path === '/transfer' ? { status: 400, error: 'account_frozen' } : undefined),
    })
    expect(await open().accept(payout())).toMatchObject({ type: 'unclear', unlisted: 'account_frozen' })
  })

  describe('says of itself', () => {
    it('what is wrong with its key', async () => {
      expect(await open().ping()).toEqual({ ok: true })
      expect(await open({ secretKey: 'sk_test_another' }).ping()).toEqual({
        ok: false,
        why: 'it refuses the secret key',
      })
    })

    it('what lies there, in naira', async () => {
      expect(await open().balances?.()).toEqual({
        type: 'balances',
        balances: [{ name: 'Balance', money: { currency: NGN, amountMinor: 1_000_000_000n } }],
      })
    })

    it('to which banks it pays out now', async () => {
      const banksOf = async () => {
        const offer = await open().offers?.()
        return offer?.type === 'offer'
          ? offer.services.map(({ kind, paymentOperatorCodes }) => [kind, paymentOperatorCodes])
          : offer
      }
      const up = ['044', '058', '50211']
      expect(await banksOf()).toEqual([
        ['payin', undefined],
        ['payout', up],
        ['refund', up],
        ['settlement', up],
      ])
      begin({ banks: { '044': false, '999': true } })
      expect(await banksOf()).toEqual([['payin', undefined]])
      mishap = { status: 500, error: 'unknown' }
      begin()
      expect(await banksOf()).toMatchObject({ type: 'unclear' })
    })

    it('by each call its status, and nothing of what was sent', async () => {
      await open().accept(payout())
      expect(records).toMatchObject([
        { operation: 'register-payee', outcome: '201' },
        { operation: 'send', outcome: '200', statusCode: 'pending' },
      ])
      const reported = JSON.stringify(records.map(({ payment: _payment, ...rest }) => rest))
      for (const secret of ['1234567895', 'Ngozi', PAYSTACK_SETTINGS.secretKey])
        expect(reported).not.toContain(secret)
    })
  })
})

describe('a notification of Paystack’s', () => {
  const secretKey = PAYSTACK_SETTINGS.secretKey
  const reference = '01a1fd1e8c00744382cd1a47ec1330af'
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
  const reported = bytes({ event: 'charge.success', data: { reference, amount: 1_250_000 } })
  const read = (body: Uint8Array, signature: string | string[] | undefined = signatureOf(secretKey, body)) =>
    referencesIn({ path: '', headers: { 'x-paystack-signature': signature }, body }, secretKey)

  // RFC 4231, test case 2.
  it('is signed as HMAC-SHA512 is published', () => {
    expect(signatureOf('Jefe', Buffer.from('what do ya want for nothing?'))).toBe(
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    )
  })

  it.each(SAMPLE.events.filter((event) => event !== 'bank.transfer.rejected'))(
    'names its payment, where it is %s',
    (event) => {
      expect(read(bytes({ event, data: { reference } }))).toEqual([reference])
    },
  )

  it('names the transaction of a refund, and nothing where a transfer was rejected', () => {
    const refund = { event: 'refund.processed', data: { transaction_reference: reference } }
    expect(read(bytes(refund))).toEqual([reference])
    const rejected = { event: 'bank.transfer.rejected', data: { bank_transfer: { amount: '30000' } } }
    expect(read(bytes(rejected))).toEqual([])
  })

  it.each([
    ['none', undefined],
    ['one of another key', createHmac('sha512', 'sk_test_another').update(reported).digest('hex')],
    ['one of other bytes', signatureOf(PAYSTACK_SETTINGS.secretKey, new Uint8Array([1]))],
    ['half of it', signatureOf(PAYSTACK_SETTINGS.secretKey, reported).slice(0, 64)],
    ['two', [signatureOf(PAYSTACK_SETTINGS.secretKey, reported), 'a']],
  ])('says nothing with a signature that is %s', (_name, signature) => {
    const headers = { 'x-paystack-signature': signature }
    expect(referencesIn({ path: '', headers, body: reported }, secretKey)).toEqual([])
  })

  it.each([
    ['no JSON', new TextEncoder().encode('{')],
    ['another document', bytes({ hello: true })],
    ['a reference that is none of ours', bytes({ data: { reference: "'; drop table payment" } })],
    ['a reference that is no text', bytes({ data: { reference: 5 } })],
  ])('says nothing with %s', (_name, body) => {
    expect(read(body)).toEqual([])
  })
})

describe('the settings of an account with Paystack', () => {
  it.each([
    ['sk_live_0123456789', true, 1],
    ['sk_test_0123456789', false, 1],
    ['sk_test_0123456789', true, 0],
    ['sk_live_0123456789', false, 0],
  ])('take the key %s in an account for tests %o with %i faults', (secretKey, isTest, faults) => {
    expect(paystack.faults?.({ ...PAYSTACK_SETTINGS, secretKey }, isTest)).toHaveLength(faults)
  })

  it.each([
    ['secretKey', 'pk_test_0123456789'],
    ['secretKey', 'sk_test_01234567\n9'],
    ['customerEmail', 'nobody'],
    ['customerEmail', 'a@b'],
  ])('take as %s no %o', (name, text) => {
    expect(paystack.settings.find((each) => each.name === name)?.check(text)).toBeDefined()
  })
})
