/**
 * `sluice move`: migrates the embedded database of a data folder to PostgreSQL. The gateway must not run.
 *
 * The target comes from `--to`, standard input or DATABASE_URL, and is shown without user and password.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { parseDatabaseUrl } from '@sluice/database/database-url.ts'
import { DataDirectoryInUse } from '@sluice/database/folder-lock.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { UnsuitablePooler } from '@sluice/database/pooler.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import type { MoveProgress, MoveReport } from '@sluice/gateway/backup/move.ts'
import { type DataFolder, readIfThere, writePrivateFile } from '@sluice/gateway/server/data-folder.ts'
import { markMoved, movedTo } from '@sluice/gateway/server/standing.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { fileText } from './files.ts'
import { keyPlaces, keysOf, whyNotOpened } from './master-key.ts'
import { at, table } from './output.ts'

/** Counting a table of many millions of rows is one statement. */
const STATEMENT_WITHIN_MS = 3_600_000
const REPORT_EVERY_ROWS = 250_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function addMove(program: SluiceCommand): void {
  program
    .command('move')
    .description('move the embedded database of the data folder to PostgreSQL; stop the gateway first')
    .option(
      '--to <url>',
      'postgres://… of an empty database; - reads it from standard input; left out: DATABASE_URL',
    )
    .addHelpText('after', AFTER)
    .action(run)
}

const AFTER = `
Every table is compared on both sides, and all invariants are checked. If it is interrupted, run the same command again.
A password in --to can be seen by others on this machine: rather set DATABASE_URL, or give the URL on standard input.
The data folder stays as it was, but does not start any more. docs/operators/postgresql.md has all about it.`

async function run({ to }: { readonly to?: string }, command: SluiceCommand): Promise<void> {
  const { context } = command
  const { folder } = context
  const url = urlOf(context, to)
  if (!existsSync(join(folder.database, 'cluster', 'PG_VERSION')))
    throw new CliFailure(
      'usage',
      `there is no database in ${folder.path}: name the data folder with --data-dir`,
    )
  const source = await openSource(folder)
  try {
    const target = await openTarget(url)
    try {
      await moveBetween(context, source, target, nameOf(url))
    } finally {
      await target.close()
    }
  } catch (error) {
    if (!(error instanceof DatabaseFailure)) throw error
    throw new CliFailure(
      'refused',
      `${error.message}. The rows copied so far are kept: run the same command again`,
    )
  } finally {
    await source.close()
  }
}

/** @throws CliFailure, which never contains the input */
export function urlOf(context: Context, to: string | undefined): string {
  const text = (to === '-' ? fileText(context, to) : (to ?? context.env.DATABASE_URL ?? '')).trim()
  if (text === '')
    throw new CliFailure('usage', 'set the target: --to postgres://…, - for standard input, or DATABASE_URL')
  const parsed = parseDatabaseUrl(text)
  if (!parsed.ok) throw new CliFailure('usage', `the target must be ${parsed.failure}`)
  if (to !== undefined && to !== '-' && parsed.value.hasPassword)
    context.note(
      'A password on the command line can be seen by others on this machine: next time set DATABASE_URL, or use --to -',
    )
  return text
}

/** Without user, password and options. */
function nameOf(text: string): string {
  const parsed = parseDatabaseUrl(text)
  return parsed.ok ? parsed.value.name : ''
}

async function openSource(folder: DataFolder): Promise<MigratableDatabase> {
  const { openEmbedded } = await import('@sluice/database/embedded.ts')
  try {
    return await openEmbedded({ folder: folder.database, log: silentLog, timers: realTimers })
  } catch (error) {
    if (error instanceof DataDirectoryInUse)
      throw new CliFailure('refused', `${error.message} A gateway that is moved must be stopped first`)
    throw error
  }
}

export async function openTarget(url: string): Promise<MigratableDatabase> {
  const { connectPostgres } = await import('@sluice/database/postgres.ts')
  const waits = {
    statementTimeoutMs: STATEMENT_WITHIN_MS,
    lockTimeoutMs: 30_000,
    maxWaitMs: STATEMENT_WITHIN_MS,
  }
  try {
    return await connectPostgres({ url, log: silentLog, timers: realTimers, ...waits })
  } catch (error) {
    if (error instanceof DatabaseFailure)
      throw new CliFailure('refused', `${error.message}: ${hintOf(error)}`)
    throw error
  }
}

/** What to do if a database cannot be opened. */
export function hintOf(error: DatabaseFailure): string {
  if (error instanceof UnsuitablePooler) return error.remedy
  const { sqlState } = error
  if (sqlState === '3D000') return 'create it first, with CREATE DATABASE'
  if (sqlState?.startsWith('28')) return 'the user or the password is wrong'
  return 'is PostgreSQL running there, and does the URL name it?'
}

