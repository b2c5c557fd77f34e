/**
 * A refund that waits for an approval: finds it by the approval, and ends it if it is rejected. The operations that may
 * need approval are in `amount-approval.ts` and `claim-approval.ts`.
 */
import { changeId, isMerchantCode, isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import type { Approval } from '../approvals/approval.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import { hasCapability, mayMove, mayTouch } from '../identity/operators/rights.ts'
import { type Change, type CommitResult, type Movement, Undecided } from '../payments/change.ts'
import { doubtOf } from '../payments/payins-in-doubt.ts'
import { ended } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import { payinOf } from './passing.ts'
import { DOUBTED } from './problems.ts'
import { isHeld } from './stages.ts'

/** The role that approves it. */
export const HOLD_ROLE = 'OPERATOR'

/** How an approval names its refund. */
export const heldParameters = ({ merchantId, id }: Pick<Payment, 'merchantId' | 'id'>) => ({
  params: { merchantCode: merchantId, idRefund: id },
  query: {},
})

/** The refund that waits for this approval; undefined if it no longer waits. */
export async function heldRefund(
  { database }: Pick<Gateway, 'database'>,
  { id, request }: Approval,
): Promise<Payment | undefined> {
  const { merchantCode = '', idRefund = '' } = request.parameters.params as Readonly<Record<string, string>>
  assert(isMerchantCode(merchantCode) && isMerchantOrderId(idRefund), 'an approval names its refund')
  const refund = await findPayment(database, merchantCode, 'refund', idRefund)
  return refund && isHeld(refund) && refundTerms(refund).heldBy === id ? refund : undefined
}

/**
 * The approver of a refund must be allowed to create it.
 * @throws ProblemError 403
 */
export function mustBeAllowed(approver: GatewayOperator, { merchantId, money }: Payment): void {
  const { rights } = approver
  const missing = !hasCapability(approver, 'refunds:act')
    ? 'the right refunds:act'
    : !mayTouch(rights, merchantId)
      ? `a right for the merchant ${merchantId}`
      : mayMove(rights, money)
        ? undefined
        : `the right to move more than your limit in ${money.currency}`
  if (missing !== undefined) throw new ProblemError(httpProblem('SCOPE_EXCEEDED', `this needs ${missing}`))
}

/**
 * Why an approved refund was not sent: its payin's money has come into doubt since the request, or no route exists now.
 * @param noRoute the text for the second reason
 */
export async function notSent(gateway: Gateway, refund: Payment, noRoute: string): Promise<ProblemError> {
  const doubt = await doubtOf(gateway, await payinOf(gateway, refund))
  return new ProblemError(doubt ? DOUBTED[doubt] : paymentProblem('METHOD_UNAVAILABLE', noRoute))
}

/** It was rejected, so the money is the merchant's again. @param line decides the approval in the same commit */
export async function giveUpHeld(gateway: Gateway, approval: Approval, line: AuditLine): Promise<void> {
  const refund = await heldRefund(gateway, approval)
  const alongside = [auditCall(line)]
  if (refund) {
    const at = gateway.deps.clock.now()
    const outcome = await commitMove(gateway, refund, {
      subject: {
        type: 'move',
        kind: 'refund',
        id: refund.id,
        decide: (now) =>
          refundTerms(now).heldBy === approval.id
            ? ended(now, 'FAILED', 'WITHDRAWN', at)
            : { refusal: 'NOT_ALLOWED' },
      },
      actor: `operator:${line.operator}`,
      alongside,
    })
    if (outcome.type === 'done') return
  }
  // It has ended otherwise, and nothing has to be undone.
  await gateway.database.batch(alongside)
}

export async function commitMove(
  { journal, deps }: Pick<Gateway, 'journal' | 'deps'>,
  { merchantId }: Payment,
  { subject, actor, alongside }: Pick<Change, 'actor' | 'alongside'> & { readonly subject: Movement },
): Promise<Extract<CommitResult, { readonly type: 'done' | 'refused' | 'absent' }>> {
  const at = deps.clock.now()
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor,
    claims: [],
    claimKey: undefined,
    subject,
    ...(alongside && { alongside }),
  })
  switch (outcome.type) {
    case 'done':
    case 'refused':
    case 'absent':
      return outcome
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a refund that waits for an approval', outcome)
    default:
      throw new Error(`a move cannot end as ${outcome.type}`)
  }
}
