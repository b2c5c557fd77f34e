/**
 * Where reports wait that came before their payment was committed.
 *
 * One row for each name and meaning: a processor may give two facts one name, and neither must hide the other.
 */
import type { Database, Row, SqlStatement } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { type CurrencyCode, type Money, minor } from '../foundation/money.ts'
import type { Report } from './port.ts'

const KEEP: SqlStatement = {
  name: 'report_keep',
  text: `insert into report (merchant_id, kind, id, report_id, body, received_at, due_at, tries)
    values ($1, $2, $3, $4, $5::text::jsonb, $6, $7, 0) on conflict (merchant_id, kind, id, report_id) do nothing`,
}
const KEPT: SqlStatement = {
  name: 'report_kept',
  ofQueue: true,
  text: 'select report_id, body, received_at, tries from report where due_at <= $1 order by due_at, merchant_id, id limit $2',
}
/** When the first is due, for the look at what is. */
export const firstKeptDue = (until: string): string =>
  `select due_at from report where due_at <= ${until} order by due_at limit 1`

const KEPT_OF_PAYMENT: SqlStatement = {
  name: 'report_kept_of_payment',
  text: `select report_id, body, received_at, tries from report where merchant_id = $1 and kind = $2 and id = $3
    order by received_at, report_id limit 20`,
}
const KEEP_ON: SqlStatement = {
  name: 'report_keep_on',
  text: `update report set due_at = $5, tries = tries + 1
    where merchant_id = $1 and kind = $2 and id = $3 and report_id = $4`,
}
const FORGET: SqlStatement = {
  name: 'report_forget',
  text: 'delete from report where merchant_id = $1 and kind = $2 and id = $3 and report_id = $4',
}

export interface KeptReport {
  readonly report: Report
  /** Its row's, as it was written. */
  readonly name: string
  readonly receivedAt: Instant
  readonly tries: number
}

export async function keep(database: Database, report: Report, dueAt: Instant): Promise<void> {
  const { merchantId, kind, id, processor, reportId, news, at } = report
  const name = `${processor}:${reportId}:${news.type}`
  await database.run(KEEP, [merchantId, kind, id, name, toJson(report), isoTime(at), isoTime(dueAt)])
}

export async function keptReports(
  database: Database,
  now: Instant,
  atMost: number,
): Promise<readonly KeptReport[]> {
  return (await database.run(KEPT, [isoTime(now), atMost])).map(rowToKept)
}

/** What was told of one payment, and could not be applied yet: the oldest first. */
export async function keptReportsOf(
  database: Database,
  { merchantId, kind, id }: Pick<Report, 'merchantId' | 'kind' | 'id'>,
): Promise<readonly KeptReport[]> {
  return (await database.run(KEPT_OF_PAYMENT, [merchantId, kind, id])).map(rowToKept)
}

const rowToKept = (row: Row): KeptReport => ({
  report: fromJson(row.body as StoredReport),
  name: row.report_id as string,
  receivedAt: row.received_at as Instant,
  tries: row.tries as number,
})

export async function keepOn(database: Database, kept: KeptReport, dueAt: Instant): Promise<void> {
  await database.run(KEEP_ON, [...keyOf(kept), isoTime(dueAt)])
}

export async function forget(database: Database, kept: KeptReport): Promise<void> {
  await database.run(FORGET, keyOf(kept))
}

const keyOf = ({ report: { merchantId, kind, id }, name }: KeptReport): string[] => [
  merchantId,
  kind,
  id,
  name,
]

interface StoredMoney {
  readonly currency: CurrencyCode
  readonly amountMinor: string
}
/** As `toJson` wrote it: amounts as text. */
type StoredReport = Omit<Report, 'news'> & {
  readonly news:
    | Exclude<Report['news'], { received: Money }>
    | { readonly type: 'paid' | 'returned'; readonly received: StoredMoney }
}

const toJson = (report: Report): string =>
  JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

function fromJson(stored: StoredReport): Report {
  const { news } = stored
  if (!('received' in news)) return { ...stored, news }
  const received = { currency: news.received.currency, amountMinor: minor(BigInt(news.received.amountMinor)) }
  return { ...stored, news: { ...news, received } }
}
