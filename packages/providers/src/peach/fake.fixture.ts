/**
 * Peach's fake, with its Payments API and Payouts API: checks requests against the documented fields, requires credentials, makes another
 * transaction of each repetition as Peach does, recognises payouts by their ID, and plays payers, payees and failures. It calls only the
 * URL for notifications.
 */
import { createCipheriv, createHash } from 'node:crypto'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
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
import { DEBIT, OF_BRAND, PAYOUT, REFUND } from './forms.fixture.ts'
import type { PEACH_SETTINGS } from './peach.fixture.ts'

export type { Mishap } from '../fake-server.fixture.ts'

type OwnSettings = { readonly [name in keyof typeof PEACH_SETTINGS]: string }
export interface PeachFakeOptions extends FakeServerOptions, OwnSettings {
  /** Inquiries show the payer's page too. Documented only for the create. */
  readonly showsPages?: boolean
}

interface Made {
  readonly id: string
  readonly reference: string
  readonly paymentType: 'DB' | 'RF'
  readonly paymentBrand: string
  readonly amount: string
  /** For refunds: the transaction refunded. */
  readonly of?: string
  code: string
}
interface Sent {
  readonly payoutId: string
  readonly amount: number
  status: string
  resultCode: string
}

const PAID = '000.000.000'
const REFUND_PENDING = '000.200.100'
/** The payer has the page open. */
const WAITING = '000.200.000'
const CANCELLED = '100.396.101'
/** The answer to a refund of a payment that cannot be refunded. */
const NOT_REFUNDED = '700.300.700'
const NO_SUCH = '700.400.580'

/** The fields of requests, which `DEBIT`, `REFUND` and `PAYOUT` have checked. */
interface Body {
  readonly merchantTransactionId: string
  readonly amount: string
  readonly paymentBrand: string
}
interface PayoutBody {
  readonly payoutId: string
  readonly amount: number
}

export class PeachFake extends FakeServer {
  readonly #options: PeachFakeOptions
  readonly #made: Made[] = []
  readonly #sent = new Map<string, Sent>()
  #notificationUrl: string | undefined
  #messages = 0
  /** The last request. */
  lastBody: unknown

  constructor(options: PeachFakeOptions) {
    super(options)
    this.#options = options
  }

  notifyAt(url: string): void {
    this.#notificationUrl = url
  }

  /** The payer approves the latest page or request. */
  async pay(reference: string, code = PAID): Promise<string> {
    const made = this.#debits(reference).at(-1)
    if (!made) throw new Error(`there is no payment ${reference}`)
    made.code = code
    await this.#notifyOf(made)
    return made.id
  }

  /** A payout, or else the refund in progress, arrives or fails. */
  async end(reference: string, arrives: boolean): Promise<void> {
    const sent = this.#sent.get(reference)
    if (sent) return this.endPayout(reference, arrives ? 'successful' : 'failed')
    const refund = this.#made.findLast(({ code }) => code === REFUND_PENDING)
    if (refund) await this.endRefund(refund, arrives ? PAID : NOT_REFUNDED)
  }

  async endRefund(refund: { code: string }, code: string): Promise<void> {
    refund.code = code
  }

  async endPayout(payoutId: string, status: string, resultCode = '2000.000.000'): Promise<void> {
    const sent = this.#sent.get(payoutId)
    if (!sent) throw new Error(`there is no payout ${payoutId}`)
    Object.assign(sent, { status, resultCode })
    await this.#notificationOfPayout(sent)
  }

  /** Debits of payments, or the payout: Peach knows no reference of a refund. */
  known(reference: string): number {
    return this.#debits(reference).length + (this.#sent.has(reference) ? 1 : 0)
  }

  statusOf(reference: string): string | undefined {
    const made = this.#debits(reference)
    return (made.find(({ code }) => code === PAID) ?? made[0])?.code ?? this.#sent.get(reference)?.status
  }

