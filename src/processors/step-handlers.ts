/** What each kind of step does when it is due. */

import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { changeId } from '../foundation/identifiers.ts'
import { type Decision, type StepPurpose, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { isAccepted, rested, silent } from '../payments/passing.ts'
import { expired } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import type { DueStep, StepHandler } from '../payments/steps.ts'
import { isFinal } from '../payments/transitions.ts'
import type { TakingOn } from './acceptance.ts'
import { cancelInTime } from './cancelling.ts'
import type { Processor } from './port.ts'
import { lastQuestionAt, nextQuestionAt, stepsAfterExpiry } from './silence.ts'

/** A processor that was taken away may come back. */
const ABSENT_PAUSE_MS = 60_000

export interface StepRoom {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly takingOn: TakingOn
  readonly processors: ReadonlyMap<string, Processor>
}

export function stepHandlers(room: StepRoom): Readonly<Record<StepPurpose, StepHandler>> {
  /** A step of a payment that is gone has nothing to do. */
  const withPayment =
    (handle: (payment: Payment, step: DueStep) => Promise<Instant | undefined>) => async (step: DueStep) => {
      const { merchantId, kind, id, key } = step
      const payment = await findPayment(room.database, merchantId, kind, id)
      return payment?.key === key ? handle(payment, step) : undefined
    }
  const stepOf = withPayment(async (payment) => room.processors.get(payment.processor)?.step?.(payment))

  return {
    accept: withPayment((payment) => acceptAgain(room, payment)),
    sandbox: stepOf,
    processor: stepOf,
    ask: withPayment((payment, { tries }) => ask(room, payment, tries)),
    silence: withPayment((payment) => silence(room, payment)),
    rest: (step) =>
      commit(room, step, 'the rest of an amount', (payment) => rested(payment)).then(() => undefined),
    expire: (step) => expire(room, step),
  }
}

/** An expired payin whose processor can be asked is not offered to it anew: the step `ask` finds out. */
async function acceptAgain(room: StepRoom, payment: Payment): Promise<Instant | undefined> {
  if (payment.status === 'EXPIRED' && room.processors.get(payment.processor)?.ask) return undefined
  return room.takingOn.again(payment)
}

/** @param tries how often the question was begun, with this time */
async function ask(room: StepRoom, payment: Payment, tries: number): Promise<Instant | undefined> {
  if (isFinal(payment.status)) return undefined
  const processor = room.processors.get(payment.processor)
  const now = room.deps.clock.now()
  if (!processor) return now + ABSENT_PAUSE_MS
  const isExpired = payment.status === 'EXPIRED'
  if (isExpired && tries === 1) await cancelInTime(room.deps, processor, payment)
  if (!processor.ask) return undefined
  const isLast = isExpired && now >= lastQuestionAt(payment)
  const answer = await processor.ask(payment).catch((error: unknown) => {
    // One that is gone for good would be asked about every payin that ever expired with it; its silence is a case by itself.
    if (isLast) return undefined
    throw error
  })
  if (!isExpired) return nextQuestionAt(tries, now)
  if (answer !== 'open' || isLast) return undefined
  // It was taken on, and only its answer was lost.
  if (!isAccepted(payment)) await room.takingOn.again(payment)
  return nextQuestionAt(tries, now)
}

/** A payin that has expired is silent only where its processor can not even be asked. */
async function silence(room: StepRoom, payment: Payment): Promise<undefined> {
  if (isFinal(payment.status)) return
  const { deps, processors } = room
  const processor = processors.get(payment.processor)
  if (payment.status === 'EXPIRED') {
    const answers = processor?.ask?.(payment).then(
      () => true,
      () => false,
    )
    if (processor && (await answers) !== false) return
  }
  const caseKey = deps.randomness.uuidV7(deps.clock.now())
  await commit(room, payment, 'a case', (now) => silent(now, caseKey, payment.createdAt))
}

/** `expireAt` has passed. The journal looks again under lock, so money that comes in this very moment wins or is late. */
async function expire(room: StepRoom, step: DueStep): Promise<Instant | undefined> {
  const at = room.deps.clock.now()
  const outcome = await commit(room, step, 'the expiry', (payment) =>
    expired(payment, at, false, undefined, stepsAfterExpiry(room.processors.get(payment.processor), at)),
  )
  return outcome.type === 'refused' && outcome.refusal === 'NOT_DUE' ? at + 1_000 : undefined
}

async function commit(
  { deps, journal }: StepRoom,
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
