import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { succeed } from '@sluice/core/foundation/result.ts'
import { type SimulatedDeps, simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { faulty } from '@sluice/database/faulty.ts'
import type { Database } from '@sluice/database/port.ts'
import { type Opened, truncateAll } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import { newMerchantSecret } from './credentials.ts'
import { Merchants } from './directory.ts'
import type { Merchant } from './merchant.ts'
import { changeMerchant, createMerchant, findMerchant, pageOfMerchants } from './store.ts'

const CODE = 'SHOP' as MerchantCode

let opened: Opened
let database: Database
let deps: SimulatedDeps
beforeAll(async () => {
  const [inMemory] = bothEngines
  if (!inMemory) throw new Error('no engine')
  opened = await inMemory.open()
  database = opened.database
})
beforeEach(async () => {
  await truncateAll(database)
  deps = simulatedDeps(1)
})
afterAll(() => opened?.close())

/** What was asked beside the requests is answered: the database does one thing after the other. */
const settled = () => database.run({ name: '', text: 'select' }, [])

const merchant = (changes: Partial<Merchant> = {}): Merchant => ({
  code: CODE,
  name: 'Shop',
  isTest: true,
  status: 'ACTIVE',
  callbackUrl: undefined,
  rateLimitPerSecond: 10,
  returnSchemes: ['shop'],
  products: [{ code: 'ONLINE', currency: 'THB', fee: { percent: '1.6' } }],
  createdAt: deps.clock.now(),
  updatedAt: deps.clock.now(),
  ...changes,
})
const audit = (action: string): AuditLine => {
  const at = deps.clock.now()
  return { id: deps.randomness.uuidV7(at), at, operator: 'alice', action, subject: CODE, detail: {} }
}
const made = (changes: Partial<Merchant> = {}) =>
  createMerchant(database, { merchant: merchant(changes), credentials: [] }, audit('merchant.create'))
const renamed = (name: string) =>
  changeMerchant(database, CODE, audit('merchant.change'), ({ merchant: old }) =>
    succeed({ merchant: { ...old, name } }),
  )
const audited = async () =>
  (await database.run({ name: '', text: 'select action from audit order by id' }, [])).map(
    ({ action }) => action,
  )

describe('merchants in the database', () => {
  it('are read as they were made, credentials and products too', async () => {
    const { credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    const record = { merchant: merchant(), credentials: [credential] }
    expect((await createMerchant(database, record, audit('merchant.create'))).ok).toBe(true)
    expect(await findMerchant(database, CODE)).toEqual({ ...record, version: 1 })
    expect(await findMerchant(database, 'NOBODY')).toBeUndefined()
  })

  it('keep «everything» apart from «nothing» among their products', async () => {
    await made({ products: undefined })
    await made({ code: 'NONE' as MerchantCode, products: [] })
    expect((await findMerchant(database, CODE))?.merchant.products).toBeUndefined()
    expect((await findMerchant(database, 'NONE'))?.merchant.products).toEqual([])
  })

  it('are made once: the second is refused with nothing kept, not even in the audit log', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => made()))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await audited()).toEqual(['merchant.create'])
  })

  it('are changed under their lock, with a line in the audit log, and lose no change', async () => {
    await made()
    await Promise.all(
      Array.from({ length: 10 }, () =>
        changeMerchant(database, CODE, audit('merchant.change'), ({ merchant: old }) =>
          succeed({ merchant: { ...old, rateLimitPerSecond: old.rateLimitPerSecond + 1 } }),
        ),
      ),
    )
    expect((await findMerchant(database, CODE))?.merchant.rateLimitPerSecond).toBe(20)
    expect(await audited()).toHaveLength(11)
  })

  it('no longer have a credential that was removed', async () => {
    const { credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    await createMerchant(
      database,
      { merchant: merchant(), credentials: [credential] },
      audit('merchant.create'),
    )
    await changeMerchant(database, CODE, audit('secret.remove'), () => succeed({ remove: [credential.id] }))
    expect((await findMerchant(database, CODE))?.credentials).toEqual([])
  })

  it('come in pages by code', async () => {
    for (const code of ['C', 'A', 'B']) await made({ code: code as MerchantCode })
    const codes = async (after: string) =>
      (await pageOfMerchants(database, after, 2)).map(({ merchant: { code } }) => code)
    expect([await codes(''), await codes('B')]).toEqual([['A', 'B'], ['C']])
  })
})

