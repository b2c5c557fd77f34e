/** What each kind of step does when it is due. */

import type { Database } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { changeId } from '../foundation/identifiers.ts'
import { type StepPurpose, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { expired } from '../payments/plans.ts'
import { findPayment } from '../payments/reading.ts'
import type { DueStep, StepHandler } from '../payments/steps.ts'
import type { TakingOn } from './acceptance.ts'
import type { Processor } from './port.ts'

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
    (handle: (payment: Payment) => Promise<Instant | undefined>) =>
    async ({ merchantId, kind, id, key }: DueStep) => {
      const payment = await findPayment(room.database, merchantId, kind, id)
      return payment?.key === key ? handle(payment) : undefined
    }

  return {
    accept: withPayment((payment) => room.takingOn.again(payment)),
    sandbox: withPayment(async (payment) => {
      await room.processors.get(payment.processor)?.step?.(payment)
      return undefined
    }),
    expire: (step) => expire(room, step),
  }
}

/** `expireAt` has passed. The journal looks again under lock, so money that comes in this very moment wins or is late. */
async function expire({ deps, journal }: StepRoom, step: DueStep): Promise<Instant | undefined> {
  const at = deps.clock.now()
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId: step.merchantId,
    at,
    actor: 'gateway',
    claims: [],
    claimKey: undefined,
    subject: { type: 'move', kind: step.kind, id: step.id, decide: (payment) => expired(payment, at, false) },
  })
  switch (outcome.type) {
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('the expiry', outcome)
    case 'refused':
      return outcome.refusal === 'NOT_DUE' ? at + 1_000 : undefined
    default:
      return undefined
  }
}
