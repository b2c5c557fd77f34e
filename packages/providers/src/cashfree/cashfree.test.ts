import { generateKeyPairSync } from 'node:crypto'
import { operators } from '@sluice/core/catalogue/operators.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type FakeCall, type Mishap, networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { BANKS } from './banks.ts'
import { CASHFREE_SETTINGS } from './cashfree.fixture.ts'
import { cashfree } from './cashfree.ts'
import { CashfreeFake, type CashfreeFakeOptions } from './fake.fixture.ts'
import {
  ERROR_TYPES,
  ERRORS,
  LINK_STATUS,
  meaningOfError,
  ORDER_STATUS,
  PAYMENT_STATUS,
  REFUND_STATUS,
  TRANSFER_STATUS,
} from './read.ts'
import SAMPLE from './samples/cashfree.json' with { type: 'json' }

const LIST = 'samples/cashfree.json'

const { statuses, errors } = SAMPLE

describe('the words of Cashfree', () => {
  it.each([
    ['orders', statuses.order, ORDER_STATUS],
    ['links', statuses.link, LINK_STATUS],
    ['payments', statuses.payment, PAYMENT_STATUS],
    ['refunds', statuses.refund, REFUND_STATUS],
    ['transfers', [...new Set([...statuses.transfer, ...statuses.transferPages.statuses])], TRANSFER_STATUS],
  ])('are all known: the statuses of %s', (_name, listed, table) => {
    expectListed(table, listed, LIST)
  })

  it.each(errors.payments)('are all known: the error %s of payments', (error) => {
    const [type = '', code = ''] = error.split(' ')
    expect(meaningOfError({ type, code })).toBeDefined()
  })

  it.each([...errors.transfers, ...errors.pages.codes])('are all known: the error %s', (code) => {
    expect(ERRORS).toHaveProperty([code])
  })

  it('have no error that may come after an effect and passes a payment on', () => {
    expect([ERROR_TYPES.api_error, ERROR_TYPES.idempotency_error]).toEqual(['unclear', 'unclear'])
    for (const code of ['internal_error', 'internal_server_error', 'bank_processing_failure'])
      expect(ERRORS[code]).toBe('unclear')
  })

  it('name each bank of the catalogue', () => {
    expect(Object.keys(BANKS).toSorted()).toEqual(
      operators('IN_NETBANKING')
        .map(({ code }) => code)
        .toSorted(),
    )
    expect(new Set(Object.values(BANKS)).size).toBe(Object.keys(BANKS).length)
  })
})

