/**
 * Following payments: what was created, paid or paid out since a place that was reached before. For code that keeps
 * data derived from payments; it adds no cost to creates. Never writes.
 *
 * Keys are ordered by time within each merchant. So a place is a time, and each merchant is followed by an existing
 * index.
 */
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import { type Database, type Row, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { EVERY_MERCHANT } from '../merchants/store.ts'

/** Without the processor's instructions for the payer, which are large. */
export interface FollowedPayment {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly method: string
  readonly operator: string | undefined
  readonly money: Money
  readonly moneyRequiredMinor: Minor | undefined
  readonly processorRef: string | undefined
  readonly confirmation: string | undefined
  readonly externalReference: string | undefined
  readonly request: PaymentRequest
  readonly payerAccount: AccountView | undefined
}

const COLUMNS = [
  ...['merchant_id', 'key', 'kind', 'id', 'method', 'operator', 'currency', 'amount', 'money_required'],
  ...['processor_ref', 'confirmation', 'external_reference', 'request', 'payer_account'],
]
const columnsOf = (of: string): string => COLUMNS.map((name) => `${of}.${name}`).join(', ')

function rowToFollowed(row: Row): FollowedPayment {
  const optional = <Value>(name: string): Value | undefined => (row[name] ?? undefined) as Value | undefined
  const required = optional<bigint>('money_required')
  return {
    merchantId: row.merchant_id as MerchantCode,
    key: row.key as PaymentKey,
    kind: row.kind as PaymentKind,
    id: row.id as MerchantOrderId,
    method: row.method as string,
    operator: optional('operator'),
    money: { currency: row.currency as CurrencyCode, amountMinor: minor(row.amount as bigint) },
    moneyRequiredMinor: required === undefined ? undefined : minor(required),
    processorRef: optional('processor_ref'),
    confirmation: optional('confirmation'),
    externalReference: optional('external_reference'),
    request: row.request as PaymentRequest,
    payerAccount: optional('payer_account'),
  }
}

/**
 * A statement for `readCreated`. It finds the keys first, by their index alone, and reads no more payments than
 * requested.
 * @param where a further condition on the payment `p`, as SQL
 */
export const createdSince = (name: string, where = 'true'): SqlStatement => ({
  name,
  text: `select k.key as passed, ${columnsOf('p')} from (
      select m.merchant_id, n.key from ${EVERY_MERCHANT} m cross join lateral (
        select key from payment where merchant_id = m.merchant_id and key > $1 and key < $2 order by key limit $3) n
      order by n.key limit $3) k
    left join lateral (select * from payment p where p.merchant_id = k.merchant_id and p.key = k.key and ${where} offset 0) p on true
    order by k.key`,
})

/** SQL: whether `createdSince` would find a key between these two. */
export const anyCreated = (after: string, before: string): string =>
  `exists (select from ${EVERY_MERCHANT} m cross join lateral (
    select key from payment where merchant_id = m.merchant_id and key > ${after} and key < ${before} order by key limit 1) n)`

/** What one look has passed. */
export interface PassedPayments {
  /** Those for which the statement's condition holds. */
  readonly payments: readonly FollowedPayment[]
  readonly count: number
  readonly lastKey: PaymentKey | undefined
}

/** By their keys, strictly between the two. */
export async function readCreated(
  database: Database,
  statement: SqlStatement,
  range: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<PassedPayments> {
  const rows = await database.run(statement, [range.after, range.before, range.limit])
  return {
    payments: rows.filter(({ key }) => key !== null).map(rowToFollowed),
    count: rows.length,
    lastKey: rows.at(-1)?.passed as PaymentKey | undefined,
  }
}

/** A merchant's available balance moves when a payin is paid, and when something is to go out. */
const CREDITED = sqlStatement({
  name: 'payments_credited_since',
  whose: 'part',
  text: `select c.at, ${columnsOf('p')} from (
      select b.merchant_id, c.key, c.at from (select distinct merchant_id, currency from balance) b cross join lateral (
        select key, at from posting where merchant_id = b.merchant_id and currency = b.currency and account = 'available'
          and at > $1 and at <= $2 order by at limit $3) c
      order by c.at limit $3) c
    left join lateral (select * from payment p where p.merchant_id = c.merchant_id and p.key = c.key offset 0) p on true
    order by c.at`,
})

/** SQL: whether `readCredited` would find a posting between these two times. */
export const anyCredited = (after: string, until: string): string =>
  `exists (select from (select distinct merchant_id, currency from balance) b cross join lateral (
    select at from posting where merchant_id = b.merchant_id and currency = b.currency and account = 'available'
      and at > ${after} and at <= ${until} order by at limit 1) c)`

/** @returns with the time of the posting; a top-up has no payment, so it returns only the time */
export async function readCredited(
  database: Database,
  range: { readonly after: Instant; readonly until: Instant; readonly limit: number },
): Promise<readonly { readonly at: Instant; readonly payment: FollowedPayment | undefined }[]> {
  const rows = await database.run(CREDITED, [isoTime(range.after), isoTime(range.until), range.limit])
  return rows.map((row) => ({
    at: row.at,
    payment: row.key === null ? undefined : rowToFollowed(row),
  }))
}

/** Before every key that is made at this time or later. */
export const firstKeyAt = (at: Instant): string => {
  const time = Math.min(Math.max(at, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** When it was made, by the clock of the node that made it. */
export const timeOfKey = (key: string): Instant => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16)
