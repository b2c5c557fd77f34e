/** The interface's tables of payouts, row by row. */
import { CURRENCIES } from '@sluice/core/catalogue/currencies.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  balanceOf,
  createBody,
  credit,
  exampleFor,
  expectProblem,
  newId,
  type Shop,
  thbPayout,
  useApi,
} from '../api.fixture.ts'

const api = useApi()

const FIAT = CURRENCIES.filter(({ kind }) => kind === 'FIAT').map(({ code }) => String(code))
const CASES = [
  ['BANK_TRANSFER', 'BankTransferMethod', FIAT],
  ['WALLET_TRANSFER', 'WalletTransferMethod', ['GHS', 'KES', 'TZS', 'ZMW', 'IDR', 'PHP', 'VND']],
  ['EMAIL_TRANSFER', 'EmailTransferMethod', ['BRL']],
  ['PHONE_NUMBER_TRANSFER', 'PhoneNumberTransferMethod', ['BRL']],
  ['RANDOM_KEY_TRANSFER', 'RandomKeyTransferMethod', ['BRL']],
  ['TAX_PAYER_ID_TRANSFER', 'TaxPayerIdTransferMethod', ['BRL']],
] as const

/** For payments that still wait when their test is over: in the balances of `api().shop` nothing waits when a test begins. */
let busy: Shop

beforeAll(async () => {
  for (const { code } of CURRENCIES) {
    await credit(api().gateway, api().shop, code, 10n ** 11n)
  }
  busy = await api().newShop()
  for (const code of ['PHP', 'THB']) await credit(api().gateway, busy, code, 10n ** 11n)
})

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const millionths = (amount: unknown): number => Math.round(Number(amount) * 1e6)

describe('payout methods', () => {
  it.each(
    CASES.flatMap(([code, object, currencies]) => currencies.map((each) => [code, object, each] as const)),
  )('%s by %s in %s', async (code, object, currencyCode) => {
    const { gateway, shop } = api()
    const example = exampleFor(object, currencyCode)
    const id = newId()
    const before = await balanceOf(shop, currencyCode)

    const created = await shop.post(`/payouts/${id}`, createBody(example))
    expect(`${created.status} ${created.text}`).toMatch(/^201 /)
    expect(created.headers.location).toBe(`/payouts/${id}`)
    expect(created.body).toEqual({
      paymentRequested: { money: example.money },
      process: { status: 'PENDING', createdAt: INSTANT, isTest: true, processorStatus: expect.any(String) },
      fee: { amount: expect.any(Number), currencyCode },
      paymentMethodResponse: expect.objectContaining({ paymentMethodCode: code, idPayout: id }),
    })
    const { fee, paymentMethodResponse } = created.body
    const cost =
      millionths(example.money.amount) +
      millionths(fee?.amount) +
      millionths(paymentMethodResponse?.vat?.amount ?? 0)
    const during = await balanceOf(shop, currencyCode)
    expect(millionths(before.available) - millionths(during.available)).toBe(cost)
    expect(millionths(during.reserved)).toBe(cost)

    await gateway.advance(3_000)
    const { body: read } = await shop.get(`/payouts/${id}`)
    expect(read).toMatchObject({
      paymentRequested: { money: example.money },
      process: { status: 'SUCCESS', createdAt: INSTANT, processedAt: INSTANT, isTest: true },
      fee: { ...fee },
      paymentMethodResponse: { ...paymentMethodResponse },
    })
    expect(await balanceOf(shop, currencyCode)).toEqual({ ...during, reserved: 0 })
  })
})

describe('a payout that the balance does not cover', () => {
  it('is told how much is missing: the amount with fee and VAT, less what is available', async () => {
    const poor = await api().newShop({
      products: [{ code: 'BANK_TRANSFER', currency: 'THB', fee: { fixed: '10' }, vatRate: '0.07' }],
    })
    await credit(api().gateway, poor, 'THB', 10_025n)
    const answer = await poor.post(`/payouts/${newId()}`, thbPayout(100.5))
    expectProblem(answer, 422, 'INSUFFICIENT_BALANCE')
    expect(answer.body.missing).toEqual({ amount: 10.95, currencyCode: 'THB' })
    expect(answer.body.detail).toContain('10.95 THB')
  })

  it('is one of the sandbox where its amount ends in 912, whatever the balance; nothing is stored', async () => {
    const id = newId()
    const rich = await api().newShop()
    await credit(api().gateway, rich, 'THB', 10n ** 9n)
    const answer = await rich.post(`/payouts/${id}`, thbPayout(912))
    expectProblem(answer, 422, 'INSUFFICIENT_BALANCE')
    expect(Number(answer.body.missing?.amount)).toBeGreaterThan(912)
    expect((await rich.post(`/payouts/${id}`, thbPayout(100))).status).toBe(201)
  })
})

