/**
 * What is to be changed where an installation went back in time: a backup was restored, and what was done since its making is known
 * to banks, chains and payers, and not here any more. Done on the restored database, before anything starts on it.
 *
 *   payouts for bank files   what the bank had not got may be paid by now: in doubt (`bank-file/in-doubt.ts`)
 *   stablecoin addresses     those that were given out since would be given out again, and what comes, or came, to one would pay
 *                            another's payin: numbers that can have been given out are passed over
 *   unique amounts           those that were given out since are free here, while their payers may still pay: accounts that are
 *                            recognised by amount take nothing on until an operator says so
 *
 * Everything else bears it: references are never made twice, and connectors are asked again under the same name.
 */
import type { Database, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { doubtWhatMayBePaid } from './bank-file/in-doubt.ts'
import { MAX_NUMBER } from './stablecoin/network.ts'

/** At ten a second, of eleven days; a wallet has room for two hundred such leaps. */
export const PASSED_OVER = 10_000_000

const PASS_OVER: SqlStatement = {
  name: 'chain_wallet_pass_over',
  text: 'update chain_wallet set next_index = least(next_index + $1::bigint, $2::bigint)::integer',
}
const PAUSE: SqlStatement = {
  name: 'receiving_account_pause_by_amount',
  text: `update receiving_account set status = 'PAUSED', version = version + 1, updated_at = $1
    where status = 'ACTIVE' and methods @> '[{"recognisedBy": "amount"}]'::jsonb returning id`,
}

export interface GoneBack {
  readonly payoutsInDoubt: number
  readonly accountsPaused: readonly string[]
}

/** Again, it changes only what is not so yet, but passes over as many numbers once more. */
export async function goneBack(database: Database, at: Instant): Promise<GoneBack> {
  const payoutsInDoubt = await doubtWhatMayBePaid(database, at)
  await database.run(PASS_OVER, [PASSED_OVER, MAX_NUMBER])
  const paused = await database.run(PAUSE, [isoTime(at)])
  return { payoutsInDoubt, accountsPaused: paused.map(({ id }) => String(id)).sort() }
}
