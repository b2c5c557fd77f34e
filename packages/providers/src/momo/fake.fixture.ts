/**
 * MoMo's fake: checks requests against the documented fields and signatures, accepts an order ID once, repeats its answer for a repeated
 * request ID, and plays payers, wallets and failures. It calls only the URLs that orders name.
 */
import { constants, createHmac, privateDecrypt } from 'node:crypto'
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
import SAMPLE from './samples/momo.json' with { type: 'json' }

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions {
  readonly partnerCode: string
  readonly accessKey: string
  readonly secretKey: string
  readonly privateKey: string
}

type Path = keyof typeof SAMPLE.requests
type Requested = Readonly<Record<string, string | number>>

interface Made {
  readonly kind: 'payin' | 'refund' | 'payout'
  readonly reference: string
  amount: number
  readonly ipnUrl: string | undefined
  /** For refunds: the transaction refunded. */
  readonly of?: Made
  readonly payee?: unknown
  transId: number
  code: number
}

const ajv = new Ajv({ strict: false })
const FORMS = new Map(
  Object.entries(SAMPLE.requests).map(([path, form]) => [
    path,
    ajv.compile('$ref' in form ? SAMPLE.question : form),
  ]),
)
const isPath = (path: string): path is Path => FORMS.has(path)

export class MomoFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #made: Made[] = []
  readonly #answered = new Map<string, FakeAnswer>()
  #count = 4_000_000_000
  /** Overrides fields of each answer to an inquiry. */
  besides: object = {}
  /** The inquiry about refunds knows only the payin's order ID, as others have found. */
  asksRefundsByPayin = false
  balance = 12_000_000
  /** Requests in order. */
  readonly bodies: Requested[] = []

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** The payer approves. @returns MoMo's ID of the transaction */
  async pay(reference: string): Promise<string> {
    return this.set(reference, 0)
  }

  /** Outgoing money arrives, or does not. */
  end(reference: string, arrives: boolean): Promise<string> {
    const failed = this.#of(reference).kind === 'refund' ? 1080 : 1007
    return this.set(reference, arrives ? 0 : failed)
  }

  /** @returns MoMo's ID of the transaction */
  async set(reference: string, code: number): Promise<string> {
    const made = this.#of(reference)
    made.code = code
    if (made.ipnUrl !== undefined)
      await this.tell({
        url: made.ipnUrl,
        body: this.notificationOf(reference),
        headers: { 'content-type': 'application/json' },
      })
    return String(made.transId)
  }

  /** An amount that no transaction of ours has. */
  spoil(reference: string, amount: number): void {
    this.#of(reference).amount = amount
  }

  known(reference: string): number {
    return this.#made.filter((each) => each.reference === reference).length
  }

  statusOf(reference: string): string | undefined {
    const made = this.#made.find((each) => each.reference === reference)
    return made && `${made.kind} ${made.code}`
  }

  /** The payee of a payout, decrypted. */
  payeeOf(reference: string): unknown {
    return this.#of(reference).payee
  }

  references(): readonly string[] {
    return this.#made.map(({ reference, kind, code }) => `${reference} ${kind} ${code}`)
  }

  /** Payers approve most of what is open, and most of what was sent arrives. */
  async live(dice: Dice): Promise<void> {
    for (const { kind, reference, code } of [...this.#made]) {
      const next = dice.weighted<number | undefined>(kind === 'payin' ? PAYERS : WALLETS)
      if (next !== undefined && next !== code && SAMPLE.notFinal.includes(code))
        await this.set(reference, next)
    }
  }

  /** With MoMo's signature. */
  notificationOf(reference: string): string {
    const { kind, amount, transId, code } = this.#of(reference)
    return this.#signed({
      partnerCode: this.#options.partnerCode,
      orderId: reference,
      requestId: reference,
      amount,
      orderInfo: 'Shop',
      orderType: 'momo_wallet',
      transId,
      resultCode: code,
      message: code === 0 ? 'Thành công.' : 'Không thành công.',
      ...(kind === 'payin' && { payType: 'qr' }),
      responseTime: this.now(),
      extraData: '',
    })
  }

  /** The same about another payment, signed by MoMo's key. */
  renamed(body: string, from: string, to: string): string {
    const { signature: _, ...reported } = JSON.parse(body.replaceAll(from, to))
    return this.#signed(reported)
  }

  #signed(reported: Requested): string {
    return JSON.stringify({ ...reported, signature: this.#signature(reported, SAMPLE.signed.notification) })
  }

  #signature(values: Requested, names: readonly string[]): string {
    const { accessKey, secretKey } = this.#options
    const said = names.filter((name) => name in values).map((name) => `&${name}=${values[name]}`)
    return createHmac('sha256', secretKey)
      .update(`accessKey=${accessKey}${said.join('')}`)
      .digest('hex')
  }

  #of(reference: string): Made {
    const made = this.#made.find((each) => each.reference === reference)
    if (!made) throw new Error(`there is nothing under ${reference}`)
    return made
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return json(status, { resultCode: Number(error), message: 'No' })
  }

  protected answer({ method, path: whole, body }: FakeRequest): FakeAnswer {
    const path = whole.replace('/v2/gateway/api', '')
    if (method !== 'POST' || !isPath(path)) return json(404, { message: 'no such thing' })
    const requested = JSON.parse(body) as Requested
    this.bodies.push(requested)
    const refused = this.#refusal(path, requested)
    if (refused !== undefined) return this.#plain(requested, refused)
    const requestId = String(requested.requestId)
    const before = this.#answered.get(requestId)
    if (before) return isFinal(before) ? before : this.#plain(requested, 40)
    const answer = this.#done(path, requested)
    this.#answered.set(requestId, answer)
    return answer
  }

  #refusal(path: Path, requested: Requested): number | undefined {
    const { partnerCode } = this.#options
    if (!FORMS.get(path)?.(requested))
      return typeof requested.amount === 'number' && requested.amount < 1_000 ? 22 : 20
    if (requested.partnerCode !== partnerCode) return 11
    return requested.signature === this.#signature(requested, SAMPLE.signed[path]) ? undefined : 13
  }

  #done(path: Path, requested: Requested): FakeAnswer {
    switch (path) {
      case '/query':
        return this.#query(requested)
      case '/refund/query':
        return this.#queryRefund(requested)
      case '/disbursement/balance':
        return this.#plain(requested, 0, { balance: this.balance })
      default:
        return this.known(String(requested.orderId)) > 0
          ? this.#plain(requested, 41)
          : this.#make(path, requested)
    }
  }

  #make(path: '/create' | '/refund' | '/disbursement/pay', requested: Requested): FakeAnswer {
    const [reference, amount] = [String(requested.orderId), Number(requested.amount)]
    const ipnUrl = requested.ipnUrl === undefined ? undefined : String(requested.ipnUrl)
    this.#count += 1
    const plain = { reference, amount, ipnUrl, transId: this.#count }
    switch (path) {
      case '/create': {
        this.#made.push({ kind: 'payin', ...plain, code: 1000 })
        return this.#plain(requested, 0, {
          amount,
          payUrl: `https://test-payment.momo.vn/v2/gateway/pay?t=${reference}`,
        })
      }
      case '/refund': {
        const of = this.#made.find(({ kind, transId }) => kind === 'payin' && transId === requested.transId)
        if (of?.code !== 0) return this.#plain(requested, 1080)
        const back = this.#backOf(of).reduce((sum, each) => sum + each.amount, 0)
        if (back + amount > of.amount) return this.#plain(requested, 1081)
        this.#made.push({ kind: 'refund', ...plain, of, code: 7002 })
        return this.#plain(requested, 7002, { amount, transId: plain.transId })
      }
      case '/disbursement/pay': {
        if (amount > this.balance) return this.#plain(requested, 1100)
        const payee = decrypted(this.#options.privateKey, String(requested.disbursementMethod))
        if (!payee) return this.#plain(requested, 4003)
        this.#made.push({ kind: 'payout', ...plain, payee, code: 7002 })
        return this.#plain(requested, 7002, { amount, transId: plain.transId })
      }
    }
  }

  /** Refunds of a payin, made or in progress. */
  #backOf(payin: Made): readonly Made[] {
    return this.#made.filter(({ of, code }) => of === payin && (code === 0 || SAMPLE.notFinal.includes(code)))
  }

  #query(requested: Requested): FakeAnswer {
    const made = this.#made.find(({ reference }) => reference === requested.orderId)
    if (!made) return this.#plain(requested, 42)
    const { amount, transId, kind, code } = made
    const refundTrans = this.#made.filter(({ of }) => of === made).map(shown)
    const payType = kind === 'payin' && code === 0 ? 'qr' : ''
    return this.#plain(requested, code, {
      amount,
      transId,
      payType,
      extraData: '',
      refundTrans,
      ...this.besides,
    })
  }

  #queryRefund(requested: Requested): FakeAnswer {
    const own = this.#made.filter(
      ({ kind, reference, of }) =>
        kind === 'refund' && (this.asksRefundsByPayin ? of?.reference : reference) === requested.orderId,
    )
    return own.length === 0
      ? this.#plain(requested, 42)
      : this.#plain(requested, 0, { refundTrans: own.map(shown), ...this.besides })
  }

  #plain({ orderId, requestId }: Requested, code: number, besides: object = {}): FakeAnswer {
    const { partnerCode } = this.#options
    const status = code in REFUSED_BY_STATUS ? 400 : 200
    const said = {
      partnerCode,
      orderId,
      requestId,
      resultCode: code,
      message: 'Said.',
      responseTime: this.now(),
    }
    return json(status, { ...said, ...besides })
  }
}

