/** The plan for money that no rule settles: pure, as those of `plans.ts`. */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Document, Payment } from '@sluice/core/payment/model.ts'
import { isFinal } from '@sluice/core/payment/transitions.ts'
import { moneySuspended } from '../ledger/postings.ts'
import { type Decision, NO_PLAN } from './change.ts'
import { isExpected } from './plans.ts'

/**
 * Money that no rule settles: kept in suspense, and a case is opened. The status stays.
 * @param processor the one that has the money. A processor that has declined the payment may be paid for it all the same
 */
export function suspended(
  payment: Payment,
  received: Money,
  caseKey: string,
  statusUpdate: string,
  processor = payment.processor,
  about: Document = {},
): Decision<never> {
  return {
    plan: {
      ...NO_PLAN,
      reason: `money suspended: ${payment.status}`,
      postings: moneySuspended(received, processor),
      cases: [
        {
          key: caseKey,
          reason: suspenseReason(payment, received, processor),
          money: received,
          processor,
          detail: {
            ...about,
            statusUpdate,
            processor,
            status: payment.status,
            kind: payment.kind,
            id: payment.id,
          },
        },
      ],
    },
  }
}

function suspenseReason(payment: Payment, received: Money, processor: string): CaseReason {
  if (processor !== payment.processor)
    return `${payment.kind === 'payin' ? 'PAID_TO' : 'RETURNED_BY'}_ANOTHER_PROCESSOR`
  if (isOutgoing(payment.kind))
    return `RETURNED_${isFinal(payment.status) ? 'AFTER' : 'WHILE'}_${payment.status}`
  if (payment.status === 'SUCCESS') return 'SECOND_PAYMENT'
  if (isFinal(payment.status)) return `PAID_AFTER_${payment.status}`
  // The right amount for an open payin: only its external reference is missing.
  return isExpected(payment, received) ? 'REFERENCE_MISSING' : 'AMOUNT_DIFFERS'
}
