/** For tests: what the search promises through the API, to be held on each engine. */
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thb, thbPayout } from '../../../../test/api/api.fixture.ts'
import type { Answer, TestMerchant } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { account, PROMPTPAY_BILLER, register } from '../processors/own-account/own-account.fixture.ts'
import { refundWorld } from '../refunds/refunds.fixture.ts'
import { SearchIndexer } from './indexer.ts'

const SETTLED_PRODUCTS = ['OFFLINE', 'BANK_TRANSFER'].map((code) => ({
  ...{ code, currency: 'THB', fee: { percent: '0', fixed: '0' }, vatRate: '0' },
}))
const TERMS = {
  ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'EVERY_DAY' },
  payee: {
    ...{ paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '004' },
    account: { accountName: 'Shop Co.', accountNumber: '1234567890' },
  },
}
/** Of one payout alone. */
const PAYEE = { accountName: 'Malee Srisuk', accountNumber: '4433221100' }
const SETTLED_MS = 120_000
const MINUTE_MS = 60_000

const list = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value : []

export function promisesOfSearch(): void {
  let gateway: AdminGateway
  let shop: TestMerchant
  let other: TestMerchant
  let indexer: SearchIndexer

  const find = (q: string, token?: string): Promise<Answer> =>
    gateway.admin('GET', `/admin/search?q=${encodeURIComponent(q)}`, undefined, token)
  const idsFor = async (q: string) => {
    const { payments } = (await find(q)).body
    return Array.isArray(payments) ? payments.map(({ payment }) => String(payment.id)) : []
  }
  const indexed = async () => {
    // No time passes in a round: one that has found all it can waits for the next look.
    while ((await indexer.round()) === 0);
  }
  const terms = () => rowsOf(gateway.database, 'select term, key from search_term order by term, key')
  const forgetPlaces = () =>
    rowsOf(
      gateway.database,
      `update search_cursor set position = case name when 'paid' then '1970-01-01T00:00:00.000Z'
        else '00000000-0000-0000-0000-000000000000' end`,
    )
  const payin = async (id: string, body: object = thb(907), whose = shop) => {
    const made = await gateway.request('POST', `/payins/${id}`, { token: await whose.token(), body })
    expect(made.status, made.text).toBe(201)
  }
  const counted = async (table: string) =>
    Number((await rowsOf(gateway.database, `select count(*)::int as n from ${table}`))[0]?.n)

  beforeAll(async () => {
    gateway = await adminGateway({
      network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
    })
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    shop = await gateway.merchant()
    other = await gateway.merchant()
    await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(1_000_000n) })
    await payin('order-17')
    await payin('order-17', thb(500.25), other)
    const paidOut = thbPayout(321.5)
    const made = await gateway.request('POST', '/payouts/pay-9', {
      token: await shop.token(),
      body: { ...paidOut, paymentMethod: { ...paidOut.paymentMethod, account: PAYEE } },
    })
    expect(made.status, made.text).toBe(201)
    await gateway.doze(SETTLED_MS)
    await indexed()
  })
  afterAll(() => gateway?.close())

  describe('finds a payment', () => {
    it('by its ID, of all merchants and kinds, and says that it was by that', async () => {
      await payin('open-18')
      await payin('open-18', thb(500.5), other)
      await gateway.advance(6_000)
      await indexed()
      const { payments } = (await find('OPEN 18')).body
      expect(payments).toHaveLength(2)
      expect(payments).toContainEqual(
        expect.objectContaining({
          matched: ['id'],
          path: `/admin/payments/${shop.code}/payin/open-18`,
          payment: expect.objectContaining({ merchantCode: shop.code, status: 'PENDING' }),
        }),
      )
      expect(await idsFor('pay-9')).toEqual(['pay-9'])
      expect(await idsFor('open')).toHaveLength(2)
    })

    it("by its payee's name and account, by its reference, and by its amount with the currency", async () => {
      expect(await idsFor(PAYEE.accountNumber)).toEqual(['pay-9'])
      const [firstName = ''] = PAYEE.accountName.split(' ')
      expect(await idsFor(firstName.toLowerCase())).toEqual(['pay-9'])
      expect(await idsFor('THB 321.5')).toEqual(['pay-9'])
      expect(await idsFor('500.25 thb')).toEqual(['order-17'])
      const { body } = await gateway.request('GET', '/payins/order-17', { token: await shop.token() })
      const { reference } = Object(body.paymentMethodResponse)
      expect(await idsFor(String(reference))).toEqual(['order-17'])
    })

    it('of the newest second only after the indexer has come by: a create writes nothing for it', async () => {
      const before = await counted('search_term')
      await payin('fresh-1')
      expect(await counted('search_term')).toBe(before)
      await gateway.advance(6_000)
      await indexed()
      expect(await idsFor('fresh-1')).toEqual(['fresh-1'])
    })

    it('whose commit came after others had been followed', async () => {
      await payin('late-1')
      await gateway.advance(20_000)
      await indexed()
      const late = await rowsOf(gateway.database, 'select max(key::text) as key from payment')
      for (const table of ['search_term', 'merchant_search_term'])
        await gateway.database.run({ name: '', text: `delete from ${table} where key = $1::uuid` }, [
          String(late[0]?.key),
        ])
      expect(await idsFor('late-1')).toEqual([])
      await gateway.doze(SETTLED_MS)
      await indexed()
      expect(await idsFor('late-1')).toEqual(['late-1'])
    })

    it('by what its payment showed of the payer, once it is paid', async () => {
      await payin('paid-1', thb(100))
      await gateway.doze(SETTLED_MS)
      await indexed()
      const { body } = await gateway.admin('GET', `/admin/payments/${shop.code}/payin/paid-1`)
      expect(body.status).toBe('SUCCESS')
      const { confirmation } = body
      expect(await idsFor(String(confirmation))).toContain('paid-1')
    })
  })

  it('told again changes nothing, and one node at a time follows', async () => {
    await indexed()
    const before = await terms()
    await forgetPlaces()
    for (const table of ['search_term', 'merchant_search_term'])
      await rowsOf(gateway.database, `delete from ${table}`)
    await new SearchIndexer(gateway.database, gateway.deps).round()
    expect(await terms()).toEqual([])
    await indexed()
    expect(await terms()).toEqual(before)
    await forgetPlaces()
    await indexed()
    expect(await terms()).toEqual(before)
  })

  it('another node goes on where one has died', async () => {
    await payin('after-death')
    await gateway.doze(MINUTE_MS)
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    await indexed()
    expect(await idsFor('after-death')).toEqual(['after-death'])
  })

  it('of a gateway that does nothing, nothing is written, and what comes then is found', async () => {
    const places = () =>
      rowsOf(
        gateway.database,
        'select name, xmin::text as written_by, position, lease_until from search_cursor order by name',
      )
    const passes = async () => {
      await gateway.doze(2 * MINUTE_MS)
      await indexed()
    }
    await passes()
    const before = await places()
    for (let time = 0; time < 5; time++) await passes()
    expect(await places()).toEqual(before)
    await payin('after-idleness')
    await passes()
    expect(await idsFor('after-idleness')).toEqual(['after-idleness'])
    expect(await places()).not.toEqual(before)
  })

  it('of a gateway that does nothing, one statement tells that there is nothing, and what another node commits is found as soon', async () => {
    const requested: string[] = []
    const { database, deps } = gateway
    const watched: typeof database = {
      ...database,
      run: (statement, values) => {
        requested.push(statement.name)
        return database.run(statement, values)
      },
    }
    const watching = new SearchIndexer(watched, deps)
    const look = async () => {
      await gateway.advance(2_000)
      await watching.round()
    }
    await gateway.doze(2 * MINUTE_MS)
    for (let time = 0; time < 3; time++) await look()
    requested.length = 0
    for (let time = 0; time < 5; time++) await look()
    expect(requested).toEqual(Array(5).fill('search_places'))
    await payin('of-another-node')
    for (let time = 0; time < 3; time++) await look()
    expect(await idsFor('of-another-node')).toEqual(['of-another-node'])
    // The node of the other tests may go on.
    await gateway.doze(2 * MINUTE_MS)
    await indexed()
  })

  it('finds a refund and a settlement by their IDs', async () => {
    const world = await refundWorld(gateway)
    const made = await world.refund('back-77', { idPayin: await world.paid('PROMPTPAY', 300) })
    expect(made.status, made.text).toBe(201)
    const settled = await gateway.merchant({ products: SETTLED_PRODUCTS })
    const money = { currency: 'THB' as CurrencyCode, amountMinor: minor(60_000n) }
    await gateway.credit(settled, money, 'to settle')
    await gateway.admin('PUT', `/admin/merchants/${settled.code}/settlement-terms/THB`, TERMS)
    const run = await gateway.admin('POST', '/admin/settlement-runs', { merchantCodes: [settled.code] })
    expect(run.status, run.text).toBe(201)
    await gateway.admin('POST', `/admin/settlement-runs/${run.body.id}/!start`)
    await gateway.advance(MINUTE_MS)
    await indexed()
    const reported = await gateway.request('GET', '/settlements', { token: await settled.token() })
    const idSettlement = String(list(reported.body.data)[0]?.idSettlement)
    for (const [id, kind] of [
      ['back-77', 'refund'],
      [idSettlement, 'settlement'],
    ] as const) {
      expect((await find(id)).body.payments).toEqual([
        expect.objectContaining({ matched: ['id'], payment: expect.objectContaining({ kind, id }) }),
      ])
    }
  })

  describe('finds a merchant', () => {
    const found = async (q: string) => (await find(q)).body.merchants

    it('by its code, before others that are called so', async () => {
      const namesake = await gateway.merchant({ name: `Formerly ${shop.code}` })
      expect(await found(shop.code)).toMatchObject([
        { merchantCode: shop.code, matched: ['code'], path: `/admin/merchants/${shop.code}` },
        { merchantCode: namesake.code, matched: ['name'] },
      ])
    })

    it('by words of its name in any order and case, the last of them begun', async () => {
      const { code } = await gateway.merchant({
        name: 'ร้านกาแฟ Blue-Elephant Trading (Chiang Mai) Co., Ltd.',
      })
      for (const words of ['blue elephant', 'ELEPHANT', 'mai chiang', 'Trading, eleph', 'ร้านกาแฟ']) {
        expect(await found(words), words).toMatchObject([{ merchantCode: code, matched: ['name'] }])
      }
      for (const words of ['lephant', 'blue tiger', 'el', "elephant' | 'x", 'elephant | tiger'])
        expect(await found(words), words).toEqual([])
    })
  })

  describe('finds a case', () => {
    const found = async (q: string) => (await find(q)).body.cases
    const fact = {
      ...{ merchantId: GATEWAY, fact: 'f-1', processor: 'sandbox' },
      detail: { statusUpdate: 'credit of nobody 1' },
    } as const

    it('by its ID, and by what its processor calls the money', async () => {
      await openCase(gateway.app.gateway, { ...fact, reason: 'UNKNOWN_CREDIT' })
      const cases = list((await gateway.admin('GET', '/admin/cases')).body.data)
      const id = String(
        cases.find(({ detail }) => Object(detail).statusUpdate === fact.detail.statusUpdate)?.id,
      )
      const hit = { id, path: `/admin/cases/${id}` }
      expect(await found(id.toUpperCase())).toMatchObject([{ ...hit, matched: ['id'] }])
      expect(await found('credit of nobody 1')).toMatchObject([{ ...hit, matched: ['processorRef'] }])
      expect(await found('credit of nobody')).toEqual([])
    })

    it('by each of the names that the bank and the payer have for its line', async () => {
      await register(gateway.app.gateway, account('till', { methods: [PROMPTPAY_BILLER] }))
      const line = {
        ...{ reference: 'b-417', utr: '632504120001', endToEndId: 'E2E-9' },
        money: { amount: 12.34, currencyCode: 'THB' },
        bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
      }
      const taken = await gateway.admin('POST', '/admin/bank-feeds/till/entries', { data: [line] })
      expect(taken.status, taken.text).toBe(200)
      for (const name of [line.reference, line.utr, line.endToEndId]) {
        expect(await found(name), name).toMatchObject([
          { reason: 'UNKNOWN_CREDIT', merchantCode: GATEWAY, matched: ['bankReference'] },
        ])
      }
    })

    it('by whatever finds its payment', async () => {
      await payin('asked-about')
      await gateway.advance(10_000)
      await indexed()
      const { key } = (await gateway.admin('GET', `/admin/payments/${shop.code}/payin/asked-about`)).body
      const about = { merchantId: shop.code, fact: 'f-2', paymentKey: key as unknown as PaymentKey }
      await openCase(gateway.app.gateway, { ...fact, ...about, reason: 'SECOND_PAYMENT', detail: {} })
      expect(await found('ASKED ABOUT')).toMatchObject([{ reason: 'SECOND_PAYMENT', matched: ['payment'] }])
    })
  })

  it('whoever may search may read all that is found', async () => {
    const viewer = await gateway.operator('vera', 'VIEWER')
    const { body } = await find('order-17', viewer)
    const paths = [body.payments, body.cases, body.merchants, body.bankEntries].flatMap((hits) =>
      list(hits).map(({ path }) => String(path)),
    )
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect((await gateway.admin('GET', path, undefined, viewer)).status).toBe(200)
    const merchants = await shop.token()
    expect((await find('order-17', merchants)).status).toBe(401)
  })

  it.each([
    ['', 'INVALID_FORMAT'],
    [' .- ', 'INVALID_FORMAT'],
    ['x'.repeat(201), 'TOO_LONG'],
    ['a\u0000b', 'INVALID_CHARACTER'],
  ])('refuses a query with nothing to look for: %j', async (q, code) => {
    const { status, body } = await find(q)
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: 'query:q', code })]])
  })

  it('of more than it tells it says that there is more', async () => {
    await Promise.all(Array.from({ length: 51 }, (_, count) => payin(`many-${count}`)))
    await gateway.advance(10_000)
    await indexed()
    const { body } = await find('many')
    expect(body).toMatchObject({ hasMore: true })
    expect(body.payments).toHaveLength(50)
  })
}
