/**
 * How many external references may wait for their money: without a bound somebody would tell numbers until one is another's.
 *
 * A number counts here from when it was told, for as long as the longest window of a payin that takes one, while its payin has not
 * come to its end; each correction is one more. Counted for a merchant, and for the address that a payer of that merchant comes
 * from, who tells it with a checkout's token (`api/payer.ts`). Any other token may be the merchant's own server's, behind which
 * all its payers stand, so only the merchant's limit is for it. For one payin there is the limit of corrections.
 *
 * Counted from the claims themselves, before the commit: requests at the very same moment may all be the last. Never changes
 * anything.
 */

import { PAYIN_METHODS } from '../catalogue/all-methods.ts'
import { takesExternalReference } from '../catalogue/external-reference.ts'
import type { Database } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { httpProblem, type Problem } from '../http/problems.ts'
import type { Payment } from '../payments/model.ts'
import { MAX_REFERENCE_SETTINGS } from '../payments/plans.ts'
import { countTellers, countWaiting, type ReportedNumbers } from '../payments/reported-numbers.ts'

/** Of one payer's address at one merchant. Providers of mobile networks put many people behind one address. */
export const MAX_WAITING_OF_PAYER = 30

/** Of all payins that take a reference. */
export const COUNTS_FOR_MS =
  Math.max(
    ...PAYIN_METHODS.filter(takesExternalReference).flatMap(({ currencies }) =>
      [...currencies.values()].map(({ expirySecs }) => expirySecs),
    ),
  ) * 1_000

export interface ClaimLimits {
  readonly database: Database
  /** Of a merchant. */
  readonly maxWaiting: number
}

/** @returns why one more may not be told now, or undefined */
export async function overLimit(
  { database, maxWaiting }: ClaimLimits,
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
  payer: string | undefined,
  at: Instant,
): Promise<Problem | undefined> {
  const by = { merchantId, except: key, payer, since: at - COUNTS_FOR_MS }
  const isOver = ({ ofMerchant, ofPayer }: ReportedNumbers, each: number) => ({
    payer: ofPayer * each >= MAX_WAITING_OF_PAYER,
    merchant: ofMerchant * each >= maxWaiting,
  })
  // Nearly always few enough, were all of them corrected.
  const reported = isOver(await countTellers(database, by), MAX_REFERENCE_SETTINGS)
  if (!reported.payer && !reported.merchant) return undefined
  const all = await countWaiting(database, by)
  const waiting = isOver(all, 1)
  if (waiting.payer) return tooMany(`${MAX_WAITING_OF_PAYER} from your address`, all.firstOfPayerAt, at)
  if (waiting.merchant) return tooMany(`${maxWaiting} of this merchant`, all.firstAt, at)
  return undefined
}

function tooMany(what: string, firstAt: Instant | undefined, at: Instant): Problem {
  const againMs = firstAt === undefined ? COUNTS_FOR_MS : firstAt + COUNTS_FOR_MS - at
  return httpProblem(
    'RATE_LIMITED',
    `External references wait for their money already: ${what}. Nothing was changed. Repeat this later; ` +
      'a transfer that was made is not lost.',
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(againMs / 1_000))) } },
  )
}
