import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, notificationOf, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { type Mishap, PixFake } from './fake.fixture.ts'
import { PIX_SETTINGS } from './pix.fixture.ts'
import { pix } from './pix.ts'
import { COB_STATUS, ERRORS, MOVING_STATUS } from './read.ts'
import SAMPLE from './samples/bacen-2.9.0.json' with { type: 'json' }
import { referencesIn } from './webhook.ts'

const LIST = 'samples/bacen-2.9.0.json'

describe('the words of the specification', () => {
  it('are all known: statuses of charges and of devoluções', () => {
    expectListed(COB_STATUS, SAMPLE.statuses.cob, LIST)
    for (const status of SAMPLE.statuses.devolucao) expect(MOVING_STATUS).toHaveProperty(status)
  })

  /** Of what we never ask for: recurring and due charges, locations, payloads, their webhooks. */
  const FOREIGN =
    /^(CobPayload|RecPayload|Rec|SolicRec|CobR|CobV|LoteCobV|PayloadLocation|WebhookRec|WebhookCobR)/

  it.each(SAMPLE.errors.filter((name) => !FOREIGN.test(name)))('are all known: the error %s', (name) => {
    expect(ERRORS).toHaveProperty(name)
  })

  it('have no error that says of itself it may have been done and passes a payment on', () => {
    for (const name of ['PermanentementeRemovido', 'ErroInternoDoServidor', 'ServicoIndisponivel'])
      expect(ERRORS[name]).toBe('unclear')
  })
})

const BASE_URL = 'http://127.0.0.1:7'

