import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import type { OrderAnswer, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { type Mishap, WompiFake } from './fake.fixture.ts'
import { payerOf } from './payer.ts'
import { ERRORS, STATUS } from './read.ts'
import SAMPLE from './samples/wompi.json' with { type: 'json' }
import { eventChecksum, integritySignature, referencesIn } from './signature.ts'
import { PSE_PAYER, WOMPI_SETTINGS } from './wompi.fixture.ts'
import { wompi } from './wompi.ts'

const LIST = 'samples/wompi.json'

const COP = 'COP' as CurrencyCode

describe('the words of the documentation', () => {
  it('are all known: statuses and errors, and none besides', () => {
    expectListed(STATUS, SAMPLE.statuses, LIST)
    expectListed(ERRORS, SAMPLE.errors, LIST)
  })
})

describe('signatures', () => {
  // docs.wompi.co, Widget & Checkout Web, step 3.
  it('of transactions are as Wompi’s documentation makes them', () => {
    const signed = { reference: 'sk8-438k4-xmxm392-sn2m', cents: 2_490_000, currency: 'COP' }
    expect(integritySignature(signed, 'prod_integrity_Z5mMke9x0k8gpErbDqwrJXMqsI6SFli6')).toBe(
      '37c8407747e595535433ef8f6a811d853cd943046624a0ec04662b17bbf33bf5',
    )
  })

  // docs.wompi.co, Events: the steps and their text. The sum that is printed there is not that of the text.
  it('of events are over the values that they name, their time and the secret', () => {
    const event = {
      data: { transaction: { id: '1234-1610641025-49201', status: 'APPROVED', amount_in_cents: 4_490_000 } },
      timestamp: 1_530_291_411,
      signature: { properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'] },
    }
    expect(eventChecksum(event, 'prod_events_OcHnIzeBl5socpwByQ4hA52Em3USQ93Z')).toBe(
      '5a18ec5e8fdb7df463e9f94774cba8f583ba21bd04a09ceff2ea68a4bc0aefbe',
    )
  })
})

describe('an account with Wompi', () => {
  const baseUrl = 'https://wompi.example/v1'
  let mishap: Mishap | undefined
  let fake: WompiFake
  let deps: SimulatedDeps

  beforeEach(() => {
    mishap = undefined
    fake = new WompiFake({
      ...WOMPI_SETTINGS,
      now: () => deps.clock.now(),
      // The terms are asked for before each create: what goes wrong goes wrong with the transaction.
      mishap: ({ path }) => (path.includes('/merchants/') ? undefined : mishap),
    })
    deps = simulatedDeps(1, { network: networkTo(fake, baseUrl) })
  })

  const opened = (changed: Record<string, string> = {}) =>
    openAlone(wompi, { ...WOMPI_SETTINGS, baseUrl, ...changed }, deps)
  const open = (changed?: Record<string, string>) => opened(changed).account
  const orderOf = (isFirst = true, request: object = PSE_PAYER): ProviderOrder => {
    const money = { currency: COP, amountMinor: minor(8_000_000n) }
    const order = newOrder(wompi, deps, 'payin', { money, method: 'PSE', operator: '1007', request }, isFirst)
    return { ...order, merchantName: 'Tienda «Ñandú»' }
  }
  const accept = (order: ProviderOrder, account = open()): Promise<OrderAnswer> =>
    whileTimePasses(deps, account.accept(order))

  it('makes a transaction of the exact amount for the payer and the bank, and leads to the bank’s page', async () => {
    const order = orderOf(true, { ...PSE_PAYER, returnUrl: 'https://shop.example/thanks' })
    const answer = await accept(order)
    expect(answer).toMatchObject({ type: 'accepted', processorStatus: 'PENDING' })
    expect(answer).toHaveProperty('receiving.pageUrl', expect.stringMatching(/^https:\/\/bank\.example\/pse/))
    expect(fake.bodies.at(-1)).toMatchObject({
      amount_in_cents: 8_000_000,
      reference: order.reference,
      redirect_url: `https://shop.example/thanks?idPayin=${order.payment.id}`,
      customer_data: { full_name: 'Lucía Gómez', phone_number: '573145678901' },
      payment_method: {
        user_type: 0,
        user_legal_id_type: 'CC',
        user_legal_id: '1099888777',
        payment_description: 'Tienda Nandu',
      },
    })
  })

  it('declines a payment that lacks what PSE asks for before anything is kept of it', () => {
    expect(open().check?.(orderOf().payment)).toEqual({ type: 'fine' })
    expect(open().check?.(orderOf(true, {}).payment)).toMatchObject({ type: 'declined', reason: 'METHOD' })
  })

  it('waits for the bank’s page, which comes a moment after the transaction', async () => {
    fake.pageAfter = 2
    const order = orderOf()
    expect(await accept(order)).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('leaves a transaction open whose page does not come while a create waits, and takes it up later', async () => {
    fake.pageAfter = 99
    const order = orderOf()
    const before = deps.clock.now()
    expect(await accept(order)).toMatchObject({ type: 'unclear' })
    expect(deps.clock.now() - before).toBeLessThan(10_000)
    fake.pageAfter = 0
    expect(await accept({ ...order, isFirst: false })).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('sends nobody to the page of a transaction that the bank has declined at once', async () => {
    fake.pageAfter = 99
    const order = orderOf()
    const taking = open().accept(order)
    await deps.advance(100)
    await fake.end(order.reference, 'DECLINED')
    expect(await whileTimePasses(deps, taking)).toEqual({ type: 'refused', reason: 'DECLINED' })
  })

  it('says what was paid, by the name that Wompi gives each transaction', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    const id = await fake.pay(order.reference)
    expect(await account.find(order)).toEqual({
      type: 'known',
      processorStatus: 'APPROVED',
      isOver: true,
      facts: [
        {
          fact: id,
          processorStatus: 'APPROVED',
          statusChange: { type: 'paid', received: { currency: 'COP', amountMinor: 8_000_000n } },
          about: { transaction: id },
        },
      ],
    })
  })

  it.each([
    ['DECLINED', { type: 'refused', reason: 'DECLINED' }],
    ['ERROR', { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
    ['VOIDED', { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
  ] as const)('says of a transaction that is %s that nothing comes by it', async (outcome, statusChange) => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    await fake.end(order.reference, outcome)
    expect(await account.find(order)).toMatchObject({ facts: [{ statusChange }], isOver: true })
  })

  it('calls nothing declined while another transaction of its reference may be paid, and counts each that is', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    await fake.end(order.reference, 'DECLINED')
    fake.tryAgain(order.reference)
    expect(await account.find(order)).toMatchObject({ facts: [], isOver: false })
    const first = await fake.pay(order.reference)
    fake.tryAgain(order.reference)
    const second = await fake.pay(order.reference)
    const found = await account.find(order)
    expect(found.type === 'known' && found.facts.map(({ fact }) => fact).toSorted()).toEqual([first, second])
  })

  it('counts what was paid by another method, and reads a transaction that says little', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    const id = await fake.pay(order.reference)
    fake.besides = {
      payment_method_type: 'CARD',
      payment_method: { extra: null },
      merchant: null,
      created_at: null,
    }
    expect(await account.find(order)).toMatchObject({ facts: [{ fact: id }] })
  })

  it('settles nothing by a word that the documentation does not have', async () => {
    const order = orderOf()
    const account = open()
    await accept(order, account)
    fake.spoil(order.reference, { status: 'REVERSED' })
    expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'REVERSED' })
  })

  it('takes nothing for its own that is another merchant’s', async () => {
    const order = orderOf()
    await accept(order)
    await fake.pay(order.reference)
    expect(await open({ publicKey: 'pub_test_another' }).find(order)).toMatchObject({ type: 'unclear' })
  })

  it('gives no page to a transaction of another amount', async () => {
    fake.pageAfter = 99
    const order = orderOf()
    await accept(order)
    fake.spoil(order.reference, { cents: 1 })
    fake.pageAfter = 0
    expect(await accept({ ...order, isFirst: false })).toMatchObject({ type: 'unclear' })
  })

  it.each([
    ['declined', { status: 401, error: 'INVALID_ACCESS_TOKEN' }, true],
    ['declined', { status: 422, error: 'INPUT_VALIDATION_ERROR' }, true],
    ['unclear', { status: 422, error: 'UNPROCESSABLE' }, true],
    ['unclear', { status: 500, error: 'INPUT_VALIDATION_ERROR' }, true],
    ['unclear', { status: 503, error: 'SERVICE_UNAVAILABLE' }, true],
    ['unclear', 'garbage', true],
    ['unclear', 'lose', true],
    ['unclear', { status: 422, error: 'INPUT_VALIDATION_ERROR' }, false],
  ] as const)('reads as %s: %o, on the first try %o', async (type, next, isFirst) => {
    const order = orderOf(isFirst)
    mishap = next
    expect((await accept(order)).type).toBe(type)
  })

  it('names an error that the documentation does not have, so that it is counted', async () => {
    mishap = { status: 422, error: 'UNPROCESSABLE' }
    expect(await accept(orderOf())).toMatchObject({ type: 'unclear', unlisted: 'UNPROCESSABLE' })
  })

  it('finds the transaction whose answer was lost, and makes no second one', async () => {
    const order = orderOf()
    mishap = 'lose'
    expect((await accept(order)).type).toBe('unclear')
    mishap = undefined
    expect(await accept(order)).toMatchObject({
      type: 'unclear',
      why: 'a transaction with this reference already exists',
    })
    expect(await accept({ ...order, isFirst: false })).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('declines with what is wrong: a signature by another secret is not the payer’s fault', async () => {
    expect(await accept(orderOf(), open({ integritySecret: 'test_integrity_another' }))).toMatchObject({
      type: 'declined',
      reason: 'UNHEALTHY',
      detail: 'Wompi refuses it: status 422 INPUT_VALIDATION_ERROR signature',
    })
  })

  it('offers the banks that Wompi lists, the sandbox’s three for all of them, and nothing where PSE is not accepted', async () => {
    const offered = async (changed = {}) => {
      const offer = await open(changed).offers?.()
      return offer?.type === 'offer' ? offer.services.map((each) => each.paymentOperatorCodes?.length) : offer
    }
    expect(await offered()).toEqual([expect.any(Number)])
    fake.banks = ['1']
    const all = await offered()
    expect(all).not.toEqual([])
    fake.accepted = ['CARD']
    expect(await offered()).toEqual([])
  })

  it('says whose key is wrong', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open({ publicKey: 'pub_test_wrong' }).ping()).toMatchObject({ ok: false })
    expect(await open({ privateKey: 'prv_test_wrong' }).ping()).toEqual({
      ok: false,
      why: 'it refuses the private key',
    })
  })

  it('writes each call down with its status, and nothing of what was sent', async () => {
    const { account, records } = opened()
    await accept(orderOf(), account)
    expect(records).toMatchObject([
      { operation: 'terms', outcome: '200' },
      { operation: 'create', outcome: '201', statusCode: 'PENDING' },
    ])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toContain(PSE_PAYER.taxId)
  })

  describe('hears an event', () => {
    const references = (text: string) =>
      referencesIn({ path: '', headers: {}, body: Buffer.from(text) }, WOMPI_SETTINGS.eventsSecret)

    it('that Wompi has signed', async () => {
      const order = orderOf()
      await accept(order)
      expect(references(fake.eventOf(order.reference))).toEqual([order.reference])
    })

    it.each([
      ['of another amount than was signed', (text: string) => text.replace('8000000', '8000001')],
      ['of another time', (text: string) => text.replace(/"timestamp":\d+/, '"timestamp":1')],
      [
        'that signs what is not there',
        (text: string) => text.replace('transaction.status', 'transaction.nothing'),
      ],
      [
        'that signs what every object has',
        (text: string) => text.replace('transaction.status', 'constructor'),
      ],
      ['of something else', (text: string) => text.replace('transaction.updated', 'nequi_token.updated')],
      ['that is no JSON', () => '{'],
    ])('not %s', async (_name, changed) => {
      const order = orderOf()
      await accept(order)
      expect(references(changed(fake.eventOf(order.reference)))).toEqual([])
    })
  })
})

describe('what PSE asks of the payer', () => {
  const of = (request: object, operator: string | undefined = '1007') => payerOf({ request, operator })

  it.each([
    ['1.099.888.777', { legalIdType: 'CC', legalId: '1099888777' }],
    ['900123456-8', { legalIdType: 'NIT', legalId: '900123456' }],
  ])('is the number %s, as it is written', (taxId, expected) => {
    expect(of({ ...PSE_PAYER, taxId })).toMatchObject(expected)
  })

  it('is no NIT whose check digit does not fit', () => {
    expect(of({ ...PSE_PAYER, taxId: '900123456-7' })).toMatchObject({
      faults: [{ path: '/paymentMethod/taxId', code: 'INVALID_FORMAT' }],
    })
  })

  it('is told to the shop where the shop can mend it', () => {
    expect(of({ taxId: 'AB1' }, '')).toMatchObject({
      type: 'declined',
      faults: [
        { path: '/paymentMethod/account/accountName' },
        { path: '/paymentMethod/emailAddress' },
        { path: '/paymentMethod/phoneNumber' },
        { path: '/paymentMethod/taxId', code: 'INVALID_FORMAT' },
      ],
    })
    expect(payerOf({ request: PSE_PAYER, operator: undefined })).toMatchObject({
      faults: [{ path: '/paymentMethod/paymentOperatorCode', code: 'REQUIRED' }],
    })
  })

  it('is told to operators where the product does not ask for it', () => {
    expect(of({ ...PSE_PAYER, taxId: undefined })).toMatchObject({
      detail: 'PSE needs the payer’s identity number: have the product require taxId',
    })
    expect(of({ ...PSE_PAYER, taxId: undefined })).not.toHaveProperty('faults')
  })
})

describe('the settings of an account', () => {
  it('are of one environment', () => {
    expect(wompi.faults?.(WOMPI_SETTINGS)).toEqual([])
    expect(wompi.faults?.({ ...WOMPI_SETTINGS, privateKey: 'prv_prod_1' })).toMatchObject([
      { path: '/privateKey', code: 'CONFLICT' },
    ])
    expect(wompi.faults?.(WOMPI_SETTINGS, true)).toEqual([])
    expect(wompi.faults?.(WOMPI_SETTINGS, false)).toMatchObject([{ path: '/publicKey', code: 'CONFLICT' }])
  })
})
