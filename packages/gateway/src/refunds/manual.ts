/**
 * Refunds that an operator sends by hand (route MANUAL), and ending a refund that waits for its payee or for an
 * approval.
 *
 * Both are posted, announced and recorded like a processor's status update, under the operator's name and with an audit
 * line in the same commit; a refused one leaves no line. If two operators report a result, the second is refused. A
 * refund that a processor has is refused as well: only the processor reports on it.
 */
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { Gateway } from '../api/gateway.ts'
import { settling } from '../approvals/decisions.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { type Change, type Movement, Undecided } from '../payments/change.ts'
import { delivered, ended } from '../payments/plans.ts'
import { isHeld, isManual } from './stages.ts'

type Reported = Result<'applied' | 'repeated', 'INVALID_STATE'>

/**
 * It was sent. `reference` is the bank's or the chain's reference; reporting the same again is `repeated`. @param audit
 * called in the same commit
 */
export async function markPaid(
  gateway: Pick<Gateway, 'journal' | 'deps'>,
  refund: Payment,
  reference: string,
  audit: AuditLine,
): Promise<Reported> {
  if (!isManual(refund.processor)) return fail('INVALID_STATE')
  const at = gateway.deps.clock.now()
  const reported = `manual:${reference}`
  return commitOutcome(gateway, refund, [auditCall(audit)], {
    at,
    actor: `operator:${audit.operator}`,
    // Prevents reporting the same transfer twice under another reference: a refund that is not open has its result.
    decide: (now) =>
      isManual(now.processor) && (now.status === 'PENDING' || now.confirmation === reported)
        ? delivered(now, reported, at, undefined)
        : { refusal: 'NOT_ALLOWED' },
  })
}

/**
 * It will not be sent: the money is the merchant's again and pending approvals end. @param audit called in the same
 * commit
 */
export async function markFailed(
  gateway: Pick<Gateway, 'journal' | 'deps' | 'approvals'>,
  refund: Payment,
  audit: AuditLine,
): Promise<Reported> {
  const at = gateway.deps.clock.now()
  const heldBy = isHeld(refund) ? refundTerms(refund).heldBy : undefined
  const unasked = heldBy === undefined ? [] : await noLongerRequested(gateway, heldBy, audit.operator)
  return commitOutcome(gateway, refund, [auditCall(audit), ...unasked], {
    at,
    actor: `operator:${audit.operator}`,
    decide: (now) =>
      refundTerms(now).heldBy === heldBy &&
      (now.status === 'AWAITING_PAYEE' || isHeld(now) || isManual(now.processor))
        ? ended(now, 'FAILED', 'WITHDRAWN', at)
        : { refusal: 'NOT_ALLOWED' },
  })
}

async function commitOutcome(
  { journal, deps }: Pick<Gateway, 'journal' | 'deps'>,
  { merchantId, id }: Payment,
  alongside: readonly SqlCall[],
  { at, actor, decide }: Pick<Change, 'at' | 'actor'> & Pick<Movement, 'decide'>,
): Promise<Reported> {
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor,
    claims: [],
    claimKey: undefined,
    alongside,
    subject: { type: 'move', kind: 'refund', id, decide },
  })
  switch (outcome.type) {
    case 'done':
      return succeed('applied')
    case 'refused':
      return outcome.refusal === 'REPEATED' ? succeed('repeated') : fail('INVALID_STATE')
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('the end of a refund', outcome)
    default:
      throw new Error(`a move cannot end as ${outcome.type}`)
  }
}

/** Decides the approval that this commit makes pointless. */
async function noLongerRequested(
  { approvals }: Pick<Gateway, 'approvals'>,
  id: string,
  operator: string,
): Promise<readonly SqlCall[]> {
  const approval = await approvals.find(id)
  if (!approval) return []
  const line = approvals.lineOf('approval.reject', approval, operator, { note: 'the refund was abandoned' })
  return [auditCall(settling(line, id, false))]
}
