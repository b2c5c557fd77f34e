/**
 * Xendit's fake: checks requests against the documented fields and the API key, recognises repeated payouts but not payment requests, and
 * plays payers, wallets, banks and failures. It calls only the URL for notifications.
 *
 * A payer pays the latest link. Earlier ones under the same reference were shown to nobody, so money can move once per reference;
 * `payOrphan` plays that a lost link is paid after all. Each prompt on a phone counts.
 */
import type { ValidateFunction } from 'ajv'
import {
  type Dice,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
  schemasOf,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/xendit-2026.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly apiKey: string
  readonly webhookToken: string
  /** The banks and wallets that it pays out to. */
  readonly channels?: readonly FakeChannel[]
}

export interface FakeChannel {
  readonly channel_code: string
  readonly channel_category: 'BANK' | 'EWALLET'
  readonly currency: string
  readonly channel_name: string
  readonly amount_limits: {
    readonly minimum: number
    readonly maximum: number
    readonly minimum_increment: number
  }
}

interface Requested {
  readonly reference_id: string
  readonly type: string
  readonly country: string
  readonly currency: string
  readonly request_amount: number
  readonly channel_code: string
  readonly channel_properties: Readonly<Record<string, unknown>>
}
interface Request extends Requested {
  readonly payment_request_id: string
  status: string
  failure_code?: string
  readonly payments: Payment[]
}
interface Payment {
  readonly payment_id: string
  readonly amount: number
  /** In the list of transactions. */
  standing: 'SUCCESS' | 'REVERSED'
}
interface PayoutRequestBody {
  readonly reference_id: string
  readonly channel_code: string
  readonly channel_properties: { readonly account_number: string; readonly account_holder_name: string }
  readonly amount: number
  readonly currency: string
}
interface Payout extends PayoutRequestBody {
  readonly id: string
  readonly key: string
  readonly requested: string
  status: string
  failure_code?: string
}

const BUSINESS = '5f27a14a9bf05c73dd040bc8'
const limits = { minimum: 10_000, maximum: 500_000_000, minimum_increment: 1 }
const CHANNELS: readonly FakeChannel[] = [
  {
    channel_code: 'ID_BCA',
    channel_category: 'BANK',
    currency: 'IDR',
    channel_name: 'Bank Central Asia (BCA)',
    amount_limits: limits,
  },
  {
    channel_code: 'ID_DANA',
    channel_category: 'EWALLET',
    currency: 'IDR',
    channel_name: 'DANA',
    amount_limits: { ...limits, maximum: 20_000_000 },
  },
]

const schema = schemasOf(SAMPLE.definitions)
const REQUEST_SENT = schema('PaymentRequestBody')
const REQUEST_MADE = schema('PaymentRequestMade')
const PAYOUT_REQUESTED = schema('PayoutRequestBody')

/** Without a page: the wallet prompts on the payer's phone. */
const isPush = ({ channel_code }: Requested): boolean => channel_code === 'OVO'

