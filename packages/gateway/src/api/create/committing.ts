/**
 * The last stage of a create: a processor accepts the payment, and the payment and acceptance are committed.
 *
 * What the processor needs for it, such as an amount that no other payin has, is claimed in the same commit, and so is
 * the payment link's slot. If another payment holds the claim, the processor offers something else, a limited number of
 * times. Only the commit decides whether the ID is unique and the balance suffices. A `Payment` always has a processor,
 * and only payments reach this stage: see `drafting.ts`.
 */
import type { PaymentMethod } from '@sluice/core/catalogue/payment-method.ts'
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { LinkTerms, Payment } from '@sluice/core/payment/model.ts'
import type { Declined, Processor } from '@sluice/core/processor/port.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import type { Problem } from '../../http/problems.ts'
import type { CommitResult } from '../../payments/change.ts'
import { isLinkClaim, linkClaims } from '../../payments/link-slots.ts'
import { findPayment } from '../../payments/reading.ts'
import { MAX_CLAIM_TRIES, NO_FREE_CLAIM } from '../../processing/acceptance.ts'
import type { AcceptedPayment } from '../../processing/accepted-payment.ts'
import type { Gateway } from '../gateway.ts'
import type { CreateByLink } from '../payment-links.ts'
import { balanceProblem, undecidedProblem } from '../problems.ts'
import type { CreatedKind, KindOfCreate, Meanwhile } from './kind.ts'
import { alreadyExists, type Refusal, refusedByCommit, refusedByRules } from './refusal.ts'

/** @returns the payment as its create is answered; `Declined`: the next processor may be tried */
export async function accept<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  merchantName: string,
  processor: Processor,
  draft: Payment,
  link: CreateByLink | undefined,
  meanwhile?: Meanwhile,
): Promise<Result<Payment, Declined | Refusal>> {
  const taken: Claim[] = []
  let outraced = 0
  while (taken.length + outraced < MAX_CLAIM_TRIES) {
    const held = link && (await link.hold())
    if (held && !held.ok) return refusedByRules(held.failure)
    const payment = held ? withLink(draft, held.value) : draft
    const outcome = await acceptAndCommit(gateway, {
      processor,
      payment,
      merchantName,
      taken,
      meanwhile,
      commit: (made) => commit(gateway, kind, made, link),
    })
    if (outcome.type === 'created') return succeed(outcome.payment)
    if (outcome.type === 'declined') return fail(outcome)
    if (outcome.type === 'refused') throw new Error('a create cannot end as refused')
    if (outcome.type !== 'claimed') return refusedByCommit(problemOf(outcome, kind, payment))
    if (isLinkClaim(outcome.claim)) outraced += 1
    else taken.push(outcome.claim)
  }
  return fail(NO_FREE_CLAIM)
}

/** One attempt at a create with one processor. */
interface CommitAttempt {
  readonly processor: Processor
  readonly payment: Payment
  readonly merchantName: string
  /** Claims that others were quicker to take. */
  readonly taken: readonly Claim[]
  /** Of a refund: the payin that it refunds. */
  readonly payin?: Payment
  readonly meanwhile?: Meanwhile | undefined
  readonly commit: (made: AcceptedPayment) => Promise<CommitResult>
}

/** `created`: as the create is answered. `declined`: the next processor may be tried. */
type Attempted =
  | { readonly type: 'created'; readonly payment: Payment }
  | Declined
  | Exclude<CommitResult, { type: 'done' | 'absent' }>

/** The processor accepts the payment, and both are committed. The same for payins, payouts and refunds. */
export async function acceptAndCommit(gateway: Gateway, attempt: CommitAttempt): Promise<Attempted> {
  const { processor, payment, merchantName, taken, payin, meanwhile } = attempt
  const answer = gateway.acceptances.inline(processor, payment, merchantName, taken, payin)
  // Most need not wait, and awaiting costs a turn of the event loop.
  const made = answer instanceof Promise ? await answer : answer
  if (made.type === 'declined') return made
  const committing = attempt.commit(made)
  // With many callers there is no idle time to use, and what is made early only takes up memory for longer: 8 % of a
  // create at 64 callers.
  const isLone = meanwhile !== undefined && gateway.journal.inProgress === 1
  if (isLone) tryTo(() => meanwhile(made.payment))
  const outcome = await committing
  if (outcome.type === 'done') {
    const isOpen = made.payment.status === 'NEW'
    return { type: 'created', payment: isOpen ? await asAnswered(gateway, made.payment) : made.payment }
  }
  if (outcome.type === 'absent') throw new Error('a create cannot end as absent')
  // If it is not known whether it was stored, its claims stay held.
  if (outcome.type !== 'unknown' && outcome.type !== 'unavailable') processor.dropped?.(payment)
  return outcome
}

/**
 * A response that cannot be made early is a bug. It is made again once the commit's outcome is known, and the error
 * appears there. An error thrown now would have the merchant find nothing, and create under another ID what is
 * committed a moment later.
 */
function tryTo(makeEarly: () => void): void {
  try {
    makeEarly()
  } catch {
    // The second attempt reports the error.
  }
}

const withLink = (payment: Payment, link: LinkTerms): Payment => ({
  ...payment,
  request: { ...payment.request, link },
})

const commit = <Method extends PaymentMethod>(
  { journal, deps }: Pick<Gateway, 'journal' | 'deps'>,
  kind: KindOfCreate<Method>,
  { payment, steps, claims: ofProcessor }: AcceptedPayment,
  link: CreateByLink | undefined,
): Promise<CommitResult> => {
  const { merchantId, payer, request } = payment
  const ofLink = request.link && payer !== undefined ? linkClaims(merchantId, payer, request.link) : []
  const claims = ofLink.length === 0 ? ofProcessor : [...ofProcessor, ...ofLink]
  return journal.commit({
    changeId: changeId(deps.randomness.uuidV7(payment.createdAt)),
    merchantId,
    at: payment.createdAt,
    actor: 'merchant',
    claims,
    claimKey: claims.length === 0 ? undefined : payment.key,
    subject: { type: 'create', payment, reason: 'accepted', postings: kind.postings(payment), steps },
    ...(link && { alongside: [link.alongside(payment)] }),
  })
}

/**
 * If its processor is reached over a network, it is called now that the payment is committed, and its answer is
 * awaited, but not for long.
 */
async function asAnswered(
  { acceptances, database }: Pick<Gateway, 'acceptances' | 'database'>,
  payment: Payment,
): Promise<Payment> {
  await acceptances.afterCommit(payment)
  // It is committed: an error in reading it now must not look as if nothing was stored.
  const now = await findPayment(database, payment.merchantId, payment.kind, payment.id).catch(
    (error: unknown) => {
      if (error instanceof DatabaseFailure) return undefined
      throw error
    },
  )
  return now ?? payment
}

/** Why a create was not committed, as its merchant reads it. */
export function problemOf(
  outcome: Extract<CommitResult, { type: 'duplicate' | 'short' | 'shed' | 'unavailable' | 'unknown' }>,
  { idName }: Pick<CreatedKind, 'idName'>,
  { id, requestHash, money }: Pick<Payment, 'id' | 'requestHash' | 'money'>,
): Problem {
  switch (outcome.type) {
    case 'duplicate':
      return alreadyExists(idName, id, outcome.existing.requestHash === requestHash)
    case 'short':
      return balanceProblem(money.currency, outcome.missingMinor)
    case 'shed':
    case 'unavailable':
    case 'unknown':
      return undecidedProblem(outcome)
  }
}
