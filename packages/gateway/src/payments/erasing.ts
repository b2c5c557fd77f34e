/**
 * Erasing the personal data of a closed payment and of its cases.
 *
 * Promises: only the journal writes the payment, with an event of the history and no callback. Status, amounts,
 * postings, `request_hash` and references of processors stay. An open payment is never changed.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { ERASED, erased, hasNothingPersonal } from '@sluice/core/payment/erased.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isOpen } from '@sluice/core/payment/transitions.ts'
import { uncounted } from '@sluice/database/kept-plans.ts'
import { type Database, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { CASES_OF_PAYMENT, type CaseFile, rowToCase } from './cases.ts'
import { type Decision, NO_PLAN } from './change.ts'
import { paymentColumn, rowToPayment } from './rows.ts'

/** A payment with everything that decides when it may be erased. */
export interface ErasureFacts {
  readonly payment: Payment
  readonly hasOpenCase: boolean
  /** A refund of this payin has not ended. */
  readonly hasOpenRefund: boolean
  /** When the payment, its cases and its refunds were all closed; undefined: they are not. */
  readonly closedAt: Instant | undefined
}

const FACTS = sqlStatement({
  name: 'erasure_facts',
  text: `select r.place, ${paymentColumn('p')}, c.has_open as open_case, c.last as last_case, f.has_open as open_refund, f.last as last_refund
    from unnest(${uncounted('$1::text[]')}, ${uncounted('$2::uuid[]')}) with ordinality as r(merchant_id, key, place)
    cross join lateral (select * from payment p where p.merchant_id = r.merchant_id and p.key = r.key offset 0) p
    cross join lateral (select coalesce(bool_or(c.closed_at is null), false) as has_open, max(c.closed_at) as last
      from case_file c where c.merchant_id = r.merchant_id and c.payment_key = r.key) c
    cross join lateral (select coalesce(bool_or(f.status in ('NEW', 'PENDING', 'AWAITING_PAYEE')), false) as has_open,
        max(coalesce(f.processed_at, f.expire_at, f.created_at)) as last
      from payment f where f.merchant_id = r.merchant_id and f.kind = 'refund' and f.request -> 'refund' ->> 'payinKey' = r.key::text) f
    order by r.place`,
})

export type PaymentName = Pick<Payment, 'merchantId' | 'key'>

/** In the order of the request; missing ones are left out. */
export async function readErasureFacts(
  database: Database,
  payments: readonly PaymentName[],
): Promise<readonly ErasureFacts[]> {
  const rows = await database.run(FACTS, [
    payments.map(({ merchantId }) => merchantId),
    payments.map(({ key }) => key),
  ])
  return rows.map((row) => {
    const payment = rowToPayment(row)
    const hasOpenCase = row.open_case === true
    const hasOpenRefund = row.open_refund === true
    const closes = [closeOf(payment), row.last_case ?? 0, row.last_refund ?? 0]
    const isClosed = !isOpen(payment.status) && !hasOpenCase && !hasOpenRefund
    return { payment, hasOpenCase, hasOpenRefund, closedAt: isClosed ? Math.max(...closes) : undefined }
  })
}

const closeOf = ({ processedAt, expireAt, createdAt }: Payment): Instant =>
  processedAt ?? expireAt ?? createdAt

const NEXT_KEYS = sqlStatement({
  name: 'erasure_next_keys',
  text: 'select key from payment where merchant_id = $1 and key > $2 and key < $3 order by key limit $4',
})

/** A merchant's payments after one key and before another, in order. */
export async function nextKeys(
  database: Database,
  merchantId: string,
  range: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<readonly PaymentKey[]> {
  const rows = await database.run(NEXT_KEYS, [merchantId, range.after, range.before, range.limit])
  return rows.map(({ key }) => key)
}

export const ERASED_REASON = 'personal data erased'

/** @param seen the payment as its facts were read: whatever happened since is looked at again */
export function erase(
  payment: Payment,
  seen: Payment,
  at: Instant,
): Decision<'MOVED' | 'OPEN' | 'NOTHING_LEFT'> {
  if (payment.seq !== seen.seq) return { refusal: 'MOVED' }
  if (isOpen(payment.status)) return { refusal: 'OPEN' }
  if (hasNothingPersonal(payment)) return { refusal: 'NOTHING_LEFT' }
  const { externalReference: value, merchantId: owner } = payment
  return {
    plan: {
      ...NO_PLAN,
      reason: ERASED_REASON,
      erases: erased(payment, at),
      releases: value === undefined ? [] : [{ owner, scope: 'external-reference', value }],
    },
  }
}

export async function casesOf(
  database: Database,
  { merchantId, key }: PaymentName,
): Promise<readonly CaseFile[]> {
  return (await database.run(CASES_OF_PAYMENT, [merchantId, key])).map(rowToCase)
}

/**
 * What stays of the details of cases and decisions: names of movements, amounts and codes, by which reconciliation and
 * refunds find them. Everything else may contain what a person wrote.
 */
const KEPT_DETAILS = [
  ...['statusUpdate', 'processor', 'processorStatus', 'status', 'kind', 'id', 'merchantCode', 'said', 'fact'],
  ...['entry', 'candidates', 'why', 'amountMinor', 'spareMinor', 'cameAt', 'bookedAt', 'by', 'reference'],
  ...['right', 'acceptDifference'],
]

const keptOf = (column: string): string =>
  `coalesce((select jsonb_object_agg(d.name, d.value) from jsonb_each(${column}) as d(name, value) where d.name = any($3::text[])), '{}')`

const ERASE_CASES = sqlStatement({
  name: 'erasure_cases',
  text: `update case_file f set detail = ${keptOf('f.detail')} where f.merchant_id = $1 and f.key = any($2::uuid[])`,
})
const ERASE_DECISIONS = sqlStatement({
  name: 'erasure_decisions',
  text: `update case_decision f set detail = ${keptOf('f.detail')} where f.merchant_id = $1 and f.case_key = any($2::uuid[])`,
})
const ERASE_NOTES = sqlStatement({
  name: 'erasure_notes',
  text: `update case_note set note = '${ERASED}' where merchant_id = $1 and case_key = any($2::uuid[])`,
})

/** For the commit that erases the payment. */
export function caseErasures(merchantId: MerchantCode, cases: readonly CaseFile[]): readonly SqlCall[] {
  if (cases.length === 0) return []
  const keys = cases.map(({ key }) => key)
  return [
    { statement: ERASE_CASES, values: [merchantId, keys, KEPT_DETAILS] },
    { statement: ERASE_DECISIONS, values: [merchantId, keys, KEPT_DETAILS] },
    { statement: ERASE_NOTES, values: [merchantId, keys] },
  ]
}
