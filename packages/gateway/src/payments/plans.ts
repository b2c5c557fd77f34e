/**
 * What each thing that can happen to a payment means for it: pure functions from the locked payment to a plan or a
 * refusal. The journal commits the plan.
 */
import type { Instructions } from '@sluice/core/catalogue/payment-method.ts'
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Minor, Money } from '@sluice/core/foundation/money.ts'
import { ALL_STEPS, type NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isFinal, isOpen, mayMove, type Status } from '@sluice/core/payment/transitions.ts'
import { payinAssigned, payinSucceeded, payoutDelivered, type SuspendedIn } from '../ledger/postings.ts'
import { sharesForAmount } from './amount-claims.ts'
import { type Decision, NO_PLAN, type Plan } from './change.ts'
import { refunded } from './refunds.ts'
import { setAsideAgain } from './returning.ts'

export type TransitionRefusal =
  /** The table of transitions does not allow it. */
  | 'NOT_ALLOWED'
  /** The same fact was reported before. */
  | 'REPEATED'
  /** Money that must not change the status: it goes to suspense, with a case. */
  | 'SUSPEND'
  /** It contradicts what was reported before: a case without money. */
  | 'CONTRADICTS'
  /** It makes no sense for this kind of payment: an operator must look. */
  | 'SENSELESS'
  /** The payin cannot be completed without its external reference. */
  | 'REFERENCE_MISSING'
  | 'NOT_DUE'

type Planned = Decision<TransitionRefusal>

const refuse = (refusal: TransitionRefusal): Planned => ({ refusal })

/** NEW goes through PENDING: an outcome implies the acceptance. */
const through = (payment: Payment, to: Status): readonly Status[] =>
  payment.status === 'NEW' && to === 'SUCCESS' ? ['PENDING', to] : [to]

const reachable = (payment: Payment, to: Status): boolean => {
  const moves = through(payment, to)
  const before = moves.length === 2 ? moves[0] : payment.status
  return (
    mayMove(payment.kind, payment.status, moves[0] ?? to) &&
    (moves.length === 1 || mayMove(payment.kind, before, to))
  )
}

/**
 * The merchant gets a callback for every status change of a payin or a refund, but only for the final status of a
 * payout or a settlement.
 */
const isAnnounced = (payment: Payment, to: Status): boolean =>
  payment.kind === 'payin' || payment.kind === 'refund' || !isOpen(to)

export interface Ending {
  readonly to: Status
  readonly at: Instant
  readonly reason?: string | undefined
  readonly patch?: Plan['patch']
  readonly postings?: Plan['postings']
  readonly cases?: Plan['cases']
}

/** However the payin ended, its unique amount is held for a while, because money may still be sent with it. */
const PAUSE_MS = 72 * 3_600_000
const resting = (moneyRequiredMinor: Minor | undefined, at: Instant): readonly NewStep[] =>
  moneyRequiredMinor === undefined ? [] : [{ purpose: 'rest', dueAt: at + PAUSE_MS }]

/** The plan of an end: afterwards only the hold period of a unique amount is still waiting. */
export function end(payment: Payment, ending: Ending): Planned {
  return {
    plan: {
      ...NO_PLAN,
      moves: through(payment, ending.to),
      reason: ending.reason,
      patch: { processedAt: ending.at, ...ending.patch },
      postings: ending.postings ?? [],
      cases: ending.cases ?? [],
      announce: isAnnounced(payment, ending.to),
      steps: resting(payment.moneyRequiredMinor, ending.at),
      clearSteps: ALL_STEPS,
      releases: ending.to === 'SUCCESS' ? sharesForAmount(payment) : [],
    },
  }
}

export interface AcceptanceFacts {
  readonly response: Instructions | undefined
  readonly processorRef: string | undefined
  readonly processorStatus: string | undefined
  readonly moneyRequiredMinor: Minor | undefined
  readonly expireAt: Instant | undefined
  readonly steps: readonly NewStep[]
}

/**
 * The processor accepted it. If the outcome came first, only the details of the acceptance are kept. A payin that has
 * expired meanwhile keeps its steps too, because late money may still come.
 */
