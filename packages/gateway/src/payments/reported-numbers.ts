/**
 * Numbers of transfers (UTR, external references) that payers have reported and whose money is awaited: how many of
 * which payer, and which the bank has not confirmed. A number is a claim of its merchant from when it was reported.
 * Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { paymentByKey } from './sql-parts.ts'

/** Payins with a reported number, whatever their status. */
const COUNT_REPORTED = sqlStatement({
  name: 'claims_reported',
  whose: 1,
  text: `select count(*)::integer as merchants, (count(*) filter (where source = $4))::integer as payers from claim
    where owner = $1 and scope = 'external-reference' and at > $2 and key <> $3`,
})
const WAITING = sqlStatement({
  name: 'claims_waiting',
  whose: 1,
  text: `select sum(reported)::integer as merchants, (sum(reported) filter (where source = $4))::integer as payers, min(at) as first_at,
      min(at) filter (where source = $4) as first_of_payer_at
    from (select c.source, c.at, p.reported from claim c
        cross join lateral (${paymentByKey('c', 'p.external_changes as reported, p.status')}) p
      where c.owner = $1 and c.scope = 'external-reference' and c.at > $2 and c.key <> $3
        and p.status in ('NEW', 'PENDING', 'EXPIRED')) w`,
})

export interface ReportedBy {
  readonly merchantId: MerchantCode
  /** Not counted: the payin that is about to report one. */
  readonly except: PaymentKey
  /** The payer as claims name it; undefined if unknown. */
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

/** How many payins have reported one. Cheap, because it reads the claims alone. */
export async function countReporters(database: Database, by: ReportedBy): Promise<ReportedNumbers> {
  const [row] = await database.run(COUNT_REPORTED, valuesOf(by))
  return reportedIn(row)
}

export interface Waiting extends ReportedNumbers {
  /** When the first of them was reported. */
  readonly firstAt: Instant | undefined
  readonly firstOfPayerAt: Instant | undefined
}

/** How many wait for their money; each correction counts as one more. Reads each payin. */
export async function countWaiting(database: Database, by: ReportedBy): Promise<Waiting> {
  const [row] = await database.run(WAITING, valuesOf(by))
  const at = (value: unknown) => (typeof value === 'number' ? value : undefined)
  return { ...reportedIn(row), firstAt: at(row?.first_at), firstOfPayerAt: at(row?.first_of_payer_at) }
}

const PAID_BY_NUMBER = sqlStatement({
  name: 'payins_paid_by_number',
  whose: { each: 'sorted', by: ['key'], limit: 10 },
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
  /** An array of all numbers that match. */
  readonly numbers: string
  readonly account: string
  readonly since: string
}

/** SQL for `cross join lateral`: a row if a payin on the account has reported one of these numbers since. */
export const reportedSince = ({ numbers, account, since }: SqlOfReported): string =>
  `select 1 from payment p
      join claim c on c.owner = p.merchant_id and c.scope = 'external-reference' and c.value = p.external_reference and c.key = p.key
    where p.external_reference = any(${numbers}) and c.at > ${since}
      and left(p.processor_ref, length(${account}) + 1) = ${account} || '/' limit 1`

interface SqlOfUnmatched {
  readonly merchant: string
  readonly since: string
  /** Until when an account's bank has reported credits. */
  readonly bankReportedUntil: (account: string) => string
}

/**
 * SQL for `cross join lateral`: how many numbers a merchant's payers have reported since, and how many are unmatched:
 * their payin was not paid, and the bank's reports reach beyond its expiry.
 */
export const countUnmatched = ({ merchant, since, bankReportedUntil }: SqlOfUnmatched): string =>
  `select count(*)::integer as reported, (count(*) filter (where p.unmatched))::integer as unmatched from claim c
        cross join lateral (${paymentByKey(
          'c',
          `p.status in ('NEW', 'PENDING', 'EXPIRED') and p.expire_at < (${bankReportedUntil(`split_part(p.processor_ref, '/', 1)`)}) as unmatched`,
        )}) p
        where c.owner = ${merchant} and c.scope = 'external-reference' and c.at > ${since} offset 0`
