/**
 * The account that a payer chooses for a refund may need an operator's approval: the operation `refund.claim` of the
 * approval policy, or `refund` if the refund itself was not approved yet. One approval covers both.
 *
 * While it waits, the link is void and no other payee can be named. When it is approved, the refund continues in the
 * commit of the approval. When it is rejected or the approval expires, the refund fails and the money is the merchant's
 * again. What is approved is the payee stored with the approval request in one commit. The approval request shows the
 * name given and the name of the account that paid side by side, but not in its summary, which the audit log keeps.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment, RefundPayee } from '@sluice/core/payment/model.ts'
import { refundTerms, triedOf } from '@sluice/core/payment/refund-terms.ts'
import type { Gateway } from '../api/gateway.ts'
import { moneyText } from '../api/requests.ts'
import type { ApprovedAnswer } from '../approvals/answers.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovedRun, Need } from '../approvals/approvals.ts'
import { insertApproval } from '../approvals/store.ts'
import { auditCall } from '../identity/operators/audit.ts'
import { heldFor } from '../payments/refunding.ts'
import { needsLook, requestedInPlaceOf } from './amount-approval.ts'
import {
  commitMove,
  giveUpHeld,
  HOLD_ROLE,
  heldParameters,
  heldRefund,
  mustBeAllowed,
  notSent,
} from './held.ts'
import { continueRefund, payinOf } from './passing.ts'

/** The endpoint that approvals name for it. */
const RUNS = 'POST /claim/{merchantCode}/{idRefund}/!payee'

/**
 * All claims of a merchant's refunds count together, so that a merchant that claims its own refunds gains nothing by
 * splitting an amount.
 */
const requestedBy = (refund: Payment) =>
  requestedInPlaceOf({ id: undefined, name: `payers of ${refund.merchantId}` }, refundTerms(refund).operator)

/** `operation`: the operation that needs the approval. */
export type ClaimNeed =
  | { readonly type: 'ASK'; readonly operation: 'refund' | 'refund.claim' }
  | Extract<Need, { readonly type: 'FREE' }>

export async function mustWait(gateway: Pick<Gateway, 'approvals'>, refund: Payment): Promise<ClaimNeed> {
  const claim = await gateway.approvals.needs({
    operation: 'refund.claim',
    money: refund.money,
    ...requestedBy(refund),
    role: HOLD_ROLE,
  })
  if (claim.type === 'ASK') return { type: 'ASK', operation: 'refund.claim' }
  if (wasLookedAt(refund)) return claim
  const whole = await needsLook(gateway, { ...refund, operator: refundTerms(refund).operator })
  if (whole.type === 'FREE')
    return { type: 'FREE', undo: () => Promise.all([claim.undo(), whole.undo()]).then(() => undefined) }
  await claim.undo()
  return { type: 'ASK', operation: 'refund' }
}

/** The refund itself was approved, or needed no approval. */
function wasLookedAt(refund: Payment): boolean {
  const terms = refundTerms(refund)
  return (
    terms.approvedBy !== undefined || triedOf(terms).some((refundRoute) => !refundRoute.startsWith('CLAIM:'))
  )
}

/** Compares names without case, word order, accent encoding and anything that is no letter. */
export function isSameName(one: string, other: string): boolean {
  const partsOf = (name: string): string =>
    (
      name
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    )
      .sort()
      .join(' ')
  return partsOf(one) !== '' && partsOf(one) === partsOf(other)
}

/** From now on the refund waits for an operator. */
export async function holdClaim(
  gateway: Gateway,
  refund: Payment,
  payee: RefundPayee,
  operation: Approval['operation'],
): Promise<Payment | 'moved'> {
  const { approvals } = gateway
  const { merchantId, id } = refund
  const approval = await approvalOf(gateway, refund, payee, operation)
  const { claimHash: _, ...terms } = refundTerms(refund)
  const request = { ...refund.request, refund: { ...terms, payee, heldBy: approval.id } }
  const line = approvals.lineOf('approval.request', approval, approval.requestedBy.name)
  const outcome = await commitMove(gateway, refund, {
    subject: {
      type: 'move',
      kind: 'refund',
      id,
      decide: (now) => heldFor(now, refund, { request, until: approval.expiresAt }),
    },
    actor: 'payer',
    alongside: [insertApproval(approval), auditCall(line)],
  })
  if (outcome.type !== 'done') return 'moved'
  assert(outcome.payment, `the move of ${merchantId}'s refund has its payment`)
  return outcome.payment
}

async function approvalOf(
  gateway: Gateway,
  refund: Payment,
  payee: RefundPayee,
  operation: Approval['operation'],
): Promise<Approval> {
  const { merchantId, id, money } = refund
  const payin = await payinOf(gateway, refund)
  const { amount, currencyCode } = moneyText(money)
  const given = String(payee.fields.accountName ?? '')
  const paid = payin.payerAccount?.accountName
  const names =
    paid === undefined
      ? "the payer's name is not known"
      : isSameName(given, paid)
        ? "the given name is the payer's name"
        : "the given name is not the payer's name"
  const shown = {
    merchantCode: merchantId,
    idRefund: id,
    idPayin: payin.id,
    money: { amount, currencyCode },
    nameGiven: given,
    nameThatPaid: paid ?? null,
    payee,
  }
  return gateway.approvals.prepare({
    operation,
    runs: RUNS,
    role: HOLD_ROLE,
    ...requestedBy(refund),
    money,
    summary: `Pay ${moneyWords(money)} of refund ${id} of ${merchantId} to the account that its payer chose: ${names}`,
    about: refund.key,
    request: {
      target: `/claim/${merchantId}/${id}/!payee`,
      parameters: heldParameters(refund),
      body: Buffer.from(JSON.stringify(shown, null, 2)),
    },
  })
}

/** Registers what an approval or rejection does. Called when the gateway is assembled. */
export function registerClaimApprovals(gateway: Gateway): void {
  gateway.approvals.whenApproved(RUNS, {
    approve: (run) => approved(gateway, run),
    reject: (approval, line) => giveUpHeld(gateway, approval, line),
  })
}

async function approved(gateway: Gateway, run: ApprovedRun): Promise<Result<ApprovedAnswer, 'STALE'>> {
  const refund = await heldRefund(gateway, run.approval)
  const payee = refund && refundTerms(refund).payee
  if (!payee) return fail('STALE')
  mustBeAllowed(run.approver, refund)
  const gone = await continueRefund(gateway, refund, {
    why: 'the payee named by the payer is approved',
    asks: 'step',
    actor: `operator:${run.approver.name}`,
    payee,
    alongside: [auditCall(run.line())],
  })
  if (gone === 'moved') return fail('STALE')
  if (gone === 'nobody')
    throw await notSent(
      gateway,
      refund,
      'No processor of the merchant can pay this payee at the moment. It still waits.',
    )
  const { id: idRefund, status } = gone
  return succeed({ status: 200, body: { idRefund, status } })
}
