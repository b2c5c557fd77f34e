/**
 * pawaPay, for tests and for trying: a server of ours that holds requests to the documented fields, to the operators' limits and decimals,
 * to the token and the signature; knows repetitions; and plays payers, payees, operators that are down, and mishaps. It never speaks to anybody but
 * the address that it was told to notify.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { OPERATOR_LISTS } from '../../../catalogue/operators.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  FakeServer,
  type FakeServerOptions,
  json,
  type ToldError,
} from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly apiToken: string
  /** With them it takes signed requests alone. */
  readonly signedBy?: { readonly keyId: string; readonly publicKey: string }
  /** With it what it notifies of is signed. */
  readonly signsWith?: { readonly keyId: string; readonly privateKey: string }
}

type Operation = 'DEPOSIT' | 'PAYOUT' | 'REFUND'
/** Of one operator: what an operation is like there. */
export interface Terms {
  status: 'OPERATIONAL' | 'DELAYED' | 'CLOSED'
  decimalsInAmount: 'TWO_PLACES' | 'NONE'
  authType?: 'PROVIDER_AUTH' | 'PREAUTH' | 'REDIRECT_AUTH'
  minAmount: string
  maxAmount: string
}

interface Transaction {
  readonly kind: 'deposit' | 'payout' | 'refund'
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly wallet: { readonly phoneNumber: string; readonly provider: string }
  readonly depositId?: string
  readonly created: string
  status: string
  failureCode?: string
}

const COUNTRIES = [
  { country: 'GHA', prefix: '233', currency: 'GHS', list: 'GH_MOMO' },
  { country: 'KEN', prefix: '254', currency: 'KES', list: 'KE_MOMO' },
  { country: 'TZA', prefix: '255', currency: 'TZS', list: 'TZ_MOMO' },
  { country: 'ZMB', prefix: '260', currency: 'ZMW', list: 'ZM_MOMO' },
] as const
/** As their page of providers has it; all others take two decimals. */
const WHOLE_ONLY = ['MPESA_KEN DEPOSIT', 'VODACOM_TZA', 'TIGO_TZA', 'HALOTEL_TZA']

const UUID_V4 = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
const MONEY = {
  amount: { type: 'string', pattern: '^([0]|([1-9][0-9]{0,17}))([.][0-9]{0,3}[1-9])?$' },
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
}
const WALLET = {
  type: 'object',
  required: ['type', 'accountDetails'],
  additionalProperties: false,
  properties: {
    type: { const: 'MMO' },
    accountDetails: {
      type: 'object',
      required: ['phoneNumber', 'provider'],
      additionalProperties: false,
      properties: {
        phoneNumber: { type: 'string', pattern: '^[0-9]+$' },
        provider: { type: 'string' },
      },
    },
  },
}
const BESIDES = {
  customerMessage: { type: 'string', pattern: '^[a-zA-Z0-9 ]{4,22}$' },
  clientReferenceId: { type: 'string' },
  metadata: { type: 'array', maxItems: 10 },
}
const ajv = new Ajv({ strict: false })
const schema = (required: readonly string[], properties: object): ValidateFunction =>
  ajv.compile({ type: 'object', required, additionalProperties: false, properties })
const id = { type: 'string', pattern: UUID_V4 }
const ASKED = {
  deposit: schema(['depositId', 'amount', 'currency', 'payer'], {
    depositId: id,
    payer: WALLET,
    preAuthorisationCode: { type: 'string' },
    ...MONEY,
    ...BESIDES,
  }),
  payout: schema(['payoutId', 'amount', 'currency', 'recipient'], {
    payoutId: id,
    recipient: WALLET,
    ...MONEY,
    ...BESIDES,
  }),
  refund: schema(['refundId', 'depositId'], { refundId: id, depositId: id, ...MONEY, ...BESIDES }),
}

/** A request of any of the three, once its schema holds. */
interface Asked {
  readonly depositId: string
  readonly payoutId: string
  readonly refundId: string
  readonly amount: string
  readonly currency: string
  readonly payer: { readonly accountDetails: Transaction['wallet'] }
  readonly recipient: { readonly accountDetails: Transaction['wallet'] }
}

