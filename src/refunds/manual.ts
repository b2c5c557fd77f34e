/**
 * Refunds that an operator sends: by the route MANUAL nobody else can. Also taking back one that waits for its payee, or for an approval.
 *
 * Both are told as a processor's news would be, under the operator's name, so they count once and are posted, announced and kept in the
 * history as all others. Never says of a refund that a processor has what became of it: that processor does.
 */

import { settling } from '../approvals/decisions.ts'
import type { SqlCall } from '../database/port.ts'
import { changeId } from '../foundation/identifiers.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { Gateway } from '../intake/gateway.ts'
import { type AuditLine, auditCall } from '../operators/audit.ts'
import { type Actor, Undecided } from '../payments/change.ts'
import type { Payment } from '../payments/model.ts'
import { ended } from '../payments/plans.ts'
import { refundTerms } from '../payments/refunds.ts'
import type { Report } from '../processors/port.ts'
import { isHeld, isManual } from './stages.ts'

type Told = Result<'applied' | 'repeated', 'INVALID_STATE'>

/**
 * It was sent: `reference` is the bank's or the chain's name for that.
 * @param note keeps that the operator says so, before it is done; of what cannot be, nothing is kept
 */
export async function markPaid(
  gateway: Pick<Gateway, 'reports' | 'deps'>,
  refund: Payment,
  reference: string,
  operator: string,
  note: () => Promise<void>,
): Promise<Told> {
  if (!isManual(refund.processor)) return fail('INVALID_STATE')
  const told: Report = {
    processor: refund.processor,
    reportId: `manual:${reference}`,
    merchantId: refund.merchantId,
    kind: 'refund',
    id: refund.id,
    at: gateway.deps.clock.now(),
    actor: `operator:${operator}`,
    news: { type: 'delivered' },
  }
  // Money that has gone once is not to be told twice: what is no longer open has its end.
  if (refund.status !== 'PENDING')
    return refund.confirmation === told.reportId ? succeed('repeated') : fail('INVALID_STATE')
  await note()
  const answer = await gateway.reports.take(told)
  return answer === 'applied' || answer === 'repeated' ? succeed(answer) : fail('INVALID_STATE')
}

/** It will not be sent: the money is the merchant's again. What it waited for waits no more. @param audit told in the same commit */
export async function markFailed(
  gateway: Pick<Gateway, 'journal' | 'deps' | 'approvals'>,
  refund: Payment,
  audit: AuditLine,
): Promise<Told> {
  const { deps, journal } = gateway
  const at = deps.clock.now()
  const actor: Actor = `operator:${audit.operator}`
  const heldBy = isHeld(refund) ? refundTerms(refund).heldBy : undefined
  const unasked = heldBy === undefined ? [] : await noLongerAsked(gateway, heldBy, audit.operator)
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: refund.merchantId,
    at,
    actor,
    claims: [],
    claimKey: undefined,
    alongside: [auditCall(audit), ...unasked],
    subject: {
      type: 'move',
      kind: 'refund',
      id: refund.id,
      decide: (now) =>
        refundTerms(now).heldBy === heldBy &&
        (now.status === 'AWAITING_PAYEE' || isHeld(now) || isManual(now.processor))
          ? ended(now, 'FAILED', 'WITHDRAWN', at)
          : { refusal: 'NOT_ALLOWED' },
    },
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
async function noLongerAsked(
  { approvals }: Pick<Gateway, 'approvals'>,
  id: string,
  operator: string,
): Promise<readonly SqlCall[]> {
  const approval = await approvals.find(id)
  if (!approval) return []
  const line = approvals.lineOf('approval.reject', approval, operator, { note: 'the refund was given up' })
  return [auditCall(settling(line, id, false))]
}
