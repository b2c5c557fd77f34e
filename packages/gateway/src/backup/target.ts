/**
 * The target database of a move: whether it can be used, which source it belongs to, and whether the move is complete.
 *
 * The only row of `transfer` names the source, so two sources cannot be mixed. Until it records that the move is complete, no
 * gateway starts on this database (`unfinishedMove`).
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import type { Database, SqlStatement } from '@sluice/database/port.ts'
import { OF_THE_DATABASE, quoted, type Table, tablesOf } from './tables.ts'

const MOST_NAMED = 8

const READ: SqlStatement = { name: '', text: 'select source::text as source, finished_at from transfer' }
const BEGIN: SqlStatement = {
  name: '',
  text: 'insert into transfer (one, source, began_at) values (true, $1, $2) on conflict do nothing',
}
const FINISH: SqlStatement = {
  name: '',
  text: 'update transfer set finished_at = $2 where source = $1 and finished_at is null',
}

export type TargetState = 'EMPTY' | 'BEGUN' | 'FINISHED'

interface Mark {
  readonly source: string
  readonly finished: boolean
}

async function markOf(target: Database, tables: readonly Table[]): Promise<Mark | undefined> {
  if (!tables.some(({ name }) => name === 'transfer')) return undefined
  const [row] = await target.run(READ, [])
  return row && { source: String(row.source), finished: row.finished_at !== null }
}

/** Only reads. @returns the progress of a move from this source, or why it cannot go there */
export async function lookAt(
  target: Database,
  source: string,
  known: readonly Table[],
): Promise<Result<TargetState, string>> {
  const tables = await tablesOf(target)
  const mark = await markOf(target, tables)
  if (mark !== undefined && mark.source !== source)
    return fail('another data folder was moved, or is being moved, into that database: take one of its own')
  if (mark !== undefined) return succeed(mark.finished ? 'FINISHED' : 'BEGUN')
  const ours = new Set([...known.map(({ name }) => name), ...OF_THE_DATABASE])
  const strange = tables.filter(({ name }) => !ours.has(name))
  if (strange.length > 0) return fail(notEmpty(strange.map(({ name }) => name)))
  const found: string[] = []
  for (const { name } of tables.filter((table) => !OF_THE_DATABASE.has(table.name))) {
    const [row] = await target.run(
      { name: '', text: `select count(*)::text as rows from ${quoted(name)}` },
      [],
    )
    if (row?.rows !== '0') found.push(`${name} (${row?.rows} rows)`)
  }
  return found.length > 0 ? fail(notEmpty(found)) : succeed('EMPTY')
}

function notEmpty(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `that database is not empty, and a move never mixes with anything. It holds ${names.slice(0, MOST_NAMED).join(', ')}${more}: make a new one with CREATE DATABASE`
}

/** From now on the target belongs to this source. @returns false if another source was first */
export async function claim(target: MigratableDatabase, source: string, at: string): Promise<boolean> {
  await target.run(BEGIN, [source, at])
  const [row] = await target.run(READ, [])
  return row?.source === source
}

/** From now on a gateway can start on it. */
export async function finish(target: Database, source: string, at: string): Promise<void> {
  await target.run(FINISH, [source, at])
}

/** Whether rows of a move may still be missing here. If so, no gateway may start. */
export async function unfinishedMove(database: Database): Promise<boolean> {
  const [row] = await database.run(READ, [])
  return row !== undefined && row.finished_at === null
}
