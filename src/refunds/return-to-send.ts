/** What a case's decision sends back, by whichever way, and why there is nothing to be sent. */
import type { SettleFault } from '../payments/case-decision.ts'
import type { Claim, NewStep } from '../payments/claims.ts'
import type { Payment } from '../payments/model.ts'
import type { NativeBound } from './refund-route.ts'

export type ReturnFault =
  | SettleFault
  /** No rail returns it, and no bank's statement shows it; or it is no payer's: money that is missing, or that came back to us. */
  | 'NO_CREDIT'
  /** The statement does not name the sender's account, or not whole. */
  | 'NO_SENDER'
  /** The payin's rail gives it back no more. */
  | { readonly type: 'BOUND'; readonly bound: NativeBound }
  /** `detail` is for operators, without personal data. */
  | { readonly type: 'DECLINED'; readonly detail: string }

/** What the decision brings with it. */
export interface ReturnToSend {
  readonly payment: Payment
  readonly steps: readonly NewStep[]
  /** Taken with the decision. */
  readonly claims: readonly Claim[]
}
