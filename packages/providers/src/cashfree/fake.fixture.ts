/**
 * Cashfree's fake: checks requests and answers against the published schemas, requires each product's keys, recognises repetitions, and
 * plays payers, payees and failures. It signs its notifications.
 */
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
} from '../fake-server.fixture.ts'
import { invalid, problem, showPayment, showRefund, showTransfer } from './fake-books.fixture.ts'
import { FakePayments } from './fake-payments.fixture.ts'
import { FakePayouts, type FakePayoutsOptions } from './fake-payouts.fixture.ts'
import { signatureOf } from './webhook.ts'

export interface CashfreeFakeOptions extends FakeServerOptions, FakePayoutsOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly payoutClientSecret: string
  /** Banks that are down, by number. */
  readonly down?: ReadonlySet<number>
}

export class CashfreeFake extends FakeServer {
  readonly #options: CashfreeFakeOptions
  readonly #payments: FakePayments
  readonly #payouts: FakePayouts
  #notifyUrl: string | undefined
  #ended = 0

  constructor(options: CashfreeFakeOptions) {
    super(options)
    this.#options = options
    const now = () => this.now()
    this.#payments = new FakePayments(now, options.down ?? new Set())
    this.#payouts = new FakePayouts(options, now)
  }

  /** As set on Cashfree's pages. */
  notifyAt(url: string): void {
    this.#notifyUrl = url
  }

  /** A payer pays, exactly or another amount. @returns Cashfree's ID of the payment */
  async pay(reference: string, amount?: number, is_captured = true): Promise<string> {
    const order = this.#payments.orders.get(reference) ?? this.#payments.visit(reference)
    const cf_payment_id = this.#payments.number()
    const payment = {
      cf_payment_id,
      payment_amount: amount ?? order.order_amount,
      payment_status: 'SUCCESS',
      is_captured,
      payment_completion_time: this.#time(),
    }
    // The newest first: the order is not documented.
    order.payments.unshift(payment)
    if (order.order_status === 'ACTIVE') order.order_status = 'PAID'
    const link = this.#payments.links.get(order.link_id ?? '')
    if (link?.link_status === 'ACTIVE') link.link_status = 'PAID'
    const { order_id, order_amount, link_id } = order
    const tags = link_id === undefined ? null : { link_id, cf_link_id: '1996567' }
    const reported = { order_id, order_amount, order_currency: 'INR', order_tags: tags }
    const data = { order: reported, payment: showPayment(order, payment) }
    await this.#tell('PAYMENT_SUCCESS_WEBHOOK', data, order.notifyUrl ?? link?.notifyUrl)
    return cf_payment_id
  }

  /** A payer has started, and the outcome is open or a failure. */
  try(reference: string, payment_status: string): void {
    const order = this.#payments.orders.get(reference) ?? this.#payments.visit(reference)
    const cf_payment_id = this.#payments.number()
    order.payments.push({
      cf_payment_id,
      payment_amount: order.order_amount,
      payment_status,
      is_captured: false,
      payment_completion_time: this.#time(),
    })
  }

  /** Cashfree refunds a payment by itself. */
  makeRefund(reference: string, cf_payment_id: string, refund_status: string): void {
    const order = this.#payments.orders.get(reference)
    const paid = order?.payments.find((each) => each.cf_payment_id === cf_payment_id)
    if (!order || !paid) throw new Error(`there is no payment ${cf_payment_id}`)
    order.refunds.push({
      ...{ refund_id: `auto_${cf_payment_id}`, refund_amount: paid.payment_amount, cf_payment_id },
      ...{ refund_status, refund_type: 'PAYMENT_AUTO_REFUND' },
    })
  }

  /** Outgoing money arrives, or does not. */
  async end(reference: string, arrives: boolean): Promise<void> {
    if (this.#payouts.transfers.has(reference))
      return arrives
        ? this.setTransfer(reference, 'SUCCESS', 'COMPLETED')
        : this.setTransfer(reference, 'FAILED', 'IMPS_MODE_FAIL')
    return this.setRefund(reference, arrives ? 'SUCCESS' : 'CANCELLED')
  }

  async setTransfer(reference: string, status: string, status_code: string): Promise<void> {
    const transfer = this.#payouts.transfers.get(reference)
    if (!transfer) throw new Error(`nothing was sent as ${reference}`)
    Object.assign(transfer, { status, status_code })
    await this.#tell(
      `TRANSFER_${status}`,
      showTransfer(transfer),
      undefined,
      this.#options.payoutClientSecret,
    )
  }