export function accepted(payment: Payment, acceptance: AcceptanceFacts, at: Instant): Planned {
  if (payment.response !== undefined || payment.processorRef !== undefined) return refuse('REPEATED')
  const { steps, ...known } = acceptance
  const patch = { ...known, expireAt: known.expireAt ?? payment.expireAt }
  if (payment.status !== 'NEW') {
    // A status reported with the outcome is newer than the acceptance.
    const newest = { ...patch, processorStatus: payment.processorStatus ?? patch.processorStatus }
    return {
      plan: {
        ...NO_PLAN,
        reason: 'accepted after its outcome',
        patch: newest,
        steps: [...(payment.status === 'EXPIRED' ? steps : []), ...resting(patch.moneyRequiredMinor, at)],
        clearSteps: ['accept'],
      },
    }
  }
  return {
    plan: {
      ...NO_PLAN,
      moves: ['PENDING'],
      reason: 'accepted by the processor',
      patch,
      announce: isAnnounced(payment, 'PENDING'),
      // If the processor sets another expiry than the method does, the processor's counts.
      steps:
        patch.expireAt === undefined || patch.expireAt === payment.expireAt
          ? steps
          : [...steps, { purpose: 'expire', dueAt: patch.expireAt }],
      clearSteps: ['accept'],
    },
  }
}

/** The processor will answer later, and says when to ask it again. */
export function acceptedLater(payment: Payment, steps: readonly NewStep[]): Planned {
  if (payment.status !== 'NEW' || steps.length === 0) return refuse('NOT_ALLOWED')
  return { plan: { ...NO_PLAN, reason: 'the processor answers later', steps } }
}

/** Money has arrived for a payin; `money.statusUpdate` names it. */
export function paid(
  payment: Payment,
  money: {
    readonly statusUpdate: string
    readonly received: Money
    readonly at: Instant
    readonly customerAccount?: AccountView | undefined
  },
  processorStatus: string | undefined,
): Planned {
  if (payment.confirmation === money.statusUpdate) return refuse('REPEATED')
  if (!reachable(payment, 'SUCCESS')) return refuse('SUSPEND')
  if (!isExpected(payment, money.received)) return refuse('SUSPEND')
  return end(payment, {
    to: 'SUCCESS',
    at: money.at,
    reason: payment.status === 'EXPIRED' ? 'paid late' : 'paid',
    patch: {
      confirmation: money.statusUpdate,
      failureReason: undefined,
      processorStatus: processorStatus ?? payment.processorStatus,
      payerAccount: money.customerAccount ?? payment.payerAccount,
    },
    postings: payinSucceeded(payment.money, payment, money.received.amountMinor, payment.processor),
  })
}

export function delivered(
  payment: Payment,
  statusUpdate: string,
  at: Instant,
  processorStatus: string | undefined,
): Planned {
  if (payment.confirmation === statusUpdate) return refuse('REPEATED')
  if (!reachable(payment, 'SUCCESS')) return refuse('NOT_ALLOWED')
  return end(payment, {
    to: 'SUCCESS',
    at,
    reason: 'delivered',
    patch: { confirmation: statusUpdate, processorStatus: processorStatus ?? payment.processorStatus },
    postings: payoutDelivered(payment.money, payment, payment.processor, refunded(payment)),
  })
}

/** Prefix of the confirmation of a payin that was paid with money of a case. */
export const BY_CASE = 'case:'

/** Its money came from a case: perhaps through another processor than its own, and in another amount. */
export const isAssigned = ({ confirmation }: Pick<Payment, 'confirmation'>): boolean =>
  confirmation?.startsWith(BY_CASE) === true

/** Suspended money that an operator assigns to this payin. `taken`: the part of the case's money that it gets. */
export function assigned(
  payment: Payment,
  assignment: {
    readonly confirmation: string
    /** For the history. */
    readonly reason: string
    readonly taken: Money
    readonly acceptDifference: boolean
    readonly from: SuspendedIn
    readonly at: Instant
  },
): Decision<TransitionRefusal | 'AMOUNT_DIFFERS'> {
  const { confirmation, taken, from, at } = assignment
  if (payment.kind !== 'payin' || !reachable(payment, 'SUCCESS')) return refuse('NOT_ALLOWED')
  if (taken.currency !== payment.money.currency) return { refusal: 'AMOUNT_DIFFERS' }
  if (!isExpected(payment, taken) && !assignment.acceptDifference) return { refusal: 'AMOUNT_DIFFERS' }
  return end(payment, {
    to: 'SUCCESS',
    at,
    reason: assignment.reason,
    patch: { confirmation, failureReason: undefined },
    postings: payinAssigned(payment.money, payment, taken.amountMinor, from),
  })
}

