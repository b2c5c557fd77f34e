/**
 * Refunds in a simulated world: merchants who refund payins in parts, several at the same time and more than was paid; payers who name the
 * account of a refund, once or twice at the same time; operators who send one by hand or cancel it.
 *
 * Everything else happens to a refund as to any payment: status updates of its processor, also repeated or contradictory, reads, the same
 * create again. The model checks that no more is refunded than was credited, and that no link works twice.
 */
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { Gateway } from '@sluice/gateway/api/gateway.ts'
import { claimOptions, namePayee, type OpenedClaim, openClaim } from '@sluice/gateway/refunds/claiming.ts'
import type { Answer } from '../harness.ts'
import type { Asking, Desk } from './desk.ts'
import { STREAMS } from './dice.ts'
import { type KnownPayment, type Model, moneyRequested, nameOf } from './model.ts'
import type { Node } from './node.ts'
import { refundOrderOf } from './orders.ts'
import type { Provider } from './provider.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

/** Refunds at the same time. */
const MOST_AT_ONCE = 4
const PAYOUTS = EXAMPLES.filter(({ method }) => method.kind === 'payout')

/** A refund's link, as its merchant was shown it. */
interface Link {
  readonly refund: KnownPayment
  readonly secret: string
}

interface Neighbours {
  readonly desk: Desk
  readonly provider: Provider
}

export class Refunds {
  readonly #world: World
  readonly #model: Model
  readonly #desk: Desk
  readonly #provider: Provider
  /** Secrets by which a payee was named. */
  readonly #used = new Set<string>()

  constructor(world: World, model: Model, { desk, provider }: Neighbours) {
    this.#world = world
    this.#model = model
    this.#desk = desk
    this.#provider = provider
  }

  /** One refund of this payin. @returns the refund */
  async refund(asking: Asking, payin: KnownPayment): Promise<KnownPayment> {
    await this.#seePaid(asking, payin)
    return this.#create(asking, payin, 0)
  }

