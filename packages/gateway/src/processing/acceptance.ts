/**
 * Accepting a payment: from its processor's acceptance to the instructions for the payer.
 *
 * If the processor needs no network, the acceptance is part of the create (`inline`), in one commit. Otherwise the
 * payment is committed NEW, with a step that calls the processor again after a crash, and `afterCommit` calls it
 * immediately and waits at most 10 s. What is not known by then comes with the step or with a status update. If a
 * processor declines, the next one of the payment's route gets the payment, in a commit that the history shows; if none
 * is left, the payment has failed. Only `declined` passes a payment on. After any other error the same processor is
 * called again, because it may have accepted the payment.
 */
import type { PayinContext } from '@sluice/core/catalogue/payment-method.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { changeId } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Claim, NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Acceptance, Declined, DeclinedBy, Processor } from '@sluice/core/processor/port.ts'
import type { Merchants } from '../merchants/directory.ts'
import { GATEWAY } from '../payments/cases.ts'
import { type CommitResult, type Decision, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal-port.ts'
import { DECLINED, isAccepted, rerouted, routesExhausted } from '../payments/passing.ts'
import { accepted, acceptedLater, ended } from '../payments/plans.ts'
import {
  type AcceptedPayment,
  acceptContext,
  acceptedBy,
  INQUIRE_AGAIN_MS,
  NO_CLAIMS,
} from './accepted-payment.ts'
import { isDenied, isNative, isSameAttempt, MOVED, NO_RAIL } from './attempts.ts'
import { openContradiction } from './contradiction.ts'
import { madeKnown, payinContext } from './instructions.ts'
import { allWords, customerRefused, reasonsOf, routeOf, wordsOf } from './route.ts'
import { inquirySteps } from './unresponsive.ts'

const ANSWER_WITHIN_MS = 10_000
const PAUSE_MS = 5_000
const NOTHING_TO_DO: readonly NewStep[] = []
/** How many claims of a processor may turn out to be held by others before the payment passes to the next processor. */
export const MAX_CLAIM_TRIES = 16

export interface AcceptanceContext {
  readonly deps: Deps
  readonly journal: Journal
  readonly merchants: Merchants
  readonly processors: ReadonlyMap<string, Processor>
  /** The names of the processors that have declined this payment so far, from its history. */
  readonly declinedBy: (payment: Payment) => Promise<ReadonlySet<string>>
  /** The payin whose money the refund refunds. */
  readonly payinOf: (refund: Payment) => Promise<Payment>
  readonly passRefund: PassRefund
  /** The gateway's public address, without a slash at the end. */
  readonly baseUrl: () => string
}

/**
 * Passes on a refund whose processor has certainly moved no money, to another route if one is left. `nobody`: none is
 * left. `moved`: the refund has gone on by itself meanwhile, and nothing was changed.
 */
export type PassRefund = (refund: Payment, why: string) => Promise<Payment | 'nobody' | 'moved'>

/** Others have taken everything that was free. */
export const NO_FREE_CLAIM: Declined = {
  type: 'declined',
  reason: 'LIMIT',
  detail: 'other payments took what it offered each time',
}

export class Acceptances {
  readonly #context: AcceptanceContext

  constructor(context: AcceptanceContext) {
    this.#context = context
  }

  /**
   * The payment for its create to write: PENDING with its instructions, or NEW with a step to call the processor.
   * Without network, and without waiting unless its processor must.
   * @param taken claims that the processor wanted before and another payment holds
   * @param payin the payin whose money a refund refunds
   */
  inline(
    processor: Processor,
    payment: Payment,
    merchantName: string,
    taken: readonly Claim[] = NO_CLAIMS,
    payin?: Payment,
  ): AcceptedPayment | Declined | Promise<AcceptedPayment | Declined> {
    assert(processor.forTests === payment.isTest, 'test payments go to processors for tests, live ones never')
    const context = payinContext(payment, merchantName, this.#context.baseUrl())
    if (isNative(payment)) {
      assert(payin, 'a refund by a rail has a payin')
      return acceptedBy(processor, payment, processor.refund?.acceptInline?.(payment, payin), context)
    }
    const answer = processor.acceptInline?.(payment, acceptContext(payment, context, taken))
    return answer instanceof Promise
      ? answer.then((acceptance) => acceptedBy(processor, payment, acceptance, context))
      : acceptedBy(processor, payment, answer, context)
  }

  /** Calls the processor now and waits for the outcome, but not for long. */
  async afterCommit(payment: Payment): Promise<void> {
    if (payment.status !== 'NEW') return
    const { timers } = this.#context.deps
    await new Promise<void>((resolve) => {
      const cancel = timers.after(ANSWER_WITHIN_MS, resolve)
      this.#settle(payment)
        .then(
          (later) =>
            later &&
            this.#commit(
              payment,
              (now) => (isSameAttempt(now, payment) ? acceptedLater(now, later) : MOVED),
              {
                postsNothing: true,
              },
            ),
        )
        .catch((error: unknown) => this.#warn(payment, error))
        .finally(() => {
          cancel()
          resolve()
        })
    })
  }

  /**
   * The step `accept`: calls the processor again, also for a payin that expired before it was known whether it was
   * accepted.
   * @returns when to call next, if nothing is known yet
   */
  async again(payment: Payment): Promise<Instant | undefined> {
    if (payment.status !== 'NEW' && (payment.status !== 'EXPIRED' || isAccepted(payment))) return undefined
    const later = await this.#settle(payment)
    if (later === undefined || payment.status === 'EXPIRED') return undefined
    const requested = later.find(({ purpose }) => purpose === 'accept')
    return Math.max(requested?.dueAt ?? 0, this.#context.deps.clock.now() + PAUSE_MS)
  }

  /** Calls processors until one accepts the payment or none is left. @returns the steps of one that will answer later */
  async #settle(payment: Payment): Promise<readonly NewStep[] | undefined> {
    let current = payment
    let taken = NO_CLAIMS
    for (;;) {
      if (this.#isTimeOver(current)) return NOTHING_TO_DO
      const { acceptance, context } = await this.#ask(current, taken)
      if (acceptance.type === 'later') return acceptance.steps
      if (acceptance.type !== 'declined') {
        const claim = await this.#keep(current, acceptance, context)
        if (!claim) return undefined
        taken = [...taken, claim]
        if (taken.length < MAX_CLAIM_TRIES) continue
      }
      const next = await this.#pass(current, acceptance.type === 'declined' ? acceptance : NO_FREE_CLAIM)
      if (!next) return undefined
      current = next
      taken = NO_CLAIMS
    }
  }

  /** The payin has expired: no processor may be asked any more to have its payer pay. */
  #isTimeOver({ kind, status, expireAt }: Payment): boolean {
    return (
      kind === 'payin' &&
      status === 'NEW' &&
      expireAt !== undefined &&
      expireAt <= this.#context.deps.clock.now()
    )
  }

  async #ask(
    payment: Payment,
    taken: readonly Claim[],
  ): Promise<{ acceptance: Acceptance; context: PayinContext }> {
    const name = await this.#merchantName(payment)
    const context = payinContext(payment, name, this.#context.baseUrl())
    const processor = this.#processor(payment)
    const acceptance = isNative(payment)
      ? await this.#makeRefund(processor, payment)
      : await processor.accept(payment, acceptContext(payment, context, taken))
    return { acceptance, context }
  }

  /** A case's money that is returned belongs to no merchant. */
  async #merchantName({ merchantId }: Payment): Promise<string> {
    if (merchantId === GATEWAY) return ''
    const merchant = await this.#context.merchants.find(merchantId)
    assert(merchant, 'a payment has a merchant')
    return merchant.merchant.name
  }

  async #makeRefund(processor: Processor, refund: Payment): Promise<Acceptance> {
    if (!processor.refund) return NO_RAIL
    return processor.refund.accept(refund, await this.#context.payinOf(refund))
  }

  /** A status update has said that the money moved, and this answer denies it: an operator gets a case. */
  async #contradicts(
    requested: Payment,
    said: 'refused' | 'failed' | 'declined',
    why: string,
  ): Promise<void> {
    await openContradiction(this.#context, {
      payment: requested,
      processor: requested.processor,
      contradiction: { reason: 'REJECTED_AFTER_SUCCESS', detail: { said, why } },
    })
  }

  /** @returns the claim that another payment holds, if there is one */
  async #keep(
    requested: Payment,
    acceptance: Exclude<Acceptance, { type: 'declined' | 'later' }>,
    context: PayinContext,
  ): Promise<Claim | undefined> {
    const at = this.#context.deps.clock.now()
    const processor = this.#processor(requested)
    const claims = (acceptance.type === 'accepted' ? acceptance.claims : undefined) ?? NO_CLAIMS
    const outcome = await this.#commit(
      requested,
      (payment) => {
        if (!isSameAttempt(payment, requested)) return MOVED
        switch (acceptance.type) {
          case 'accepted': {
            const known = madeKnown(payment, acceptance, context)
            const statusChange = inquirySteps(processor, { ...payment, expireAt: known.expireAt }, at)
            return accepted(payment, { ...known, steps: [...acceptance.steps, ...statusChange] }, at)
          }
          case 'refused':
            return ended(payment, 'REFUSED', acceptance.reason, at)
          case 'failed':
            return ended(payment, 'FAILED', acceptance.failureReason, at)
        }
      },
      { claims, postsNothing: acceptance.type === 'accepted' },
    )
    if (isDenied(outcome) && acceptance.type !== 'accepted') {
      const why = acceptance.type === 'refused' ? acceptance.reason : acceptance.failureReason
      await this.#contradicts(requested, acceptance.type, why)
    }
    return outcome.type === 'claimed' ? outcome.claim : undefined
  }

  /** @returns the payment with the next processor of its route; undefined if there is none, or if it has moved on by itself */
  async #pass(requested: Payment, declined: Declined): Promise<Payment | undefined> {
    if (requested.status !== 'NEW') return undefined
    if (requested.kind === 'refund') {
      const passed = await this.#context.passRefund(requested, `${DECLINED}: ${wordsOf(declined)}`)
      // If its payee must still be named, or an operator sends it, there is no processor to call.
      if (typeof passed === 'object') return passed.status === 'NEW' ? passed : undefined
      if (passed === 'moved') return undefined
    }
    const { next, others } =
      requested.kind === 'refund' ? { next: undefined, others: [] } : await this.#next(requested)
    const at = this.#context.deps.clock.now()
    this.#context.deps.log.info(
      {
        merchantId: requested.merchantId,
        key: requested.key,
        processor: requested.processor,
        reason: declined.reason,
        detail: declined.detail,
        ...(next ? { next: next.name } : { others: reasonsOf(others) }),
      },
      'a processor declined a payment that was accepted',
    )
    const outcome = await this.#commit(requested, (payment) => {
      if (!isSameAttempt(payment, requested)) return MOVED
      if (!next) return routesExhausted(payment, allWords(declined, others), at)
      const steps: NewStep[] = [
        { purpose: 'accept', dueAt: at + INQUIRE_AGAIN_MS },
        ...inquirySteps(next, payment, at),
      ]
      return rerouted(payment, next.name, allWords(declined, others), steps)
    })
    // The gateway says that everything was taken; the processor has not said so.
    if (isDenied(outcome) && declined !== NO_FREE_CLAIM)
      await this.#contradicts(requested, 'declined', declined.reason)
    return next && outcome.type === 'done' ? outcome.payment : undefined
  }

  /** @returns also which other processors declined, and why */
  async #next(
    payment: Payment,
  ): Promise<{ readonly next: Processor | undefined; readonly others: readonly DeclinedBy[] }> {
    const { merchants, processors, deps, declinedBy } = this.#context
    const merchant = await merchants.find(payment.merchantId)
    // An operator decided which processor returns a case's money.
    const named =
      payment.merchantId === GATEWAY
        ? [payment.processor]
        : merchant?.product(payment.method, payment.money.currency)?.processors
    const before = await declinedBy(payment)
    const route = routeOf(processors, payment, named, deps.clock.now())
    const isNew = (name: string) => name !== payment.processor && !before.has(name)
    const others = route.declined.filter(({ processor }) => isNew(processor))
    for (const processor of route.candidates) {
      const { name } = processor
      if (!isNew(name)) continue
      const check = await processor.check({ ...payment, processor: name })
      // The balance it needs was reserved with the create.
      if (check.type === 'fine' || check.type === 'short') return { next: processor, others }
      others.push({
        ...(check.type === 'customer' ? customerRefused(check.refusal) : check),
        processor: name,
      })
    }
    return { next: undefined, others }
  }

  /** If the journal cannot say whether it was committed, the step tries again. */
  async #commit(
    payment: Payment,
    decide: (payment: Payment) => Decision,
    {
      claims = NO_CLAIMS,
      postsNothing = false,
    }: { readonly claims?: readonly Claim[]; readonly postsNothing?: boolean } = {},
  ): Promise<CommitResult> {
    const { deps, journal } = this.#context
    const at = deps.clock.now()
    const outcome = await journal.commit({
      changeId: changeId(deps.randomness.uuidV7(at)),
      merchantId: payment.merchantId,
      at,
      actor: `processor:${payment.processor}`,
      claims,
      claimKey: claims.length === 0 ? undefined : payment.key,
      subject: { type: 'move', kind: payment.kind, id: payment.id, decide, postsNothing },
    })
    if (outcome.type === 'shed' || outcome.type === 'unavailable' || outcome.type === 'unknown') {
      throw new Undecided('the acceptance', outcome)
    }
    return outcome
  }

  #processor(payment: Payment): Processor {
    const processor = this.#context.processors.get(payment.processor)
    assert(processor, `the processor ${payment.processor} is there`)
    // A constraint of the database would refuse this too: test and live never mix.
    assert(processor.forTests === payment.isTest, 'test payments go to processors for tests, live ones never')
    return processor
  }

  #warn(payment: Payment, error: unknown): void {
    // The gateway's key, because the merchant's ID may name a customer.
    const { merchantId, kind, key, processor } = payment
    this.#context.deps.log.warn(
      { merchantId, kind, key, processor, error: errorText(error) },
      'the processor did not answer; it is retried',
    )
  }
}
