/**
 * How many external references may wait for their money: without a bound somebody would tell numbers until one is another's.
 *
 * A number counts here from when it was told, for as long as the longest window of a payin that takes one, while its payin has not
 * come to its end; each correction is one more. Counted for a merchant, and for the address that a payer of that merchant comes
 * from, who tells it with a checkout's token (`intake/payer.ts`). Any other token may be the merchant's own server's, behind which
 * all its payers stand, so only the merchant's limit is for it. For one payin there is the limit of corrections.
 *
 * Counted from the claims themselves, before the commit: requests at the very same moment may all be the last. Never changes
 * anything.
 */
import { takesExternalReference } from '../catalogue/external-reference.ts'
import { PAYIN_METHODS } from '../catalogue/methods.ts'
import type { Database, Row, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { httpProblem, type Problem } from '../http/problems.ts'
import type { Payment } from '../payments/model.ts'
import { MAX_REFERENCE_SETTINGS } from '../payments/plans.ts'

/** Of one payer's address at one merchant. Providers of mobile networks put many people behind one address. */
export const MAX_WAITING_OF_PAYER = 30

/** Of all payins that take a reference. */
export const COUNTS_FOR_MS =
  Math.max(
    ...PAYIN_METHODS.filter(takesExternalReference).flatMap(({ currencies }) =>
      [...currencies.values()].map(({ expirySecs }) => expirySecs),
    ),
  ) * 1_000

/** Payins that have one, whatever became of them: nearly always few enough, were all of them corrected. */
const TOLD: SqlStatement = {
  name: 'claims_told',
  text: `select count(*)::integer as merchants, (count(*) filter (where source = $4))::integer as payers from claim
    where owner = $1 and scope = 'external-reference' and at > $2 and key <> $3`,
}
const WAITING: SqlStatement = {
  name: 'claims_waiting',
  text: `select sum(told)::integer as merchants, (sum(told) filter (where source = $4))::integer as payers, min(at) as first_at,
      min(at) filter (where source = $4) as first_of_payer_at
    from (select c.source, c.at, p.told from claim c cross join lateral (
        select p.external_changes as told from payment p where p.merchant_id = c.merchant_id and p.key = c.key
          and p.status in ('NEW', 'PENDING', 'EXPIRED') offset 0) p
      where c.owner = $1 and c.scope = 'external-reference' and c.at > $2 and c.key <> $3) w`,
}

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
  const isOver = (row: Row | undefined, each: number) => ({
    payer: Number(row?.payers) * each >= MAX_WAITING_OF_PAYER,
    merchant: Number(row?.merchants) * each >= maxWaiting,
  })
  const values = [merchantId, isoTime(at - COUNTS_FOR_MS), key, payer ?? null]
  const told = isOver((await database.run(TOLD, values))[0], MAX_REFERENCE_SETTINGS)
  if (!told.payer && !told.merchant) return undefined
  const [row] = await database.run(WAITING, values)
  const waiting = isOver(row, 1)
  if (waiting.payer) return tooMany(`${MAX_WAITING_OF_PAYER} from your address`, row?.first_of_payer_at, at)
  if (waiting.merchant) return tooMany(`${maxWaiting} of this merchant`, row?.first_at, at)
  return undefined
}

function tooMany(what: string, firstAt: unknown, at: Instant): Problem {
  const againMs = typeof firstAt === 'number' ? firstAt + COUNTS_FOR_MS - at : COUNTS_FOR_MS
  return httpProblem(
    'RATE_LIMITED',
    `External references wait for their money already: ${what}. Nothing was changed. Repeat this later; ` +
      'a transfer that was made is not lost.',
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(againMs / 1_000))) } },
  )
}