/** An operator settles a case of this payment: its status stays, but money moves and its history gets a line. */
export const settled = (reason: string, postings: Plan['postings']): Plan => ({
  ...NO_PLAN,
  reason,
  postings,
})

/** Refused, or failed with a reason: what was reserved is released. A refund that is refused has failed. */
export function ended(
  payment: Payment,
  said: 'REFUSED' | 'FAILED',
  reason: string,
  at: Instant,
  processorStatus?: string,
): Planned {
  const to = payment.kind === 'refund' ? 'FAILED' : said
  if (payment.status === to) return refuse('REPEATED')
  if (!reachable(payment, to)) return refuse('NOT_ALLOWED')
  return end(payment, {
    to,
    at,
    reason,
    patch: {
      failureReason: to === 'FAILED' ? reason : undefined,
      processorStatus: processorStatus ?? payment.processorStatus,
    },
    ...setAsideAgain(payment, reason),
  })
}

/**
 * `expireAt` has passed, or (`early`) the processor reports that the payin's time is over: then that was its
 * `expireAt`. Late money is still accepted. If no processor is known to have accepted the payin, status inquiries
 * continue.
 * @param steps the cancellation and the status inquiries that its processor gets
 */
export function expired(
  payment: Payment,
  at: Instant,
  early: boolean,
  processorStatus?: string,
  steps: readonly NewStep[] = [],
): Planned {
  if (payment.kind === 'refund') return unclaimed(payment, at)
  if (!isOpen(payment.status) || payment.kind !== 'payin') return refuse('NOT_ALLOWED')
  if (!early && (payment.expireAt === undefined || payment.expireAt > at)) return refuse('NOT_DUE')
  return {
    plan: {
      ...NO_PLAN,
      moves: ['EXPIRED'],
      reason: 'expireAt has passed',
      patch: {
        expireAt: payment.expireAt === undefined ? at : Math.min(payment.expireAt, at),
        processorStatus: processorStatus ?? payment.processorStatus,
      },
      announce: true,
      steps: [...steps, ...resting(payment.moneyRequiredMinor, at)],
      clearSteps: payment.status === 'NEW' ? ['expire'] : ['expire', 'accept'],
    },
  }
}

/** The refund's payee was not named, or the refund not approved, in time: the money is the merchant's again. */
function unclaimed(payment: Payment, at: Instant): Planned {
  const { status, expireAt } = payment
  const isHeld = status === 'NEW' && payment.request.refund?.heldBy !== undefined
  if (status !== 'AWAITING_PAYEE' && !isHeld) return refuse('NOT_ALLOWED')
  if (expireAt === undefined || expireAt > at) return refuse('NOT_DUE')
  const [reason, ending] = isHeld
    ? (['it was not approved', { to: 'FAILED', patch: { failureReason: 'NOT_APPROVED' } }] as const)
    : (['it was not claimed', { to: 'EXPIRED' }] as const)
  return end(payment, { ...ending, at, reason, ...setAsideAgain(payment, reason) })
}

export const isExpected = (payment: Payment, received: Money): boolean =>
  received.currency === payment.money.currency && received.amountMinor === wantedOf(payment).amountMinor

/** The amount that its payer was asked for, which may differ from the order's. */
export const wantedOf = ({ money, moneyRequiredMinor }: Payment): Money => ({
  currency: money.currency,
  amountMinor: moneyRequiredMinor ?? money.amountMinor,
})

/** How often a reference may be set before it has matched: once, and three corrections. */
export const MAX_REFERENCE_SETTINGS = 4

/** The payer's external reference: a claim, not evidence. */
export function referenceSet(payment: Payment, reference: string, steps: readonly NewStep[]): Planned {
  if (payment.externalReference === reference) return refuse('REPEATED')
  if (isFinal(payment.status) || payment.externalChanges >= MAX_REFERENCE_SETTINGS)
    return refuse('NOT_ALLOWED')
  const old = payment.externalReference
  return {
    plan: {
      ...NO_PLAN,
      reason: 'external reference set',
      patch: { externalReference: reference, externalChanges: payment.externalChanges + 1 },
      steps,
      releases:
        old === undefined ? [] : [{ owner: payment.merchantId, scope: 'external-reference', value: old }],
    },
  }
}
