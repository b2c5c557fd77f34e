/**
 * Callbacks as merchants and operators see them: what was announced, and its attempts; and sending the latest again by
 * hand. The delivery does the sending.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database, RowOf, SqlCall } from '@sluice/database/port.ts'
import { ANNOUNCED_OF_PAYMENT } from '../payments/sql-parts.ts'
import { ATTEMPTS_OF_PAYMENT, HELD_BACK, OPEN_OF_PAYMENT, REDELIVER } from './statements.ts'

export const CALLBACK_STATES = [
  'WAITING',
  'SENDING',
  'DELIVERED',
  'SUPERSEDED',
  'ABANDONED',
  /** The receiver has answered 410: it wants no more callbacks of this payment. */
  'ENDED',
] as const
export type CallbackState = (typeof CALLBACK_STATES)[number]

export interface AttemptView {
  readonly attempt: number
  readonly at: string
  readonly outcome: string
  /** The receiver's HTTP status, if it answered. */
  readonly httpStatus?: number
  readonly durationMs?: number
  /** For operators: the first 1 KiB of the response, or why there was none. */
  readonly answer?: string
}

/**
 * As its merchant sees it. The merchant does not get the receiver's response: an address in a network that the operator
 * opened may belong to another server, and its response may hold another's data. The merchant's own server knows what
 * it answered.
 */
export interface OwnAttemptView extends Omit<AttemptView, 'answer'> {
  /** Why there was no response, in our own terms. */
  readonly problem?: string
}

export const ownAttempt = ({ answer, ...attempt }: AttemptView): OwnAttemptView => ({
  ...attempt,
  ...(attempt.httpStatus === undefined && answer !== undefined && { problem: answer }),
})

/** The callback that must be delivered or given up before a waiting one is sent. */
export interface GoesFirst {
  readonly kind: PaymentKind
  readonly id: string
  readonly sequence: number
}

export interface CallbackView {
  readonly sequence: number
  /** The payment's new status. */
  readonly status: string
  readonly at: string
  readonly state: CallbackState
  /** Left out while it waits for another callback. */
  readonly nextAttemptAt?: string
  readonly waitsFor?: GoesFirst
  readonly attempts: readonly AttemptView[]
}

const ENDINGS: Readonly<Record<string, CallbackState>> = {
  DELIVERED: 'DELIVERED',
  SUPERSEDED: 'SUPERSEDED',
  ABANDONED: 'ABANDONED',
  GONE: 'ENDED',
}

/** All callbacks of a payment, oldest first. */
export async function readCallbacks(
  database: Database,
  merchantId: MerchantCode,
  key: PaymentKey,
): Promise<readonly CallbackView[]> {
  const values = [merchantId, key]
  const [announced = [], open = [], attempts = [], heldBack = []] = await database.batch([
    { statement: ANNOUNCED_OF_PAYMENT, values },
    { statement: OPEN_OF_PAYMENT, values },
    { statement: ATTEMPTS_OF_PAYMENT, values },
    heldBackCall([{ merchant_id: merchantId, key }]),
  ])
  return announced.map((row) => {
    const sequence = row.announced
    const waiting = open.find(({ seq }) => seq === sequence)
    const made = attempts.filter(({ seq }) => seq === sequence)
    const state = waiting ? openState(waiting) : (ENDINGS[String(made.at(-1)?.outcome)] ?? 'WAITING')
    return {
      sequence,
      status: String(row.to_status),
      at: isoTime(row.at),
      state,
      ...(waiting &&
        state === 'WAITING' &&
        waitOf(
          waiting.next_at,
          heldBack.find(({ seq }) => seq === sequence),
        )),
      attempts: made.map(attemptView),
    }
  })
}

const openState = ({ lease }: { readonly lease: string | null }): CallbackState =>
  lease === null ? 'WAITING' : 'SENDING'

type HeldBackRow = RowOf<'callback_held_back'>

export const heldBackCall = (
  payments: readonly { readonly merchant_id: unknown; readonly key: unknown }[],
): SqlCall<'callback_held_back'> => ({
  statement: HELD_BACK,
  values: [JSON.stringify(payments.map(({ merchant_id, key }) => ({ merchant_id, key })))],
})

/** What a waiting callback waits for: its time, or another callback. */
export const waitOf = (
  nextAt: Instant,
  first: Pick<HeldBackRow, 'kind' | 'id' | 'first_seq'> | undefined,
): Pick<CallbackView, 'nextAttemptAt' | 'waitsFor'> =>
  first
    ? { waitsFor: { kind: first.kind as PaymentKind, id: first.id, sequence: first.first_seq } }
    : { nextAttemptAt: isoTime(nextAt) }

type AttemptRow = Omit<RowOf<'callback_attempts_of_payment'>, 'seq'>

export const attemptView = (row: AttemptRow): AttemptView => ({
  attempt: row.attempt,
  at: isoTime(row.at),
  outcome: row.outcome,
  ...(row.status !== null && { httpStatus: row.status }),
  ...(row.duration_ms !== null && { durationMs: row.duration_ms }),
  ...(row.answer !== null && { answer: row.answer }),
})

/**
 * Makes the latest callback of a payment due now, whatever its state. One that is being sent is left alone.
 * @returns its number, or undefined if nothing was announced yet
 */
export async function redeliver(
  database: Database,
  payment: Pick<Payment, 'merchantId' | 'kind' | 'id' | 'announced'>,
  at: Instant,
  notes: readonly SqlCall[] = [],
): Promise<number | undefined> {
  const values = [payment.merchantId, payment.kind, payment.id, isoTime(at)]
  return database.transact<number | undefined>([{ statement: REDELIVER, values }], ([rows]) => {
    const row = rows?.[0]
    const sequence = row ? Number(row.seq) : payment.announced
    return sequence > 0 ? { calls: notes, outcome: sequence } : { calls: [], outcome: undefined }
  })
}
