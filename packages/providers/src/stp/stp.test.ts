import { verify } from 'node:crypto'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { balanceText, orderText, questionText, type StpQuestion } from './cadena.ts'
import { daysSince, isOneDay } from './days.ts'
import { type Mishap, StpFake } from './fake.fixture.ts'
import { readNotification } from './notifications.ts'
import { institutionOf, payeeOf } from './payee.ts'
import { ANSWERS, CODES, SENT_STATUS, zeroMeans } from './read.ts'
import SAMPLE from './samples/stp.json' with { type: 'json' }
import PUBLISHED from './samples/stpmex.json' with { type: 'json' }
import { STP_PUBLIC_KEY, STP_SETTINGS, stpSettings } from './stp.fixture.ts'
import { stp } from './stp.ts'

const LIST = 'samples/stp.json'

const MXN = 'MXN' as CurrencyCode
const CLABE = '072691004495711499'

describe('the words that are published of STP', () => {
  it('are all known: statuses, codes, answers to questions, and none besides', () => {
    expectListed(SENT_STATUS, SAMPLE.statuses, LIST)
    expectListed(CODES, SAMPLE.codes, LIST)
    expectListed(ANSWERS, SAMPLE.answers, LIST)
  })

  it('tell by a text what the code 0 means, and nothing where they do not', () => {
    expect(SAMPLE.textsOfZero.map(zeroMeans)).toEqual(['unclear', 'UNHEALTHY', 'UNHEALTHY', 'METHOD'])
    expect(zeroMeans('Otros')).toBe('unclear')
  })

  it('name institutions by what a CLABE of theirs begins with', () => {
    expect(SAMPLE.institutions.map((code) => institutionOf(code.slice(2)))).toEqual(SAMPLE.institutions)
  })
})

describe('signatures', () => {
  const key = PUBLISHED.publicKey.join('\n')
  const fits = (text: string, firma: string) =>
    verify('sha256', Buffer.from(text), key, Buffer.from(firma, 'base64'))

  it('are over the text that STP has taken of an order', () => {
    const { fields, text, firma } = PUBLISHED.order
    expect(orderText(fields)).toBe(text)
    expect(fits(text, firma)).toBe(true)
  })

  it.each(PUBLISHED.questions)(
    'are over the text that STP has taken of a question: $text',
    ({ body, text, firma }) => {
      expect(questionText(body as StpQuestion)).toBe(text)
      expect(fits(text, firma)).toBe(true)
    },
  )
})

// What two integrators sign, each for itself; nobody has published a signature over it.
it('signs a question for a balance with an empty place for the day', () => {
  expect(balanceText('TIENDA_DEMO', '646180110400000007')).toBe('||TIENDA_DEMO|646180110400000007|||')
})

describe('days of operation', () => {
  const at = (text: string) => Date.parse(`${text}-06:00`)
  it.each([
    ['2026-11-23T09:00', '2026-11-23T16:59', true],
    ['2026-11-23T09:00', '2026-11-23T17:30', false],
    ['2026-11-23T16:00', '2026-11-23T19:30', false],
    ['2026-11-23T19:30', '2026-11-23T22:00', true],
    ['2026-11-23T22:00', '2026-11-24T02:00', false],
    ['2026-11-23T09:00', '2026-11-24T09:00', false],
    ['2026-11-23T10:00', '2026-11-23T09:00', false],
  ])('are one for certain from %s to %s: %s', (one, other, isOne) => {
    expect(isOneDay(at(one), at(other))).toBe(isOne)
  })

  it('are looked through from the latest to the first, without weekends, and ten at most', () => {
    expect(daysSince(at('2026-11-20T20:00'), at('2026-11-24T09:00'))).toEqual([
      '20261124',
      '20261123',
      '20261120',
    ])
    const many = daysSince(at('2026-10-01T09:00'), at('2026-11-24T09:00'))
    expect([many.length, many[0], many.at(-1)]).toEqual([10, '20261124', '20261001'])
  })
})