const shown = ({ reference, amount, code, transId }: Made): object => ({
  orderId: reference,
  amount,
  resultCode: code,
  transId,
  createdTime: 1_763_870_400_000,
})

const PAYERS = [
  [6, 0],
  [1, 1006],
  [1, 1001],
  [1, 1005],
  [1, 9000],
  [2, undefined],
] as const
const WALLETS = [
  [8, 0],
  [1, 1007],
] as const

/** A faulty request gets status 400. */
const REFUSED_BY_STATUS = Object.fromEntries([11, 12, 13, 20, 21, 22, 40, 41, 42].map((code) => [code, true]))

const isFinal = ({ body }: FakeAnswer): boolean => !SAMPLE.notFinal.includes(JSON.parse(body).resultCode)

/** Removes the padding of PKCS#1 v1.5 by hand, because runtimes refuse to. */
function decrypted(privateKey: string, text: string): object | undefined {
  try {
    const padded = privateDecrypt(
      { key: privateKey, padding: constants.RSA_NO_PADDING },
      Buffer.from(text, 'base64'),
    )
    const payee: unknown = JSON.parse(padded.subarray(padded.indexOf(0, 2) + 1).toString('utf8'))
    const { walletId, walletName } = payee as { walletId?: unknown; walletName?: unknown }
    const isWhole =
      /^0\d{9,10}$/.test(String(walletId)) && typeof walletName === 'string' && walletName !== ''
    return isWhole ? { walletId, walletName } : undefined
  } catch {
    return undefined
  }
}
