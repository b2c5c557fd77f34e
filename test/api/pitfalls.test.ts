/**
 * What real rails do to those who have not met them before, as far as a request shows it. Where the other pitfalls are
 * proven stands in `docs/operators/rails.md`.
 */
import { scripted } from '@sluice/gateway/processing/processors.fixture.ts'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness.ts'
import { createBody, exampleFor, expectProblem, newId, type Shop, useApi } from './api.fixture.ts'

/** The bank whose online banking is down right now: its processor says so from memory. */
const OFFLINE_BANK = 'ABMB0212'

const api = useApi({
  settings: {
    processors: () => [
      scripted('test-fpx', {
        serves: ({ operator }) =>
          operator === OFFLINE_BANK
            ? { type: 'declined', reason: 'OPERATOR', detail: 'the bank is offline' }
            : { type: 'serves' },
      }),
    ],
  },
})

const createPayin = async (
  object: string,
  currency: string,
  changes: { readonly amount?: unknown; readonly operator?: string; readonly more?: object },
  shop: Shop = api().shop,
): Promise<{ id: string; answer: Answer }> => {
  const body = createBody(exampleFor(object, currency))
  const id = newId()
  const answer = await shop.post(`/payins/${id}`, {
    ...body,
    paymentRequested: {
      money: {
        ...body.paymentRequested.money,
        ...(changes.amount !== undefined && { amount: changes.amount }),
      },
    },
    paymentMethod: {
      ...body.paymentMethod,
      ...(changes.operator !== undefined && { paymentOperatorCode: changes.operator }),
      ...changes.more,
    },
  })
  return { id, answer }
}

const statusOf = async (id: string): Promise<unknown> =>
  (await api().shop.get(`/payins/${id}`)).body.process?.status

describe('1: the payer comes back before the news', () => {
  it('having been at the page proves nothing', async () => {
    const { id, answer } = await createPayin('OnlineMethod', 'THB', { amount: 500_907 })
    const page = new URL(String(answer.body.paymentMethodResponse?.redirectUrl))
    // The page itself is served where it is built; here it is only known that it is there.
    expect((await api().gateway.request('GET', page.pathname)).status).not.toBe(404)
    await api().gateway.advance(60_000)
    expect(await statusOf(id)).toBe('PENDING')
  })
})

describe('2: the number of a transfer', () => {
  const set = (id: string, reference: string) =>
    api().shop.post(`/payins/${id}/!setExternalReference`, { externalReference: { reference } })

  it('has twelve digits, neither eleven nor thirteen', async () => {
    const { id } = await createPayin('P2AV2Method', 'INR', {})
    for (const reference of ['63250412345', '6325041234567']) {
      const answer = await set(id, reference)
      expectProblem(answer, 400, 'VALIDATION_FAILED')
      expect(answer.body.errors).toMatchObject([
        { path: '/externalReference/reference', code: 'INVALID_FORMAT' },
      ])
    }
  })

  it('is of one order', async () => {
    const first = await createPayin('P2AV2Method', 'INR', {})
    const second = await createPayin('P2AV2Method', 'INR', {})
    expect((await set(first.id, '632504123456')).status).toBe(200)
    expectProblem(await set(second.id, '632504123456'), 409, 'EXTERNAL_REFERENCE_CONFLICT')
  })
})

describe('4: PayShap, whose scheme takes 50,000 rand and whose banks take less', () => {
  it.each([
    ['CAPITEC', 500, 500.01],
    ['ABSA', 3000, 3000.01],
    ['FNB', 10_000, 10_000.01],
    ['NEDBANK', 50_000, 50_000.01],
  ])("%s takes %d, and not %d: below the scheme's cap, above the bank's", async (operator, cap, above) => {
    const taken = await createPayin('PayShapMethod', 'ZAR', { operator, amount: cap })
    expect(taken.answer.status).toBe(201)
    const refused = await createPayin('PayShapMethod', 'ZAR', { operator, amount: above })
    expectProblem(refused.answer, 422, 'AMOUNT_OUT_OF_RANGE')
    expect(String(refused.answer.body.detail)).toContain(String(cap))
  })

  it('the options do not offer a bank what it does not take', async () => {
    const options = await api().shop.post('/payins/!availablePaymentOptions', {
      money: { amount: 600, currencyCode: 'ZAR' },
    })
    const payShap = (
      options.body.data as unknown as { paymentMethodCode: string; paymentOperators: { code: string }[] }[]
    ).find(({ paymentMethodCode }) => paymentMethodCode === 'PAYSHAP')
    const codes = payShap?.paymentOperators.map(({ code }) => code)
    expect(codes).toContain('ABSA')
    expect(codes).not.toContain('CAPITEC')
  })
})