  async setRefund(reference: string, refund_status: string): Promise<void> {
    const [order, refund] = this.#payments.refund(reference) ?? []
    if (!order || !refund) throw new Error(`there is no refund ${reference}`)
    refund.refund_status = refund_status
    await this.#tell('REFUND_STATUS_WEBHOOK', { refund: showRefund(order, refund) }, order.notifyUrl)
  }

  setOrder(reference: string, order_status: string): void {
    const order = this.#payments.orders.get(reference)
    if (order) order.order_status = order_status
  }

  setLink(reference: string, link_status: string): void {
    const link = this.#payments.links.get(reference)
    if (link) link.link_status = link_status
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const refunds = [...this.#payments.orders.values()].flatMap((order) => order.refunds)
    return (
      (this.#payments.orders.has(reference) ? 1 : 0) +
      (this.#payments.links.has(reference) ? 1 : 0) +
      (this.#payouts.transfers.has(reference) ? 1 : 0) +
      refunds.filter(({ refund_id }) => refund_id === reference).length
    )
  }

  statusOf(reference: string): string | undefined {
    return (
      this.#payments.orders.get(reference)?.order_status ??
      this.#payments.links.get(reference)?.link_status ??
      this.#payouts.transfers.get(reference)?.status ??
      this.#payments.refund(reference)?.[1].refund_status
    )
  }

  /** Payers pay most of what is open, and most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    const often = (weight: number) =>
      dice.weighted([
        [weight, true],
        [1, false],
      ] as const)
    for (const { order_id, order_status } of this.#payments.orders.values())
      if (order_status === 'ACTIVE' && often(3)) await this.pay(order_id)
    for (const { link_id, link_status } of this.#payments.links.values())
      if (link_status === 'ACTIVE' && often(3)) await this.pay(link_id)
    for (const { transfer_id, status } of this.#payouts.transfers.values())
      if (status === 'RECEIVED') await this.end(transfer_id, often(9))
  }

  /** `<reference> <status>`, the oldest first. Without orders of links, which have Cashfree's IDs. */
  references(): readonly string[] {
    const own = [...this.#payments.orders.values()].filter(({ link_id }) => link_id === undefined)
    return [
      ...own.map(({ order_id, order_status }) => `${order_id} ${order_status}`),
      ...[...this.#payments.links.values()].map(({ link_id, link_status }) => `${link_id} ${link_status}`),
      ...[...this.#payouts.transfers.values()].map(({ transfer_id, status }) => `${transfer_id} ${status}`),
      ...[...this.#payments.orders.values()].flatMap(({ refunds }) =>
        refunds.map(({ refund_id, refund_status }) => `${refund_id} ${refund_status}`),
      ),
    ]
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return problem(status, error)
  }

  protected answer(request: FakeRequest): FakeAnswer {
    const { path, headers } = request
    if (path === '/pg/orders/sessions') return this.#payments.begin(request)
    const { clientId, clientSecret, payoutClientId, payoutClientSecret } = this.#options
    if (path === '/payout/v1/getBalance') return this.#payouts.older(request)
    const isPayout = path.startsWith('/payout/')
    const [id, secret] = isPayout ? [payoutClientId, payoutClientSecret] : [clientId, clientSecret]
    if (headers['x-client-id'] !== id || headers['x-client-secret'] !== secret)
      return problem(401, 'authentication_error request_failed')
    if (path === '/payout/v1/authorize') return this.#payouts.older(request)
    if (headers['x-api-version'] !== (isPayout ? '2024-01-01' : '2025-01-01'))
      return invalid('version_invalid')
    return isPayout ? this.#payouts.answer(request) : this.#payments.answer(request)
  }

  /** No two payments end in the same millisecond. */
  #time(): string {
    const at = this.now() + 5.5 * 3_600_000
    return new Date(at + this.#ended++).toISOString().replace('Z', '+05:30')
  }

  async #tell(
    type: string,
    data: object,
    url = this.#notifyUrl,
    secret = this.#options.clientSecret,
  ): Promise<void> {
    if (url === undefined) return
    const body = JSON.stringify({ data, event_time: new Date(this.now()).toISOString(), type })
    const timestamp = String(this.now())
    const headers = {
      'content-type': 'application/json',
      'x-webhook-version': '2025-01-01',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': signatureOf(secret, timestamp, Buffer.from(body)),
    }
    await this.tell({ url, body, headers })
  }
}
