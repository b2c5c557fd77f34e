/**
 * Taking a payment on: from the processor's acceptance to the payment's instructions.
 *
 * Where the processor needs no network the acceptance is part of the create (`atOnce`), one commit. Otherwise the payment is
 * committed NEW with a step to ask (again) after a crash, and `afterCommit` asks at once, for at most 10 s; what is not known
 * by then comes with the step, or with a report. The instructions are made here, by the method's own file, from the
 * receiving details that the processor gave: no processor writes a response.
 */
import { offered } from '../catalogue/currencies.ts'
import type { Instructions, PayinContext, PayinMethod } from '../catalogue/method.ts'
import { payinMethod } from '../catalogue/methods.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { changeId } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import type { Merchants } from '../merchants/directory.ts'
import { type Decision, type NewStep, Undecided } from '../payments/change.ts'
import type { Journal } from '../payments/journal.ts'
import type { Payment } from '../payments/model.ts'
import { accepted, acceptedLater, ended } from '../payments/plans.ts'
import type { Acceptance, AcceptContext, Processor } from './port.ts'

const ANSWER_WITHIN_MS = 10_000
/** A payment that is still NEW by then is asked about: its node may have died. */
export const ASK_AGAIN_MS = 15_000
const PAUSE_MS = 5_000

/** Ours, shown to the payer: 14 characters of `A-Z 0-9` from the random part of the payment's key. */
export function referenceOf(payment: Pick<Payment, 'key'>): string {
  const random = BigInt(`0x${payment.key.replaceAll('-', '').slice(-16)}`) & ((1n << 62n) - 1n)
  return `S${random.toString(36).toUpperCase().padStart(13, '0')}`
}

export interface AcceptanceRoom {
  readonly deps: Deps
  readonly journal: Journal
  readonly merchants: Merchants
  readonly processors: ReadonlyMap<string, Processor>
  /** Where this gateway is reached, without a slash at the end. */
  readonly baseUrl: () => string
}

export interface TakenOn {
  readonly payment: Payment
  readonly steps: readonly NewStep[]
}

export class TakingOn {
  readonly #room: AcceptanceRoom

  constructor(room: AcceptanceRoom) {
    this.#room = room
  }

  /** The payment as its create shall write it: PENDING with its instructions, or NEW with a step to ask. Pure. */
  atOnce(payment: Payment, merchantName: string): TakenOn {
    const context = this.#context(payment, merchantName)
    const acceptance = this.#processor(payment).acceptAtOnce?.(payment, acceptContext(payment, context))
    const expiry = (at: Instant | undefined): NewStep[] =>
      at === undefined ? [] : [{ purpose: 'expire', dueAt: at }]
    if (acceptance?.type !== 'accepted') {
      const ask: NewStep = { purpose: 'accept', dueAt: payment.createdAt + ASK_AGAIN_MS }
      return { payment, steps: [...expiry(payment.expireAt), ask] }
    }
    const { steps, ...known } = madeKnown(payment, acceptance, context)
    const taken: Payment = { ...payment, ...known, status: 'PENDING' }
    return { payment: taken, steps: [...expiry(taken.expireAt), ...steps] }
  }

  /** Asks the processor now, and waits for what becomes of it, but not for long. */
  async afterCommit(payment: Payment): Promise<void> {
    if (payment.status !== 'NEW') return
    const { timers } = this.#room.deps
    await new Promise<void>((resolve) => {
      const cancel = timers.after(ANSWER_WITHIN_MS, resolve)
      this.#ask(payment)
        .then(({ acceptance, context }) => {
          const now = this.#room.deps.clock.now()
          return this.#commit(payment, (current) => planOf(current, acceptance, context, now))
        })
        .catch((error: unknown) => this.#warn(payment, error))
        .finally(() => {
          cancel()
          resolve()
        })
    })
  }

  /** The step `accept`: asks again. @returns when to ask the next time, where nothing is known yet */
  async again(payment: Payment): Promise<Instant | undefined> {
    if (payment.status !== 'NEW') return undefined
    const { acceptance, context } = await this.#ask(payment)
    const now = this.#room.deps.clock.now()
    if (acceptance.type === 'later') {
      const asked = acceptance.steps.find(({ purpose }) => purpose === 'accept')
      return Math.max(asked?.dueAt ?? 0, now + PAUSE_MS)
    }
    await this.#commit(payment, (current) => planOf(current, acceptance, context, now))
    return undefined
  }

  async #ask(payment: Payment): Promise<{ acceptance: Acceptance; context: PayinContext }> {
    const merchant = await this.#room.merchants.find(payment.merchantId)
    assert(merchant, 'a payment has a merchant')
    const context = this.#context(payment, merchant.merchant.name)
    return {
      acceptance: await this.#processor(payment).accept(payment, acceptContext(payment, context)),
      context,
    }
  }

