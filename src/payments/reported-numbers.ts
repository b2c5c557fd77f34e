/**
 * Numbers of transfers (UTR, external references) that payers have told, and that wait for their money: how many of whom, and which
 * the bank has not confirmed. A number is a claim of its merchant's from when it was reported. Never writes.
 */

import { type Database, type RowOf, sqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '../foundation/identifiers.ts'
import { isoTime } from '../foundation/instants.ts'
import { paymentByKey } from './sql-parts.ts'

/** Payins that have one, whatever became of them. */
const TOLD = sqlStatement({
  name: 'claims_reported',
  text: `select count(*)::integer as merchants, (count(*) filter (where source = $4))::integer as payers from claim
    where owner = $1 and scope = 'external-reference' and at > $2 and key <> $3`,
})
const WAITING = sqlStatement({
  name: 'claims_waiting',
  text: `select sum(reported)::integer as merchants, (sum(reported) filter (where source = $4))::integer as payers, min(at) as first_at,
      min(at) filter (where source = $4) as first_of_payer_at
    from (select c.source, c.at, p.reported from claim c
        cross join lateral (${paymentByKey('c', 'p.external_changes as reported, p.status')}) p
      where c.owner = $1 and c.scope = 'external-reference' and c.at > $2 and c.key <> $3
        and p.status in ('NEW', 'PENDING', 'EXPIRED')) w`,
})

export interface ReportedBy {
  readonly merchantId: MerchantCode
  /** Not counted: the payin that wants to tell one now. */
  readonly except: PaymentKey
  /** As claims name a payer; undefined where none is known. */
  readonly payer: string | undefined
  readonly since: Instant
}

export interface ReportedNumbers {
  readonly ofMerchant: number
  readonly ofPayer: number
}

const valuesOf = ({ merchantId, since, except, payer }: ReportedBy) => [
  merchantId,
  isoTime(since),
  except,
  payer ?? null,
]
const reportedIn = (row: RowOf<'claims_reported' | 'claims_waiting'> | undefined): ReportedNumbers => ({
  ofMerchant: Number(row?.merchants),
  ofPayer: Number(row?.payers),
})

/** How many payins have told one, from the claims alone: cheap. */
export async function countTellers(database: Database, by: ReportedBy): Promise<ReportedNumbers> {
  const [row] = await database.run(TOLD, valuesOf(by))
  return reportedIn(row)
}

export interface Waiting extends ReportedNumbers {
  /** When the first of them was reported. */
  readonly firstAt: Instant | undefined
  readonly firstOfPayerAt: Instant | undefined
}

/** How many wait for their money, each correction one more: looks at each payin. */
export async function countWaiting(database: Database, by: ReportedBy): Promise<Waiting> {
  const [row] = await database.run(WAITING, valuesOf(by))
  const at = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return { ...reportedIn(row), firstAt: at(row?.first_at), firstOfPayerAt: at(row?.first_of_payer_at) }
}

const PAID_BY_NUMBER = sqlStatement({
  name: 'payins_paid_by_number',
  text: `select merchant_id, id, confirmation from payment
    where external_reference = $1 and kind = 'payin' and status = 'SUCCESS' and key <> $2
      and left(processor_ref, length($3) + 1) = $3 || '/' order by key limit 10`,
})

export interface PaidByNumber {
  readonly merchantId: string
  readonly id: string
  readonly confirmation: string | undefined
}

/** Other payins on this account that this number has paid: ten at most. */
export async function paidByNumber(
  database: Database,
  {
    number,
    account,
    except,
  }: { readonly number: string; readonly account: string; readonly except: PaymentKey },
): Promise<readonly PaidByNumber[]> {
  const rows = await database.run(PAID_BY_NUMBER, [number, except, account])
  return rows.map((row) => ({
    merchantId: String(row.merchant_id),
    id: String(row.id),
    confirmation: typeof row.confirmation === 'string' ? row.confirmation : undefined,
  }))
}

interface SqlOfReported {
  /** All numbers that would do, as an array. */
  readonly numbers: string
  readonly account: string
  readonly since: string
}

/** A part of SQL, for `cross join lateral`: a row where a payin on the account has reported one of these numbers since. */
export const reportedSince = ({ numbers, account, since }: SqlOfReported): string =>
  `select 1 from payment p
      join claim c on c.owner = p.merchant_id and c.scope = 'external-reference' and c.value = p.external_reference and c.key = p.key
    where p.external_reference = any(${numbers}) and c.at > ${since}
      and left(p.processor_ref, length(${account}) + 1) = ${account} || '/' limit 1`

interface SqlOfUnmatched {
  readonly merchant: string
  readonly since: string
  /** Until when the bank of an account has reported what came. */
  readonly bankReportedUntil: (account: string) => string
}

/**
 * A part of SQL, for `cross join lateral`: how many numbers a merchant's payers have told since, and how many are unmatched: their
 * payin was not paid, and the bank has reported of what came after it had expired.
 */
export const countUnmatched = ({ merchant, since, bankReportedUntil }: SqlOfUnmatched): string =>
  `select count(*)::integer as reported, (count(*) filter (where p.unmatched))::integer as unmatched from claim c
        cross join lateral (${paymentByKey(
          'c',
          `p.status in ('NEW', 'PENDING', 'EXPIRED') and p.expire_at < (${bankReportedUntil(`split_part(p.processor_ref, '/', 1)`)}) as unmatched`,
        )}) p
        where c.owner = ${merchant} and c.scope = 'external-reference' and c.at > ${since} offset 0`
