/**
 * Databases filled before a measurement, each with a name: with `--keep` they are filled once for many runs.
 *
 * Promises: a database under its name is complete. Rows added by a run stay in it. Tables are filled without indexes,
 * on a server that syncs nothing to disk before the end, so ten million payments take minutes and not hours.
 */
import { realClock } from '@sluice/core/foundation/real-deps.ts'
import { migrate } from '@sluice/database/migrate.ts'
import type pg from 'pg'
import type { Filled } from './fill.ts'
import { type BenchMerchant, knownMerchants, makeMerchants, openDatabase } from './gateway.ts'
import { withClient } from './postgres-server.ts'
import type { Run } from './run.ts'

export interface Filling {
  /** Of the database: it includes everything that decides its content. */
  readonly name: string
  readonly merchants: number
  /** Each is filled on its own connection, all in parallel. */
  readonly tables: readonly Filled[]
  /** A run uses it up, so each works on a copy. */
  readonly isCopied?: boolean
  /** Writes small tables afterwards. */
  finish?(client: pg.Client): Promise<void>
}

/** Runs on the filled database, which is created if missing and dropped afterwards unless it is kept. */
export async function onFilled<Outcome>(
  run: Run,
  filling: Filling,
  work: (url: string, merchants: readonly BenchMerchant[]) => Promise<Outcome>,
): Promise<Outcome> {
  const { postgres, options } = run
  const kept = await filled(run, filling)
  const url = filling.isCopied ? await postgres.newDatabase(filling.name) : kept
  try {
    return await work(url, knownMerchants(filling.merchants))
  } finally {
    if (url !== kept) await postgres.dropDatabase(url)
    if (options.keep === undefined) await postgres.dropDatabase(kept)
  }
}

/** @returns its address */
export async function filled(
  { postgres, say }: Pick<Run, 'postgres' | 'say'>,
  filling: Filling,
): Promise<string> {
  const there = await postgres.find(filling.name)
  if (there !== undefined) {
    say(`${filling.name}: filled before`)
    await migrated(there)
    return there
  }
  const began = performance.now()
  say(`${filling.name}: filling`)
  let made = ''
  await postgres.whileFilling(async () => {
    const url = await postgres.newDatabase()
    await makeMerchants({ url }, filling.merchants)
    await Promise.all(filling.tables.map((each) => fillWithoutIndexes(url, each)))
    await withClient(url, async (client) => {
      await filling.finish?.(client)
      await client.query('vacuum (freeze, analyze)')
    })
    made = await postgres.rename(url, filling.name)
  })
  say(`${filling.name}: filled in ${Math.round((performance.now() - began) / 1_000)} s`)
  return made
}

/** The program may be newer than the filled database. */
async function migrated(url: string): Promise<void> {
  const database = await openDatabase({ url })
  try {
    const outcome = await migrate(database, realClock)
    if (!outcome.ok) throw new Error(outcome.failure.message)
  } finally {
    await database.close()
  }
}

interface Index {
  readonly drop: string
  readonly create: string
}

const INDEXES = `select
    case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
      else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
    case when c.oid is null then pg_get_indexdef(i.indexrelid)
      else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as create
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
  where i.indrelid = $1::regclass`

/** In one transaction with truncating the table, so that PostgreSQL writes no WAL for the rows. */
const fillWithoutIndexes = (url: string, { table, fill }: Filled): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Index>(INDEXES, [table])
    await client.query('begin')
    await client.query(`truncate ${table}`)
    for (const { drop } of rows) await client.query(drop)
    await fill(client)
    await client.query('commit')
    for (const { create } of rows) await client.query(create)
  })
