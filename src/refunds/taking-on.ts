/**
 * The ways of a refund are asked in order until one takes it on, and both are committed with the refund's number.
 *
 * As `intake/create/committing.ts` does it for payins and payouts; what differs is the number. Where another refund has it, nothing was
 * stored, and the sum that this one was decided on is no longer true: everything is decided again.
 */

import type { Instant } from '../foundation/deps.ts'
import { changeId, type MerchantOrderId, type PaymentKey } from '../foundation/identifiers.ts'
import { type Money, minor } from '../foundation/money.ts'
import type { Problem } from '../http/problems.ts'
import { asAnswered } from '../intake/create/committing.ts'
import { alreadyExists } from '../intake/create/refusal.ts'
import type { Gateway } from '../intake/gateway.ts'
import { balanceProblem, undecidedProblem } from '../intake/problems.ts'
import type { Charges } from '../ledger/postings.ts'
import { payoutReserved } from '../ledger/postings.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Claim, CommitResult, NewStep } from '../payments/change.ts'
import type { Payment, RefundTerms } from '../payments/model.ts'
import { refundClaim } from '../payments/refunds.ts'
import { MAX_CLAIM_TRIES, NO_FREE_CLAIM } from '../processors/acceptance.ts'
import type { Declined, DeclinedBy, Processor } from '../processors/port.ts'
import { stageOn } from './stages.ts'
import type { Way } from './ways.ts'

/** What a refund is, whichever way it goes. */
export interface RefundDraft {
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly callbackUrl: string
  readonly requestHash: string
  readonly apiVersion: number
  readonly createdAt: Instant
}

interface Ordered {
  readonly payin: Payment
  readonly money: Money
  readonly charges: Charges
  readonly terms: RefundTerms
  readonly ways: readonly Way[]
}

export type Taken =
  | { readonly type: 'taken'; readonly refund: Payment }
  /** Another refund of the payin has the number. */
  | { readonly type: 'again' }
  | { readonly type: 'refused'; readonly problem: Problem; readonly by: 'rules' | 'commit' }
  | { readonly type: 'declined'; readonly declined: readonly DeclinedBy[] }

interface Made {
  readonly payment: Payment
  readonly steps: readonly NewStep[]
  readonly claims: readonly Claim[]
}

export async function takeOn(
  gateway: Gateway,
  profile: MerchantProfile,
  draft: RefundDraft,
  ordered: Ordered,
): Promise<Taken> {
  const declined: DeclinedBy[] = []
  for (const way of ordered.ways) {
    const { payment, steps } = refundOn(gateway, draft, ordered, way)
    const processor = 'processor' in way ? way.processor : undefined
    if (!processor) {
      const taken = afterCommit(await commit(gateway, { payment, steps, claims: [] }, ordered), payment)
      if (taken.type === 'claimed') throw new Error('nothing but its number is claimed')
      return taken.type === 'done' ? { type: 'taken', refund: payment } : taken
    }
    const check =
      way.route === 'NATIVE'
        ? await processor.refund?.check?.(payment, ordered.payin)
        : await processor.check(payment)
    if (check?.type === 'short') return { type: 'refused', problem: short(payment), by: 'rules' }
    if (check && check.type !== 'fine') {
      declined.push({ ...asDeclined(check), processor: processor.name })
      continue
    }
    const taken = await takenBy(gateway, profile, processor, payment, ordered)
    if (taken.type !== 'declined') return taken
    declined.push({ ...taken, processor: processor.name })
  }
  return { type: 'declined', declined }
}

const asDeclined = (check: Declined | { readonly type: 'customer'; readonly refusal: string }): Declined =>
  check.type === 'declined'
    ? check
    : { type: 'declined', reason: 'METHOD', detail: `it refuses the customer: ${check.refusal}` }

