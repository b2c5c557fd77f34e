/**
 * Moves the embedded database to PostgreSQL. Nobody else may have the source open, and the target must be empty.
 *
 * The move is verified: each table by its fingerprint on both sides, and the whole by all invariants, whose results must be the
 * same on both sides. After a crash it continues: tables with equal fingerprints stay, others are copied again. So the source may
 * even have been in use in between. The source is only read, except for migrations that a start would also apply. The caller
 * completes the move: it marks first the source (`server/standing.ts`), then the target (`finish`), so both can never start at
 * the same time.
 */
import type { Clock } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type MigratableDatabase, migrate } from '@sluice/database/migrate.ts'
import type { Database } from '@sluice/database/port.ts'
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
  /** The source's ID, the same in every attempt. */
  readonly id: string
  readonly clock: Clock
  /** Checks all invariants. */
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
  /** Already complete from an earlier attempt. */
  readonly wasThere: boolean
}

export interface MoveReport {
  readonly tables: readonly MovedTable[]
  /** Violated invariants, before in the source and now in the target. */
  readonly broken: Examination['checks']
  readonly checked: number
}

/** @returns why it did not complete; the target then does not start @throws DatabaseFailure if a connection is lost */
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
    // The rows given as examples may differ, because the engines sort differently.
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

/** Brings both sides to the same tables and claims the target for this source. @returns the tables to copy */
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
