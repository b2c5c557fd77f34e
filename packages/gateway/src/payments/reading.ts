/** Reading payments: one, its history, a page of them, and what is pending. Never writes. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import { gatheredByDatabase } from '@sluice/database/gathered.ts'
import { uncounted } from '@sluice/database/kept-plans.ts'
import { type Database, partOf, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { CASES_OF_PAYMENT, type CaseFile, rowToCase } from './cases.ts'
import { DECLINED } from './passing.ts'
import { paymentColumn, rowToPayment } from './rows.ts'
import { paymentByKey } from './sql-parts.ts'
import { mayHoldSteps } from './waking.ts'

const ONE = sqlStatement({
  name: 'payment_one',
  whose: 1,
  text: `select ${paymentColumn('p')} from payment p where merchant_id = $1 and kind = $2 and id = $3`,
})

/** `offset 0` keeps one search by the key for each ID, whatever the planner thinks of the table's size. */
const SEVERAL = sqlStatement({
  name: 'payment_several',
  whose: { each: 'own', merchants: 1, with: [2, 3], place: 'place' },
  text: `select r.place, ${paymentColumn('p')} from unnest(${uncounted('$1::text[]')}, ${uncounted('$2::text[]')}, ${uncounted('$3::text[]')})
      with ordinality as r(merchant_id, kind, id, place)
    cross join lateral (select * from payment p where p.merchant_id = r.merchant_id and p.kind = r.kind and p.id = r.id offset 0) p`,
})

interface PaymentId {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
}

async function loadPayments(
  database: Database,
  ids: readonly PaymentId[],
): Promise<readonly (Payment | undefined)[]> {
  const [only] = ids
  if (ids.length === 1 && only) {
    const [row] = await database.run(ONE, [only.merchantId, only.kind, only.id])
    return [row && rowToPayment(row)]
  }
  const rows = await database.run(SEVERAL, [
    ids.map(({ merchantId }) => merchantId),
    ids.map(({ kind }) => kind),
    ids.map(({ id }) => id),
  ])
  const found: (Payment | undefined)[] = ids.map(() => undefined)
  // Counted from 1.
  for (const row of rows) found[Number(row.place) - 1] = rowToPayment(row)
  return found
}

const BY_KEYS = sqlStatement({
  name: 'payments_by_keys',
  whose: { each: 'own', merchants: 1, with: [2] },
  text: `select ${paymentColumn('p')} from unnest(${uncounted('$1::text[]')}, ${uncounted('$2::uuid[]')}) with ordinality as r(merchant_id, key, place)
    cross join lateral (select * from payment p where p.merchant_id = r.merchant_id and p.key = r.key offset 0) p`,
})

/** In the order of the request; missing ones are left out. */
export async function readByKeys(
  database: Database,
  keys: readonly Pick<Payment, 'merchantId' | 'key'>[],
): Promise<readonly Payment[]> {
  const rows = await database.run(BY_KEYS, [
    keys.map(({ merchantId }) => merchantId),
    keys.map(({ key }) => key),
  ])
  const places = new Map(keys.map(({ merchantId, key }, place) => [`${merchantId} ${key}`, place]))
  const placeOf = ({ merchantId, key }: Payment): number => places.get(`${merchantId} ${key}`) ?? 0
  return rows.map(rowToPayment).sort((one, other) => placeOf(one) - placeOf(other))
}

const BY_EXTERNAL_REFERENCE = sqlStatement({
  name: 'payments_by_external_reference',
  whose: { each: 'sorted', by: ['-key'], limit: { parameter: 2 } },
  text: `select ${paymentColumn('p')} from payment p where p.external_reference = $1 order by p.key desc limit $2`,
})

/** Of all merchants: by the number of a transfer, as payers have reported it. */
export async function readByExternalReference(
  database: Database,
  reference: string,
  limit: number,
): Promise<readonly Payment[]> {
  return (await database.run(BY_EXTERNAL_REFERENCE, [reference, limit])).map(rowToPayment)
}

const OWN_BY_EXTERNAL_REFERENCE = sqlStatement({
  name: 'payments_own_by_external_reference',
  whose: 2,
  text: `select ${paymentColumn('p')} from payment p where p.external_reference = $1 and p.merchant_id = $2 order by p.key desc limit $3`,
})

/** Of one merchant. */
export async function readOwnByExternalReference(
  database: Database,
  merchantId: MerchantCode,
  reference: string,
  limit: number,
): Promise<readonly Payment[]> {
  return (await database.run(OWN_BY_EXTERNAL_REFERENCE, [reference, merchantId, limit])).map(rowToPayment)
}

const lookups = gatheredByDatabase(loadPayments)

/** The payment as it is committed at the time of the call, or later. */
export const findPayment = (
  database: Database,
  merchantId: MerchantCode,
  kind: PaymentKind,
  id: MerchantOrderId,
): Promise<Payment | undefined> => lookups(partOf(database, merchantId)).find({ merchantId, kind, id })

const EVENTS = sqlStatement({
  name: 'payment_events',
  whose: 1,
  text: 'select seq, from_status, to_status, announced, reason, actor, at from history where merchant_id = $1 and key = $2 order by seq',
  neverNull: ['seq', 'actor', 'at'],
})

