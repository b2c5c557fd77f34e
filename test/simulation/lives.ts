/**
 * The deeds of merchants, payers and operators in a simulated world, as planned, a few at the same time. Each passes its request and the
 * answer to the model, which checks them. Failures of the machines are in `fate.ts`.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MethodKind, PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { SANDBOX } from '@sluice/gateway/payments/processor-names.ts'
import type { Answer } from '../harness.ts'
import type { Approvals } from './approvals.ts'
import type { Bank } from './bank.ts'
import { Debits } from './debits.ts'
import { type Asking, type Desk, pathOf } from './desk.ts'
import { type Dice, STREAMS } from './dice.ts'
import { EXCESS_SHOP, type Excess, isOfExcess } from './excess.ts'
import { Fate } from './fate.ts'
import { checkBalances } from './final-checks.ts'
import { MARKET_MERCHANTS, type Market } from './market.ts'
import type { KnownPayment, Model } from './model.ts'
import { isNative, NATIVE_SHOP, type NativeBank } from './native.ts'
import { dearer, exampleOf, type Menu, menuOf, orderOf, productsOn, spoiled, usualPayout } from './orders.ts'
import type { People } from './people.ts'
import { isOfPeople, livesPeople } from './people-actions.ts'
import {
  type ActionDeed,
  isOfTheMarket,
  isOfTheOffice,
  type OfficeAction,
  type PlannedStep,
  type UsualOperation,
} from './plan.ts'
import { MERCHANT_OF_THE_RAIL, RAIL } from './provider.ts'
import type { Refunds } from './refunds.ts'
import type { Settlements } from './settlements.ts'
import { holds } from './violation.ts'
import type { SimMerchant, World } from './world.ts'

/** Merchants with separate deeds. */
const APART: ReadonlySet<string> = new Set([...MARKET_MERCHANTS, EXCESS_SHOP, NATIVE_SHOP])

/** A deed in progress, with its dice, and its number for every line. */
interface Doing {
  readonly index: number
  readonly dice: Dice
  readonly merchant: SimMerchant
  /** The payment it is about; for a deed that makes a payment, undefined until then. */
  readonly known: KnownPayment | undefined
}

interface Neighbours {
  readonly approvals: Approvals
  readonly bank: Bank
  readonly debits: Debits
  readonly desk: Desk
  readonly excess: Excess
  readonly market: Market
  readonly native: NativeBank
  readonly people: People
  readonly refunds: Refunds
  readonly settlements: Settlements
}

export class Lives {
  readonly #world: World
  readonly #model: Model
  readonly #approvals: Approvals
  readonly #bank: Bank
  readonly #debits: Debits
  readonly #desk: Desk
  readonly #excess: Excess
  readonly #market: Market
  readonly #native: NativeBank
  readonly #people: People
  readonly #refunds: Refunds
  readonly #settlements: Settlements
  readonly #fate: Fate
  readonly #menu: Menu
  readonly #made = new Map<number, KnownPayment>()

  constructor(world: World, model: Model, neighbours: Neighbours) {
    this.#world = world
    this.#model = model
    this.#approvals = neighbours.approvals
    this.#bank = neighbours.bank
    this.#debits = neighbours.debits
    this.#desk = neighbours.desk
    this.#excess = neighbours.excess
    this.#market = neighbours.market
    this.#native = neighbours.native
    this.#people = neighbours.people
    this.#refunds = neighbours.refunds
    this.#settlements = neighbours.settlements
    this.#fate = new Fate(world, model)
    this.#menu = menuOf(world.dice(STREAMS.menu))
  }

