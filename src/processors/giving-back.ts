/**
 * Money for a payin that its product sends back: credited as far as it was ordered, and the rest on its way to its sender, in one commit.
 *
 * The fact of the money is claimed in that commit, as wherever money is counted: told twice, by a statement that is read again or on two
 * nodes, it makes one refund. How the refund is made is for the room of refunds (`ExcessRefunds`).
 */
import type { SqlCall } from '../database/port.ts'
import type { MerchantCode } from '../foundation/identifiers.ts'
import type { Claim, CommitResult, Creation, Decision } from '../payments/change.ts'
import {
  type ExcessFound,
  type ExcessPolicies,
  excessOf,
  type MoneyTold,
  withExcess,
} from '../payments/excess.ts'
import type { Payment } from '../payments/model.ts'
import type { Report } from './port.ts'

/** What those who make refunds must do for it. */
export interface ExcessRefunds {
  /** Of a merchant that has any such policy; undefined: of none. */
  policiesOf(merchantId: MerchantCode): Promise<((payin: Payment) => ExcessPolicies | undefined) | undefined>
  /** @returns undefined where it cannot go back by itself */
  make(
    payin: Payment,
    found: ExcessFound,
    told: MoneyTold & { readonly processor: string },
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

type PaidReport = Report & { readonly news: Extract<Report['news'], { type: 'paid' }> }

export interface GivingBack {
  readonly refunds: ExcessRefunds
  find(report: Report): Promise<Payment | undefined>
  mayComplete(payin: Payment): boolean
  commit(
    report: Report,
    decide: (payment: Payment) => Decision,
    brings: Creation,
    alongside: readonly SqlCall[],
    claims: readonly Claim[],
  ): Promise<CommitResult>
}

/** How often a payin may change while it is decided. */
const MAX_LOOKS = 5

export const isPaid = (report: Report): report is PaidReport => report.news.type === 'paid'

/** @returns what became of it; undefined where nothing goes back, and the report is to be taken as ever */
export async function giveBackExcess(
  giving: GivingBack,
  report: PaidReport,
): Promise<'applied' | 'sent-back' | undefined> {
  const policiesOf = await giving.refunds.policiesOf(report.merchantId)
  if (!policiesOf) return undefined
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const done = await lookOnce(giving, report, policiesOf)
    if (done !== 'moved') return done
  }
  return undefined
}

async function lookOnce(
  giving: GivingBack,
  report: PaidReport,
  policiesOf: (payin: Payment) => ExcessPolicies | undefined,
): Promise<'applied' | 'sent-back' | 'moved' | undefined> {
  const payin = await giving.find(report)
  const policies = payin && policiesOf(payin)
  // Whoever has declined it and is paid all the same is an operator's matter.
  if (!policies || payin.processor !== report.processor) return undefined
  const { processor, reportId, at, news, processorStatus } = report
  const told: MoneyTold & { readonly processor: string } = { ...news, report: reportId, at, processor }
  const found = excessOf(payin, told, policies)
  if (!found || (found.why === 'OVERPAID' && !giving.mayComplete(payin))) return undefined
  const refund = await giving.refunds.make(payin, found, told)
  if (!refund) return undefined
  const { creation, alongside, claims } = refund
  const of = { processor, refund: creation.payment.id, processorStatus }
  const outcome = await giving.commit(
    report,
    (now) => withExcess(now, payin, found, told, of),
    creation,
    alongside,
    claims,
  )
  if (outcome.type === 'done') return found.why === 'OVERPAID' ? 'applied' : 'sent-back'
  await refund.undo()
  return outcome.type === 'refused' && outcome.refusal === 'MOVED' ? 'moved' : undefined
}
