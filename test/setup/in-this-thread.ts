/**
 * PostgreSQL in memory in the thread of whoever asks: for tests and simulated worlds, which are about the gateway and not about
 * where its database is.
 *
 * The gateway's own embedded database has a thread of its own, so that it holds nobody up. The messages to that thread and back
 * were half of the time that a simulated world took, and a start takes a second. So one that is closed here is emptied, and serves
 * the next file of the same process. Never used for what is tested about the embedded database itself.
 */
import { PGlite } from '@electric-sql/pglite'
import { FilledMemory, filesOf } from '@sluice/database/cluster-image.ts'
import { type SessionAnswer, sessionOn } from '@sluice/database/embedded-session.ts'
import { unavailableFailure } from '@sluice/database/failures.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { asDescribed, type Row, type RowsOf, type SqlCall } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { wired } from '@sluice/database/wire.ts'

/** Does one thing at a time, in whatever way. */
export type OneByOne = <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>

/** @param close what its `close` does */
export function inThisThread(
  pglite: PGlite,
  oneByOne: OneByOne,
  close: () => Promise<void> = () => pglite.close(),
): MigratableDatabase {
  const session = sessionOn(pglite)
  return {
    engine: 'embedded',
    writeSlots: 1,
    run: (statement, values) =>
      oneByOne(async () => asDescribed(rowsOf(await session.run(encoded([{ statement, values }])))[0] ?? [])),
    batch: (calls) => oneByOne(async () => asDescribed(rowsOf(await session.batch(encoded(calls))))),
    transact: (reads, decide) =>
      oneByOne(async () => {
        const rows = asDescribed<RowsOf<typeof reads>>(rowsOf(await session.begin(encoded(reads))))
        try {
          const { calls, outcome } = decide(rows)
          rowsOf(await session.finish(encoded(calls)))
          return outcome
        } finally {
          if (pglite.isInTransaction()) await session.rollback()
        }
      }),
    script: (text) => oneByOne(async () => void rowsOf(await session.script(text))),
    ping: async () => true,
    close,
  }
}

const encoded = (calls: readonly SqlCall[]) =>
  calls.map(({ statement: { name, text }, values }) => ({
    statement: { name: name === '' ? nameFor(text) : name, text },
    values: values.map(wired),
  }))

/**
 * Statements without a name are planned for each call: right where the tables are large. Those of a few rows here change nothing of
 * a plan, and to plan the figures' took a tenth of a simulated world.
 */
const givenNames = new Map<string, string>()
/** What reads or writes rows; a statement about tables stays as it is. */
const OF_ROWS = /^\s*(?:select|with|insert|update|delete)\b/i

function nameFor(text: string): string {
  if (!OF_ROWS.test(text) || !text.includes('$1')) return ''
  const known = givenNames.get(text)
  if (known !== undefined) return known
  const name = `unnamed_${givenNames.size + 1}`
  givenNames.set(text, name)
  return name
}

function rowsOf(answer: SessionAnswer): readonly (readonly Row[])[] {
  if (!answer.ok) throw answer.first
  return answer.rows
}

/** First come, first served. */
function queue(): OneByOne {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

interface Idle {
  readonly pglite: PGlite
  readonly schema: string
}

/** More are never open at once in one process, but for a moment. */
const MOST_IDLE = 2
const idle: Idle[] = []

/** One that serves nobody else. @param image of a cluster; undefined: one is made anew, which takes seconds */
export const openForItself = async (
  image: Uint8Array<ArrayBuffer> | undefined,
): Promise<MigratableDatabase> => inThisThread(await pgliteFrom(image), queue())

/** @param image what a new one starts from: the same in all of a run */
export async function openInThisThread(
  image: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<MigratableDatabase> {
  const { pglite, schema } = idle.pop() ?? (await made(await image()))
  const oneByOne = queue()
  let isClosed = false
  const whileOpen: OneByOne = (work) =>
    isClosed ? Promise.reject(unavailableFailure('the embedded database is not open')) : oneByOne(work)
  const database = inThisThread(pglite, whileOpen, async () => {
    if (isClosed) return
    await truncateAll(database)
    isClosed = true
    await oneByOne(() => pglite.exec('deallocate all'))
    // A test may have dropped what stood in its way.
    if (idle.length < MOST_IDLE && (await schemaOf(pglite)) === schema) idle.push({ pglite, schema })
    else await pglite.close()
  })
  return database
}

/**
 * A plan for each statement, and not five more for values that it is asked with: in tables of a few rows to plan takes ten times
 * as long as to do.
 */
const PLANNED_ONCE = ['-c', 'plan_cache_mode=force_generic_plan']
/** Clearing the memory of a cache that no test fills took half of a start. */
const SMALL_CACHE = ['-c', 'shared_buffers=16MB']
/** The databases that PostgreSQL would copy new ones from: two thirds of the files, and nobody makes another one here. */
const OF_TEMPLATES = /^base\/[14]\//

/** @param image of a cluster; undefined: one is made anew */
export const pgliteFrom = (image: Uint8Array<ArrayBuffer> | undefined): Promise<PGlite> => {
  const startParams = [...PGlite.defaultStartParams, ...PLANNED_ONCE, ...SMALL_CACHE]
  if (!image) return PGlite.create('memory://', { startParams })
  const files = filesOf(image).filter(({ path }) => !OF_TEMPLATES.test(path))
  return PGlite.create({ fs: new FilledMemory(files), startParams })
}

async function made(image: Uint8Array<ArrayBuffer>): Promise<Idle> {
  const pglite = await pgliteFrom(image)
  return { pglite, schema: await schemaOf(pglite) }
}

/** Another text where a table, an index, a constraint, a trigger or a function has come or gone, or the record of migrations. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(
    `select md5(string_agg(what, ',' order by what)) as schema from (
       select oid::text as what from pg_class union all select oid::text from pg_constraint
       union all select oid::text from pg_trigger union all select oid::text from pg_proc
       union all select applied::text from schema_migration applied) as known`,
  )
  return rows[0]?.schema ?? ''
}
