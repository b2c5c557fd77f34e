/**
 * PostgreSQL in memory, in the caller's thread: for tests and simulated worlds, which test the gateway and not the place of its database.
 *
 * The gateway's own embedded database runs in a separate thread, so that it blocks nothing. Messages to and from that thread were half of
 * the time of a simulated world, and a start takes a second. So a database that is closed here is emptied and reused by the next file of
 * the same process. Never used to test the embedded database itself.
 */
import { PGlite } from '@electric-sql/pglite'
import { FilledMemory, filesOf } from '@sluice/database/cluster-image.ts'
import { type SessionAnswer, sessionOn } from '@sluice/database/embedded-session.ts'
import { unavailableFailure } from '@sluice/database/failures.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { asDescribed, type Row, type RowsOf, type SqlCall } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { wired } from '@sluice/database/wire.ts'

/** Runs one task at a time. */
export type OneByOne = <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome>

/** @param close called when it is closed */
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
 * Names for statements without one, which are otherwise planned for each call. Planning each call is right for large tables, but with a few
 * rows it changes no plan, and planning the reports took a tenth of a simulated world.
 */
const givenNames = new Map<string, string>()
/** Statements that read or write rows; statements about tables stay unnamed. */
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

/** A process hardly ever has more open. */
const MOST_IDLE = 2
const idle: Idle[] = []

/** A database that is not shared. @param image of a cluster; undefined: a new one is made, which takes seconds */
export const openForItself = async (
  image: Uint8Array<ArrayBuffer> | undefined,
): Promise<MigratableDatabase> => inThisThread(await pgliteFrom(image), queue())

/** @param image for new databases: the same throughout a run */
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
    // Reuse it only if no test has changed the schema.
    if (idle.length < MOST_IDLE && (await schemaOf(pglite)) === schema) idle.push({ pglite, schema })
    else await pglite.close()
  })
  return database
}

/**
 * Plans each statement once instead of five more times for particular values: in tables of a few rows, planning takes ten times as long as
 * running.
 */
const PLANNED_ONCE = ['-c', 'plan_cache_mode=force_generic_plan']
/** Clearing a cache that no test fills took half of a start. */
const SMALL_CACHE = ['-c', 'shared_buffers=16MB']
/** The template databases: two thirds of the files, and no test creates another database. */
const OF_TEMPLATES = /^base\/[14]\//

/** @param image of a cluster; undefined: a new one is made */
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

/** A text that changes if a table, index, constraint, trigger, function or migration was added or removed. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ schema: string }>(
    `select md5(string_agg(what, ',' order by what)) as schema from (
       select oid::text as what from pg_class union all select oid::text from pg_constraint
       union all select oid::text from pg_trigger union all select oid::text from pg_proc
       union all select applied::text from schema_migration applied) as known`,
  )
  return rows[0]?.schema ?? ''
}