describe('5: InstaPay up to 50,000 pesos, PESONet above', () => {
  const HOUR_MS = 3_600_000

  it.each([
    [50_000, 'InstaPay', HOUR_MS],
    [50_000.01, 'PESONet', 72 * HOUR_MS],
  ])('%d goes by %s, with the time that it takes', async (amount, rail, timeMs) => {
    const { answer } = await createPayin('OfflineMethod', 'PHP', { amount })
    expect(answer.status).toBe(201)
    const { process, paymentMethodResponse } = answer.body
    expect(paymentMethodResponse?.paymentInstructionList).toMatchObject([{ title: rail }])
    expect(Date.parse(String(process?.expireAt)) - Date.parse(String(process?.createdAt))).toBe(timeMs)
  })

  it('QR Ph is settled by InstaPay, so it ends there', async () => {
    const { answer } = await createPayin('QRPhMethod', 'PHP', { amount: 50_000.01 })
    expectProblem(answer, 422, 'AMOUNT_OUT_OF_RANGE')
  })
})

describe('6: amounts that no payer can pay', () => {
  it.each([
    ['VaPayMethod', 'TWD', 100.5, 'TOO_MANY_DECIMALS'],
    ['PseMethod', 'COP', 100.5, 'TOO_MANY_DECIMALS'],
    ['QrisPayMethod', 'IDR', 0.01, 'TOO_MANY_DECIMALS'],
    ['OfflineMethod', 'LAK', 10_000.5, 'TOO_MANY_DECIMALS'],
    ['MobileMoneyMethod', 'KES', 1500.5, 'TOO_MANY_DECIMALS'],
    ['MobileMoneyMethod', 'TZS', 25_000.5, 'TOO_MANY_DECIMALS'],
    ['OfflineMethod', 'JPY', '100.00', 'WRONG_TYPE'],
    ['OfflineMethod', 'JPY', 9800.5, 'TOO_MANY_DECIMALS'],
  ])('%s in %s: %j is refused', async (object, currency, amount, code) => {
    const { answer } = await createPayin(object, currency, { amount })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.errors).toMatchObject([{ path: '/paymentRequested/money/amount', code }])
  })
})

describe('8: identifiers of another form than one expects', () => {
  const payout = async (currencyCode: string, paymentMethod: object) =>
    api().shop.post(`/payouts/${newId()}`, {
      paymentRequested: { money: { amount: 250, currencyCode } },
      paymentMethod,
      callbackUrl: 'http://127.0.0.1:9/callbacks',
    })

  /** Balance comes after the rules: whoever is told of it has passed them. */
  const PASSED = 'INSUFFICIENT_BALANCE'

  it.each([
    [
      'a CNPJ with letters',
      'BRL',
      { paymentMethodCode: 'TAX_PAYER_ID_TRANSFER', account: {}, identifyingReference: '12ABC34501DE35' },
    ],
    [
      'a CVU, of a wallet',
      'ARS',
      {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'A', accountNumber: '0000003110000000123456' },
        identifyingReference: '20301234563',
      },
    ],
    [
      'a CBU, of a bank',
      'ARS',
      {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'A', accountNumber: '0170001540000001234563' },
        identifyingReference: '20301234563',
      },
    ],
    [
      'an alias',
      'ARS',
      {
        paymentMethodCode: 'BANK_TRANSFER',
        account: { accountName: 'A', accountNumber: 'gateway.demo.test' },
        identifyingReference: '20301234563',
      },
    ],
  ])('%s is taken', async (_what, currency, paymentMethod) => {
    const answer = await payout(currency, paymentMethod)
    expectProblem(answer, 422, PASSED)
  })

  it('one that cannot exist is told from one that does not cover', async () => {
    const answer = await payout('BRL', {
      paymentMethodCode: 'TAX_PAYER_ID_TRANSFER',
      account: {},
      identifyingReference: '12ABC34501DE36',
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.errors).toMatchObject([
      { path: '/paymentMethod/identifyingReference', code: 'INVALID_CHECK_DIGIT' },
    ])
  })
})

describe('9: what does not wait', () => {
  it("OVO's prompt is gone after a minute, another wallet's is not", async () => {
    const ovo = await createPayin('EWalletMethod', 'IDR', { operator: 'OVO', amount: 50_907 })
    const dana = await createPayin('EWalletMethod', 'IDR', { operator: 'DANA', amount: 50_907 })
    await api().gateway.advance(59_000)
    expect(await statusOf(ovo.id)).toBe('PENDING')
    await api().gateway.advance(2_000)
    expect([await statusOf(ovo.id), await statusOf(dana.id)]).toEqual(['EXPIRED', 'PENDING'])
  })

  it('a bank of FPX that is offline is refused before anything is kept, and the others go on', async () => {
    const shop = await api().newShop({
      products: [{ code: 'FPX', currency: 'MYR', processors: ['test-fpx'] }],
    })
    const offline = await createPayin('FpxMethod', 'MYR', { operator: OFFLINE_BANK }, shop)
    expectProblem(offline.answer, 422, 'OPERATOR_UNAVAILABLE')
    expect((await shop.get(`/payins/${offline.id}`)).status).toBe(404)
    const online = await createPayin('FpxMethod', 'MYR', { operator: 'ABB0233' }, shop)
    expect(online.answer.status).toBe(201)
  })
})
