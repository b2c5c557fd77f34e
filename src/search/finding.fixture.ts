/** For tests: what the search promises through the API, to be held on each engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thb, thbPayout } from '../../test/api/api.fixture.ts'
import type { Answer, TestMerchant } from '../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import type { CurrencyCode } from '../foundation/money.ts'
import { minor } from '../foundation/money.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { SearchIndexer } from './indexer.ts'

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
    const made = await gateway.request('POST', '/payouts/pay-9', {
      token: await shop.token(),
      body: thbPayout(321.5),
    })
    expect(made.status, made.text).toBe(201)
    await gateway.advance(SETTLED_MS)
    await indexed()
  })
  afterAll(() => gateway?.close())

  describe('finds a payment', () => {
    it('by its ID, of all merchants and kinds, and says that it was by that', async () => {
      const { payments } = (await find('ORDER 17')).body
      expect(payments).toHaveLength(2)
      expect(payments).toContainEqual(
        expect.objectContaining({
          matched: ['id'],
          path: `/admin/payments/${shop.code}/payin/order-17`,
          payment: expect.objectContaining({ merchantCode: shop.code, status: 'PENDING' }),
        }),
      )
      expect(await idsFor('pay-9')).toEqual(['pay-9'])
      expect(await idsFor('order')).toHaveLength(2)
    })

    it("by its payee's name and account, by its reference, and by its amount with the currency", async () => {
      const { account } = (thbPayout(1) as { paymentMethod: { account: Record<string, string> } })
        .paymentMethod
      expect(await idsFor(String(account.accountNumber))).toContain('pay-9')
      const [firstName = ''] = String(account.accountName).split(' ')
      expect(await idsFor(firstName.toLowerCase())).toContain('pay-9')
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
      await gateway.advance(20_000)
      await indexed()
      const late = await rowsOf(gateway.database, 'select max(key::text) as key from payment')
      await gateway.database.run({ name: '', text: 'delete from search_term where key = $1::uuid' }, [
        String(late[0]?.key),
      ])
      expect(await idsFor('fresh-1')).toEqual([])
      await gateway.advance(SETTLED_MS)
      await indexed()
      expect(await idsFor('fresh-1')).toEqual(['fresh-1'])
    })

    it('by what its payment showed of the payer, once it is paid', async () => {
      await payin('paid-1', thb(100))
      await gateway.advance(SETTLED_MS)
      await indexed()
      const { body } = await gateway.admin('GET', `/admin/payments/${shop.code}/payin/paid-1`)
      expect(body.status).toBe('SUCCESS')
      const { confirmation } = body
      expect(await idsFor(String(confirmation))).toContain('paid-1')
    })
  })

  it('told again changes nothing, and one node at a time follows', async () => {
    const before = await terms()
    await forgetPlaces()
    await rowsOf(gateway.database, 'delete from search_term')
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
    await gateway.advance(MINUTE_MS)
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    await indexed()
    expect(await idsFor('after-death')).toEqual(['after-death'])
  })

  it('finds a case by its ID, and a merchant by its code', async () => {
    const fact = {
      merchantId: GATEWAY,
      fact: 'f-1',
      reason: 'UNKNOWN_CREDIT',
      processor: 'sandbox',
      detail: {},
    } as const
    await openCase(gateway.app.gateway, fact)
    const id = String(list((await gateway.admin('GET', '/admin/cases')).body.data)[0]?.id)
    expect((await find(id)).body.cases).toEqual([expect.objectContaining({ id, path: `/admin/cases/${id}` })])
    expect((await find(shop.code)).body.merchants).toEqual([
      expect.objectContaining({ merchantCode: shop.code }),
    ])
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
