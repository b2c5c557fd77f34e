/**
 * The outside parties that move money in a simulated world: banks that pay in, deliver, refuse, return or pay twice; payers who pay before
 * a payment exists; operators who add funds and play the sandbox's bank. Like real ones, they repeat a report until it is answered.
 *
 * Operators use HTTP. Bank reports of wrong amounts, unknown money or returned money have no endpoint: they arrive as status updates, the
 * way all processors report.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { MerchantCode, MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor, minorFromText } from '@sluice/core/foundation/money.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { StatusUpdate, StatusUpdateAnswer } from '@sluice/core/processor/port.ts'
import { moneyBody } from '@sluice/gateway/api/views.ts'
import { findPayment } from '@sluice/gateway/payments/reading.ts'
import type { Json } from '../harness.ts'
import { type Dice, STREAMS } from './dice.ts'
import { type KnownPayment, type Model, moneyRequested, nameOf } from './model.ts'
import type { Node } from './node.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

/** Money that was reported, and the gateway's answer. */
export interface Fact {
  readonly statusUpdate: StatusUpdate
  readonly answer: StatusUpdateAnswer
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
  #reported = 0
  #untold: StatusUpdate[] = []
  /** Top-ups that are not confirmed. */
  readonly #unfunded = new Set<TopUp>()

  constructor(world: World, model: Model) {
    this.#world = world
    this.#model = model
  }

  async fund(node: Node, merchant: MerchantCode, money: Money): Promise<void> {
    await this.#topUp(node, { merchant, money, reference: `top-up-${++this.#reported}` })
  }

  /** Whether money may have come in that is not confirmed yet. */
  hasOpenTopUps = (merchant: string): boolean =>
    [...this.#unfunded].some((topUp) => topUp.merchant === merchant)

  /** An event of a payment that its payer does not know of. */
  async action(node: Node, known: KnownPayment, dice: Dice): Promise<void> {
    const statusChange =
      known.kind === 'payin' ? payinStatusChange(known, dice) : outgoingStatusChange(known, dice)
    known.isActedOn = true
    await this.#tell(node, this.#statusUpdate(known, statusChange))
  }

  /** An operator plays the sandbox's payer or bank. */
  async operate(node: Node, known: KnownPayment, dice: Dice): Promise<void> {
    const { merchant, kind, id } = known
    const [action, status] = dice.weighted<readonly [action: string, status: Status]>(OPERATORS_OPERATIONS)
    known.isActedOn = true
    const path = `/admin/sandbox/${merchant}/${kind}/${id}/!${action}`
    const answer = await this.#world.operate(node, 'POST', path)
    this.#world.record(`operator ${action} ${nameOf(known)} → ${answer?.status ?? 'nothing'}`)
    this.#world.count(`operator ${answer?.status ?? 'nothing'}`)
    const isExpected = !answer || [200, 404, 409].includes(answer.status) || this.#model.isExcused()
    holds(
      isExpected,
      'an act in the sandbox has an expected answer',
      () => `${answer?.status} ${answer?.text}`,
    )
    if (answer?.status !== 200) return
    const is = answer.body.status as unknown as Status
    // A refund that is refused has failed.
    const isRefused = action === 'refuse' && kind === 'refund' && is === 'FAILED'
    const isDone = is === status || isRefused || (action === 'expire' && is === 'SUCCESS')
    holds(isDone, 'an act in the sandbox does what it says', () => `${nameOf(known)}: ${action}, then ${is}`)
  }

  /** Money for a payin that does not exist yet and may never exist. */
  async payBeforehand(node: Node, known: KnownPayment, money: Json): Promise<void> {
    const received = moneyOf(money)
    await this.#tell(node, this.#statusUpdate(known, { type: 'paid', received }))
  }

  /** Delivers or refuses the payout, so that it ends. For a refund it names the attempt: otherwise a second attempt would never end. */
  async conclude(node: Node, known: KnownPayment): Promise<void> {
    known.isActedOn = true
    const isDelivered = this.#world.dice(STREAMS.end).happens(0.5)
    const statusChange = { type: 'refused', reason: 'REFUSED_BY_BANK' } as const
    const statusUpdate = this.#statusUpdate(known, isDelivered ? { type: 'delivered' } : statusChange)
    const { merchantId, kind, id } = statusUpdate
    const payment = await findPayment(this.#world.database, merchantId, kind, id)
    const attempt = payment && { attempt: attemptOf(payment) }
    await this.#tell(node, { ...statusUpdate, ...(kind === 'refund' && attempt) })
  }

  /** A status update that the processor sends to any running node. */
  hear(statusUpdate: StatusUpdate): void {
    const [node] = this.#world.nodes
    if (node) void this.#tell(node, statusUpdate)
    else this.#untold.push(statusUpdate)
  }

  /** Sends a status update and returns the answer; undefined: it must be sent again. */
  async tell(statusUpdate: StatusUpdate): Promise<StatusUpdateAnswer | undefined> {
    const [node] = this.#world.nodes
    if (node) return this.#tell(node, statusUpdate)
    this.#untold.push(statusUpdate)
    return undefined
  }

  /** The answer to a status inquiry was processed. */
  heard(statusUpdate: StatusUpdate, answer: StatusUpdateAnswer): void {
    this.facts.push({ statusUpdate, answer })
  }

  /** Repeats reports that were not answered. */
  async insist(node: Node): Promise<void> {
    for (const statusUpdate of this.#untold.splice(0)) await this.#tell(node, statusUpdate)
    for (const topUp of [...this.#unfunded]) await this.#topUp(node, topUp)
  }

  #statusUpdate(
    { merchant, kind, id }: KnownPayment,
    statusChange: StatusUpdate['statusChange'],
  ): StatusUpdate {
    return {
      processor: 'sandbox',
      statusUpdateId: `bank-${++this.#reported}`,
      merchantId: merchant as MerchantCode,
      kind,
      id: id as MerchantOrderId,
      at: this.#world.deps.clock.now(),
      statusChange,
    }
  }

  async #tell(node: Node, statusUpdate: StatusUpdate): Promise<StatusUpdateAnswer | undefined> {
    const taking = node.app.statusUpdates.take(statusUpdate).catch(() => undefined)
    const answer = await node.unlessCrashed(taking)
    const { merchantId: merchant, kind, id, statusUpdateId, statusChange } = statusUpdate
    this.#world.record(
      `bank ${statusUpdateId} ${statusChange.type} ${nameOf({ merchant, kind, id })} → ${answer ?? 'nothing'}`,
    )
    this.#world.count(`report ${answer ?? 'nothing'}`)
    if (answer) this.facts.push({ statusUpdate, answer })
    else this.#untold.push(statusUpdate)
    return answer
  }

  async #topUp(node: Node, topUp: TopUp): Promise<void> {
    const { merchant, money, reference } = topUp
    this.#unfunded.add(topUp)
    const body = { merchantCode: merchant, money: moneyBody(money), reference }
    const answer = await this.#world.operate(node, 'POST', '/admin/balances/!credit', body)
    this.#world.record(
      `${reference} of ${merchant}: ${money.currency} ${money.amountMinor} → ${answer?.status ?? 'nothing'}`,
    )
    const isExpected = !answer || answer.status === 200 || this.#model.isExcused()
    holds(isExpected, 'a top-up has an expected answer', () => `${answer?.status} ${answer?.text}`)
    // An earlier attempt, whose answer was lost, may have done it: its reference moves money only once.
    if (answer?.status !== 200) return
    this.#unfunded.delete(topUp)
    this.#model.fund(merchant, money.currency, money.amountMinor)
  }
}

