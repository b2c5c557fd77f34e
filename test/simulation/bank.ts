/**
 * The outside that moves money in a simulated world: banks that pay in, deliver, refuse, send back or pay twice; payers who pay
 * before there is a payment; operators who top up. Like real ones they tell again until they are answered.
 */
import { offered } from '../../src/catalogue/currencies.ts'
import {
  changeId,
  type MerchantCode,
  type MerchantOrderId,
  paymentKey,
} from '../../src/foundation/identifiers.ts'
import {
  type CurrencyCode,
  type Minor,
  type Money,
  minor,
  minorFromText,
} from '../../src/foundation/money.ts'
import { funded } from '../../src/ledger/postings.ts'
import type { Change } from '../../src/payments/change.ts'
import type { Report, ReportAnswer } from '../../src/processors/port.ts'
import type { Json } from '../harness.ts'
import type { Dice } from './dice.ts'
import { type KnownPayment, type Model, nameOf } from './model.ts'
import type { Node } from './node.ts'
import type { World } from './world.ts'

/** Money that was told of, and what the gateway said to it. */
export interface Fact {
  readonly report: Report
  readonly answer: ReportAnswer
}

interface TopUp {
  readonly merchant: MerchantCode
  readonly money: Money
  readonly reference: string
}

export class Bank {
  /** Reports of money that were answered. */
  readonly facts: Fact[] = []
  readonly #world: World
  readonly #model: Model
  readonly #dice: Dice
  #told = 0
  #untold: Report[] = []
  #unfunded: TopUp[] = []

  constructor(world: World, model: Model) {
    this.#world = world
    this.#model = model
    this.#dice = world.dice(11)
  }

  async fund(node: Node, merchant: MerchantCode, currency: string, amountMinor: Minor): Promise<void> {
    const money = { currency: currency as CurrencyCode, amountMinor }
    await this.#topUp(node, { merchant, money, reference: `top-up-${++this.#told}` })
  }

  /** Something happens to a payment that its own payer knows nothing of. */
  async act(node: Node, known: KnownPayment): Promise<void> {
    const news = known.kind === 'payin' ? this.#payinNews(known) : this.#payoutNews(known)
    known.isActedOn = true
    await this.#tell(node, this.#report(known.merchant, known.kind, known.id, news))
  }

  /** Money for a payin that does not exist yet, and perhaps never will. */
  async payBeforehand(node: Node, known: KnownPayment, money: Json): Promise<void> {
    const received = moneyOf(money)
    await this.#tell(node, this.#report(known.merchant, 'payin', known.id, { type: 'paid', received }))
  }

  /** Delivers the payout, or refuses it, so that it comes to an end. */
  async conclude(node: Node, known: KnownPayment): Promise<void> {
    known.isActedOn = true
    const news: Report['news'] = this.#dice.happens(0.5)
      ? { type: 'delivered' }
      : { type: 'refused', reason: 'REFUSED_BY_BANK' }
    await this.#tell(node, this.#report(known.merchant, known.kind, known.id, news))
  }

  /** Says again what was not answered. */
  async insist(node: Node): Promise<void> {
    for (const report of this.#untold.splice(0)) await this.#tell(node, report)
    for (const topUp of this.#unfunded.splice(0)) await this.#topUp(node, topUp)
  }

  #payinNews(known: KnownPayment): Report['news'] {
    const money = askedOf(known)
    return this.#dice.weighted<Report['news']>([
      [5, { type: 'paid', received: money }],
      [1, { type: 'paid', received: { ...money, amountMinor: minor(money.amountMinor + 1n) } }],
      [1, { type: 'refused', reason: 'REFUSED_BY_BANK' }],
      [1, { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
      [1, { type: 'expired' }],
    ])
  }

  #payoutNews(known: KnownPayment): Report['news'] {
    return this.#dice.weighted<Report['news']>([
      [3, { type: 'delivered' }],
      [1, { type: 'refused', reason: 'REFUSED_BY_BANK' }],
      [1, { type: 'failed', failureReason: 'ACCOUNT_INVALID' }],
      [1, { type: 'returned', received: askedOf(known) }],
    ])
  }

  #report(merchant: string, kind: Report['kind'], id: string, news: Report['news']): Report {
    return {
      processor: 'sandbox',
      reportId: `bank-${++this.#told}`,
      merchantId: merchant as MerchantCode,
      kind,
      id: id as MerchantOrderId,
      at: this.#world.deps.clock.now(),
      news,
    }
  }

  async #tell(node: Node, report: Report): Promise<void> {
    const taking = node.app.reports.take(report).catch(() => undefined)
    const answer = await node.unlessCrashed(taking)
    const { merchantId: merchant, kind, id, reportId, news } = report
    this.#world.record(
      `bank ${reportId} ${news.type} ${nameOf({ merchant, kind, id })} → ${answer ?? 'nothing'}`,
    )
    if (answer) this.facts.push({ report, answer })
    else this.#untold.push(report)
  }

  async #topUp(node: Node, topUp: TopUp): Promise<void> {
    const { merchant, money, reference } = topUp
    const { clock, randomness } = this.#world.deps
    const at = clock.now()
    const key = paymentKey(randomness.uuidV7(at))
    const change: Change = {
      changeId: changeId(randomness.uuidV7(at)),
      merchantId: merchant,
      at,
      actor: 'operator:simulation',
      claims: [{ owner: merchant, scope: 'funding', value: reference }],
      claimKey: key,
      subject: { type: 'fund', key, reason: `credit ${reference}`, postings: funded(money), cases: [] },
    }
    const outcome = await node.unlessCrashed(node.app.journal.commit(change))
    this.#world.record(
      `top-up ${merchant} ${money.currency} ${money.amountMinor} → ${outcome?.type ?? 'nothing'}`,
    )
    // Claimed: an earlier try, whose answer was lost, has done it.
    if (outcome?.type === 'done' || outcome?.type === 'claimed') {
      this.#model.fund(merchant, money.currency, money.amountMinor)
    } else this.#unfunded.push(topUp)
  }
}

/** What the payment is about, as far as its merchant knows. */
function askedOf(known: KnownPayment): Money {
  const asked: Json | undefined = known.body ?? JSON.parse(known.attempts[0]?.body ?? 'null')
  return moneyOf(asked?.paymentRequested?.money)
}

function moneyOf(money: Json | undefined): Money {
  const currency = String(money?.currencyCode)
  const amount = Math.abs(Number(money?.amount))
  const digits = currency === 'XXX' ? 2 : offered(currency as CurrencyCode).ledgerDigits
  return { currency: currency as CurrencyCode, amountMinor: minorFromText(String(amount), digits) }
}
