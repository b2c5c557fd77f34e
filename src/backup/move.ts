/**
 * The embedded database, moved to PostgreSQL: for a source that nobody else has open, and a target that is empty.
 *
 * Promises: nothing is lost, made or changed on the way, and that is shown, not hoped: each table by its fingerprint on both
 * sides, and the whole by all invariants, which must say the same of both. It goes on where it was killed: a table whose
 * fingerprints agree stays, any other begins anew. So it does not matter if the source went on serving in between. The source
 * is only read, but for migrations that a start would apply, too. What makes it the end is the caller's: the source is marked
 * first (`server/standing.ts`), then the target (`finish`), so at no moment do both start.
 */
import { type MigratableDatabase, migrate } from '../database/migrate.ts'
import type { Database } from '../database/port.ts'
import type { Clock } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { copyTable } from './copy-table.ts'
import {
  difference,
  type Fingerprint,
  fingerprintOf,
  OF_THE_DATABASE,
  quoted,
  type Table,
  tablesOf,
} from './tables.ts'
import { claim, lookAt } from './target.ts'

export interface Examination {
  readonly holds: boolean
  readonly checks: readonly { readonly name: string; readonly holds: boolean; readonly detail: string }[]
}

export interface MoveOptions {
  readonly source: MigratableDatabase
  readonly target: MigratableDatabase
  /** Of the source: the same at every try. */
  readonly id: string
  readonly clock: Clock
  /** All invariants. */
  readonly examine: (database: Database) => Promise<Examination>
  readonly onProgress: (progress: MoveProgress) => void
}

export type MoveProgress =
  | { readonly step: 'EXAMINE'; readonly what: 'source' | 'target' }
  | { readonly step: 'COPY'; readonly table: string; readonly rows: number; readonly of: bigint }
  | { readonly step: 'DONE'; readonly place: number; readonly tables: number; readonly moved: MovedTable }

export interface MovedTable {
  readonly name: string
  readonly rows: bigint
  readonly sums: Fingerprint['sums']
  /** It was there, whole, from an earlier try. */
  readonly wasThere: boolean
}

export interface MoveReport {
  readonly tables: readonly MovedTable[]
  /** What does not hold, in the source before and in the target now. */
  readonly broken: Examination['checks']
  readonly checked: number
}

/** @returns why it did not come to its end; then the target does not start @throws DatabaseFailure where a connection is lost */
export async function move(options: MoveOptions): Promise<Result<MoveReport, string>> {
  const { source, target, id, clock, examine, onProgress } = options
  const prepared = await prepare(options)
  if (!prepared.ok) return prepared
  onProgress({ step: 'EXAMINE', what: 'source' })
  const before = await examine(source)
  const moved: MovedTable[] = []
  for (const table of prepared.value) {
    const done = await moveTable(options, table)
    if (!done.ok) return done
    moved.push(done.value)
    onProgress({ step: 'DONE', place: moved.length, tables: prepared.value.length, moved: done.value })
  }
  await target.script(`analyze ${prepared.value.map(({ name }) => quoted(name)).join(', ')}`)
  onProgress({ step: 'EXAMINE', what: 'target' })
  const after = await examine(target)
  const differing = after.checks.find(({ holds, detail }, index) => {
    const other = before.checks[index]
    // Which rows are named for example may differ: the engines sort differently.
    return other?.holds !== holds || other.detail.split(':')[0] !== detail.split(':')[0]
  })
  if (differing !== undefined || after.checks.length !== before.checks.length)
    return fail(`the invariant ${differing?.name} reads otherwise in the target: ${differing?.detail}`)
  if (!(await claim(target, id, iso(clock)))) return fail('another source came into that database meanwhile')
  return succeed({
    tables: moved,
    broken: after.checks.filter(({ holds }) => !holds),
    checked: after.checks.length,
  })
}

const iso = (clock: Clock): string => isoTime(clock.now())

/** Both sides with the same tables, and the target this source's. @returns what is to be moved */
async function prepare({
  source,
  target,
  id,
  clock,
}: MoveOptions): Promise<Result<readonly Table[], string>> {
  const migrated = await migrate(source, clock)
  if (!migrated.ok) return fail(migrated.failure.message)
  const tables = (await tablesOf(source)).filter(({ name }) => !OF_THE_DATABASE.has(name))
  const state = await lookAt(target, id, tables)
  if (!state.ok) return state
  if (state.value === 'FINISHED')
    return fail(
      'this data folder was moved into that database before, and what was done there since is not here: start the gateway on it, or take a new database',
    )
  const made = await migrate(target, clock)
  if (!made.ok) return fail(made.failure.message)
  if (!(await claim(target, id, iso(clock))))
    return fail('another data folder is being moved into that database: take one of its own')
  const there = (await tablesOf(target)).filter(({ name }) => !OF_THE_DATABASE.has(name))
  const differing = tables.find((table, index) => JSON.stringify(table) !== JSON.stringify(there[index]))
  if (differing !== undefined || tables.length !== there.length)
    return fail(`the tables of the two differ at ${differing?.name ?? there.at(-1)?.name}`)
  return succeed(tables)
}

async function moveTable(
  { source, target, onProgress }: MoveOptions,
  table: Table,
): Promise<Result<MovedTable, string>> {
  const wanted = await fingerprintOf(source, table)
  const reported = { name: table.name, rows: wanted.rows, sums: wanted.sums }
  if (difference(wanted, await fingerprintOf(target, table)) === undefined)
    return succeed({ ...reported, wasThere: wanted.rows > 0n })
  await target.script(`truncate ${quoted(table.name)}`)
  await copyTable(source, target, table, (rows) =>
    onProgress({ step: 'COPY', table: table.name, rows, of: wanted.rows }),
  )
  const differs = difference(wanted, await fingerprintOf(target, table))
  return differs === undefined
    ? succeed({ ...reported, wasThere: false })
    : fail(`the table ${table.name} did not arrive as it was: ${differs}`)
}