export class XenditFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #requests = new Map<string, Request>()
  /** Whom `live` has decided to pay, by reference. */
  readonly #pays = new Map<string, boolean>()
  readonly #payouts = new Map<string, Payout>()
  #webhookUrl: string | undefined
  #made = 0

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** As set in the dashboard. */
  notifyAt(url: string): void {
    this.#webhookUrl = url
  }

  /** The payer pays. @returns the payment's ID */
  pay(reference: string, amount?: number): Promise<string> {
    const request = this.#requestsOf(reference).at(-1)
    if (!request) throw new Error(`there is no payment request ${reference}`)
    return this.#pay(request, amount)
  }

  /** A payer pays the first link of a reference, which was lost. */
  payOrphan(reference: string): Promise<string> {
    const [request] = this.#requestsOf(reference)
    if (!request) throw new Error(`there is no payment request ${reference}`)
    return this.#pay(request, undefined)
  }

  async #pay(request: Request, amount = request.request_amount): Promise<string> {
    const payment: Payment = { payment_id: this.#id('py'), amount, standing: 'SUCCESS' }
    request.payments.push(payment)
    request.status = 'SUCCEEDED'
    await this.#notifyOf('payment.capture', this.#paymentShown(request, payment))
    return payment.payment_id
  }

  /** The money of a paid request is taken back. */
  async reverse(reference: string): Promise<void> {
    for (const request of this.#requestsOf(reference))
      for (const payment of request.payments) {
        payment.standing = 'REVERSED'
        await this.#notifyOf('payment.failure', this.#paymentShown(request, payment))
      }
  }

  /** The payer refuses, or it fails otherwise. */
  async fail(reference: string, failureCode?: string, status = 'FAILED'): Promise<void> {
    const request = this.#requestsOf(reference).at(-1)
    if (!request) throw new Error(`there is no payment request ${reference}`)
    request.status = status
    if (failureCode !== undefined) request.failure_code = failureCode
    await this.#notifyOf('payment.failure', { reference_id: reference, status })
  }

  end(reference: string, arrives: boolean): Promise<void> {
    return arrives ? this.move(reference, 'SUCCEEDED') : this.move(reference, 'FAILED', 'REJECTED_BY_CHANNEL')
  }

  /** A payout continues, arrives, fails or comes back. */
  async move(reference: string, status: string, failureCode?: string): Promise<void> {
    const payout = this.#payoutsOf(reference)[0]
    if (!payout) throw new Error(`there is no payout ${reference}`)
    payout.status = status
    if (failureCode !== undefined) payout.failure_code = failureCode
    await this.#notifyOf(`payout.${status.toLowerCase()}`, payoutShown(payout))
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const requests = this.#requestsOf(reference)
    const paid = requests.flatMap(({ payments }) => payments).length
    const prompts = requests.filter(isPush).length
    return Math.max(paid, prompts, requests.length > 0 ? 1 : 0) + this.#payoutsOf(reference).length
  }

  /** Payment requests of a reference, shown to a payer or not. */
  made(reference: string): number {
    return this.#requestsOf(reference).length
  }

  statusOf(reference: string): string | undefined {
    const [payout] = this.#payoutsOf(reference)
    if (payout) return `payout ${payout.status}`
    const requests = this.#requestsOf(reference)
    const request = requests.find(({ payments }) => payments.length > 0) ?? requests.at(-1)
    return request && `payment ${request.status}`
  }

  /** Most payers pay, the others never; most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    const references = new Set([...this.#requests.values()].map((each) => each.reference_id))
    for (const reference of references) {
      const request = this.#requestsOf(reference).at(-1)
      const pays =
        this.#pays.get(reference) ??
        dice.weighted([
          [3, true],
          [1, false],
        ])
      this.#pays.set(reference, pays)
      if (request?.status === 'REQUIRES_ACTION' && pays) await this.pay(reference)
    }
    for (const { reference_id, status } of this.#payouts.values())
      if (status === 'ACCEPTED')
        await this.end(
          reference_id,
          dice.weighted([
            [9, true],
            [1, false],
          ]),
        )
  }

  /** `<reference> <status> <amount>`. */
  references(): readonly string[] {
    return [
      ...[...this.#requests.values()].map(
        ({ reference_id, status, request_amount }) => `${reference_id} ${status} ${request_amount}`,
      ),
      ...[...this.#payouts.values()].map(
        ({ reference_id, status, amount }) => `${reference_id} ${status} ${amount}`,
      ),
    ]
  }

  #requestsOf(reference: string): readonly Request[] {
    return [...this.#requests.values()].filter((each) => each.reference_id === reference)
  }

  #payoutsOf(reference: string): readonly Payout[] {
    return [...this.#payouts.values()].filter((each) => each.reference_id === reference)
  }

  #id(kind: 'pr' | 'py' | 'cap' | 'disb'): string {
    this.#made += 1
    return `${kind}-00000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  async #notifyOf(event: string, data: object): Promise<void> {
    if (this.#webhookUrl === undefined) return
    const body = JSON.stringify({ event, business_id: BUSINESS, created: this.#time(), data })
    const headers = { 'content-type': 'application/json', 'x-callback-token': this.#options.webhookToken }
    await this.tell({ url: this.#webhookUrl, body, headers })
  }

  protected reported({ status, error }: { readonly status: number; readonly error: string }): FakeAnswer {
    return problem(status, error)
  }

  protected answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    const basic = `Basic ${Buffer.from(`${this.#options.apiKey}:`).toString('base64')}`
    if (headers.authorization !== basic) return problem(401, 'INVALID_API_KEY')
    if (path.startsWith('/v3/') && headers['api-version'] !== '2024-11-11')
      return problem(400, 'API_VALIDATION_ERROR')
    const [, request, operation] = /^\/v3\/payment_requests\/([^/]+)(\/cancel)?$/.exec(path) ?? []
    const [, payment] = /^\/v3\/payments\/([^/]+)$/.exec(path) ?? []
    const [, payout] = /^\/v2\/payouts\/([^/]+)\/cancel$/.exec(path) ?? []
    if (request !== undefined) return operation ? this.#cancel(request) : this.#readRequest(request)
    if (payment !== undefined) return this.#readPayment(payment)
    if (payout !== undefined) return this.#cancelPayout(payout)
    switch (`${method} ${path}`) {
      case 'POST /v3/payment_requests':
        return this.#create(body)
      case 'POST /v2/payouts':
        return this.#send(headers['idempotency-key'], body)
      case 'GET /v2/payouts':
        return json(200, {
          data: this.#payoutsOf(query.get('reference_id') ?? '').map(payoutShown),
          has_more: false,
        })
      case 'GET /transactions':
        return this.#transactions(query.get('reference_id'))
      case 'GET /payouts_channels':
        return json(
          200,
          (this.#options.channels ?? CHANNELS).filter(({ currency }) => currency === query.get('currency')),
        )
      case 'GET /balance':
        return json(200, { balance: 1_241_231 })
      default:
        return problem(404, 'DATA_NOT_FOUND')
    }
  }

  #create(body: string): FakeAnswer {
    const requested = parsed<Requested>(REQUEST_SENT, body)
    if (!requested) return problem(400, 'API_VALIDATION_ERROR')
    if (isPush(requested) && requested.channel_properties.account_mobile_number === undefined)
      return problem(400, 'API_VALIDATION_ERROR')
    const made: Request = {
      ...requested,
      payment_request_id: this.#id('pr'),
      status: 'REQUIRES_ACTION',
      payments: [],
    }
    this.#requests.set(made.payment_request_id, made)
    return json(201, this.#shown(made))
  }

  #shown({ payments, ...request }: Request): object {
    const page = `https://pay.xendit.example/${request.payment_request_id}`
    const shown = {
      business_id: BUSINESS,
      ...request,
      capture_method: 'AUTOMATIC',
      ...(payments.length > 0 && { latest_payment_id: payments.at(-1)?.payment_id }),
      actions:
        isPush(request) || request.status !== 'REQUIRES_ACTION'
          ? []
          : [{ type: 'REDIRECT_CUSTOMER', descriptor: 'WEB_URL', value: page }],
      created: this.#time(),
      updated: this.#time(),
    }
    // Its own answers must match the documented fields too, so that tests against it say something about Xendit.
    if (!REQUEST_MADE(shown))
      throw new Error(`the fake’s own answer does not fit: ${JSON.stringify(REQUEST_MADE.errors)}`)
    return shown
  }

  #paymentShown(request: Request, { payment_id, amount }: Payment): object {
    const { reference_id, payment_request_id, currency, country, request_amount, channel_code } = request
    return {
      payment_id,
      business_id: BUSINESS,
      ...{ reference_id, payment_request_id, type: 'PAY', country, currency, request_amount, channel_code },
      captures: [{ capture_id: `cap${payment_id.slice(2)}`, capture_amount: amount }],
      status: 'SUCCEEDED',
    }
  }

  #readRequest(id: string): FakeAnswer {
    const request = this.#requests.get(id)
    return request ? json(200, this.#shown(request)) : problem(404, 'DATA_NOT_FOUND')
  }

  #readPayment(id: string): FakeAnswer {
    for (const request of this.#requests.values()) {
      const payment = request.payments.find((each) => each.payment_id === id)
      if (payment) return json(200, this.#paymentShown(request, payment))
    }
    return problem(404, 'DATA_NOT_FOUND')
  }

  #cancel(id: string): FakeAnswer {
    const request = this.#requests.get(id)
    if (!request) return problem(404, 'DATA_NOT_FOUND')
    if (request.status !== 'REQUIRES_ACTION') return problem(400, 'INACTIVE_PAYMENT_REQUEST')
    request.status = 'CANCELED'
    return json(200, this.#shown(request))
  }

  #transactions(reference: string | null): FakeAnswer {
    const data = [...this.#requests.values()].flatMap(({ payments, ...request }) =>
      payments.map(({ payment_id, amount, standing }) => ({
        id: `txn_${payment_id}`,
        product_id: payment_id,
        type: 'PAYMENT',
        status: standing,
        reference_id: request.reference_id,
        currency: request.currency,
        amount,
        cashflow: 'MONEY_IN',
        product_data: { payment_request_id: request.payment_request_id },
      })),
    )
    const found =
      reference === null ? data.slice(0, 1) : data.filter((each) => each.reference_id === reference)
    return json(200, { has_more: false, data: found, links: [] })
  }

  #send(key: string | string[] | undefined, body: string): FakeAnswer {
    const requested = parsed<PayoutRequestBody>(PAYOUT_REQUESTED, body)
    if (!requested || typeof key !== 'string' || key.length === 0 || key.length > 100)
      return problem(400, 'API_VALIDATION_ERROR')
    const before = [...this.#payouts.values()].find((each) => each.key === key)
    if (before)
      return before.requested === body ? json(200, payoutShown(before)) : problem(409, 'DUPLICATE_ERROR')
    const channel = (this.#options.channels ?? CHANNELS).find(
      (each) => each.channel_code === requested.channel_code,
    )
    if (channel?.currency !== requested.currency) return problem(400, 'CHANNEL_CODE_NOT_SUPPORTED')
    if (requested.amount < channel.amount_limits.minimum) return problem(400, 'MINIMUM_TRANSFER_LIMIT_ERROR')
    if (requested.amount > channel.amount_limits.maximum) return problem(400, 'MAXIMUM_TRANSFER_LIMIT_ERROR')
    const made: Payout = { ...requested, id: this.#id('disb'), key, requested: body, status: 'ACCEPTED' }
    this.#payouts.set(made.id, made)
    return json(200, payoutShown(made))
  }

  #cancelPayout(id: string): FakeAnswer {
    const payout = this.#payouts.get(id)
    if (!payout) return problem(404, 'DATA_NOT_FOUND')
    if (payout.status !== 'ACCEPTED') return problem(400, 'INELIGIBLE_TRANSACTION_STATUS')
    payout.status = 'CANCELLED'
    return json(200, payoutShown(payout))
  }
}

const payoutShown = ({ key: _key, requested: _requested, ...payout }: Payout): object => ({
  business_id: BUSINESS,
  ...payout,
})

/** What matched the schema is of its type. */
function parsed<Body>(fits: ValidateFunction, body: string): Body | undefined {
  const value: unknown = JSON.parse(body)
  return fits(value) ? (value as Body) : undefined
}

const problem = (status: number, error: string): FakeAnswer =>
  json(status, { error_code: error, message: 'as the fake was told' })
