/**
 * CHIP's fake: checks requests against the documented fields, the secret key and the checksum, recognises references of payouts and
 * payees but not of purchases, and plays payers, banks and failures. It calls only the URLs for notifications that it was given.
 *
 * A payer pays the latest link. Earlier ones under the same reference were shown to nobody, so money can move once per reference. The
 * list of send instructions is as old as CHIP's: see `listAgeMs`.
 */
import { createHmac, sign } from 'node:crypto'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeNotification,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
  parsed,
  schemasOf,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/chip-2026.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly brandId: string
  readonly secretKey: string
  readonly sendApiKey: string
  readonly sendApiSecret: string
  /** Private keys, PEM. */
  readonly collectKey: string
  readonly webhookKey: string
}

interface PurchaseRequest {
  readonly brand_id: string
  readonly reference: string
  readonly purchase: { readonly products: readonly { readonly price: number }[] }
  readonly due?: number
  readonly payment_method_whitelist: readonly string[]
  readonly success_callback?: string
}
interface Purchase {
  readonly id: string
  readonly requested: PurchaseRequest
  readonly total: number
  status: string
  paid?: number
  besides: object
}
interface PayeeRequested {
  readonly account_number: string
  readonly bank_code: string
  readonly reference: string
}
interface Payee extends PayeeRequested {
  readonly id: number
  status: string
}
interface InstructionRequest {
  readonly bank_account_id: number
  readonly amount: string
  readonly reference: string
}
interface Instruction extends InstructionRequest {
  readonly id: number
  readonly madeAt: number
  state: string
}

const schema = schemasOf(SAMPLE.definitions)
const PURCHASE_REQUESTED = schema('PurchaseRequest')
const PAYEE_REQUESTED = schema('BankAccountRequest')
const INSTRUCTION_REQUESTED = schema('InstructionRequest')

/** Allowed difference between CHIP's clock and ours. */
const MOST_SKEW_SECS = 30

