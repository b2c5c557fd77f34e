import {
  type Dice,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
  schemasOf,
} from '../fake-server.fixture.ts'
import SAMPLE from './samples/paystack.json' with { type: 'json' }
import { signatureOf } from './webhook.ts'

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly secretKey: string
  /** By code, with whether each can be sent to. Default: some. */
  readonly banks?: Readonly<Record<string, boolean>>
  /** Transfers wait for a one-time password, which is Paystack's default. */
  readonly needsOtp?: boolean
}

interface ChargeRequested {
  readonly email: string
  readonly amount: number
  readonly currency: string
  readonly reference: string
  readonly bank_transfer?: { readonly account_expires_at?: string }
}
/** Or a transaction that a page pays. */
interface Charge extends ChargeRequested {
  readonly id: number
  status: string
  /** The amount received, if any. */
  received?: number
}
interface RecipientRequested {
  readonly name: string
  readonly account_number: string
  readonly bank_code: string
}
interface Recipient extends RecipientRequested {
  readonly id: number
  readonly recipient_code: string
}
interface TransferRequested {
  readonly amount: number
  readonly currency: string
  readonly recipient: string
  readonly reference: string
  readonly reason?: string
}
interface Transfer extends TransferRequested {
  readonly id: number
  readonly transfer_code: string
  readonly to: Recipient
  status: string
}

const INTEGRATION = 463_433
const BANKS = { '044': true, '058': true, '50211': true, '030': false }

const schema = schemasOf(SAMPLE.definitions)

