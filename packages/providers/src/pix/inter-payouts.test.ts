import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { whileTimePasses } from '@sluice/gateway/payments/payments.fixture.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import type { OrderAnswer, ProviderAccount, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, notificationOf, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { type Mishap, PixFake } from './fake.fixture.ts'
import { repetitionKey } from './inter-answers.ts'
import { PIX_STATUS } from './inter-read.ts'
import { INTER_SETTINGS } from './pix.fixture.ts'
import { pix } from './pix.ts'
import SAMPLE from './samples/inter-banking.json' with { type: 'json' }
import { referencesIn } from './webhook.ts'

const LIST = 'samples/inter-banking.json'

const BASE_URL = 'http://127.0.0.1:7'
const BRL = 'BRL' as CurrencyCode
const MINUTE_MS = 60_000

describe('the words of Banco Inter', () => {
  it('are all known: each status of its own clients and of its reference', () => {
    expectListed(PIX_STATUS, SAMPLE.statuses.sdk, LIST)
    for (const status of SAMPLE.statuses.reference) expect(PIX_STATUS).toHaveProperty(status)
  })

  it('say that a payout has arrived by two statuses alone', () => {
    const done = Object.keys(PIX_STATUS).filter((status) => PIX_STATUS[status] === 'done')
    expect(done).toEqual(['PAGO', 'PIX_PAGO'])
  })
})

describe('the key against repetitions', () => {
  it('is a UUID as the bank wants it, the same for the same reference', () => {
    const form = new RegExp(SAMPLE.headers['x-id-idempotente'])
    const reference = fc.stringMatching(/^[0-9a-f]{32}[0-9]{0,3}$/)
    fc.assert(
      fc.property(reference, reference, (one, other) => {
        expect(repetitionKey(one)).toMatch(form)
        expect(repetitionKey(one)[14]).toBe('5')
        expect(repetitionKey(one) === repetitionKey(other)).toBe(one === other)
      }),
    )
  })

  it('is what it was when payouts were sent that are under way', () => {
    expect(repetitionKey('01a1fd1e8c00744382cd1a47ec1330af')).toBe('d4d02041-4db1-55c1-8fb7-045c6b1502de')
  })
})

