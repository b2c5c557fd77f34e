/** `sluice restore`: restores a backup into the embedded database of an empty data folder. The gateway must not run. */
import { basename } from 'node:path'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { realTimers, silentLog } from '@sluice/core/foundation/real-deps.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import type { PointInTimeRecovery } from '@sluice/gateway/processors/point-in-time-recovery.ts'
import type { Context, SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { keyPlaces, keysOf, whyNotOpened } from './master-key.ts'
import { facts } from './output.ts'
import { collect } from './payment.ts'
import { changesOf, REMOVED_SINCE } from './point-in-time-recovery.ts'

interface Options {
  readonly keyFile?: readonly string[]
  readonly despiteBrokenInvariants?: boolean
}

export function addRestore(program: SluiceCommand): void {
  program
    .command('restore')
    .description('restore a backup into an empty data folder; stop the gateway first')
    .argument('<file>', 'a backup from sluice backup')
    .option(
      '--key-file <file>',
      'the master key of the backup; it is copied to the data folder. Give it twice if the key was being rotated at the time',
      collect,
      [],
    )
    .option('--despite-broken-invariants', 'restore even if its ledger checks fail')
    .addHelpText(
      'after',
      '\nExisting data is never overwritten. If it is interrupted, run the same command again.\nOn PostgreSQL use its own tools: docs/operators/backups.md.',
    )
    .action(run)
}

async function run(file: string, options: Options, command: SluiceCommand): Promise<void> {
  const { context } = command
  const { folder } = context
  const keys = keysOf(context, options.keyFile)
  // Imported here, so that other commands do not wait for it.
  const { restore } = await import('@sluice/gateway/backup/restore.ts')
  context.note(`${file} is unpacked and checked before anything is put in place`)
  let changed: PointInTimeRecovery = { payoutsInDoubt: 0, accountsPaused: [] }
  const restored = await restore({
    archive: context.locate(file),
    into: folder,
    mayStay: [...keyPlaces(folder), folder.backups].map((path) => basename(path)),
    deps: { clock: context.clock, timers: realTimers, log: silentLog },
    examine: async (database) => {
      const books = await booksOf(context, database, options)
      if (!books.ok) return books
      if (keys === undefined) return succeed(undefined)
      const why = await whyNotOpened(database, keys, 'this backup was made under', BOTH_KEYS)
      if (why !== undefined) return fail(why)
      keys.put()
      return succeed(undefined)
    },
    adjust: async (database) => {
      const { recoverToPointInTime } = await import('@sluice/gateway/processors/point-in-time-recovery.ts')
      changed = await recoverToPointInTime(database, context.clock.now())
    },
  })
  if (!restored.ok) throw new CliFailure('refused', restored.failure)
  const { manifest, contents, migrated } = restored.value
  const { lastEventAt, ...counts } = contents
  const last = lastEventAt === undefined ? undefined : isoTime(lastEventAt)
  const reported = {
    file,
    into: folder.path,
    madeAt: manifest.madeAt,
    madeBy: manifest.version,
    migrated,
    ...counts,
    lastEventAt: last,
    ...changed,
  }
  if (context.json) return context.print(JSON.stringify(reported))
  context.print(
    facts([
      ['restored', folder.path],
      ['made at', manifest.madeAt],
      ['last event', last],
      ['merchants', counts.merchants],
      ['payins', counts.payins],
      ['payouts', counts.payouts],
      ['open cases', counts.openCases],
      ...changesOf(changed),
      ['migrations', migrated.length === 0 ? undefined : `applied ${migrated.join(', ')} on top`],
      ['master key', keys === undefined ? 'not looked at' : 'opens it'],
    ]),
  )
  context.note(REMOVED_SINCE)
  context.note(
    keys === undefined
      ? NO_KEY.replace('{file}', folder.masterKey)
      : `Start it with: DATA_DIR=${folder.path} sluice serve`,
  )
  if (context.env.DATABASE_URL)
    context.note('DATABASE_URL is set here: a start with it would not look at this folder.')
}

const BOTH_KEYS =
  'Give both: --key-file <one> --key-file <other>, or with SLUICE_MASTER_KEY also SLUICE_MASTER_KEY_PREVIOUS'

const NO_KEY =
  'Before you start it, put the master key that it was made under into {file}, or set SLUICE_MASTER_KEY.'

async function booksOf(
  context: Context,
  database: MigratableDatabase,
  { despiteBrokenInvariants }: Options,
): Promise<Result<undefined, string>> {
  const { checkInvariants } = await import('@sluice/gateway/admin/invariants/invariants.ts')
  const { holds, checks } = await checkInvariants(database)
  if (holds) return succeed(undefined)
  const broken = checks.filter((check) => !check.holds)
  if (despiteBrokenInvariants) {
    for (const { name, detail } of broken) context.note(`BROKEN ${name}: ${detail}`)
    return succeed(undefined)
  }
  return fail(
    `the file is complete, but these invariants were broken when it was created: ${broken.map(({ name }) => name).join(', ')}. Nothing was restored; ` +
      'to restore it anyway, add --despite-broken-invariants',
  )
}
