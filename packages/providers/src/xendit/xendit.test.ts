import { OPERATOR_LISTS } from '@sluice/core/catalogue/operators.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CallRecord } from '@sluice/provider-kit/calls.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { networkTo } from '../fake-server.fixture.ts'
import { newOrder, openAlone } from '../providers.fixture.ts'
import { expectListed } from '../status-codes.fixture.ts'
import { COUNTRIES, operatorsOf, payinsOf, readSetChannels } from './channels.ts'
import { type Mishap, XenditFake } from './fake.fixture.ts'
import { offerOf } from './offers.ts'
import {
  ERRORS,
  PAYMENT_FAILURES,
  PAYMENT_STATUS,
  PAYOUT_FAILURES,
  PAYOUT_STATUS,
  REQUEST_STATUS,
  TRANSACTION_STATUS,
} from './read.ts'
import SAMPLE from './samples/xendit-2026.json' with { type: 'json' }
import { referencesIn } from './webhook.ts'
import { XENDIT_SETTINGS } from './xendit.fixture.ts'
import { xendit } from './xendit.ts'

const LIST = 'samples/xendit-2026.json'

const BASE_URL = 'http://127.0.0.1:7'
const IDR = 'IDR' as CurrencyCode

describe('the words of the documents', () => {
  it.each([
    ['payment requests', REQUEST_STATUS, SAMPLE.statuses.paymentRequest],
    ['payments', PAYMENT_STATUS, SAMPLE.statuses.payment],
    ['transactions', TRANSACTION_STATUS, SAMPLE.statuses.transaction],
    ['payouts', PAYOUT_STATUS, SAMPLE.statuses.payout],
    ['failures of payments', PAYMENT_FAILURES, SAMPLE.failures.payment],
    ['failures of payouts', PAYOUT_FAILURES, SAMPLE.failures.payout],
  ])('are all known, and no others: %s', (_name, table, statusCodes) => {
    expectListed(table, statusCodes, LIST)
  })

  it('are all known, and no others: errors', () => {
    const reported = Object.values(SAMPLE.errors).flatMap((each) => each.map(([, code]) => String(code)))
    expectListed(ERRORS, [...new Set(reported)], LIST)
  })

  it('have no meaning where they only look like one of a table', () => {
    for (const statusCode of ['constructor', '__proto__', 'toString', '', undefined])
      expect(listed(REQUEST_STATUS, statusCode)).toBeUndefined()
  })
})

