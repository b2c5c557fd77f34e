/**
 * Offers a refund to its routes in order until one accepts, and commits both with the refund's number.
 *
 * Processors are called as for payins and payouts (`api/create/committing.ts`); only the number is different. If
 * another refund took the number, nothing was stored and the sums have changed, so everything is decided again.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { changeId, type MerchantOrderId, type PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Claim, NewStep } from '@sluice/core/payment/claims.ts'
import { JUST_MADE, type Payment, type RefundTerms } from '@sluice/core/payment/model.ts'
import type { CheckAnswer, Declined, DeclinedBy, Processor } from '@sluice/core/processor/port.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import { acceptAndCommit, problemOf } from '../api/create/committing.ts'
import type { Gateway } from '../api/gateway.ts'
import { notCovered } from '../api/problems.ts'
import type { Approval } from '../approvals/approval.ts'
import { insertApproval } from '../approvals/store.ts'
import type { Problem } from '../http/problems.ts'
import { auditCall } from '../identity/operators/audit.ts'
import type { Charges } from '../ledger/postings.ts'
import { payoutReserved } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { CommitResult } from '../payments/change.ts'
import type { RefundStage } from '../payments/refunding.ts'
import { refundClaim } from '../payments/refunds.ts'
import { MAX_CLAIM_TRIES, NO_FREE_CLAIM } from '../processing/acceptance.ts'
import { amountApproval, type FirstLook } from './amount-approval.ts'
import type { RefundRouteOption } from './refund-route.ts'
import { heldOn, stageOn, termsOn } from './stages.ts'

/** What the shared stages of creates need to know about refunds. */
export const REFUND = { kind: 'refund', idName: 'idRefund' } as const

/** What a refund is, whatever its route. */
export interface RefundDraft {
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly callbackUrl: string
  readonly requestHash: string
  readonly apiVersion: number
  readonly createdAt: Instant
}

export interface OrderedRefund {
  readonly payin: Payment
  readonly money: Money
  readonly charges: Charges
  readonly terms: RefundTerms
  readonly refundRoutes: readonly RefundRouteOption[]
  readonly look: FirstLook
  /** Written in the commit that creates it. */
  readonly alongside: readonly SqlCall[]
}

/** `unknown`: it is not known whether it was stored. */
export type RefusedBy = 'rules' | 'commit' | 'unknown'

export type Taken =
  | { readonly type: 'taken'; readonly refund: Payment }
  /** Another refund of the payin took the number, or its money is in doubt now. */
  | { readonly type: 'again' }
  | { readonly type: 'refused'; readonly problem: Problem; readonly by: RefusedBy }
  | { readonly type: 'declined'; readonly declined: readonly DeclinedBy[] }

interface Made {
  readonly payment: Payment
  readonly steps: readonly NewStep[]
  readonly claims: readonly Claim[]
  readonly alongside?: readonly SqlCall[]
}

export async function accept(
  gateway: Gateway,
  profile: MerchantProfile,
  draft: RefundDraft,
  ordered: OrderedRefund,
): Promise<Taken> {
  const declined: DeclinedBy[] = []
  for (const refundRoute of ordered.refundRoutes) {
    const { payment, steps } = refundOn(gateway, draft, ordered, refundRoute)
    const processor = 'processor' in refundRoute ? refundRoute.processor : undefined
    if (!processor) {
      // With a claim the payer chooses first; the operator then also sees the chosen payee.
      if (refundRoute.route !== 'CLAIM' && (await ordered.look.isNeeded()))
        return hold(gateway, draft, ordered, refundRoute)
      return stored(gateway, { payment, steps, claims: [] }, ordered)
    }
    const check = await checkOf(refundRoute.route, processor, payment, ordered.payin)
    if (check?.type === 'short') return { type: 'refused', problem: notCovered(payment), by: 'rules' }
    if (check && check.type !== 'fine') {
      declined.push({ ...asDeclined(check), processor: processor.name })
      continue
    }
    if (await ordered.look.isNeeded()) return hold(gateway, draft, ordered, refundRoute)
    const taken = await takenBy(gateway, profile, processor, payment, ordered)
    if (taken.type !== 'declined') return taken
    declined.push({ ...taken, processor: processor.name })
  }
  return { type: 'declined', declined }
}

/** The processor's check of a refund before it is asked to accept it. */
const checkOf = async (
  route: RefundRouteOption['route'],
  processor: Processor,
  refund: Payment,
  payin: Payment,
): Promise<CheckAnswer | undefined> =>
  route === 'NATIVE' ? processor.refund?.check?.(refund, payin) : processor.check(refund)

/** The route that `accept` would use first; undefined: no processor accepts it. */
export async function firstRoute(
  gateway: Gateway,
  draft: RefundDraft,
  ordered: OrderedRefund,
): Promise<{
  readonly refundRoute: RefundRouteOption | undefined
  readonly declined: readonly DeclinedBy[]
}> {
  const declined: DeclinedBy[] = []
  for (const refundRoute of ordered.refundRoutes) {
    if (!('processor' in refundRoute)) return { refundRoute, declined }
    const { processor } = refundRoute
    const { payment } = refundOn(gateway, draft, ordered, refundRoute)
    const check = await checkOf(refundRoute.route, processor, payment, ordered.payin)
    // Balances are not checked here.
    if (check === undefined || check.type === 'fine' || check.type === 'short')
      return { refundRoute, declined }
    declined.push({ ...asDeclined(check), processor: processor.name })
  }
  return { refundRoute: undefined, declined }
}