describe('an account with Cashfree', () => {
  const BASE_URL = 'http://127.0.0.1:7'
  const INR = 'INR' as CurrencyCode
  let mishap: Mishap | undefined
  let mishapOf: (call: FakeCall) => Mishap | undefined
  let fake: CashfreeFake
  let deps: SimulatedDeps
  beforeEach(() => start())

  const start = (options: Partial<CashfreeFakeOptions> = {}): void => {
    mishap = undefined
    mishapOf = () => mishap
    fake = new CashfreeFake({
      ...CASHFREE_SETTINGS,
      now: () => deps.clock.now(),
      mishap: (call) => mishapOf(call),
      ...options,
    })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
  }
  const open = (changed: Record<string, string> = {}) =>
    openAlone(cashfree, { ...CASHFREE_SETTINGS, baseUrl: BASE_URL, ...changed }, deps)
  const orderOf = (method: string, changes: Partial<Payment> = {}, isFirst = true): ProviderOrder => {
    const isPayout = method === 'BANK_TRANSFER'
    const to = { accountName: 'José D’Souza', accountNumber: '5010-0012 345678', bankCode: 'HDFC0000001' }
    const request = isPayout ? to : {}
    const money = { currency: INR, amountMinor: minor(49_905n) }
    return newOrder(
      cashfree,
      deps,
      isPayout ? 'payout' : 'payin',
      { method, money, request, ...changes },
      isFirst,
    )
  }

  describe('takes a payin on', () => {
    it('by UPI with the link as Cashfree gives it, and with what it says of the payee', async () => {
      const order = orderOf('UPIQR')
      const taken = await open().account.accept(order)
      expect(taken).toMatchObject({
        type: 'accepted',
        receiving: { address: 'shop.cf@fakebank', payeeName: 'Fake Shop', categoryCode: '5399' },
        processorRef: order.reference,
      })
      const link = taken.type === 'accepted' ? taken.receiving.link : undefined
      expect(link).toMatch(/^upi:\/\/pay\?pa=shop\.cf@fakebank&.*&am=499\.05&cu=INR&mode=04$/)
    })

    it('of who would have been asked by a UPI ID with the same link, and says why none may be asked', async () => {
      const { account } = open()
      const taken = await account.accept(orderOf('UPICOLLECT'))
      expect(taken).toMatchObject({ type: 'accepted', receiving: { link: expect.stringMatching(/^upi:/) } })
      const { payment } = orderOf('UPICOLLECT', { request: { accountNumber: 'payer@okhdfcbank' } })
      expect(account.check?.(payment)).toMatchObject({
        type: 'declined',
        reason: 'METHOD',
        faults: [{ path: '/paymentMethod/account/accountNumber', code: 'NOT_ALLOWED' }],
      })
    })

    it.each([
      ['at the bank that the payer has named', 'ONLINE', { operator: 'HDFC' }, '/pg/orders', 'gateway'],
      ['at a bank that the payer chooses there', 'ONLINE', {}, '/pg/links', 'links'],
      ['by UPI on its page', 'NETBANKING', {}, '/pg/links', 'links'],
    ])('%s', async (_name, method, changes, path, page) => {
      const taken = await open().account.accept(orderOf(method, changes))
      expect(taken).toMatchObject({
        type: 'accepted',
        receiving: { pageUrl: expect.stringContaining(`/${page}/`) },
      })
      expect(fake.calls[0]?.path).toBe(path)
    })

    it('once, though each of its answers was lost, and gives the same link', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      mishap = 'lose'
      expect((await account.accept(order)).type).toBe('unclear')
      expect((await account.accept({ ...order, isFirst: false })).type).toBe('unclear')
      mishap = undefined
      const taken = await account.accept({ ...order, isFirst: false })
      expect(taken.type).toBe('accepted')
      expect(await account.accept({ ...order, isFirst: false })).toEqual(taken)
      expect(fake.known(order.reference)).toBe(1)
    })

    it('only where the bank is one that it knows', async () => {
      const order = orderOf('ONLINE', { operator: 'NOBK' })
      expect(await open().account.accept(order)).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
      expect(fake.calls).toEqual([])
    })
  })

  it.each([
    ['declined', { status: 401, error: 'authentication_error request_failed' }],
    ['declined', { status: 429, error: 'rate_limit_error request_failed' }],
    ['declined', { status: 400, error: 'invalid_request_error order_amount_invalid' }],
    ['unclear', { status: 400, error: 'invalid_request_error something_new' }],
    ['unclear', { status: 400, error: 'invalid_request_error constructor' }],
    ['unclear', { status: 409, error: 'invalid_request_error something_new' }],
    ['unclear', { status: 422, error: 'idempotency_error request_invalid' }],
    ['unclear', { status: 500, error: 'authentication_error internal_server_error' }],
    ['unclear', { status: 502, error: 'api_error bank_processing_failure' }],
    ['unclear', 'garbage'],
    ['unclear', 'lose'],
  ] as const)('reads the answer to a first try as %s: %o', async (type, next) => {
    for (const method of ['UPIQR', 'NETBANKING', 'BANK_TRANSFER']) {
      mishap = next
      expect((await open().account.accept(orderOf(method))).type).toBe(type)
    }
  })

  it('passes on a payin that cannot be begun once its order is ended, and asks on where that is not sure', async () => {
    const { account } = open()
    const refused = { status: 400, error: 'invalid_request_error request_failed' }
    const only = (...paths: string[]) => {
      fake.calls.splice(0)
      mishapOf = ({ method, path }) => (paths.includes(`${method} ${path}`) ? refused : undefined)
    }
    const order = orderOf('UPIQR')
    only('POST /pg/orders/sessions')
    expect((await account.accept(order)).type).toBe('declined')
    expect(fake.statusOf(order.reference)).toBe('TERMINATED')
    const other = orderOf('UPIQR')
    only('POST /pg/orders/sessions', `PATCH /pg/orders/${other.reference}`)
    expect((await account.accept(other)).type).toBe('unclear')
    expect(fake.statusOf(other.reference)).toBe('ACTIVE')
  })

  it('names a code of an error that nobody has listed', async () => {
    mishap = { status: 400, error: 'invalid_request_error something_new' }
    const order = orderOf('BANK_TRANSFER')
    expect(await open().account.accept(order)).toMatchObject({ unlisted: 'something_new' })
    expect(await open().account.find(order)).toMatchObject({ type: 'unclear', unlisted: 'something_new' })
    mishap = { status: 500, error: 'api_error internal_error' }
    expect(await open().account.accept(order)).not.toHaveProperty('unlisted')
  })

  it('asks before it sends anything a second time', async () => {
    const requested = []
    for (const method of ['UPIQR', 'NETBANKING', 'BANK_TRANSFER']) {
      await open().account.accept(orderOf(method, {}, false))
      requested.push(fake.calls.splice(0).map((call) => call.method)[0])
    }
    expect(requested).toEqual(['GET', 'GET', 'GET'])
  })

  describe('says of a payin', () => {
    it.each(['UPIQR', 'UPICOLLECT', 'NETBANKING'])(
      'what paid it, by the number that Cashfree gives each payment: %s',
      async (method) => {
        const order = orderOf(method)
        const { account } = open()
        await account.accept(order)
        expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
        fake.try(order.reference, 'FAILED')
        const fact = await fake.pay(order.reference)
        expect(await account.find(order)).toEqual({
          type: 'known',
          processorStatus: 'PAID',
          isOver: true,
          facts: [
            {
              fact,
              processorStatus: 'SUCCESS',
              statusChange: {
                type: 'paid',
                received: { currency: 'INR', amountMinor: 49_905n },
                customerAccount: { accountNumber: 'payer@fakebank' },
              },
              about: { bankReference: '234928698581' },
            },
          ],
        })
      },
    )

    it('each payment of an order that was paid twice, and another amount as it is', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      const first = await fake.pay(order.reference)
      const second = await fake.pay(order.reference, 3)
      expect(await account.find(order)).toMatchObject({
        facts: [{ fact: first }, { fact: second, statusChange: { received: { amountMinor: 300n } } }],
      })
    })

    it.each([
      ['SUCCESS', 1],
      ['PENDING', 1],
      ['CANCELLED', 2],
    ])('nothing of a second payment that Cashfree gives back by itself: %s', async (status, reported) => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      const first = await fake.pay(order.reference)
      fake.makeRefund(order.reference, await fake.pay(order.reference), status)
      const found = await account.find(order)
      expect(found).toMatchObject({ type: 'known', processorStatus: 'PAID' })
      const facts = found.type === 'known' ? found.facts.map(({ fact }) => fact) : []
      expect([facts[0], facts.length]).toEqual([first, reported])
    })

    it('nothing of what came after the end and Cashfree gives back by itself', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      fake.setOrder(order.reference, 'EXPIRED')
      fake.makeRefund(order.reference, await fake.pay(order.reference), 'PENDING')
      expect(await account.find(order)).toMatchObject({ facts: [{ statusChange: { type: 'expired' } }] })
    })

    it('nothing of money that was only authorised, and not that it is over', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      await fake.pay(order.reference, undefined, false)
      expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    })

    it.each([
      ['UPIQR', 'EXPIRED'],
      ['UPIQR', 'TERMINATED'],
      ['NETBANKING', 'EXPIRED'],
      ['NETBANKING', 'CANCELLED'],
    ])('%s that is %s that its time is over, and later still what paid it', async (method, status) => {
      const order = orderOf(method)
      const { account } = open()
      await account.accept(order)
      method === 'UPIQR' ? fake.setOrder(order.reference, status) : fake.setLink(order.reference, status)
      expect(await account.find(order)).toMatchObject({
        facts: [{ statusChange: { type: 'expired' } }],
        isOver: false,
      })
      await fake.pay(order.reference)
      expect(await account.find(order)).toMatchObject({
        facts: [{ statusChange: { type: 'paid' } }],
        isOver: true,
      })
    })

    it('nothing while a payer’s try is under way, though the order is over', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      fake.try(order.reference, 'PENDING')
      fake.setOrder(order.reference, 'EXPIRED')
      expect(await account.find(order)).toMatchObject({ facts: [], isOver: false })
    })

    it.each([
      ['of the order', () => 'FLAGGED', () => undefined],
      ['of the payer’s try', () => 'EXPIRED', () => 'FLAGGED'],
    ])('which status nobody has listed: %s', async (_name, ofOrder, ofTry) => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      const tried = ofTry()
      if (tried) fake.try(order.reference, tried)
      fake.setOrder(order.reference, ofOrder())
      expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'FLAGGED' })
    })

    it('nothing where what is there is of another amount', async () => {
      const order = orderOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      await fake.pay(order.reference)
      const dearer = {
        ...order,
        payment: { ...order.payment, money: { currency: INR, amountMinor: minor(49_906n) } },
      }
      expect(await account.find(dearer)).toMatchObject({ type: 'unclear' })
    })
  })

  it.each([
    ['UPIQR', 'cancelled'],
    ['NETBANKING', 'cancelled'],
  ])('takes back %s that is open, and none that was paid', async (method, answer) => {
    const order = orderOf(method)
    const { account } = open()
    await account.accept(order)
    expect(await account.cancel?.(order)).toBe(answer)
    const other = orderOf(method)
    await account.accept(other)
    await fake.pay(other.reference)
    expect(await account.cancel?.(other)).toBe('too-late')
  })

  it('leaves an order open whose payer has begun', async () => {
    const order = orderOf('UPIQR')
    const { account } = open()
    await account.accept(order)
    fake.try(order.reference, 'PENDING')
    expect(await account.cancel?.(order)).toBe('later')
    expect(await account.find(order)).toMatchObject({
      processorStatus: 'TERMINATION_REQUESTED',
      isOver: false,
    })
  })

  describe('gives a payin back', () => {
    const refundOf = async (method: string): Promise<ProviderOrder & { readonly payin: Payment }> => {
      const paid = orderOf(method)
      const { account } = open()
      await account.accept(paid)
      const confirmation = await fake.pay(paid.reference)
      const payin = { ...paid.payment, status: 'SUCCESS' as const, confirmation }
      const terms = { idPayin: payin.id, payinKey: payin.key, number: 1 }
      const refund = { ...terms, reason: 'OTHER' as const, route: 'NATIVE' as const }
      const money = { currency: INR, amountMinor: minor(10_000n) }
      return { ...newOrder(cashfree, deps, 'refund', { method, money, request: { refund } }), payin }
    }
    /** As it is asked about: under what was said when it was taken on. */
    const requested = ({ payment, reference }: ProviderOrder, processorRef: string): ProviderOrder => ({
      payment: { ...payment, processorRef },
      reference,
      isFirst: false,
      lastTriedAt: payment.createdAt,
      merchantName: '',
    })

    it.each(['UPIQR', 'UPICOLLECT', 'NETBANKING'])(
      'in parts, by the order that was paid: %s',
      async (method) => {
        const order = await refundOf(method)
        const { account } = open()
        const taken = await account.accept(order)
        expect(taken).toMatchObject({ type: 'accepted', processorStatus: 'PENDING' })
        const found = requested(order, taken.type === 'accepted' ? taken.processorRef : '')
        expect(await account.find(found)).toMatchObject({ facts: [], isOver: false })
        await fake.setRefund(order.reference, 'ONHOLD')
        expect(await account.find(found)).toMatchObject({ facts: [], isOver: false })
        await fake.setRefund(order.reference, 'SUCCESS')
        expect(await account.find(found)).toMatchObject({
          facts: [{ statusChange: { type: 'delivered' } }],
          isOver: true,
        })
      },
    )

    it('once, though its answers were lost', async () => {
      const order = await refundOf('UPIQR')
      const { account } = open()
      mishap = 'lose'
      expect((await account.accept(order)).type).toBe('unclear')
      mishap = undefined
      expect((await account.accept({ ...order, isFirst: false })).type).toBe('accepted')
      expect((await account.accept(order)).type).toBe('accepted')
      expect(fake.known(order.reference)).toBe(1)
    })

    it.each(['CANCELLED', 'FAILED'])('or not, and then it may go another way: %s', async (status) => {
      const order = await refundOf('UPIQR')
      const { account } = open()
      await account.accept(order)
      await fake.setRefund(order.reference, status)
      expect(await account.find(requested(order, cashfree.referenceOf(order.payin)))).toMatchObject({
        facts: [{ statusChange: { type: 'failed', noMoneyLeft: true } }],
      })
    })

    it('only where one of its payments has paid it', async () => {
      const order = await refundOf('NETBANKING')
      const payin = { ...order.payin, confirmation: 'another' }
      expect((await open().account.accept({ ...order, payin })).type).toBe('declined')
      expect(fake.known(order.reference)).toBe(0)
    })
  })

  describe('sends a payout', () => {
    it('once, whatever word Cashfree has for one that is there already', async () => {
      const order = orderOf('BANK_TRANSFER')
      const { account } = open()
      mishap = 'lose'
      await account.accept(order)
      // By a word that no document has; and on what is taken for a first try.
      const there = { status: 409, error: 'invalid_request_error transfer_is_there' }
      mishapOf = ({ method }) => (method === 'POST' ? there : undefined)
      expect((await account.accept(order)).type).toBe('accepted')
      expect(fake.known(order.reference)).toBe(1)
    })

    const sent = async (status: string, code: string, changes: Partial<Payment> = {}) => {
      const order = orderOf('BANK_TRANSFER')
      const { account } = open()
      expect((await account.accept(order)).type).toBe('accepted')
      await fake.setTransfer(order.reference, status, code)
      return account.find({ ...order, payment: { ...order.payment, ...changes } })
    }

    it.each(['RECEIVED', 'APPROVAL_PENDING', 'QUEUED', 'PENDING'])(
      'that is open while it is %s',
      async (status) => {
        expect(await sent(status, status)).toMatchObject({ facts: [], isOver: false })
      },
    )

    it.each([
      ['SUCCESS', 'COMPLETED', {}, { type: 'delivered' }],
      ['FAILED', 'IMPS_MODE_FAIL', {}, { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
      ['FAILED', 'INVALID_BENE_ACCOUNT_OR_IFSC', {}, { type: 'failed', failureReason: 'ACCOUNT_INVALID' }],
      ['REJECTED', 'INVALID_MODE_FOR_PYID', {}, { type: 'refused' }],
      ['REJECTED', 'INSUFFICIENT_BALANCE', { kind: 'refund' }, { type: 'failed', noMoneyLeft: true }],
      ['MANUALLY_REJECTED', 'MANUALLY_REJECTED', {}, { type: 'refused' }],
      [
        'REVERSED',
        'INVALID_ACCOUNT_FAIL',
        { status: 'PENDING' },
        { type: 'failed', failureReason: 'ACCOUNT_INVALID' },
      ],
      [
        'REVERSED',
        'INVALID_ACCOUNT_FAIL',
        { status: 'SUCCESS' },
        { type: 'returned', received: { currency: 'INR', amountMinor: 49_905n } },
      ],
    ] as const)('that is over when it is %s (%s) of %o: %o', async (status, code, changes, statusChange) => {
      expect(await sent(status, code, changes)).toMatchObject({ facts: [{ statusChange }], isOver: true })
    })

    it('once, though its answer was lost', async () => {
      const order = orderOf('BANK_TRANSFER')
      const { account } = open()
      mishap = 'lose'
      expect((await account.accept(order)).type).toBe('unclear')
      mishap = undefined
      expect((await account.accept({ ...order, isFirst: false })).type).toBe('accepted')
      expect((await account.accept(order)).type).toBe('accepted')
      expect(fake.known(order.reference)).toBe(1)
    })

    it('to a name of letters alone, and says before the create what it cannot take', () => {
      const { account } = open()
      expect(account.check?.(orderOf('BANK_TRANSFER').payment)).toEqual({ type: 'fine' })
      const request = { accountName: '金民洙', accountNumber: '1234', bankCode: 'HDFC' }
      expect(account.check?.(orderOf('BANK_TRANSFER', { request }).payment)).toMatchObject({
        type: 'declined',
        faults: [
          { path: '/paymentMethod/account/accountName' },
          { path: '/paymentMethod/account/accountNumber' },
          { path: '/paymentMethod/account/bankCode' },
        ],
      })
    })

    it('with a proof of who calls, where Cashfree does not know the address', async () => {
      const pair = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      start({ payoutPrivateKey: pair.privateKey })
      const order = orderOf('BANK_TRANSFER')
      expect((await open().account.accept(order)).type).toBe('unclear')
      const { account } = open({ payoutPublicKey: pair.publicKey })
      expect((await account.accept(orderOf('BANK_TRANSFER'))).type).toBe('accepted')
    })
  })

  it('knows keys that are wrong, of either product', async () => {
    expect(await open().account.ping()).toEqual({ ok: true })
    expect(await open({ clientSecret: 'another' }).account.ping()).toMatchObject({ ok: false })
    expect(await open({ payoutClientSecret: 'another' }).account.ping()).toMatchObject({
      ok: false,
      why: expect.stringContaining('payouts'),
    })
  })

  it('offers what is up: only those banks, and nothing that it may not serve', async () => {
    start({ down: new Set([3022]) })
    const offer = await open().account.offers?.()
    const services = offer?.type === 'offer' ? offer.services : []
    const online = services.find(({ paymentMethodCodes }) => paymentMethodCodes.includes('ONLINE'))
    expect(online?.paymentOperatorCodes).toEqual(['HDFC', 'KKBK', 'SBIN'])
    expect(services).toHaveLength(cashfree.serves(CASHFREE_SETTINGS).length)
    const reported = (...entities: readonly [name: string, eligibility: boolean][]) => {
      const body = JSON.stringify(
        entities.map(([entity_value, eligibility]) => ({ entity_value, eligibility })),
      )
      deps = simulatedDeps(1, {
        network: () => ({ ok: true, status: 200, headers: {}, body, durationMs: 1 }),
      })
    }
    const payins = async () => {
      const now = await open().account.offers?.()
      const all = now?.type === 'offer' ? now.services.filter(({ kind }) => kind === 'payin') : []
      return all.flatMap(({ paymentMethodCodes }) => paymentMethodCodes)
    }
    reported(['upi', false], ['netbanking', true])
    expect(await payins()).toEqual(['ONLINE'])
    reported(['netbanking', false])
    expect(await payins()).toEqual(['UPIQR', 'UPICOLLECT', 'NETBANKING'])
    reported()
    expect(await payins()).toEqual(['UPIQR', 'UPICOLLECT', 'NETBANKING', 'ONLINE'])
  })

  it('says so where Cashfree does not tell what is up', async () => {
    mishap = { status: 403, error: 'feature_not_enabled request_failed' }
    expect(await open().account.offers?.()).toMatchObject({ type: 'unclear' })
  })

  it('makes no money of whatever else an answer says, and throws at none', async () => {
    const answers = fc.tuple(fc.constantFrom(200, 400, 404, 409), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.constantFrom('UPIQR', 'NETBANKING', 'BANK_TRANSFER'),
        async ([status, reported], method) => {
          const body = JSON.stringify(reported)
          deps = simulatedDeps(1, { network: () => ({ ok: true, status, headers: {}, body, durationMs: 1 }) })
          const { account } = open()
          const order = orderOf(method, {}, false)
          expect(['unclear', 'declined']).toContain((await account.accept(order)).type)
          expect(['unclear', 'never']).toContain((await account.find(order)).type)
          expect(await account.balances?.()).toMatchObject({ type: 'unclear' })
          expect((await account.offers?.())?.type).toMatch(/unclear|offer/)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('says what lies there to be paid out', async () => {
    const reported = await open().account.balances?.()
    expect(reported).toMatchObject({
      balances: [
        { money: { currency: 'INR', amountMinor: 17_398_000n } },
        { money: { amountMinor: 21_473_550n } },
      ],
    })
    expect(await open({ payoutClientSecret: 'another' }).account.balances?.()).toMatchObject({
      type: 'unclear',
    })
    mishap = 'garbage'
    expect(await open().account.balances?.()).toMatchObject({ type: 'unclear' })
  })

  it('writes each call down with its status, and nothing of what was sent', async () => {
    const { account, records } = open()
    await account.accept(orderOf('BANK_TRANSFER'))
    await account.accept(orderOf('UPIQR'))
    expect(records).toMatchObject([
      { operation: 'send', outcome: '200', statusCode: 'RECEIVED' },
      { operation: 'create', outcome: '200', statusCode: 'ACTIVE' },
      { operation: 'begin', outcome: '200' },
    ])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toMatch(/50100012345678|session_|upi:/)
  })
})

describe('an account’s settings', () => {
  it('have both keys of payouts or none', () => {
    const faults = (settings: Record<string, string>) => cashfree.faults?.(settings).map(({ path }) => path)
    expect(faults({})).toEqual([])
    expect(faults({ payoutClientId: 'id' })).toEqual(['/payoutClientSecret'])
    expect(faults({ payoutClientSecret: 'secret' })).toEqual(['/payoutClientId'])
    expect(faults({ payoutClientId: 'id', payoutClientSecret: 'secret' })).toEqual([])
  })

  it('are keys of the account’s own environment, as far as they say it', () => {
    const test = { clientId: 'TEST1012', clientSecret: 'cfsk_ma_test_1' }
    const live = { clientId: '1012', clientSecret: 'cfsk_ma_prod_1' }
    const pathsOf = (settings: Record<string, string>, isTest: boolean) =>
      cashfree.faults?.(settings, isTest).map(({ path }) => path)
    expect([pathsOf(test, true), pathsOf(live, false)]).toEqual([[], []])
    expect(pathsOf(test, false)).toEqual(['/clientId', '/clientSecret'])
    expect(pathsOf(live, true)).toEqual(['/clientSecret'])
    const payouts = { payoutClientId: 'CF1', payoutClientSecret: 'cfsk_ma_prod_2' }
    expect(pathsOf({ ...test, ...payouts }, true)).toEqual(['/payoutClientSecret'])
  })

  it('without keys of payouts send nothing', () => {
    const { payoutClientId: _id, payoutClientSecret: _secret, ...settings } = CASHFREE_SETTINGS
    expect(cashfree.serves(settings).map(({ kind }) => kind)).toEqual(['payin', 'payin', 'refund'])
  })
})
