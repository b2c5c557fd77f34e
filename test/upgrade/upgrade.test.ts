/**
 * Every upgrade, with data: days that a gateway of an earlier version has lived are brought to this version, on both engines, and
 * the gateway goes on with them. The next migration is covered as soon as its file is there.
 */
import { type Migration, migrate, readMigrations } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
import type { Opened } from '@sluice/database/testing.ts'
import { checkInvariants } from '@sluice/gateway/admin/invariants/invariants.ts'
import { OF_THE_DATABASE, tablesOf } from '@sluice/gateway/backup/tables.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { START, testGateway } from '../harness.ts'
import { allEngines } from '../setup/shared.ts'
import { fill, type KeptDay, readKeptDays } from './kept-days.ts'

const DAY_MS = 86_400_000
const ALL = await readMigrations()
const NEWEST = ALL.at(-1)?.number ?? 0
const ENGINES = allEngines.filter(({ name }) => name !== 'PGlite on disk')

/** What the kept days have no rows of: most of it is gone within seconds. A table that a migration adds gets rows, or a line here. */
const WITHOUT_ROWS = new Set([
  ...OF_THE_DATABASE,
  ...['alert', 'alert_look', 'alert_message', 'approval_answer', 'bank_closing', 'bank_statement_day'],
  ...['callback_listener', 'heard_callback', 'link_mail', 'merchant_mail', 'node', 'passkey'],
  ...['proxy_sign', 'setting', 'spent_proof'],
])

let opened: Opened | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

/** A database of the version whose newest migration is `from`, with that day in it, brought to the last of `migrations`. */
async function upgraded(
  { open }: (typeof ENGINES)[number],
  { from, day, migrations = ALL }: { from: number; day: KeptDay; migrations?: readonly Migration[] },
): Promise<Database> {
  opened = await open(migrations.filter(({ number }) => number <= from))
  const { database } = opened
  await fill(database, day)
  const outcome = await migrate(database, { now: () => START }, migrations)
  if (!outcome.ok) throw new Error(outcome.failure.message)
  return database
}

const broken = async (database: Database): Promise<readonly string[]> =>
  (await checkInvariants(database)).checks.filter(({ holds }) => !holds).map(({ name }) => name)

const kept = ALL.flatMap(({ number: from }) =>
  Object.entries(readKeptDays(from) ?? {}).map(([name, day]) => ({ from, name, day })),
)

describe('the kept days', () => {
  it('are there for every version that can be upgraded from: `npm run upgrade:days` writes those of the newest', () => {
    expect(ALL.filter(({ number }) => readKeptDays(number) === undefined)).toEqual([])
  })

  it('of the newest version hold rows of every table but the few that are named here', async () => {
    const [engine] = ENGINES
    opened = await engine?.open()
    if (!opened) throw new Error('there is an engine')
    const filled = new Set(kept.filter(({ from }) => from === NEWEST).flatMap(({ day }) => Object.keys(day)))
    const tables = (await tablesOf(opened.database)).map(({ name }) => name)
    expect(tables.filter((name) => !filled.has(name) && !WITHOUT_ROWS.has(name))).toEqual([])
  })
})

describe.each(ENGINES)('an upgrade on $name', (engine) => {
  it.each(kept)(
    'from version $from with the day "$name" keeps the invariants, and the gateway goes on',
    async (each) => {
      const database = await upgraded(engine, each)
      expect(await broken(database)).toEqual([])
      const gateway = await testGateway(database, { startAt: START + 30 * DAY_MS })
      await gateway.advance(5_000)
      await gateway.stop()
      expect(await broken(database)).toEqual([])
    },
  )
})

describe('a migration that is made up', () => {
  const [engine] = ENGINES
  const withOneMore = async (sql: string) => {
    const [each] = kept.filter(({ from }) => from === NEWEST)
    if (!each || !engine) throw new Error('there are kept days, and an engine')
    const migrations = [...ALL, { number: NEWEST + 1, name: 'made_up', sql }]
    return upgraded(engine, { ...each, migrations })
  }

  it('is applied to rows of the version before it', async () => {
    const database = await withOneMore(`alter table payment add column year integer;
      update payment set year = extract(year from created_at); alter table payment alter column year set not null`)
    const [row] = await database.run(
      { name: '', text: 'select count(year)::integer as years from payment' },
      [],
    )
    expect(row?.years).toBeGreaterThan(0)
    expect(await broken(database)).toEqual([])
  })

  it('fails here where it only works without rows', async () => {
    const adding = withOneMore('alter table payment add column year integer not null')
    await expect(adding).rejects.toMatchObject({ sqlState: '23502' })
  })

  it('is found out where it breaks an invariant', async () => {
    const database = await withOneMore("update balance set amount = amount + 1 where account = 'available'")
    expect(await broken(database)).toContain('balances-equal-postings')
  })
})
