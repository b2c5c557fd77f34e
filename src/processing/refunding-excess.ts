/**
 * Money for a payin that its product sends back: credited as far as it was ordered, and the rest on its way to its sender, in one commit.
 *
 * The fact of the money is claimed in that commit, as wherever money is counted: told twice, by a statement that is read again or on two
 * nodes, it makes one refund. How the refund is made is for the room of refunds (`ExcessRefunds`).
 */
import type { SqlCall } from '../database/port.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { CommitResult, Creation, Decision } from '../payments/change.ts'
import type { Claim } from '../payments/claims.ts'
import {
  type ExcessFound,
  type ExcessPolicies,
  excessOf,
  type ReportedMoney,
  withExcess,
} from '../payments/excess.ts'
import type { Payment } from '../payments/model.ts'
import type { StatusUpdate } from './port.ts'

/** What those who make refunds must do for it. */
export interface ExcessRefunds {
  /** Of a merchant that has any such policy; undefined: of none. */
  policiesOf(merchantId: MerchantCode): Promise<((payin: Payment) => ExcessPolicies | undefined) | undefined>
  /** @returns undefined where it cannot go back by itself */
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

/** How often a payin may change while it is decided. */
const MAX_LOOKS = 5

export const isPaid = (statusUpdate: StatusUpdate): statusUpdate is PaidStatusUpdate =>
  statusUpdate.statusChange.type === 'paid'

/** @returns what became of it; undefined where nothing goes back, and the report is to be taken as ever */
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
  // Whoever has declined it and is paid all the same is an operator's matter.
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