describe('an account with Pix', () => {
  const BRL = 'BRL' as CurrencyCode
  let mishap: Mishap | undefined
  let fake: PixFake
  let deps: SimulatedDeps
  let records: readonly CallRecord[]

  beforeEach(() => {
    mishap = undefined
    fake = new PixFake({ ...PIX_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
  })

  const open = (changed: Record<string, string> = {}) => {
    const opened = openAlone(pix, { ...PIX_SETTINGS, profile: 'efi', baseUrl: BASE_URL, ...changed }, deps)
    records = opened.records
    return opened.account
  }
  const orderOf = (kind: 'payin' | 'payout', isFirst = true): ProviderOrder => {
    const [method, request] =
      kind === 'payin' ? ['PIXQR', {}] : ['TAX_PAYER_ID_TRANSFER', { identifyingReference: '12345678909' }]
    const money = { currency: BRL, amountMinor: minor(12_050n) }
    return newOrder(pix, deps, kind, { money, method, request }, isFirst)
  }

  it('makes a charge of the exact amount, with both decimals, on its own key', async () => {
    const order = orderOf('payin')
    expect(await open().accept(order)).toMatchObject({
      type: 'accepted',
      receiving: {
        payeeName: 'Loja Exemplo',
        city: 'Sao Paulo',
        chargeUrl: `pix.bank.example/qr/v2/${order.reference}`,
      },
      processorStatus: 'ATIVA',
    })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('says what paid it, by the name that the bank gives each payment', async () => {
    const order = orderOf('payin')
    const account = open()
    await account.accept(order)
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
    const first = await fake.pay(order.reference)
    const second = await fake.pay(order.reference, '3.00')
    expect(await account.find(order)).toEqual({
      type: 'known',
      processorStatus: 'CONCLUIDA',
      isOver: true,
      facts: [
        [first, 12_050n],
        [second, 300n],
      ].map(([fact, amountMinor]) => ({
        fact,
        processorStatus: 'CONCLUIDA',
        statusChange: { type: 'paid', received: { currency: 'BRL', amountMinor } },
        about: { endToEndId: fact },
      })),
    })
  })

  it('takes nothing for an answer about a charge that is on another key', async () => {
    const order = orderOf('payin')
    await open().accept(order)
    await fake.pay(order.reference)
    const other = open({ pixKey: '11111111-8dcc-4054-9bf9-0dbd61d36906' })
    expect(await other.find(order)).toMatchObject({ type: 'unclear' })
  })

  it.each([
    ['declined', { status: 403, error: 'AcessoNegado' }, true],
    ['unclear', { status: 403, error: 'SomethingNew' }, true],
    ['unclear', { status: 503, error: 'ServicoIndisponivel' }, true],
    ['unclear', { status: 500, error: 'CobOperacaoInvalida' }, true],
    ['unclear', 'garbage', true],
    ['unclear', 'lose', true],
    ['unclear', { status: 400, error: 'CobOperacaoInvalida' }, false],
  ] as const)('reads as %s: %o, on the first try %o', async (type, next, isFirst) => {
    const order = orderOf('payin', isFirst)
    mishap = next
    expect((await open().accept(order)).type).toBe(type)
  })

  it('finds the charge whose answer was lost, and makes no second one', async () => {
    const order = orderOf('payin')
    const account = open()
    mishap = 'lose'
    expect((await account.accept(order)).type).toBe('unclear')
    mishap = undefined
    await fake.pay(order.reference)
    expect(await account.accept({ ...order, isFirst: false })).toMatchObject({
      type: 'accepted',
      processorStatus: 'CONCLUIDA',
    })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('sends a payout once though its answer was lost, and says what became of it', async () => {
    const order = orderOf('payout')
    const account = open()
    mishap = 'lose'
    expect((await account.accept(order)).type).toBe('unclear')
    mishap = undefined
    expect(await account.accept({ ...order, isFirst: false })).toMatchObject({ type: 'accepted' })
    await fake.endSent(order.reference, 'REALIZADO')
    await fake.sendBack(order.reference)
    expect(await account.find(order)).toMatchObject({
      type: 'known',
      facts: [
        { statusChange: { type: 'delivered' } },
        { statusChange: { type: 'returned', received: { amountMinor: 12_050n } } },
      ],
    })
    expect(fake.known(order.reference)).toBe(1)
  })

  it.each([
    ['PHONE_NUMBER_TRANSFER', { phoneNumber: '(11) 98765-4321' }],
    ['EMAIL_TRANSFER', { emailAddress: 'Maria@Example.com' }],
    ['TAX_PAYER_ID_TRANSFER', { identifyingReference: '11.222.333/0001-81' }],
    ['RANDOM_KEY_TRANSFER', { accountNumber: '123E4567-E12B-42D1-A456-426655440000' }],
  ])(
    'sends to a key as the directory keeps it, however the request writes it: %s',
    async (method, request) => {
      const money = { currency: BRL, amountMinor: minor(12_050n) }
      const order = newOrder(pix, deps, 'payout', { money, method, request })
      expect(await open().accept(order)).toMatchObject({ type: 'accepted' })
    },
  )

  it('asks for a token anew where the bank has thrown the old one away', async () => {
    const account = open()
    await account.accept(orderOf('payin'))
    fake.forgetTokens()
    expect((await account.accept(orderOf('payin'))).type).toBe('accepted')
  })

  it('sends nothing without a token, and says so', async () => {
    const order = orderOf('payin')
    const before = fake.calls.length
    expect(await open({ clientSecret: 'another' }).accept(order)).toMatchObject({
      type: 'unclear',
      isUnsent: true,
    })
    expect(fake.calls).toHaveLength(before)
  })

  it('says of a charge that the bank has removed that its time is over', async () => {
    const order = orderOf('payin')
    const account = open()
    await account.accept(order)
    fake.removeCharge(order.reference)
    expect(await account.find(order)).toMatchObject({
      facts: [{ statusChange: { type: 'expired' } }],
      isOver: true,
    })
  })

  it('writes each call down with its status, and nothing of what was sent', async () => {
    const order = orderOf('payout')
    await open().accept(order)
    expect(records).toMatchObject([{ operation: 'send', outcome: '201', statusCode: 'EM_PROCESSAMENTO' }])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toContain('12345678909')
  })
})

describe('a webhook of Pix', () => {
  const reference = '01a1fd1e8c00744382cd1a47ec1330af'
  it('names charges, devoluções and what was sent', () => {
    const pixes = [
      { endToEndId: 'E1', txid: reference, valor: '1.00' },
      { endToEndId: 'E2', valor: '1.00', gnExtras: { idEnvio: `${reference}2` } },
      { endToEndId: 'E3', valor: '1.00', devolucoes: [{ id: `${reference}1` }] },
    ]
    expect(referencesIn(notificationOf({ pix: pixes }))).toEqual([
      reference,
      `${reference}2`,
      `${reference}1`,
    ])
  })
})
