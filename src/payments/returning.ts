/**
 * Money on its way back to whom it came from, and what becomes of it where it does not arrive: pure.
 *
 * A case's money goes back by a payout of the gateway's own, in nobody's books (`GATEWAY`), or by its payin's own rail as a refund in the
 * books of that payin's merchant, made in the commit that decides: suspense → reserved. Money that a product sends back goes by a refund in its merchant's books, made likewise in the commit that takes it in.
 * From then on each is a payment like any other, which the journal, the bank file and the bank's statement know: SUCCESS spends what
 * was set aside. Where it comes to nothing, its money is a case again in that very commit, and can be decided about anew: it was never
 * the merchant's. It costs nobody anything. All other money that was set aside for something that goes out is its merchant's again.
 */
import { isOutgoing } from '../foundation/identifiers.ts'
import { payoutReleased, returnFailed } from '../ledger/postings.ts'
import type { CaseReason } from './case-reasons.ts'
import type { NewCase, Plan } from './change.ts'
import type { ExcessMoney, Payment } from './model.ts'

/** What was set aside goes back: to the merchant, or to a case. @param reason a code or a short phrase */
export function setAsideAgain(payment: Payment, reason: string): Pick<Plan, 'postings' | 'cases'> {
  if (!isOutgoing(payment.kind)) return { postings: [], cases: [] }
  const { money } = payment
  const failed = returnOf(payment, reason) ?? excessOf(payment, reason)
  if (!failed) return { postings: payoutReleased(money, payment), cases: [] }
  // It fails once.
  return { postings: returnFailed(money), cases: [{ key: payment.key, money, ...failed }] }
}

type FailedReturn = Omit<NewCase, 'key' | 'money'>

function returnOf({ request, kind, id, processor }: Payment, failed: string): FailedReturn | undefined {
  if (!request.caseReturn) return undefined
  const { caseKey, part, cameBy, entry } = request.caseReturn
  const { refund } = request
  return {
    reason: 'RETURN_FAILED',
    processor: cameBy,
    ...(refund && { paymentKey: refund.payinKey }),
    detail: {
      entry,
      ...(refund?.excess && movementIn(refund.excess)),
      ...{ case: caseKey, part, kind, id, sentBy: processor, failed },
    },
  }
}

/** By which the money can be returned once more, and never more than it brought. */
const movementIn = ({ why, processor, statusUpdate, spareMinor, cameAt }: ExcessMoney) => ({
  statusUpdate,
  processor,
  why,
  ...(spareMinor !== undefined && { spareMinor }),
  ...(cameAt !== undefined && { cameAt }),
})

const WOULD_HAVE_BEEN: Readonly<Record<ExcessMoney['why'], CaseReason>> = {
  LATE: 'PAID_AFTER_EXPIRED',
  OVERPAID: 'AMOUNT_DIFFERS',
  UNDERPAID: 'AMOUNT_DIFFERS',
  SECOND: 'SECOND_PAYMENT',
}

/** A case of the payin, as it would have been without the product's policy. */
function excessOf({ request: { refund }, id }: Payment, failed: string): FailedReturn | undefined {
  if (!refund?.excess) return undefined
  const { why, processor } = refund.excess
  return {
    reason: WOULD_HAVE_BEEN[why],
    processor,
    paymentKey: refund.payinKey,
    detail: { ...movementIn(refund.excess), kind: 'payin', id: refund.idPayin, refund: id, failed },
  }
}
