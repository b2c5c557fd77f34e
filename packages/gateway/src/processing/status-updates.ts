/**
 * Status updates: what processors report about payments, applied once.
 *
 * A status update names its fact (`statusUpdateId`), so the same fact counts once, however often it is reported. Money
 * takes a claim on its fact, whether it makes a payment a SUCCESS or goes to suspense. An update for a payment that is
 * not committed yet is stored, and applied later. Money is never dropped: if it changes no status it goes to
 * `suspense`, with a case. A processor that contradicts itself changes nothing, and an operator gets a case. One table
 * says what each update means: `meaning.ts`.
 */
import { type Backoff, backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { changeId, paymentKey } from '@sluice/core/foundation/identifiers.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import type { DueWork } from '@sluice/database/due-looks.ts'
import type { Database, SqlCall } from '@sluice/database/port.ts'
import { openCase } from '../payments/cases.ts'
import type { Change, CommitResult, Decision } from '../payments/change.ts'
import type { Journal } from '../payments/journal-port.ts'
import { type Contradiction, sentAnyway } from '../payments/passing.ts'
import {
  delivered,
  ended,
  expired,
  isExpected,
  paid,
  type TransitionRefusal,
  wantedOf,
} from '../payments/plans.ts'
import { isForTests } from '../payments/processor-names.ts'
import { findPayment } from '../payments/reading.ts'
import { sentBackMinor } from '../payments/refunds.ts'
import { suspended } from '../payments/suspending.ts'
import type { PassRefund } from './acceptance.ts'
import { openContradiction, saidBy } from './contradiction.ts'
import { MOVES_MONEY_OF, meaningOf } from './meaning.ts'
import { type ExcessRefunds, isPaid, type Refunding, refundExcess } from './refunding-excess.ts'
import { answerOf } from './status-update-answers.ts'
import { claimsOf, isOfAnotherRoute, moneyOf, movesMoneyOf } from './status-update-facts.ts'
import { firstKeptDue, forget, keep, keepOn, storedStatusUpdates } from './stored-status-updates.ts'

const LOOK_EVERY_MS = 1_000
/** How long a status update without a payment is retried. Then its money is suspended and a case opened. */
const KEEP_MS = 24 * 3_600_000
const AFTER_MISS: Backoff = { firstMs: LOOK_EVERY_MS, longestMs: 3_600_000 }
const KEPT_AT_ONCE = 100
/** How often a refund may change while its next route is found. */
const MAX_LOOKS = 5

/** Whether this payin may be completed: if it needs an external reference, it must have one. */
export type MayComplete = (payment: Payment) => boolean

export class StatusUpdates {
  readonly #database: Database
  readonly #journal: Journal
  readonly #deps: Deps
  readonly #mayComplete: MayComplete
  readonly #passOn: PassRefund
  readonly #excess: ExcessRefunds | undefined
  readonly #loop: Loop
  readonly due: DueWork

  /** @param excess makes refunds of money that does not fit its payin; left out: there are none */
  constructor(
    database: Database,
    journal: Journal,
    deps: Deps,
    mayComplete: MayComplete,
    passOn: PassRefund = async () => 'nobody',
    excess?: ExcessRefunds,
  ) {
    this.#excess = excess
    this.#database = database
    this.#journal = journal
    this.#deps = deps
    this.#mayComplete = mayComplete
    this.#passOn = passOn
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#applyKept(),
      failed: 'stored status updates could not be read',
    })
    this.due = { name: 'reports', dueAt: firstKeptDue, loop: this.#loop }
  }

  /** @param noted written with the change, and only then @throws Undecided or DatabaseFailure if it must be reported again */
  async take(statusUpdate: StatusUpdate, noted: readonly SqlCall[] = []): Promise<StatusUpdateAnswer> {
    const answer = await this.#apply(statusUpdate, noted)
    if (answer !== 'kept') return answer
    const now = this.#deps.clock.now()
    await keep(this.#database, statusUpdate, now + LOOK_EVERY_MS)
    return 'kept'
  }

  async #apply(statusUpdate: StatusUpdate, noted: readonly SqlCall[] = []): Promise<StatusUpdateAnswer> {
    if (
      statusUpdate.statusChange.type === 'failed' &&
      statusUpdate.statusChange.noMoneyLeft &&
      (await this.#goesOn(statusUpdate))
    ) {
      if (noted.length > 0) await this.#database.batch(noted)
      return 'applied'
    }
    const sentBack = await this.#makesRefund(statusUpdate, noted)
    if (sentBack) return sentBack
    // Money is claimed by its fact: it makes one payment a SUCCESS or goes to suspense, once and never both.
    const claims = statusUpdate.statusChange.type === 'paid' ? claimsOf(statusUpdate) : []
    const decide = (payment: Payment) => this.#decide(payment, statusUpdate)
    const outcome = await this.#move(statusUpdate, claims, decide, { alongside: noted })
    if (outcome.type === 'refused' && outcome.refusal === 'SUSPEND') return this.#suspend(statusUpdate)
    if (outcome.type === 'refused' && outcome.refusal === 'SENSELESS')
      return this.#contradict(statusUpdate, 'CONFLICTING_STATUS_UPDATE')
    const contradicts = outcome.type === 'refused' && outcome.refusal === 'CONTRADICTS'
    const reason =
      statusUpdate.statusChange.type === 'paid' ? 'AMOUNT_CONTRADICTED' : 'REJECTED_AFTER_SUCCESS'
    if (contradicts || (outcome.type === 'claimed' && (await this.#namesAnotherAmount(statusUpdate))))
      return this.#contradict(statusUpdate, reason)
    return answerOf(outcome)
  }

  /** Money that does not fit its payin is returned if the product's policy says so. @returns undefined if nothing is returned */
  async #makesRefund(
    statusUpdate: StatusUpdate,
    noted: readonly SqlCall[],
  ): Promise<StatusUpdateAnswer | undefined> {
    if (!this.#excess || !isPaid(statusUpdate)) return undefined
    const giving: Refunding = {
      refunds: this.#excess,
      find: ({ merchantId, kind, id }) => findPayment(this.#database, merchantId, kind, id),
      mayComplete: (payin) => this.#mayComplete(payin),
      commit: (of, decide, brings, alongside, claims) =>
        this.#move(of, [...claimsOf(of), ...claims], decide, { brings, alongside: [...alongside, ...noted] }),
    }
    return refundExcess(giving, statusUpdate)
  }

  /** A refund for which certainly no money has left goes on by another route, if one is left. */
  async #goesOn(statusUpdate: StatusUpdate): Promise<boolean> {
    const { merchantId, kind, id, processor, statusChange } = statusUpdate
    if (kind !== 'refund' || statusChange.type !== 'failed') return false
    for (let time = 0; time < MAX_LOOKS; time += 1) {
      const refund = await findPayment(this.#database, merchantId, kind, id)
      if (refund?.processor !== processor || isOfAnotherRoute(statusUpdate, refund)) return false
      if (refund.status !== 'NEW' && refund.status !== 'PENDING') return false
      const passed = await this.#passOn(refund, `failed: ${statusChange.failureReason}`)
      if (passed !== 'moved') return passed !== 'nobody'
    }
    return false
  }

  /** Reported under the same name as the money that made it a SUCCESS, but with another amount. */
  async #namesAnotherAmount({
    merchantId,
    kind,
    id,
    processor,
    statusUpdateId,
    statusChange,
  }: StatusUpdate): Promise<boolean> {
    const payment = await findPayment(this.#database, merchantId, kind, id)
    if (statusChange.type !== 'paid' || payment?.processor !== processor) return false
    if (payment.confirmation !== statusUpdateId || isExpected(payment, statusChange.received)) return false
    // If more than the requested amount came, the rest was returned: together they are that money.
    const { currency, amountMinor } = wantedOf(payment)
    const backMinor = await sentBackMinor(this.#database, payment, statusUpdateId)
    return (
      statusChange.received.currency !== currency ||
      statusChange.received.amountMinor !== amountMinor + backMinor
    )
  }

  #decide(payment: Payment, statusUpdate: StatusUpdate): Decision<TransitionRefusal> {
    const { statusChange, statusUpdateId } = statusUpdate
    // A processor may report only on its own payments. But one that has declined a payment may still move money for it.
    if (payment.processor !== statusUpdate.processor) {
      const isOfItsKind = isForTests(statusUpdate.processor) === payment.isTest
      return { refusal: isOfItsKind && movesMoneyOf(statusUpdate, payment) ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
    // For a route that the refund has left: its money should not have moved any more.
    if (isOfAnotherRoute(statusUpdate, payment)) {
      return { refusal: movesMoneyOf(statusUpdate, payment) ? 'SUSPEND' : 'NOT_ALLOWED' }
    }
    switch (meaningOf(payment, statusChange.type)) {
      case 'becomes':
        return this.#become(payment, statusUpdate)
      case 'money':
        // A delivery takes no claim of its name: the payment keeps the name.
        return {
          refusal:
            payment.confirmation === statusUpdateId && statusChange.type !== 'returned'
              ? 'REPEATED'
              : 'SUSPEND',
        }
      case 'contradicts':
        return { refusal: 'CONTRADICTS' }
      case 'reported':
        return { refusal: 'REPEATED' }
      case 'late':
        return { refusal: 'NOT_ALLOWED' }
      case 'senseless':
        return { refusal: 'SENSELESS' }
    }
  }

  #become(payment: Payment, statusUpdate: StatusUpdate): Decision<TransitionRefusal> {
    const { statusChange, statusUpdateId, at, processorStatus } = statusUpdate
    switch (statusChange.type) {
      case 'paid':
        return this.#paid(payment, statusUpdate, statusChange)
      case 'delivered':
        return delivered(payment, statusUpdateId, at, processorStatus)
      case 'refused':
        return ended(payment, 'REFUSED', statusChange.reason, at, processorStatus)
      case 'failed':
        return ended(payment, 'FAILED', statusChange.failureReason, at, processorStatus)
      case 'expired':
        return expired(payment, at, true, processorStatus)
      case 'returned':
        return { refusal: 'SUSPEND' }
    }
  }

  /** Only a SUCCESS waits for its reference. Money that cannot lead to one is suspended now. */
  #paid(
    payment: Payment,
    { statusUpdateId, at, processorStatus }: StatusUpdate,
    { received, customerAccount }: Extract<StatusUpdate['statusChange'], { type: 'paid' }>,
  ): Decision<TransitionRefusal> {
    const planned = paid(
      payment,
      { statusUpdate: statusUpdateId, received, at, customerAccount },
      processorStatus,
    )
    return 'plan' in planned && !this.#mayComplete(payment) ? { refusal: 'REFERENCE_MISSING' } : planned
  }

  async #suspend(statusUpdate: StatusUpdate): Promise<StatusUpdateAnswer> {
    const received = moneyOf(statusUpdate)
    const caseKey = this.#deps.randomness.uuidV7(statusUpdate.at)
    const { statusUpdateId, processor, about } = statusUpdate
    const outcome = await this.#move(statusUpdate, claimsOf(statusUpdate), (payment) =>
      received
        ? suspended(payment, received, caseKey, statusUpdateId, processor, about)
        : sentAnyway(payment, caseKey, statusUpdateId, processor),
    )
    if (outcome.type === 'claimed') return 'repeated'
    return outcome.type === 'done' ? 'suspended' : answerOf(outcome)
  }

  /** The answer is the same each time, and there is one case. Updates that make no sense get a case for each name of money. */
  async #contradict(
    statusUpdate: StatusUpdate,
    reason: Contradiction['reason'],
  ): Promise<StatusUpdateAnswer> {
    const { statusChange, processor, processorStatus, statusUpdateId, about, actor } = statusUpdate
    const outcome = await openContradiction(
      { journal: this.#journal, deps: this.#deps },
      {
        payment: statusUpdate,
        processor,
        actor,
        fact:
          reason === 'CONFLICTING_STATUS_UPDATE' && MOVES_MONEY_OF[statusChange.type]
            ? statusUpdateId
            : undefined,
        contradiction: {
          reason,
          detail: {
            ...about,
            statusUpdate: statusUpdateId,
            ...saidBy(statusChange),
            ...(processorStatus && { processorStatus }),
          },
        },
      },
    )
    return outcome.type === 'done' || outcome.type === 'claimed' ? 'contradicts' : answerOf(outcome)
  }

  #move(
    statusUpdate: StatusUpdate,
    claims: readonly Claim[],
    decide: (payment: Payment) => Decision,
    more: Pick<Change, 'brings' | 'alongside'> = {},
  ): Promise<CommitResult> {
    return this.#journal.commit({
      changeId: changeId(this.#deps.randomness.uuidV7(statusUpdate.at)),
      merchantId: statusUpdate.merchantId,
      at: statusUpdate.at,
      actor: statusUpdate.actor ?? `processor:${statusUpdate.processor}`,
      claims,
      claimKey: claims.length === 0 ? undefined : paymentKey(this.#deps.randomness.uuidV7(statusUpdate.at)),
      ...more,
      subject: { type: 'move', kind: statusUpdate.kind, id: statusUpdate.id, decide },
    })
  }

  start(): void {
    this.#loop.start(Number.POSITIVE_INFINITY)
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** @returns how long until the next round, unless something is due earlier */
  async #applyKept(): Promise<number> {
    const now = this.#deps.clock.now()
    for (const kept of await storedStatusUpdates(this.#database, now, KEPT_AT_ONCE)) {
      const isOld = now - kept.receivedAt > KEEP_MS
      if (await this.#isSettled(kept.statusUpdate, isOld)) {
        await forget(this.#database, kept)
      } else {
        const pauseMs = backoffMs(AFTER_MISS, kept.tries + 1, this.#deps.randomness.fraction())
        await keepOn(this.#database, kept, now + pauseMs)
      }
    }
    return Number.POSITIVE_INFINITY
  }

  /** Tries a stored status update. One that fails must not hold up the others. */
  async #isSettled(statusUpdate: StatusUpdate, isOld: boolean): Promise<boolean> {
    try {
      const answer = isOld ? await this.#giveUp(statusUpdate) : await this.#apply(statusUpdate)
      return answer !== 'kept' && answer !== 'not-now'
    } catch (error) {
      const { processor, statusUpdateId } = statusUpdate
      this.#deps.log.error(
        { processor, statusUpdateId, error: errorText(error) },
        'a stored status update failed and is tried again',
      )
      return false
    }
  }

  /** Money for a payment that was never created, or that may not be completed: an operator must know. */
  async #giveUp(statusUpdate: StatusUpdate): Promise<StatusUpdateAnswer> {
    const answer = await this.#apply(statusUpdate)
    if (answer === 'not-now') return this.#suspend(statusUpdate)
    if (answer !== 'kept') return answer
    const { merchantId, processor, statusUpdateId, kind, id, statusChange } = statusUpdate
    const money = moneyOf(statusUpdate)
    // The update does not say how much was delivered: the case has no money.
    if (!MOVES_MONEY_OF[statusChange.type]) return 'not-allowed'
    const context = { database: this.#database, journal: this.#journal, deps: this.#deps }
    const opened = await openCase(context, {
      merchantId,
      fact: statusUpdateId,
      reason: 'NO_SUCH_PAYMENT',
      ...(money && { money }),
      processor,
      detail: { statusUpdate: statusUpdateId, said: statusChange.type, kind, id },
    })
    return opened === 'opened' ? 'suspended' : 'repeated'
  }
}