const asDeclined = (check: Declined | { readonly type: 'customer'; readonly refusal: string }): Declined =>
  check.type === 'declined'
    ? check
    : { type: 'declined', reason: 'METHOD', detail: `it refuses the customer: ${check.refusal}` }

/** For routes without a processor that has to accept. */
async function stored(gateway: Gateway, made: Made, ordered: OrderedRefund): Promise<Taken> {
  const outcome = await commit(gateway, made, ordered)
  if (outcome.type === 'absent') throw new Error('a create cannot end as absent')
  return outcome.type === 'done' ? { type: 'taken', refund: made.payment } : notStored(outcome, made.payment)
}

/** Stores the refund with this route, waiting for an operator's approval. */
function hold(
  gateway: Gateway,
  draft: RefundDraft,
  ordered: OrderedRefund,
  refundRoute: RefundRouteOption,
): Promise<Taken> {
  const { payin, money, terms } = ordered
  const refund = namedBy(payin, draft)
  const approval = amountApproval(gateway, { ...refund, money }, termsOn(refundRoute, terms))
  const { steps, ...stage } = heldOn(refundRoute, { payin, refund, terms }, approval)
  const payment = paymentOf(draft, ordered, stage)
  return stored(gateway, { payment, steps, claims: [], alongside: requested(gateway, approval) }, ordered)
}

export const requested = (
  { approvals }: Pick<Gateway, 'approvals'>,
  approval: Approval,
): readonly SqlCall[] => [
  insertApproval(approval),
  auditCall(approvals.lineOf('approval.request', approval, approval.requestedBy.name)),
]

const namedBy = ({ merchantId, isTest }: Payment, { id, key }: RefundDraft) => ({
  merchantId,
  isTest,
  id,
  key,
})

function refundOn(
  { claimLinks }: Pick<Gateway, 'claimLinks'>,
  draft: RefundDraft,
  ordered: OrderedRefund,
  refundRoute: RefundRouteOption,
): { readonly payment: Payment; readonly steps: readonly NewStep[] } {
  const { payin, terms } = ordered
  const refund = namedBy(payin, draft)
  const at = draft.createdAt
  const { steps, ...stage } = stageOn(claimLinks, refundRoute, { payin, refund, terms, at, askAt: at })
  return { payment: paymentOf(draft, ordered, stage), steps }
}

export function paymentOf(
  draft: RefundDraft,
  { payin, money, charges }: Pick<OrderedRefund, 'payin' | 'money' | 'charges'>,
  stage: Omit<RefundStage, 'steps'>,
): Payment {
  return {
    ...draft,
    ...namedBy(payin, draft),
    ...charges,
    ...stage,
    kind: 'refund',
    money,
    ...JUST_MADE,
    // A merchant that did not request the refund itself is notified that it exists.
    ...(stage.request.refund?.operator && { announced: 1 }),
  }
}

async function takenBy(
  gateway: Gateway,
  { merchant }: Pick<MerchantProfile, 'merchant'>,
  processor: Processor,
  payment: Payment,
  ordered: OrderedRefund,
): Promise<Exclude<Taken, { type: 'declined' }> | Declined> {
  const taken: Claim[] = []
  while (taken.length < MAX_CLAIM_TRIES) {
    const outcome = await acceptAndCommit(gateway, {
      processor,
      payment,
      merchantName: merchant.name,
      taken,
      payin: ordered.payin,
      commit: (made) => commit(gateway, made, ordered),
    })
    if (outcome.type === 'created') return { type: 'taken', refund: outcome.payment }
    if (outcome.type === 'declined') return outcome
    if (outcome.type !== 'claimed' || outcome.claim.scope === 'refund') return notStored(outcome, payment)
    taken.push(outcome.claim)
  }
  return NO_FREE_CLAIM
}

const commit = (
  { journal, deps }: Pick<Gateway, 'journal' | 'deps'>,
  { payment, steps, claims, alongside = [] }: Made,
  { payin, terms, ...ordered }: Pick<OrderedRefund, 'payin' | 'terms' | 'alongside'>,
): Promise<CommitResult> =>
  journal.commit({
    changeId: changeId(deps.randomness.uuidV7(payment.createdAt)),
    merchantId: payment.merchantId,
    at: payment.createdAt,
    actor: terms.operator ? `operator:${terms.operator.name}` : 'merchant',
    claims: [refundClaim(payin, terms.number), ...claims],
    claimKey: payment.key,
    makesRefund: payin,
    alongside: [...ordered.alongside, ...alongside],
    subject: {
      type: 'create',
      payment,
      reason: terms.operator ? 'requested on behalf of the merchant' : 'accepted',
      postings: payoutReserved(payment.money, payment),
      steps,
    },
  })

/** What to do if it was not stored. A taken number or a doubted payin means deciding again. */
function notStored(
  outcome: Exclude<CommitResult, { type: 'done' | 'absent' }>,
  refund: Payment,
): Extract<Taken, { type: 'again' | 'refused' }> {
  if (outcome.type === 'claimed' || outcome.type === 'refused') return { type: 'again' }
  const by = outcome.type === 'unknown' ? 'unknown' : 'commit'
  return { type: 'refused', problem: problemOf(outcome, REFUND, refund), by }
}
