/**
 * What is to be changed where an installation went back in time: a backup was restored, and what was done since its making is known
 * to banks, chains and payers, and not here any more. Done on the restored database, before anything starts on it.
 *
 *   payouts for bank files   what the bank had not got may be paid by now: in doubt (`bank-file/in-doubt.ts`)
 *   stablecoin addresses     those that were given out since would be given out again, and what comes, or came, to one would pay
 *                            another's payin: numbers that can have been given out are passed over
 *   payouts for providers    what was not known to be sent may be sent by now: no try of it is the first (`providers/tried-before.ts`)
 *   unique amounts           those that were given out since are free here, while their payers may still pay: accounts that are
 *                            recognised by amount take nothing on until an operator says so
 *
 * Everything else bears it: references are never made twice, and connectors are asked again under the same name.
 */
import type { Database } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { doubtWhatMayBePaid } from './bank-file/in-doubt.ts'
import { pauseByAmount } from './own-account/store.ts'
import { countAsTried } from './providers/tried-before.ts'
import { passOverNumbers } from './stablecoin/addresses.ts'

export interface PointInTimeRecovery {
  readonly payoutsInDoubt: number
  readonly accountsPaused: readonly string[]
}

/** Again, it changes only what is not so yet, but passes over as many numbers once more. */
export async function recoverToPointInTime(database: Database, at: Instant): Promise<PointInTimeRecovery> {
  const payoutsInDoubt = await doubtWhatMayBePaid(database, at)
  await countAsTried(database)
  await passOverNumbers(database)
  return { payoutsInDoubt, accountsPaused: await pauseByAmount(database, at) }
}
