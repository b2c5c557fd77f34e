/**
 * An external provider: a processor over a network that accepts payments late, twice or not at all, and reports results late, twice, or
 * only in answer to a status inquiry. It outlives every crash of the gateway.
 *
 * Its records are the truth about its money, and at the end the gateway is compared with them: a payment goes to another processor only if
 * this one has declined it, and money that it moved is never lost.
 */
import { isOutgoing } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type {
  Acceptance,
  AcceptContext,
  CancelAnswer,
  InquiryAnswer,
  Processor,
  StatusUpdate,
} from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type { ProcessorContext } from '@sluice/gateway/processing/context.ts'
import type { Bank } from './bank.ts'
import { type Dice, STREAMS } from './dice.ts'
import { type KnownPayment, nameOf } from './model.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

export const RAIL = 'test-rail'
/** This merchant's payments go to the provider first, and to the sandbox if it declines. */
export const MERCHANT_OF_THE_RAIL = 'BERT'

type State =
  | 'thinking'
  | 'declined'
  | 'open'
  | 'moved'
  | 'refused'
  | 'failed'
  /** For a refund: failed, and certainly no money has left. */
  | 'came to nothing'
  | 'cancelled'

interface Order {
  readonly payment: Pick<Payment, 'merchantId' | 'kind' | 'id'>
  /** Each attempt of a refund is a separate order. */
  readonly attempt: number
  readonly money: Money
  readonly dice: Dice
  state: State
  arrivals: number
}

/** What happens to a call. */
export const CALLS = [
  [12, 'in time'],
  [2, 'late'],
  [1, 'question lost'],
  [1, 'answer lost'],
  [1, 'never answered'],
] as const
/** Its answers to a payment. */
export const WORDS = [
  [12, 'taken'],
  [3, 'declined'],
  [1, 'refused'],
  [1, 'failed'],
  [2, 'thinking'],
] as const
/** What happens to a payment that it accepted. */
export const FATES = [
  [14, 'moved'],
  [1, 'refused'],
  [1, 'failed'],
  [2, 'open'],
] as const
const THINKS_FOR_CALLS = 3
const LATE_MS = 20_000
const PAYS_WITHIN_MS = 30 * 60_000

export class Provider {
  /** The network works, and nothing is stored as waiting. */
  isWell = false
  readonly #world: World
  readonly #bank: Bank
  /** By payment, then by attempt. */
  readonly #orders = new Map<string, Order[]>()

  constructor(world: World, bank: Bank) {
    this.#world = world
    this.#bank = bank
  }

