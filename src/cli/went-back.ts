/**
 * `sluice went-back`: says to a PostgreSQL database that its own tools have brought it back to an earlier moment, before any node
 * starts on it. `sluice restore` does this by itself.
 */
import type { Command } from 'commander'
import { migrate } from '../database/migrate.ts'
import { realClock } from '../foundation/real-deps.ts'
import type { GoneBack } from '../processors/gone-back.ts'
import { contextOf } from './context.ts'
import { CliFailure } from './failure.ts'
import { openTarget, urlOf } from './move.ts'
import { facts, note, print } from './output.ts'

export function addWentBack(program: Command): void {
  program
    .command('went-back')
    .description('say to the database in DATABASE_URL that it was restored, before a node starts on it')
    .addHelpText(
      'after',
      '\nWhat banks and payers know of the time since is not done or given out again. docs/operators/backups.md says what.',
    )
    .action(run)
}

async function run(_options: object, command: Command): Promise<void> {
  if (!process.env.DATABASE_URL)
    throw new CliFailure('usage', 'set DATABASE_URL; sluice restore does this by itself for a data folder')
  const database = await openTarget(urlOf(undefined))
  try {
    const migrated = await migrate(database, realClock)
    if (!migrated.ok) throw new CliFailure('refused', migrated.failure.message)
    const { goneBack } = await import('../processors/gone-back.ts')
    const changed = await goneBack(database, realClock.now())
    print(contextOf(command).json ? JSON.stringify(changed) : facts(changesOf(changed)))
    note(REMOVED_SINCE)
  } finally {
    await database.close()
  }
}

export const changesOf = ({ payoutsInDoubt, accountsPaused }: GoneBack): [string, unknown][] => [
  [
    'payouts in doubt',
    payoutsInDoubt === 0 ? 'none' : `${payoutsInDoubt}: ask the bank, then sluice bank-files in-doubt`,
  ],
  ['accounts paused', accountsPaused.length === 0 ? 'none' : accountsPaused.join(', ')],
]

export const REMOVED_SINCE =
  'Keys, secrets and operators that were removed since are back: remove them again.'
