/**
 * `sluice point-in-time-recovery`: marks a PostgreSQL database that its own tools have restored to an earlier moment,
 * before any node starts on it. `sluice restore` does this automatically.
 */
import { migrate } from '@sluice/database/migrate.ts'
import type { PointInTimeRecovery } from '@sluice/gateway/processors/point-in-time-recovery.ts'
import type { SluiceCommand } from './context.ts'
import { CliFailure } from './failure.ts'
import { openTarget, urlOf } from './move.ts'
import { facts } from './output.ts'

export function addPointInTimeRecovery(program: SluiceCommand): void {
  program
    .command('point-in-time-recovery')
    .description('mark the database in DATABASE_URL as restored, before a node starts on it')
    .addHelpText(
      'after',
      '\nIt prevents repeating what banks and payers already know from the time after the backup. See docs/operators/backups.md.',
    )
    .action(run)
}

async function run(_options: object, command: SluiceCommand): Promise<void> {
  const { context } = command
  if (!context.env.DATABASE_URL)
    throw new CliFailure('usage', 'set DATABASE_URL; sluice restore does this by itself for a data folder')
  const database = await openTarget(urlOf(context, undefined))
  try {
    const migrated = await migrate(database, context.clock)
    if (!migrated.ok) throw new CliFailure('refused', migrated.failure.message)
    const { recoverToPointInTime } = await import('@sluice/gateway/processors/point-in-time-recovery.ts')
    const changed = await recoverToPointInTime(database, context.clock.now())
    context.print(context.json ? JSON.stringify(changed) : facts(changesOf(changed)))
    context.note(REMOVED_SINCE)
  } finally {
    await database.close()
  }
}

export const changesOf = ({ payoutsInDoubt, accountsPaused }: PointInTimeRecovery): [string, unknown][] => [
  [
    'payouts in doubt',
    payoutsInDoubt === 0 ? 'none' : `${payoutsInDoubt}: contact the bank, then sluice bank-files in-doubt`,
  ],
  ['accounts paused', accountsPaused.length === 0 ? 'none' : accountsPaused.join(', ')],
]

export const REMOVED_SINCE =
  'Keys, secrets and operators that were removed since are back: remove them again.'
