/** The doctor's check of the transfer references that payers submit. */
import { manyUnmatched } from '../../reconciliation/claims-watch.ts'
import { counted, fine, type Look, warning } from './check.ts'

const SHOWN = 5

export const claims: Look = async ({ gateway: { database, deps } }) => {
  const found = await manyUnmatched(database, deps.clock.now())
  if (found.length === 0) return fine('no merchant had many external references (UTR) without money in a day')
  const reported = found
    .slice(0, SHOWN)
    .map(({ merchantId, reported, unmatched }) => `${merchantId} (${unmatched} of ${reported})`)
  return warning(
    `external references (UTR) without matching money: ${counted(found.length, 'merchant')}, ${reported.join(', ')}`,
    "someone may be guessing references of other people's money: check these payins and their payers, and suspend the merchant if " +
      'in doubt; or the statement lacks the numbers, then map its column to utr',
  )
}
