/**
 * Refunds that an operator sends: by the route MANUAL nobody else can. Also taking back one that waits for its payee, or for an approval.
 *
 * Both are posted, announced and kept in the history as a processor's news would be, under the operator's name, and stand in the audit log
 * in the same commit: what is refused leaves no line. Of two operators who say what became of one refund, one is late and is told so.
 * Never says of a refund that a processor has what became of it: that processor does.
 */

import type { Gateway } from '../api/gateway.ts'
import { settling } from '../approvals/decisions.ts'
import type { SqlCall } from '../database/port.ts'
import { changeId } from '../foundation/identifiers.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { type Change, type Movement, Undecided } from '../payments/change.ts'
import type { Payment } from '../payments/model.ts'
import { delivered, ended } from '../payments/plans.ts'
import { refundTerms } from '../payments/refund-terms.ts'
import { isHeld, isManual } from './stages.ts'

type Reported = Result<'applied' | 'repeated', 'INVALID_STATE'>

/** It was sent: `reference` is the bank's or the chain's name for that. The same again is `repeated`. @param audit told in the same commit */
export async function markPaid(
  gateway: Pick<Gateway, 'journal' | 'deps'>,
  refund: Payment,
  reference: string,
  audit: AuditLine,
): Promise<Reported> {
  if (!isManual(refund.processor)) return fail('INVALID_STATE')
  const at = gateway.deps.clock.now()
  const reported = `manual:${reference}`
  return tell(gateway, refund, [auditCall(audit)], {
    at,
    actor: `operator:${audit.operator}`,
    // Money that has gone once is not to be told twice under another name: what is no longer open has its end.
    decide: (now) =>
      isManual(now.processor) && (now.status === 'PENDING' || now.confirmation === reported)
        ? delivered(now, reported, at, undefined)
        : { refusal: 'NOT_ALLOWED' },
  })
}

/** It will not be sent: the money is the merchant's again. What it waited for waits no more. @param audit told in the same commit */
export async function markFailed(
  gateway: Pick<Gateway, 'journal' | 'deps' | 'approvals'>,
  refund: Payment,
  audit: AuditLine,
): Promise<Reported> {
  const at = gateway.deps.clock.now()
  const heldBy = isHeld(refund) ? refundTerms(refund).heldBy : undefined
  const unasked = heldBy === undefined ? [] : await noLongerRequested(gateway, heldBy, audit.operator)
  return tell(gateway, refund, [auditCall(audit), ...unasked], {
    at,
    actor: `operator:${audit.operator}`,
    decide: (now) =>
      refundTerms(now).heldBy === heldBy &&
      (now.status === 'AWAITING_PAYEE' || isHeld(now) || isManual(now.processor))
        ? ended(now, 'FAILED', 'WITHDRAWN', at)
        : { refusal: 'NOT_ALLOWED' },
  })
}

async function tell(
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

/** That the approval is decided, in the commit that makes it pointless. */
async function noLongerRequested(
  { approvals }: Pick<Gateway, 'approvals'>,
  id: string,
  operator: string,
): Promise<readonly SqlCall[]> {
  const approval = await approvals.find(id)
  if (!approval) return []
  const line = approvals.lineOf('approval.reject', approval, operator, { note: 'the refund was given up' })
  return [auditCall(settling(line, id, false))]
}
