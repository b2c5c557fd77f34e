import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { seededRandomness } from '@sluice/core/foundation/seeded-randomness.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import type { Database, SqlCall } from '@sluice/database/port.ts'
import { type RowsStatement, rowsInCall } from '@sluice/database/row-arrays.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import type { Change } from './change.ts'
import { createsPayins, SENT_COLUMNS } from './create-payins.ts'
import { openJournal } from './lanes.ts'
import { brokenPromises, createdBy, emptyJournal, idOf, maker, rowsOf } from './payments.fixture.ts'
import { ended, paid } from './plans.ts'
import * as sql from './statements.ts'

const STATEMENTS: readonly RowsStatement[] = Object.values(sql)
const SHOPS = Array.from({ length: 7 }, (_, index) => `SHOP-${index}` as MerchantCode)

/** The same database, which writes down whose rows each transaction of the journal's statements named. */
function watched(database: Database): { readonly database: Database; readonly transactions: Set<string>[] } {
  const transactions: Set<string>[] = []
  const note = (merchants: Set<string>, { statement, values }: SqlCall): void => {
    if (createsPayins({ statement, values })) {
      for (const { merchantId } of createdBy({ statement, values })) merchants.add(merchantId)
      const steps = values.slice(SENT_COLUMNS.length)
      if (steps.length > 0) note(merchants, { statement: sql.setSteps, values: steps })
      return
    }
    const known = STATEMENTS.find(({ name }) => name === statement.name)
    if (!known) return
    for (const row of rowsInCall(known, { statement, values })) {
      merchants.add(String(row.merchant_id ?? row.owner))
      // A claim lies where its owner is: it must be the merchant itself.
      if (row.owner !== undefined) merchants.add(String(row.owner))
    }
  }
  const transaction = (calls: readonly SqlCall[]): Set<string> => {
    const merchants = new Set<string>()
    for (const call of calls) note(merchants, call)
    transactions.push(merchants)
    return merchants
  }
  const seen: Database = {
    engine: database.engine,
    writeSlots: database.writeSlots,
    run(statement, values) {
      transaction([{ statement, values }])
      return database.run(statement, values)
    },
    batch(calls) {
      transaction(calls)
      return database.batch(calls)
    },
    transact(reads, decide) {
      const merchants = transaction(reads)
      return database.transact(reads, (rows) => {
        const decided = decide(rows)
        for (const call of decided.calls) note(merchants, call)
        return decided
      })
    },
    ping: (timeoutMs) => database.ping(timeoutMs),
    close: () => database.close(),
  }
  return { database: seen, transactions }
}

/** The same database, as if each of the seven merchants were in a bucket of its own. */
function inBuckets(database: Database): Database {
  const parts = new Map<string, Database>(SHOPS.map((shop) => [shop, { ...database }]))
  const of = (merchantId: string): Database => {
    const part = parts.get(merchantId)
    if (part === undefined) throw new Error(`no bucket for ${merchantId}`)
    return part
  }
  return { ...database, buckets: { parts: [...parts.values()], of } }
}