describe('payouts at Banco Inter', () => {
  let mishap: Mishap | undefined
  let fake: PixFake
  let deps: SimulatedDeps
  let records: readonly CallRecord[]
  let account: ProviderAccount

  beforeEach(() => {
    mishap = undefined
    fake = new PixFake({ ...INTER_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
    open()
  })

  const open = (changed: Record<string, string> = {}): ProviderAccount => {
    const opened = openAlone(pix, { ...INTER_SETTINGS, baseUrl: BASE_URL, ...changed }, deps)
    records = opened.records
    account = opened.account
    return account
  }
  const orderOf = (changes: Partial<Payment> = {}, isFirst = true): ProviderOrder => {
    const money = { currency: BRL, amountMinor: minor(12_050n) }
    const byKey = { method: 'TAX_PAYER_ID_TRANSFER', request: { identifyingReference: '123.456.789-09' } }
    const order = newOrder(pix, deps, 'payout', { money, ...byKey, ...changes }, isFirst)
    return { ...order, begunAt: deps.clock.now() }
  }
  const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })
  const taken = (order: ProviderOrder, answer: OrderAnswer): ProviderOrder => {
    if (answer.type !== 'accepted') throw new Error(`it was not taken on: ${JSON.stringify(answer)}`)
    return { ...again(order), payment: { ...order.payment, processorRef: answer.processorRef } }
  }
  const send = async (order = orderOf()): Promise<ProviderOrder> => taken(order, await account.accept(order))
  const codeOf = ({ payment }: ProviderOrder): string => payment.processorRef ?? ''

  it('goes to a key as the directory has it, and is known by the bank’s own code', async () => {
    const order = await send()
    const [sent] = fake.inter.under(order.reference)
    expect(sent).toMatchObject({
      code: codeOf(order),
      valor: '120.50',
      destinatario: { tipo: 'CHAVE', chave: '12345678909' },
    })
    expect(await account.find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
  })

  it.each([
    ['PHONE_NUMBER_TRANSFER', { phoneNumber: '(11) 98765-4321' }, '+5511987654321'],
    ['PHONE_NUMBER_TRANSFER', { phoneNumber: '+351912345678' }, '+351912345678'],
    ['EMAIL_TRANSFER', { emailAddress: 'Maria@Example.com' }, 'maria@example.com'],
    ['TAX_PAYER_ID_TRANSFER', { identifyingReference: '11.222.333/0001-81' }, '11222333000181'],
    [
      'RANDOM_KEY_TRANSFER',
      { accountNumber: '123E4567-E12B-42D1-A456-426655440000' },
      '123e4567-e12b-42d1-a456-426655440000',
    ],
  ])('writes a key of %s as the directory keeps it: %o', async (method, request, chave) => {
    const order = await send(orderOf({ method, request }))
    expect(fake.inter.under(order.reference)).toMatchObject([{ destinatario: { chave } }])
    await fake.end(order.reference, true)
    expect(await account.find(order)).toMatchObject({ facts: [{ statusChange: { type: 'delivered' } }] })
  })

  const toAccount = {
    method: 'BANK_TRANSFER',
    operator: '341',
    request: {
      accountName: 'Maria da Silva',
      accountNumber: '0012345-6',
      branchCode: '0019',
      accountType: 'savings',
      identifyingReference: '123.456.789-09',
    },
  }

  it('goes to a bank account, which the bank’s answer must name', async () => {
    const order = await send(orderOf(toAccount))
    expect(fake.inter.under(order.reference)).toMatchObject([
      {
        destinatario: {
          tipo: 'DADOS_BANCARIOS',
          nome: 'Maria da Silva',
          cpfCnpj: '12345678909',
          contaCorrente: '00123456',
          agencia: '0019',
          tipoConta: 'CONTA_POUPANCA',
          instituicaoFinanceira: { ispb: '60701190' },
        },
      },
    ])
    await fake.end(order.reference, true)
    expect(await account.find(order)).toMatchObject({ facts: [{ statusChange: { type: 'delivered' } }] })
    const { request } = toAccount
    for (const changed of [
      { operator: '001' },
      { request: { ...request, accountNumber: '0012345-7' } },
      { request: { ...request, branchCode: '0020' } },
    ])
      expect(await account.find({ ...order, payment: { ...order.payment, ...changed } })).toMatchObject({
        type: 'unclear',
      })
  })

  it.each([
    ['/paymentMethod/paymentOperatorCode', { operator: undefined }],
    ['/paymentMethod/account/branchCode', { request: { ...toAccount.request, branchCode: undefined } }],
    ['/paymentMethod/account/branchCode', { request: { ...toAccount.request, branchCode: 'centro' } }],
    ['/paymentMethod/account/accountType', { request: { ...toAccount.request, accountType: 'joint' } }],
    ['/paymentMethod/account/accountNumber', { request: { ...toAccount.request, accountNumber: 'CC-12' } }],
    [
      '/paymentMethod/identifyingReference',
      { request: { ...toAccount.request, identifyingReference: undefined } },
    ],
    [
      '/paymentMethod/identifyingReference',
      { request: { ...toAccount.request, identifyingReference: '123' } },
    ],
  ])('says before anything is kept that an account lacks %s', async (path, changes) => {
    const order = orderOf({ ...toAccount, ...changes } as Partial<Payment>)
    expect(account.check?.(order.payment)).toMatchObject({ type: 'declined', faults: [{ path }] })
    expect(await account.accept(order)).toMatchObject({ type: 'declined' })
    expect(fake.inter.all()).toEqual([])
  })

  it('has arrived once the bank says so with the end-to-end ID, and counts once by either word', async () => {
    const order = await send()
    await fake.endInter(codeOf(order), ['DEBITADO', 'ENVIADO', 'PAGO'])
    const first = await account.find(order)
    const [sent] = fake.inter.under(order.reference)
    expect(first).toEqual({
      type: 'known',
      processorStatus: 'PAGO',
      isOver: true,
      facts: [
        {
          fact: sent?.endToEnd,
          processorStatus: 'PAGO',
          statusChange: { type: 'delivered' },
          about: { endToEndId: sent?.endToEnd },
        },
      ],
    })
    await fake.endInter(codeOf(order), ['PIX_PAGO'])
    expect(await account.find(order)).toMatchObject({ facts: [{ fact: sent?.endToEnd }] })
  })

  it('has not arrived without an end-to-end ID', async () => {
    const order = await send()
    const [sent] = fake.inter.under(order.reference)
    await fake.endInter(codeOf(order), ['PAGO'])
    if (sent) sent.endToEnd = undefined
    expect(await account.find(order)).toMatchObject({ type: 'unclear' })
  })

  it.each(Object.keys(PIX_STATUS).filter((status) => PIX_STATUS[status] === 'failed'))(
    'has failed with %s where no money moved, and is an operator’s where it may have',
    async (status) => {
      const failed = await send()
      await fake.endInter(codeOf(failed), ['AGUARDANDO_APROVACAO', status], ['60168'])
      expect(await account.find(failed)).toMatchObject({
        isOver: true,
        facts: [{ statusChange: { type: 'failed', noMoneyLeft: true }, about: { errors: '60168' } }],
      })
      for (const moved of ['DEBITADO', 'ENVIADO', 'PARCIALMENTE_PAGO', 'A_STEP_OF_TOMORROW']) {
        await deps.advance(1_000)
        const order = await send()
        await fake.endInter(codeOf(order), [moved, status])
        expect(await account.find(order)).toEqual({
          type: 'known',
          processorStatus: status,
          facts: [],
          isOver: false,
        })
      }
    },
  )

  it.each(['constructor', 'DEVOLVIDO'])(
    'settles nothing by a status that is not in the list: %s',
    async (statusCode) => {
      const order = await send()
      await fake.endInter(codeOf(order), [statusCode])
      expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode })
    },
  )

  it('takes for its own only what names its amount, its payee and the account that pays', async () => {
    const order = await send()
    await fake.end(order.reference, true)
    const { payment } = order
    const dearer = { ...payment, money: { ...payment.money, amountMinor: minor(12_051n) } }
    const toAnother = { ...payment, request: { identifyingReference: '11222333000181' } }
    for (const other of [dearer, toAnother])
      expect(await account.find({ ...order, payment: other })).toMatchObject({ type: 'unclear' })
    const [sent] = fake.inter.under(order.reference)
    if (sent) Reflect.deleteProperty(sent.destinatario, 'chave')
    expect(await account.find(order)).toMatchObject({ type: 'unclear' })
  })

  it('is found again by the same call where its answer was lost, and sent once', async () => {
    const order = orderOf()
    mishap = 'lose'
    expect(await account.accept(order)).toMatchObject({ type: 'unclear' })
    mishap = undefined
    const known = await whileTimePasses(deps, account.accept(again(order)))
    expect(known).toMatchObject({ type: 'accepted' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('is looked for in the statement before it is asked for again', async () => {
    const order = orderOf()
    mishap = 'lose'
    await account.accept(order)
    mishap = undefined
    await fake.end(order.reference, true)
    fake.inter.forgetsKeys = true
    await deps.advance(20_000)
    const known = taken(order, await account.accept(again(order)))
    expect(await account.find(known)).toMatchObject({ facts: [{ statusChange: { type: 'delivered' } }] })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('is asked for again for some minutes without the statement, and no longer', async () => {
    const order = orderOf()
    mishap = 'lose'
    await account.accept(order)
    const network = networkTo(
      {
        handle: async (call) =>
          call.path.endsWith('/extrato/completo') ? { status: 503, body: '' } : fake.handle(call),
      },
      BASE_URL,
    )
    mishap = undefined
    const start = deps.clock.now() + 2_000
    deps = simulatedDeps(1, { network, startAt: start })
    open()
    expect(await account.accept(again(order))).toMatchObject({ type: 'accepted' })
    await deps.advance(10 * MINUTE_MS)
    expect(await account.accept(again(order))).toMatchObject({ type: 'unclear' })
    expect(fake.known(order.reference)).toBe(1)
  })

  it('is an operator’s where the statement has several under its reference', async () => {
    const order = await send()
    await fake.end(order.reference, true)
    fake.inter.forgetsKeys = true
    await deps.advance(1_000)
    await account.accept(order.payment.processorRef ? { ...order, isFirst: true } : order)
    const [, second] = fake.inter.under(order.reference)
    await fake.endInter(second?.code ?? '', ['PAGO'])
    await deps.advance(20_000)
    expect(await account.accept(order)).toMatchObject({
      type: 'unclear',
      why: expect.stringContaining('several'),
    })
    expect(fake.known(order.reference)).toBe(2)
  })

  it('is asked for again after an outage where the statement does not have it, and no more after a day', async () => {
    const order = orderOf()
    mishap = 'hang'
    await whileTimePasses(deps, account.accept(order))
    mishap = undefined
    await deps.advance(60 * MINUTE_MS)
    expect(await account.accept(again(order))).toMatchObject({ type: 'accepted' })
    const other = orderOf()
    await deps.jump(24 * 60 * MINUTE_MS)
    expect(await account.accept(again(other))).toMatchObject({ type: 'unclear' })
    expect(fake.known(other.reference)).toBe(0)
  })

  it('reads one statement for all that it looks for after an outage, page by page', async () => {
    const sent = []
    for (let index = 0; index < 110; index += 1) {
      sent.push(await send())
      await deps.advance(1_000)
    }
    for (const { reference } of sent) await fake.end(reference, true)
    await deps.advance(11 * MINUTE_MS)
    fake.inter.forgetsKeys = true
    const before = fake.calls.filter(({ path }) => path.endsWith('/extrato/completo')).length
    const found = await whileTimePasses(
      deps,
      Promise.all(sent.slice(0, 10).map((order) => account.accept(order))),
    )
    expect(found.map((answer) => answer.type === 'accepted' && answer.processorRef)).toEqual(
      sent.slice(0, 10).map(codeOf),
    )
    expect(fake.calls.filter(({ path }) => path.endsWith('/extrato/completo'))).toHaveLength(before + 2)
  })

  it.each([
    [400, 'RequisicaoInvalida', 'METHOD'],
    [401, 'AcessoNegado', 'UNHEALTHY'],
    [403, 'AcessoNegado', 'UNHEALTHY'],
    [404, 'NaoEncontrado', 'METHOD'],
    [422, 'Limite excedido [PIXP30]', 'LIMIT'],
  ])(
    'is declined with %i %s on its first try as %s, and on a later one asked about',
    async (status, error, reason) => {
      mishap = { status, error }
      expect(await account.accept(orderOf())).toMatchObject({ type: 'declined', reason })
      await deps.advance(1_000)
      expect(await account.accept(orderOf({}, false))).toMatchObject({ type: 'unclear' })
    },
  )

  it.each([
    [{ status: 409, error: 'Conflito' }],
    [{ status: 500, error: 'ErroInternoDoServidor' }],
    [{ status: 504, error: 'IndisponibilidadePorTempoEsgotado' }],
    ['garbage' as const],
  ])('is neither taken on nor declined with %o', async (next) => {
    mishap = next
    expect(await account.accept(orderOf())).toMatchObject({ type: 'unclear' })
  })

  it('is declined by nobody but the bank: a refusal that is not its document says nothing', async () => {
    const network = networkTo(
      {
        handle: async (call) =>
          call.path.endsWith('token') ? fake.handle(call) : { status: 403, body: '<html>' },
      },
      BASE_URL,
    )
    deps = simulatedDeps(1, { network })
    expect(await open().accept(orderOf())).toMatchObject({ type: 'unclear' })
  })

  it('goes one a second, and whoever would wait longer than a create may has its turn later, unsent', async () => {
    const orders = Array.from({ length: 12 }, () => orderOf())
    const answers = await whileTimePasses(deps, Promise.all(orders.map((order) => account.accept(order))))
    expect(answers.map(({ type }) => type)).toEqual([...Array(6).fill('accepted'), ...Array(6).fill('held')])
    const held = answers.flatMap((answer, index) =>
      answer.type === 'held' ? [{ order: orders[index] ?? orderOf(), inMs: answer.againInMs }] : [],
    )
    expect(held.map(({ inMs }) => inMs)).toEqual([6_000, 7_000, 8_000, 9_000, 10_000, 11_000])
    await deps.advance(1_000)
    for (const { order } of held) {
      expect(await account.accept(order)).toMatchObject({ type: 'accepted' })
      await deps.advance(1_000)
    }
    expect(fake.inter.refusedForHaste).toBe(0)
    for (const { reference } of orders) expect(fake.known(reference)).toBe(1)
  })

  it('waits a minute where others have used the bank’s limit up', async () => {
    mishap = { status: 429, error: 'x' }
    expect(await account.accept(orderOf())).toMatchObject({ type: 'held', againInMs: 60_000 })
  })

  it('asks no more often than the bank allows', async () => {
    const order = await send()
    const requested = await whileTimePasses(
      deps,
      Promise.all(Array.from({ length: 30 }, () => account.find(order))),
    )
    expect(requested.filter(({ type }) => type === 'known')).toHaveLength(20)
    expect(requested.filter(({ type }) => type === 'unclear')).toHaveLength(10)
    expect(fake.inter.refusedForHaste).toBe(0)
  })

  it('is told of by a list that carries its reference, and nothing of it is believed', async () => {
    let reported = ''
    fake = new PixFake({
      ...INTER_SETTINGS,
      now: () => deps.clock.now(),
      notify: async (_url, body) => {
        reported = body
      },
    })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
    await open().subscribe?.('https://gateway.example/told')
    const order = await send()
    await fake.end(order.reference, true)
    expect(JSON.parse(reported)).toMatchObject([{ status: 'EFETIVADO', codigoSolicitacao: codeOf(order) }])
    expect(referencesIn(notificationOf(reported))).toEqual([order.reference])
    expect(referencesIn(notificationOf([{ descricaoPagamento: 'somebody’s rent' }, {}]))).toEqual([])
  })

  it('says what lies in the account', async () => {
    expect(await account.balances?.()).toEqual({
      type: 'balances',
      balances: [{ name: 'account 135256221', money: { currency: 'BRL', amountMinor: 285_055n } }],
    })
  })

  it('is checked with all of its rights', async () => {
    expect(await account.ping()).toEqual({ ok: true })
    expect(await open({ account: '1' }).ping()).toEqual({
      ok: false,
      why: expect.stringContaining('refuses payouts'),
    })
  })

  it('is served where an account is named, with the rights that it needs; without one payins need none of them', async () => {
    const grants = ['cob.write', 'cob.read', 'pix.write', 'pix.read', 'webhook.write', 'webhook.read']
    fake = new PixFake({ ...INTER_SETTINGS, grants: [...grants], now: () => deps.clock.now() })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
    expect(await open().ping()).toEqual({ ok: false, why: expect.stringContaining('lacks a scope') })
    const { account: _account, ...payinsAlone } = INTER_SETTINGS
    const methods = (settings: Record<string, string>) =>
      pix
        .serves(settings)
        .flatMap(({ kind, paymentMethodCodes }) => (kind === 'payout' ? paymentMethodCodes : []))
    expect(methods(payinsAlone)).toEqual([])
    expect(methods({ ...INTER_SETTINGS })).toContain('BANK_TRANSFER')
    const { account: alone } = openAlone(pix, { ...payinsAlone, baseUrl: BASE_URL }, deps)
    expect(await alone.ping()).toEqual({ ok: true })
    expect(alone.balances).toBeUndefined()
  })

  it('writes each call down with the bank’s word, and nothing of whom it goes to', async () => {
    const order = await send()
    await account.find(order)
    expect(records).toMatchObject([
      { operation: 'send', outcome: '200', statusCode: 'PROCESSADO' },
      { operation: 'read-sent', outcome: '200', statusCode: 'CRIADO' },
    ])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toContain('12345678909')
  })

  it('waits for an approval as long as it takes', async () => {
    fake = new PixFake({ ...INTER_SETTINGS, needsApproval: true, now: () => deps.clock.now() })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
    open()
    const order = await send()
    expect(await account.find(order)).toMatchObject({
      processorStatus: 'AGUARDANDO_APROVACAO',
      facts: [],
      isOver: false,
    })
  })
})