type Dice = { weighted<Thing>(things: readonly (readonly [number, Thing])[]): Thing }

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

  /** What an operator's terms are from now on. */
  change(operator: string, operation: Operation, changes: Partial<Terms>): void {
    Object.assign(this.#termsOf(operator, operation), changes)
  }

  setBalance(currency: string, amount: number): void {
    this.#balances.set(currency, amount)
  }

  /** What it says of a country's configuration from now on. */
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

  /** Money on its way to somebody arrives, or comes to nothing. */
  end(reference: string, arrives: boolean): Promise<void> {
    return arrives
      ? this.become(reference, 'COMPLETED')
      : this.become(reference, 'FAILED', 'RECIPIENT_NOT_FOUND')
  }

  /** Whatever a test wants of it; told where it is over. */
  async become(reference: string, status: string, failureCode?: string): Promise<void> {
    const transaction = this.#transactions.get(reference)
    if (!transaction) throw new Error(`there is no ${reference}`)
    transaction.status = status
    if (failureCode !== undefined) transaction.failureCode = failureCode
    if (this.#notified === undefined || !['COMPLETED', 'FAILED'].includes(status)) return
    const body = JSON.stringify(shown(transaction))
    await this.tell({ url: this.#notified, body, headers: this.#proof(this.#notified, body) })
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

  /** Most payers approve, some do not, some leave it; most of what was sent arrives, and some is looked into first. */
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

  protected override told({ status, error }: ToldError): FakeAnswer {
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
    if (authorization === undefined) return this.told({ status: 401, error: 'NO_AUTHENTICATION' })
    if (authorization !== `Bearer ${this.#options.apiToken}`)
      return this.told({ status: 403, error: 'AUTHENTICATION_ERROR' })
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
    if (!this.#isProven(request)) return this.told({ status: 403, error: 'HTTP_SIGNATURE_ERROR' })
    const body = parsed(request.body)
    if (body === undefined) return this.told({ status: 400, error: 'INVALID_INPUT' })
    const fits = ASKED[kind]
    if (!fits(body)) return this.told({ status: 400, error: faultOf(fits.errors) })
    // The schema has just said so.
    const asked = body as Asked
    const own = { deposit: asked.depositId, payout: asked.payoutId, refund: asked.refundId }[kind]
    const answer = (status: string, code?: string): FakeAnswer =>
      json(200, {
        [`${kind}Id`]: own,
        status,
        created: this.#time(),
        ...(kind === 'deposit' && status === 'ACCEPTED' && { nextStep: 'FINAL_STATUS' }),
        ...(code !== undefined && { failureReason: failure(code) }),
      })
    if (this.#transactions.has(own)) return answer('DUPLICATE_IGNORED')
    const made = kind === 'refund' ? this.#refund(asked) : this.#transfer(kind, asked)
    if (typeof made === 'string') return answer('REJECTED', made)
    const rejected = this.#rejects(made)
    if (rejected !== undefined) return answer('REJECTED', rejected)
    if (kind !== 'deposit')
      this.#balances.set(made.currency, (this.#balances.get(made.currency) ?? 0) - Number(made.amount))
    this.#transactions.set(own, made)
    return answer('ACCEPTED')
  }

  #transfer(kind: 'deposit' | 'payout', asked: Asked): Transaction {
    const { amount, currency } = asked
    const wallet = (kind === 'deposit' ? asked.payer : asked.recipient).accountDetails
    const own = kind === 'deposit' ? asked.depositId : asked.payoutId
    return { kind, id: own, amount, currency, wallet, created: this.#time(), status: 'ACCEPTED' }
  }

  #refund({ refundId, depositId, amount, currency }: Asked): Transaction | string {
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

  /** As their signature page says it, and by nothing of the program's own. */
  #isProven({ method, path, headers, body }: FakeRequest): boolean {
    const { signedBy } = this.#options
    if (!signedBy) return true
    const of = (name: string): string => String(headers[name] ?? '')
    const params = of('signature-input').replace(/^sig-pp=/, '')
    const [, names = '', keyId, created, expires] =
      /^\(([^)]*)\);alg="ecdsa-p256-sha256";keyid="([^"]+)";created=(\d+);expires=(\d+)$/.exec(params) ?? []
    const nowSecs = this.now() / 1_000
    if (keyId !== signedBy.keyId || Number(created) > nowSecs + 5 || Number(expires) < nowSecs) return false
    if (of('content-digest') !== digestOf(body)) return false
    const values: Readonly<Record<string, string>> = {
      '@method': method,
      // Without a socket there is no such header: then it is where tests put it.
      '@authority': of('host') || '127.0.0.1:7',
      '@path': path,
    }
    const lines = names.split(' ').map((quoted) => {
      const name = quoted.replaceAll('"', '')
      return `${quoted}: ${values[name] ?? of(name)}`
    })
    const base = [...lines, `"@signature-params": ${params}`].join('\n')
    const signature = Buffer.from(of('signature').replace(/^sig-pp=:|:$/g, ''), 'base64')
    const isWhole = ['@method', '@authority', '@path', 'content-digest'].every((name) =>
      names.includes(`"${name}"`),
    )
    return isWhole && verify('sha256', Buffer.from(base), createPublicKey(signedBy.publicKey), signature)
  }

  #proof(url: string, body: string): Readonly<Record<string, string>> {
    const plain = { 'content-type': 'application/json; charset=UTF-8' }
    const { signsWith } = this.#options
    if (!signsWith) return plain
    const { host, pathname } = new URL(url)
    const date = this.#time()
    const created = Math.floor(this.now() / 1_000)
    const params = `("@method" "@authority" "@path" "signature-date" "content-digest" "content-type");alg="ecdsa-p256-sha256";keyid="${signsWith.keyId}";created=${created};expires=${created + 60}`
    const base = [
      '"@method": POST',
      `"@authority": ${host}`,
      `"@path": ${pathname}`,
      `"signature-date": ${date}`,
      `"content-digest": ${digestOf(body)}`,
      `"content-type": ${plain['content-type']}`,
      `"@signature-params": ${params}`,
    ].join('\n')
    const signature = sign('sha256', Buffer.from(base), createPrivateKey(signsWith.privateKey))
    return {
      ...plain,
      'content-digest': digestOf(body),
      'signature-date': date,
      'signature-input': `sig-pp=${params}`,
      signature: `sig-pp=:${signature.toString('base64')}:`,
    }
  }
}

function usualTerms(operator: string, operation: Operation): Terms {
  const isWhole = WHOLE_ONLY.includes(operator) || WHOLE_ONLY.includes(`${operator} ${operation}`)
  return {
    status: 'OPERATIONAL',
    decimalsInAmount: isWhole ? 'NONE' : 'TWO_PLACES',
    ...(operation === 'DEPOSIT' && { authType: 'PROVIDER_AUTH' }),
    minAmount: '1',
    maxAmount: '1000000',
  }
}

/** As a search and a notification show it: with two decimals, always. */
function shown({
  kind,
  id: own,
  amount,
  currency,
  wallet,
  created,
  status,
  failureCode,
}: Transaction): object {
  const [whole = '', fraction = ''] = amount.split('.')
  return {
    [`${kind}Id`]: own,
    status,
    amount: `${whole}.${fraction.padEnd(2, '0')}`,
    currency,
    country: COUNTRIES.find((each) => each.currency === currency)?.country,
    [kind === 'deposit' ? 'payer' : 'recipient']: { type: 'MMO', accountDetails: wallet },
    customerMessage: 'Shop',
    created,
    providerTransactionId: '12356789',
    ...(failureCode !== undefined && { failureReason: failure(failureCode) }),
    metadata: {},
  }
}

function predicted(text: string): FakeAnswer {
  const { phoneNumber = '' } = (parsed(text) ?? {}) as { phoneNumber?: string }
  const digits = phoneNumber.replace(/[^0-9]/g, '')
  const country = COUNTRIES.find(({ prefix }) => digits.startsWith(prefix))
  const own = digits.slice(3)
  const operator =
    country &&
    OPERATOR_LISTS[country.list].find(({ facts }) =>
      facts?.prefixes?.split(',').some((prefix) => own.startsWith(prefix)),
    )
  if (!country || !operator || digits.length !== 12)
    return json(400, { failureReason: failure('INVALID_PARAMETER') })
  return json(200, { country: country.country, provider: operator.code, phoneNumber: digits })
}

function faultOf(errors: readonly ErrorObject[] | null | undefined): string {
  const keyword = errors?.[0]?.keyword
  if (keyword === 'required') return 'MISSING_PARAMETER'
  return keyword === 'additionalProperties' ? 'UNSUPPORTED_PARAMETER' : 'INVALID_PARAMETER'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const failure = (failureCode: string) => ({ failureCode, failureMessage: 'as its page of codes says' })
const digestOf = (body: string): string => `sha-512=:${createHash('sha512').update(body).digest('base64')}:`
const cents = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