  /** The gateway's side of the provider, in one node. */
  processorIn(house: ProcessorContext): Processor {
    const call = <Answer>(payment: Payment, answer: () => Promise<Answer> | Answer) =>
      this.#call(house, payment, answer)
    return {
      name: RAIL,
      forTests: true,
      reportsAttempts: true,
      // Only this merchant's: otherwise refunds of others would come here when everybody else declines.
      serves: ({ merchantId }) => (merchantId === MERCHANT_OF_THE_RAIL ? { type: 'serves' } : NO_CONTRACT),
      health: () => ({ healthy: true, since: 0, detail: 'as far as it knows' }),
      check: (payment) => {
        const declines = this.#world.dice(STREAMS.provider(numberOf(payment), 0)).happens(0.05)
        if (declines) this.#world.count('rail declines before the commit')
        return declines ? DECLINED : { type: 'fine' }
      },
      accept: (payment, context) => call(payment, () => this.#take(payment, context.sandboxReceiving)),
      refund: {
        serves: () => ({ type: 'serves' }),
        accept: (refund) => call(refund, () => this.#take(refund, () => ({}))),
      },
      ask: (payment) => call(payment, () => this.#requested(house, payment)),
      cancel: (payment) => call(payment, () => this.#cancel(payment)),
    }
  }

  /** Ends every open order and reports it. */
  settle(): void {
    for (const order of this.#all()) {
      if (order.state === 'open') this.#end(order, order.dice.happens(0.5) ? 'moved' : 'refused')
    }
  }

  /** The payer of a pending payin pays now. */
  payNow(payin: Pick<KnownPayment, 'merchant' | 'kind' | 'id'>): void {
    const [order] = this.#orders.get(nameOf(payin)) ?? []
    if (order?.state === 'open') this.#end(order, 'moved')
  }

  /** Whether the payment is, or was, at this provider. */
  hasTaken = (payment: Pick<KnownPayment, 'merchant' | 'kind' | 'id'>): boolean => {
    const orders = this.#orders.get(nameOf(payment)) ?? []
    return orders.some(({ state }) => !PASSES.has(state))
  }

  #all(): readonly Order[] {
    return [...this.#orders.values()].flat()
  }

  /** The network between the gateway and the provider. */
  async #call<Answer>(
    { deps }: ProcessorContext,
    payment: Payment,
    answer: () => Promise<Answer> | Answer,
  ): Promise<Answer> {
    const order = this.#order(payment)
    const fate = this.isWell ? 'in time' : order.dice.weighted(CALLS)
    this.#world.count(`rail ${fate}`)
    if (fate === 'question lost') throw new Error('the simulated provider was not reached')
    if (fate === 'late') {
      const delayMs = order.dice.between(1, LATE_MS)
      await new Promise<void>((resolve) => deps.timers.after(delayMs, resolve))
    }
    const answered = await answer()
    if (fate === 'answer lost') throw new Error('the simulated provider was not heard')
    if (fate === 'never answered') return new Promise<Answer>(() => undefined)
    return answered
  }

  #order(payment: Payment): Order {
    const { merchantId, kind, id, money } = payment
    const attempt = attemptOf(payment)
    const orders = this.#orders.get(named(payment)) ?? []
    const known = orders.find((order) => order.attempt === attempt)
    if (known) return known
    if (orders.length > 0) this.#world.count('rail has a refund again')
    const dice = this.#world.dice(STREAMS.provider(numberOf(payment) + attempt * NUMBERS_AN_ATTEMPT, 1))
    const of = { merchantId, kind, id }
    const order: Order = { payment: of, attempt, money, dice, state: 'thinking', arrivals: 0 }
    this.#orders.set(named(payment), [...orders, order])
    return order
  }

  /** A payment that is sent twice is accepted once. */
  #take(payment: Payment, sandboxReceiving: AcceptContext['sandboxReceiving']): Acceptance {
    const order = this.#order(payment)
    order.arrivals += 1
    if (order.state === 'thinking') this.#decide(order)
    this.#world.record(`rail ${named(payment)} ${order.state}`)
    switch (order.state) {
      case 'thinking':
        return { type: 'later', steps: [] }
      case 'declined':
        return DECLINED
      case 'refused':
      case 'cancelled':
        return { type: 'refused', reason: 'REFUSED_BY_RAIL' }
      case 'failed':
      case 'came to nothing':
        return { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
      case 'open':
      case 'moved': {
        const receiving = sandboxReceiving()
        return { type: 'accepted', receiving, processorRef: `rail-${payment.id}`, steps: [] }
      }
    }
  }

  #decide(order: Order): void {
    const word = order.dice.weighted(WORDS)
    this.#world.count(`rail ${word}`)
    if (word === 'thinking' && order.arrivals < THINKS_FOR_CALLS && !this.isWell) return
    if (word === 'declined' || word === 'refused' || word === 'failed') {
      order.state = word
      return
    }
    order.state = 'open'
    const drawn = order.dice.weighted(FATES)
    const isCertain = order.payment.kind === 'refund' && (drawn === 'failed' || drawn === 'refused')
    const fate = isCertain ? 'came to nothing' : this.isWell && drawn === 'open' ? 'moved' : drawn
    const delayMs = order.dice.between(1, order.dice.happens(0.7) ? LATE_MS : PAYS_WITHIN_MS)
    this.#world.deps.timers.after(delayMs, () => {
      if (order.state === 'open' && fate !== 'open') this.#end(order, fate)
    })
  }

  /** Ends an order, and reports it once, twice, or only in answer to a status inquiry. */
  #end(order: Order, state: 'moved' | 'refused' | 'failed' | 'came to nothing'): void {
    order.state = state
    const times = this.isWell ? 1 : order.dice.weighted(TELLS)
    this.#world.count(`rail ends ${state}`)
    this.#world.record(`rail ${named(order.payment)} is ${state}, told ${times} times`)
    for (let time = 0; time < times; time++) this.#bank.hear(this.#statusUpdateOf(order))
  }

  async #requested({ acceptStatusUpdate }: ProcessorContext, payment: Payment): Promise<InquiryAnswer> {
    const order = this.#order(payment)
    this.#world.count('rail asked')
    if (order.state === 'open') return 'open'
    if (order.state === 'thinking' || order.state === 'declined') return 'unknown'
    const statusUpdate = this.#statusUpdateOf(order)
    const answer = await acceptStatusUpdate(statusUpdate)
    this.#bank.heard(statusUpdate, answer)
    return 'reported'
  }

  #cancel(payment: Payment): CancelAnswer {
    const order = this.#order(payment)
    if (order.state === 'moved') return 'too-late'
    if (order.state !== 'open' && order.state !== 'thinking') return 'cancelled'
    if (order.dice.happens(0.4)) return 'too-late'
    order.state = 'cancelled'
    this.#world.count('rail cancelled')
    return 'cancelled'
  }

  #statusUpdateOf({ payment, attempt, money, state }: Order): StatusUpdate {
    const { merchantId, kind, id } = payment
    return {
      processor: RAIL,
      statusUpdateId: attempt === 0 ? `rail-${kind}-${id}` : `rail-${kind}-${id}-${attempt}`,
      ...{ merchantId, kind, id },
      ...(kind === 'refund' && { attempt }),
      at: this.#world.deps.clock.now(),
      statusChange: statusChangeOf(kind, state, money),
    }
  }

  /** Compares its own books with the gateway's. */
  async check(database: Database): Promise<void> {
    const rows = await database.run(PROCESSORS, [MERCHANT_OF_THE_RAIL])
    const found = new Map(rows.map((row) => [`${row.kind}/${row.id}`, row]))
    for (const { payment, state } of this.#all()) {
      const row = found.get(`${payment.kind}/${payment.id}`)
      const seen = () => `${named(payment)}: ${state} there, ${row?.status} with ${row?.processor} here`
      holds(row, 'only what is committed is taken on', seen)
      if (this.hasTaken({ ...payment, merchant: payment.merchantId })) {
        holds(row.processor === RAIL, 'a payment is passed on only where it was declined', seen)
      } else if (state === 'declined') {
        const isWithAnother = row.processor !== RAIL || row.status === 'EXPIRED' || row.status === 'FAILED'
        holds(isWithAnother, 'what was declined is with somebody else', seen)
      }
      const isLost = isOutgoing(payment.kind) && state === 'moved' && row.status !== 'SUCCESS' && !row.cases
      holds(!isLost, 'what was delivered is a success, or a case', seen)
    }
  }
}

