/**
 * The exact bytes of a callback. All of them follow from what is stored of the callback, so they can be made again at
 * any time: callbacks with the same `webhook-id` have the same body, however often and whenever they are sent.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import {
  ID_NAMES,
  type MerchantCode,
  type MerchantOrderId,
  type PaymentKey,
  type PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'

export const CALLBACK_TYPES = {
  payin: 'payin.status_changed',
  payout: 'payout.status_changed',
  refund: 'refund.updated',
  settlement: 'settlement.updated',
} as const satisfies Readonly<Record<PaymentKind, string>>

export interface CallbackFacts {
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly merchantId: MerchantCode
  /** Counts the payment's callbacks from 1. */
  readonly seq: number
  /** When the change that it reports happened. */
  readonly at: Instant
}

/** The body of a callback. It is thin: it says that something changed, not what. */
export function callbackBody({ kind, id, merchantId, seq, at }: CallbackFacts): string {
  return JSON.stringify({
    type: CALLBACK_TYPES[kind],
    timestamp: isoTime(at),
    data: { [ID_NAMES[kind]]: id, merchantCode: merchantId, sequence: seq },
  })
}

/** `webhook-id`: the same for every attempt, so that the receiver can drop repetitions. */
export const callbackId = (key: PaymentKey, seq: number): string => `${key}-${seq}`
