/** What one of a merchant's people finds, through the API: by what they may read, of their own merchant, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thb, thbPayout } from '../../../../test/api/api.fixture.ts'
import type { Answer, TestMerchant } from '../../../../test/harness.ts'
import { onEngines } from '../../../../test/setup/engine.ts'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { type RefundWorld, refundWorld } from '../refunds/refunds.fixture.ts'
import { SearchIndexer } from './indexer.ts'

onEngines(['memory', 'postgres'], () => {
  const SETTLED_MS = 120_000

  let gateway: MembersGateway
  let world: RefundWorld
  let shop: TestMerchant
  let other: TestMerchant
  let owner: TestMember
  let stranger: TestMember
  /** Reads payouts alone. */
  let narrowed: TestMember
  let indexer: SearchIndexer
  let people = 0
  /** Of one payout alone. */
  const PAYEE = { accountName: 'Malee Srisuk', accountNumber: '4433221100' }
  const named = () => `searcher ${++people}`

  const ask = (q: string, who: TestMember): Promise<Answer> =>
    who.ask('GET', `/search?q=${encodeURIComponent(q)}`)
  const hitsOf = ({ body }: Answer) =>
    (body.data as unknown as readonly { kind: string; id: string; matched: readonly string[] }[]).map(
      ({ kind, id }) => `${kind} ${id}`,
    )
  const find = async (q: string, who = owner) => hitsOf(await ask(q, who))
  const settle = async () => {
    await gateway.doze(SETTLED_MS)
    while ((await indexer.round()) === 0);
  }
  /** As where all terms are made again from the payments. */
  const refollow = async () => {
    for (const table of ['merchant_search_term', 'search_term', 'search_cursor'])
      await rowsOf(gateway.database, `delete from ${table}`)
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    await settle()
  }
  const post = async (path: string, body: object, whose = shop) => {
    const made = await gateway.request('POST', path, { token: await whose.token(), body })
    expect(made.status, made.text).toBe(201)
    return made
  }

  beforeAll(async () => {
    gateway = await membersGateway({ started: true })
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    world = await refundWorld(gateway)
    shop = world.shop
    other = await gateway.merchant()
    owner = await gateway.member(shop.code, named(), 'OWNER')
    stranger = await gateway.member(other.code, named(), 'OWNER')
    narrowed = await gateway.member(shop.code, named(), 'SUPPORT')
    const rights = { capabilities: ['payouts:read'] }
    expect((await owner.ask('PATCH', `/team/${narrowed.id}`, { rights })).status).toBe(200)
    await post('/payins/both-17', thb(500.25))
    await post('/payins/both-17', thb(500.25), other)
    const paidOut = thbPayout(321.5)
    await post('/payouts/pay-9', { ...paidOut, paymentMethod: { ...paidOut.paymentMethod, account: PAYEE } })
    await post('/payins/paid-4', thb(77))
    await settle()
    const shown = JSON.stringify({ accountName: 'ELODIE MULLER', accountNumber: '9988776655' })
    await rowsOf(
      gateway.database,
      `update payment set confirmation = 'hidden-till:bank-417-x', processor_ref = 'hidden-till/S123', payer_account = '${shown}',
      external_reference = '632504123456' where merchant_id = '${shop.code}' and id = 'paid-4'`,
    )
    await refollow()
  })
  afterAll(() => gateway?.close())

  describe('one of the merchant’s people finds its payments', () => {
    it('by an ID or its beginning, with what it is', async () => {
      const { body } = await ask('BOTH 17', owner)
      expect(body).toMatchObject({
        data: [
          {
            ...{ kind: 'payin', id: 'both-17', matched: ['id'] },
            money: { amount: 500.25, currencyCode: 'THB' },
          },
        ],
        hasMore: false,
      })
      expect(await find('both')).toEqual(['payin both-17'])
    })

    it('by its whole ID at once', async () => {
      await post('/payins/just-made', thb(907))
      expect(await find('just-made')).toEqual(['payin just-made'])
      expect(await find('just-made', narrowed)).toEqual([])
      expect(await find('just-made', stranger)).toEqual([])
    })

    it('by our reference, an amount, and the payee whom it has named', async () => {
      const { body } = await owner.ask('GET', '/payins/both-17')
      expect(await find(String(Object(body.paymentMethodResponse).reference))).toEqual(['payin both-17'])
      expect(await find('321.5 THB')).toEqual(['payout pay-9'])
      expect(await find(PAYEE.accountNumber)).toEqual(['payout pay-9'])
      expect(await find(PAYEE.accountName.slice(0, 5))).toEqual(['payout pay-9'])
    })

    it('by the number that a payer has told, by the bank’s reference, and by the account that money came from, each whole', async () => {
      for (const q of ['632504123456', 'bank-417-x', 'Elodie Muller', '9988776655', 'S123'])
        expect(await find(q), q).toEqual(['payin paid-4'])
    })
  })

  describe('a thief in the team finds nothing', () => {
    it('of another merchant, by whatever is its own', async () => {
      expect(await find('both', stranger)).toEqual(['payin both-17'])
      for (const q of ['pay-9', '321.5 THB', '632504123456', 'bank-417-x', 'paid-4'])
        expect(await find(q, stranger), q).toEqual([])
    })

    it('however much another merchant has that begins alike', async () => {
      await Promise.all(Array.from({ length: 55 }, (_, at) => post(`/payins/crowd-${at}`, thb(907), other)))
      await post('/payins/crowd-own', thb(907))
      await settle()
      expect((await ask('crowd', owner)).body).toMatchObject({
        data: [expect.objectContaining({ id: 'crowd-own' })],
        hasMore: false,
      })
      const crowd = await ask('crowd', stranger)
      expect([hitsOf(crowd).length, crowd.body.hasMore]).toEqual([50, true])
    })

    it('letter by letter of what no answer shows: who paid, what the bank calls it, what our accounts are called', async () => {
      for (const q of [
        'elodi',
        'Muller',
        '998877665',
        'bank-417',
        'hidden-till',
        'hidden-till:bank-417-x',
        'hidd',
      ])
        expect(await find(q), q).toEqual([])
    })

    /** A refund whose payer is the hidden one, under this ID. */
    const goesBack = async (id: string) => {
      const idPayin = await world.paid('PROMPTPAY', 300)
      const key = `merchant_id = '${shop.code}' and id = '${idPayin}'`
      const payer = JSON.stringify({
        accountName: 'Hidden Payer',
        accountNumber: '5544332211',
        bankCode: '014',
      })
      await rowsOf(gateway.database, `update payment set payer_account = '${payer}' where ${key}`)
      const made = await world.refund(id, { idPayin })
      expect(made.status, made.text).toBe(201)
    }

    it('by the account of a payer to whom money goes back', async () => {
      await goesBack('back-1')
      await settle()
      expect(await find('back-1')).toEqual(['refund back-1'])
      for (const q of ['5544332211', 'Hidden Payer']) expect(await find(q), q).not.toContain('refund back-1')
    })

    it('of kinds that they may not read, and these hide nothing of the others', async () => {
      await Promise.all(Array.from({ length: 51 }, (_, at) => post(`/payins/mixed-${at}`, thb(907))))
      await post('/payouts/mixed-out', thbPayout(50))
      await goesBack('back-2')
      await settle()
      expect((await ask('mixed', narrowed)).body).toMatchObject({
        data: [expect.objectContaining({ kind: 'payout', id: 'mixed-out' })],
        hasMore: false,
      })
      for (const q of ['both-17', 'paid-4', '632504123456', 'bank-417-x', 'back-2'])
        expect(await find(q, narrowed), q).toEqual([])
    })
  })

  it('no token asks it', async () => {
    const { status, body } = await gateway.request('GET', '/search?q=both', { token: await shop.token() })
    expect([status, body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
  })

  it('refuses a query with nothing to look for', async () => {
    for (const query of ['', '?q=', '?q=.-', '?q=a&q=b', `?q=${'x'.repeat(201)}`, '?q=a%00b']) {
      const { status, body } = await owner.ask('GET', `/search${query}`)
      expect([status, body.errors], query).toEqual([400, [expect.objectContaining({ path: 'query:q' })]])
    }
  })

  it('what was there before is made ready, too', async () => {
    await rowsOf(gateway.database, 'delete from merchant_search_term')
    await rowsOf(gateway.database, "delete from search_cursor where name = 'missed'")
    expect(await find('321.5 THB')).toEqual([])
    indexer = new SearchIndexer(gateway.database, gateway.deps)
    await settle()
    expect(await find('321.5 THB')).toEqual(['payout pay-9'])
    // The others find what has been told of payers, too.
    await refollow()
  })
})