  async begin(): Promise<void> {
    await this.#world.addMerchant('ANNA')
    await this.#world.addMerchant(MERCHANT_OF_THE_RAIL, productsOn(this.#menu, [RAIL, SANDBOX]))
    await this.#market.begin()
    await this.#excess.begin()
    await this.#native.begin()
    if (livesPeople(this.#world.seed)) return this.#people.begin()
    const limits = this.#menu.homes.map((currencyCode) => ({
      amount: Debits.limitOf(currencyCode),
      currencyCode,
    }))
    await this.#world.addOperator('vera', limits)
  }

  async step({ number, mishap, actions, passing }: PlannedStep): Promise<void> {
    this.#world.beginStep(number)
    this.#native.beginStep(number)
    await this.#fate.befall(number, mishap)
    // Within one node they would run one after the other.
    if (actions.some(({ what }) => what === 'refunds at once') && this.#world.nodes.length < 2)
      await this.#world.startNode()
    if (this.#world.nodes.length > 1) this.#world.count('clients meet two nodes')
    // While counting, the model must not learn what others have just seen.
    const [counting, others] = [actions.filter(isCensus), actions.filter((deed) => !isCensus(deed))]
    await this.#world.finish(Promise.all(others.map((deed) => this.#action(deed))))
    for (const deed of counting) {
      if (this.#world.nodes.length > 0) await this.#world.finish(this.#action(deed))
    }
    if (passing) await this.#fate.passTime(passing)
  }

  async #action({ index, what, on }: ActionDeed): Promise<void> {
    const dice = this.#world.dice(STREAMS.deed(index))
    if (isOfTheMarket(what)) {
      this.#world.count(`act ${what}`)
      return this.#market.action(what, { index, dice }, on)
    }
    if (isOfExcess(what)) {
      this.#world.count(`act ${what}`)
      return this.#excess.action(what, { index, dice })
    }
    if (isNative(what)) {
      this.#world.count(`act ${what}`)
      return this.#native.action(what, { index, dice })
    }
    if (isOfPeople(what)) {
      this.#world.count(`act ${what}`)
      return this.#people.action(what, { index, dice })
    }
    if (isOfTheOffice(what)) {
      this.#world.count(`act ${what}`)
      return this.#operate(what, { index, dice })
    }
    const merchant = dice.one(this.#usual())
    const known = on === undefined ? undefined : this.#made.get(on)
    // The payment's create was never sent.
    if (on !== undefined && !known) return
    this.#world.count(`act ${what}`)
    await this.#do(what, { index, dice, merchant, known })
  }

  #usual(): readonly SimMerchant[] {
    return this.#world.merchants.filter(({ code }) => !APART.has(code))
  }

  #operate(what: OfficeAction, asking: Asking): Promise<void> {
    const { dice } = asking
    const merchants = this.#usual()
    // The other currency must keep enough money for payouts and refunds.
    const currency = this.#menu.homes[0] as CurrencyCode
    switch (what) {
      case 'terms':
        return this.#settlements.agree(asking, dice.one(merchants), currency)
      case 'settle':
        return this.#settlements.settle(asking, merchants)
      case 'stop settling':
        return this.#settlements.stop(asking)
      case 'settlement news':
        return this.#settlements.happen(asking, merchants)
      case 'debit':
        return this.#debits.take(asking, dice.one(merchants), currency)
      case 'decide':
        return this.#approvals.decide(asking)
    }
  }

  #do(what: UsualOperation, doing: Doing): Promise<unknown> {
    const { dice, known } = doing
    if (known) return this.#doWith(what, doing, known)
    switch (what) {
      case 'payin':
      case 'payin by reference':
      case 'payout':
        return this.#create(doing, what === 'payout' ? 'payout' : 'payin', this.#order(what, doing))
      case 'twins':
        return this.#createTwins(doing)
      case 'nonsense': {
        const kind = dice.one(['payin', 'payout'] as const)
        return this.#create(doing, kind, spoiled(this.#order(kind, doing), dice))
      }
      case 'stray money':
        return this.#payBeforehand(doing)
      case 'top-up':
        return this.#topUp(doing)
      case 'census':
        return this.#takeCensus(doing)
      default:
        return this.#readBalances(doing)
    }
  }

  #doWith(what: UsualOperation, doing: Doing, known: KnownPayment): Promise<unknown> {
    const { dice } = doing
    const earlier = known.attempts.length === 0 ? undefined : dice.one(known.attempts).body
    switch (what) {
      case 'repeat':
        return earlier === undefined ? this.#nothing() : this.#desk.create(doing, known, earlier)
      case 'conflict':
        return earlier === undefined
          ? this.#nothing()
          : this.#desk.create(doing, known, dearer(earlier, dice))
      case 'reference':
        return this.#setReference(doing, known)
      case 'bank':
        return earlier === undefined ? this.#nothing() : this.#bank.action(this.#desk.node(dice), known, dice)
      case 'operator':
        return this.#bank.operate(this.#desk.node(dice), known, dice)
      case 'redeliver':
        return this.#redeliver(doing, known)
      case 'refund':
        return this.#refund(doing, this.#refunds.refund(doing, known))
      case 'refunds at once':
        return this.#refund(doing, this.#refunds.refundAtOnce(doing, known))
      case 'payee':
        return this.#refunds.namePayee(doing, known)
      case 'refund by hand':
        return this.#refunds.decide(doing, known)
      default:
        return this.#desk.read(known, dice)
    }
  }

  async #nothing(): Promise<void> {}

  // ── Payments ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #order(what: MethodKind | 'payin by reference', { dice, merchant }: Doing): string {
    const url = this.#world.receivers.urlOf(merchant.code)
    return orderOf(exampleOf(what, this.#menu, dice), url, dice)
  }

  #payment({ index, dice, merchant }: Doing, kind: PaymentKind): KnownPayment {
    const known = this.#desk.payment(merchant.code, kind, { index, dice })
    this.#made.set(index, known)
    return known
  }

  #create(doing: Doing, kind: PaymentKind, body: string): Promise<void> {
    return this.#desk.create(doing, this.#payment(doing, kind), body)
  }

  /** The new payment can be created again, read and acted on like any other. */
  async #refund({ index }: Doing, making: Promise<KnownPayment | undefined>): Promise<void> {
    const known = await making
    if (known) this.#made.set(index, known)
  }

  /** Sends the same request twice at the same moment, as impatient clients do. */
  async #createTwins(doing: Doing): Promise<void> {
    const kind = doing.dice.one(['payin', 'payout'] as const)
    const body = this.#order(kind, doing)
    const known = this.#payment(doing, kind)
    await Promise.all([this.#desk.create(doing, known, body), this.#desk.create(doing, known, body)])
  }

  /** The money arrives before its payin, which may never be created. */
  async #payBeforehand(doing: Doing): Promise<void> {
    const { dice } = doing
    const body = this.#order('payin', doing)
    const known = this.#payment(doing, 'payin')
    known.isActedOn = true
    const { money } = JSON.parse(body).paymentRequested
    await this.#bank.payBeforehand(this.#desk.node(dice), known, money)
    if (dice.happens(0.6) && this.#world.nodes.length > 0) await this.#desk.create(doing, known, body)
  }

  async #setReference({ index, dice }: Doing, known: KnownPayment): Promise<void> {
    // Few references, so that payins share them; some are too short.
    const reference = dice.happens(0.1) ? '12345' : String(632_504_000_000 + dice.between(1, 9))
    await this.#desk.setReference({ index, dice }, known, reference)
  }

  async #redeliver({ index, dice }: Doing, known: KnownPayment): Promise<void> {
    const node = this.#desk.node(dice)
    const { merchant, kind, id } = known
    const path = `/admin/payments/${merchant}/${kind}/${id}/!redeliver`
    const answer = await this.#world.operate(node, 'POST', path)
    this.#desk.tell(`#${index} redeliver ${pathOf(known)}`, node, answer)
    const isExpected = !answer || [202, 404, 409].includes(answer.status) || this.#model.isExcused()
    holds(isExpected, 'a redelivery has an expected answer', () => `${answer?.status} ${answer?.text}`)
  }

  // ── Money ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  async #topUp({ dice, merchant }: Doing): Promise<void> {
    const currency = dice.one(this.#menu.homes) as CurrencyCode
    const whole = BigInt(usualPayout(currency) * dice.between(1, 4))
    const amountMinor = minor(whole * 10n ** BigInt(offered(currency).ledgerDigits))
    await this.#bank.fund(this.#desk.node(dice), merchant.code, { currency, amountMinor })
  }

  async #readBalances({ dice, merchant }: Doing): Promise<void> {
    const answer = await this.#desk.balances(this.#desk.node(dice), merchant.code)
    if (answer?.status !== 200) return
    const rows = answer.body.data as unknown as readonly {
      available: { amount: number }
      pending: { amount: number }
      reserved: { amount: number }
    }[]
    const isFine = rows.every(
      ({ available, pending, reserved }) =>
        available.amount >= 0 && pending.amount >= 0 && reserved.amount >= 0,
    )
    holds(isFine, 'balances are never negative', () => answer.text)
  }

  /**
   * Reads the balances and every payment of a merchant while the workers run. If the balances are the same before and after, nothing has
   * moved: then they must equal the sum of the payments, even in the middle of a run.
   */
  async #takeCensus({ dice, merchant }: Doing): Promise<void> {
    const node = this.#desk.node(dice)
    const { code } = merchant
    const isUncertain = this.#bank.hasOpenTopUps(code) || this.#debits.isUncertainOf(code)
    if (!this.#model.isCertainOf(code) || isUncertain) return
    const first = await this.#desk.balances(node, code)
    if (!this.#world.nodes.includes(node) || !(await this.#settlements.learn(code, node))) return
    for (const known of this.#model.of(merchant.code)) {
      const answer = await this.#readIfThere(known, dice)
      if (answer?.status !== 200 && answer?.status !== 404) return
    }
    const last = this.#world.nodes.includes(node) ? await this.#desk.balances(node, merchant.code) : undefined
    if (last?.status !== 200 || first?.text !== last.text) return
    this.#world.count('census complete')
    checkBalances(this.#model, merchant.code, last)
  }

  async #readIfThere(known: KnownPayment, dice: Dice): Promise<Answer | undefined> {
    return this.#world.nodes.length > 0 ? this.#desk.read(known, dice) : undefined
  }
}

const isCensus = ({ what }: ActionDeed): boolean => what === 'census'