  /** Several at the same time, at any nodes: together more than the payin. @returns the first */
  async refundAtOnce(asking: Asking, payin: KnownPayment): Promise<KnownPayment | undefined> {
    await this.#seePaid(asking, payin)
    if (this.#world.nodes.length === 0) return undefined
    const times = asking.dice.between(2, MOST_AT_ONCE)
    const all = Array.from({ length: times }, (_, number) => this.#create(asking, payin, number))
    const [first] = await Promise.all(all)
    return first
  }

  /** Mostly the payer pays now, and then the merchant reads the payin. */
  async #seePaid({ index, dice }: Asking, payin: KnownPayment): Promise<void> {
    const { merchant, kind, id, isAccepted } = payin
    if (isAccepted && payin.status !== 'SUCCESS' && dice.happens(0.8)) {
      const path = `/admin/sandbox/${merchant}/${kind}/${id}/!succeed`
      const node = this.#desk.node(dice)
      payin.isActedOn = true
      this.#provider.payNow(payin)
      this.#desk.tell(`#${index} paid ${nameOf(payin)}`, node, await this.#world.operate(node, 'POST', path))
    }
    if (this.#world.nodes.length > 0) await this.#desk.read(payin, dice)
  }

  async #create({ index, dice }: Asking, payin: KnownPayment, number: number): Promise<KnownPayment> {
    const refund = this.#desk.payment(payin.merchant, 'refund', { index: index + number * 1_000, dice })
    refund.payin = payin
    const body = refundOrderOf(payin, this.#world.receivers.urlOf(payin.merchant), dice)
    if (this.#world.nodes.length > 0) await this.#desk.create({ index, dice }, refund, body)
    return refund
  }

  /** The payer names the account; often twice at the same time, with different accounts. */
  async namePayee(asking: Asking, about: KnownPayment): Promise<void> {
    const { index, dice } = asking
    const refund = this.#waitingOr(about)
    await this.#desk.read(refund, dice)
    const [, secret] = String(refund.body?.claimUrl ?? '').split('#')
    if (secret === undefined || this.#world.nodes.length === 0) return
    const link = { refund, secret }
    const times = dice.happens(0.5) ? 2 : 1
    const reported = await Promise.all(Array.from({ length: times }, () => this.#nameOnce(asking, link)))
    const named = reported.filter((each) => each === 'named').length
    if (times > 1 && named === 1) this.#world.count('refund payee named twice at once')
    this.#world.record(`#${index} payee of ${nameOf(refund)} → ${reported.join(', ')}`)
    if (named === 0) return
    holds(named === 1 && !this.#used.has(secret), 'a payee is named once', () => nameOf(refund))
    this.#used.add(secret)
  }

  /** Few wait for their payee: if this one does not, chooses another that does. */
  #waitingOr(refund: KnownPayment): KnownPayment {
    const waits = ({ status }: KnownPayment) => status === 'AWAITING_PAYEE'
    return waits(refund) ? refund : (this.#model.ofKind('refund').find(waits) ?? refund)
  }

  async #nameOnce({ dice }: Asking, { refund, secret }: Link): Promise<string> {
    const node = this.#desk.node(dice)
    const { gateway } = node.app
    const { merchant: merchantCode, id: idRefund } = refund
    const currency = String(moneyRequested(refund.body)?.currencyCode)
    const payees = PAYOUTS.filter(({ currencyCode }) => currencyCode === currency)
    const payee = payees.length > 0 ? dice.one(payees).paymentMethod : {}
    const naming = async (): Promise<string> => {
      const found = await openClaim(gateway, { merchantCode, idRefund, secret })
      if (found?.state !== 'OPEN') return 'closed'
      const named = await namePayee(gateway, found, await withBank(gateway, found, payee))
      return named.ok ? 'named' : named.failure.type
    }
    // The result is unknown: sends the same request again.
    const answer = await node.unlessCrashed(naming().catch(() => 'undecided'))
    const said = answer ?? 'nothing'
    this.#world.count(`refund payee ${said}`)
    holds(said !== 'undecided' || this.#model.isExcused(), 'a payee is decided on', () => nameOf(refund))
    return said
  }

  /** An operator sends it by hand or cancels it. */
  async decide({ index, dice }: Asking, about: KnownPayment): Promise<void> {
    const refund = this.#waitingOr(about)
    const node = this.#desk.node(dice)
    const isSent = refund.status !== 'AWAITING_PAYEE' && dice.happens(0.6)
    const answer = isSent ? await this.#markPaid(node, refund) : await this.#markFailed(node, refund)
    this.#desk.tell(`#${index} by hand ${nameOf(refund)}`, node, answer)
    this.#world.count(`refund by hand ${answer?.status ?? 'nothing'}`)
    const isExpected = !answer || [200, 404, 409].includes(answer.status) || this.#model.isExcused()
    holds(isExpected, 'a decision has an expected answer', () => `${answer?.status} ${answer?.text}`)
  }

  #markPaid(node: Node, refund: KnownPayment): Promise<Answer | undefined> {
    const { merchant, id } = refund
    // Even if its amount steers the sandbox.
    refund.isActedOn = true
    const body = { reference: `by-hand-${id}` }
    return this.#world.operate(node, 'POST', `/admin/refunds/${merchant}/${id}/!markPaid`, body)
  }

  #markFailed(node: Node, refund: KnownPayment): Promise<Answer | undefined> {
    const { merchant, id } = refund
    refund.isActedOn = true
    const body = { note: 'nobody has sent it' }
    return this.#world.operate(node, 'POST', `/admin/refunds/${merchant}/${id}/!markFailed`, body)
  }

  /**
   * At the end, when nothing fails any more: half of the refunds that wait for their payee are claimed, and those that an operator has to
   * send are sent.
   */
  async finish(node: Node): Promise<void> {
    const dice = this.#world.dice(STREAMS.end)
    for (const refund of this.#model.ofKind('refund')) {
      if (refund.status === 'AWAITING_PAYEE' && dice.happens(0.5))
        await this.#world.finish(this.namePayee({ index: 0, dice }, refund))
      if (refund.status === 'PENDING' && refund.body && String(refund.body.route) === 'MANUAL')
        await this.#world.finish(this.#markPaid(node, refund))
    }
  }
}

/** As the page's form sends it, which asks for the bank unless the number contains it. */
async function withBank(
  gateway: Gateway,
  { refund }: OpenedClaim,
  payee: { readonly paymentMethodCode?: string },
): Promise<object> {
  const options = await claimOptions(gateway, refund)
  const [bank] =
    options.find((each) => each.paymentMethodCode === payee.paymentMethodCode)?.paymentOperators ?? []
  return { ...(bank && { paymentOperatorCode: bank.code }), ...payee }
}
