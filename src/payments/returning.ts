/**
 * A case's money on its way back to whom it came from: a payout of the gateway's own, in nobody's books (`GATEWAY`), pure.
 *
 * It is made in the commit that decides: suspense → reserved. From then on it is a payout like any other, which the journal, the bank
 * file and the bank's statement know: SUCCESS spends what was set aside. Where it comes to nothing, its money becomes a case again in
 * that very commit, and can be decided about anew. It costs nobody anything, and nobody is told of it by a callback.
 */
import { isOutgoing } from '../foundation/identifiers.ts'
import { payoutReleased, returnFailed } from '../ledger/postings.ts'
import type { Plan } from './change.ts'
import type { Payment } from './model.ts'

/** What was set aside goes back: to the merchant, or, of a case's money, to a case. @param reason a code or a short phrase */
export function setAsideAgain(payment: Payment, reason: string): Pick<Plan, 'postings' | 'cases'> {
  const { caseReturn } = payment.request
  if (!isOutgoing(payment.kind)) return { postings: [], cases: [] }
  if (!caseReturn) return { postings: payoutReleased(payment.money, payment), cases: [] }
  const { caseKey, part, cameBy, entry } = caseReturn
  const { key, money, kind, id, processor } = payment
  return {
    postings: returnFailed(money),
    cases: [
      {
        // It fails once.
        key,
        reason: 'RETURN_FAILED',
        money,
        processor: cameBy,
        detail: { entry, case: caseKey, part, kind, id, sentBy: processor, failed: reason },
      },
    ],
  }
}
