import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/setup/shared.ts'
import type { MigratableDatabase, Migration } from '../migrate.ts'
import { partsOf, type SqlStatement } from '../port.ts'
import { connectPostgres } from '../postgres.ts'
import { freshDatabase, realTimers, silentLog } from '../testing.ts'
import { bucketOf, schemaOf } from './bucket.ts'
import { openBuckets } from './open.ts'
import type { BucketedDatabase } from './router.ts'

const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'tables',
    sql: `create table payment (merchant_id text, id text, amount bigint, primary key (merchant_id, id));
      create table merchant (merchant_id text primary key)`,
  },
]
const BUCKETS = 12
const SHOPS = Array.from({ length: 40 }, (_, index) => `SHOP${index}`)

const INSERT: SqlStatement = {
  name: 'insert',
  whose: 1,
  text: 'insert into payment (merchant_id, id, amount) values ($1, $2, $3)',
}
const ONE: SqlStatement = {
  name: 'one',
  whose: 1,
  text: 'select id, amount from payment where merchant_id = $1',
}
const PAGE: SqlStatement = {
  name: 'page',
  whose: { each: 'sorted', by: ['-amount'], limit: { parameter: 1 } },
  text: 'select merchant_id, amount from payment order by amount desc limit $1',
}
const SEVERAL: SqlStatement = {
  name: 'several',
  whose: { each: 'own', merchants: 1, with: [2], place: 'place' },
  text: `select r.place, p.amount from unnest($1::text[], $2::text[]) with ordinality as r(merchant_id, id, place)
    join payment p on p.merchant_id = r.merchant_id and p.id = r.id`,
}
const AT_HOME: SqlStatement = { name: 'home', text: 'insert into merchant (merchant_id) values ($1)' }
const UNDECLARED: SqlStatement = { name: 'undeclared', text: 'select count(*) from payment' }
const NOTE: SqlStatement = { name: 'note', whose: 'follows', text: 'select $1::text as note' }

describe('twelve buckets on two databases', () => {
  let database: BucketedDatabase
  let places: readonly MigratableDatabase[]
  const shopIn = (wanted: (bucket: number) => boolean): string =>
    SHOPS.find((shop) => wanted(bucketOf(shop, BUCKETS))) ?? ''

  beforeAll(async () => {
    const open = async (migrations?: readonly Migration[]) =>
      connectPostgres({
        url: await freshDatabase(await postgresUrl(), migrations),
        log: silentLog,
        timers: realTimers,
      })
    const home = await open(MIGRATIONS)
    places = [await open(), await open()]
    const [even, odd] = places
    if (!even || !odd) throw new Error('two places')
    const opened = await openBuckets({
      home,
      places: Array.from({ length: BUCKETS }, (_, number) => (number % 2 === 0 ? even : odd)),
      clock: { now: () => 0 },
      migrations: MIGRATIONS,
    })
    if (!opened.ok) throw new Error(opened.failure.message)
    database = opened.value
    for (const [index, shop] of SHOPS.entries()) await database.run(INSERT, [shop, 'A', BigInt(index)])
  })
  afterAll(() => database.close())

  it('a merchant’s rows are in its own bucket only', async () => {
    for (const shop of SHOPS) {
      const bucket = bucketOf(shop, BUCKETS)
      const text = `select count(*)::integer as there from ${schemaOf(bucket)}.payment where merchant_id = $1`
      const rows = await places[bucket % 2]?.run({ name: '', text }, [shop])
      expect(rows).toEqual([{ there: 1 }])
      expect(await database.run(ONE, [shop])).toHaveLength(1)
    }
  })

  it('a page of all is the page of one table', async () => {
    const rows = await database.run(PAGE, [5])
    expect(rows.map(({ amount }) => amount)).toEqual([39n, 38n, 37n, 36n, 35n])
  })

  it('what is asked for several merchants comes back at its own place', async () => {
    const rows = await database.run(SEVERAL, [SHOPS, SHOPS.map(() => 'A')])
    const amounts = rows.map(({ place, amount }) => [place, amount])
    expect(amounts.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
      SHOPS.map((_, index) => [BigInt(index + 1), BigInt(index)]),
    )
  })

  it('a transaction over two buckets is refused before anything is written', async () => {
    const [one, other] = [shopIn((bucket) => bucket % 2 === 0), shopIn((bucket) => bucket % 2 === 1)]
    const both = [one, other].map((shop) => ({ statement: INSERT, values: [shop, 'B', 1n] }))
    await expect(database.batch(both)).rejects.toThrow('one transaction for two databases')
    const written = database.transact([{ statement: ONE, values: [one] }], () => ({
      calls: [{ statement: INSERT, values: [other, 'B', 1n] }],
      outcome: undefined,
    }))
    await expect(written).rejects.toThrow('one transaction for two databases')
    expect(await database.run(ONE, [other])).toHaveLength(1)
  })

  it('a transaction over a bucket and home is refused', async () => {
    const calls = [
      { statement: INSERT, values: [SHOPS[0] ?? '', 'C', 1n] },
      { statement: AT_HOME, values: ['C'] },
    ]
    await expect(database.batch(calls)).rejects.toThrow('one transaction for two databases')
  })

  it('a statement that follows runs in the database of its transaction', async () => {
    const [shop = ''] = SHOPS
    const [, notes] = await database.batch([
      { statement: ONE, values: [shop] },
      { statement: NOTE, values: ['kept'] },
    ])
    expect(notes).toEqual([{ note: 'kept' }])
  })

  it('a statement that does not say whose rows it reads runs in a part, and nowhere else', async () => {
    await expect(database.run(UNDECLARED, [])).rejects.toThrow('its caller must choose one')
    let rows = 0
    for (const part of partsOf(database)) rows += Number((await part.run(UNDECLARED, []))[0]?.count)
    expect(rows).toBe(SHOPS.length)
  })
})
