import { type MerchantCode, PAYMENT_KINDS, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { STATUSES } from '@sluice/core/payment/transitions.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { readBalances, readEntries } from './balances.ts'
import { LaneJournal } from './journal.ts'
import { type PageQuery, readPage, WITHOUT_OPERATOR } from './paging.ts'
import { idOf, maker, SHOP } from './payments.fixture.ts'
import { ended, paid } from './plans.ts'
import { findPayment, readHistory, readPending } from './reading.ts'

const OTHER = 'OTHER' as MerchantCode
const ENGINES = bothEngines

describe.each(ENGINES)('reading payments on $name', ({ open }) => {
  let opened: Opened
  let database: Database
  let deps: SimulatedDeps
  let full: Payment
  let startedAt: number

  beforeAll(async () => {
    opened = await open()
    database = opened.database
    deps = simulatedDeps(1)
    startedAt = deps.clock.now()
    const journal = new LaneJournal(database, deps, { queueLimit: 100 })
    const make = maker(deps)
    // As the gateway creates them: an open payin waits for its expiry.
    const expiring = (payin: Payment) =>
      make.created(payin, [{ purpose: 'expire', dueAt: payin.expireAt ?? deps.clock.now() + 60_000 }])
    full = make.payment('payin', 'full', {
      operator: 'BANK',
      request: { accountName: 'ü "quoted" \\ 😀', returnUrl: 'https://shop.example/?a=1' },
      response: { reference: 'S1', paymentInstructionList: [{ title: 'Pay', steps: ['one', 'two'] }] },
      payerAccount: { accountName: 'A', accountNumber: '007' },
      moneyRequiredMinor: minor(10_001n),
      processorRef: 'ref',
      processorStatus: 'OK',
      externalReference: '123456789012',
      externalChanges: 2,
      expireAt: deps.clock.now() + 60_000,
      feeMinor: minor(160n),
      vatMinor: minor(11n),
    })
    for (const code of [SHOP, OTHER]) {
      const text = `insert into merchant (merchant_id, name, is_test, status, rate_limit_per_second, return_schemes, products, version,
        created_at, updated_at) values ($1, 'Shop', true, 'ACTIVE', 10, '[]', 'null', 1, $2, $2) on conflict do nothing`
      await database.run({ name: '', text }, [code, isoTime(deps.clock.now())])
    }
    await journal.commit(expiring(full))
    for (let index = 0; index < 5; index++) {
      await deps.advance(1_000)
      await journal.commit(expiring(make.payment('payin', `p${index}`)))
    }
    await journal.commit(expiring(make.payment('payin', 'p0', { merchantId: OTHER })))
    await journal.commit(make.credited(50_000n, 'top-up'))
    await deps.advance(1_000)
    await journal.commit(make.payout('o', 20_000n))
    await deps.advance(1_000)
    const at = deps.clock.now()
    await journal.commit(
      make.moved('payin', 'p1', (payin) =>
        paid(payin, { statusUpdate: 'r', received: payin.money, at }, undefined),
      ),
    )
    await journal.commit(make.moved('payin', 'p2', (payin) => ended(payin, 'REFUSED', 'NO', at)))
  })
  afterAll(() => opened?.close())

  const pageLookingAt = (lookAtMost: number | undefined, query: Partial<PageQuery>) =>
    readPage(
      database,
      {
        merchantId: SHOP,
        kind: undefined,
        statuses: [],
        from: undefined,
        to: undefined,
        after: undefined,
        limit: 100,
        ...query,
      },
      lookAtMost,
    )
  const page = async (query: Partial<PageQuery>) => (await pageLookingAt(undefined, query)).payments
  const ids = async (query: Partial<PageQuery>) => (await page(query)).map(({ id }) => id)

  it('gives a payment back exactly as it was committed', async () => {
    expect(await findPayment(database, SHOP, 'payin', full.id)).toEqual(full)
  })

  it("finds nothing of another merchant's, nor of another kind", async () => {
    expect(await findPayment(database, OTHER, 'payin', full.id)).toBeUndefined()
    expect(await findPayment(database, SHOP, 'payout', full.id)).toBeUndefined()
  })

  it('pages newest first, each payment once', async () => {
    const first = await page({ limit: 3 })
    const second = await page({ limit: 3, after: first.at(-1)?.key })
    const third = await page({ limit: 3, after: second.at(-1)?.key })
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual([
      'o',
      'p4',
      'p3',
      'p2',
      'p1',
      'p0',
      'full',
    ])
  })

  it('filters by kind, status and time, the end excluded', async () => {
    expect(await ids({ kind: 'payout' })).toEqual(['o'])
    expect(await ids({ statuses: ['SUCCESS', 'REFUSED'] })).toEqual(['p2', 'p1'])
    expect(await ids({ from: startedAt + 1_000, to: startedAt + 3_000 })).toEqual(['p1', 'p0'])
  })

  it('finds by every kind and statuses what a look at all payments finds, however few a page takes', async () => {
    const statuses = [
      ...STATUSES.map((status) => [status]),
      ['NEW', 'PENDING'],
      ['REFUSED', 'EXPIRED'],
    ] as const
    for (const merchantId of [SHOP, undefined]) {
      const all = await page({ merchantId })
      expect(all.length).toBeGreaterThan(6)
      for (const kind of [undefined, ...PAYMENT_KINDS]) {
        for (const requested of statuses) {
          const those = all.filter(
            (each) =>
              (kind === undefined || each.kind === kind) &&
              requested.some((status) => status === each.status),
          )
          for (const limit of [1, 100])
            expect(await page({ merchantId, kind, statuses: requested, limit })).toEqual(
              those.slice(0, limit),
            )
        }
      }
    }
  })

  it('filters by what reports tell apart: currency, method, operator, and whether it is a test', async () => {
    const all = await page({})
    for (const merchantId of [SHOP, undefined]) {
      const [found] = await page({ merchantId, kind: 'payin', operator: 'BANK' })
      expect(found?.id).toBe('full')
      expect(await page({ merchantId, operator: WITHOUT_OPERATOR, kind: 'payin' })).toHaveLength(
        merchantId === undefined ? 6 : 5,
      )
      expect(await page({ merchantId, currency: 'VND' })).toEqual([])
      expect(await page({ merchantId, method: 'NONE' })).toEqual([])
      expect(await page({ merchantId, isTest: !full.isTest })).toEqual([])
    }
    const { money, method, isTest } = full
    const same = { currency: money.currency, isTest }
    expect(await page(same)).toEqual(all)
    expect(await ids({ ...same, method })).toEqual(
      all.filter((each) => each.method === method).map(({ id }) => id),
    )
  })

  it.each([1, 3])(
    'finds the rarest, page by page, where a page looks at %i payments at most',
    async (most) => {
      const narrowed = [
        { operator: 'BANK' },
        { currency: 'THB' },
        { method: full.method },
        { method: 'NONE' },
      ]
      const statuses = [[], ['REFUSED'], ['PENDING'], ['SUCCESS', 'REFUSED']] as const
      const requested = [SHOP, undefined].flatMap((merchantId) =>
        [undefined, 'payin', 'payout'].flatMap((kind) =>
          narrowed.flatMap((by) =>
            statuses.map((those) => ({
              ...by,
              merchantId,
              statuses: those,
              kind: PAYMENT_KINDS.find((each) => each === kind),
            })),
          ),
        ),
      )
      for (const query of requested) {
        const whole = await page(query)
        const found: Payment[] = []
        let after: Payment['key'] | undefined
        do {
          const { payments, stoppedAt } = await pageLookingAt(most, { ...query, after })
          if (stoppedAt !== undefined && query.merchantId !== undefined)
            expect(payments.length).toBeLessThanOrEqual(most)
          found.push(...payments)
          expect(stoppedAt === undefined || after === undefined || stoppedAt < after).toBe(true)
          after = stoppedAt
        } while (after !== undefined)
        expect(found).toEqual(whole)
      }
    },
  )

  it('stops where it has looked at as many as it may, and tells where', async () => {
    const rare = { operator: 'BANK', limit: 3 }
    const [newest] = (await pageLookingAt(100, {})).payments
    expect(await pageLookingAt(1, rare)).toEqual({ payments: [], stoppedAt: newest?.key })
    const ofAll = await pageLookingAt(2, { ...rare, merchantId: undefined })
    expect(ofAll.payments).toEqual([])
    expect(ofAll.stoppedAt).toBeDefined()
    expect((await pageLookingAt(100, rare)).stoppedAt).toBeUndefined()
  })

  it('pages over all merchants where none is named', async () => {
    expect(await ids({ merchantId: undefined, kind: 'payin', statuses: ['PENDING'] })).toEqual([
      'p0',
      'p4',
      'p3',
      'p0',
      'full',
    ])
  })

  it('tells the history in order, with who did what and why', async () => {
    const paidOne = await findPayment(database, SHOP, 'payin', idOf('p1'))
    const history = await readHistory(database, SHOP, paidOne?.key ?? paymentKey(''))
    expect(history.map(({ from, to, announced, reason }) => [from, to, announced, reason])).toEqual([
      [undefined, 'PENDING', undefined, 'accepted'],
      ['PENDING', 'SUCCESS', 1, 'paid'],
    ])
  })

  it('sums what is open as pending, and nothing else', async () => {
    expect(await readPending(database, SHOP)).toEqual(new Map([['THB', 40_000n]]))
    expect(await readPending(database, 'NOBODY' as MerchantCode)).toEqual(new Map())
  })

  it('reads the balances, of the merchant alone', async () => {
    expect([...(await readBalances(database, SHOP)).values()]).toEqual([
      { currency: 'THB', availableMinor: 40_000n, reservedMinor: 20_000n },
    ])
    expect((await readBalances(database, OTHER)).size).toBe(0)
  })

  it('tells the statement newest first, page by page, and it adds up to the balance', async () => {
    const query = {
      merchantId: SHOP,
      currencies: [],
      from: undefined,
      to: undefined,
      after: undefined,
      limit: 2,
    }
    const first = await readEntries(database, query)
    const last = first.at(-1)
    const second = await readEntries(database, { ...query, after: last })
    const entries = [...first, ...second]
    expect(entries.map(({ id, kind, amountMinor }) => [id, kind, amountMinor])).toEqual([
      ['p1', 'payin', 10_000n],
      ['o', 'payout', -20_000n],
      [undefined, 'funding', 50_000n],
    ])
    expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)).toBe(40_000n)
    expect(await readEntries(database, { ...query, currencies: ['USDT'] })).toEqual([])
  })
})
