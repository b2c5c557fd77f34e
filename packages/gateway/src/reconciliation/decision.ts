/**
 * A decision as it is stored with its entry, before and after it was applied: JSON with everything that applying needs.
 */
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import type { Document } from '@sluice/core/payment/model.ts'
import type { Candidate, Considered, Reason } from './candidate.ts'
import type { EntryCaseReason, MatchDecision } from './match.ts'

export interface StoredPayment {
  readonly merchantCode: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly processor: string
}

export interface StoredDecision {
  readonly type: Exclude<MatchDecision['type'], 'wait'>
  /** The payment that it is for. */
  readonly payment?: StoredPayment
  readonly expect?: 'SUCCESS' | 'CASE'
  readonly why?: readonly Reason[]
  readonly reason?: EntryCaseReason | 'NO_PAYOUT'
  /** The candidates that a case shows, likeliest first. */
  readonly candidates?: readonly (Omit<StoredPayment, 'key' | 'processor'> & {
    readonly why: readonly Reason[]
  })[]
}

const paymentOf = ({ merchantId, kind, id, key, processor }: Candidate): StoredPayment => ({
  merchantCode: merchantId,
  kind,
  id,
  key,
  processor,
})

const shown = ({ candidate: { merchantId, kind, id }, why }: Considered) => ({
  merchantCode: merchantId,
  kind,
  id,
  why,
})

/** @returns undefined if there is nothing to store yet */
export function storedDecision(decision: MatchDecision): StoredDecision | undefined {
  switch (decision.type) {
    case 'payin':
      return {
        type: 'payin',
        payment: paymentOf(decision.for),
        expect: decision.expect,
        why: decision.why,
      }
    case 'delivered':
    case 'returned':
      return { type: decision.type, payment: paymentOf(decision.for), why: decision.why }
    case 'case':
      return { type: 'case', reason: decision.reason, candidates: decision.candidates.map(shown) }
    case 'ignore':
      return { type: 'ignore', reason: decision.reason }
    case 'wait':
      return undefined
  }
}

/** A case's detail: the entry, and the payments that it may be for. */
export const caseDetail = (
  entry: { readonly account: string; readonly reference: string },
  { candidates = [], why }: Pick<StoredDecision, 'candidates' | 'why'>,
): Document => ({
  entry: { account: entry.account, reference: entry.reference },
  ...(candidates.length > 0 && { candidates: candidates.map((each) => ({ ...each, why: [...each.why] })) }),
  ...(why && { why: [...why] }),
})
