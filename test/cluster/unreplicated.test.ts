import { realDeps } from '@sluice/core/foundation/real-deps.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { LaneJournal } from '@sluice/gateway/payments/journal.ts'
import { maker } from '@sluice/gateway/payments/payments.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Replicated, replicatedServers } from './postgres.fixture.ts'

const NO_NETWORK = { request: () => Promise.reject(new Error('no network here')) }

describe('a commit that the primary has and the standby has not', () => {
  let servers: Replicated
  let database: MigratableDatabase

  beforeAll(async () => {
    servers = await replicatedServers()
    database = await connectPostgres({
      url: servers.primary.urlOf('postgres'),
      log: silentLog,
      timers: realTimers,
    })
    await migrate(database, { now: () => Date.now() })
  })
  afterAll(async () => {
    await database?.close()
    await servers?.close()
  })

  it('is not told as done when its connection is lost and it finds itself in the history: only once the standby has it', async () => {
    const deps = realDeps({ network: NO_NETWORK, log: silentLog })
    const journal = new LaneJournal(database, deps, { queueLimit: 10 })
    const make = maker(deps)
    await journal.commit(make.payin('before'))
    await servers.standby.stop()

    const outcome = journal.commit(make.payin('meanwhile'))
    let reported = false
    void outcome.then(() => {
      reported = true
    })
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'sluice'`
    while ((await servers.primary.query(waiting)).length === 0) await pause(20)
    await servers.primary.query(`select pg_terminate_backend(pid) from (${waiting}) as w`)
    // The primary shows it to everybody now, and the same change is tried again on a new connection.
    const there = 'select id from payment order by id'
    await expect.poll(() => servers.primary.query(there)).toHaveLength(2)
    await pause(1_000)
    expect(reported).toBe(false)

    await servers.standby.start()
    expect((await outcome).type).toBe('done')
    expect(await servers.standby.query(there)).toHaveLength(2)
  })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