  references(): readonly string[] {
    return [
      ...this.#made.map(({ reference, code, amount }) => `${reference} ${code} ${amount}`),
      ...[...this.#sent.values()].map(({ payoutId, status, amount }) => `${payoutId} ${status} ${amount}`),
    ]
  }

  async live(dice: Dice): Promise<void> {
    for (const made of this.#made) {
      // A payer who has cancelled may still pay.
      const isOpen = made.code === WAITING || made.code === CANCELLED
      if (!isOpen || made.paymentType !== 'DB') continue
      const code = dice.weighted([
        [6, PAID],
        [2, CANCELLED],
        [2, WAITING],
      ])
      if (code === made.code) continue
      made.code = code
      await this.#notifyOf(made)
    }
    for (const { payoutId, status } of this.#sent.values()) {
      if (status !== 'pending') continue
      const next = dice.weighted([
        [9, 'successful'],
        [1, 'failed'],
      ])
      await this.endPayout(payoutId, next)
    }
  }

  /** A notification of the Payments API, encrypted with the key. */
  notificationOf(merchantTransactionId: string, url = this.#notificationUrl ?? ''): FakeNotification {
    const key = Buffer.from(this.#options.notificationKey, 'hex')
    this.#messages += 1
    const iv = createHash('sha256').update(`iv ${this.#messages}`).digest().subarray(0, 12)
    const cipher = createCipheriv(key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv)
    const plain = JSON.stringify({ type: 'PAYMENT', payload: { merchantTransactionId, paymentType: 'DB' } })
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
      .toString('hex')
      .toUpperCase()
    const headers = {
      'content-type': 'text/plain',
      'x-initialization-vector': iv.toString('hex'),
      'x-authentication-tag': cipher.getAuthTag().toString('hex'),
    }
    return { url, body, headers }
  }

  /** The same about another payment: from a forger who has the key. */
  renamed(_body: string, _from: string, to: string): FakeNotification {
    return this.notificationOf(to)
  }

  async #notifyOf({ reference }: Made): Promise<void> {
    if (this.#notificationUrl !== undefined) await this.tell(this.notificationOf(reference))
  }

  async #notificationOfPayout({ payoutId, status, resultCode }: Sent): Promise<void> {
    if (this.#notificationUrl === undefined) return
    this.#messages += 1
    const body = JSON.stringify({ status, payoutId, resultCode, lastUpdated: this.#time() })
    const signed = { id: `msg_${this.#messages}`, at: this.now(), body }
    const headers = signWebhook({ ...signed, secrets: [this.#options.payoutsNotificationSecret] })
    await this.tell({
      url: this.#notificationUrl,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
  }

  #debits(reference: string): readonly Made[] {
    return this.#made.filter((made) => made.reference === reference && made.paymentType === 'DB')
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  protected override isAside({ path }: FakeRequest): boolean {
    return path === '/dashboard/api/oauth/token'
  }

  /** A code of the Payments API or the Payouts API. */
  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return error.length > 11 ? json(status, { code: error, message: 'x' }) : this.#result(status, error)
  }

  protected answer(request: FakeRequest): FakeAnswer {
    const { path, method, query } = request
    this.lastBody = request.body === '' ? undefined : JSON.parse(request.body)
    if (this.isAside(request)) return this.#token()
    if (path.startsWith('/payouts/')) return this.#payouts(request)
    const given =
      method === 'GET' ? fieldsIn(query) : (this.lastBody as { authentication?: object }).authentication
    const { entityId, userId, password } = this.#options
    if (!isSame(given, { entityId, userId, password })) return this.#result(401, '800.900.300')
    const [, id] = /^\/payments(?:\/([A-Za-z0-9]+))?$/.exec(path) ?? []
    if (method === 'GET') return this.#read(id, query.get('merchantTransactionId'))
    return id === undefined ? this.#debit() : this.#refund(id)
  }

  #read(id: string | undefined, reference: string | null): FakeAnswer {
    if (id !== undefined) {
      const made = this.#made.find((each) => each.id === id)
      return made ? json(200, this.#shown(made, false)) : this.#result(404, NO_SUCH)
    }
    const payments = this.#made.filter((each) => each.reference === reference)
    if (payments.length === 0) return this.#result(404, NO_SUCH)
    const shown = payments.map((each) => this.#shown(each, this.#options.showsPages === true))
    return json(200, { result: { code: '000.000.100' }, payments: shown, timestamp: this.#time() })
  }

  #debit(): FakeAnswer {
    const body = this.lastBody as Body
    if (!DEBIT(body) || !OF_BRAND.get(body.paymentBrand)?.(body)) return this.#unusable()
    const { merchantTransactionId: reference, amount, paymentBrand } = body
    const made: Made = { ...this.#new(), reference, amount, paymentBrand, paymentType: 'DB', code: WAITING }
    this.#made.push(made)
    return json(200, this.#shown(made, true))
  }

  #refund(id: string): FakeAnswer {
    const paid = this.#made.find((each) => each.id === id && each.paymentType === 'DB')
    const body = this.lastBody as Body
    if (!REFUND(body)) return this.#unusable()
    if (!paid) return this.#result(400, NO_SUCH)
    if (paid.paymentBrand !== 'PAYSHAP' || paid.code !== PAID) return this.#result(400, NOT_REFUNDED)
    const { reference, paymentBrand } = paid
    // Once per payment, whatever the outcome.
    if (this.#made.some((each) => each.of === id)) return this.#result(400, '700.300.300')
    if (Number(body.amount) > Number(paid.amount)) return this.#result(400, '700.400.200')
    const own = { reference, paymentBrand, amount: body.amount }
    const made: Made = { ...this.#new(), ...own, paymentType: 'RF', of: id, code: REFUND_PENDING }
    this.#made.push(made)
    return json(200, this.#shown(made, false))
  }

  #new(): { readonly id: string } {
    return { id: `8ac7a4a1${String(this.#made.length + 1).padStart(24, '0')}` }
  }

  #shown({ id, reference, paymentType, paymentBrand, amount, of, code }: Made, withPage: boolean): object {
    const page = { url: `https://pay.example/${id}`, method: 'GET', parameters: [] }
    return {
      id,
      paymentType,
      paymentBrand,
      amount,
      currency: 'ZAR',
      merchantTransactionId: reference,
      result: { code, description: 'as its code says' },
      ...(of !== undefined && { referencedId: of }),
      ...(withPage && paymentType === 'DB' && { redirect: page }),
      timestamp: this.#time(),
      ndc: `${this.#options.entityId}_x`,
    }
  }

  #unusable(): FakeAnswer {
    const parameterErrors = [{ name: 'x', message: 'x' }]
    return json(400, {
      result: { code: '200.300.404', description: 'x', parameterErrors },
      timestamp: this.#time(),
    })
  }

  #result(status: number, code: string): FakeAnswer {
    return json(status, { result: { code, description: 'as its code says' }, timestamp: this.#time() })
  }

  #token(): FakeAnswer {
    const {
      payoutsMerchantId: merchantId,
      payoutsClientId: clientId,
      payoutsClientSecret: clientSecret,
    } = this.#options
    if (!isSame(this.lastBody, { clientId, clientSecret, merchantId }))
      return json(401, { message: 'Unauthorized' })
    return json(200, { access_token: `token-of-${clientId}`, expires_in: '3600', token_type: 'Bearer' })
  }

  #payouts({ path, method, query, headers }: FakeRequest): FakeAnswer {
    const { payoutsMerchantId, payoutsClientId } = this.#options
    const own = `/payouts/api/merchants/${payoutsMerchantId}`
    if (headers.authorization !== `Bearer token-of-${payoutsClientId}` || !path.startsWith(own))
      return json(401, { code: '2900.005.001', message: 'x' })
    if (method === 'GET' && path === `${own}/balance`)
      return json(200, { availableBalance: 12_345_600, currency: 'ZAR' })
    if (method === 'GET' && path === `${own}/payouts/status`) {
      const sent = this.#sent.get(query.get('payoutId') ?? '')
      return sent ? this.#shownPayout(200, sent) : json(404, { code: '2900.004.001', message: 'x' })
    }
    if (method !== 'POST' || path !== `${own}/payouts`)
      return json(404, { code: '2900.004.000', message: 'x' })
    const [body, ...more] = (this.lastBody as { payouts?: PayoutBody[] }).payouts ?? []
    if (!body || more.length > 0 || !PAYOUT(body)) return json(400, { code: '2900.003.001', message: 'x' })
    if (this.#sent.has(body.payoutId)) return json(400, { code: '2900.003.002', message: 'x' })
    const { payoutId, amount } = body
    const made: Sent = { payoutId, amount, status: 'pending', resultCode: '2000.000.000' }
    this.#sent.set(payoutId, made)
    return this.#shownPayout(201, made)
  }

  #shownPayout(status: number, sent: Sent): FakeAnswer {
    return json(status, { id: 'request', payouts: [{ ...sent, currency: 'ZAR' }] })
  }
}

const fieldsIn = (query: URLSearchParams): object =>
  Object.fromEntries(
    ['entityId', 'userId', 'password'].map((name) => [name, query.get(`authentication.${name}`)]),
  )

const isSame = (given: unknown, wanted: object): boolean =>
  JSON.stringify(sorted(given)) === JSON.stringify(sorted(wanted))
const sorted = (fields: unknown): unknown =>
  Object.entries(fields ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
