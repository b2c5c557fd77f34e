/**
 * Money for a payin that its product's policy sends back: the ordered amount is credited, and the rest is sent to its
 * sender, in one commit.
 *
 * That commit claims the fact of the money, as everywhere. So money that is reported twice, because a statement is read
 * again or on two nodes, makes one refund. The refunds module makes the refund (`ExcessRefunds`).
 */
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { CommitResult, Creation, Decision } from '../payments/change.ts'
import {
  type ExcessFound,
  type ExcessPolicies,
  excessOf,
  type ReportedMoney,
  withExcess,
} from '../payments/excess.ts'

/** What the refunds module provides for this. */
export interface ExcessRefunds {
  /** The policies of a merchant that has any; undefined: it has none. */
  policiesOf(merchantId: MerchantCode): Promise<((payin: Payment) => ExcessPolicies | undefined) | undefined>
  /** @returns undefined if it cannot be returned without an operator */
  make(
    payin: Payment,
    found: ExcessFound,
    reported: ReportedMoney & { readonly processor: string },
  ): Promise<
    | {
        readonly creation: Creation
        readonly alongside: readonly SqlCall[]
        readonly claims: readonly Claim[]
        undo(): Promise<void>
      }
    | undefined
  >
}

type PaidStatusUpdate = StatusUpdate & {
  readonly statusChange: Extract<StatusUpdate['statusChange'], { type: 'paid' }>
}

export interface Refunding {
  readonly refunds: ExcessRefunds
  find(statusUpdate: StatusUpdate): Promise<Payment | undefined>
  mayComplete(payin: Payment): boolean
  commit(
    statusUpdate: StatusUpdate,
    decide: (payment: Payment) => Decision,
    brings: Creation,
    alongside: readonly SqlCall[],
    claims: readonly Claim[],
  ): Promise<CommitResult>
}

/** How often the payin may change while this is decided. */
const MAX_LOOKS = 5

export const isPaid = (statusUpdate: StatusUpdate): statusUpdate is PaidStatusUpdate =>
  statusUpdate.statusChange.type === 'paid'

/** @returns what became of it; undefined if nothing is returned and the status update is handled as usual */
export async function refundExcess(
  giving: Refunding,
  statusUpdate: PaidStatusUpdate,
): Promise<'applied' | 'sent-back' | undefined> {
  const policiesOf = await giving.refunds.policiesOf(statusUpdate.merchantId)
  if (!policiesOf) return undefined
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const done = await lookOnce(giving, statusUpdate, policiesOf)
    if (done !== 'moved') return done
  }
  return undefined
}

async function lookOnce(
  giving: Refunding,
  statusUpdate: PaidStatusUpdate,
  policiesOf: (payin: Payment) => ExcessPolicies | undefined,
): Promise<'applied' | 'sent-back' | 'moved' | undefined> {
  const payin = await giving.find(statusUpdate)
  const policies = payin && policiesOf(payin)
  // Money from a processor that has declined the payin is for an operator to decide.
  if (!policies || payin.processor !== statusUpdate.processor) return undefined
  const { processor, statusUpdateId, at, statusChange, processorStatus } = statusUpdate
  const reported: ReportedMoney & { readonly processor: string } = {
    ...statusChange,
    statusUpdate: statusUpdateId,
    at,
    processor,
  }
  const found = excessOf(payin, reported, policies)
  if (!found || (found.why === 'OVERPAID' && !giving.mayComplete(payin))) return undefined
  const refund = await giving.refunds.make(payin, found, reported)
  if (!refund) return undefined
  const { creation, alongside, claims } = refund
  const of = { processor, refund: creation.payment.id, processorStatus }
  const outcome = await giving.commit(
    statusUpdate,
    (now) => withExcess(now, payin, found, reported, of),
    creation,
    alongside,
    claims,
  )
  if (outcome.type === 'done') return found.why === 'OVERPAID' ? 'applied' : 'sent-back'
  await refund.undo()
  return outcome.type === 'refused' && outcome.refusal === 'MOVED' ? 'moved' : undefined
}