export class PaystackFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #domain: 'test' | 'live'
  readonly #charges = new Map<string, Charge>()
  readonly #recipients: Recipient[] = []
  readonly #transfers = new Map<string, Transfer>()
  #webhookUrl: string | undefined
  #made = 0
  /** Requests in order. */
  readonly bodies: unknown[] = []
  /** Whether `GET /charge/{reference}` returns a charge's account: not documented for transfers. */
  reportsAccountAgain = true
  balance = 1_000_000_000

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
    this.#domain = options.secretKey.startsWith('sk_live_') ? 'live' : 'test'
  }

  /** As set in the dashboard. */
  notifyAt(url: string): void {
    this.#webhookUrl = url
  }

  /** The payer transfers. Another amount is sent back. @returns the transaction's ID */
  async pay(reference: string, amount?: number): Promise<string> {
    const charge = this.#chargeOf(reference)
    if (amount !== undefined && amount !== charge.amount) {
      const rejected = { amount: String(amount), message_type: 'INCORRECT_AMOUNT' }
      await this.#notifyOf('bank.transfer.rejected', { bank_transfer: rejected })
      return String(charge.id)
    }
    await this.set(reference, 'success', charge.amount)
    return String(charge.id)
  }

  /** Any status that a test wants. */
  async set(reference: string, status: string, received?: number): Promise<void> {
    const charge = this.#chargeOf(reference)
    charge.status = status
    if (received !== undefined) charge.received = received
    if (status === 'success') await this.#notifyOf('charge.success', this.#transactionShown(charge))
  }

  end(reference: string, arrives: boolean): Promise<void> {
    return this.move(reference, arrives ? 'success' : 'failed')
  }

  /** A transfer arrives, fails or comes back. */
  async move(reference: string, status: string): Promise<void> {
    const transfer = this.#transfers.get(reference)
    if (!transfer) throw new Error(`there is no transfer ${reference}`)
    transfer.status = status
    if (['success', 'failed', 'reversed'].includes(status))
      await this.#notifyOf(`transfer.${status}`, this.#transferShown(transfer))
  }

  /** How often money moved, or can move, under this reference. */
  known(reference: string): number {
    return (this.#charges.has(reference) ? 1 : 0) + (this.#transfers.has(reference) ? 1 : 0)
  }

  statusOf(reference: string): string | undefined {
    const [charge, transfer] = [this.#charges.get(reference), this.#transfers.get(reference)]
    if (transfer) return `transfer ${transfer.status}`
    return charge && `charge ${charge.status}`
  }

  /** Payers pay most of what is open, and most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    for (const { reference, status } of this.#charges.values()) {
      const pays = dice.weighted([
        [3, true],
        [1, false],
      ])
      if (status === 'ongoing' && pays) await this.pay(reference)
    }
    for (const { reference, status } of this.#transfers.values()) {
      const arrives = dice.weighted([
        [9, true],
        [1, false],
      ])
      if (status === 'pending') await this.end(reference, arrives)
    }
  }

  /** `<reference> <status> <amount>`. */
  references(): readonly string[] {
    const all = [...this.#charges.values(), ...this.#transfers.values()]
    return all.map(({ reference, status, amount }) => `${reference} ${status} ${amount}`)
  }

  /** Signed again, so that not its signature is why a notification about another payment is ignored. */
  renamed(
    body: string,
    from: string,
    to: string,
  ): { url: string; body: string; headers: Record<string, string> } {
    return this.#sealed(body.replaceAll(from, to))
  }

  #chargeOf(reference: string): Charge {
    const charge = this.#charges.get(reference)
    if (!charge) throw new Error(`there is no charge ${reference}`)
    return charge
  }

  #number(): number {
    this.#made += 1
    return 4_099_260_000 + this.#made
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }

  async #notifyOf(event: string, data: object): Promise<void> {
    if (this.#webhookUrl === undefined) return
    await this.tell(this.#sealed(JSON.stringify({ event, data })))
  }

  #sealed(body: string): { url: string; body: string; headers: Record<string, string> } {
    const signature = signatureOf(this.#options.secretKey, Buffer.from(body))
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
    return { url: this.#webhookUrl ?? '', body, headers }
  }

  protected reported({ status, error }: { readonly status: number; readonly error: string }): FakeAnswer {
    return problem(status, 'as the fake was told', error)
  }

  protected answer({ method, path, query, headers, body }: FakeRequest): FakeAnswer {
    if (headers.authorization !== `Bearer ${this.#options.secretKey}`) return problem(401, 'Invalid key')
    if (method === 'POST') this.bodies.push(JSON.parse(body))
    const [, read, name = ''] =
      /^(\/charge|\/transaction\/verify|\/transfer\/verify)\/([^/]+)$/.exec(path) ?? []
    switch (`${method} ${read ?? path}`) {
      case 'POST /charge':
        return this.#create(body)
      case 'POST /transaction/initialize':
        return this.#open(body)
      case 'GET /charge':
        return this.#readCharge(name)
      case 'GET /transaction/verify':
        return this.#readTransaction(name)
      case 'POST /transferrecipient':
        return this.#register(body)
      case 'POST /transfer':
        return this.#send(body)
      case 'GET /transfer/verify':
        return this.#readTransfer(name)
      case 'GET /balance':
        return fine('Balances retrieved', [
          { currency: 'NGN', balance: this.balance },
          { currency: 'USD', balance: 0 },
        ])
      case 'GET /bank':
        return fine('Banks retrieved', query.get('currency') === 'NGN' ? this.#banks() : [])
      default:
        return problem(404, 'Endpoint not found', 'not_found')
    }
  }

  #create(body: string): FakeAnswer {
    const requested = parsed<ChargeRequested>('ChargeCreate', body)
    if (!requested) return problem(400, 'Invalid parameters', 'invalid_params')
    if (this.#charges.has(requested.reference))
      return problem(400, 'Duplicate Transaction Reference', 'duplicate_reference')
    const made: Charge = { ...requested, id: this.#number(), status: 'ongoing' }
    this.#charges.set(requested.reference, made)
    return fine('Charge attempted', this.#accountShown(made))
  }

  #open(body: string): FakeAnswer {
    const requested = parsed<ChargeRequested>('TransactionInitialize', body)
    if (!requested) return problem(400, 'Invalid parameters', 'invalid_params')
    const { reference } = requested
    if (this.#charges.has(reference))
      return problem(400, 'Duplicate Transaction Reference', 'duplicate_reference')
    const made: Charge = { ...requested, id: this.#number(), status: 'abandoned' }
    this.#charges.set(reference, made)
    const access_code = made.id.toString(36)
    const authorization_url = `https://checkout.paystack.com/${access_code}`
    return fine('Authorization URL created', { authorization_url, access_code, reference })
  }

  #accountShown({ id, reference, bank_transfer }: Charge): object {
    const expiresAt = bank_transfer?.account_expires_at ?? new Date(this.now() + 900_000).toISOString()
    return {
      reference,
      status: 'pending_bank_transfer',
      display_text: 'as the fake was told',
      account_name: 'PAYSTACK CHECKOUT',
      account_number: String(id).padStart(10, '0'),
      bank: { slug: 'wema-bank', name: 'Wema Bank', id: 20 },
      account_expires_at: expiresAt,
    }
  }

  #readCharge(reference: string): FakeAnswer {
    const charge = this.#charges.get(reference)
    if (!charge) return problem(404, 'Transaction reference not found.', 'transaction_not_found')
    const { status } = charge
    const isWaiting = status === 'ongoing'
    const shown =
      isWaiting && this.reportsAccountAgain
        ? this.#accountShown(charge)
        : { reference, status: isWaiting ? 'pending' : status }
    return fine('Reference check successful', shown)
  }

  #readTransaction(reference: string): FakeAnswer {
    const charge = this.#charges.get(reference)
    return charge
      ? fine('Verification successful', this.#transactionShown(charge))
      : problem(400, 'Transaction reference not found.', 'transaction_not_found')
  }

  #transactionShown({ id, reference, status, amount, currency, received }: Charge): object {
    return held('Transaction', {
      id,
      domain: this.#domain,
      status,
      reference,
      receipt_number: null,
      amount: received ?? amount,
      message: null,
      gateway_response: status === 'success' ? 'Approved' : 'The transaction was not completed',
      paid_at: status === 'success' ? this.#time() : null,
      created_at: this.#time(),
      channel: 'bank_transfer',
      currency,
      fees: null,
      requested_amount: amount,
    })
  }

  #register(body: string): FakeAnswer {
    const requested = parsed<RecipientRequested>('TransferRecipientCreate', body)
    const banks = this.#options.banks ?? BANKS
    if (!requested || !Object.hasOwn(banks, requested.bank_code))
      return problem(400, 'Account number is invalid', 'invalid_params')
    const before = this.#recipients.find(
      ({ account_number, bank_code }) =>
        account_number === requested.account_number && bank_code === requested.bank_code,
    )
    const id = this.#number()
    const recipient = before ?? { ...requested, id, recipient_code: `RCP_${id.toString(36)}` }
    if (!before) this.#recipients.push(recipient)
    return json(201, {
      status: true,
      message: 'Transfer recipient created successfully',
      data: this.#recipientShown(recipient),
    })
  }

  #recipientShown({ id, recipient_code, name, account_number, bank_code }: Recipient): object {
    return {
      active: true,
      createdAt: this.#time(),
      currency: 'NGN',
      domain: this.#domain,
      email: null,
      id,
      integration: INTEGRATION,
      name,
      recipient_code,
      type: 'nuban',
      is_deleted: false,
      details: {
        authorization_code: null,
        account_number,
        account_name: null,
        bank_code,
        bank_name: 'A bank',
      },
    }
  }

  #send(body: string): FakeAnswer {
    const requested = parsed<TransferRequested>('TransferInitiate', body)
    if (!requested) return problem(400, 'Invalid parameters', 'invalid_params')
    if (this.#transfers.has(requested.reference)) {
      const text = 'Please provide a unique reference. Reference already exists on a transfer'
      return problem(400, text, 'duplicate_transfer_reference')
    }
    const to = this.#recipients.find(({ recipient_code }) => recipient_code === requested.recipient)
    if (!to) return problem(400, 'Recipient specified is invalid', 'invalid_transfer_recipient')
    if (requested.amount > this.balance)
      return problem(400, 'Your balance is not enough to fulfil this request')
    const id = this.#number()
    const status = this.#options.needsOtp ? 'otp' : 'pending'
    const made: Transfer = { ...requested, id, transfer_code: `TRF_${id.toString(36)}`, to, status }
    this.#transfers.set(requested.reference, made)
    return fine('Transfer has been queued', { ...this.#transferShown(made), recipient: to.id })
  }

  #readTransfer(reference: string): FakeAnswer {
    const transfer = this.#transfers.get(reference)
    return transfer
      ? fine('Transfer retrieved', this.#transferShown(transfer))
      : problem(404, 'Transfer not found')
  }

  #transferShown({ id, amount, currency, reference, reason, status, transfer_code, to }: Transfer): object {
    return held('Transfer', {
      ...{ amount, currency, reference, status, transfer_code, id },
      reason: reason ?? null,
      createdAt: this.#time(),
      updatedAt: this.#time(),
      domain: this.#domain,
      failures: null,
      integration: INTEGRATION,
      source: 'balance',
      source_details: null,
      titan_code: null,
      transferred_at: null,
      recipient: this.#recipientShown(to),
      session: { provider: null, id: null },
      gateway_response: null,
    })
  }

  #banks(): readonly object[] {
    return Object.entries(this.#options.banks ?? BANKS).map(([code, supports_transfer], id) => ({
      ...{ id, code, supports_transfer, name: `Bank ${code}`, slug: `bank-${code}`, type: 'nuban' },
      active: true,
      is_deleted: null,
      country: 'Nigeria',
      currency: 'NGN',
    }))
  }
}

/** Its own answers must match the published fields too, so that tests against it say something about Paystack. */
function held(name: 'Transaction' | 'Transfer', shown: object): object {
  const fits = schema(name)
  if (!fits(shown)) throw new Error(`the fake’s own answer does not fit: ${JSON.stringify(fits.errors)}`)
  return shown
}

/** What matched the schema is of its type. */
function parsed<Body>(name: keyof typeof SAMPLE.definitions, body: string): Body | undefined {
  const value: unknown = JSON.parse(body)
  return schema(name)(value) ? (value as Body) : undefined
}

const fine = (message: string, data: unknown): FakeAnswer => json(200, { status: true, message, data })

/** Some errors are texts only. */
const problem = (status: number, message: string, code?: string): FakeAnswer =>
  json(status, {
    status: false,
    message,
    ...(code !== undefined && { type: status < 500 ? 'validation_error' : 'api_error', code }),
  })