describe('an account with STP', () => {
  const url = 'https://stp.example'
  let mishap: Mishap | undefined
  let fake: StpFake
  let deps: SimulatedDeps

  beforeEach(() => {
    mishap = undefined
    fake = new StpFake({
      empresa: STP_SETTINGS.empresa,
      publicKey: STP_PUBLIC_KEY,
      now: () => deps.clock.now(),
      mishap: ({ path }) => (path.includes('registra') ? mishap : undefined),
    })
    // A Monday, 11:00 in Mexico City.
    deps = simulatedDeps(1, { network: networkTo(fake, url), startAt: Date.parse('2026-11-23T17:00:00Z') })
  })

  const opened = (changed: Record<string, string> = {}) =>
    openAlone(stp, { ...stpSettings(url), ...changed }, deps)
  const open = (changed?: Record<string, string>) => opened(changed).account
  const orderOf = (isFirst = true, changes: object = {}): ProviderOrder => {
    const request = { accountName: 'José Núñez', accountNumber: CLABE, accountType: 'clabe' }
    const money = { currency: MXN, amountMinor: minor(89_950n) }
    const createdAt = deps.clock.now()
    return newOrder(
      stp,
      deps,
      'payout',
      { money, method: 'BANK_TRANSFER', request, createdAt, ...changes },
      isFirst,
    )
  }
  const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })

  it('registers an order of the exact amount under our tracking key, with the payee as SPEI writes it', async () => {
    const order = orderOf()
    expect(await open().accept(order)).toEqual({
      type: 'accepted',
      receiving: {},
      processorRef: order.reference,
      processorStatus: 'REGISTERED',
    })
    expect(order.reference).toMatch(/^[0-9A-Z]{25}$/)
    expect(fake.bodies).toMatchObject([
      {
        claveRastreo: order.reference,
        monto: 899.5,
        institucionContraparte: '40072',
        nombreBeneficiario: 'Jose Nunez',
        tipoCuentaBeneficiario: 40,
        rfcCurpOrdenante: 'ND',
      },
    ])
  })

  it.each([
    ['LQ', { type: 'delivered' }],
    ['TLQ', { type: 'delivered' }],
    ['CN', { type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }],
    ['D', { type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true }],
  ])('says of an order that is %s what became of it', async (status, statusChange) => {
    const order = orderOf()
    await open().accept(order)
    await fake.end(order.reference, status, 2)
    expect(await open().find(order)).toMatchObject({
      processorStatus: status,
      facts: [{ statusChange, about: { causaDevolucion: 2 } }],
      isOver: true,
    })
  })

  it('tells that money has come back which had arrived', async () => {
    const order = orderOf(true, { status: 'SUCCESS' })
    await open().accept(order)
    await fake.end(order.reference, 'D')
    expect(await open().find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'returned', received: { amountMinor: 89_950n } } }],
    })
  })

  it.each(['A', 'E', 'RB', 'EL'])('leaves an order open that is %s', async (status) => {
    const order = orderOf()
    await open().accept(order)
    await fake.end(order.reference, status)
    expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
  })

  it('settles nothing by a word that is not published', async () => {
    const order = orderOf()
    await open().accept(order)
    await fake.end(order.reference, 'constructor')
    expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: 'constructor' })
  })

  it.each([
    { monto: 899.51 },
    { monto: 899.505 },
    { cuentaBeneficiario: '012180001234567899' },
    { empresa: 'ANOTHER' },
    { claveRastreo: 'ANOTHER' },
    { estado: null },
  ])('takes nothing for its own that differs by %o', async (besides) => {
    const order = orderOf()
    await open().accept(order)
    await fake.end(order.reference, true)
    fake.besides = besides
    expect(await open().find(order)).toMatchObject({ type: 'unclear' })
    expect(await open().accept(again(order))).toMatchObject({ type: 'unclear' })
  })

  it('finds an order of an earlier day, over a weekend too', async () => {
    const order = orderOf()
    await open().accept(order)
    await deps.advance(5 * 86_400_000)
    expect(await open().find(order)).toMatchObject({ type: 'known', processorStatus: 'A' })
  })

  it('sees past a day that STP refuses to look at, and concludes nothing where it finds none', async () => {
    const [order, lost] = [orderOf(), orderOf()]
    await open().accept(order)
    await deps.advance(86_400_000)
    fake.refusedDay = '20261124'
    expect(await open().find(order)).toMatchObject({ type: 'known' })
    expect(await open().find(lost)).toMatchObject({ type: 'unclear' })
  })

  it('says that there is none only of one that was never taken on', async () => {
    const order = orderOf()
    expect(await open().find(order)).toEqual({ type: 'never' })
    const known = { ...order, payment: { ...order.payment, processorRef: order.reference } }
    expect(await open().find(known)).toMatchObject({ type: 'unclear' })
  })

  it('finds the order whose answer was lost, and makes no second one on whichever day', async () => {
    const order = orderOf()
    mishap = 'lose'
    expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
    mishap = undefined
    expect(await open().accept(order)).toMatchObject({ type: 'accepted' })
    await deps.advance(86_400_000)
    expect(await open().accept(again(order))).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('sends an order that STP does not have again the same day, and on no other', async () => {
    const [early, late] = [orderOf(false), orderOf(false)]
    await deps.advance(3_600_000)
    expect(await open().accept(early)).toMatchObject({ type: 'accepted' })
    // 18:00: the day may end at any moment.
    await deps.advance(6 * 3_600_000)
    expect(await open().accept(late)).toMatchObject({ type: 'unclear' })
    expect(fake.known(late.reference)).toBe(0)
  })

  it.each([
    ['declined', { status: 200, error: '-9' }],
    ['declined', { status: 200, error: '0 Error validando la firma' }],
    ['declined', { status: 403, error: '1' }],
    ['refused', { status: 200, error: '-200' }],
    ['unclear', { status: 200, error: '0 No se recibió respuesta del servicio' }],
    ['unclear', { status: 200, error: '-1 La clave de rastreo ya fue utilizada' }],
    ['unclear', { status: 200, error: '-30' }],
    ['unclear', { status: 401, error: '-9' }],
    ['unclear', { status: 500, error: '-9' }],
    ['unclear', 'garbage'],
    ['unclear', 'lose'],
  ] as const)('reads as %s: %o', async (type, next) => {
    mishap = next
    expect((await open().accept(orderOf())).type).toBe(type)
  })

  it('names a code that is not published, so that it is counted', async () => {
    mishap = { status: 200, error: '-77' }
    expect(await open().accept(orderOf())).toMatchObject({ type: 'unclear', unlisted: '-77' })
  })

  it('takes no code for the number of an order', async () => {
    mishap = { status: 200, error: '3' }
    expect(await open().accept(orderOf())).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
  })

  it('says whose address, company or key is wrong', async () => {
    expect(await open().ping()).toEqual({ ok: true })
    expect(await open({ empresa: 'ANOTHER' }).ping()).toMatchObject({ ok: false })
    fake.isClosed = true
    expect(await open().ping()).toEqual({
      ok: false,
      why: 'it refuses the IP address of this machine',
    })
    expect(await open().accept(orderOf())).toMatchObject({ type: 'declined', reason: 'UNHEALTHY' })
  })

  it('tells what lies on the account, as a number or as text', async () => {
    const reported = [
      { name: 'Account', money: { currency: MXN, amountMinor: 1_000_050n } },
      { name: 'Orders in progress', money: { currency: MXN, amountMinor: 0n } },
    ]
    expect(await open().balances?.()).toEqual({ type: 'balances', balances: reported })
    fake.balance = { cargosPendientes: null, saldo: '10000.50' }
    expect(await open().balances?.()).toEqual({ type: 'balances', balances: reported })
    fake.balance = { saldo: 0.001 }
    expect(await open().balances?.()).toMatchObject({ type: 'unclear' })
    expect(await open({ empresa: 'ANOTHER' }).balances?.()).toMatchObject({ type: 'unclear' })
  })

  it('writes each call down with its word, and nothing of what was sent', async () => {
    const { account, records } = opened()
    const order = orderOf()
    await account.accept(order)
    await account.find(order)
    expect(records).toMatchObject([
      { operation: 'send', outcome: '200', statusCode: 'id9000001' },
      { operation: 'read', outcome: '200', statusCode: 'A' },
    ])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toContain(CLABE)
  })
})

