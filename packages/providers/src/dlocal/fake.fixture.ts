/**
 * dLocal's fake: checks requests against the documented fields and signatures, accepts an order ID and an external ID once, repeats its
 * answer for a repeated idempotency key, and plays payers, banks and failures. It calls only the URL for notifications.
 */
import { createHmac } from 'node:crypto'
import { Ajv } from 'ajv'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeNotification,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/dlocal.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly login: string
  readonly transKey: string
  readonly secretKey: string
  readonly payoutsClientId: string
  readonly payoutsClientSecret: string
}

interface Made {
  readonly kind: 'payment' | 'payout'
  readonly id: string
  readonly reference: string
  /** As requested. */
  readonly body: Readonly<Record<string, unknown>>
  status: string
  code: number
}

const ajv = new Ajv({ strict: false, allErrors: true })
const PAYMENT = ajv.compile(SAMPLE.paymentRequest)
const PAYOUT = ajv.compile(SAMPLE.payoutRequest)

/** The number of each status. */
const CODES: Readonly<Record<string, number>> = {
  PENDING: 100,
  PAID: 200,
  REJECTED: 300,
  CANCELLED: 400,
  EXPIRED: 500,
  DELIVERED: 500,
  ON_HOLD: 600,
  ON_HOLD_BY_COMPLIANCE: 700,
}
const TOKEN = 'a-token-of-the-fake'

