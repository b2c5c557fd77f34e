/**
 * Cashfree, for tests and for trying: a server of ours that holds requests and answers to the published schemas, asks for the keys of
 * each product, knows repetitions, and plays payers, payees and mishaps. What it tells by itself is signed.
 */
import { constants, privateDecrypt } from 'node:crypto'
import {
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
  type ToldError,
} from '../fake-server.fixture.ts'
import {
  type FakeLink,
  type FakeOrder,
  type FakeRefund,
  type FakeTransfer,
  faultOf,
  showLink,
  shown,
  showOrder,
  showPayment,
  showRefund,
  showTransfer,
} from './fake-books.fixture.ts'
import { signatureOf } from './webhook.ts'

export interface CashfreeFakeOptions extends FakeServerOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly payoutClientId: string
  readonly payoutClientSecret: string
  /** Asks for the signature of calls that send money: it has the private key of what was given to the merchant. */
  readonly payoutPrivateKey?: string
  /** Banks that are down. */
  readonly down?: ReadonlySet<number>
}

const MINUTE_MS = 60_000
const REFERENCE = /^[A-Za-z0-9_-]{3,45}$/
const TRANSFER = /^[A-Za-z0-9_]{1,40}$/

/** @param error its type and its code: `api_error internal_error` */
const problem = (status: number, error: string): FakeAnswer => {
  const [type = '', code = ''] = error.split(' ')
  return json(status, { message: error, code, type })
}
const invalid = (code: string): FakeAnswer =>
  json(400, { message: code, code, type: 'invalid_request_error' })
const missing = (what: string): FakeAnswer =>
  json(404, { message: 'x', code: `${what}_not_found`, type: 'invalid_request_error' })

export class CashfreeFake extends FakeServer {
  readonly #options: CashfreeFakeOptions
  readonly #orders = new Map<string, FakeOrder>()
  readonly #links = new Map<string, FakeLink>()
  readonly #transfers = new Map<string, FakeTransfer>()
  /** Payments that were begun, by their idempotency key. */
  readonly #begun = new Map<string, { readonly body: string; readonly answer: FakeAnswer }>()
  #notifyUrl: string | undefined
  #made = 0

  constructor(options: CashfreeFakeOptions) {
    super(options)
    this.#options = options
  }

  /** As it is set on its own pages. */
  notifyAt(url: string): void {
    this.#notifyUrl = url
  }

  /** A payer pays, exactly or another amount. @returns Cashfree's number of the payment */
  async pay(reference: string, amount?: number, is_captured = true): Promise<string> {
    const order = this.#orders.get(reference) ?? this.#visit(reference)
    const cf_payment_id = this.#number()
    const payment = {
      cf_payment_id,
      payment_amount: amount ?? order.order_amount,
      payment_status: 'SUCCESS',
      is_captured,
    }
    order.payments.push(payment)
    if (order.order_status === 'ACTIVE') order.order_status = 'PAID'
    const link = this.#links.get(order.link_id ?? '')
    if (link?.link_status === 'ACTIVE') link.link_status = 'PAID'
    const { order_id, order_amount, link_id } = order
    const tags = link_id === undefined ? null : { link_id, cf_link_id: '1996567' }
    const told = { order_id, order_amount, order_currency: 'INR', order_tags: tags }
    const data = { order: told, payment: showPayment(order, payment) }
    await this.#tell('PAYMENT_SUCCESS_WEBHOOK', data, order.notifyUrl ?? link?.notifyUrl)
    return cf_payment_id
  }

  /** A payer has begun, and what comes of it is not known yet, or nothing. */
  try(reference: string, payment_status: string): void {
    const order = this.#orders.get(reference) ?? this.#visit(reference)
    const cf_payment_id = this.#number()
    order.payments.push({
      cf_payment_id,
      payment_amount: order.order_amount,
      payment_status,
      is_captured: false,
    })
  }