describe('an account with Xendit', () => {
  let mishap: Mishap | undefined
  let fake: XenditFake
  let deps: SimulatedDeps
  let records: readonly CallRecord[]
  /** What Xendit answers instead of what it should. */
  let wrongly: ((path: string, answer: string) => string) | undefined

  beforeEach(() => {
    mishap = undefined
    wrongly = undefined
    fake = new XenditFake({ ...XENDIT_SETTINGS, now: () => deps.clock.now(), mishap: () => mishap })
    const network = networkTo(fake, BASE_URL)
    deps = simulatedDeps(1, {
      network: async (request, wait) => {
        const answer = await network(request, wait)
        if (!answer.ok || !wrongly) return answer
        return { ...answer, body: wrongly(new URL(request.url).pathname, answer.body) }
      },
    })
  })

  const open = (changed: Record<string, string> = {}) => {
    const opened = openAlone(xendit, { ...XENDIT_SETTINGS, baseUrl: BASE_URL, ...changed }, deps)
    records = opened.records
    return opened.account
  }
  const money = { currency: IDR, amountMinor: minor(12_500_000n) }
  const wallet = (operator: string, request: Payment['request'] = {}, isFirst = true): ProviderOrder =>
    newOrder(xendit, deps, 'payin', { money, method: 'EWALLET', operator, request }, isFirst)
  const TO_BCA = { accountName: 'Siti Rahma', accountNumber: '1234567890' }
  const transfer = (changes: Partial<Payment> = {}, isFirst = true): ProviderOrder => {
    const bank = { money, method: 'BANK_TRANSFER', operator: 'BCA', request: TO_BCA }
    return newOrder(xendit, deps, 'payout', { ...bank, ...changes }, isFirst)
  }
  const later = (order: ProviderOrder, processorRef?: string): ProviderOrder => ({
    ...order,
    isFirst: false,
    payment: { ...order.payment, processorRef },
  })
  const taken = async (order: ProviderOrder): Promise<ProviderOrder> => {
    const answer = await open().accept(order)
    if (answer.type !== 'accepted') throw new Error(`it was ${answer.type}`)
    return later(order, answer.processorRef)
  }
  const refused = { status: 400, error: 'API_VALIDATION_ERROR' }

  describe('takes payins', () => {
    it('by a link to the wallet’s page, for the exact amount', async () => {
      const order = wallet('DANA')
      expect(await open().accept(order)).toMatchObject({
        type: 'accepted',
        receiving: { pageUrl: expect.stringMatching(/^https:\/\/pay\.xendit\.example\/pr-/) },
        processorStatus: 'REQUIRES_ACTION',
      })
      expect(fake.references()).toEqual([`${order.reference} REQUIRES_ACTION 125000`])
    })

    it('and sends payers back to the shop by https, with the payin’s ID, or to the account’s own page', async () => {
      await open().accept(wallet('DANA', { returnUrl: 'https://shop.example/paid' }))
      await open().accept(wallet('DANA', { returnUrl: 'shopapp://paid' }))
      const pages = deps.sent.map(({ body = '' }) => {
        const { channel_properties } = JSON.parse(body)
        return channel_properties.success_return_url
      })
      expect(pages).toEqual([
        expect.stringMatching(/^https:\/\/shop\.example\/paid\?idPayin=/),
        'https://shop.example/thanks',
      ])
    })

    it('by a prompt on the phone where the wallet is OVO, and needs its number', async () => {
      expect(await open().accept(wallet('OVO'))).toMatchObject({
        type: 'declined',
        faults: [{ path: '/paymentMethod/phoneNumber', code: 'REQUIRED' }],
      })
      expect(fake.calls).toEqual([])
      const order = wallet('OVO', { phoneNumber: '0812 3456 789' })
      expect(await open().accept(order)).toMatchObject({ receiving: { pageUrl: XENDIT_SETTINGS.returnUrl } })
      expect(deps.sent[0]?.body).toContain('"account_mobile_number":"+628123456789"')
    })

    it('by no channel that it does not have: GoPay is left to others', async () => {
      for (const operator of ['GOPAY', 'constructor'])
        expect(await open().accept(wallet(operator))).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
      expect(fake.calls).toEqual([])
    })

    it('in Malaysia by the bank that was chosen, and without one by DuitNow Pay, where the payer chooses', async () => {
      const account = open({ country: 'MY' })
      const myr = { currency: 'MYR' as CurrencyCode, amountMinor: minor(8_990n) }
      const order = (method: string, operator?: string) =>
        newOrder(xendit, deps, 'payin', { money: myr, method, operator })
      expect(await account.accept(order('FPX', 'MB2U0227'))).toMatchObject({ type: 'accepted' })
      expect(await account.accept(order('ONLINE'))).toMatchObject({ type: 'accepted' })
      expect(await account.accept(order('FPX'))).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
      const bodies = deps.sent.map(({ body = '' }) => JSON.parse(body))
      expect(bodies).toMatchObject([
        { channel_code: 'MAYB2U_FPX', request_amount: 89.9, currency: 'MYR', country: 'MY' },
        { channel_code: 'DUITNOW_PAY' },
      ])
    })

    it.each([
      ['declined', refused, true],
      ['declined', { status: 401, error: 'INVALID_API_KEY' }, true],
      ['declined', { status: 403, error: 'INVALID_MERCHANT_SETTINGS' }, true],
      ['declined', { status: 429, error: 'RATE_LIMIT_EXCEEDED' }, true],
      ['unclear', { status: 400, error: 'SOMETHING_NEW' }, true],
      ['unclear', { status: 409, error: 'API_VALIDATION_ERROR' }, true],
      ['unclear', { status: 500, error: 'API_VALIDATION_ERROR' }, true],
      ['unclear', { status: 503, error: 'CHANNEL_UNAVAILABLE' }, true],
      ['unclear', 'garbage', true],
      ['unclear', 'lose', true],
      ['unclear', refused, false],
    ] as const)('and reads as %s: %o, on the first try %o', async (type, next, isFirst) => {
      mishap = next
      expect((await open().accept(wallet('DANA', {}, isFirst))).type).toBe(type)
    })

    it.each([
      ['another channel', '"DANA"', '"LINKAJA"'],
      ['another amount', '125000', '12500'],
      ['no page', '"REDIRECT_CUSTOMER"', '"PRESENT_TO_CUSTOMER"'],
    ])('and by no request that Xendit answers with %s', async (_name, right, wrong) => {
      wrongly = (_path, answer) => answer.replace(right, wrong)
      expect(await open().accept(wallet('DANA'))).toMatchObject({ type: 'unclear' })
    })

    it('by another link where the answer with the first one was lost', async () => {
      const order = wallet('DANA')
      mishap = 'lose'
      expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
      mishap = undefined
      expect(await open().accept(later(order))).toMatchObject({ type: 'accepted' })
      expect(fake.made(order.reference)).toBe(2)
    })

    it('and makes no other link where a lost one was paid', async () => {
      const order = wallet('DANA')
      mishap = 'lose'
      await open().accept(order)
      mishap = undefined
      await fake.payOrphan(order.reference)
      expect(await open().accept(later(order))).toMatchObject({
        type: 'accepted',
        processorStatus: 'SUCCEEDED',
      })
      expect(fake.made(order.reference)).toBe(1)
    })

    it('and makes no other link while nobody can say whether the first one was paid', async () => {
      const order = wallet('DANA')
      await open().accept(order)
      mishap = { status: 500, error: 'SERVER_ERROR' }
      expect(await open().accept(later(order))).toMatchObject({ type: 'unclear' })
      expect(fake.calls.map(({ method }) => method)).toEqual(['POST', 'GET'])
    })

    it('and sends no second prompt where the answer to the first one was lost', async () => {
      const order = wallet('OVO', { phoneNumber: '+628123456789' })
      mishap = 'lose'
      await open().accept(order)
      mishap = undefined
      expect(await open().accept(later(order))).toMatchObject({ type: 'unclear' })
      expect(await open().find(later(order))).toMatchObject({ type: 'known', facts: [], isOver: false })
      await fake.payOrphan(order.reference)
      expect(await open().find(later(order))).toMatchObject({ facts: [{ statusChange: { type: 'paid' } }] })
      expect(await open().accept(later(order))).toMatchObject({ type: 'accepted' })
      expect(fake.made(order.reference)).toBe(1)
    })

    it('once: asked again it answers with the link that it has', async () => {
      const order = wallet('DANA')
      const first = await open().accept(order)
      if (first.type !== 'accepted') throw new Error('it is taken on')
      expect(await open().accept(later(order, first.processorRef))).toEqual(first)
      expect(fake.made(order.reference)).toBe(1)
    })
  })

  describe('says of a payin', () => {
    it('what paid it, by the payment’s own name and amount', async () => {
      const order = await taken(wallet('DANA'))
      expect(await open().find(order)).toEqual({
        type: 'known',
        processorStatus: 'REQUIRES_ACTION',
        facts: [],
        isOver: false,
      })
      const paymentId = await fake.pay(order.reference, 100_000)
      expect(await open().find(order)).toMatchObject({
        isOver: true,
        facts: [
          {
            fact: paymentId,
            statusChange: { type: 'paid', received: { currency: 'IDR', amountMinor: 10_000_000n } },
          },
        ],
      })
    })

    it('what paid it by a link that was lost, and both where both were paid', async () => {
      const order = wallet('DANA')
      mishap = 'lose'
      await open().accept(order)
      mishap = undefined
      const known = await taken({ ...order, isFirst: false })
      const first = await fake.payOrphan(order.reference)
      expect(await open().find(known)).toMatchObject({ isOver: false, facts: [{ fact: first }] })
      const second = await fake.pay(order.reference)
      expect(await open().find(known)).toMatchObject({
        isOver: true,
        facts: [{ fact: first }, { fact: second }],
      })
    })

    describe('whose request is known, though the list of transactions tells nothing of use', () => {
      const noList = (path: string, answer: string) =>
        path === '/transactions' ? '{"error_code":"REQUEST_FORBIDDEN_ERROR"}' : answer
      const otherNames = (path: string, answer: string) =>
        path === '/transactions' ? answer.replaceAll('"product_id":"py-', '"product_id":"prod-') : answer

      it.each([
        ['fails', noList],
        ['has other names for payments', otherNames],
      ])('what paid it by the payment that the request names, where it %s', async (_how, reported) => {
        const order = await taken(wallet('DANA'))
        const paymentId = await fake.pay(order.reference)
        wrongly = reported
        expect(await open().find(order)).toMatchObject({
          type: 'known',
          facts: [{ fact: paymentId, statusChange: { type: 'paid', received: money } }],
        })
      })

      it('that it is open', async () => {
        const order = await taken(wallet('DANA'))
        wrongly = noList
        expect(await open().find(order)).toMatchObject({ type: 'known', facts: [], isOver: false })
      })

      it('not that it came to nothing: another link may have been paid', async () => {
        const order = await taken(wallet('DANA'))
        await fake.fail(order.reference, undefined, 'EXPIRED')
        wrongly = noList
        expect((await open().find(order)).type).toBe('unclear')
      })
    })

    it.each([
      ['refused', 'FAILED', 'USER_DECLINED_PAYMENT'],
      ['failed', 'FAILED', 'INVALID_MERCHANT_SETTINGS'],
      ['expired', 'FAILED', 'PAYMENT_REQUEST_EXPIRED'],
      ['expired', 'EXPIRED', undefined],
      ['expired', 'CANCELED', undefined],
    ])('that it is %s: %s %s', async (type, status, code) => {
      const order = await taken(wallet('DANA'))
      await fake.fail(order.reference, code, status)
      expect(await open().find(order)).toMatchObject({ facts: [{ statusChange: { type } }], isOver: true })
    })

    it.each(['PARTNER_TIMEOUT_ERROR', 'SERVER_ERROR', undefined])(
      'nothing yet where whoever had to answer did not: %s',
      async (code) => {
        const order = await taken(wallet('DANA'))
        await fake.fail(order.reference, code)
        expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
      },
    )

    it.each([
      ['SOMETHING_NEW', undefined],
      ['FAILED', 'A_NEW_REASON'],
      ['constructor', undefined],
    ])('nothing by a word that no document has: %s %s', async (status, code) => {
      const order = await taken(wallet('DANA'))
      await fake.fail(order.reference, code, status)
      expect(await open().find(order)).toEqual({ type: 'unlisted', statusCode: code ?? status })
    })

    it('that its money was taken back, where it was paid; otherwise nothing', async () => {
      const order = await taken(wallet('DANA'))
      const paymentId = await fake.pay(order.reference)
      await fake.reverse(order.reference)
      expect(await open().find(order)).toMatchObject({ type: 'unlisted' })
      // Whatever the payment itself says meanwhile.
      wrongly = (path, answer) => (path.startsWith('/v3/payments/') ? '{}' : answer)
      const paid = { ...order, payment: { ...order.payment, status: 'SUCCESS' as const } }
      expect(await open().find(paid)).toMatchObject({
        facts: expect.arrayContaining([
          expect.objectContaining({
            fact: `${paymentId}:REVERSED`,
            statusChange: expect.objectContaining({ type: 'failed' }),
          }),
        ]),
      })
    })

    it('nothing by an answer about another amount, another payin or another request', async () => {
      const order = await taken(wallet('DANA'))
      const other = await taken(wallet('DANA'))
      await fake.pay(other.reference)
      const dearer = { ...order.payment, money: { currency: IDR, amountMinor: minor(12_600_000n) } }
      expect(await open().find({ ...order, payment: dearer })).toMatchObject({ type: 'unclear' })
      const foreign = later(order, other.payment.processorRef)
      expect(await open().find(foreign)).toMatchObject({ type: 'unclear' })
    })

    it.each([
      ['another payin’s reference', '/transactions', '"reference_id":"', '"reference_id":"x'],
      ['a status that is not listed', '/transactions', '"SUCCESS"', '"SUCCESSFUL"'],
      ['more than one payin has', '/transactions', '"has_more":false', '"has_more":true'],
      ['another payment', '/v3/payments/', '"payment_id":"py', '"payment_id":"pz'],
      ['a payment of another payin', '/v3/payments/', '"reference_id":"', '"reference_id":"x'],
      ['a payment in another currency', '/v3/payments/', '"IDR"', '"MYR"'],
      ['a payment without an amount', '/v3/payments/', '"captures"', '"others"'],
      ['a payment that is not made', '/v3/payments/', '"SUCCEEDED"', '"PENDING"'],
      ['a request in another currency', '/v3/payment_requests/', '"IDR"', '"MYR"'],
      ['a request of another payin', '/v3/payment_requests/', '"reference_id":"', '"reference_id":"x'],
      ['no answer at all', '/v3/payment_requests/', '"status"', '"state"'],
    ])('nothing where Xendit answers with %s', async (_name, beneath, right, wrong) => {
      const order = await taken(wallet('DANA'))
      await fake.pay(order.reference)
      wrongly = (path, answer) => (path.startsWith(beneath) ? answer.replaceAll(right, wrong) : answer)
      const found = await open().find(order)
      expect(['unclear', 'unlisted']).toContain(found.type)
    })

    it('that nobody has heard of it, where its link was lost', async () => {
      const order = wallet('DANA')
      mishap = 'lose'
      await open().accept(order)
      mishap = undefined
      expect(await open().find(later(order))).toEqual({ type: 'never' })
    })
  })

  describe('pays out', () => {
    it('once, though the answer was lost', async () => {
      const order = transfer()
      mishap = 'lose'
      expect(await open().accept(order)).toMatchObject({ type: 'unclear' })
      mishap = undefined
      const again = await open().accept(later(order))
      expect(again).toMatchObject({ type: 'accepted', processorStatus: 'ACCEPTED' })
      expect(fake.known(order.reference)).toBe(1)
    })

    it.each([
      ['declined', { status: 400, error: 'RECIPIENT_ACCOUNT_NUMBER_ERROR' }, true],
      ['declined', { status: 403, error: 'REQUEST_FORBIDDEN_ERROR' }, true],
      ['unclear', { status: 500, error: 'SERVER_ERROR' }, true],
      ['unclear', { status: 409, error: 'DUPLICATE_TRANSACTION_ERROR' }, true],
      ['unclear', { status: 404, error: 'DATA_NOT_FOUND' }, true],
      ['unclear', refused, false],
      ['unclear', 'garbage', true],
    ] as const)('and reads as %s: %o, on the first try %o', async (type, next, isFirst) => {
      mishap = next
      expect((await open().accept(transfer({}, isFirst))).type).toBe(type)
    })

    it('and asks what is there where its key is taken by another request', async () => {
      const order = transfer()
      await open().accept(order)
      const renamed = { ...order.payment, request: { ...TO_BCA, accountName: 'S. Rahma' } }
      expect(await open().accept({ ...order, payment: renamed, isFirst: false })).toMatchObject({
        type: 'accepted',
      })
      const dearer = { ...order.payment, money: { currency: IDR, amountMinor: minor(12_600_000n) } }
      expect(await open().accept({ ...order, payment: dearer, isFirst: false })).toMatchObject({
        type: 'unclear',
      })
    })

    it.each([
      ['delivered', 'SUCCEEDED', undefined],
      ['failed', 'FAILED', 'INVALID_DESTINATION'],
      ['failed', 'FAILED', 'A_NEW_REASON'],
      ['failed', 'COMPLIANCE_REJECTED', undefined],
      ['failed', 'CANCELLED', undefined],
    ])('and says that it is %s: %s %s', async (type, status, code) => {
      const order = await taken(transfer())
      await fake.move(order.reference, status, code)
      expect(await open().find(order)).toMatchObject({ facts: [{ statusChange: { type } }], isOver: true })
    })

    it('and says that it has arrived and come back, where that is all that it hears', async () => {
      const order = await taken(transfer())
      await fake.move(order.reference, 'REVERSED')
      expect(await open().find(order)).toMatchObject({
        facts: [
          { fact: `${order.payment.processorRef}:SUCCEEDED`, statusChange: { type: 'delivered' } },
          { statusChange: { type: 'returned', received: { amountMinor: 12_500_000n } } },
        ],
      })
    })

    it.each(['ACCEPTED', 'REQUESTED', 'PENDING_COMPLIANCE_ASSESSMENT'])(
      'and waits while it is %s',
      async (status) => {
        const order = await taken(transfer())
        await fake.move(order.reference, status)
        expect(await open().find(order)).toMatchObject({ facts: [], isOver: false })
      },
    )

    it.each([
      ['another reference', '"reference_id":"', '"reference_id":"x'],
      ['another bank', '"ID_BCA"', '"ID_BRI"'],
      ['another account', '"1234567890"', '"1234567891"'],
      ['another amount', '"amount":125000', '"amount":12500'],
      ['another currency', '"IDR"', '"PHP"'],
      ['no account', '"account_number"', '"number"'],
    ])('and says nothing where Xendit answers with %s', async (_name, right, wrong) => {
      const order = await taken(transfer())
      await fake.move(order.reference, 'SUCCEEDED')
      wrongly = (_path, answer) => answer.replaceAll(right, wrong)
      expect(await open().find(order)).toMatchObject({ type: 'unclear' })
      expect(await open().accept(transfer())).toMatchObject({ type: 'unclear' })
    })

    it('and says nothing where there are several payouts under its reference, or one that was there is gone', async () => {
      const order = await taken(transfer())
      wrongly = (_path, answer) => {
        const { data } = JSON.parse(answer)
        return JSON.stringify([...data, ...data])
      }
      expect(await open().find(order)).toMatchObject({ type: 'unclear' })
      wrongly = undefined
      expect(await open().find(later(order, 'disb-another'))).toMatchObject({ type: 'unclear' })
      wrongly = () => '[]'
      expect(await open().find(order)).toMatchObject({ type: 'unclear' })
      expect(await open().find(later(order))).toEqual({ type: 'never' })
    })

    it('to wallets by their phone number, in its national form', async () => {
      const request = { accountName: 'Siti Rahma', phoneNumber: '+62 812-3456-789' }
      const order = transfer({ method: 'WALLET_TRANSFER', operator: 'DANA', request })
      expect(await open().accept(order)).toMatchObject({ type: 'accepted' })
      expect(JSON.parse(deps.sent[0]?.body ?? '')).toMatchObject({
        channel_code: 'ID_DANA',
        channel_properties: { account_number: '08123456789' },
      })
    })

    it('to nobody without a name, a number or a bank, and says which', async () => {
      const { accountName, accountNumber } = TO_BCA
      const paths = async (changes: Partial<Payment>) => {
        const answer = await open().accept(transfer(changes))
        return answer.type === 'declined'
          ? (answer.faults?.map(({ path }) => path) ?? answer.reason)
          : answer.type
      }
      expect(await paths({ request: { accountNumber } })).toEqual(['/paymentMethod/account/accountName'])
      expect(await paths({ request: { accountName } })).toEqual(['/paymentMethod/account/accountNumber'])
      const walletOf = { method: 'WALLET_TRANSFER', operator: 'DANA' }
      expect(await paths({ ...walletOf, request: { accountName } })).toEqual(['/paymentMethod/phoneNumber'])
      expect(await paths({ operator: undefined })).toBe('OPERATOR')
      expect(fake.calls).toEqual([])
    })
  })

  it('declines before the create is kept what lacks a bank, a name or a phone number', () => {
    const of = (order: ProviderOrder) => open().check?.(order.payment)
    expect([of(wallet('DANA')), of(transfer())]).toEqual([{ type: 'fine' }, { type: 'fine' }])
    expect(of(wallet('OVO'))).toMatchObject({ faults: [{ path: '/paymentMethod/phoneNumber' }] })
    expect(of(transfer({ operator: undefined }))).toMatchObject({ type: 'declined', reason: 'OPERATOR' })
  })

  describe('takes back', () => {
    it('what is open, and says so only where Xendit has confirmed it', async () => {
      const [payin, payout] = [await taken(wallet('DANA')), await taken(transfer())]
      mishap = 'lose'
      expect(await open().cancel?.(payin)).toBe('later')
      mishap = { status: 503, error: 'CHANNEL_UNAVAILABLE' }
      expect(await open().cancel?.(payout)).toBe('later')
      mishap = undefined
      wrongly = (_path, answer) => answer.replace('"CANCELLED"', '"ACCEPTED"')
      expect(await open().cancel?.(await taken(transfer()))).toBe('later')
      wrongly = undefined
      expect(await open().cancel?.(payout)).toBe('cancelled')
      expect(fake.statusOf(payin.reference)).toBe('payment CANCELED')
    })

    it('nothing that is paid, sent or unknown', async () => {
      const [payin, payout] = [await taken(wallet('DANA')), await taken(transfer())]
      await fake.pay(payin.reference)
      await fake.move(payout.reference, 'REQUESTED')
      expect(await open().cancel?.(payin)).toBe('too-late')
      expect(await open().cancel?.(payout)).toBe('too-late')
      expect(await open().cancel?.(later(payin))).toBe('too-late')
    })
  })

  describe('says of itself', () => {
    it('what is wrong with its key', async () => {
      expect(await open().ping()).toEqual({ ok: true })
      expect(await open({ apiKey: 'xnd_development_wrong' }).ping()).toMatchObject({ ok: false })
      mishap = { status: 403, error: 'REQUEST_FORBIDDEN_ERROR' }
      expect(await open().ping()).toEqual({
        ok: false,
        why: 'the API key lacks the permission Balance: read',
      })
    })

    it('what lies there', async () => {
      expect(await open().balances?.()).toEqual({
        type: 'balances',
        balances: [{ name: 'Cash', money: { currency: 'IDR', amountMinor: 124_123_100n } }],
      })
    })

    it('which banks and wallets it pays out to now, within which limits', async () => {
      const offer = await open().offers?.()
      if (offer?.type !== 'offer') throw new Error('it offers')
      expect(offer.services.filter(({ kind }) => kind === 'payout')).toEqual([
        {
          kind: 'payout',
          paymentMethodCodes: ['BANK_TRANSFER'],
          currencyCodes: ['IDR'],
          paymentOperatorCodes: ['BCA'],
          min: '10000',
          max: '500000000',
        },
        expect.objectContaining({ paymentMethodCodes: ['WALLET_TRANSFER'], max: '20000000' }),
      ])
      mishap = { status: 403, error: 'REQUEST_FORBIDDEN_ERROR' }
      const payins = await open().offers?.()
      expect(payins?.type === 'offer' && payins.services.map(({ kind }) => kind)).toEqual(['payin'])
      mishap = { status: 500, error: 'SERVER_ERROR' }
      expect(await open().offers?.()).toMatchObject({ type: 'unclear' })
    })

    it('by each call its status, and nothing of what was sent', async () => {
      await open().accept(transfer())
      expect(records).toMatchObject([{ operation: 'send', outcome: '200', statusCode: 'ACCEPTED' }])
      const reported = JSON.stringify(records.map(({ payment: _payment, ...rest }) => rest))
      for (const secret of ['1234567890', 'Rahma', XENDIT_SETTINGS.apiKey])
        expect(reported).not.toContain(secret)
    })
  })
})

