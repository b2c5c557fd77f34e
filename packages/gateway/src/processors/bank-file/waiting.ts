/**
 * Accepted payouts: waiting for a file, in one, or cancelled before it was released.
 *
 * Only this table says whether a payout may still be put into a file. So a cancellation first takes it out here, under
 * the same locks as the making and the release of files. Locks are taken in one order: file, then payouts.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  OutgoingKind,
  PaymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, sqlStatement, type WriteDecision } from '@sluice/database/port.ts'
import { cancelCalls } from './file-calls.ts'

export type PayoutState = 'WAITING' | 'IN_FILE' | 'CANCELLED'

export interface AcceptedPayout {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly kind: OutgoingKind
  readonly id: MerchantOrderId
  readonly processor: string
  readonly money: Money
  readonly reference: string
  readonly state: PayoutState
  readonly fileId: string | undefined
  /** It may have been paid by a file that is no longer known here: `in-doubt.ts`. */
  readonly isInDoubt: boolean
}

type AcceptedRows =
  | 'bank_file_waiting'
  | 'bank_file_lines'
  | 'bank_file_taken_lines'
  | 'bank_file_payout_in_doubt'
  | 'bank_file_payout_doubted'

export const rowToAccepted = (row: RowOf<AcceptedRows>): AcceptedPayout => ({
  merchantId: row.merchant_id,
  key: row.key,
  kind: row.kind as OutgoingKind,
  id: row.id,
  processor: row.processor,
  money: { currency: row.currency, amountMinor: minor(row.amount) },
  reference: row.reference,
  state: row.state,
  fileId: row.file_id ?? undefined,
  isInDoubt: row.in_doubt_since !== null,
})

const STATE = sqlStatement({
  name: 'bank_file_payout_state',
  text: 'select state from bank_file_payout where merchant_id = $1 and key = $2',
})
const INSERT = sqlStatement({
  name: 'bank_file_payout_insert',
  text: `insert into bank_file_payout (merchant_id, key, id, processor, currency, amount, reference, state, accepted_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (merchant_id, key) do nothing`,
})
const FILE_OF = sqlStatement({
  name: 'bank_file_of_payout_lock',
  text: `select id, status from bank_file
    where id = (select file_id from bank_file_payout where merchant_id = $1 and key = $2) for update`,
})
const LOCK = sqlStatement({
  name: 'bank_file_payout_lock',
  text: 'select * from bank_file_payout where merchant_id = $1 and key = $2 for update',
})
const CANCEL = sqlStatement({
  name: 'bank_file_payout_cancel',
  text: `update bank_file_payout set state = 'CANCELLED', file_id = null where merchant_id = $1 and key = $2`,
})

export async function stateOf(database: Database, payment: Payment): Promise<PayoutState | undefined> {
  const [row] = await database.run(STATE, [payment.merchantId, payment.key])
  return row?.state
}

/** Adds it to those that wait; an existing one stays as it is. @returns its present state */
export async function enqueue(
  database: Database,
  payment: Payment,
  reference: string,
  at: Instant,
): Promise<PayoutState> {
  const [, rows] = await database.batch([
    { statement: INSERT, values: valuesOf(payment, reference, 'WAITING', at) },
    { statement: STATE, values: [payment.merchantId, payment.key] },
  ])
  return rows?.[0]?.state ?? 'WAITING'
}

/**
 * Takes a payout out, unless its file was released. A prepared file that contains it is cancelled too, because its
 * content is no longer what should be paid; the other payouts in it wait again. A payout that was never added is stored
 * as cancelled, so that it cannot be added later.
 */
export async function withdraw(
  database: Database,
  payment: Payment,
  reference: string,
  at: Instant,
  audit: (fileId: string) => Parameters<typeof cancelCalls>[1],
): Promise<'cancelled' | 'too-late'> {
  const own = [payment.merchantId, payment.key]
  for (;;) {
    const outcome = await database.transact(
      [
        { statement: INSERT, values: valuesOf(payment, reference, 'CANCELLED', at) },
        { statement: FILE_OF, values: own },
        { statement: LOCK, values: own },
      ],
      ([, files, payouts]): WriteDecision<'cancelled' | 'too-late' | 'again'> => {
        const file = files?.[0]
        const payout = payouts?.[0]
        if (payout?.state === 'CANCELLED') return { calls: [], outcome: 'cancelled' }
        const cancel = { statement: CANCEL, values: own }
        if (payout?.state === 'WAITING') return { calls: [cancel], outcome: 'cancelled' }
        // Put into a file, or taken out of one, between the two locks.
        if (!file || file.id !== payout?.file_id) return { calls: [], outcome: 'again' }
        if (file.status !== 'PREPARED') return { calls: [], outcome: 'too-late' }
        const fileId = file.id
        return { calls: [cancel, ...cancelCalls(fileId, audit(fileId))], outcome: 'cancelled' }
      },
    )
    if (outcome !== 'again') return outcome
  }
}

const valuesOf = (payment: Payment, reference: string, state: PayoutState, at: Instant) => [
  payment.merchantId,
  payment.key,
  payment.id,
  payment.processor,
  payment.money.currency,
  payment.money.amountMinor,
  reference,
  state,
  isoTime(at),
]

export interface WaitingSum {
  readonly processor: string
  readonly currency: CurrencyCode
  readonly payments: number
  readonly totalMinor: Minor
  readonly since: Instant
}

const SUMS = sqlStatement({
  name: 'bank_file_payout_sums',
  text: `select processor, currency, count(*)::integer as payments, sum(amount)::bigint as total, min(accepted_at) as since
    from bank_file_payout where state = 'WAITING' group by processor, currency order by processor, currency`,
  neverNull: ['total', 'since'],
})

/** What waits for a file, by processor and currency. */
export async function waitingSums(database: Database): Promise<readonly WaitingSum[]> {
  const rows = await database.run(SUMS, [])
  return rows.map((row) => ({
    processor: row.processor,
    currency: row.currency,
    payments: row.payments,
    totalMinor: minor(row.total),
    since: row.since,
  }))
}
