import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { type FakeOptions, type Mishap, PixFake } from './fake.fixture.ts'
import { PIX_SETTINGS } from './pix.fixture.ts'
import { pix } from './pix.ts'
import { ERRORS, MOVING_STATUS } from './read.ts'
import BACEN from './samples/bacen-2.9.0.json' with { type: 'json' }
import EFI from './samples/efi.json' with { type: 'json' }

const BASE_URL = 'http://127.0.0.1:7'
const BRL = 'BRL' as CurrencyCode
const money = { currency: BRL, amountMinor: minor(12_050n) }

describe('an account at Efí', () => {
  let mishap: Mishap | undefined
  let refusesPuts: boolean
  let fake: PixFake
  let deps: SimulatedDeps

  const begin = (changed: Partial<FakeOptions> = {}) => {
    mishap = undefined
    refusesPuts = false
    const options = { ...PIX_SETTINGS, ...changed }
    const refusal = { status: 400, error: 'valor_invalido' }
    fake = new PixFake({
      ...options,
      now: () => deps.clock.now(),
      mishap: ({ method }) => (refusesPuts && method === 'PUT' ? refusal : mishap),
    })
    deps = simulatedDeps(1, { network: networkTo(fake, BASE_URL) })
  }
  beforeEach(() => begin())

  const open = () => openAlone(pix, { ...PIX_SETTINGS, profile: 'efi', baseUrl: BASE_URL }, deps).account
  const payinOrder = () => newOrder(pix, deps, 'payin', { money, method: 'PIXQR' })
  const payoutOrder = (changes: Partial<Payment> = {}) =>
    newOrder(pix, deps, 'payout', {
      money,
      method: 'TAX_PAYER_ID_TRANSFER',
      request: { identifyingReference: '12345678909' },
      ...changes,
    })
  const again = (order: ProviderOrder): ProviderOrder => ({ ...order, isFirst: false })
  /** What was called after that. */
  const since = (before: number) => fake.calls.slice(before).map(({ method }) => method)

  it('knows all of its words, and no others but the specification’s', () => {
    expect(
      Object.keys(ERRORS)
        .filter((statusCode) => !BACEN.errors.includes(statusCode))
        .toSorted(),
    ).toEqual(Object.keys(EFI.errors).toSorted())
    for (const status of [...EFI.statuses.sent, ...EFI.statuses.cameBack])
      expect(MOVING_STATUS).toHaveProperty(status)
  })

  it.each([
    ['payin', payinOrder],
    ['payout', payoutOrder],
  ])('looks for a %s that Efí says is there already, and takes it for the first one', async (_kind, make) => {
    const account = open()
    const order = make()
    mishap = 'lose'
    expect((await account.accept(order)).type).toBe('unclear')
    mishap = undefined
    const before = fake.calls.length
    expect((await account.accept(again(order))).type).toBe('accepted')
    expect(since(before)).toEqual(['PUT', 'GET'])
    // On what it takes for its first try, too: an installation that was set back has sent it before.
    expect((await account.accept(order)).type).toBe('accepted')
    expect(fake.known(order.reference)).toBe(1)
  })

  it('looks for a devolução that Efí says is there already', async () => {
    const account = open()
    const payin = payinOrder()
    await account.accept(payin)
    const confirmation = await fake.pay(payin.reference)
    const refund = newOrder(pix, deps, 'refund', {
      money,
      method: 'PIXQR',
      request: {},
    })
    const order = { ...refund, payin: { ...payin.payment, confirmation } }
    mishap = 'lose'
    expect((await account.accept(order)).type).toBe('unclear')
    mishap = undefined
    expect((await account.accept(again(order))).type).toBe('accepted')
    expect(fake.known(order.reference)).toBe(1)
  })

  it('takes nothing that is there for its own where the amount is another', async () => {
    const account = open()
    const order = payoutOrder()
    await account.accept(order)
    const other = { currency: BRL, amountMinor: minor(12_051n) }
    expect((await account.accept({ ...order, payment: { ...order.payment, money: other } })).type).toBe(
      'unclear',
    )
  })

  it.each([
    ['payin', payinOrder],
    ['payout', payoutOrder],
  ])('looks for a %s first, whatever a later try is refused for', async (_kind, make) => {
    const order = make()
    const account = open()
    await account.accept(order)
    refusesPuts = true
    const before = fake.calls.length
    expect((await account.accept(again(order))).type).toBe('accepted')
    expect(since(before)).toEqual(['PUT', 'GET'])
  })

  it('refuses a payout whose payee’s key there is not', async () => {
    fake.efi.unknownKeys.add('12345678909')
    expect(await open().accept(payoutOrder())).toEqual({ type: 'refused', reason: 'ACCOUNT_INVALID' })
  })

  it.each([
    ['METHOD', 422, 'pagamento_negado'],
    ['METHOD', 400, 'valor_invalido'],
    ['UNHEALTHY', 400, 'chave_invalida'],
    ['UNHEALTHY', 400, 'documento_bloqueado'],
    ['UNHEALTHY', 403, 'insufficient_scope'],
  ])('passes a payout on as %s for %i %s', async (reason, status, error) => {
    mishap = { status, error }
    expect(await open().accept(payoutOrder())).toMatchObject({ type: 'declined', reason })
  })

  it('says of what it does not know that it has never heard of it', async () => {
    const account = open()
    expect(await account.find(payinOrder())).toEqual({ type: 'never' })
    expect(await account.find(payoutOrder())).toEqual({ type: 'never' })
  })

  it('names a word that no list has, of a create and of a question', async () => {
    const account = open()
    mishap = { status: 400, error: 'algo_novo' }
    expect(await account.accept(payoutOrder())).toMatchObject({ type: 'unclear', unlisted: 'algo_novo' })
    expect(await account.find(payoutOrder())).toMatchObject({ type: 'unclear', unlisted: 'algo_novo' })
  })

  it.each(['NAO_REALIZADO', 'EM_PROCESSAMENTO'])(
    'counts no money as come back of which Efí says %s',
    async (status) => {
      const account = open()
      const order = payoutOrder()
      await account.accept(order)
      await fake.endSent(order.reference, 'REALIZADO')
      await fake.sendBack(order.reference, status)
      expect(await account.find(order)).toMatchObject({
        type: 'known',
        facts: [{ statusChange: { type: 'delivered' } }],
      })
    },
  )

  it('tells of each part that came back', async () => {
    const account = open()
    const order = payoutOrder()
    await account.accept(order)
    await fake.endSent(order.reference, 'REALIZADO')
    await fake.sendBack(order.reference, 'DEVOLVIDO', '100.00')
    await fake.sendBack(order.reference, 'NAO_REALIZADO', '20.50')
    await fake.sendBack(order.reference, 'DEVOLVIDO', '20.50')
    const found = await account.find(order)
    const statusChange = found.type === 'known' ? found.facts.map((fact) => fact.statusChange) : []
    expect(statusChange).toMatchObject([
      { type: 'delivered' },
      { type: 'returned', received: { amountMinor: 10_000n } },
      { type: 'returned', received: { amountMinor: 2_050n } },
    ])
  })

  it('settles nothing while a part that comes back has a word that no list has', async () => {
    const account = open()
    const order = payoutOrder()
    await account.accept(order)
    await fake.endSent(order.reference, 'REALIZADO')
    await fake.sendBack(order.reference, 'OUTRO')
    expect(await account.find(order)).toEqual({ type: 'unlisted', statusCode: 'OUTRO' })
  })

  it('concludes nothing of a payout that the application may not ask about', async () => {
    begin({ grants: ['pix.send'] })
    const account = open()
    const order = payoutOrder()
    expect((await account.accept(order)).type).toBe('accepted')
    expect(await account.find(order)).toMatchObject({ type: 'unclear', why: 'status 403 insufficient_scope' })
  })
})
