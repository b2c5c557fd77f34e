/** What each kind of step does when it is due. */

import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { changeId } from '../foundation/identifiers.ts'
import { type Decision, Undecided } from '../payments/change.ts'
import type { StepPurpose } from '../payments/claims.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { cooledDown, isAccepted, unresponsive } from '../payments/passing.ts'
import { expired } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import type { DueStep, StepHandler } from '../payments/steps.ts'
import { isFinal } from '../payments/transitions.ts'
import type { Acceptances } from './acceptance.ts'
import { cancelInTime } from './cancelling.ts'
import type { Processor } from './port.ts'
import { lastQuestionAt, nextQuestionAt, stepsAfterExpiry } from './unresponsive.ts'

/** Where this gateway itself was gone for that day, the first question is not the last one that may fail. */
const QUESTIONS_IN_VAIN = 5
/** A processor that was taken away may come back. */
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
      commit(context, step, 'the rest of an amount', (payment) => cooledDown(payment)).then(() => undefined),
    expire: (step) => expire(context, step),
  }
}

/** An expired payin whose processor can be asked is not offered to it anew: the step `ask` finds out. */
async function acceptAgain(context: StepContext, payment: Payment): Promise<Instant | undefined> {
  if (payment.status === 'EXPIRED' && context.processors.get(payment.processor)?.ask) return undefined
  return context.acceptances.again(payment)
}

/** @param tries how often the question was begun, with this time */
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
    // One that is gone for good would be asked about every payin that ever expired with it; its silence is a case by itself.
    if (isLast && tries >= QUESTIONS_IN_VAIN) return undefined
    throw error
  })
  if (!isExpired) return nextQuestionAt(tries, now)
  if (answer !== 'open' || isLast) return undefined
  // It was taken on, and only its answer was lost.
  if (!isAccepted(payment)) await context.acceptances.again(payment)
  return nextQuestionAt(tries, now)
}

/** A payin that has expired is unresponsive only where its processor cannot even be asked. */
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

/** `expireAt` has passed. The journal looks again under lock, so money that comes in this very moment wins or is late. */
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
