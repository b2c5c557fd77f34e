/** Which requests read from a replica: reports and exports, and no others. */
import { asDescribed, type Database } from '@sluice/database/port.ts'
import { Replica, withReplica } from '@sluice/database/replica.ts'
import { silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { START, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { openTestDatabase } from '../../../../test/setup/shared.ts'
import { ensureBootstrapOperator } from '../identity/operators/operators.ts'
import { ADMIN } from './admin.fixture.ts'

let gateway: TestGateway
let database: Database
let onStandby: string[] = []

beforeAll(async () => {
  const primary = await openTestDatabase(START)
  const run: Database['run'] = async (statement, values) => {
    if (statement.text.includes('pg_control_system')) return asDescribed([{ system: '1', database: '1' }])
    if (statement.text.includes('from node')) return asDescribed([{ seen_at: START }])
    onStandby.push(statement.name)
    return primary.run(statement, values)
  }
  const standby: Database = { ...stub(primary), run }
  const same: Database = { ...stub(primary), run }
  const replica = new Replica(same, {
    ...{ connect: async () => standby, clock: { now: () => START } },
    ...{ log: silentLog, longestLagMs: 60_000 },
  })
  await replica.begin()
  database = withReplica(primary, replica)
  gateway = await testGateway(database)
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
})
afterAll(async () => {
  await gateway?.stop()
  await database?.close()
})
beforeEach(() => {
  onStandby = []
})

/** What the test does not replace. */
const stub = (primary: Database): Database => ({
  engine: primary.engine,
  writeSlots: primary.writeSlots,
  run: primary.run,
  batch: primary.batch,
  transact: primary.transact,
  ping: primary.ping,
  close: async () => undefined,
})

const read = async (path: string) => {
  const { status, text } = await gateway.request('GET', path, { token: ADMIN })
  expect(status, text).toBe(200)
}

it.each([
  '/admin/reports/volume',
  '/admin/reports/success-rates',
  '/admin/reports/cases',
  '/admin/payments?format=csv',
  '/admin/cases?format=xlsx',
])('%s reads from it', async (path) => {
  await read(path)
  expect(onStandby).not.toEqual([])
})

it.each(['/admin/payments', '/admin/cases', '/admin/merchants'])('%s does not', async (path) => {
  await read(path)
  expect(onStandby).toEqual([])
})
