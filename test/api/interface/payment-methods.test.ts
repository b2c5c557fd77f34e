/**
 * The interface's table of payment methods (payins), row by row and currency by currency: each is created from the catalogue's
 * example, completed as the row says, and credited.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../harness.ts'
import {
  balanceOf,
  createBody,
  exampleFor,
  expectProblem,
  faultPaths,
  newId,
  type Shop,
  useApi,
} from '../api.fixture.ts'

const api = useApi()

/** Code, currencies, request object, external reference: the columns of the table, in its order. */
const ROWS = [
  ['ABSA_PAY', 'ZAR', 'AbsaPayMethod', 'not required'],
  ['CAPITEC_PAY', 'ZAR', 'CapitecPayMethod', 'not required'],
  ['CODE_PAYMENT', 'TWD', 'CodePaymentMethod', 'not required'],
  ['CRYPTO_OFFLINE', 'USDC, USDT', 'CryptoOfflineMethod', 'not required'],
  ['DUITNOW', 'MYR', 'DuitNowMethod', 'not required'],
  ['EWALLET', 'IDR', 'EWalletMethod', 'not required'],
  ['FNB_DIRECT_EFT', 'ZAR', 'FnbDirectEFTMethod', 'not required'],
  ['FPX', 'MYR', 'FpxMethod', 'not required'],
  ['P2A_V2', 'INR', 'IMPSMethod', 'required'],
  ['ONLINE', 'INR, THB, MYR, NAD, VND, ZAR', 'OnlineMethod', 'not required'],
  ['MOBILE_MONEY', 'GHS, KES, TZS, ZMW', 'MobileMoneyMethod', 'not required'],
  ['MOMOPAY', 'VND', 'MomoPayMethod', 'not required'],
  ['NEDBANK_DIRECT_EFT', 'ZAR', 'NedbankDirectEFTMethod', 'not required'],
  ['NETBANKING', 'INR', 'NetBankingMethod', 'not required'],
  ['OFFLINE', 'ARS, CNY, JPY, KRW, LAK, MXN, NAD, NGN, PHP, THB, VND, ZAR', 'OfflineMethod', 'not required'],
  ['PAY_ME', 'ZAR', 'PayMeMethod', 'not required'],
  ['PAYSHAP', 'ZAR', 'PayShapMethod', 'not required'],
  ['P2A_V2', 'INR', 'P2AV2Method', 'required'],
  ['PIXQR', 'BRL', 'PixQRMethod', 'not required'],
  ['PROMPTPAY', 'THB', 'PromptPayMethod', 'not required'],
  ['PSE', 'COP', 'PseMethod', 'not required'],
  ['QRISPAY', 'IDR', 'QrisPayMethod', 'not required'],
  ['QRPH', 'PHP', 'QRPhMethod', 'not required'],
  ['UPICOLLECT', 'INR', 'UpiCollectMethod', 'not required when the customer UPI ID is provided'],
  ['UPIQR', 'INR', 'UpiQRMethod', 'not required when the customer UPI ID is provided'],
  ['VAPAY', 'IDR, KRW, TWD', 'VaPayMethod', 'not required'],
  ['VIETQR', 'VND', 'VietQRMethod', 'not required'],
  ['ZAPPER_QR', 'ZAR', 'ZapperQrMethod', 'not required'],
] as const

const CASES = ROWS.flatMap(([code, currencies, object, need]) =>
  currencies.split(', ').map((currencyCode) => [code, currencyCode, object, need] as const),
)

/** What each customer gets on with, beyond what every response has. */
const REDIRECTED = ['FNB_DIRECT_EFT', 'FPX', 'ONLINE', 'NEDBANK_DIRECT_EFT', 'NETBANKING']

let references = 100_000_000_000
const newReference = (): string => String(++references)

const statusOf = async (shop: Shop, id: string): Promise<unknown> =>
  (await shop.get(`/payins/${id}`)).body.process?.status

const setReferenceOf = (shop: Shop, id: string, reference: unknown) =>
  shop.post(`/payins/${id}/!setExternalReference`, { externalReference: { reference } })

const millionths = (amount: unknown): number => Math.round(Number(amount) * 1e6)
const amountOf = (money: Json | undefined): number => millionths(money?.amount ?? 0)

