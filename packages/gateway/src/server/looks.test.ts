/** What the look for all that is due reads, on a server that keeps the plan it made while there was nothing. */
import { readMigrations } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestGateway, testGateway } from '../../../../test/harness.ts'
import { postgresUrl } from '../../../../test/setup/shared.ts'

const ROWS = 2_000
const FEW = 20

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const rowsRead = (node: PlanNode): number =>
  (node['Relation Name']
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)

describe('the look for what is due', () => {
  let database: Database & { close(): Promise<void> }
  let gateway: TestGateway
  beforeAll(async () => {
    const url = await freshDatabase(await postgresUrl(), await readMigrations())
    database = await connectPostgres({ url, log: silentLog, timers: realTimers })
    gateway = await testGateway(database, { started: false })
  })
  afterAll(async () => {
    await gateway?.stop()
    await database?.close()
  })

  const run = (text: string) => database.run({ name: '', text }, [])
  const fill = async (dueAt: string) => {
    const rows = `from generate_series(1, ${ROWS}) n`
    await run(`insert into step (merchant_id, key, purpose, kind, id, due_at, tries)
      select 'M' || n % 10, gen_random_uuid(), 'expire', 'payin', 'P' || n, ${dueAt}, 0 ${rows}`)
    await run(`insert into callback (merchant_id, key, seq, kind, id, url, api_version, at, attempt, next_at)
      select 'M' || n % 10, gen_random_uuid(), 1, 'payin', 'P' || n, 'http://127.0.0.1:9', 2, now(), 0, ${dueAt} ${rows}`)
    await run(`insert into status_update (merchant_id, kind, id, status_update_id, body, received_at, due_at, tries)
      select 'M', 'payin', 'P' || n, 'r', '{}', now(), ${dueAt}, 0 ${rows}`)
    await run(`insert into bank_entry_work (account, reference, key, state, due_at, tries)
      select 'A', gen_random_uuid(), gen_random_uuid(), 'NEW', ${dueAt}, 0 ${rows}`)
    await run(`insert into settlement_run (id, state, prepared_by, prepared_at)
      select gen_random_uuid(), 'DONE', 'gateway', now() ${rows}`)
  }
  const empty = async () => {
    for (const table of TABLES) await run(`delete from ${table}`)
  }
  const TABLES = ['step', 'callback', 'status_update', 'bank_entry_work', 'settlement_run']

  it.each([
    ['much waits for later', "now() + interval '1 day'", [null, null, null, null, null]],
    [
      'much is due',
      "timestamptz '2020-01-01T00:00:00Z'",
      [1, 1, 1, 1, null].map((due) => due && Date.UTC(2020, 0, 1)),
    ],
  ])('reads a row of each queue at most where %s, and by an index', async (_, dueAt, due) => {
    await empty()
    const { statement, values } = gateway.app.looks[0].callFor(Date.now())
    await fill(dueAt)
    await empty()
    for (const table of TABLES) await run(`vacuum (analyze, truncate off) ${table}`)
    await fill(dueAt)
    const [found = {}] = await database.run(statement, values)
    expect(Object.values(found)).toEqual(due)
    const explained = { ...statement, name: '', text: `explain (analyze, format json) ${statement.text}` }
    const [row = {}] = await database.run(explained, values)
    const [{ Plan }] = row['QUERY PLAN'] as [{ Plan: PlanNode }]
    expect(rowsRead(Plan)).toBeLessThan(FEW)
  })
})
