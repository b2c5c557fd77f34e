/** Money: exact amounts, fees fixed at the create, and what makes a repeated request the same. */
import { succeed } from '@sluice/core/foundation/result.ts'
import { changeMerchant } from '@sluice/gateway/merchants/store.ts'
import { describe, expect, it } from 'vitest'
import { onEngines } from '../setup/engine.ts'
import {
  balanceOf,
  createBody,
  credit,
  exampleFor,
  expectProblem,
  faultPaths,
  newId,
  thb,
  thbPayout,
  useApi,
} from './api.fixture.ts'

onEngines(['postgres', 'disk'], () => {
  const api = useApi()

  const AMOUNT = '/paymentRequested/money/amount'

  /** A create whose amount stands in the JSON exactly as written here. */
  function raw(object: string, currencyCode: string, amount: string): string {
    const body = createBody(exampleFor(object, currencyCode))
    const money = { ...body.paymentRequested.money, amount: '@' }
    return JSON.stringify({ ...body, paymentRequested: { money } }).replace('"@"', amount)
  }

  const METHODS: Readonly<Record<string, string>> = {
    IDR: 'QrisPayMethod',
    COP: 'PseMethod',
    LAK: 'OfflineMethod',
    TWD: 'CodePaymentMethod',
    KES: 'MobileMoneyMethod',
    TZS: 'MobileMoneyMethod',
    JPY: 'OfflineMethod',
    KRW: 'VaPayMethod',
    VND: 'VietQRMethod',
    THB: 'PromptPayMethod',
    INR: 'UpiQRMethod',
    USDC: 'CryptoOfflineMethod',
  }

  const post = (currencyCode: string, amount: string) =>
    api().shop.postRaw(`/payins/${newId()}`, raw(METHODS[currencyCode] ?? '', currencyCode, amount))

  describe('decimals of an amount', () => {
    it.each([
      ['IDR', '50000.5'],
      ['COP', '80000.01'],
      ['LAK', '250000.5'],
      ['TWD', '680.5'],
      ['KES', '1500.5'],
      ['TZS', '25000.5'],
      ['JPY', '9800.5'],
      ['KRW', '30000.1'],
      ['VND', '150000.1'],
      ['THB', '500.255'],
      ['INR', '1499.001'],
      ['USDC', '25.1234567'],
    ])('%s %s has too many', async (currencyCode, amount) => {
      const answer = await post(currencyCode, amount)
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toEqual([AMOUNT])
    })

    it.each([
      ['IDR', '50000.0', '50000'],
      ['COP', '80000.00', '80000'],
      ['LAK', '250000.000', '250000'],
      ['TWD', '680.0', '680'],
      ['KES', '1500.00', '1500'],
      ['TZS', '25000.0', '25000'],
      ['JPY', '9800.00', '9800'],
      ['VND', '1.5e5', '150000'],
      ['THB', '500.250', '500.25'],
      ['THB', '500.10', '500.1'],
      ['THB', '1e3', '1000'],
      ['USDC', '25.123456', '25.123456'],
      ['USDC', '25.100000', '25.1'],
    ])('%s %s is judged by value, and written as %s', async (currencyCode, amount, written) => {
      const answer = await post(currencyCode, amount)
      expect(`${answer.status} ${answer.text}`).toMatch(/^201 /)
      const numbers = [...answer.text.matchAll(/"money":\{"amount":([^,]+),/g)].map(([, text]) => text)
      expect(numbers).toEqual([written, written])
    })

    it('a payout is held to the same', async () => {
      const { gateway, shop } = api()
      await credit(gateway, shop, 'IDR', 10n ** 10n)
      const answer = await shop.postRaw(`/payouts/${newId()}`, raw('WalletTransferMethod', 'IDR', '125000.5'))
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(faultPaths(answer)).toEqual([AMOUNT])
    })
  })

  describe('numbers on the wire', () => {
    it('are the shortest exact numbers, beyond what a double could write', async () => {
      const { gateway, newShop } = api()
      const shop = await newShop()
      await credit(gateway, shop, 'USDC', 1n)
      expect((await shop.get('/balances?currencies=USDC')).text).toContain('"amount":0.000001,')
      await credit(gateway, shop, 'USDC', 9_007_199_254_740_993n)
      expect((await shop.get('/balances?currencies=USDC')).text).toContain('"amount":9007199254.740994,')
      await credit(gateway, shop, 'IDR', 1_234_567_890_123_456_700n)
      expect((await shop.get('/balances?currencies=IDR')).text).toContain('"amount":12345678901234567,')
    })

    it('JPY balances have no decimals, IDR balances have two', async () => {
      const { gateway, newShop } = api()
      const shop = await newShop()
      await credit(gateway, shop, 'JPY', 105n)
      await credit(gateway, shop, 'IDR', 105n)
      const { text } = await shop.get('/balances?currencies=JPY,IDR')
      expect(text).toContain('"available":{"amount":105,"currencyCode":"JPY"}')
      expect(text).toContain('"available":{"amount":1.05,"currencyCode":"IDR"}')
    })
  })

  describe('fee and VAT', () => {
    const product = (fee: object, vatRate: string) => [
      { code: 'PROMPTPAY', currency: 'THB', fee, vatRate },
      { code: 'BANK_TRANSFER', currency: 'THB', fee, vatRate },
    ]

    it.each([
      ['percent', { percent: '1.6' }, '0', 500.25, 8, undefined],
      ['rounded half up', { percent: '1' }, '0', 150.5, 1.51, undefined],
      ['percent and fixed', { percent: '1', fixed: '2.5' }, '0', 100, 3.5, undefined],
      ['at least the minimum', { percent: '1', min: '10' }, '0', 100, 10, undefined],
      ['at most the cap', { percent: '5', cap: '3' }, '0', 100, 3, undefined],
      ['VAT on the rounded fee', { percent: '1' }, '0.07', 150.5, 1.51, 0.11],
      ['VAT of 7 %', { fixed: '10' }, '0.07', 100, 10, 0.7],
      ['none', { percent: '0' }, '0.07', 100, 0, undefined],
    ])('%s: %j and VAT %s of %d → %d and %s', async (_what, fee, vatRate, amount, charged, vat) => {
      const { gateway, newShop } = api()
      const shop = await newShop({ products: product(fee, vatRate) })
      const id = newId()
      const { body } = await shop.post(`/payins/${id}`, thb(amount))
      expect(body.fee).toEqual({ amount: charged, currencyCode: 'THB' })
      expect(body.paymentMethodResponse?.vat).toEqual(
        vat === undefined ? undefined : { amount: vat, currencyCode: 'THB' },
      )
      expect(await balanceOf(shop, 'THB')).toMatchObject({ available: 0, pending: amount })
      await gateway.advance(3_000)
      const left = Math.round((amount - charged - (vat ?? 0)) * 100) / 100
      expect(await balanceOf(shop, 'THB')).toEqual({ available: left, pending: 0, reserved: 0 })
    })

    it('are fixed at the create: a new price changes nothing of an accepted payment', async () => {
      const { gateway, newShop, database } = api()
      const shop = await newShop({ products: product({ percent: '1' }, '0.07') })
      const id = newId()
      const { body } = await shop.post(`/payins/${id}`, thb(1_000))
      const { deps } = gateway
      const audit = {
        id: deps.randomness.uuidV7(deps.clock.now()),
        at: deps.clock.now(),
        operator: 'test',
        action: 'merchant.change',
        subject: shop.code,
        detail: {},
      }
      await changeMerchant(database, shop.code, audit, ({ merchant }) =>
        succeed({ merchant: { ...merchant, products: product({ percent: '50' }, '0.5') } }),
      )
      await gateway.advance(3_000)
      const after = (await shop.get(`/payins/${id}`)).body
      expect(after.fee).toEqual(body.fee)
      expect(after.paymentMethodResponse?.vat).toEqual(body.paymentMethodResponse?.vat)
      expect((await balanceOf(shop, 'THB')).available).toBe(989.3)
      const next = await shop.post(`/payins/${newId()}`, thb(1_000))
      expect(next.body.fee).toEqual({ amount: 500, currencyCode: 'THB' })
    })

    it('where they reach the amount: 422 AMOUNT_OUT_OF_RANGE', async () => {
      const shop = await api().newShop({ products: product({ fixed: '93.46' }, '0.07') })
      expectProblem(await shop.post(`/payins/${newId()}`, thb(100)), 422, 'AMOUNT_OUT_OF_RANGE')
      const free = await api().newShop({ products: product({ fixed: '93.45' }, '0.07') })
      expect((await free.post(`/payins/${newId()}`, thb(100))).status).toBe(201)
    })

    it.each([901, 902, 906])('a payin of %i that ends without money costs nothing', async (amount) => {
      const { gateway, newShop } = api()
      const shop = await newShop()
      await shop.post(`/payins/${newId()}`, thb(amount))
      await gateway.advance(12_000)
      expect(await balanceOf(shop, 'THB')).toEqual({ available: 0, pending: 0, reserved: 0 })
    })

    it('a payout needs its amount with fee and VAT, to the last satang', async () => {
      const { gateway, newShop } = api()
      const shop = await newShop({ products: product({ fixed: '10' }, '0.07') })
      await credit(gateway, shop, 'THB', 11_069n)
      expectProblem(await shop.post(`/payouts/${newId()}`, thbPayout(100)), 422, 'INSUFFICIENT_BALANCE')
      await credit(gateway, shop, 'THB', 1n)
      expect((await shop.post(`/payouts/${newId()}`, thbPayout(100))).status).toBe(201)
      expect(await balanceOf(shop, 'THB')).toEqual({ available: 0, pending: 0, reserved: 110.7 })
      await gateway.advance(3_000)
      expect(await balanceOf(shop, 'THB')).toEqual({ available: 0, pending: 0, reserved: 0 })
    })

    it('of two payouts that the balance covers only once, one is accepted', async () => {
      const { gateway, newShop } = api()
      const shop = await newShop({ products: product({ fixed: '10' }, '0') })
      await credit(gateway, shop, 'THB', 15_000n)
      const answers = await Promise.all(
        [newId(), newId(), newId()].map((id) => shop.post(`/payouts/${id}`, thbPayout(100))),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    })
  })

  describe('moneyRequired', () => {
    it('DUITNOW always carries it, and the full order amount is credited less fee and VAT', async () => {
      const { gateway, newShop } = api()
      const products = [{ code: 'DUITNOW', currency: 'MYR', fee: { percent: '0' } }]
      const shop = await newShop({ products })
      const id = newId()
      const { body } = await shop.post(`/payins/${id}`, createBody(exampleFor('DuitNowMethod', 'MYR')))
      expect(body.paymentMethodResponse?.moneyRequired).toEqual({
        amount: expect.any(Number),
        currencyCode: 'MYR',
      })
      await gateway.advance(3_000)
      expect((await balanceOf(shop, 'MYR')).available).toBe(25)
    })
  })

  describe('sameRequest: whether the repeated request meant the same', () => {
    const FIRST = {
      paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        account: { accountNumber: '1234567890', accountName: 'Somchai' },
        emailAddress: 'a@example.com',
      },
      callbackUrl: 'http://127.0.0.1:9/callbacks',
      returnUrl: 'https://shop.example/back',
    }
    const text = JSON.stringify(FIRST)

    it.each<[string, string, boolean]>([
      ['the very same', text, true],
      ['white space', JSON.stringify(FIRST, null, 2), true],
      ['100.0', text.replace('100', '100.0'), true],
      ['1e2', text.replace('100', '1e2'), true],
      ['another order of keys', JSON.stringify(Object.fromEntries(Object.entries(FIRST).reverse())), true],
      ['a property nobody knows', text.replace('{', '{"note":"again",'), true],
      ['an escape', text.replace('Somchai', '\\u0053omchai'), true],
      [
        'the account number at the top, too',
        text.replace('"emailAddress"', '"accountNumber":"1234567890","emailAddress"'),
        true,
      ],
      ['another amount', text.replace('100', '100.01'), false],
      ['another account', text.replace('1234567890', '1234567891'), false],
      ['another name', text.replace('Somchai', 'Somsak'), false],
      ['another e-mail address', text.replace('a@example.com', 'b@example.com'), false],
      ['another callbackUrl', text.replace('/callbacks', '/elsewhere'), false],
      ['another returnUrl', text.replace('/back', '/home'), false],
      ['no returnUrl', text.replace(',"returnUrl":"https://shop.example/back"', ''), false],
      ['another method', text.replace('PROMPTPAY', 'ONLINE'), false],
      ['an operator', text.replace('"account"', '"paymentOperatorCode":"SCB","account"'), false],
      ['a broken rule', text.replace('100', '-1'), false],
    ])('%s', async (_what, again, same) => {
      const { shop } = api()
      const id = newId()
      expect((await shop.postRaw(`/payins/${id}`, text)).status).toBe(201)
      const answer = await shop.postRaw(`/payins/${id}`, again)
      expectProblem(answer, 409, 'ALREADY_EXISTS')
      expect([answer.body.idPayin, answer.body.sameRequest]).toEqual([id, same])
    })

    it('holds whatever became of the payment', async () => {
      const { gateway, shop } = api()
      const id = newId()
      await shop.post(`/payins/${id}`, thb(901))
      await gateway.advance(12_000)
      const answer = await shop.post(`/payins/${id}`, thb(901))
      expectProblem(answer, 409, 'ALREADY_EXISTS')
      expect(answer.body.sameRequest).toBe(true)
    })

    it('of creates at once with one ID exactly one is accepted', async () => {
      const { shop } = api()
      const id = newId()
      const answers = await Promise.all(Array.from({ length: 8 }, () => shop.post(`/payins/${id}`, thb())))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
      for (const answer of answers) {
        if (answer.status === 409) expect(answer.body.sameRequest).toBe(true)
      }
    })
  })
})
