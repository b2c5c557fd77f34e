/**
 * Databases that are filled before anything is measured on them, each by its name: with `--keep` once, for many runs.
 *
 * Promises: one under its name is whole. What a run adds to it stays in it. Tables are filled without their indexes, on a server that
 * forces nothing to the disk before the end: ten million payments take minutes and not hours.
 */
import type pg from 'pg'
import { migrate } from '../src/database/migrate.ts'
import { realClock } from '../src/foundation/real-deps.ts'
import type { Filled } from './fill.ts'
import { type BenchMerchant, knownMerchants, makeMerchants, openDatabase } from './gateway.ts'
import { withClient } from './postgres-server.ts'
import type { Run } from './run.ts'

export interface Filling {
  /** Of the database: it says all that decides what is in it. */
  readonly name: string
  readonly merchants: number
  /** Each is filled on a connection of its own, all at once. */
  readonly tables: readonly Filled[]
  /** A run uses it up, so each works on a copy. */
  readonly isCopied?: boolean
  /** What is small, afterwards. */
  finish?(client: pg.Client): Promise<void>
}

/** The filled database, made where there is none; gone afterwards, unless it is kept. */
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

/** The program may be younger than what was filled. */
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

/** In one transaction with the emptying of the table: PostgreSQL then writes no log of what they are filled with. */
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