describe('the directory of merchants', () => {
  it('is never more than a second old', async () => {
    await made()
    const directory = new Merchants(database, deps.clock)
    const name = async () => (await directory.find(CODE))?.merchant.name
    expect(await name()).toBe('Shop')
    await renamed('New')
    await deps.advance(999)
    expect(await name()).toBe('Shop')
    await deps.advance(1)
    expect(await name()).toBe('New')
  })

  it('knows at once what it was told to forget', async () => {
    await made()
    const directory = new Merchants(database, deps.clock)
    await directory.find(CODE)
    await renamed('New')
    directory.forget(CODE)
    expect((await directory.find(CODE))?.merchant.name).toBe('New')
  })

  it('tells whoever holds a merchant whether it still is what would be answered', async () => {
    await made()
    const directory = new Merchants(database, deps.clock)
    const [asRead, again] = [await directory.find(CODE), await directory.find(CODE)]
    expect([again === asRead, asRead?.isCurrent()]).toEqual([true, true])
    directory.forget(CODE)
    const forgotten = asRead?.isCurrent()
    const readAgain = await directory.find(CODE)
    directory.forgetAll()
    const allForgotten = readAgain?.isCurrent()
    const last = await directory.find(CODE)
    await deps.advance(1_000)
    expect([forgotten, allForgotten, last?.isCurrent()]).toEqual([false, false, false])
  })

  it('holds nobody to be current of whom it was told to forget while it was read', async () => {
    await made()
    const directory = new Merchants(database, deps.clock)
    const early = directory.find(CODE)
    directory.forget(CODE)
    expect((await early)?.isCurrent()).toBe(false)
  })

  it('reads once for many that ask at once, and once a second', async () => {
    await made()
    let reads = 0
    const counted = faulty(database, () => {
      reads += 1
      return { kind: 'NONE' }
    })
    const directory = new Merchants(counted, deps.clock)
    const found = await Promise.all(Array.from({ length: 100 }, () => directory.find(CODE)))
    expect(new Set(found).size).toBe(1)
    await directory.find(CODE)
    expect(reads).toBe(1)
    await deps.advance(1_000)
    await directory.find(CODE)
    expect(reads).toBe(2)
  })

  it('renews those in use before their second is over, together and beside the requests', async () => {
    const codes = ['A', 'B', 'C'].map((code) => code as MerchantCode)
    for (const code of codes) await made({ code })
    const statements: string[] = []
    const watched: Database = {
      ...database,
      run: (statement, values) => {
        statements.push(statement.name)
        return database.run(statement, values)
      },
    }
    const directory = new Merchants(watched, deps.clock)
    for (const code of codes) await directory.find(code)
    statements.length = 0
    for (let round = 0; round < 5; round += 1) {
      await deps.advance(600)
      expect(codes.map((code) => directory.known(code)?.merchantCode)).toEqual(codes)
      await settled()
    }
    expect(directory.known('A')?.isCurrent()).toBe(true)
    expect(statements).toEqual(Array.from({ length: 5 }, () => 'merchant_changed'))
  })

  it('renews those that are each asked for less than once a second, as soon as any of them is', async () => {
    const codes = ['A', 'B', 'C'].map((code) => code as MerchantCode)
    for (const code of codes) await made({ code })
    const directory = new Merchants(database, deps.clock)
    for (const code of codes) await directory.find(code)
    await deps.advance(3_000)
    expect(codes.map((code) => directory.known(code))).toEqual([undefined, undefined, undefined])
    await directory.find('A')
    await settled()
    expect(codes.map((code) => directory.known(code)?.merchantCode)).toEqual(codes)
  })

  it('reads again what was changed since, also where only a credential was', async () => {
    await made()
    const { credential } = newMerchantSecret(deps.randomness, deps.clock.now())
    const directory = new Merchants(database, deps.clock)
    await directory.find(CODE)
    await changeMerchant(database, CODE, audit('secret.add'), () => succeed({ add: [credential] }))
    await deps.advance(600)
    const before = directory.known(CODE)
    expect(before?.secretHashes).toEqual([])
    await settled()
    expect([directory.known(CODE), before?.isCurrent()]).toEqual([undefined, false])
    expect((await directory.find(CODE))?.secretHashes).toHaveLength(1)
  })

  it('is no older than a second where renewing fails', async () => {
    await made()
    const failing = faulty(database, (_, count) => ({ kind: count === 2 ? 'UNAVAILABLE' : 'NONE' }))
    const directory = new Merchants(failing, deps.clock)
    await directory.find(CODE)
    await renamed('New')
    await deps.advance(999)
    expect(directory.known(CODE)?.merchant.name).toBe('Shop')
    await settled()
    await deps.advance(1)
    expect(directory.known(CODE)).toBeUndefined()
    expect((await directory.find(CODE))?.merchant.name).toBe('New')
  })

  it('remembers unknown codes for the same second, and asks for no impossible ones', async () => {
    let reads = 0
    const counted = faulty(database, () => {
      reads += 1
      return { kind: 'NONE' }
    })
    const directory = new Merchants(counted, deps.clock)
    expect([
      await directory.find(CODE),
      await directory.find(CODE),
      await directory.find("' or 1=1"),
    ]).toEqual([undefined, undefined, undefined])
    expect(reads).toBe(1)
    await made()
    await deps.advance(1_000)
    expect(await directory.find(CODE)).toBeDefined()
  })

  it('does not remember what was read before it was told to forget', async () => {
    await made()
    let reads = 0
    const slow: Database = {
      ...faulty(database, () => ({ kind: 'NONE' })),
      run: async (statement, values) => {
        const rows = await database.run(statement, values)
        reads += 1
        await new Promise<void>((resolve) => deps.timers.after(500, resolve))
        return rows
      },
    }
    const directory = new Merchants(slow, deps.clock)
    const early = directory.find(CODE)
    await expect.poll(() => reads).toBe(1)
    await renamed('New')
    directory.forget(CODE)
    const late = directory.find(CODE)
    await expect.poll(() => reads).toBe(2)
    await deps.advance(600)
    expect([(await early)?.merchant.name, (await late)?.merchant.name]).toEqual(['Shop', 'New'])
    expect((await directory.find(CODE))?.merchant.name).toBe('New')
  })

  it('joins no load that began more than a second ago', async () => {
    await made()
    let reads = 0
    const slow: Database = {
      ...faulty(database, () => ({ kind: 'NONE' })),
      run: async (statement, values) => {
        reads += 1
        const rows = await database.run(statement, values)
        if (reads === 1) await new Promise<void>((resolve) => deps.timers.after(5_000, resolve))
        return rows
      },
    }
    const directory = new Merchants(slow, deps.clock)
    const stuck = directory.find(CODE)
    await expect.poll(() => reads).toBe(1)
    await renamed('New')
    await deps.advance(1_000)
    expect((await directory.find(CODE))?.merchant.name).toBe('New')
    await deps.advance(5_000)
    await stuck
    // The late answer of the first load does not come back.
    expect((await directory.find(CODE))?.merchant.name).toBe('New')
  })

  it('asks again after a read that failed', async () => {
    await made()
    const failing = faulty(database, (_, count) => ({ kind: count === 1 ? 'UNAVAILABLE' : 'NONE' }))
    const directory = new Merchants(failing, deps.clock)
    await expect(directory.find(CODE)).rejects.toThrow('not available')
    expect((await directory.find(CODE))?.merchant.name).toBe('Shop')
  })

  it('gives a merchant with products those, and one without everything', async () => {
    await made()
    await made({ code: 'ALL' as MerchantCode, products: undefined })
    const directory = new Merchants(database, deps.clock)
    const shop = await directory.find(CODE)
    expect([shop?.product('ONLINE', 'THB')?.fee, shop?.product('ONLINE', 'INR')]).toEqual([
      { percent: '1.6' },
      undefined,
    ])
    expect((await directory.find('ALL'))?.product('ONLINE', 'INR')).toEqual({
      code: 'ONLINE',
      currency: 'INR',
    })
  })
})
