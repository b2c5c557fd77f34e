/** Cashfree's payment gateway in its fake: orders, started payments, payment links, refunds, available methods. */
import { type FakeAnswer, type FakeRequest, json } from '../fake-server.fixture.ts'
import {
  type FakeLink,
  type FakeOrder,
  type FakeRefund,
  faultOf,
  invalid,
  isWhole,
  missing,
  problem,
  showLink,
  shown,
  showOrder,
  showPayment,
  showRefund,
} from './fake-books.fixture.ts'

const MINUTE_MS = 60_000
const REFERENCE = /^[A-Za-z0-9_-]{3,45}$/

export class FakePayments {
  readonly orders = new Map<string, FakeOrder>()
  readonly links = new Map<string, FakeLink>()
  /** Started payments, by idempotency key. */
  readonly #begun = new Map<string, { readonly body: string; readonly answer: FakeAnswer }>()
  readonly #now: () => number
  readonly #down: ReadonlySet<number>
  #made = 0

  /** @param down banks, by number */
  constructor(now: () => number, down: ReadonlySet<number>) {
    this.#now = now
    this.#down = down
  }

  answer({ method, path, body: text }: FakeRequest): FakeAnswer {
    const [, kind, name = '', rest = ''] =
      /^\/pg\/(orders|links|eligibility)(?:\/([^/]+))?(?:\/(.+))?$/.exec(path) ?? []
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (kind === 'orders') return this.#order(method, name, rest, body)
    if (kind === 'links') return this.#link(method, name, rest, body)
    return kind === 'eligibility' ? this.#eligible(body) : missing('url')
  }

  number(): string {
    this.#made += 1
    return String(1_453_000_000 + this.#made)
  }

  /** The payer's browser may start it too, without keys. */
  begin({ headers, body }: FakeRequest): FakeAnswer {
    if (headers['x-client-secret'] !== undefined) throw new Error('no secret is sent where none is asked for')
    const key = String(headers['x-idempotency-key'] ?? '')
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)) return invalid('request_failed')
    const before = this.#begun.get(key)
    if (before)
      return before.body === body ? before.answer : problem(422, 'idempotency_error request_invalid')
    const requested: unknown = JSON.parse(body)
    if (faultOf('PayOrderRequest', requested) !== undefined) return invalid('request_failed')
    const { payment_session_id, payment_method } = requested as {
      payment_session_id: string
      payment_method: { upi?: { channel: string }; netbanking?: { netbanking_bank_code: number } }
    }
    const order = [...this.orders.values()].find(({ session }) => session === payment_session_id)
    if (!order) return invalid('order_token_invalid')
    if (order.order_status !== 'ACTIVE') return missing('orderpay')
    const bank = payment_method.netbanking?.netbanking_bank_code
    if (bank !== undefined && this.#down.has(bank)) return problem(502, 'api_error bank_processing_failure')
    const answer = json(200, this.#started(order, bank === undefined))
    this.#begun.set(key, { body, answer })
    return answer
  }

  /** A payer opens a link, which makes an order with Cashfree's own ID. */
  visit(reference: string): FakeOrder {
    const link = this.links.get(reference)
    if (!link) throw new Error(`there is neither an order nor a link ${reference}`)
    return this.#newOrder(`CFPay_${this.number()}`, link.link_amount, link.endsAt, undefined, reference)
  }

  refund(id: string): readonly [FakeOrder, FakeRefund] | undefined {
    for (const order of this.orders.values()) {
      const found = order.refunds.find(({ refund_id }) => refund_id === id)
      if (found) return [order, found]
    }
    return undefined
  }

  #order(method: string, name: string, rest: string, body: unknown): FakeAnswer {
    if (name === '') return this.#createOrder(body)
    const order = this.orders.get(name)
    if (!order) return missing('order')
    if (order.order_status === 'ACTIVE' && order.endsAt < this.#now()) order.order_status = 'EXPIRED'
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
    if (this.orders.has(order_id)) return problem(409, 'invalid_request_error order_already_exists')
    const endsAt = Date.parse(order_expiry_time)
    if (!isWhole(order_amount)) return invalid('order_amount_invalid')
    if (endsAt < this.#now() + 15 * MINUTE_MS) return invalid('request_failed')
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
    this.orders.set(order_id, order)
    return order
  }

  #started({ order_amount }: FakeOrder, isUpi: boolean): object {
    const number = this.number()
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
    const link = this.links.get(name)
    if (!link) return missing('link')
    if (link.link_status === 'ACTIVE' && link.endsAt < this.#now()) link.link_status = 'EXPIRED'
    if (rest === 'orders') {
      const own = [...this.orders.values()].filter(({ link_id }) => link_id === name)
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
    if (this.links.has(link_id)) return problem(409, 'invalid_request_error link_already_exists')
    const endsAt = Date.parse(link_expiry_time)
    if (!isWhole(link_amount)) return invalid('order_amount_invalid')
    const link: FakeLink = {
      link_id,
      link_amount,
      endsAt,
      notifyUrl: link_meta?.notify_url,
      link_status: 'ACTIVE',
    }
    this.links.set(link_id, link)
    return json(200, showLink(link))
  }

  #refunds(order: FakeOrder, method: string, id: string | undefined, body: unknown): FakeAnswer {
    if (method === 'GET' && id === undefined)
      return json(
        200,
        order.refunds.map((each) => showRefund(order, each)),
      )
    if (method === 'GET') {
      const found = order.refunds.find(({ refund_id }) => refund_id === id)
      return found ? json(200, showRefund(order, found)) : missing('refund')
    }
    if (faultOf('OrderCreateRefundRequest', body) !== undefined) return invalid('request_failed')
    const { refund_id, refund_amount } = body as { refund_id: string; refund_amount: number }
    if (this.refund(refund_id)) return invalid('refund_id_already_exists')
    const given = order.refunds.filter(({ refund_status }) => refund_status !== 'CANCELLED')
    const sum = given.reduce((total, each) => total + each.refund_amount, refund_amount)
    if (!isWhole(refund_amount) || sum > order.order_amount) return invalid('refund_amount_invalid')
    const refund: FakeRefund = {
      ...{ refund_id, refund_amount, refund_status: 'PENDING', refund_type: 'MERCHANT_INITIATED' },
      cf_payment_id: order.payments.find((each) => each.payment_status === 'SUCCESS')?.cf_payment_id ?? '0',
    }
    order.refunds.push(refund)
    return json(200, showRefund(order, refund))
  }

  #eligible(body: unknown): FakeAnswer {
    if (faultOf('EligibilityFetchPaymentMethodsRequest', body) !== undefined) return invalid('request_failed')
    const details = [3021, 3022, 3032, 3044].map((code) => ({
      nick: 'bank',
      display: 'Bank',
      code,
      eligibility: !this.#down.has(code),
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
}