const OPERATORS_OPERATIONS = [
  [4, ['succeed', 'SUCCESS']],
  [1, ['refuse', 'REFUSED']],
  [1, ['fail', 'FAILED']],
  [1, ['expire', 'EXPIRED']],
] as const

function payinStatusChange(known: KnownPayment, dice: Dice): StatusUpdate['statusChange'] {
  const money = requestedOf(known)
  return dice.weighted<StatusUpdate['statusChange']>([
    [5, { type: 'paid', received: money }],
    [1, { type: 'paid', received: { ...money, amountMinor: minor(money.amountMinor + 1n) } }],
    [1, { type: 'refused', reason: 'REFUSED_BY_BANK' }],
    [1, { type: 'failed', failureReason: 'PROCESSOR_ERROR' }],
    [1, { type: 'expired' }],
  ])
}

const outgoingStatusChange = (known: KnownPayment, dice: Dice): StatusUpdate['statusChange'] =>
  dice.weighted<StatusUpdate['statusChange']>([
    [3, { type: 'delivered' }],
    [1, { type: 'refused', reason: 'REFUSED_BY_BANK' }],
    [1, { type: 'failed', failureReason: 'ACCOUNT_INVALID' }],
    [1, { type: 'returned', received: requestedOf(known) }],
    [
      known.kind === 'refund' ? 2 : 0,
      { type: 'failed', failureReason: 'ACCOUNT_INVALID', noMoneyLeft: true },
    ],
  ])

/** The amount of a payment, as its merchant knows it. */
function requestedOf(known: KnownPayment): Money {
  const requested: Json | undefined = known.body ?? JSON.parse(known.attempts[0]?.body ?? 'null')
  const money = moneyRequested(requested)
  // Without an amount, a refund is of everything left of its payin.
  return money === undefined && known.payin ? requestedOf(known.payin) : moneyOf(money)
}

function moneyOf(money: Json | undefined): Money {
  const currency = String(money?.currencyCode)
  const amount = Math.abs(Number(money?.amount))
  const digits = currency === 'XXX' ? 2 : offered(currency as CurrencyCode).ledgerDigits
  return { currency: currency as CurrencyCode, amountMinor: minorFromText(String(amount), digits) }
}