  /** Money on its way to somebody arrives, or does not. */
  async end(reference: string, arrives: boolean): Promise<void> {
    if (this.#transfers.has(reference))
      return arrives
        ? this.setTransfer(reference, 'SUCCESS', 'COMPLETED')
        : this.setTransfer(reference, 'FAILED', 'IMPS_MODE_FAIL')
    return this.setRefund(reference, arrives ? 'SUCCESS' : 'CANCELLED')
  }

  async setTransfer(reference: string, status: string, status_code: string): Promise<void> {
    const transfer = this.#transfers.get(reference)
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
    const [order, refund] = this.#refund(reference) ?? []
    if (!order || !refund) throw new Error(`there is no refund ${reference}`)
    refund.refund_status = refund_status
    await this.#tell('REFUND_STATUS_WEBHOOK', { refund: showRefund(order, refund) }, order.notifyUrl)
  }

  setOrder(reference: string, order_status: string): void {
    const order = this.#orders.get(reference)
    if (order) order.order_status = order_status
  }

  setLink(reference: string, link_status: string): void {
    const link = this.#links.get(reference)
    if (link) link.link_status = link_status
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const refunds = [...this.#orders.values()].flatMap((order) => order.refunds)
    return (
      (this.#orders.has(reference) ? 1 : 0) +
      (this.#links.has(reference) ? 1 : 0) +
      (this.#transfers.has(reference) ? 1 : 0) +
      refunds.filter(({ refund_id }) => refund_id === reference).length
    )
  }

  statusOf(reference: string): string | undefined {
    return (
      this.#orders.get(reference)?.order_status ??
      this.#links.get(reference)?.link_status ??
      this.#transfers.get(reference)?.status ??
      this.#refund(reference)?.[1].refund_status
    )
  }

  /** Payers pay most of what is open, and most of what was sent arrives. */
  async live(dice: { weighted<Thing>(things: readonly (readonly [number, Thing])[]): Thing }): Promise<void> {
    const often = (weight: number) =>
      dice.weighted([
        [weight, true],
        [1, false],
      ] as const)
    for (const { order_id, order_status } of this.#orders.values())
      if (order_status === 'ACTIVE' && often(3)) await this.pay(order_id)
    for (const { link_id, link_status } of this.#links.values())
      if (link_status === 'ACTIVE' && often(3)) await this.pay(link_id)
    for (const { transfer_id, status } of this.#transfers.values())
      if (status === 'RECEIVED') await this.end(transfer_id, often(9))
  }

  /** `<reference> <status>`, the oldest first. Without the orders of links, which Cashfree names itself. */
  references(): readonly string[] {
    const own = [...this.#orders.values()].filter(({ link_id }) => link_id === undefined)
    return [
      ...own.map(({ order_id, order_status }) => `${order_id} ${order_status}`),
      ...[...this.#links.values()].map(({ link_id, link_status }) => `${link_id} ${link_status}`),
      ...[...this.#transfers.values()].map(({ transfer_id, status }) => `${transfer_id} ${status}`),
      ...[...this.#orders.values()].flatMap(({ refunds }) =>
        refunds.map(({ refund_id, refund_status }) => `${refund_id} ${refund_status}`),
      ),
    ]
  }

  protected told({ status, error }: ToldError): FakeAnswer {
    return problem(status, error)
  }

  protected answer(request: FakeRequest): FakeAnswer {
    const { path, headers } = request
    if (path === '/pg/orders/sessions') return this.#begin(request)
    const { clientId, clientSecret, payoutClientId, payoutClientSecret } = this.#options
    const isPayout = path.startsWith('/payout/')
    const [id, secret] = isPayout ? [payoutClientId, payoutClientSecret] : [clientId, clientSecret]
    if (headers['x-client-id'] !== id || headers['x-client-secret'] !== secret)
      return problem(401, 'authentication_error request_failed')
    if (headers['x-api-version'] !== (isPayout ? '2024-01-01' : '2025-01-01'))
      return invalid('version_invalid')
    if (isPayout) return this.#payout(request)
    const [, kind, name = '', rest = ''] =
      /^\/pg\/(orders|links|eligibility)(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? []
    const body: unknown = request.body === '' ? undefined : JSON.parse(request.body)
    if (kind === 'orders') return this.#order(request.method, name, rest, body)
    if (kind === 'links') return this.#link(request.method, name, rest, body)
    return kind === 'eligibility' ? this.#eligible(body) : missing('url')
  }

  #order(method: string, name: string, rest: string, body: unknown): FakeAnswer {
    if (name === '') return this.#createOrder(body)
    const order = this.#orders.get(name)
    if (!order) return missing('order')
    if (order.order_status === 'ACTIVE' && order.endsAt < this.now()) order.order_status = 'EXPIRED'
    if (rest === 'payments')
      return json(
        200,
        order.payments.map((each) => showPayment(order, each)),
      )
    const [, refundId] = /^refunds(?:\/([^/]+))?$/.exec(rest) ?? []
    if (rest.startsWith('refunds')) return this.#refunds(order, method, refundId, body)
    if (method !== 'PATCH') return json(200, showOrder(order))
    if (faultOf('TerminateOrderRequest', body) !== undefined) return invalid('request_failed')
    if (order.order_status !== 'ACTIVE') return invalid('order_inactive')
    const isTried = order.payments.some(({ payment_status }) => payment_status === 'PENDING')
    order.order_status = isTried ? 'TERMINATION_REQUESTED' : 'TERMINATED'
    return json(200, showOrder(order))
  }

  #createOrder(body: unknown): FakeAnswer {
    if (faultOf('CreateOrderRequest', body) !== undefined) return invalid('request_failed')
    const { order_id, order_amount, order_currency, order_expiry_time, order_meta } = body as {
      order_id: string
      order_amount: number
      order_currency: string
      order_expiry_time: string
      order_meta?: { notify_url?: string }
    }
    if (!REFERENCE.test(order_id) || order_currency !== 'INR') return invalid('request_failed')
    if (this.#orders.has(order_id)) return problem(409, 'invalid_request_error order_already_exists')
    const endsAt = Date.parse(order_expiry_time)
    if (!isWhole(order_amount)) return invalid('order_amount_invalid')
    if (endsAt < this.now() + 15 * MINUTE_MS) return invalid('request_failed')
    return json(
      200,
      showOrder(this.#newOrder(order_id, order_amount, endsAt, order_meta?.notify_url, undefined)),
    )
  }

  #newOrder(
    order_id: string,
    order_amount: number,
    endsAt: number,
    notifyUrl: string | undefined,
    link_id: string | undefined,
  ): FakeOrder {
    const order: FakeOrder = {
      ...{ order_id, order_amount, endsAt, notifyUrl, link_id },
      session: `session_${order_id}`,
      order_status: 'ACTIVE',
      payments: [],
      refunds: [],
    }
    this.#orders.set(order_id, order)
    return order
  }

  /** The payer's browser may begin it, too: no keys. */
  #begin({ headers, body }: FakeRequest): FakeAnswer {
    if (headers['x-client-secret'] !== undefined) throw new Error('no secret is sent where none is asked for')
    const key = String(headers['x-idempotency-key'] ?? '')
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return invalid('request_failed')
    const before = this.#begun.get(key)
    if (before)
      return before.body === body ? before.answer : problem(422, 'idempotency_error request_invalid')
    const asked: unknown = JSON.parse(body)
    if (faultOf('PayOrderRequest', asked) !== undefined) return invalid('request_failed')
    const { payment_session_id, payment_method } = asked as {
      payment_session_id: string
      payment_method: { upi?: { channel: string }; netbanking?: { netbanking_bank_code: number } }
    }
    const order = [...this.#orders.values()].find(({ session }) => session === payment_session_id)
    if (!order) return invalid('order_token_invalid')
    if (order.order_status !== 'ACTIVE') return missing('orderpay')
    const bank = payment_method.netbanking?.netbanking_bank_code
    if (bank !== undefined && this.#options.down?.has(bank))
      return problem(502, 'api_error bank_processing_failure')
    const answer = json(200, this.#started(order, bank === undefined))
    this.#begun.set(key, { body, answer })
    return answer
  }

  #started({ order_amount }: FakeOrder, isUpi: boolean): object {
    const number = this.#number()
    const link = `upi://pay?pa=shop.cf@fakebank&pn=Fake%20Shop&mc=5399&tr=CF${number}&am=${order_amount.toFixed(2)}&cu=INR&mode=04`
    return shown('PayOrderEntity', {
      payment_amount: order_amount,
      cf_payment_id: number,
      payment_method: isUpi ? 'upi' : 'netbanking',
      channel: 'link',
      action: isUpi ? 'custom' : 'link',
      data: isUpi
        ? { payload: { default: link, bhim: link, gpay: link.replace('upi://', 'tez://upi/') } }
        : { url: `https://sandbox.cashfree.example/pg/view/gateway/${number}` },
    })
  }

  #link(method: string, name: string, rest: string, body: unknown): FakeAnswer {
    if (name === '') return this.#createLink(body)
    const link = this.#links.get(name)
    if (!link) return missing('link')
    if (link.link_status === 'ACTIVE' && link.endsAt < this.now()) link.link_status = 'EXPIRED'
    if (rest === 'orders') {
      const own = [...this.#orders.values()].filter(({ link_id }) => link_id === name)
      return json(200, own.filter((order) => order.order_status === 'PAID').map(showOrder))
    }
    if (rest === 'cancel' && method === 'POST') {
      if (link.link_status !== 'ACTIVE') return invalid('request_failed')
      link.link_status = 'CANCELLED'
    }
    return json(200, showLink(link))
  }

  #createLink(body: unknown): FakeAnswer {
    if (faultOf('CreateLinkRequest', body) !== undefined) return invalid('request_failed')
    const { link_id, link_amount, link_expiry_time, link_meta } = body as {
      link_id: string
      link_amount: number
      link_expiry_time: string
      link_meta?: { notify_url?: string }
    }
    if (this.#links.has(link_id)) return problem(409, 'invalid_request_error link_already_exists')
    const endsAt = Date.parse(link_expiry_time)
    if (!isWhole(link_amount)) return invalid('order_amount_invalid')
    const link: FakeLink = {
      link_id,
      link_amount,
      endsAt,
      notifyUrl: link_meta?.notify_url,
      link_status: 'ACTIVE',
    }
    this.#links.set(link_id, link)
    return json(200, showLink(link))
  }

  /** A payer opens a link: an order of Cashfree's own naming. */
  #visit(reference: string): FakeOrder {
    const link = this.#links.get(reference)
    if (!link) throw new Error(`there is neither an order nor a link ${reference}`)
    return this.#newOrder(`CFPay_${this.#number()}`, link.link_amount, link.endsAt, undefined, reference)
  }

  #refunds(order: FakeOrder, method: string, id: string | undefined, body: unknown): FakeAnswer {
    if (method === 'GET') {
      const found = order.refunds.find(({ refund_id }) => refund_id === id)
      return found ? json(200, showRefund(order, found)) : missing('refund')
    }
    if (faultOf('OrderCreateRefundRequest', body) !== undefined) return invalid('request_failed')
    const { refund_id, refund_amount } = body as { refund_id: string; refund_amount: number }
    if (this.#refund(refund_id)) return invalid('refund_id_already_exists')
    const given = order.refunds.filter(({ refund_status }) => refund_status !== 'CANCELLED')
    const sum = given.reduce((total, each) => total + each.refund_amount, refund_amount)
    if (!isWhole(refund_amount) || sum > order.order_amount) return invalid('refund_amount_invalid')
    const refund: FakeRefund = { refund_id, refund_amount, refund_status: 'PENDING' }
    order.refunds.push(refund)
    return json(200, showRefund(order, refund))
  }

  #refund(id: string): readonly [FakeOrder, FakeRefund] | undefined {
    for (const order of this.#orders.values()) {
      const found = order.refunds.find(({ refund_id }) => refund_id === id)
      if (found) return [order, found]
    }
    return undefined
  }

  #payout({ method, query, headers, body }: FakeRequest): FakeAnswer {
    if (!this.#isProven(headers['x-cf-signature'])) return problem(403, 'validation_error ip_not_allowed')
    if (method === 'GET') {
      const found = this.#transfers.get(query.get('transfer_id') ?? '')
      return found ? json(200, showTransfer(found)) : missing('transfer_id')
    }
    const asked: unknown = JSON.parse(body)
    if (faultOf('CreateTransferRequest', asked) !== undefined) return invalid('transfer_id_invalid')
    const { transfer_id, transfer_amount, beneficiary_details } = asked as {
      transfer_id: string
      transfer_amount: number
      beneficiary_details: {
        beneficiary_name: string
        beneficiary_instrument_details: { bank_account_number: string; bank_ifsc: string }
      }
    }
    const { beneficiary_name, beneficiary_instrument_details: to } = beneficiary_details
    const invalidTo = (field: string) => invalid(`beneficiary_details.${field}_invalid`)
    if (!TRANSFER.test(transfer_id)) return invalid('transfer_id_invalid')
    if (!isWhole(transfer_amount)) return invalid('transfer_amount_invalid')
    if (!/^[A-Za-z ]{1,100}$/.test(beneficiary_name)) return invalidTo('beneficiary_name')
    if (!/^[A-Za-z0-9]{9,18}$/.test(to.bank_account_number))
      return invalidTo('beneficiary_instrument_details.bank_account_number')
    if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(to.bank_ifsc))
      return invalidTo('beneficiary_instrument_details.bank_ifsc')
    if (this.#transfers.has(transfer_id))
      return problem(409, 'invalid_request_error transfer_id_already_exists')
    const transfer: FakeTransfer = {
      ...{ transfer_id, transfer_amount, account: to.bank_account_number },
      ...{ status: 'RECEIVED', status_code: 'RECEIVED' },
    }
    this.#transfers.set(transfer_id, transfer)
    return json(200, showTransfer(transfer))
  }

  /** The client's ID and the second, for nobody but whoever has the private key. */
  #isProven(signature: string | string[] | undefined): boolean {
    const { payoutPrivateKey: key, payoutClientId } = this.#options
    if (key === undefined) return true
    if (typeof signature !== 'string') return false
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const text = privateDecrypt({ key, padding, oaepHash: 'sha1' }, Buffer.from(signature, 'base64'))
    const [id, second] = text.toString('utf8').split('.')
    return id === payoutClientId && Math.abs(Number(second) * 1_000 - this.now()) < 5 * MINUTE_MS
  }

  #eligible(body: unknown): FakeAnswer {
    if (faultOf('EligibilityFetchPaymentMethodsRequest', body) !== undefined) return invalid('request_failed')
    const { down = new Set() } = this.#options
    const details = [3021, 3022, 3032, 3044].map((code) => ({
      nick: 'bank',
      display: 'Bank',
      code,
      eligibility: !down.has(code),
    }))
    const entity = { eligibility: true, entity_type: 'payment_methods' }
    return json(200, [
      shown('EligibilityPaymentMethodsEntity', {
        ...entity,
        entity_value: 'upi',
        entity_details: { payment_method_details: [] },
      }),
      shown('EligibilityPaymentMethodsEntity', {
        ...entity,
        entity_value: 'netbanking',
        entity_details: { payment_method_details: details },
      }),
    ])
  }

  #number(): string {
    this.#made += 1
    return String(1_453_000_000 + this.#made)
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

/** Up to two decimals, and a rupee at least. */
const isWhole = (amount: number): boolean => amount >= 1 && /^\d+(\.\d{1,2})?$/.test(String(amount))
