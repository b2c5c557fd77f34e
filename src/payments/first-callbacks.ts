/**
 * Callbacks that are sent by the process that commits them, as soon as they are committed.
 *
 * A callback that nobody has a lease on must be looked for, leased and read before it is sent: a statement and a commit of their own, over
 * an index whose head is full of what was just ended. Where a sender is at work in this process, the journal writes its lease with the
 * row, and tells it of the commit. If the process dies in between, the lease runs out as any other, and another node sends it.
 *
 * Never of a commit whose fate was not known: what it may have leased is given back to the table once that is settled.
 */
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'

/** A new row of `callback`. Times are ISO 8601. A type and not an interface, so that it is a row of a statement as it stands. */
export type CallbackRow = {
  readonly merchant_id: MerchantCode
  readonly key: PaymentKey
  readonly seq: number
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly url: string
  readonly api_version: number
  /** Of the change it tells of. */
  readonly at: string
  readonly attempt: 0
  readonly next_at: string
  readonly lease: string | null
}

export interface CallbackSender {
  /** Called while a transaction is open: it decides at once. */
  offer(callbacks: readonly CallbackRow[]): OfferedCallbacks
}

/** New callbacks of one transaction. One of its three functions is called, once, when the transaction is over. */
export interface OfferedCallbacks {
  /** All that were offered, in their order: those that the sender takes have its lease. */
  readonly callbacks: readonly CallbackRow[]
  readonly leased: number
  readonly committed: () => void
  readonly rolledBack: () => void
  /** Nobody knows whether they are there. If they are they must not wait for the lease's end. */
  readonly doubted: () => void
}