describe('a channel of payouts', () => {
  const thailand = { country: 'TH', set: new Map<string, string>() } as const
  const named = (code: string, name: string, place: Parameters<typeof operatorsOf>[0] = thailand) =>
    operatorsOf(place, 'BANK_TRANSFER', { code, name })

  it('is for the bank by whose name Xendit calls it, and for no other', () => {
    expect(named('TH_KKB', 'Kasikornbank')).toEqual(['004'])
    expect(named('TH_KNB', 'Kiatnakin Phatra Bank')).toEqual(['069'])
    expect(named('TH_KKB', 'Kiatnakin Phatra Bank')).toEqual([])
    expect(named('TH_NEW', 'Kasikornbank')).toEqual([])
  })

  it('is that which an operator has set, instead of what the table has', () => {
    const set = readSetChannels('004=TH_KBANK, 069=TH_KKP')
    if (!set) throw new Error('it is read')
    expect(named('TH_KBANK', 'any name', { country: 'TH', set })).toEqual(['004'])
    expect(named('TH_KKB', 'Kasikornbank', { country: 'TH', set })).toEqual([])
  })

  it.each(['', '004', '004=kbank', '004=TH_A,004=TH_B', 'a b=TH_A'])('is not set by %o', (text) => {
    expect(readSetChannels(text)).toBeUndefined()
  })

  it('of Vietnam, of which no list was found, is served only where code and name are the bank’s own', () => {
    const channel = (channel_code: string, channel_name: string) => ({
      ...{ channel_code, channel_name },
      channel_category: 'BANK',
      currency: 'VND',
    })
    const vietnam = { country: 'VN', set: new Map<string, string>() } as const
    const reported = [channel('VN_VCB', 'Vietcombank'), channel('VN_ACB', 'Somebody Else')]
    const payouts = offerOf(vietnam, reported).services.filter(({ kind }) => kind === 'payout')
    expect(payouts.flatMap(({ paymentOperatorCodes }) => paymentOperatorCodes)).toEqual(['VCB'])
  })

  it('and each of payins is for an operator that the catalogue has', () => {
    const known = new Set(Object.values(OPERATOR_LISTS).flatMap((list) => list.map(({ code }) => code)))
    for (const country of COUNTRIES)
      for (const { byOperator } of payinsOf(country))
        for (const operator of Object.keys(byOperator)) expect(known).toContain(operator)
  })
})