export class ChipFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #purchases = new Map<string, Purchase>()
  readonly #payees: Payee[] = []
  readonly #instructions: Instruction[] = []
  #sendUrl: string | undefined
  #made = 0
  methods: readonly string[] = ['fpx', 'fpx_b2b1', 'dnqr', 'visa', 'mastercard']
  /** What the bank answers about an account by the next inquiry. */
  payeeBecomes: 'verified' | 'pending' | 'rejected' = 'verified'
  payeeBegins = 'pending'
  balance = 2_710.83
  sendStatus = 'active'
  /** How old the list of send instructions is. CHIP's is renewed every hour. */
  listAgeMs = 3_600_000
  /** The list's number of pages. */
  listPages = 1
  /** Overrides fields of each send instruction. */
  besides: object = {}
  /** A repeated reference gets the first instruction, is refused, or is paid again: CHIP does not document which. */
  repetitions: 'answered' | 'refused' | 'paid' = 'paid'
  /** Requests in order. */
  readonly bodies: unknown[] = []

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** As if an operator had created CHIP Send's webhook; Collect gets the URL with each purchase. */
  notifyAt(url: string): void {
    this.#sendUrl = `${url}/send`
  }

  /** The payer pays. @returns the purchase's ID */
  async pay(reference: string, amount?: number): Promise<string> {
    const purchase = this.#purchasesOf(reference).at(-1)
    if (!purchase) throw new Error(`there is no purchase ${reference}`)
    return this.#pay(purchase, amount ?? purchase.total)
  }

  async #pay(purchase: Purchase, amount: number): Promise<string> {
    purchase.status = 'paid'
    purchase.paid = amount
    await this.#notifyOf(purchase)
    return purchase.id
  }

  /** Changes the latest purchase. */
  become(reference: string, status: string, besides: object = {}): void {
    const purchase = this.#purchasesOf(reference).at(-1)
    if (!purchase) throw new Error(`there is no purchase ${reference}`)
    purchase.status = status
    purchase.besides = besides
  }

  end(reference: string, arrives: boolean): Promise<void> {
    return this.move(reference, arrives ? 'completed' : 'rejected')
  }

  /** A payout continues, arrives or fails. */
  async move(reference: string, state: string): Promise<void> {
    const [instruction] = this.#instructionsOf(reference)
    if (!instruction) throw new Error(`there is no send instruction ${reference}`)
    instruction.state = state
    if (this.#sendUrl === undefined) return
    const body = JSON.stringify(this.#instructionShown(instruction))
    await this.tell(this.#sealed(this.#sendUrl, body))
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    const purchases = this.#purchasesOf(reference)
    const paid = purchases.filter((each) => each.paid !== undefined).length
    return Math.max(paid, purchases.length > 0 ? 1 : 0) + this.#instructionsOf(reference).length
  }

  /** Purchases of a reference, shown to a payer or not. */
  made(reference: string): number {
    return this.#purchasesOf(reference).length
  }

  /** How often money was sent to an account, whatever the outcome. */
  get sent(): number {
    return this.#instructions.length
  }

  get payees(): number {
    return this.#payees.length
  }

  /** The same about another payment, signed by CHIP's key. */
  renamed(body: string, from: string, to: string): FakeNotification {
    const url = body.includes('"state"') ? this.#sendUrl : this.#callbackOf(from)
    return this.#sealed(url ?? '', body.replaceAll(from, to))
  }

  statusOf(reference: string): string | undefined {
    const [instruction] = this.#instructionsOf(reference)
    if (instruction) return `payout ${instruction.state}`
    const purchases = this.#purchasesOf(reference)
    const purchase = purchases.find(({ paid }) => paid !== undefined) ?? purchases.at(-1)
    return purchase && `purchase ${purchase.status}`
  }

  /** Payers pay most of what they were shown, and most of what was sent arrives. */
  async live(dice: Dice, shown: ReadonlySet<string>): Promise<void> {
    for (const purchase of this.#purchases.values()) {
      const pays = dice.weighted([
        [3, true],
        [1, false],
      ])
      if (shown.has(purchase.id) && this.#statusOf(purchase) === 'created' && pays)
        await this.#pay(purchase, purchase.total)
    }
    for (const { reference, state } of this.#instructions)
      if (state === 'received')
        await this.end(
          reference,
          dice.weighted([
            [9, true],
            [1, false],
          ]),
        )
  }

  /** `<reference> <status> <amount>`. */
  references(): readonly string[] {
    return [
      ...[...this.#purchases.values()].map(
        (each) => `${each.requested.reference} ${this.#statusOf(each)} ${each.total}`,
      ),
      ...this.#instructions.map(({ reference, state, amount }) => `${reference} ${state} ${amount}`),
    ]
  }

  #purchasesOf(reference: string): readonly Purchase[] {
    return [...this.#purchases.values()].filter(({ requested }) => requested.reference === reference)
  }

  #instructionsOf(reference: string): readonly Instruction[] {
    return this.#instructions.filter((each) => each.reference === reference)
  }

  #callbackOf(reference: string): string | undefined {
    return this.#purchasesOf(reference).at(-1)?.requested.success_callback
  }

  #statusOf({ status, requested: { due } }: Purchase): string {
    const isPast = due !== undefined && this.now() > due * 1_000
    return status === 'created' && isPast ? 'expired' : status
  }

  async #notifyOf(purchase: Purchase): Promise<void> {
    const url = purchase.requested.success_callback
    if (url === undefined) return
    const body = JSON.stringify({ ...this.#shown(purchase), event_type: 'purchase.paid' })
    await this.tell(this.#sealed(url, body))
  }

  #sealed(url: string, body: string): FakeNotification {
    const isSend = url === this.#sendUrl
    const { collectKey, webhookKey } = this.#options
    const [digest, key] = isSend ? (['sha512', webhookKey] as const) : (['sha256', collectKey] as const)
    const signature = sign(digest, Buffer.from(body), key).toString('base64')
    return { url, body, headers: { 'content-type': 'application/json', 'x-signature': signature } }
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return problem(status, error)
  }

  protected answer(request: FakeRequest): FakeAnswer {
    const { path } = request
    if (path.startsWith('/api/v1/')) return this.#collect(request, path.slice('/api/v1'.length))
    if (path.startsWith('/api/send/')) return this.#send(request, path.slice('/api/send'.length))
    return problem(404, 'not_found')
  }

  #collect({ method, headers, body, query }: FakeRequest, path: string): FakeAnswer {
    const { secretKey, brandId } = this.#options
    if (headers.authorization !== `Bearer ${secretKey}` || headers.checksum !== undefined)
      return problem(401, 'unauthorized')
    const [, id, operation] = /^\/purchases\/([^/]+)\/(cancel\/)?$/.exec(path) ?? []
    if (id !== undefined) {
      const purchase = this.#purchases.get(id)
      if (!purchase) return problem(404, 'not_found')
      return operation === undefined ? json(200, this.#shown(purchase)) : this.#cancel(purchase)
    }
    switch (`${method} ${path}`) {
      case 'POST /purchases/':
        return this.#create(body)
      case 'GET /payment_methods/':
        return query.get('brand_id') === brandId && query.get('currency') === 'MYR'
          ? json(200, { available_payment_methods: this.methods, names: {} })
          : problem(400, 'invalid_request')
      case 'GET /account/json/balance/':
        return json(200, { MYR: { balance: 93_408, reserved: 0, available_balance: 93_308 } })
      default:
        return problem(404, 'not_found')
    }
  }

  #create(body: string): FakeAnswer {
    const requested = parsed<PurchaseRequest>(PURCHASE_REQUESTED, body)
    this.bodies.push(requested)
    const isServed = requested?.payment_method_whitelist.every((each) => this.methods.includes(each))
    if (!requested || requested.brand_id !== this.#options.brandId || !isServed)
      return problem(400, 'invalid_request')
    this.#made += 1
    const id = `00000000-0000-4000-8000-${String(this.#made).padStart(12, '0')}`
    const total = requested.purchase.products.reduce((sum, { price }) => sum + price, 0)
    const made: Purchase = { id, requested, total, status: 'created', besides: {} }
    this.#purchases.set(id, made)
    return json(201, this.#shown(made))
  }

  #shown(purchase: Purchase): object {
    const { id, requested, total, paid, besides } = purchase
    return {
      type: 'purchase',
      id,
      status: this.#statusOf(purchase),
      is_test: true,
      brand_id: requested.brand_id,
      reference: requested.reference,
      marked_as_paid: false,
      checkout_url: `https://gate.chip.example/p/${id}/`,
      purchase: { total, currency: 'MYR' },
      payment:
        paid === undefined
          ? null
          : { is_outgoing: false, payment_type: 'purchase', amount: paid, currency: 'MYR' },
      ...besides,
    }
  }

  #cancel(purchase: Purchase): FakeAnswer {
    if (this.#statusOf(purchase) !== 'created') return problem(409, 'conflict')
    purchase.status = 'cancelled'
    return json(200, this.#shown(purchase))
  }

  #send({ method, headers, body, query }: FakeRequest, path: string): FakeAnswer {
    if (!this.#isSigned(headers)) return problem(401, 'unauthorized')
    const [, payee] = /^\/bank_accounts\/(\d+)$/.exec(path) ?? []
    if (payee !== undefined) return found(this.#payeeNow(Number(payee)))
    const [, sent] = /^\/send_instructions\/(\d+)$/.exec(path) ?? []
    if (sent !== undefined)
      return found(
        this.#instructions
          .map((each) => this.#instructionShown(each))
          .find((each) => each.id === Number(sent)),
      )
    const reference = query.get('reference')
    switch (`${method} ${path}`) {
      case 'GET /accounts':
        return json(200, {
          results: [
            { id: 1, status: this.sendStatus, currency: 'MYR', current_balance: this.balance, send_fee: 1 },
          ],
        })
      case 'GET /bank_accounts':
        return json(200, { results: this.#payees.filter((each) => each.reference === reference) })
      case 'POST /bank_accounts':
        return this.#makeKnown(body)
      case 'GET /send_instructions':
        return json(200, {
          results: this.#instructionsOf(reference ?? '')
            .filter(({ madeAt }) => madeAt + this.listAgeMs <= this.now())
            .map((each) => this.#instructionShown(each)),
          meta: { pagination: { current_page: 1, total_pages: this.listPages } },
        })
      case 'POST /send_instructions':
        return this.#instruct(body)
      default:
        return problem(404, 'not_found')
    }
  }

  #isSigned({ authorization, epoch, checksum }: FakeRequest['headers']): boolean {
    const { sendApiKey, sendApiSecret } = this.#options
    if (typeof epoch !== 'string' || Math.abs(this.now() / 1_000 - Number(epoch)) > MOST_SKEW_SECS)
      return false
    const expected = createHmac('sha512', sendApiSecret)
      .update(epoch + sendApiKey)
      .digest('hex')
    return authorization === `Bearer ${sendApiKey}` && checksum === expected
  }

  #instructionShown({ madeAt, ...instruction }: Instruction) {
    const rest = { created_at: new Date(madeAt).toISOString(), rejection_reason: null }
    return { ...instruction, ...rest, ...this.besides }
  }

  #makeKnown(body: string): FakeAnswer {
    const requested = parsed<PayeeRequested>(PAYEE_REQUESTED, body)
    if (!requested) return problem(400, 'invalid_request')
    const before = this.#payees.find((each) => each.reference === requested.reference)
    if (before) return json(200, before)
    this.#made += 1
    const made: Payee = { ...requested, id: this.#made, status: this.payeeBegins }
    this.#payees.push(made)
    return json(200, made)
  }

  #payeeNow(id: number): Payee | undefined {
    const payee = this.#payees.find((each) => each.id === id)
    if (payee) payee.status = this.payeeBecomes
    return payee
  }

  #instruct(body: string): FakeAnswer {
    const requested = parsed<InstructionRequest>(INSTRUCTION_REQUESTED, body)
    this.bodies.push(requested)
    const payee = this.#payees.find(({ id }) => id === requested?.bank_account_id)
    if (!requested || payee?.status !== 'verified') return problem(400, 'invalid_request')
    const [before] = this.#instructionsOf(requested.reference)
    if (before && this.repetitions === 'answered') return json(200, this.#instructionShown(before))
    if (before && this.repetitions === 'refused') return problem(422, 'duplicate')
    if (Number(requested.amount) > this.balance) return problem(403, 'forbidden')
    this.#made += 1
    const made: Instruction = { ...requested, id: this.#made, madeAt: this.now(), state: 'received' }
    this.#instructions.push(made)
    return json(200, this.#instructionShown(made))
  }
}

const found = (thing: object | undefined): FakeAnswer =>
  thing ? json(200, thing) : problem(404, 'not_found')

const problem = (status: number, code: string): FakeAnswer =>
  json(status, { code, message: 'As it is told.' })