describe.each(bothEngines)('with a lane for each bucket, on $name', ({ open }) => {
  let opened: Opened
  let deps: SimulatedDeps
  beforeAll(async () => {
    opened = await open()
  })
  beforeEach(async () => {
    await emptyJournal(opened.database)
    deps = simulatedDeps(1)
  })
  afterAll(() => opened?.close())

  /** Everything that a payment can go through, of seven merchants, in a random order. */
  async function run(lanes: 'one' | 'several') {
    const { database, transactions } = watched(opened.database)
    const given = lanes === 'one' ? database : inBuckets(database)
    const { journal } = openJournal(given, deps, { queueLimit: 10_000 })
    const make = maker(deps)
    const random = seededRandomness(7)
    const of = (merchantId: MerchantCode, change: Change): Change => ({
      ...change,
      merchantId,
      claims: change.claims.map((claim) => ({ ...claim, owner: merchantId })),
    })
    const shuffled = (changes: readonly Change[]) =>
      changes
        .map((change) => ({ change, place: random.fraction() }))
        .sort((one, other) => one.place - other.place)
        .map(({ change }) => change)
    const commit = (changes: readonly Change[]) =>
      Promise.all(shuffled(changes).map((change) => journal.commit(change)))
    const at = deps.clock.now()
    const outcomes = [
      ...(await commit(
        SHOPS.flatMap((shop) => [
          of(shop, make.credited(1_000_000n, 'top-up')),
          of(shop, make.credited(1_000_000n, 'top-up')),
          ...Array.from({ length: 15 }, (_, index) => make.payin(`in-${index}`, { merchantId: shop })),
        ]),
      )),
      ...(await commit(
        SHOPS.flatMap((shop) => [
          ...Array.from({ length: 8 }, (_, index) =>
            make.payout(`out-${index}`, 300_000n, { merchantId: shop }),
          ),
          ...Array.from({ length: 12 }, (_, index) =>
            of(
              shop,
              make.moved('payin', `in-${index}`, (payment) =>
                index % 2 === 0
                  ? ended(payment, 'FAILED', 'FAILED', at)
                  : paid(
                      payment,
                      { statusUpdate: `r-${index}`, received: payment.money, at, customerAccount: undefined },
                      undefined,
                    ),
              ),
            ),
          ),
        ]),
      )),
    ]
    await journal.drained()
    return { transactions, outcomes: tally(outcomes.map(({ type }) => type)) }
  }

  it('no transaction names rows of two buckets, and every change fares as in a single lane', async () => {
    const shared = await run('one')
    expect(shared.transactions.some(({ size }) => size > 1)).toBe(true)
    await emptyJournal(opened.database)
    const apart = await run('several')
    expect(apart.transactions.filter(({ size }) => size > 1)).toEqual([])
    expect(apart.outcomes).toEqual(shared.outcomes)
    expect(apart.outcomes).toMatchObject({ claimed: SHOPS.length, short: SHOPS.length * 5 })
    expect(await brokenPromises(opened.database)).toEqual([])
  })

  it('changes of one bucket still share transactions', async () => {
    const { transactions } = await run('several')
    const changes = SHOPS.length * (17 + 20)
    expect(transactions.length).toBeLessThan(changes / 2)
  })

  it('a bucket whose payment is in flight keeps no other waiting', async () => {
    const { database } = watched(opened.database)
    const { journal } = openJournal(inBuckets(database), deps, { queueLimit: 100 })
    const make = maker(deps)
    const outcomes = await Promise.all([
      ...Array.from({ length: 20 }, () =>
        journal.commit(make.payin('one', { merchantId: SHOPS[0] as MerchantCode })),
      ),
      journal.commit(make.payin(idOf('two'), { merchantId: SHOPS[1] as MerchantCode })),
    ])
    expect(tally(outcomes.map(({ type }) => type))).toEqual({ done: 2, duplicate: 19 })
    expect(await rowsOf(opened.database, 'select count(*)::integer as n from payment')).toEqual([{ n: 2 }])
  })
})

function tally(types: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

describe("the journal's statements", () => {
  /** A table with its alias, wherever it is joined, locked, changed or deleted from. Claims lie where their owner is. */
  const TABLE =
    /\b(?:from|join|update|using) (payment|event|posting|balance|claim|callback|attempt|step|case_file|older) ([a-z])\b/g

  it.each(STATEMENTS.map((statement) => [statement.name, statement.text]))(
    '%s ties every table to the merchant of the row that asks',
    (_name, text) => {
      for (const [, table, alias] of text.matchAll(TABLE)) {
        const column = table === 'claim' ? 'owner' : 'merchant_id'
        expect(text).toMatch(new RegExp(`\\b${alias}\\.${column} = [rpw]\\.${column}\\b`))
      }
    },
  )

  it('on conflict always names its target', () => {
    for (const { text } of STATEMENTS) expect(text).not.toMatch(/on conflict (?!\()/)
  })
})
