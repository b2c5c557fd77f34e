/**
 * The client for a merchant's server: `new Sluice({ baseUrl, merchantCode, privateKey })`.
 *
 * It fetches and caches tokens with the smallest scope for each request. It retries failed requests, which is safe
 * because creates are idempotent by their ID. It throws a SluiceProblem if the gateway refuses. The private key never
 * leaves it.
 */
import { Callbacks } from './callbacks.ts'
import { type Connection, call, query } from './connection.ts'
import type {
  Balance,
  Currency,
  FxRate,
  FxRatePair,
  MerchantInfo,
  Money,
  PaymentOperator,
  TopupOption,
} from './generated.ts'
import { CreditNotes, Invoices } from './invoices.ts'
import { Links } from './links.ts'
import { Payins } from './payins.ts'
import { Payouts } from './payouts.ts'
import { Refunds } from './refunds.ts'
import { Reports } from './reports.ts'
import { Settlements } from './settlements.ts'
import type { SigningKey } from './signature.ts'
import { Statements } from './statements.ts'
import { SignedTokens } from './tokens.ts'
import { type RequestOptions, Transport, type TransportOptions } from './transport.ts'

export interface SluiceOptions extends TransportOptions {
  readonly merchantCode: string
  /** RSA, PEM without a password, or a CryptoKey for RSASSA-PKCS1-v1_5 with SHA-256. The gateway has its public key. */
  readonly privateKey: string | SigningKey
}

export interface CheckoutOptions extends RequestOptions {
  readonly idPayin: string
  /** What the customer pays; the customer cannot change it. */
  readonly money: Money
  /** Default: the address in your account's settings; without one the link is refused. */
  readonly callbackUrl?: string
  /** Where the page leads back to. Default: nowhere, whatever the page requests. */
  readonly returnUrl?: string
  /** How long the link is valid. Default: a day. */
  readonly validitySecs?: number
}

const CHECKOUT_SECS = 86_400

interface Filter extends RequestOptions {
  readonly currencies?: readonly string[]
}

export class Sluice {
  readonly payins: Payins
  readonly payouts: Payouts
  readonly refunds: Refunds
  readonly links: Links
  readonly settlements: Settlements
  readonly statements: Statements
  readonly invoices: Invoices
  readonly creditNotes: CreditNotes
  readonly reports: Reports
  readonly callbacks: Callbacks
  readonly #connection: Connection
  readonly #merchantCode: string

  constructor({ merchantCode, privateKey, ...options }: SluiceOptions) {
    const transport = new Transport(options)
    this.#merchantCode = merchantCode
    this.#connection = { transport, tokens: new SignedTokens(transport, merchantCode, privateKey) }
    this.payins = new Payins(this.#connection)
    this.payouts = new Payouts(this.#connection)
    this.refunds = new Refunds(this.#connection)
    this.links = new Links(this.#connection)
    this.settlements = new Settlements(this.#connection)
    this.statements = new Statements(this.#connection)
    this.invoices = new Invoices(this.#connection)
    this.creditNotes = new CreditNotes(this.#connection)
    this.reports = new Reports(this.#connection)
    this.callbacks = new Callbacks(this.#connection)
  }

  /** Your balances by currency. */
  balances({ currencies, ...options }: Filter = {}): Promise<readonly Balance[]> {
    return this.#rows('/balances', { currencies }, options)
  }

  currencies(options: RequestOptions = {}): Promise<readonly Currency[]> {
    return this.#rows('/currencies', {}, options)
  }

  paymentOperators({
    currencies,
    paymentMethodCodes,
    ...options
  }: Filter & { readonly paymentMethodCodes?: readonly string[] } = {}): Promise<readonly PaymentOperator[]> {
    return this.#rows('/payment-operators', { currencies, paymentMethodCodes }, options)
  }

  topupOptions({ currencies, ...options }: Filter = {}): Promise<readonly TopupOption[]> {
    return this.#rows('/topup-options', { currencies }, options)
  }

  /** All pairs for which a rate was ever set. */
  fxRates(options: RequestOptions = {}): Promise<readonly FxRate[]> {
    return this.#rows('/fx-rates', {}, options)
  }

  /** Rates that are valid now. */
  fxRatePairs(options: RequestOptions = {}): Promise<readonly FxRatePair[]> {
    return this.#rows('/fx-rate-pairs', {}, options)
  }

  merchantInfo(options: RequestOptions = {}): Promise<MerchantInfo> {
    return this.#get('/merchant-info', '', options)
  }

  /**
   * A link to the hosted checkout, where the customer chooses how to pay. It allows paying this payment and nothing
   * else; its token is behind `#`, which browsers never send to a server.
   */
  async checkoutUrl({ signal, ...payment }: CheckoutOptions): Promise<string> {
    const { idPayin, money, callbackUrl, returnUrl, validitySecs = CHECKOUT_SECS } = payment
    const token = await this.#connection.tokens.token(
      {
        action: 'PAYIN_CHECKOUT',
        idPayment: idPayin,
        money: { amount: money.amount, currencyCode: money.currencyCode },
        ...(callbackUrl !== undefined && { callbackUrl }),
        ...(returnUrl !== undefined && { returnUrl }),
        validitySecs,
      },
      signal ? { signal } : {},
    )
    const { baseUrl } = this.#connection.transport
    return checkoutLink({ baseUrl, merchantCode: this.#merchantCode, idPayin, token })
  }

  async #rows<Row>(
    path: string,
    filters: Readonly<Record<string, readonly string[] | undefined>>,
    options: RequestOptions,
  ): Promise<readonly Row[]> {
    const { data } = await this.#get<{ readonly data: readonly Row[] }>(path, query(filters), options)
    return data
  }

  #get<Answer>(path: string, filters: string, options: RequestOptions): Promise<Answer> {
    const scope = { operations: [`GET ${path}`] }
    return call<Answer>(this.#connection, scope, { method: 'GET', path: path + filters, ...options })
  }
}

/** The address of the hosted checkout for an existing token of `PAYIN_CHECKOUT`; `checkoutUrl` fetches one. */
export const checkoutLink = ({
  baseUrl,
  merchantCode,
  idPayin,
  token,
}: Readonly<Record<'baseUrl' | 'merchantCode' | 'idPayin' | 'token', string>>): string =>
  `${baseUrl}/pay/${encodeURIComponent(merchantCode)}/${encodeURIComponent(idPayin)}#${token}`
