/**
 * Parts of SQL by which statements of other modules read the tables of payments. So a statement over their rows and
 * ours stays one round trip, and only this module names our tables. `of` is the name by which such a statement knows
 * its own row.
 *
 * Lookups are searches by a key, for use in `cross join lateral (…)`. `offset 0` keeps them so, whatever the planner
 * thinks of the tables' sizes.
 */
import { sqlStatement } from '@sluice/database/port.ts'

/** The payment of a row that holds `merchant_id` and `key`. @param columns of `p` */
export const paymentByKey = (of: string, columns: string): string =>
  `select ${columns} from payment p where p.merchant_id = ${of}.merchant_id and p.key = ${of}.key offset 0`

/** Of one account alone. Beyond that it counts as new, and an operator looks at it. */
const PAID_LOOKED_AT = 1_000

/**
 * Whether the merchant of a row has paid the account of this payment before a time: the same number with the same bank,
 * as named then. By the index `payment_to_account`. @param payment has `request` and `operator` @param until as SQL
 */
export const hasPaidBefore = (merchantId: string, payment: string, until: string): string =>
  `exists (select from (
      select e.status, e.processed_at, e.operator, e.request from payment e
        where e.merchant_id = ${merchantId} and e.kind <> 'payin' and e.request ->> 'accountNumber' = ${payment}.request ->> 'accountNumber'
        limit ${PAID_LOOKED_AT}) e
    where e.status = 'SUCCESS' and e.processed_at < ${until} and e.operator is not distinct from ${payment}.operator
      and e.request ->> 'bankCode' is not distinct from ${payment}.request ->> 'bankCode'
      and e.request ->> 'branchCode' is not distinct from ${payment}.request ->> 'branchCode')`

/**
 * The rate by which the fee of a payment was taxed, as text; null for payments that are older than this field. @param
 * of the payment's row
 */
export const vatRateOf = (of: string): string =>
  `coalesce(${of}.request ->> 'vatRate', ${of}.request -> 'refund' ->> 'vatRate')`

/** The key of the payin that the refund of such a row refunds. */
export const payinOfRefund = (of: string): string =>
  paymentByKey(of, `(p.request -> 'refund' ->> 'payinKey')::uuid`)

/** Whether that payment is with a processor and has not ended. */
export const isInProgress = (of: string): string =>
  `exists (select from payment p where p.merchant_id = ${of}.merchant_id and p.key = ${of}.key and p.status in ('NEW', 'PENDING'))`

/** Whether the settlement of a row that holds `merchant_id` and its `id` has failed: its money is the merchant's again. */
export const settlementFailed = (of: string): string =>
  `exists (select from payment p where p.merchant_id = ${of}.merchant_id and p.kind = 'settlement' and p.id = ${of}.id
    and p.status in ('FAILED', 'REFUSED'))`

/** Whether work of payments waits for this processor. @param name as SQL */
export const somethingWaitsFor = (name: string): string =>
  `exists (select 1 from waiting_step where processor = ${name})`

/**
 * Whether the subject of an operator's operation (`case 0199…`, or anything else) is a case in the books of a merchant.
 * All parameters are SQL.
 */
export const isCaseIn = (subject: string, merchantId: string): string =>
  `case when ${subject} ~* '^case [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then exists (select from case_file f where f.merchant_id = ${merchantId} and f.key = substr(${subject}, 6)::uuid) else false end`

/**
 * The payment of $1, $2 and $3 (merchant, kind, ID), locked against every change until the transaction ends. @param
 * columns of `payment`
 */
export const lockedPayment = (columns: string): string =>
  `select ${columns} from payment where merchant_id = $1 and kind = $2 and id = $3 for update`

/**
 * Locks payments as the journal does, in its order: afterwards no change of theirs is under way. $1: JSON of
 * merchant_id, kind, id.
 */
export const HOLD_PAYMENTS = sqlStatement({
  name: 'payment_hold',
  whose: 'part',
  text: `select p.key from json_to_recordset($1::json) as r(merchant_id text, kind text, id text)
      join payment p on p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id
      order by p.merchant_id, p.kind, p.id for update of p`,
})

/** What callbacks have reported of a payment: the change behind each. */
export const ANNOUNCED_OF_PAYMENT = sqlStatement({
  name: 'payment_announced',
  whose: 1,
  text: `select announced, to_status, at from event where merchant_id = $1 and key = $2 and announced is not null order by announced`,
  neverNull: ['announced'],
})

/** When the change happened that a callback's row reports; the row holds `merchant_id`, `key` and `seq`. */
export const announcedAt = (of: string): string =>
  `select max(e.at) from event e where e.merchant_id = ${of}.merchant_id and e.key = ${of}.key and e.announced = ${of}.seq`

/**
 * What callbacks have reported of all payments ($1: of this merchant's), strictly between two places: a time, a key and
 * a callback's number each ($2 to $4, $5 to $7). For use in `from (…) e`, in the order of its indexes.
 */
export const announcedBetween = (whose: 'all' | 'merchant'): string =>
  `select e.merchant_id, e.key, e.announced as seq, e.to_status, e.at from event e
    where e.announced is not null and ${whose === 'merchant' ? 'e.merchant_id = $1' : '$1::text is null'}
      and (e.at, e.key, e.announced) > ($2::timestamptz, $3::uuid, $4::integer)
      and (e.at, e.key, e.announced) < ($5::timestamptz, $6::uuid, $7::integer)`

/** The status that this callback of a payment reports, if any. All parameters are SQL. */
export const announcedStatus = (merchantId: string, key: string, announced: string): string =>
  `select max(e.to_status) from event e where e.merchant_id = ${merchantId} and e.key = ${key} and e.announced = ${announced}`

/**
 * The amount that came back of a refund after its SUCCESS, or never left, as far as operators have credited it to the
 * merchant. By the index `case_file_of_payment`.
 * @param of the payment's row
 */
export const creditedBack = (of: string): string =>
  `coalesce((select sum(d.amount) from case_file c
      join case_decision d on d.merchant_id = c.merchant_id and d.case_key = c.key
      where c.merchant_id = ${of}.merchant_id and c.payment_key = ${of}.key and c.reason in ('RETURNED_AFTER_SUCCESS', 'NEVER_LEFT')
        and d.action = 'credit' and d.detail ->> 'merchantCode' = ${of}.merchant_id), 0)::text`
