/**
 * A processor that contradicts itself: it said that the money had moved and now says that it did not, or it reports
 * something that is impossible for this kind of payment.
 *
 * Nobody knows which statement is true, so nothing is undone and nothing posted. The status stays, and an operator gets
 * a case without money: one for each payment and kind of contradiction (and for each fact, if each must be looked at),
 * however often it is reported and by whichever channel.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { changeId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { Actor, Claim } from '@sluice/core/payment/claims.ts'
import type { Document, Payment } from '@sluice/core/payment/model.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { type CommitResult, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal-port.ts'
import { type Contradiction, contradicted } from '../payments/passing.ts'

export interface ContradictionContext {
  readonly journal: Journal
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
}

export interface Contradicting {
  readonly payment: Pick<Payment, 'merchantId' | 'kind' | 'id'>
  /** The processor that said it. */
  readonly processor: string
  readonly contradiction: Contradiction
  /** The name of the money it speaks of. Another name is another case. */
  readonly fact?: string | undefined
  readonly actor?: Actor | undefined
}

/**
 * Opens the case. Does nothing if the payment is with another processor, or is not a SUCCESS that could be denied: then
 * there is no contradiction.
 * @returns `done`, or `claimed` if the case was opened before
 * @throws Undecided if it is not known whether the case was opened: report it again
 */
export async function openContradiction(
  { journal, deps }: ContradictionContext,
  { payment, processor, contradiction, fact, actor }: Contradicting,
): Promise<Extract<CommitResult, { type: 'done' | 'claimed' | 'refused' | 'absent' }>> {
  const at = deps.clock.now()
  const { merchantId, kind, id } = payment
  const caseKey = deps.randomness.uuidV7(at)
  // No name of a status update begins like this: those begin with their processor's name.
  const claim: Claim = {
    owner: merchantId,
    scope: 'confirmation',
    value: [
      'contradiction',
      processor,
      kind,
      id,
      contradiction.reason,
      ...(fact === undefined ? [] : [fact]),
    ].join(':'),
  }
  const outcome = await journal.commit({
    changeId: changeId(deps.randomness.uuidV7(at)),
    merchantId,
    at,
    actor: actor ?? `processor:${processor}`,
    claims: [claim],
    claimKey: paymentKey(deps.randomness.uuidV7(at)),
    subject: {
      type: 'move',
      kind,
      id,
      decide: (now) =>
        now.processor === processor ? contradicted(now, caseKey, contradiction) : { refusal: 'NOT_ALLOWED' },
    },
  })
  switch (outcome.type) {
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a contradiction', outcome)
    case 'duplicate':
    case 'short':
      throw new Error(`a contradiction cannot end as ${outcome.type}`)
    default:
      return outcome
  }
}

/** For the case: codes and amounts, nothing personal. */
export function saidBy(statusChange: StatusUpdate['statusChange']): Document {
  switch (statusChange.type) {
    case 'paid':
    case 'returned': {
      const { currency, amountMinor } = statusChange.received
      return { said: statusChange.type, currencyCode: currency, amountMinor: amountMinor.toString() }
    }
    case 'refused':
      return { said: statusChange.type, why: statusChange.reason }
    case 'failed':
      return { said: statusChange.type, why: statusChange.failureReason }
    case 'delivered':
    case 'expired':
      return { said: statusChange.type }
  }
}
