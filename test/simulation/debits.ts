/**
 * Debits that operators take from balances in a simulated world: immediately up to a daily limit, above it when another operator approves.
 *
 * The result of a debit may be unknown for a while, because its answer or that of its approval was lost. At the end it is sent once more,
 * and its reference shows whether it was booked. The balances (`final-checks.ts`) then prove that it was booked once, and a refused one
 * never; this module checks that the debits of one operator without approval stay within the daily limit.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { type CurrencyCode, minorFromText } from '@sluice/core/foundation/money.ts'
import type { Approvals } from './approvals.ts'
import type { Asking, Desk } from './desk.ts'
import type { Model } from './model.ts'
import type { Node } from './node.ts'
import { usualPayout } from './orders.ts'
import { holds } from './violation.ts'
import type { SimMerchant, SimOperator, World } from './world.ts'

const DAY_MS = 86_400_000

interface Debit {
  readonly merchant: string
  readonly currency: CurrencyCode
  readonly amountMinor: bigint
  readonly asker: SimOperator
  readonly body: object
  /** `unknown`: it may be booked. */
  state: 'unknown' | 'waits' | 'booked' | 'refused'
}

interface Free {
  readonly debit: Debit
  readonly at: number
}

export class Debits {
  readonly #world: World
  readonly #model: Model
  readonly #desk: Desk
  readonly #approvals: Approvals
  readonly #debits: Debit[] = []
  /** Booked without approval. */
  readonly #free: Free[] = []

  constructor(world: World, model: Model, { desk, approvals }: { desk: Desk; approvals: Approvals }) {
    this.#world = world
    this.#model = model
    this.#desk = desk
    this.#approvals = approvals
  }

  /** The amount that an operator may take per day without approval, in whole units. */
  static limitOf = (currency: string): number => usualPayout(currency) * 2

  /** A debit may have been booked that is not confirmed yet. */
  isUncertainOf = (merchant: string): boolean =>
    this.#debits.some((debit) => debit.merchant === merchant && debit.state === 'unknown')

  async take({ index, dice }: Asking, { code }: SimMerchant, currency: CurrencyCode): Promise<void> {
    const amount = Math.ceil((usualPayout(currency) * dice.between(1, 5)) / 2)
    const money = { amount, currencyCode: currency }
    const debit: Debit = {
      merchant: code,
      currency,
      amountMinor: minorFromText(String(amount), offered(currency).ledgerDigits),
      asker: dice.one(this.#world.operators),
      body: { merchantCode: code, money, reference: `debit-${index}` },
      state: 'unknown',
    }
    this.#debits.push(debit)
    const at = this.#world.deps.clock.now()
    const isFree = (await this.#ask(this.#desk.node(dice), debit)) === 'booked'
    if (!isFree) return
    this.#world.count('debit without an approval')
    this.#free.push({ debit, at })
    this.#holdsLimit(debit, at)
  }

  async #ask(node: Node, debit: Debit): Promise<Debit['state']> {
    const { asker, body } = debit
    const action = {
      name: `debit ${JSON.stringify(body)}`,
      done: () => this.#booked(debit),
      unsure: () => {
        if (debit.state === 'waits') debit.state = 'unknown'
      },
    }
    const answer = await this.#approvals.ask(node, asker, { path: '/admin/balances/!debit', body }, action)
    this.#world.count(`debit ${answer?.status ?? 'nothing'}`)
    const isExpected = !answer || [200, 202, 422].includes(answer.status) || this.#model.isExcused()
    holds(isExpected, 'a debit has an expected answer', () => `${answer?.status} ${answer?.text}`)
    if (answer?.status === 200) this.#booked(debit)
    else if (debit.state === 'unknown' && answer?.status === 202) debit.state = 'waits'
    else if (debit.state === 'unknown' && answer?.status === 422) debit.state = 'refused'
    return debit.state
  }

  #booked(debit: Debit): void {
    if (debit.state === 'booked') return
    debit.state = 'booked'
    this.#model.fund(debit.merchant, debit.currency, -debit.amountMinor)
  }

  #holdsLimit({ asker, currency }: Debit, at: number): void {
    const ofTheDay = this.#free.filter(
      (each) => each.debit.asker === asker && each.debit.currency === currency && each.at > at - DAY_MS,
    )
    const sum = ofTheDay.reduce((all, { debit }) => all + debit.amountMinor, 0n)
    const limit = minorFromText(String(Debits.limitOf(currency)), offered(currency).ledgerDigits)
    const seen = () => `${asker.name} took ${sum} ${currency} of ${limit}`
    holds(sum <= limit, 'what nobody approves stays within the limit of a day', seen)
  }

  /** At the end, when nothing fails any more and all approvals are known: resolves unknown debits by their reference. */
  async finish(node: Node): Promise<void> {
    for (const debit of this.#debits.filter(({ state }) => state === 'unknown'))
      await this.#world.finish(this.#ask(node, debit))
    const isKnown = this.#debits.every(({ state }) => state !== 'unknown')
    holds(isKnown, 'a debit is decided', () => 'some are neither booked nor refused')
  }
}