export interface HistoryEvent {
  readonly seq: number
  readonly from: Status | undefined
  readonly to: Status | undefined
  /** The number of the callback that reports it. */
  readonly announced: number | undefined
  readonly reason: string | undefined
  readonly actor: string
  readonly at: Instant
}

export async function readHistory(
  database: Database,
  merchantId: MerchantCode,
  key: PaymentKey,
): Promise<readonly HistoryEvent[]> {
  const rows = await database.run(EVENTS, [merchantId, key])
  return rows.map((row) => ({
    seq: row.seq,
    from: row.from_status ?? undefined,
    to: row.to_status ?? undefined,
    announced: row.announced ?? undefined,
    reason: row.reason ?? undefined,
    actor: row.actor,
    at: row.at,
  }))
}

/** The processors that have declined this payment, from its history. */
export async function readDecliners(
  database: Database,
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
): Promise<ReadonlySet<string>> {
  const declines = (await readHistory(database, merchantId, key)).filter(
    ({ reason, actor }) => reason?.startsWith(DECLINED) && actor.startsWith('processor:'),
  )
  return new Set(declines.map(({ actor }) => actor.slice('processor:'.length)))
}

/**
 * An open payin waits for its expiry, and a closed one does not. So the steps lead to the open ones, however many are
 * closed. Payins that hold their steps in their own row are found by the time of their creation, which was not long
 * ago.
 */
const PENDING = sqlStatement({
  name: 'payment_pending',
  whose: 1,
  text: `select currency, sum(amount)::bigint as amount from (
      select p.currency, p.amount, p.kind, p.status
        from step s cross join lateral (${paymentByKey('s', '*')}) p
        where s.merchant_id = $1 and s.purpose = 'expire'
      union all
      select currency, amount, kind, status from payment
        where merchant_id = $1 and ${mayHoldSteps('key')} and waiting -> 'expire' is not null
    ) p
    where kind = 'payin' and status in ('NEW', 'PENDING') group by currency`,
  neverNull: ['currency', 'amount'],
})

/** The sum of a merchant's open payins, by currency: computed, never posted. */
export async function readPending(
  database: Database,
  merchantId: MerchantCode,
): Promise<ReadonlyMap<string, Minor>> {
  const rows: readonly RowOf<'payment_pending'>[] = await database.run(PENDING, [merchantId])
  return new Map(rows.map((row) => [String(row.currency), minor(row.amount)]))
}

const POSTINGS = sqlStatement({
  name: 'payment_postings',
  whose: 1,
  text: 'select seq, account, currency, amount, at from posting where merchant_id = $1 and key = $2 order by seq, line',
})
const STEPS = sqlStatement({
  name: 'payment_steps',
  whose: 1,
  text: 'select purpose, due_at, tries from waiting_step where merchant_id = $1 and key = $2 order by due_at, purpose',
  neverNull: ['purpose', 'due_at', 'tries'],
})

const WAITING = sqlStatement({
  name: 'payments_waiting',
  whose: { each: 'folded', sum: ['payments'] },
  text: 'select count(distinct (merchant_id, key))::integer as payments from waiting_step where processor = $1',
})

/** @returns for how many payments work for this processor is waiting */
export async function countWaiting(database: Database, processor: string): Promise<number> {
  const [row] = await database.run(WAITING, [processor])
  return Number(row?.payments ?? 0)
}

const TO_BE_ACCEPTED = sqlStatement({
  name: 'payments_to_be_accepted',
  whose: { each: 'sorted', by: ['key'], limit: { parameter: 3 } },
  text: `select p.key, ${paymentColumn('p')} from waiting_step s cross join lateral (${paymentByKey('s', '*')}) p
    where s.purpose = 'accept' and p.processor = $1 and p.kind <> 'payin' and p.status = 'NEW' and ($2::uuid is null or p.key > $2)
    order by p.key limit $3`,
})

/**
 * Outgoing payments with this processor that are not known to be accepted, by key. @param after the last key of the
 * page before
 */
export async function waitingForAcceptance(
  database: Database,
  processor: string,
  after: string | undefined,
  limit: number,
): Promise<readonly Payment[]> {
  return (await database.run(TO_BE_ACCEPTED, [processor, after ?? null, limit])).map(rowToPayment)
}

export interface PaymentRows {
  readonly postings: readonly {
    readonly seq: number
    readonly account: string
    readonly money: Money
    readonly at: Instant
  }[]
  readonly steps: readonly { readonly purpose: string; readonly dueAt: Instant; readonly tries: number }[]
  readonly cases: readonly CaseFile[]
}

/** What belongs to a payment: its postings, the work that waits, the cases about it. */
export async function readBeside(
  database: Database,
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
): Promise<PaymentRows> {
  const values = [merchantId, key]
  const [postings = [], steps = [], cases = []] = await database.batch([
    { statement: POSTINGS, values },
    { statement: STEPS, values },
    { statement: CASES_OF_PAYMENT, values },
  ])
  return {
    postings: postings.map((row) => ({
      seq: row.seq,
      account: row.account,
      money: { currency: row.currency, amountMinor: minor(row.amount) },
      at: row.at,
    })),
    steps: steps.map((row) => ({
      purpose: row.purpose,
      dueAt: row.due_at,
      tries: row.tries,
    })),
    cases: cases.map(rowToCase),
  }
}
