/** What a case's decision would send back and by which route, or why nothing can be sent. */
import type { Claim, NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { SettleFault } from '../payments/case-decision.ts'
import type { NativeBound } from './refund-route.ts'

export type ReturnFault =
  | SettleFault
  /**
   * No rail returns it and no bank statement shows it, or it is no payer's money: missing money, or a returned payment.
   */
  | 'NO_CREDIT'
  /** The statement does not name the sender's full account. */
  | 'NO_SENDER'
  /** A limit of the payin's rail is exceeded. */
  | { readonly type: 'BOUND'; readonly bound: NativeBound }
  /** `detail` is for operators, without personal data. */
  | { readonly type: 'DECLINED'; readonly detail: string }

/** What the decision has to commit. */
export interface ReturnToSend {
  readonly payment: Payment
  readonly steps: readonly NewStep[]
  /** Taken in the decision's commit. */
  readonly claims: readonly Claim[]
}