describe('a payee', () => {
  const of = (request: object, operator?: string) =>
    payeeOf({ request: { accountName: 'Ana', ...request }, operator })

  it.each([
    [{ accountNumber: CLABE }, undefined, { accountType: 40, institution: '40072' }],
    [{ accountNumber: '638180000012345678' }, undefined, { accountType: 40, institution: '90638' }],
    [{ accountNumber: '4152313312345676', accountType: 'debit_card' }, '012', { accountType: 3 }],
    [{ accountNumber: '+525512345678', accountType: 'phone' }, '723', { account: '5512345678' }],
  ])('of %o with the bank %s is %o', (request, operator, expected) => {
    expect(of(request, operator)).toMatchObject({ type: 'payee', ...expected })
  })

  it.each([
    [{ accountNumber: CLABE }, '012', '/paymentMethod/paymentOperatorCode'],
    [{ accountNumber: '5512345678' }, undefined, '/paymentMethod/paymentOperatorCode'],
    [{ accountNumber: CLABE, accountType: 'phone' }, undefined, '/paymentMethod/account/accountNumber'],
    [{ accountNumber: CLABE, accountType: 'constructor' }, undefined, '/paymentMethod/account/accountNumber'],
    [{ accountNumber: CLABE, accountName: '李' }, undefined, '/paymentMethod/account/accountName'],
  ])('is none of %o with the bank %s: %s', (request, operator, path) => {
    expect(of(request, operator)).toMatchObject({ type: 'declined', faults: [{ path }] })
  })
})

describe('a notification', () => {
  const notified = (text: string) => readNotification({ path: '', headers: {}, body: Buffer.from(text) })
  const key = 'A'.repeat(25)

  it.each([
    [{ id: 1, claveRastreo: key, folioOrigen: key, estado: 'LQ' }, [key], 'recibido'],
    [{ id: 1, folioOrigen: key, estado: 'LQ' }, [key], 'recibido'],
    [{ id: 1, claveRastreo: 'X'.repeat(25_000) }, [], 'recibido'],
    [{ id: 1, claveRastreo: "'; drop" }, [], 'recibido'],
    [{ id: 1, claveRastreo: key, cuentaBeneficiario: CLABE }, [], 'confirmar'],
  ])('%o names %o, and is answered', (body, references, mensaje) => {
    expect(notified(JSON.stringify(body))).toMatchObject({
      references,
      answer: { body: JSON.stringify({ mensaje }) },
    })
  })

  it('that is no JSON names nothing', () => {
    expect(notified('{').references).toEqual([])
  })
})

describe('the settings of an account', () => {
  it('have a key that can sign', () => {
    const check = stp.settings.find(({ name }) => name === 'privateKey')?.check
    expect(check?.(STP_SETTINGS.privateKey)).toBeUndefined()
    expect(check?.('no key')).toMatchObject({ code: 'INVALID_FORMAT' })
  })
})