/** In these states the payment may be at another processor. */
const PASSES: ReadonlySet<State> = new Set(['declined', 'thinking', 'came to nothing'])

const DECLINED = { type: 'declined', reason: 'LIMIT', detail: 'it has had enough for today' } as const
const NO_CONTRACT = { type: 'declined', reason: 'METHOD', detail: 'it does not know the merchant' } as const
/** How often it reports. */
const TELLS = [
  [7, 1],
  [1.5, 2],
  [1.5, 0],
] as const

const PROCESSORS = {
  name: 'simulation_processors',
  text: `select p.kind, p.id, p.processor, p.status, exists (
      select 1 from case_file c where c.merchant_id = p.merchant_id and c.detail ->> 'statusUpdate' ~ ('^rail-' || p.kind || '-' || p.id || '(-[0-9]+)?$')
    ) as cases
    from payment p where p.merchant_id = $1 order by p.kind, p.id`,
}

const named = ({ merchantId, kind, id }: Order['payment']): string =>
  nameOf({ merchant: merchantId, kind, id })

/** More than there are orders in a run. */
const NUMBERS_AN_ATTEMPT = 5_000

/** Order IDs contain the number of the deed that made them; settlement IDs contain a date, which gives a number above those. */
const numberOf = ({ kind, id }: Payment): number =>
  kind === 'settlement'
    ? 100_000 + ([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 20_000)
    : Number(id.replace('order-', ''))

function statusChangeOf(kind: Payment['kind'], state: State, received: Money): StatusUpdate['statusChange'] {
  if (state === 'came to nothing')
    return { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true }
  if (state === 'failed') return { type: 'failed', failureReason: 'PROCESSOR_ERROR' }
  if (state !== 'moved') return { type: 'refused', reason: 'REFUSED_BY_RAIL' }
  return kind === 'payin' ? { type: 'paid', received } : { type: 'delivered' }
}
