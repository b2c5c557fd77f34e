/**
 * ECPay's fake: decrypts requests, checks them against the documented fields and times, accepts an order number once, gives numbers, and
 * plays payers, simulated payments and failures. It calls only the URLs that orders name.
 */
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
import { type EcpayKeys, sealed, unsealed } from './envelope.ts'
import SAMPLE from './samples/ecpay.json' with { type: 'json' }
import { taipeiTime } from './times.ts'

export type { Mishap } from '../fake-server.fixture.ts'

export interface FakeOptions extends FakeServerOptions, EcpayKeys {
  readonly merchantId: string
}

interface Requested {
  readonly ChoosePayment: 'ATM' | 'CVS'
  readonly OrderInfo: {
    readonly MerchantTradeNo: string
    readonly TotalAmount: number
    readonly ReturnURL: string
    readonly ItemName: string
  }
  readonly ATMInfo?: { readonly ExpireDate: number; readonly ATMBankCode: string }
  readonly CVSInfo?: { readonly ExpireDate: number; readonly CVSCode: string }
}

interface Made {
  readonly requested: Requested
  readonly tradeNo: string
  readonly madeAt: number
  readonly info: object
  amount: number
  status: string
  simulated?: true
}

const ajv = new Ajv({ strict: false })
const CODE_REQUESTED = ajv.compile<Requested>(SAMPLE.code)
const [NOT_FOUND = 0] = SAMPLE.codes.notFound
const [DUPLICATE = 0] = SAMPLE.codes.duplicate
const WRONG = 10_200_001
const DAY_MS = 86_400_000

export class EcpayFake extends FakeServer {
  readonly #options: FakeOptions
  readonly #made = new Map<string, Made>()
  #count = 0
  /** Requests in order. */
  readonly requested: Requested[] = []

  constructor(options: FakeOptions) {
    super(options)
    this.#options = options
  }

  /** A payer pays by the number. @returns ECPay's ID of the order */
  async pay(reference: string, amount?: number): Promise<string> {
    const made = this.#of(reference)
    made.status = '1'
    made.amount = amount ?? made.amount
    await this.#notify(made, {})
    return made.tradeNo
  }

  /** As pressed in ECPay's back office: it notifies, and no money moves. */
  async simulate(reference: string): Promise<void> {
    await this.#notify(this.#of(reference), { SimulatePaid: 1 })
  }

  /** An order ends only by being paid. */
  async end(reference: string, arrives: boolean): Promise<void> {
    if (arrives) await this.pay(reference)
  }