function refundOn(
  { claimLinks }: Pick<Gateway, 'claimLinks'>,
  draft: RefundDraft,
  { payin, money, charges, terms }: Ordered,
  way: Way,
): { readonly payment: Payment; readonly steps: readonly NewStep[] } {
  const { merchantId, isTest } = payin
  const refund = { merchantId, isTest, id: draft.id, key: draft.key }
  const at = draft.createdAt
  const { steps, ...stage } = stageOn(claimLinks, way, { payin, refund, terms, at, askAt: at })
  const payment: Payment = {
    ...draft,
    ...refund,
    ...charges,
    ...stage,
    kind: 'refund',
    money,
    seq: 1,
    announced: 0,
    moneyRequiredMinor: undefined,
    processorRef: undefined,
    processorStatus: undefined,
    response: undefined,
    payerAccount: undefined,
    externalReference: undefined,
    externalChanges: 0,
    confirmation: undefined,
    processedAt: undefined,
    failureReason: undefined,
  }
  return { payment, steps }
}

async function takenBy(
  gateway: Gateway,
  { merchant }: Pick<MerchantProfile, 'merchant'>,
  processor: Processor,
  payment: Payment,
  ordered: Ordered,
): Promise<Exclude<Taken, { type: 'declined' }> | Declined> {
  const held: Claim[] = []
  while (held.length < MAX_CLAIM_TRIES) {
    const made = await gateway.acceptances.inline(processor, payment, merchant.name, held, ordered.payin)
    if (made.type === 'declined') return made
    const outcome = await commit(gateway, made, ordered)
    if (outcome.type !== 'done' && outcome.type !== 'unknown' && outcome.type !== 'unavailable')
      processor.dropped?.(payment)
    const taken = afterCommit(outcome, payment)
    if (taken.type === 'claimed') {
      held.push(taken.claim)
      continue
    }
    if (taken.type !== 'done') return taken
    const isNew = made.payment.status === 'NEW'
    return { type: 'taken', refund: isNew ? await asAnswered(gateway, made.payment) : made.payment }
  }
  return NO_FREE_CLAIM
}

const commit = (
  { journal, deps }: Pick<Gateway, 'journal' | 'deps'>,
  { payment, steps, claims }: Made,
  { payin, terms }: Pick<Ordered, 'payin' | 'terms'>,
): Promise<CommitResult> =>
  journal.commit({
    changeId: changeId(deps.randomness.uuidV7(payment.createdAt)),
    merchantId: payment.merchantId,
    at: payment.createdAt,
    actor: 'merchant',
    claims: [refundClaim(payin, terms.number), ...claims],
    claimKey: payment.key,
    subject: {
      type: 'create',
      payment,
      reason: 'accepted',
      postings: payoutReserved(payment.money, payment),
      steps,
    },
  })

type AfterCommit =
  | { readonly type: 'done' }
  | { readonly type: 'claimed'; readonly claim: Claim }
  | Extract<Taken, { type: 'again' | 'refused' }>

function afterCommit(outcome: CommitResult, { id, requestHash, money }: Payment): AfterCommit {
  const refused = (problem: Problem): AfterCommit => ({ type: 'refused', problem, by: 'commit' })
  switch (outcome.type) {
    case 'done':
      return { type: 'done' }
    case 'claimed':
      return outcome.claim.scope === 'refund' ? { type: 'again' } : { type: 'claimed', claim: outcome.claim }
    case 'duplicate':
      return refused(alreadyExists('idRefund', id, outcome.existing.requestHash === requestHash))
    case 'short':
      return refused(balanceProblem(money.currency, outcome.missingMinor))
    case 'shed':
    case 'unavailable':
    case 'unknown':
      return refused(undecidedProblem(outcome))
    case 'refused':
    case 'absent':
      throw new Error(`a create cannot end as ${outcome.type}`)
  }
}

const short = ({ money, feeMinor, vatMinor }: Payment): Problem =>
  balanceProblem(money.currency, minor(money.amountMinor + feeMinor + vatMinor))