describe('a notification of Xendit’s', () => {
  const reference = '01a1fd1e8c00744382cd1a47ec1330af'
  const body = Buffer.from(JSON.stringify({ event: 'payment.capture', data: { reference_id: reference } }))
  const read = (token: string | string[] | undefined) =>
    referencesIn({ path: '', headers: { 'x-callback-token': token }, body }, 'the-token')

  it('names its payment where the account’s token stands in it', () => {
    expect(read('the-token')).toEqual([reference])
  })

  it.each([undefined, '', 'the-toke', 'the-token ', ['the-token', 'the-token']])(
    'says nothing with the token %o',
    (shown) => {
      expect(read(shown)).toEqual([])
    },
  )
})

describe('the settings of an account with Xendit', () => {
  it.each([
    ['xnd_production_1', true, 1],
    ['xnd_development_1', false, 1],
    ['xnd_development_1', true, 0],
    ['xnd_production_1', false, 0],
  ])('take the key %s in an account for tests %o with %i faults', (apiKey, isTest, faults) => {
    expect(xendit.faults?.({ ...XENDIT_SETTINGS, apiKey }, isTest)).toHaveLength(faults)
  })

  it.each([
    'http://shop.example/thanks',
    'https://',
    `https://shop.example/${'a'.repeat(255)}`,
    'shop.example',
  ])('take no page to come back to that Xendit would refuse: %s', (text) => {
    const setting = xendit.settings.find(({ name }) => name === 'returnUrl')
    expect(setting?.check(text)).toBeDefined()
  })
})
