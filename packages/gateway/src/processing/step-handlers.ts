/** What each kind of step does when it is due. */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import type { StepPurpose } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isFinal } from '@sluice/core/payment/transitions.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { type Decision, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal-port.ts'
import { holdPeriodEnded, isAccepted, unresponsive } from '../payments/passing.ts'
import { expired } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import type { DueStep, StepHandler } from '../payments/steps.ts'
import type { Acceptances } from './acceptance.ts'
import { cancelInTime } from './cancelling.ts'
import { lastQuestionAt, nextQuestionAt, stepsAfterExpiry } from './unresponsive.ts'

/** After our own outage, make at least five status inquiries about an expired payin before giving up. */
const QUESTIONS_IN_VAIN = 5
/** A processor that was deleted may come back. */
const ABSENT_PAUSE_MS = 60_000

export interface StepContext {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly acceptances: Acceptances
  readonly processors: ReadonlyMap<string, Processor>
}

export function stepHandlers(context: StepContext): Readonly<Record<StepPurpose, StepHandler>> {
  /** A step of a payment that is gone has nothing to do. */
  const withPayment =
    (handle: (payment: Payment, step: DueStep) => Promise<Instant | undefined>) => async (step: DueStep) => {
      const { merchantId, kind, id, key } = step
      const payment = await findPayment(context.database, merchantId, kind, id)
      return payment?.key === key ? handle(payment, step) : undefined
    }
  const stepOf = withPayment(async (payment) => context.processors.get(payment.processor)?.step?.(payment))

  return {
    accept: withPayment((payment) => acceptAgain(context, payment)),
    sandbox: stepOf,
    processor: stepOf,
    inquiry: withPayment((payment, { tries }) => ask(context, payment, tries)),
    silence: withPayment((payment) => silence(context, payment)),
    rest: (step) =>
      commit(context, step, 'the end of a hold period', (payment) => holdPeriodEnded(payment)).then(
        () => undefined,
      ),
    expire: (step) => expire(context, step),
  }
}

/** An expired payin whose processor answers status inquiries is not offered to it again: the step `inquiry` finds out. */
async function acceptAgain(context: StepContext, payment: Payment): Promise<Instant | undefined> {
  if (payment.status === 'EXPIRED' && context.processors.get(payment.processor)?.ask) return undefined
  return context.acceptances.again(payment)
}

/** @param tries how many status inquiries there were, including this one */
async function ask(context: StepContext, payment: Payment, tries: number): Promise<Instant | undefined> {
  if (isFinal(payment.status)) return undefined
  const processor = context.processors.get(payment.processor)
  const now = context.deps.clock.now()
  if (!processor) return now + ABSENT_PAUSE_MS
  const isExpired = payment.status === 'EXPIRED'
  if (isExpired && tries === 1) await cancelInTime(context.deps, processor, payment)
  if (!processor.ask) return undefined
  const isLast = isExpired && now >= lastQuestionAt(payment)
  const answer = await processor.ask(payment).catch((error: unknown) => {
    // A processor that is gone for good would otherwise get inquiries about every payin that ever expired with it. Its
    // silence is a case anyway.
    if (isLast && tries >= QUESTIONS_IN_VAIN) return undefined
    throw error
  })
  if (!isExpired) return nextQuestionAt(tries, now)
  if (answer !== 'open' || isLast) return undefined
  // It was accepted, and only the answer was lost.
  if (!isAccepted(payment)) await context.acceptances.again(payment)
  return nextQuestionAt(tries, now)
}

/** An expired payin is unresponsive only if its processor cannot even be reached. */
async function silence(context: StepContext, payment: Payment): Promise<undefined> {
  if (isFinal(payment.status)) return
  const { deps, processors } = context
  const processor = processors.get(payment.processor)
  if (payment.status === 'EXPIRED') {
    const answers = processor?.ask?.(payment).then(
      () => true,
      () => false,
    )
    if (processor && (await answers) !== false) return
  }
  const caseKey = deps.randomness.uuidV7(deps.clock.now())
  await commit(context, payment, 'a case', (now) => unresponsive(now, caseKey, payment.createdAt))
}

/**
 * `expireAt` has passed. The journal checks again under lock, so money that comes at this very moment is either in time
 * or late.
 */
async function expire(context: StepContext, step: DueStep): Promise<Instant | undefined> {
  const at = context.deps.clock.now()
  const outcome = await commit(context, step, 'the expiry', (payment) =>
    expired(payment, at, false, undefined, stepsAfterExpiry(context.processors.get(payment.processor), at)),
  )
  return outcome.type === 'refused' && outcome.refusal === 'NOT_DUE' ? at + 1_000 : undefined
}

async function commit(
  { deps, journal }: StepContext,
  { merchantId, kind, id }: Pick<DueStep, 'merchantId' | 'kind' | 'id'>,
  what: string,
  decide: (payment: Payment) => Decision,
) {
  const at = deps.clock.now()
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor: 'gateway',
    claims: [],
    claimKey: undefined,
    subject: { type: 'move', kind, id, decide },
  })
  if (outcome.type === 'shed' || outcome.type === 'unavailable' || outcome.type === 'unknown') {
    throw new Undecided(what, outcome)
  }
  return outcome
}
