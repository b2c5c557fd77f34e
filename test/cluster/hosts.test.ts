import { connectPostgres } from '@sluice/database/postgres.ts'
import { realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../setup/until.ts'
import { type Replicated, replicatedServers } from './postgres.fixture.ts'

const WRITERS = 4
const BEFORE = 200
const AFTER = 100

/** The URL of the primary, with its standby as a second host. */
const urlOfBoth = ({ primary, standby }: Replicated): string =>
  primary.urlOf('postgres').replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`)

describe('a database with two hosts in its URL, of which the primary is killed', () => {
  let servers: Replicated
  const acknowledged = new Set<number>()
  const refused = new Set<number>()
  const noticed: string[] = []
  let stored: ReadonlySet<number>

  beforeAll(async () => {
    servers = await replicatedServers()
    const database = await connectPostgres({ url: urlOfBoth(servers), log: silentLog, timers: realTimers })
    await database.script('create table written (id integer primary key)')
    const statement = { name: 'write', text: 'insert into written values ($1::integer)' }
    let next = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        next += 1
        const id = next
        await database.batch([{ statement, values: [id] }]).then(
          () => acknowledged.add(id),
          (error: { kind?: string }) => {
            if (error.kind === 'UNAVAILABLE') refused.add(id)
          },
        )
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const writers = Array.from({ length: WRITERS }, write)
    await until('some writes are acknowledged', () => acknowledged.size >= BEFORE)
    await servers.primary.kill()
    const atKill = acknowledged.size
    await servers.standby.query('select pg_promote(true, 90)')
    await until('writes resume', () => acknowledged.size >= atKill + AFTER)
    isOver = true
    await Promise.all(writers)
    const end = database.notices?.listen({ received: (text) => noticed.push(text), missed: () => undefined })
    await until('a notice arrives', async () => {
      await database.notices?.send(['to whom it may concern'])
      return noticed.length > 0
    })
    await end?.()
    const rows = await servers.standby.query('select id from written')
    stored = new Set(rows.map(({ id }) => Number(id)))
    await database.close()
  })
  afterAll(() => servers?.close())

  it('has lost nothing that was acknowledged, before and after', () => {
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([])
  })

  it('has stored nothing that was refused as unavailable', () => {
    expect([...refused].filter((id) => stored.has(id))).toEqual([])
  })

  it('names each server and why it is not used while there is no primary', async () => {
    const { primary, standby } = servers
    await standby.query(`alter system set default_transaction_read_only = on`)
    await standby.query('select pg_reload_conf()')
    const refusal = async () =>
      connectPostgres({ url: urlOfBoth(servers), log: silentLog, timers: realTimers }).then(
        (database) => database.close().then(() => ''),
        (error: Error) => error.message,
      )
    await expect
      .poll(refusal)
      .toBe(
        'the database is not available: none of its servers can be used ' +
          `(127.0.0.1:${primary.port}: ECONNREFUSED; 127.0.0.1:${standby.port}: it is read-only)`,
      )
  })
})