describe('a payout by WALLET_TRANSFER', () => {
  const send = (currencyCode: string, fields: object) =>
    busy.post(`/payouts/${newId()}`, {
      paymentRequested: { money: { amount: currencyCode === 'PHP' ? 100 : 50_000, currencyCode } },
      paymentMethod: { paymentMethodCode: 'WALLET_TRANSFER', account: { accountName: 'Ann' }, ...fields },
    })

  it.each(['TZS', 'IDR', 'PHP', 'VND'])('to nobody in %s is refused', async (currencyCode) => {
    for (const fields of [{}, { emailAddress: 'a@example.com' }, { phoneNumber: null }]) {
      const answer = await send(currencyCode, fields)
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(answer.body.errors).toMatchObject([{ path: '/paymentMethod/phoneNumber', code: 'REQUIRED' }])
    }
  })

  it.each([
    ['by its number', { phoneNumber: '0171234' }],
    ['by its account', { account: { accountName: 'Ann', accountNumber: '4711' } }],
    ['by its account at the top', { accountNumber: '4711' }],
  ])('to a wallet %s is taken', async (_how, fields) => {
    expect((await send('PHP', fields)).status).toBe(201)
  })
})

describe('payout status', () => {
  it.each([
    [901, 'REFUSED', undefined],
    [902, 'FAILED', 'ACCOUNT_INVALID'],
  ])('a payout of %i is %s and gives its money back', async (amount, status, failureReasonCode) => {
    const { gateway, shop } = api()
    const id = newId()
    const before = await balanceOf(shop, 'THB')
    await shop.post(`/payouts/${id}`, thbPayout(amount))
    await gateway.advance(3_000)
    const { body } = await shop.get(`/payouts/${id}`)
    expect(body.process).toMatchObject({ status, processedAt: INSTANT })
    expect(body.failureReasonCode).toBe(failureReasonCode)
    expect(await balanceOf(shop, 'THB')).toEqual(before)
  })

  it.each([
    [907, ['PENDING', 'PENDING']],
    [909, ['PENDING', 'SUCCESS']],
    [911, ['NEW', 'SUCCESS']],
  ])('a payout of %i goes through %j', async (amount, statuses) => {
    const { gateway } = api()
    const id = newId()
    const { body } = await busy.post(`/payouts/${id}`, thbPayout(amount))
    await gateway.advance(12_000)
    const later = await busy.get(`/payouts/${id}`)
    expect([body.process?.status, later.body.process?.status]).toEqual(statuses)
  })

  it('one callback follows when it is final, and none before', async () => {
    const { gateway } = api()
    const id = newId()
    const about = () => gateway.deps.sent.filter(({ body }) => body?.includes(`"${id}"`))
    await busy.post(`/payouts/${id}`, thbPayout())
    await gateway.advance(2_000)
    expect(about()).toHaveLength(0)
    await gateway.advance(2_000)
    expect(about().map(({ url, body }) => [url, JSON.parse(body ?? '')])).toEqual([
      [
        'http://127.0.0.1:9/callbacks',
        {
          type: 'payout.status_changed',
          timestamp: INSTANT,
          data: { idPayout: id, merchantCode: busy.code, sequence: 1 },
        },
      ],
    ])
  })

  it('too little balance is 422 and keeps nothing', async () => {
    const { newShop } = api()
    const poor = await newShop()
    const id = newId()
    expectProblem(await poor.post(`/payouts/${id}`, thbPayout()), 422, 'INSUFFICIENT_BALANCE')
    expectProblem(await poor.get(`/payouts/${id}`), 404, 'NOT_FOUND')
  })

  it('a payin and a payout may share an ID', async () => {
    const id = newId()
    expect((await busy.post(`/payouts/${id}`, thbPayout())).status).toBe(201)
    const payin = createBody(exampleFor('PromptPayMethod', 'THB'))
    expect((await busy.post(`/payins/${id}`, payin)).status).toBe(201)
  })
})
