import { isoTime } from '@sluice/core/foundation/instants.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bothEngines } from '../../../../test/setup/shared.ts'
import { auditReader } from '../identity/operators/audit.ts'
import { productsThatName } from '../merchants/finding.ts'
import { LaneJournal } from '../payments/journal.ts'
import { maker } from '../payments/payments.fixture.ts'
import { countWaiting } from '../payments/reading.ts'
import { type ConnectorRecord, insertConnector, updateConnector } from '../processors/connectors/store.ts'
import {
  type AccountRecord,
  deleteAccount,
  insertAccount,
  updateAccount,
} from '../processors/providers/store.ts'

const EVERYTHING = {
  ...{ operator: undefined, action: undefined, subject: undefined, merchantCode: undefined },
  ...{ from: undefined, to: undefined, after: undefined, limit: 100 },
}

describe.each(bothEngines)('a processor that an operator adds ($name)', ({ open }) => {
  const deps = simulatedDeps(1, {})
  const at = deps.clock.now()
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened?.close())

  const line = () => ({
    id: deps.randomness.uuidV7(at),
    at,
    operator: 'test',
    action: 'provider.create',
    subject: 'provider',
    detail: {},
  })
  const common = { isTest: true, status: 'ACTIVE' as const, version: 1, createdAt: at, updatedAt: at }
  const account = (name: string): AccountRecord => ({
    ...{ ...common, name, provider: 'pix', identity: undefined },
    settings: {},
    secrets: {},
  })
  const connector = (name: string): ConnectorRecord => ({
    ...{ ...common, name, baseUrl: 'http://127.0.0.1:7' },
    services: undefined,
    secrets: [],
  })

  it('exists where its name is taken', async () => {
    const { database } = opened
    expect(await insertAccount(database, account('test-native-a'), line())).toBe('done')
    expect(await insertAccount(database, account('test-native-a'), line())).toBe('exists')
    expect(await insertConnector(database, connector('test-a'), line())).toBe('done')
    expect(await insertConnector(database, connector('test-a'), line())).toBe('exists')
  })

  it('is told in the audit log as changed or taken away where it was, and not where that was refused', async () => {
    const { database } = opened
    const record = account('test-native-told')
    await insertAccount(database, record, line())
    const operations = async () =>
      (await auditReader(() => 'false')(database, EVERYTHING)).map(({ action }) => action).toReversed()
    const before = (await operations()).length
    const operation = (action: string) => ({ ...line(), action })
    expect(await updateAccount(database, record, operation('provider.change'))).toBe(true)
    expect(await updateAccount(database, record, operation('provider.change'))).toBe(false)
    expect(await deleteAccount(database, record.name, operation('provider.delete'))).toBe(true)
    expect(await deleteAccount(database, record.name, operation('provider.delete'))).toBe(false)
    expect((await operations()).slice(before)).toEqual(['provider.change', 'provider.delete'])
  })

  it('is no other one of its name for whatever else the database refuses', async () => {
    const { database } = opened
    const refused = { kind: 'CONSTRAINT', constraint: 'provider_account_test_and_live_never_mix' }
    await expect(insertAccount(database, account('native-live'), line())).rejects.toMatchObject(refused)
    // What decides an approval is a line of the audit log: two who approve the same one are told apart by that.
    const written = line()
    expect(await insertConnector(database, connector('test-b'), written)).toBe('done')
    await expect(insertConnector(database, connector('test-c'), written)).rejects.toThrow(DatabaseFailure)
  })
  it('stays the one that it is while payments wait for it', async () => {
    const { database } = opened
    const record = account('test-native-kept')
    await insertAccount(database, record, line())
    const make = maker(deps)
    const payin = make.payment('payin', 'waiting', { processor: record.name })
    const steps = [{ purpose: 'expire', dueAt: at + 60_000 } as const]
    await new LaneJournal(database, deps, { queueLimit: 10 }).commit(make.created(payin, steps))
    expect(await countWaiting(database, record.name)).toBe(1)
    expect(await updateAccount(database, record, line(), true)).toBe(false)
    expect(await updateAccount(database, record, line())).toBe(true)

    const own = connector('test-kept')
    await insertConnector(database, own, line())
    const other = make.payment('payin', 'waits-for-own', { processor: own.name })
    await new LaneJournal(database, deps, { queueLimit: 10 }).commit(make.created(other, steps))
    expect(await updateConnector(database, own, line(), true)).toBe(false)
    expect(await updateConnector(database, own, line())).toBe(true)

    const free = account('test-native-free')
    await insertAccount(database, free, line())
    expect(await countWaiting(database, free.name)).toBe(0)
    expect(await updateAccount(database, free, line(), true)).toBe(true)
  })

  it('is named by the products of merchants, which are counted', async () => {
    const { database } = opened
    const products = [
      { code: 'PIXQR', currency: 'BRL', processors: ['test-native-named', 'sandbox'] },
      { code: 'ONLINE', currency: 'BRL', processors: ['sandbox'] },
    ]
    const text = `insert into merchant (merchant_id, name, is_test, status, rate_limit_per_second, return_schemes, products, version,
      created_at, updated_at) values ($1, 'Shop', true, 'ACTIVE', 10, '[]', $2::text::jsonb, 1, $3, $3)`
    for (const code of ['NAMESA', 'NAMESB'])
      await database.run({ name: '', text }, [code, JSON.stringify(products), isoTime(at)])
    const first = [{ merchantCode: 'NAMESA', code: 'PIXQR', currency: 'BRL' }]
    expect(await productsThatName(database, 'test-native-named', 1)).toEqual({ first, many: 2 })
    expect(await productsThatName(database, 'test-native-free', 1)).toEqual({ first: [], many: 0 })
  })
})
