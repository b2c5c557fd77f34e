/** A callback on which this process holds a lease, ready to be sent. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { writtenTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { RowOf } from '@sluice/database/port.ts'
import type { RowOut } from '@sluice/database/row-arrays.ts'
import type { CallbackRow } from '../payments/first-callbacks.ts'

export interface DueCallback {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly seq: number
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly url: string
  readonly apiVersion: number
  readonly at: Instant
  /** Attempts made before. */
  readonly attempt: number
  readonly gone: boolean
  /** The merchant has a listener: `listening.ts`. */
  readonly streamed: boolean
  readonly lease: string
}

/** One that was claimed from the table. */
export const claimedCallback = (row: RowOf<'callback_claim'>, lease: string): DueCallback => ({
  merchantId: row.merchant_id,
  key: row.key,
  seq: row.seq,
  kind: row.kind,
  id: row.id,
  url: row.url,
  apiVersion: row.api_version,
  at: row.at,
  attempt: row.attempt,
  gone: row.gone,
  streamed: row.streamed,
  lease,
})

/** One that was leased with the commit that made it. */
export function newCallback(row: CallbackRow, streamed: boolean): DueCallback {
  const at = writtenTime(row.at)
  assert(at !== undefined && row.lease !== null, 'the journal writes its times, and begins what is leased')
  return {
    merchantId: row.merchant_id,
    key: row.key,
    seq: row.seq,
    kind: row.kind,
    id: row.id,
    url: row.url,
    apiVersion: row.api_version,
    at,
    attempt: row.attempt,
    gone: false,
    streamed,
    lease: row.lease,
  }
}

export const paymentRow = (callback: DueCallback): RowOut => ({
  merchant_id: callback.merchantId,
  kind: callback.kind,
  id: callback.id,
})

export const callbackRow = (callback: DueCallback): RowOut => ({
  merchant_id: callback.merchantId,
  key: callback.key,
  seq: callback.seq,
  lease: callback.lease,
})

/** For the log: the gateway's key, because the merchant's ID may name a customer. */
export const nameOf = ({ merchantId, key, seq }: DueCallback) => ({ merchantId, key, sequence: seq })