  /** Changes a status, amount or mark to what no order of ours has. */
  spoil(reference: string, changed: Partial<Pick<Made, 'status' | 'amount' | 'simulated'>>): void {
    Object.assign(this.#of(reference), changed)
  }

  known(reference: string): number {
    return this.#made.has(reference) ? 1 : 0
  }

  statusOf(reference: string): string | undefined {
    return this.#made.get(reference)?.status
  }

  references(): readonly string[] {
    return [...this.#made].map(([reference, { status, amount }]) => `${reference} ${status} ${amount}`)
  }

  async live(dice: Dice): Promise<void> {
    for (const [reference, { status }] of this.#made) {
      const isPaid = dice.weighted([
        [3, true],
        [1, false],
      ])
      if (status === '0' && isPaid) await this.pay(reference)
    }
  }

  /** The same notification about another order, encrypted. */
  renamed(body: string, from: string, to: string): string {
    const envelope: { Data: string } = JSON.parse(body)
    const data = JSON.stringify(unsealed(envelope.Data, this.#options)).replaceAll(from, to)
    return JSON.stringify({ ...envelope, Data: sealed(JSON.parse(data), this.#options) })
  }

  #of(reference: string): Made {
    const made = this.#made.get(reference)
    if (!made) throw new Error(`there is no order ${reference}`)
    return made
  }

  async #notify(made: Made, besides: object): Promise<void> {
    const data = { RtnCode: 1, RtnMsg: 'Success', ...besides, ...this.#shown(made) }
    const headers = { 'content-type': 'application/json' }
    await this.tell({ url: made.requested.OrderInfo.ReturnURL, body: this.#wrapped(data), headers })
  }

  #wrapped(data: object): string {
    return JSON.stringify({
      MerchantID: this.#options.merchantId,
      RpHeader: { Timestamp: Math.floor(this.now() / 1_000) },
      TransCode: 1,
      TransMsg: 'Success',
      Data: sealed(data, this.#options),
    })
  }

  protected reported({ status, error }: ErrorAnswer): FakeAnswer {
    return status === 200 ? this.#says({ RtnCode: Number(error), RtnMsg: 'No' }) : { status, body: '<html>' }
  }

  #says(data: object): FakeAnswer {
    return { status: 200, body: this.#wrapped(data) }
  }

  protected answer({ path, body }: FakeRequest): FakeAnswer {
    const { merchantId } = this.#options
    const { MerchantID, RqHeader, Data } = JSON.parse(body) as {
      MerchantID: string
      RqHeader: { Timestamp: number }
      Data: string
    }
    const data = unsealed(Data, this.#options)
    const isLate = Math.abs(RqHeader.Timestamp * 1_000 - this.now()) > 600_000
    if (MerchantID !== merchantId || data === undefined || isLate)
      return json(200, { MerchantID, TransCode: 110, TransMsg: 'Fail', Data: '' })
    switch (path) {
      case '/1.0.0/Cashier/GenPaymentCode':
        return this.#create(data)
      case '/1.0.0/Cashier/QueryTrade':
        return this.#tell(data, ({ requested }) => ({
          [`${requested.ChoosePayment}Info`]: { ATMAccBank: null },
        }))
      case '/1.0.0/Cashier/QueryPaymentInfo':
        return this.#tell(data, ({ info, status }) => (status === '0' ? info : undefined))
      default:
        return { status: 404, body: '' }
    }
  }

  #create(data: unknown): FakeAnswer {
    if (!CODE_REQUESTED(data))
      return this.#says({ RtnCode: WRONG, RtnMsg: ajv.errorsText(CODE_REQUESTED.errors) })
    this.requested.push(data)
    const { MerchantTradeNo: reference, TotalAmount: amount } = data.OrderInfo
    if (this.#made.has(reference))
      return this.#says({ RtnCode: DUPLICATE, RtnMsg: 'No', OrderInfo: { MerchantTradeNo: reference } })
    this.#count += 1
    const madeAt = this.now()
    const tradeNo = String(2_611_230_000_000_000 + this.#count)
    const made: Made = {
      requested: data,
      tradeNo,
      madeAt,
      info: this.#number(data, madeAt),
      amount,
      status: '0',
    }
    this.#made.set(reference, made)
    return this.#says({ RtnCode: 1, RtnMsg: '成功', ...this.#shown(made), ...made.info })
  }

  #number({ ATMInfo, CVSInfo }: Requested, at: number): object {
    if (ATMInfo) {
      const vAccount = String(9_251_262_164_000_000 + this.#count)
      const ends = taipeiTime(at + ATMInfo.ExpireDate * DAY_MS).slice(0, 10)
      return { ATMInfo: { BankCode: ATMInfo.ATMBankCode || '004', vAccount, ExpireDate: ends } }
    }
    const ends = taipeiTime(at + (CVSInfo?.ExpireDate ?? 0) * 60_000)
    const PaymentNo = `LLL${String(26_213_900_000 + this.#count)}`
    return { CVSInfo: { PaymentNo, ExpireDate: ends, PaymentURL: 'https://ecpay.example/code' } }
  }

  #tell(data: unknown, besides: (made: Made) => object | undefined): FakeAnswer {
    const { MerchantTradeNo: reference = '' } = data as { MerchantTradeNo?: string }
    const made = this.#made.get(reference)
    const info = made && besides(made)
    if (!made || !info) return this.#says({ RtnCode: NOT_FOUND, RtnMsg: 'Cant not find the trade data' })
    return this.#says({ RtnCode: 1, RtnMsg: 'Success!', ...this.#shown(made), ...info })
  }

  #shown({ requested, tradeNo, madeAt, amount, status, simulated }: Made): object {
    return {
      PlatformID: '',
      MerchantID: this.#options.merchantId,
      ...(simulated && { SimulatePaid: 1 }),
      OrderInfo: {
        MerchantTradeNo: requested.OrderInfo.MerchantTradeNo,
        TradeNo: tradeNo,
        TradeAmt: amount,
        PaymentType: requested.ChoosePayment,
        PaymentDate: status === '1' ? taipeiTime(this.now()) : '',
        TradeDate: taipeiTime(madeAt),
        ChargeFee: 1.23,
        TradeStatus: status,
      },
      CustomField: '',
    }
  }
}
