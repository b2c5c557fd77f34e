/** Merchants in twelve buckets on two databases, and one place that is down. Everything else runs so by `npm run test:buckets`. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { bucketOf } from '@sluice/database/buckets/bucket.ts'
import { faulty } from '@sluice/database/faulty.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { type Database, partOf } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, type TestMerchant, testGateway } from '../harness.ts'
import { openTestBuckets } from '../setup/shared.ts'
import { createBody, exampleFor, newId } from './api.fixture.ts'

const BUCKETS = 12
const THB = exampleFor('PromptPayMethod', 'THB')

describe('merchants in twelve buckets on two databases', () => {
  let database: MigratableDatabase
  let gateway: TestGateway
  let shops: readonly TestMerchant[]
  let down: string | undefined

  /** Fails for the merchants of `down`'s bucket, as a place does whose server is gone. */
  const withPlaceDown = (given: Database): Database => {
    const { buckets } = given
    if (buckets === undefined) throw new Error('no buckets')
    const isDown = (part: Database) => down !== undefined && buckets.of(down) === part
    const parts = new Map(
      buckets.parts.map((part) => [
        part,
        faulty(part, () => (isDown(part) ? { kind: 'UNAVAILABLE' } : { kind: 'NONE' })),
      ]),
    )
    return new Proxy(given, {
      get(target, name) {
        if (name !== 'buckets') return Reflect.get(target, name)
        return { parts: [...parts.values()], of: (code: string) => parts.get(buckets.of(code)) }
      },
    })
  }

  beforeAll(async () => {
    database = await openTestBuckets(BUCKETS)
    gateway = await testGateway(withPlaceDown(database))
    shops = await Promise.all(Array.from({ length: 8 }, () => gateway.merchant()))
  })
  afterAll(async () => {
    await gateway.stop()
    await database.close()
  })

  const create = async (shop: TestMerchant) => {
    const id = newId()
    const token = await shop.token()
    return { id, answer: await gateway.request('POST', `/payins/${id}`, { token, body: createBody(THB) }) }
  }

  it('are in several buckets, each with the rows of its own merchants', async () => {
    const used = new Set(shops.map(({ code }) => bucketOf(code, BUCKETS)))
    expect(used.size).toBeGreaterThan(3)
    for (const shop of shops) {
      const { id, answer } = await create(shop)
      expect(answer.status, answer.text).toBe(201)
      const text = 'select merchant_id, id from payment where id = $1'
      expect(await partOf(database, shop.code).run({ name: '', text }, [id])).toEqual([
        { merchant_id: shop.code, id },
      ])
    }
  })

  it('have their own balances', async () => {
    const [one, other] = shops
    if (!one || !other) throw new Error('two shops')
    await gateway.credit(one, { currency: 'THB' as CurrencyCode, amountMinor: minor(12_300n) })
    const balances = async (shop: TestMerchant) =>
      (await gateway.request('GET', '/balances', { token: await shop.token() })).text
    expect(await balances(one)).toContain('123')
    expect(await balances(other)).not.toContain('123')
  })

  it('go on where the place of another one is down, whose own requests get 503', async () => {
    const [ill, ...others] = shops
    if (!ill) throw new Error('a shop')
    const well = others.filter(({ code }) => bucketOf(code, BUCKETS) !== bucketOf(ill.code, BUCKETS))
    down = ill.code
    try {
      for (const shop of well) expect((await create(shop)).answer.status).toBe(201)
      expect((await create(ill)).answer.status).toBe(503)
    } finally {
      down = undefined
    }
    expect((await create(ill)).answer.status).toBe(201)
  })
})