export class DlocalFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #made: Made[] = []
  /** Earlier answers, by idempotency key. */
  readonly #answered = new Map<string, FakeAnswer>()
  /** Its payment methods, by country. */
  methods: Readonly<Record<string, readonly string[]>> = {
    CO: ['PC', 'EY'],
    MY: ['IO', 'DQ'],
    VN: ['VQ', 'VB'],
  }
  /** Overrides fields of each payment and payout. */
  besides: object = {}
  /** Requests in order. */
  readonly bodies: unknown[] = []

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  async pay(reference: string): Promise<void> {
    await this.become(reference, 'PAID')
  }

  async end(reference: string, arrives: boolean): Promise<void> {
    await this.become(reference, arrives ? 'PAID' : 'REJECTED')
  }

  /** @param code default: the status's own */
  async become(reference: string, status: string, code = CODES[status] ?? 0): Promise<void> {
    const made = this.#of(reference)
    if (!made) throw new Error(`there is nothing of ${reference}`)
    Object.assign(made, { status, code })
    const url = made.body.notification_url
    if (typeof url === 'string') await this.tell(this.#notification(url, JSON.stringify(this.#shown(made))))
  }

  known(reference: string): number {
    return this.#made.filter((each) => each.reference === reference).length
  }

  statusOf(reference: string): string | undefined {
    const made = this.#of(reference)
    return made && `${made.kind} ${made.status}`
  }

  references(): readonly string[] {
    return this.#made.map(({ reference, kind, status }) => `${reference} ${kind} ${status}`)
  }

  /** A forger without the secret key names another payment. */
  renamed(body: string, from: string, to: string): string {
    return body.replaceAll(from, to)
  }

  /** A body with dLocal's signature. */
  signed(body: string, at = this.now()): Readonly<Record<string, string>> {
    const date = new Date(at).toISOString()
    return {
      'content-type': 'application/json',
      'x-date': date,
      'x-login': this.#options.login,
      authorization: `V2-HMAC-SHA256, Signature: ${this.#hmac(this.#options.login + date + body)}`,
    }
  }

  /** Payers pay most of what is open; what was sent reaches the bank, and arrives or not. */
  async live(dice: Dice): Promise<void> {
    for (const { reference, kind, status } of [...this.#made]) {
      if (status !== 'PENDING') continue
      const next = dice.weighted<string | undefined>([
        [6, 'PAID'],
        [2, 'REJECTED'],
        [1, kind === 'payment' ? 'EXPIRED' : 'PAID'],
        [2, kind === 'payment' ? undefined : 'PAID'],
      ])
      if (kind === 'payout') await this.become(reference, 'DELIVERED')
      if (next) await this.become(reference, next)
    }
  }

  #of(reference: string): Made | undefined {
    return this.#made.find((each) => each.reference === reference)
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#options.secretKey).update(text).digest('hex')
  }

  #notification(url: string, body: string): FakeNotification {
    return { url, body, headers: this.signed(body) }
  }

  protected override isAside({ path }: FakeRequest): boolean {
    return path === '/oauth/token'
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return json(status, { code: Number(error), message: 'No' })
  }

  protected answer(request: FakeRequest): FakeAnswer {
    const { path, body } = request
    if (path === '/oauth/token') return this.#token(JSON.parse(body))
    return path.startsWith('/payouts/') ? this.#payouts(request) : this.#payins(request)
  }

  #token(body: { readonly client_id?: string; readonly client_secret?: string }): FakeAnswer {
    const { payoutsClientId, payoutsClientSecret } = this.#options
    const isOurs = body.client_id === payoutsClientId && body.client_secret === payoutsClientSecret
    return isOurs
      ? json(200, { access_token: TOKEN, scope: 'payouts', expires_in: 180, token_type: 'Bearer' })
      : refusal(401, 4001)
  }

  #payins({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    const { login, transKey } = this.#options
    const date = String(headers['x-date'])
    const right = `V2-HMAC-SHA256, Signature: ${this.#hmac(login + date + body)}`
    const isOurs = headers['x-login'] === login && headers['x-trans-key'] === transKey
    const isOfNow = Math.abs(Date.parse(date) - this.now()) < 300_000
    if (!isOurs || !isOfNow || headers.authorization !== right || headers['x-version'] !== '2.1')
      return refusal(403, 3001)
    if (path === '/payments-methods') {
      const ids = this.methods[query.get('country') ?? ''] ?? []
      return json(
        200,
        ids.map((id) => ({ id, type: 'BANK_TRANSFER', name: id, allowed_flows: ['REDIRECT'] })),
      )
    }
    if (path === '/payments' && method === 'POST')
      return this.#once(headers['x-idempotency-key'], () => this.#create('payment', JSON.parse(body)))
    const [, order] = /^\/orders\/([^/]+)$/.exec(path) ?? []
    if (order !== undefined) {
      const made = this.#of(order)
      return made?.kind === 'payment' ? json(200, this.#order(made)) : refusal(404, 4000)
    }
    const [, id, cancel] = /^\/payments\/([^/]+?)(\/cancel)?$/.exec(path) ?? []
    const made = this.#made.find((each) => each.id === id)
    if (!made) return refusal(404, 4000)
    if (cancel === undefined) return json(200, this.#shown(made))
    if (made.status !== 'PENDING') return refusal(400, 5002)
    Object.assign(made, { status: 'CANCELLED', code: 400 })
    return json(200, this.#shown(made))
  }

  #payouts({ method, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== `Bearer ${TOKEN}`) return refusal(401, 4001)
    const isSealed = method === 'GET' || headers['payload-signature'] === this.#hmac(body)
    if (!isSealed || headers['x-version'] !== '3.0') return refusal(403, 4001)
    if (method === 'POST') return this.#create('payout', JSON.parse(body))
    const made = this.#of(query.get('external_id') ?? '')
    return made?.kind === 'payout' ? json(200, this.#shown(made)) : refusal(400, 5009)
  }

  #once(key: string | string[] | undefined, answer: () => FakeAnswer): FakeAnswer {
    if (typeof key !== 'string') return answer()
    const given = this.#answered.get(key) ?? answer()
    this.#answered.set(key, given)
    return given
  }

  #create(kind: Made['kind'], body: Readonly<Record<string, unknown>>): FakeAnswer {
    this.bodies.push(body)
    const check = kind === 'payment' ? PAYMENT : PAYOUT
    if (!check(body)) {
      const param = (check.errors ?? [])[0]?.instancePath.slice(1).replaceAll('/', '.')
      return json(400, { code: kind === 'payment' ? 5001 : 3000, message: 'Invalid', param })
    }
    const reference = String(kind === 'payment' ? body.order_id : body.external_id)
    if (this.known(reference) > 0) return refusal(400, kind === 'payment' ? 5009 : 5011)
    const id = `${kind === 'payment' ? 'D-4' : 'PO-4'}-${String(this.#made.length + 1).padStart(8, '0')}`
    const made: Made = { kind, id, reference, body, status: 'PENDING', code: 100 }
    this.#made.push(made)
    return json(200, this.#shown(made))
  }

  #order({ id, reference, body, status, code }: Made): object {
    const { amount, currency } = body
    const said = { status, status_code: String(code), status_detail: 'As it is.' }
    return { order_id: reference, payment_id: id, amount, currency, ...said, ...this.besides }
  }

  #shown({ kind, id, body, status, code }: Made): object {
    const page = kind === 'payment' && { redirect_url: `https://pay.dlocal.example/gmf/${id}` }
    const said = { status, status_code: String(code), status_detail: 'As it is.' }
    return { ...body, id, created_date: '2026-11-23T00:00:00.000+0000', ...said, ...page, ...this.besides }
  }
}

const refusal = (status: number, code: number): FakeAnswer => json(status, { code, message: 'No' })
