import { checkReceiving } from '@sluice/core/catalogue/receiving-details.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { methodOf } from '@sluice/gateway/processing/instructions.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { type FakeOptions, SnapFake } from './fake.fixture.ts'
import { payinFindings } from './findings.ts'
import { profileOf } from './profiles.ts'
import { qris } from './qris.ts'
import { STANDARD_PAYIN } from './read.ts'
import { fakeOptions, snapSettings } from './snap.fixture.ts'
import { snap } from './snap.ts'
import { virtualAccounts } from './va.ts'

const URL = 'http://127.0.0.1:7'
const IDR = 'IDR' as CurrencyCode
const MIDTRANS = profileOf('midtrans')
const CODES = new Map([
  ['BCA', '70012'],
  ['MANDIRI', '8877'],
])

describe('an account with SNAP', () => {
  let deps: SimulatedDeps
  let fake: SnapFake
  let mishap: ReturnType<NonNullable<FakeOptions['mishap']>>

  const begin = (profile: FakeOptions['profile'], changed: Partial<FakeOptions> = {}) => {
    mishap = undefined
    const options = { ...fakeOptions(profile), ...changed }
    fake = new SnapFake({ ...options, now: () => deps.clock.now(), mishap: () => mishap })
    deps = simulatedDeps(1, { network: networkTo(fake, URL) })
  }
  beforeEach(() => begin('midtrans'))

  const open = (
    changed: Readonly<Record<string, string>> = {},
    profile: FakeOptions['profile'] = 'midtrans',
  ) => openAlone(snap, { ...snapSettings(profile), baseUrl: URL, ...changed }, deps)
  const order = (method: string, changes: Partial<Payment> = {}, isFirst = true): ProviderOrder =>
    newOrder(
      snap,
      deps,
      method === 'BANK_TRANSFER' ? 'payout' : 'payin',
      {
        money: { currency: IDR, amountMinor: minor(12_500_000n) },
        method,
        request: { accountName: 'Siti Rahma', accountNumber: '1234567890' },
        ...(method === 'BANK_TRANSFER' || method === 'VAPAY' ? { operator: 'BCA' } : {}),
        ...changes,
      },
      isFirst,
    )
  const again = ({ payment, ...rest }: ProviderOrder, changes: Partial<Payment> = {}): ProviderOrder => ({
    ...rest,
    payment: { ...payment, ...changes },
    isFirst: false,
  })
  /** As the gateway keeps what was accepted. */
  const accepted = async (
    account: ReturnType<typeof openAlone>['account'],
    requested: ProviderOrder,
  ): Promise<ProviderOrder> => {
    const taken = await account.accept(requested)
    if (taken.type !== 'accepted') throw new Error(JSON.stringify(taken))
    return again(requested, { processorRef: taken.processorRef })
  }

  it.each(['QRISPAY', 'VAPAY', 'EWALLET'])(
    'makes a payin by %s, with details that the method can use, and sees that it was paid',
    async (method) => {
      const { account } = open()
      const requested = order(method)
      const taken = await account.accept(requested)
      if (taken.type !== 'accepted') throw new Error(JSON.stringify(taken))
      expect(checkReceiving(methodOf(requested.payment), taken.receiving, { live: true })).toEqual({
        ok: true,
        value: taken.receiving,
      })
      const made = again(requested, { processorRef: taken.processorRef })
      expect(await account.find(made)).toEqual({
        type: 'known',
        processorStatus: '03',
        facts: [],
        isOver: false,
      })
      await fake.pay(requested.reference)
      expect(await account.find(made)).toMatchObject({
        type: 'known',
        isOver: true,
        facts: [
          {
            fact: requested.reference,
            statusChange: { type: 'paid', received: { currency: 'IDR', amountMinor: 12_500_000n } },
          },
        ],
      })
      expect(fake.known(requested.reference)).toBe(1)
    },
  )

  it('shows no code of another amount, and none that is no code', async () => {
    const { account } = open()
    const cheap = { money: { currency: IDR, amountMinor: minor(1_250_000n) } }
    const taken = await account.accept(order('QRISPAY', cheap))
    const qrContent = taken.type === 'accepted' ? taken.receiving.qrContent : undefined
    if (!MIDTRANS) throw new Error('there is no such profile')
    const { made } = qris(MIDTRANS, { merchantId: 'M', acquirer: undefined })
    expect(made(order('QRISPAY', cheap), { qrContent })).toMatchObject({ receiving: { qrContent } })
    expect(made(order('QRISPAY'), { qrContent })).toBe('a code that is no QRIS of the amount')
    expect(made(order('QRISPAY'), { qrContent: 'https://x.example' })).toEqual(expect.any(String))
  })

  it('tells Mandiri what its machines show, and no other bank', () => {
    if (!MIDTRANS?.va) throw new Error('there is no such profile')
    const { create } = virtualAccounts(MIDTRANS.va, { merchantId: 'M', companyCodes: CODES })
    const requested = (operator: string) => create(order('VAPAY', { operator }))
    expect(requested('MANDIRI')).toMatchObject({
      body: {
        partnerServiceId: '    8877',
        additionalInfo: { bank: 'mandiri', mandiri: { billInfo1: 'Payment' } },
      },
    })
    expect(requested('BCA')).not.toHaveProperty('body.additionalInfo.mandiri')
    expect(requested('BNI')).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
  })

  it('tells what was really paid, where that is another amount', async () => {
    const { account } = open()
    const made = await accepted(account, order('VAPAY'))
    await fake.pay(made.reference, '20000.00')
    expect(await account.find(made)).toMatchObject({
      facts: [{ statusChange: { type: 'paid', received: { amountMinor: 2_000_000n } } }],
    })
  })

  it.each(['QRISPAY', 'VAPAY', 'EWALLET'])(
    'finds what a lost answer made by %s, and makes no second one',
    async (method) => {
      const { account } = open()
      const requested = order(method)
      mishap = 'lose'
      expect((await account.accept(requested)).type).toBe('unclear')
      mishap = undefined
      expect((await account.accept(again(requested))).type).toBe('accepted')
      expect(fake.known(requested.reference)).toBe(1)
    },
  )

  it('takes a repetition that the standard refuses for a question, and makes no second code', async () => {
    begin('aspi')
    const { account } = open({}, 'aspi')
    const requested = order('QRISPAY')
    mishap = 'lose'
    await account.accept(requested)
    mishap = undefined
    expect((await account.accept(again(requested))).type).toBe('unclear')
    expect(await account.find(again(requested))).toMatchObject({ type: 'known', isOver: false })
    expect(fake.known(requested.reference)).toBe(1)
  })

  it.each([
    ['METHOD', { status: 400, caseCode: '02' }],
    ['AMOUNT', { status: 403, caseCode: '02' }],
    ['LIMIT', { status: 403, caseCode: '20' }],
    ['UNHEALTHY', { status: 404, caseCode: '08' }],
  ] as const)('declines for %s on a first try alone: %o', async (reason, reported) => {
    const { account } = open()
    const requested = order('QRISPAY')
    mishap = reported
    expect(await account.accept(requested)).toMatchObject({ type: 'declined', reason })
    expect((await account.accept(again(requested))).type).toBe('unclear')
  })

  it.each([
    { status: 202, caseCode: '00' },
    { status: 409, caseCode: '00' },
    { status: 409, caseCode: '01' },
    { status: 403, caseCode: '99' },
    { status: 500, caseCode: '01' },
    { status: 504, caseCode: '00' },
    'garbage',
  ] as const)('concludes nothing from %o', async (reported) => {
    const { account } = open()
    const requested = order('BANK_TRANSFER')
    mishap = reported
    expect(await account.accept(requested)).toMatchObject({ type: 'unclear' })
  })

  it('names a code that no list has', async () => {
    mishap = { status: 403, caseCode: '99' }
    expect(await open().account.accept(order('QRISPAY'))).toMatchObject({ unlisted: '4034799' })
  })

  it('says before anything is kept that it must know the bank of a payout', () => {
    const { account } = open()
    expect(account.check?.(order('BANK_TRANSFER').payment)).toEqual({ type: 'fine' })
    const payment = { ...order('BANK_TRANSFER').payment, operator: undefined }
    expect(account.check?.(payment)).toMatchObject({
      type: 'declined',
      faults: [{ path: '/paymentMethod/paymentOperatorCode', code: 'REQUIRED' }],
    })
    expect(account.check?.({ ...payment, operator: 'MANDIRI' })).toMatchObject({ reason: 'OPERATOR' })
  })

  it('refuses a payout to an account that there is not', async () => {
    const { account } = open()
    const requested = order('BANK_TRANSFER', { request: { accountName: 'Nobody', accountNumber: '0001' } })
    expect(await account.accept(requested)).toEqual({ type: 'refused', reason: 'ACCOUNT_INVALID' })
  })

  it.each(['midtrans', 'aspi'] as const)(
    'sends a payout once at %s though its answer was lost, and asks before it sends again',
    async (profile) => {
      begin(profile)
      const { account } = open({}, profile)
      const requested = order('BANK_TRANSFER')
      mishap = 'lose'
      expect((await account.accept(requested)).type).toBe('unclear')
      mishap = undefined
      expect((await account.accept(again(requested))).type).toBe('accepted')
      const sent = fake.calls.filter(({ path }) => path.endsWith('/transfer-interbank'))
      expect(sent).toHaveLength(1)
      await fake.end(requested.reference, true)
      expect(await account.find(again(requested))).toMatchObject({
        facts: [{ statusChange: { type: 'delivered' } }],
      })
      await fake.sendBack(requested.reference)
      expect(await account.find(again(requested, { status: 'SUCCESS' }))).toMatchObject({
        facts: [{ statusChange: { type: 'returned', received: { amountMinor: 12_500_000n } } }],
      })
    },
  )

  const transfers = () => fake.calls.filter(({ path }) => path.endsWith('/transfer-interbank')).length

  it.each(['midtrans', 'aspi'] as const)(
    'pays nobody twice at %s where it has forgotten the reference of a transfer whose answer was lost',
    async (profile) => {
      begin(profile, { forgetsReferences: true })
      const { account } = open({}, profile)
      const requested = order('BANK_TRANSFER')
      mishap = 'lose'
      await account.accept(requested)
      mishap = undefined
      // Within the ten minutes in which its word does not count nothing is sent, and the try does not count as one.
      await deps.advance(15_000)
      expect(await account.accept(again(requested))).toMatchObject({ type: 'unclear', isUnsent: true })
      expect(transfers()).toBe(1)
      // Then it is the same call once more, which is refused by its X-EXTERNAL-ID.
      await deps.advance(600_000)
      expect((await account.accept(again(requested))).type).toBe('unclear')
      expect(transfers()).toBe(2)
      // On another day that may be taken for a new one.
      await deps.advance(86_400_000)
      expect(await account.accept(again(requested))).toMatchObject({ type: 'unclear', isUnsent: true })
      expect(transfers()).toBe(2)
      expect(fake.known(requested.reference)).toBe(1)
    },
  )

  it('sends a transfer again that never arrived, on the same day', async () => {
    const { account } = open()
    const requested = order('BANK_TRANSFER')
    mishap = { status: 504, caseCode: '00' }
    await account.accept(requested)
    mishap = undefined
    await deps.advance(600_000)
    expect((await account.accept(again(requested))).type).toBe('accepted')
    expect(fake.known(requested.reference)).toBe(1)
  })

  it.each([
    ['just before midnight in Jakarta', '2026-03-02T16:40:00Z', 900_000],
    ['just after it', '2026-03-02T17:02:00Z', 900_000],
  ])('sends no transfer again where the provider may count another day: %s', async (_when, at, laterMs) => {
    const { account } = open()
    await deps.advance(Date.parse(at) - deps.clock.now())
    const requested = order('BANK_TRANSFER')
    mishap = { status: 504, caseCode: '00' }
    await account.accept(requested)
    mishap = undefined
    await deps.advance(laterMs)
    expect(await account.accept(again(requested))).toMatchObject({ type: 'unclear', isUnsent: true })
    expect(transfers()).toBe(1)
  })

  it('sends nothing again that is so old that the provider has forgotten its reference', async () => {
    const { account } = open()
    const requested = order('BANK_TRANSFER')
    await account.accept(requested)
    await deps.advance(51 * 86_400_000)
    expect((await account.accept(again(requested))).type).toBe('unclear')
    const other = again(order('BANK_TRANSFER', { createdAt: deps.clock.now() - 51 * 86_400_000 }))
    expect((await account.find(other)).type).toBe('unclear')
    expect(fake.known(requested.reference)).toBe(1)
  })

  it('takes the first ten minutes’ word for nothing that would send a payout again', async () => {
    const { account } = open()
    const unsent = again(order('BANK_TRANSFER'))
    expect((await account.find(unsent)).type).toBe('unclear')
    mishap = { status: 404, caseCode: '12' }
    expect((await account.accept(unsent)).type).toBe('unclear')
    mishap = undefined
    expect(fake.known(unsent.reference)).toBe(0)
    const requested = order('BANK_TRANSFER')
    await account.accept(requested)
    await fake.end(requested.reference, false)
    expect(await account.find(again(requested))).toMatchObject({ type: 'known', facts: [], isOver: false })
    await deps.advance(600_000)
    expect(await account.find(again(requested))).toMatchObject({
      facts: [{ statusChange: { type: 'failed' } }],
    })
    expect((await account.find(unsent)).type).toBe('never')
  })

  it('settles nothing by a status that no table has', async () => {
    const { account } = open()
    const made = await accepted(account, order('QRISPAY'))
    await fake.set(made.reference, '10')
    expect(await account.find(made)).toEqual({ type: 'unlisted', statusCode: '10' })
  })

  it('credits nothing that was given back before it was seen', async () => {
    const { account } = open()
    const made = await accepted(account, order('QRISPAY'))
    await fake.set(made.reference, '04')
    expect((await account.find(made)).type).toBe('unclear')
    expect(await account.find(again(made, { status: 'SUCCESS' }))).toMatchObject({ facts: [], isOver: true })
  })

  it.each(['05', '06', '08', '09'])('says of %s that it cannot be paid any more', async (status) => {
    const { account } = open()
    const made = await accepted(account, order('EWALLET'))
    await fake.set(made.reference, status)
    expect(await account.find(made)).toMatchObject({
      facts: [{ statusChange: { type: 'expired' } }],
      isOver: true,
    })
  })

  it('believes no payment that does not say how much came, in rupiah', () => {
    const found = { statusCode: '00', name: undefined, refunds: [], received: undefined }
    expect(payinFindings(order('QRISPAY'), STANDARD_PAYIN, found).type).toBe('unclear')
  })

  it('asks by its own reference, and believes no answer about another payment', async () => {
    const { account } = open()
    const made = await accepted(account, order('VAPAY'))
    const other = await accepted(account, order('VAPAY'))
    await fake.pay(other.reference)
    const mistaken = again(made, { processorRef: other.payment.processorRef ?? '' })
    expect((await account.find(mistaken)).type).not.toBe('known')
  })

  it('cancels what is open, and nothing that was paid', async () => {
    const { account } = open()
    for (const method of ['QRISPAY', 'VAPAY', 'EWALLET']) {
      const made = await accepted(account, order(method))
      expect([method, await account.cancel?.(made)]).toEqual([method, 'cancelled'])
      const paid = await accepted(account, order(method))
      await fake.pay(paid.reference)
      expect([method, await account.cancel?.(paid)]).toEqual([method, 'too-late'])
    }
  })

  it('asks by both references as the standard has it, once the provider has told its own', async () => {
    begin('aspi')
    const { account } = open({}, 'aspi')
    const made = await accepted(account, order('QRISPAY'))
    const bodyOf = () => JSON.parse(deps.sent.at(-1)?.body ?? '{}')
    await account.find(made)
    const both = {
      originalPartnerReferenceNo: made.reference,
      originalReferenceNo: made.payment.processorRef,
    }
    expect(bodyOf()).toMatchObject({ ...both, serviceCode: '47' })
    await account.cancel?.(made)
    expect(bodyOf()).toMatchObject(both)
    await account.find(again(made, { processorRef: undefined }))
    expect(bodyOf()).not.toHaveProperty('originalReferenceNo')
  })

  it('asks Midtrans by our own reference alone: its own would come before that', async () => {
    const { account } = open()
    await account.find(await accepted(account, order('QRISPAY')))
    expect(JSON.parse(deps.sent.at(-1)?.body ?? '{}')).not.toHaveProperty('originalReferenceNo')
  })

  it('asks for a token where the provider has it, at the host of its address', async () => {
    const changed = { baseUrl: `${URL}/snap-adapter/b2b`, tokenPath: '/authorization/v1/access-token/b2b' }
    await open(changed).account.accept(order('QRISPAY'))
    expect(deps.sent.map(({ url }) => url)).toEqual([`${URL}/authorization/v1/access-token/b2b`])
  })

  it('asks for a token anew where the provider has thrown the old one away', async () => {
    const { account } = open()
    await account.accept(order('QRISPAY'))
    fake.forgetTokens()
    expect((await account.accept(order('QRISPAY'))).type).toBe('accepted')
  })

  it('sends nothing without a token, and says so', async () => {
    const { account } = open({ clientId: 'another' })
    expect(await account.accept(order('QRISPAY'))).toMatchObject({ type: 'unclear', isUnsent: true })
    expect(fake.calls).toEqual([])
    expect(await account.ping()).toMatchObject({ ok: false })
  })

  it.each([
    [{}, { ok: true }],
    [{ clientSecret: 'another' }, { ok: false }],
    [{ partnerId: 'another' }, { ok: false }],
  ])('says of %o whether the provider knows it', async (changed, ping) => {
    expect(await open(changed).account.ping()).toMatchObject(ping)
  })

  it('tells the balance where the standard has one', async () => {
    expect(open().account.balances).toBeUndefined()
    begin('aspi')
    expect(await open({}, 'aspi').account.balances?.()).toEqual({
      type: 'balances',
      balances: [{ name: 'Cash', money: { currency: 'IDR', amountMinor: 150_000_000n } }],
    })
  })

  it('writes each call down with its code, and nothing of what was sent', async () => {
    const { account, records } = open()
    await account.accept(order('BANK_TRANSFER'))
    expect(records).toMatchObject([{ operation: 'send', outcome: '200', statusCode: '2001800' }])
    const reported = records.map(({ payment: _payment, ...rest }) => rest)
    expect(JSON.stringify(reported)).not.toContain('1234567890')
  })

  it('serves what its settings have, and nothing else', () => {
    const served = (changed: Readonly<Record<string, string | undefined>>) => {
      const given = Object.entries({ ...snapSettings('midtrans'), ...changed })
      const settings = Object.fromEntries(
        given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
      )
      return snap.serves(settings).map(({ kind, paymentMethodCodes: [method] }) => `${kind} ${method}`)
    }
    expect(served({})).toEqual([
      'payin QRISPAY',
      'refund QRISPAY',
      'payin VAPAY',
      'payin EWALLET',
      'payout BANK_TRANSFER',
      'refund BANK_TRANSFER',
    ])
    expect(served({ merchantId: undefined })).toEqual(['payout BANK_TRANSFER', 'refund BANK_TRANSFER'])
    expect(served({ companyCodes: undefined, bankCodes: undefined })).toEqual([
      'payin QRISPAY',
      'refund QRISPAY',
      'payin EWALLET',
    ])
    expect(served({ profile: 'aspi' })).toEqual([
      'payin QRISPAY',
      'payout BANK_TRANSFER',
      'refund BANK_TRANSFER',
    ])
  })
})
