/**
 * What must change after a backup was restored: banks, blockchains and payers know what was done since the backup, and
 * this installation no longer does. Done on the restored database, before anything starts on it.
 *
 *   payouts for bank files   what the bank did not have may be paid by now: in doubt (`bank-file/in-doubt.ts`)
 *   stablecoin addresses     addresses given out since would be given out again, and their money would pay another's payin: numbers
 *                            that can have been given out are skipped
 *   payouts for providers    what was not known to be sent may be sent by now: no try of it is the first (`providers/tried-before.ts`)
 *   unique amounts           those given out since are free here, while their payers may still pay: accounts that are recognised by
 *                            amount accept nothing until an operator says so
 *
 * Everything else tolerates it: references are never made twice, and connectors are called again under the same name.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { doubtWhatMayBePaid } from './bank-file/in-doubt.ts'
import { pauseByAmount } from './own-account/store.ts'
import { countAsTried } from './providers/tried-before.ts'
import { passOverNumbers } from './stablecoin/addresses.ts'

export interface PointInTimeRecovery {
  readonly payoutsInDoubt: number
  readonly accountsPaused: readonly string[]
}

/** Running it again changes only what was not changed yet, but skips as many numbers once more. */
export async function recoverToPointInTime(database: Database, at: Instant): Promise<PointInTimeRecovery> {
  const payoutsInDoubt = await doubtWhatMayBePaid(database, at)
  await countAsTried(database)
  await passOverNumbers(database)
  return { payoutsInDoubt, accountsPaused: await pauseByAmount(database, at) }
}