  /** Where the journal cannot say, the step asks again. */
  async #commit(payment: Payment, decide: (payment: Payment) => Decision): Promise<void> {
    const { deps, journal } = this.#room
    const at = deps.clock.now()
    const outcome = await journal.commit({
      changeId: changeId(deps.randomness.uuidV7(at)),
      merchantId: payment.merchantId,
      at,
      actor: `processor:${payment.processor}`,
      claims: [],
      claimKey: undefined,
      subject: { type: 'move', kind: payment.kind, id: payment.id, decide },
    })
    if (outcome.type === 'shed' || outcome.type === 'unavailable' || outcome.type === 'unknown') {
      throw new Undecided('the acceptance', outcome)
    }
  }

  #processor(payment: Payment): Processor {
    const processor = this.#room.processors.get(payment.processor)
    assert(processor, `the processor ${payment.processor} is there`)
    // The port refuses what the database's constraint would refuse too: test and live never mix.
    assert(processor.forTests === payment.isTest, 'test payments go to processors for tests, live ones never')
    return processor
  }

  #context(payment: Payment, merchantName: string): PayinContext {
    const { operator } = payment
    const method = payment.kind === 'payin' ? methodOf(payment) : undefined
    const chosen =
      operator === undefined
        ? undefined
        : method?.currencies.get(payment.money.currency)?.operatorByCode.get(operator)
    return {
      merchantCode: payment.merchantId,
      merchantName,
      idPayin: payment.id,
      reference: referenceOf(payment),
      currency: offered(payment.money.currency),
      ...(chosen && { operator: chosen }),
      request: payment.request,
      baseUrl: this.#room.baseUrl(),
    }
  }

  #warn(payment: Payment, error: unknown): void {
    // Our own key, because the merchant's ID may name a customer.
    const { merchantId, kind, key, processor } = payment
    const message = error instanceof Error ? error.message : 'unknown'
    this.#room.deps.log.warn(
      { merchantId, kind, key, processor, error: message },
      'the processor did not answer; it is asked again',
    )
  }
}

/** The catalogue's method of a payin. */
export const methodOf = (payment: Payment): PayinMethod => payinMethod(payment.method, payment.operator)

const acceptContext = (payment: Payment, context: PayinContext): AcceptContext => ({
  sandboxReceiving: () => (payment.kind === 'payin' ? methodOf(payment).sandboxReceiving(context) : {}),
})

/** What the acceptance makes known of the payment. */
function madeKnown(
  payment: Payment,
  acceptance: Extract<Acceptance, { type: 'accepted' }>,
  context: PayinContext,
) {
  const { processorRef, processorStatus, moneyRequired, steps } = acceptance
  const expireAt = acceptance.expireAt ?? payment.expireAt
  return {
    processorRef,
    processorStatus,
    moneyRequiredMinor: moneyRequired?.amountMinor,
    expireAt,
    response: payment.kind === 'payin' ? instructions(payment, acceptance, context, expireAt) : {},
    steps,
  }
}

function instructions(
  payment: Payment,
  { moneyRequired, receiving }: Extract<Acceptance, { type: 'accepted' }>,
  context: PayinContext,
  expireAt: Instant | undefined,
): Instructions {
  assert(expireAt !== undefined, 'a payin expires')
  const { returnUrl } = payment.request
  const made = methodOf(payment).instructions({
    ...context,
    money: payment.money,
    ...(moneyRequired && { moneyRequired }),
    expireAt,
    ...(returnUrl !== undefined && { returnUrl }),
    receiving,
  })
  return { reference: context.reference, ...made }
}

function planOf(payment: Payment, acceptance: Acceptance, context: PayinContext, at: Instant): Decision {
  switch (acceptance.type) {
    case 'accepted':
      return accepted(payment, madeKnown(payment, acceptance, context))
    case 'refused':
      return ended(payment, 'REFUSED', acceptance.reason, at)
    case 'failed':
      return ended(payment, 'FAILED', acceptance.failureReason, at)
    case 'later':
      return acceptedLater(payment, acceptance.steps)
  }
}
