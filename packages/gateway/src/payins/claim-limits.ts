/**
 * Limits how many external references may wait for their money. Without a limit somebody could try numbers until one
 * belongs to another payer's transfer.
 *
 * A reference counts from when it was submitted, for as long as the longest window of any payin that takes one, unless
 * its payin has ended; each correction counts once more. It counts against the merchant, and, if a payer submits it
 * with a checkout token, against the payer's address at that merchant (`api/payer.ts`). Other tokens may belong to the
 * merchant's server, which acts for all its payers, so only the merchant's limit applies. Corrections of one payin are
 * limited separately.
 *
 * Counts stored claims before the commit, so simultaneous requests may slightly exceed the limit. Changes nothing.
 */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { takesExternalReference } from '@sluice/core/catalogue/external-reference.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { httpProblem, type Problem } from '../http/problems.ts'
import { MAX_REFERENCE_SETTINGS } from '../payments/plans.ts'
import { countReporters, countWaiting, type ReportedNumbers } from '../payments/reported-numbers.ts'

/** For one payer's address at one merchant. Mobile networks put many people behind one address. */
export const MAX_WAITING_OF_PAYER = 30

/** For all payins that take a reference. */
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

/** @returns the limit that forbids one more reference now, or undefined */
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
  // A cheap upper bound first. It nearly always suffices: few enough even if every reference had all its corrections.
  const reported = isOver(await countReporters(database, by), MAX_REFERENCE_SETTINGS)
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
    `Too many external references are already waiting for their money: ${what}. Nothing was changed. Repeat this later; ` +
      'a completed transfer is not lost.',
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(againMs / 1_000))) } },
  )
}
