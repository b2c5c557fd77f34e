import { migrate } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { onReplica, Replica, withReplica } from '@sluice/database/replica.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../setup/until.ts'
import { type Replicated, replicatedServers } from './postgres.fixture.ts'

const common = { log: silentLog, timers: realTimers }
const WHERE = { name: '', text: 'select pg_is_in_recovery() as standby' }

let servers: Replicated
beforeAll(async () => {
  servers = await replicatedServers()
})
afterAll(() => servers?.close())

it('reads of reports and exports go to the standby, all others to the primary, which serves all without it', async () => {
  const primary = await connectPostgres({ url: servers.primary.urlOf('postgres'), ...common })
  await migrate(primary, { now: () => Date.now() })
  // A role without rights of its own may read all that is needed.
  await servers.primary.query('create role reader login')
  await servers.primary.query("alter role reader password 'reader'")
  await servers.primary.query('grant select on node to reader')
  const standbyUrl = new URL(servers.standby.urlOf('postgres'))
  standbyUrl.username = 'reader'
  standbyUrl.password = 'reader'
  const connect = () => connectPostgres({ url: standbyUrl.href, use: 'replica', ...common })
  const clock = { now: () => Date.now() }
  const replica = new Replica(primary, { connect, clock, log: silentLog, longestLagMs: 3_600_000 })
  await replica.begin()
  const database = withReplica(primary, replica)
  await database.run(
    { name: '', text: `insert into node (id, seen_at) values (gen_random_uuid(), now())` },
    [],
  )

  const read = () => onReplica(() => database.run(WHERE, []))
  await until('the standby is read', async () => (await read())[0]?.standby === true)
  expect(await database.run(WHERE, [])).toEqual([{ standby: false }])
  expect(await database.batch([{ statement: WHERE, values: [] }])).toEqual([[{ standby: false }]])
  await servers.standby.kill()
  expect(await read()).toEqual([{ standby: false }])
  await database.close()
})

it('a primary is no replica', async () => {
  const url = servers.primary.urlOf('postgres')
  await expect(connectPostgres({ url, use: 'replica', ...common })).rejects.toThrow('it is a primary')
})
