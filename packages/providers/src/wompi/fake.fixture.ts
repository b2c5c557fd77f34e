/**
 * Wompi's fake: checks requests against the documented fields and the integrity signature, accepts an acceptance token and a reference
 * once, has the bank's page late, and plays payers and failures. It calls only the URL for events.
 */
import { createHash } from 'node:crypto'
import { Ajv } from 'ajv'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/wompi.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly publicKey: string
  readonly privateKey: string
  readonly integritySecret: string
  readonly eventsSecret: string
}

export type Outcome = 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED'

interface Made {
  readonly id: string
  readonly reference: string
  readonly cents: number
  readonly bank: string
  readonly createdAt: string
  status: string
  reads: number
}

const ajv = new Ajv({ strict: false, allErrors: true })
const REQUESTED = ajv.compile(SAMPLE.transactionRequest)

export class WompiFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #made: Made[] = []
  readonly #tokens = new Set<string>()
  #count = 0
  #eventsUrl: string | undefined
  /** How often a transaction is read before the bank has a page. With 0 the create's answer has it, which never happens at Wompi. */
  pageAfter = 0
  /** Available banks; in the sandbox three. */
  banks: readonly string[] = ['1', '2', '3']
  accepted: readonly string[] = ['CARD', 'PSE', 'NEQUI']
  /** Overrides fields of each transaction. */
  besides: object = {}
  /** Requests in order. */
  readonly bodies: unknown[] = []

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** As entered on Wompi's pages. */
  notifyAt(url: string): void {
    this.#eventsUrl = url
  }

  /** The payer approves at the bank. @returns the transaction's ID */
  pay(reference: string): Promise<string> {
    return this.end(reference, 'APPROVED')
  }

  /** Changes the open or the latest transaction. @returns its ID */
  async end(reference: string, outcome: Outcome | boolean): Promise<string> {
    const all = this.#made.filter((each) => each.reference === reference)
    const made = all.findLast(({ status }) => status === 'PENDING') ?? all.at(-1)
    if (!made) throw new Error(`there is no transaction ${reference}`)
    made.status = typeof outcome === 'string' ? outcome : outcome ? 'APPROVED' : 'DECLINED'
    await this.#notify(made)
    return made.id
  }

  /** Another transaction with the same reference, as Wompi's own checkout makes when a payer tries again. @returns its ID */
  tryAgain(reference: string): string {
    const before = this.#made.find((each) => each.reference === reference)
    if (!before) throw new Error(`there is no transaction ${reference}`)
    const made = { ...before, id: this.#id(), createdAt: this.#time(), status: 'PENDING' }
    this.#made.push(made)
    return made.id
  }

  /** A status or an amount that no transaction of ours has. */
  spoil(reference: string, changed: Partial<Pick<Made, 'status' | 'cents'>>): void {
    const index = this.#made.findIndex((each) => each.reference === reference)
    const made = this.#made[index]
    if (made) this.#made[index] = { ...made, ...changed }
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    return this.#made.filter((each) => each.reference === reference).length
  }

  statusOf(reference: string): string | undefined {
    return this.#made.findLast((each) => each.reference === reference)?.status
  }

  /** `<reference> <status> <cents>`, the oldest first. */
  references(): readonly string[] {
    return this.#made.map(({ reference, status, cents }) => `${reference} ${status} ${cents}`)
  }

  /** Payers approve most of what is open. */
  async live(dice: Dice): Promise<void> {
    for (const { reference, status } of [...this.#made]) {
      const outcome = dice.weighted<Outcome | undefined>([
        [6, 'APPROVED'],
        [2, 'DECLINED'],
        [1, 'ERROR'],
        [3, undefined],
      ])
      if (status === 'PENDING' && outcome) await this.end(reference, outcome)
    }
  }

  /** An event with Wompi's signature. */
  eventOf(reference: string): string {
    const made = this.#made.findLast((each) => each.reference === reference)
    if (!made) throw new Error(`there is no transaction ${reference}`)
    const timestamp = Math.floor(this.now() / 1_000)
    const { id, status, cents } = made
    const checksum = sha256(`${id}${status}${cents}${timestamp}${this.#options.eventsSecret}`)
    return JSON.stringify({
      event: 'transaction.updated',
      data: { transaction: this.#shown(made) },
      environment: 'test',
      signature: {
        properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
        checksum: checksum.toUpperCase(),
      },
      timestamp,
      sent_at: this.#time(),
    })
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  #id(): string {
    this.#count += 1
    return `1234-${Math.floor(this.now() / 1_000)}-${String(this.#count).padStart(5, '0')}`
  }

  async #notify({ reference }: Made): Promise<void> {
    if (this.#eventsUrl === undefined) return
    const headers = { 'content-type': 'application/json' }
    await this.tell({ url: this.#eventsUrl, body: this.eventOf(reference), headers })
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return refusal(status, error)
  }

  protected answer({ method, path: whole, query, headers, body }: FakeRequest): FakeAnswer {
    const path = whole.replace(/^\/v1/, '')
    const { publicKey, privateKey } = this.#options
    const [, merchant] = /^\/merchants\/([^/]+)$/.exec(path) ?? []
    if (merchant !== undefined)
      return merchant === publicKey ? json(200, this.#merchant()) : refusal(404, 'NOT_FOUND_ERROR')
    if (headers.authorization !== `Bearer ${privateKey}`) return refusal(401, 'INVALID_ACCESS_TOKEN')
    if (path === '/pse/financial_institutions')
      return json(200, {
        data: this.banks.map((code) => ({
          financial_institution_code: code,
          financial_institution_name: `Banco ${code}`,
        })),
      })
    if (path === '/transactions' && method === 'POST') return this.#create(JSON.parse(body))
    if (path === '/transactions') {
      const found = this.#made.filter(({ reference }) => reference === query.get('reference'))
      // The newest first, as Wompi lists them.
      return json(200, { data: found.toReversed().map((made) => this.#read(made)) })
    }
    const [, id] = /^\/transactions\/([^/]+)$/.exec(path) ?? []
    const made = this.#made.find((each) => each.id === id)
    return made ? json(200, { data: this.#read(made) }) : refusal(404, 'NOT_FOUND_ERROR')
  }

  #merchant(): object {
    const token = (kind: string): string => {
      this.#count += 1
      this.#tokens.add(`${kind}-${this.#count}`)
      return `${kind}-${this.#count}`
    }
    return {
      data: {
        id: 1,
        active: true,
        public_key: this.#options.publicKey,
        accepted_payment_methods: this.accepted,
        accepted_currencies: ['COP'],
        presigned_acceptance: { acceptance_token: token('terms'), type: 'END_USER_POLICY' },
        presigned_personal_data_auth: { acceptance_token: token('data'), type: 'PERSONAL_DATA_AUTH' },
      },
    }
  }

  #create(body: unknown): FakeAnswer {
    this.bodies.push(body)
    if (!REQUESTED(body)) {
      const fields = (REQUESTED.errors ?? []).map(({ instancePath, params }) =>
        instancePath === ''
          ? String(params.missingProperty ?? params.additionalProperty)
          : (instancePath.split('/')[1] ?? ''),
      )
      return refusal(422, 'INPUT_VALIDATION_ERROR', fields)
    }
    const requested = body as {
      acceptance_token: string
      accept_personal_auth: string
      reference: string
      amount_in_cents: number
      signature: string
      payment_method: { financial_institution_code: string }
    }
    const {
      acceptance_token: terms,
      accept_personal_auth: data,
      reference,
      amount_in_cents: cents,
    } = requested
    if (!this.#tokens.delete(terms)) return refusal(422, 'INPUT_VALIDATION_ERROR', ['acceptance_token'])
    if (!this.#tokens.delete(data)) return refusal(422, 'INPUT_VALIDATION_ERROR', ['accept_personal_auth'])
    if (requested.signature !== sha256(`${reference}${cents}COP${this.#options.integritySecret}`))
      return refusal(422, 'INPUT_VALIDATION_ERROR', ['signature'])
    if (this.known(reference) > 0) return refusal(422, 'INPUT_VALIDATION_ERROR', ['reference'])
    const bank = requested.payment_method.financial_institution_code
    if (!this.banks.includes(bank)) return refusal(422, 'INPUT_VALIDATION_ERROR', ['payment_method'])
    const made: Made = {
      id: this.#id(),
      reference,
      cents,
      bank,
      createdAt: this.#time(),
      status: 'PENDING',
      reads: 0,
    }
    this.#made.push(made)
    return json(201, { data: this.#shown(made) })
  }

  #read(made: Made): object {
    made.reads += 1
    return this.#shown(made)
  }

  #shown({ id, reference, cents, createdAt, status, bank, reads }: Made): object {
    const hasPage = reads >= this.pageAfter
    return {
      id,
      created_at: createdAt,
      finalized_at: status === 'PENDING' ? null : this.#time(),
      amount_in_cents: cents,
      reference,
      currency: 'COP',
      customer_email: 'payer@example.com',
      payment_method_type: 'PSE',
      payment_method: {
        type: 'PSE',
        financial_institution_code: bank,
        extra: hasPage ? { async_payment_url: `https://bank.example/pse?ticket=${id}` } : {},
      },
      status,
      status_message: null,
      redirect_url: null,
      merchant: { name: 'Tienda', public_key: this.#options.publicKey },
      ...this.besides,
    }
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function refusal(status: number, type: string, fields: readonly string[] = []): FakeAnswer {
  const messages = Object.fromEntries(fields.map((field) => [field, ['No es válido']]))
  return json(status, { error: { type, ...(fields.length > 0 ? { messages } : { reason: 'No' }) } })
}
