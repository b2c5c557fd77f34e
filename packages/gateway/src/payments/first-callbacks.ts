/**
 * Callbacks that are sent by the process that commits them, right after the commit.
 *
 * Otherwise a callback must be found, leased and read before it is sent: one more statement and commit, over an index
 * whose head is full of entries that have just ended. If a sender runs in this process, the journal writes its lease
 * with the row, and hands it the callback after the commit. If the process dies in between, the lease runs out like any
 * other, and another node sends it.
 *
 * After a commit with an unknown outcome this is not done: leases that it may have taken are released once the outcome
 * is settled.
 */
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'

/** A new row of `callback`. Times are ISO 8601. A type and not an interface, so that a statement can write it directly. */
export type CallbackRow = {
  readonly merchant_id: MerchantCode
  readonly key: PaymentKey
  readonly seq: number
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly url: string
  readonly api_version: number
  /** When the change that it reports happened. */
  readonly at: string
  readonly attempt: 0
  readonly next_at: string
  readonly lease: string | null
}

export interface CallbackSender {
  /** Called while a transaction is open, so it must decide immediately. */
  offer(callbacks: readonly CallbackRow[]): OfferedCallbacks
}

/** New callbacks of one transaction. One of its three functions is called, once, when the transaction is over. */
export interface OfferedCallbacks {
  /** All that were offered, in their order: those that the sender takes have its lease. */
  readonly callbacks: readonly CallbackRow[]
  readonly leased: number
  readonly committed: () => void
  readonly rolledBack: () => void
  /** It is not known whether they were stored. If they were, they must not wait until the lease runs out. */
  readonly doubted: () => void
}
