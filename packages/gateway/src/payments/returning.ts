/**
 * Money on its way back to its sender, and what happens if it does not arrive: pure.
 *
 * A case's money is returned by a payout of the gateway itself, in no merchant's books (`GATEWAY`), or by the payin's own
 * rail as a refund in the books of that payin's merchant. It is created in the commit that decides: suspense →
 * reserved. Money that a product's policy returns is a refund in its merchant's books, created in the commit that
 * receives the money. From then on each is a payment like any other: at SUCCESS it spends what was reserved. If it
 * fails, its money becomes a case again in the same commit, and can be decided again: it was never the merchant's. It
 * costs nobody anything. The reserved money of all other failed outgoing payments goes back to their merchant.
 */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { ExcessMoney, Payment } from '@sluice/core/payment/model.ts'
import { payoutReleased, returnFailed } from '../ledger/postings.ts'
import type { NewCase, Plan } from './change.ts'

/** Releases what was reserved: to the merchant, or to a case. @param reason a code or a short phrase */
export function setAsideAgain(payment: Payment, reason: string): Pick<Plan, 'postings' | 'cases'> {
  if (!isOutgoing(payment.kind)) return { postings: [], cases: [] }
  const { money } = payment
  const failed = returnOf(payment, reason) ?? excessOf(payment, reason)
  if (!failed) return { postings: payoutReleased(money, payment), cases: [] }
  // It fails only once.
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

/** The movement by which the money can be returned again, and never more than it brought. */
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
