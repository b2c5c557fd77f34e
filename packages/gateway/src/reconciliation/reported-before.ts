/**
 * Detects money for a payin that an earlier entry may already have reported under another name: because an account is
 * fed from two kinds of files, or because a bank has changed the texts of its lines. It may be one movement or two. So
 * it must not be refunded automatically: a second payment that never happened would be refunded with the owner's money.
 * Never writes.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { casesAbout } from '../payments/finding-cases.ts'
import { mayBeReportedTwice } from './same-movement.ts'
import { readEntries } from './store.ts'

const MOST_CASES = 100

/**
 * @param report from an own account: the name of the entry (`factOf`)
 * @param earlier names of the money that came for the payin before, and of the refunds of it
 */
export async function mayBeReportedBefore(
  database: Database,
  statusUpdate: string,
  payin: Payment,
  earlier: readonly string[],
): Promise<boolean> {
  // An account's ID has no colon.
  const account = statusUpdate.slice(0, statusUpdate.indexOf(':') + 1)
  const cases = await casesAbout(database, { name: '', payments: [payin], entries: [] }, MOST_CASES)
  const names = [...earlier, ...cases.map(({ detail }) => String(detail.statusUpdate ?? ''))]
  const references = [statusUpdate, ...names]
    .filter((name) => name.startsWith(account))
    .map((name) => name.slice(account.length))
  const found = await readEntries(database, account.slice(0, -1), [...new Set(references)])
  const entry = found.get(statusUpdate.slice(account.length))
  if (!entry) return false
  return [...found.values()].some((each) => each !== entry && mayBeReportedTwice(entry, each))
}
