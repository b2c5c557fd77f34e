/**
 * pawaPay's fake: checks requests against the documented fields, the operators' limits and decimals, the token and the signature;
 * recognises repetitions; and plays payers, payees, operators that are down, and failures. It calls only the URL for notifications.
 */
import { OPERATOR_LISTS } from '@sluice/core/catalogue/operators.ts'
import {
  type Dice,
  type ErrorAnswer,
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
} from '../fake-server.fixture.ts'
import {
  COUNTRIES,
  cents,
  failure,
  faultOf,
  type Operation,
  parsed,
  predicted,
  REQUESTED,
  type Requested,
  shown,
  type Terms,
  type Transaction,
  usualTerms,
} from './fake-forms.fixture.ts'
import { isProven, NOTIFIED_AS, proofOf } from './fake-proofs.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly apiToken: string
  /** With these it accepts signed requests only. */
  readonly signedBy?: { readonly keyId: string; readonly publicKey: string }
  /** With this it signs notifications. */
  readonly signsWith?: { readonly keyId: string; readonly privateKey: string }
}

export class PawapayFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #transactions = new Map<string, Transaction>()
  readonly #terms = new Map<string, Terms>()
  readonly #balances = new Map<string, number>(COUNTRIES.map(({ currency }) => [currency, 1e12]))
  readonly #odd = new Map<string, number>()
  #notified: string | undefined

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
    for (const { list } of COUNTRIES)
      for (const { code } of OPERATOR_LISTS[list])
        for (const operation of ['DEPOSIT', 'PAYOUT', 'REFUND'] as const)
          this.#terms.set(`${code} ${operation}`, usualTerms(code, operation))
  }

  /** Changes an operator's terms. */
  change(operator: string, operation: Operation, changes: Partial<Terms>): void {
    Object.assign(this.#termsOf(operator, operation), changes)
  }

  setBalance(currency: string, amount: number): void {
    this.#balances.set(currency, amount)
  }

  /** Changes the configuration of a country. */
  answerFor(country: string, status: number): void {
    this.#odd.set(country, status)
  }

  notifyAt(url: string): void {
    this.#notified = url
  }

  /** A payer approves. */
  pay(depositId: string): Promise<void> {
    return this.become(depositId, 'COMPLETED')
  }

  /** Outgoing money arrives or fails. */
  end(reference: string, arrives: boolean): Promise<void> {
    return arrives
      ? this.become(reference, 'COMPLETED')
      : this.become(reference, 'FAILED', 'RECIPIENT_NOT_FOUND')
  }

  /** Any status that a test wants; notified if it is final. */
  async become(reference: string, status: string, failureCode?: string): Promise<void> {
    const transaction = this.#transactions.get(reference)
    if (!transaction) throw new Error(`there is no ${reference}`)
    transaction.status = status
    if (failureCode !== undefined) transaction.failureCode = failureCode
    if (this.#notified === undefined || !['COMPLETED', 'FAILED'].includes(status)) return
    const body = JSON.stringify(shown(transaction))
    const { signsWith } = this.#options
    const reported = { url: this.#notified, body }
    const headers = signsWith ? proofOf(reported, signsWith, this.now()) : { 'content-type': NOTIFIED_AS }
    await this.tell({ ...reported, headers })
  }

  known(reference: string): number {
    return this.#transactions.has(reference) ? 1 : 0
  }

  /** With its kind: `deposit COMPLETED`. */
  statusOf(reference: string): string | undefined {
    const found = this.#transactions.get(reference)
    return found && `${found.kind} ${found.status}`
  }

  /** `<reference> <status>`, the oldest first. */
  references(): readonly string[] {
    return [...this.#transactions.values()].map(({ id: own, kind, status, amount, currency }) =>
      [own, kind, status, amount, currency].join(' '),
    )
  }

  /** Most payers approve, some refuse, some do nothing; most of what was sent arrives, and some is checked first. */
  async live(dice: Dice): Promise<void> {
    for (const { id: own, kind, status } of [...this.#transactions.values()]) {
      if (status === 'COMPLETED' || status === 'FAILED') continue
      if (kind === 'deposit') {
        const [next, code] = dice.weighted<readonly [string, string?]>([
          [6, ['COMPLETED']],
          [1, ['FAILED', 'PAYMENT_NOT_APPROVED']],
          [1, ['PROCESSING']],
        ])
        await this.become(own, next, code)
      } else if (
        dice.weighted([
          [9, true],
          [1, false],
        ])
      )
        await this.end(own, true)
      else await this.end(own, false)
    }
  }

  protected override reported({ status, error }: ErrorAnswer): FakeAnswer {
    return status === 200
      ? json(200, { status: 'REJECTED', failureReason: failure(error) })
      : json(status, { failureReason: failure(error) })
  }

  protected override isAside({ path }: FakeRequest): boolean {
    return path === '/v2/active-conf'
  }

  protected override answer(request: FakeRequest): FakeAnswer {
    const { method, path, headers } = request
    const { authorization } = headers
    if (authorization === undefined) return this.reported({ status: 401, error: 'NO_AUTHENTICATION' })
    if (authorization !== `Bearer ${this.#options.apiToken}`)
      return this.reported({ status: 403, error: 'AUTHENTICATION_ERROR' })
    const [, kinds, rest, own = rest] =
      /^\/v2\/(deposits|payouts|refunds)(?:\/(fail-enqueued(?=\/)|[^/]+)(?:\/([^/]+))?)?$/.exec(path) ?? []
    if (kinds !== undefined) {
      const kind = kinds === 'deposits' ? 'deposit' : kinds === 'payouts' ? 'payout' : 'refund'
      if (method === 'GET' && own !== undefined) return this.#search(kind, own)
      if (method === 'POST' && rest === undefined) return this.#initiate(kind, request)
      if (method === 'POST' && rest === 'fail-enqueued' && kind !== 'deposit')
        return this.#stop(kind, own ?? '')
    }
    if (method === 'POST' && path === '/v2/predict-provider') return predicted(request.body)
    if (method === 'GET' && path === '/v2/active-conf')
      return this.#configuration(request.query.get('country'))
    if (method === 'GET' && path === '/v2/wallet-balances') return this.#walletBalances()
    return json(404, { message: 'no such path' })
  }

  #search(kind: Transaction['kind'], own: string): FakeAnswer {
    const transaction = this.#transactions.get(own)
    return transaction?.kind === kind
      ? json(200, { status: 'FOUND', data: shown(transaction) })
      : json(200, { status: 'NOT_FOUND' })
  }

  #stop(kind: Transaction['kind'], own: string): FakeAnswer {
    const transaction = this.#transactions.get(own)
    const named = { [`${kind}Id`]: own }
    if (transaction?.kind !== kind)
      return json(200, { ...named, status: 'REJECTED', failureReason: failure('NOT_FOUND') })
    if (transaction.status !== 'ENQUEUED')
      return json(200, { ...named, status: 'REJECTED', failureReason: failure('INVALID_STATE') })
    transaction.status = 'FAILED'
    transaction.failureCode = 'MANUALLY_CANCELLED'
    return json(200, { ...named, status: 'ACCEPTED' })
  }

  #initiate(kind: Transaction['kind'], request: FakeRequest): FakeAnswer {
    const { signedBy } = this.#options
    if (signedBy && !isProven(request, signedBy, this.now()))
      return this.reported({ status: 403, error: 'HTTP_SIGNATURE_ERROR' })
    const body = parsed(request.body)
    if (body === undefined) return this.reported({ status: 400, error: 'INVALID_INPUT' })
    const fits = REQUESTED[kind]
    if (!fits(body)) return this.reported({ status: 400, error: faultOf(fits.errors) })
    // The schema has just matched.
    const requested = body as Requested
    const own = { deposit: requested.depositId, payout: requested.payoutId, refund: requested.refundId }[kind]
    const answer = (status: string, code?: string): FakeAnswer =>
      json(200, {
        [`${kind}Id`]: own,
        status,
        created: this.#time(),
        ...(kind === 'deposit' && status === 'ACCEPTED' && { nextStep: 'FINAL_STATUS' }),
        ...(code !== undefined && { failureReason: failure(code) }),
      })
    if (this.#transactions.has(own)) return answer('DUPLICATE_IGNORED')
    const made = kind === 'refund' ? this.#refund(requested) : this.#transfer(kind, requested)
    if (typeof made === 'string') return answer('REJECTED', made)
    const rejected = this.#rejects(made)
    if (rejected !== undefined) return answer('REJECTED', rejected)
    if (kind !== 'deposit')
      this.#balances.set(made.currency, (this.#balances.get(made.currency) ?? 0) - Number(made.amount))
    this.#transactions.set(own, made)
    return answer('ACCEPTED')
  }

  #transfer(kind: 'deposit' | 'payout', requested: Requested): Transaction {
    const { amount, currency } = requested
    const wallet = (kind === 'deposit' ? requested.payer : requested.recipient).accountDetails
    const own = kind === 'deposit' ? requested.depositId : requested.payoutId
    return { kind, id: own, amount, currency, wallet, created: this.#time(), status: 'ACCEPTED' }
  }

  #refund({ refundId, depositId, amount, currency }: Requested): Transaction | string {
    const deposit = this.#transactions.get(depositId)
    if (deposit?.kind !== 'deposit') return 'NOT_FOUND'
    if (deposit.status !== 'COMPLETED') return 'INVALID_STATE'
    const before = [...this.#transactions.values()].filter(
      (each) => each.depositId === depositId && each.status !== 'FAILED',
    )
    if (before.some(({ status }) => status !== 'COMPLETED')) return 'REFUND_IN_PROGRESS'
    const left = before.reduce((sum, each) => sum - cents(each.amount), cents(deposit.amount))
    if (left === 0n) return 'DEPOSIT_ALREADY_REFUNDED'
    if (currency !== deposit.currency) return 'INVALID_CURRENCY'
    if (cents(amount) > left) return 'AMOUNT_TOO_LARGE'
    const { wallet } = deposit
    const [created, status] = [this.#time(), 'ACCEPTED']
    return { kind: 'refund', id: refundId, amount, currency, wallet, depositId, created, status }
  }

  #rejects({ kind, wallet, currency, amount }: Transaction): string | undefined {
    const country = COUNTRIES.find((each) =>
      OPERATOR_LISTS[each.list].some(({ code }) => code === wallet.provider),
    )
    if (!country) return 'INVALID_PROVIDER'
    if (country.currency !== currency) return 'INVALID_CURRENCY'
    if (!wallet.phoneNumber.startsWith(country.prefix) || wallet.phoneNumber.length !== 12)
      return 'INVALID_PHONE_NUMBER'
    const operation = kind === 'deposit' ? 'DEPOSIT' : kind === 'payout' ? 'PAYOUT' : 'REFUND'
    const terms = this.#termsOf(wallet.provider, operation)
    if (terms.status === 'CLOSED' || (terms.status === 'DELAYED' && kind === 'deposit'))
      return 'PROVIDER_TEMPORARILY_UNAVAILABLE'
    if (amount.includes('.') && terms.decimalsInAmount === 'NONE') return 'INVALID_AMOUNT'
    if (Number(amount) < Number(terms.minAmount) || Number(amount) > Number(terms.maxAmount))
      return 'AMOUNT_OUT_OF_BOUNDS'
    const isShort = kind !== 'deposit' && (this.#balances.get(currency) ?? 0) < Number(amount)
    return isShort ? 'PAWAPAY_WALLET_OUT_OF_FUNDS' : undefined
  }

  #configuration(only: string | null): FakeAnswer {
    const odd = this.#odd.get(only ?? '')
    if (odd !== undefined) return json(odd, { message: 'as a test wants it' })
    const countries = COUNTRIES.filter(({ country }) => only === null || country === only)
    return json(200, {
      companyName: 'Shop',
      signatureConfiguration: {
        signedRequestsOnly: this.#options.signedBy !== undefined,
        signedCallbacks: this.#options.signsWith !== undefined,
      },
      countries: countries.map(({ country, prefix, currency, list }) => ({
        country,
        prefix,
        providers: OPERATOR_LISTS[list].map(({ code, name }) => ({
          provider: code,
          displayName: name,
          nameDisplayedToCustomer: 'Shop',
          currencies: [
            {
              currency,
              operationTypes: {
                DEPOSIT: this.#termsOf(code, 'DEPOSIT'),
                PAYOUT: this.#termsOf(code, 'PAYOUT'),
                REFUND: this.#termsOf(code, 'REFUND'),
                USSD_DEPOSIT: { callbackUrl: 'https://shop.example' },
              },
            },
          ],
        })),
      })),
    })
  }

  #walletBalances(): FakeAnswer {
    const balances = COUNTRIES.map(({ country, currency }) => ({
      country,
      balance: (this.#balances.get(currency) ?? 0).toFixed(2),
      currency,
      provider: '',
    }))
    return json(200, { balances: [...balances, { country: 'UGA', balance: '7.00', currency: 'UGX' }] })
  }

  #termsOf(operator: string, operation: Operation): Terms {
    const terms = this.#terms.get(`${operator} ${operation}`)
    if (!terms) throw new Error(`there is no ${operator}`)
    return terms
  }

  #time(): string {
    return new Date(this.now()).toISOString()
  }
}