describe('payment methods (payins)', () => {
  it('has 28 rows', () => {
    expect(ROWS).toHaveLength(28)
  })

  it.each(CASES)('%s in %s by %s, external reference %s', async (code, currencyCode, object, need) => {
    const { gateway, shop } = api()
    const example = exampleFor(object, currencyCode)
    const id = newId()
    const before = await balanceOf(shop, currencyCode)

    const created = await shop.post(`/payins/${id}`, createBody(example))
    expect(`${created.status} ${created.text}`).toMatch(/^201 /)
    const { paymentRequested, paymentMethodResponse, process, fee } = created.body
    expect(paymentRequested).toEqual({ money: example.money })
    expect(paymentMethodResponse).toMatchObject({
      idPayin: id,
      paymentMethodCode: code,
      money: example.money,
      reference: expect.stringMatching(/^[A-Z0-9]{12,25}$/),
      expireAt: process?.expireAt,
    })
    expect(process).toMatchObject({ status: 'PENDING', isTest: true })
    if (REDIRECTED.includes(code)) {
      expect(paymentMethodResponse?.redirectUrl).toMatch(/^https?:\/\//)
    }
    expect(await balanceOf(shop, currencyCode)).toEqual({ ...before, pending: example.money.amount })

    await gateway.advance(3_000)
    if (need !== 'not required') {
      expect(await statusOf(shop, id)).toBe('PENDING')
      expect((await setReferenceOf(shop, id, newReference())).status).toBe(200)
      expect(await statusOf(shop, id)).toBe('PENDING')
      await gateway.advance(3_000)
    }
    expect(await statusOf(shop, id)).toBe('SUCCESS')
    const after = await balanceOf(shop, currencyCode)
    expect(after).toMatchObject({ pending: 0, reserved: 0 })
    expect(millionths(after.available) - millionths(before.available)).toBe(
      millionths(example.money.amount) - amountOf(fee) - amountOf(paymentMethodResponse?.vat),
    )
  })
})

describe('external reference', () => {
  /** Leaves payins that still wait, which no balance above may show. */
  let shop: Shop
  beforeAll(async () => {
    shop = await api().newShop()
  })
  const setReference = (id: string, reference: unknown) => setReferenceOf(shop, id, reference)

  it.each([['UPICOLLECT', 'UpiCollectMethod'] as const, ['UPIQR', 'UpiQRMethod'] as const])(
    '%s needs none when the customer UPI ID is provided',
    async (_code, object) => {
      const { gateway } = api()
      const id = newId()
      const body = createBody(exampleFor(object, 'INR'))
      const account = { accountNumber: 'test.user@okhdfcbank' }
      await shop.post(`/payins/${id}`, { ...body, paymentMethod: { ...body.paymentMethod, account } })
      await gateway.advance(3_000)
      expect(await statusOf(shop, id)).toBe('SUCCESS')
    },
  )

  it.each([
    '12345678901',
    '1234567890123',
    '12345678901a',
    ' 123456789012',
    '１２３４５６７８９０１２',
    123456789012,
    null,
    '',
    undefined,
  ])('is exactly 12 digits: %j is refused', async (reference) => {
    const id = newId()
    await shop.post(`/payins/${id}`, createBody(exampleFor('P2AV2Method', 'INR')))
    const answer = await setReference(id, reference)
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(faultPaths(answer)).toEqual(['/externalReference/reference'])
  })

  it('is shown once the customer supplied it, and the same again is fine', async () => {
    const id = newId()
    const created = await shop.post(`/payins/${id}`, createBody(exampleFor('P2AV2Method', 'INR')))
    expect(created.body.paymentMethodResponse).not.toHaveProperty('externalReference')
    const reference = newReference()
    const set = await setReference(id, reference)
    expect(set.body).toMatchObject({ paymentMethodResponse: { externalReference: { reference } } })
    expect((await setReference(id, reference)).status).toBe(200)
  })

  it('may be corrected three times', async () => {
    const id = newId()
    await shop.post(`/payins/${id}`, createBody(exampleFor('IMPSMethod', 'INR')))
    for (let time = 0; time < 4; time++) expect((await setReference(id, newReference())).status).toBe(200)
    expectProblem(await setReference(id, newReference()), 409, 'INVALID_STATE')
  })

  it('of another payin of the merchant is a conflict; another merchant may claim the same', async () => {
    const { newShop } = api()
    const reference = newReference()
    const [first, second] = [newId(), newId()]
    for (const id of [first, second])
      await shop.post(`/payins/${id}`, createBody(exampleFor('IMPSMethod', 'INR')))
    await setReference(first, reference)
    expectProblem(await setReference(second, reference), 409, 'EXTERNAL_REFERENCE_CONFLICT')
    const other = await newShop()
    await other.post(`/payins/${second}`, createBody(exampleFor('IMPSMethod', 'INR')))
    const claimed = await other.post(`/payins/${second}/!setExternalReference`, {
      externalReference: { reference },
    })
    expect(claimed.status).toBe(200)
  })

  it('cannot be set when the payin has ended', async () => {
    const { gateway } = api()
    const id = newId()
    const example = exampleFor('IMPSMethod', 'INR')
    await shop.post(`/payins/${id}`, {
      ...createBody(example),
      paymentRequested: { money: { amount: 901, currencyCode: 'INR' } },
    })
    await gateway.advance(3_000)
    expect(await statusOf(shop, id)).toBe('REFUSED')
    expectProblem(await setReference(id, newReference()), 409, 'INVALID_STATE')
  })

  it('is refused for a method that takes none', async () => {
    const id = newId()
    await shop.post(`/payins/${id}`, createBody(exampleFor('PromptPayMethod', 'THB')))
    expectProblem(await setReference(id, newReference()), 400, 'VALIDATION_FAILED')
  })

  it('of a payin that does not exist: 404', async () => {
    expectProblem(await setReference('nobody', newReference()), 404, 'NOT_FOUND')
  })
})
