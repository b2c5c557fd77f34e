import { realClock } from '@sluice/core/foundation/real-deps.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../test/setup/shared.ts'
import { connectionsNeeded, whyTooFew } from './connections-needed.ts'
import { type MigratableDatabase, readMigrations } from './migrate.ts'
import { connectPostgres } from './postgres.ts'
import { freshDatabase, realTimers, silentLog } from './testing.ts'

describe('the connections that nodes need', () => {
  let database: MigratableDatabase
  beforeAll(async () => {
    const url = await freshDatabase(await postgresUrl(), await readMigrations())
    database = await connectPostgres({ url, log: silentLog, timers: realTimers })
  })
  afterAll(() => database.close())

  it('are seven for each that is there or comes, of those that PostgreSQL leaves to ordinary users', async () => {
    const [row] = await database.run(
      { name: '', text: "select current_setting('max_connections') as all" },
      [],
    )
    const needed = await connectionsNeeded(database, realClock, 4)
    expect(needed).toEqual({ nodes: 4, needed: 28, allowed: Number(row?.all) - 3 })
  })
})

it.each([
  [16, 96, 97, undefined],
  [17, 102, 97, '17 processes open up to 102 connections, and PostgreSQL allows 97'],
  [1, 6, 5, 'this process opens up to 6 connections, and PostgreSQL allows 5'],
])('%i nodes that need %i connections of %i', (nodes, needed, allowed, why) => {
  expect(whyTooFew({ nodes, needed, allowed })).toBe(why)
})
