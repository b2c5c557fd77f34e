import { beforeEach, describe, expect, it } from 'vitest'
import { unavailableFailure } from './failures.ts'
import { asDescribed, type Database, type SqlStatement } from './port.ts'
import { Replica } from './replica.ts'
import { silentLog } from './testing.ts'

const LAG_MS = 30_000
const statement = (text: string): SqlStatement => ({ name: '', text })
const READ = statement('select 1')

let now: number
let ran: string[]
beforeEach(() => {
  now = 1_000_000
  ran = []
})

interface FakeOptions {
  readonly system?: string
  readonly seenAt?: () => number | null
  readonly fails?: () => boolean
}

/** A server that notes by its name what it has run for others than the replica itself. */
function server(name: string, { system = '7', seenAt = () => now, fails = () => false }: FakeOptions = {}) {
  const run: Database['run'] = async (requested) => {
    if (fails()) throw unavailableFailure('ECONNREFUSED')
    if (requested.text.includes('pg_control_system')) return asDescribed([{ system, database: '5' }])
    if (requested.text.includes('from node')) return asDescribed([{ seen_at: seenAt() }])
    ran.push(name)
    return asDescribed([])
  }
  const none = () => Promise.reject(new Error('not of this test'))
  const database: Database = {
    ...{ engine: 'postgres', writeSlots: 1, run, batch: none, transact: none },
    ...{ ping: async () => true, close: async () => undefined },
  }
  return database
}

const replicaOf = (standby: () => Promise<Database>): Replica =>
  new Replica(server('primary'), {
    ...{ connect: standby, clock: { now: () => now }, log: silentLog, longestLagMs: LAG_MS },
  })

describe('a replica', () => {
  it('is read from, and never written to', async () => {
    const replica = replicaOf(async () => server('standby'))
    await replica.begin()
    for (const text of ['select 1', ' with a as (select 1) select * from a', 'insert into a values (1)'])
      await replica.run(statement(text), [])
    await replica.run(statement('with a as (delete from b returning 1) select * from a'), [])
    expect(ran).toEqual(['standby', 'standby', 'primary', 'primary'])
  })

  it('is not used while it is further behind than allowed, and used again afterwards', async () => {
    let behindMs = LAG_MS + 1
    const replica = replicaOf(async () => server('standby', { seenAt: () => now - behindMs }))
    await replica.run(READ, [])
    behindMs = LAG_MS
    now += 5_000
    await replica.run(READ, [])
    expect(ran).toEqual(['primary', 'standby'])
  })

  it('is not used while no node has announced itself there', async () => {
    const replica = replicaOf(async () => server('standby', { seenAt: () => null }))
    await replica.run(READ, [])
    expect(ran).toEqual(['primary'])
  })

  it('that cannot be reached keeps nobody from starting or reading, and is used once it is back', async () => {
    let isGone = true
    const replica = replicaOf(async () => {
      if (isGone) throw unavailableFailure('ECONNREFUSED')
      return server('standby', { fails: () => isGone })
    })
    await replica.begin()
    await replica.run(READ, [])
    for (const gone of [false, true]) {
      isGone = gone
      now += 5_000
      await replica.run(READ, [])
    }
    expect(ran).toEqual(['primary', 'standby', 'primary'])
  })

  it('that fails during a statement has the primary run it', async () => {
    let isGone = false
    const replica = replicaOf(async () => server('standby', { fails: () => isGone }))
    await replica.run(READ, [])
    isGone = true
    await replica.run(READ, [])
    expect(ran).toEqual(['standby', 'primary'])
  })

  it('of another system is refused at the start', async () => {
    const replica = replicaOf(async () => server('another', { system: '8' }))
    await expect(replica.begin()).rejects.toThrow('does not name a standby of the database in DATABASE_URL')
  })
})
