/** What the claims of the two queues read, on a server that has found them empty: its plans are made for that, and kept. */
import { readMigrations } from '@sluice/database/migrate.ts'
import type { Database, SqlStatement, Value } from '@sluice/database/port.ts'
import { connectPostgres } from '@sluice/database/postgres.ts'
import { freshDatabase, realTimers, silentLog } from '@sluice/database/testing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/setup/shared.ts'

import { CLAIM as CLAIM_STEPS } from '../payments/steps.ts'
import { CLAIM as CLAIM_CALLBACKS } from './statements.ts'

const WAITING = 2_000
const CLAIMED = 50
const LEASE = '00000000-0000-7000-8000-000000000000'

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const rowsRead = (node: PlanNode, table: string): number =>
  (node['Relation Name'] === table
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each, table), 0)

describe('a claim of a queue that the server has found empty', () => {
  let database: Database & { close(): Promise<void> }
  beforeAll(async () => {
    const url = await freshDatabase(await postgresUrl(), await readMigrations())
    database = await connectPostgres({ url, log: silentLog, timers: realTimers })
  })
  afterAll(() => database?.close())

  const run = (text: string) => database.run({ name: '', text }, [])

  it.each<[table: string, claim: SqlStatement, fill: string, more: Value]>([
    [
      'callback',
      CLAIM_CALLBACKS,
      `insert into callback (merchant_id, key, seq, kind, id, url, api_version, at, attempt, next_at)
       select 'M' || n % 10, gen_random_uuid(), 1, 'payin', 'P' || n, 'http://127.0.0.1:9', 2, now(), 0, now() from generate_series(1, ${WAITING}) n`,
      ['M-BUSY'],
    ],
    [
      'step',
      CLAIM_STEPS,
      `insert into step (merchant_id, key, purpose, kind, id, due_at, tries)
       select 'M' || n % 10, gen_random_uuid(), 'expire', 'payin', 'P' || n, now(), 0 from generate_series(1, ${WAITING}) n`,
      '[]',
    ],
  ])('reads what it takes of %s, however much waits', async (table, claim, fill, more) => {
    await run(fill)
    await run(`delete from ${table}`)
    await run(`vacuum (analyze, truncate off) ${table}`)
    await run(fill)
    const [row = {}] = await database.run(
      { ...claim, name: '', text: `explain (analyze, format json) ${claim.text}` },
      ['2999-01-01T00:00:00Z', CLAIMED, LEASE, '2999-01-01T00:01:00Z', more],
    )
    const [{ Plan }] = row['QUERY PLAN'] as [{ Plan: PlanNode }]
    expect(rowsRead(Plan, table)).toBeLessThan(6 * CLAIMED)
  })
})