async function moveBetween(
  context: Context,
  source: MigratableDatabase,
  target: MigratableDatabase,
  name: string,
): Promise<void> {
  const { folder, json, clock } = context
  const before = movedTo(folder)
  if (before !== undefined && before.to !== name)
    throw new CliFailure('refused', `${folder.path} was moved to ${before.to} already, on ${before.at}`)
  await checkKey(context, source)
  const { move } = await import('@sluice/gateway/backup/move.ts')
  const { finish } = await import('@sluice/gateway/backup/target.ts')
  const { checkInvariants } = await import('@sluice/gateway/admin/invariants/invariants.ts')
  const id = sourceId(folder)
  const onProgress = teller(context)
  const moved = await move({ source, target, id, clock, examine: checkInvariants, onProgress })
  if (!moved.ok) throw new CliFailure('refused', `nothing was moved to ${name} for good: ${moved.failure}`)
  const now = isoTime(clock.now())
  // First in the data folder, then in the target, so that never both can start.
  markMoved(folder, { to: name, at: now })
  await finish(target, id, now)
  if (json) context.print(JSON.stringify({ to: name, ...reportedOf(moved.value) }))
  else tell(context, name, moved.value)
}

/** Checked first, or the move would end in a database on which nothing starts. @throws CliFailure */
async function checkKey(context: Context, source: MigratableDatabase): Promise<void> {
  const { folder, env } = context
  const keys = keysOf(context)
  if (keys === undefined)
    throw new CliFailure(
      'usage',
      `there is no ${folder.masterKey}, and SLUICE_MASTER_KEY is not set: without it no gateway starts on what is moved`,
    )
  const [, , previous] = keyPlaces(folder)
  const where = env.SLUICE_MASTER_KEY
    ? 'Set the other one in SLUICE_MASTER_KEY_PREVIOUS'
    : `Put the file of the other one back as ${previous}, from where you keep it`
  const why = await whyNotOpened(source, keys, 'this database was made with', where)
  if (why !== undefined) throw new CliFailure('refused', why)
}

/** While the master key is being changed, the nodes need both. */
function previousKey({ folder, env }: Context): readonly string[] {
  const [, , previous] = keyPlaces(folder)
  const { SLUICE_MASTER_KEY, SLUICE_MASTER_KEY_PREVIOUS } = env
  const reported = SLUICE_MASTER_KEY
    ? SLUICE_MASTER_KEY_PREVIOUS && 'as it is set here'
    : existsSync(previous) && `the content of ${previous}`
  return reported
    ? [`  SLUICE_MASTER_KEY_PREVIOUS  ${reported}, until the change of the master key is over`]
    : []
}

/** Created at the first attempt and kept for all others. */
function sourceId(folder: DataFolder): string {
  const known = parsedId(readIfThere(folder.moving))
  if (known !== undefined) return known
  const id = randomUUID()
  writePrivateFile(folder.moving, `${JSON.stringify({ id })}\n`)
  return id
}

function parsedId(text: string | undefined): string | undefined {
  try {
    const id = at(JSON.parse(text ?? ''), 'id')
    return typeof id === 'string' && UUID.test(id) ? id : undefined
  } catch {
    return undefined
  }
}

function teller(context: Context): (progress: MoveProgress) => void {
  let reported = 0
  return (progress) => {
    if (progress.step === 'EXAMINE') return context.note(`checking the books of the ${progress.what}`)
    if (progress.step === 'DONE') {
      const { place, tables, moved } = progress
      reported = 0
      return context.note(
        `${place}/${tables} ${moved.name}: ${moved.rows} rows ${moved.wasThere ? 'were there' : 'arrived'}, and agree`,
      )
    }
    if (progress.rows - reported < REPORT_EVERY_ROWS) return
    reported = progress.rows
    context.note(`  ${progress.table}: ${progress.rows} of ${progress.of} rows`)
  }
}

const reportedOf = ({ tables, broken, checked }: MoveReport) => ({
  tables: tables.map(({ rows, ...rest }) => ({ ...rest, rows: Number(rows) })),
  invariants: { checked, broken },
})

function tell(context: Context, name: string, { tables, broken, checked }: MoveReport): void {
  const { folder, env } = context
  const filled = tables.filter(({ rows }) => rows > 0n)
  context.print(
    table(
      ['TABLE', 'ROWS', 'AMOUNTS SUM TO'],
      filled.map(({ name: of, rows, sums }) => [of, rows, sums.amount]),
      'it was empty',
    ),
  )
  context.print(
    `\nMoved to ${name}: ${tables.length} tables, equal row by row; ${checked} invariants, ${broken.length === 0 ? 'all hold' : `${broken.length} do not, as before`}.`,
  )
  for (const { name: which, detail } of broken) context.note(`BROKEN ${which}: ${detail}`)
  const token = existsSync(folder.adminToken)
  context.print(
    [
      '',
      'Next, in the environment of every node:',
      '  DATABASE_URL        the URL that you have just used',
      env.SLUICE_MASTER_KEY
        ? '  SLUICE_MASTER_KEY   as it is set here'
        : `  SLUICE_MASTER_KEY   the content of ${folder.masterKey}; keep it where you keep secrets`,
      ...previousKey(context),
      `  SLUICE_ADMIN_TOKEN  ${token ? `the content of ${folder.adminToken}: the same operator goes on` : "the first operator's token, if it is still in use"}`,
      '',
      'Then start it: sluice serve. Merchants, keys, tokens and links stay as they are.',
      `This folder no longer starts. To go back before anything was done on PostgreSQL, remove ${folder.moved}.`,
      'From now on, back up PostgreSQL: docs/operators/backups.md.',
    ].join('\n'),
  )
}
