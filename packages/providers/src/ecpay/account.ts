/**
 * An account with ECPay's API for payment numbers: a virtual account at a bank (ATM) or a code for a store's kiosk (CVS).
 *
 * A number is requested under our own order number, which ECPay accepts once. Nobody can pay before the number is shown, so if an answer
 * was lost the order is looked for and its number read again. What was paid is read from the order. A number is not a payment, and
 * neither is a simulated payment.
 */
import { operators } from '@sluice/core/catalogue/operators.ts'
import { isAmountOf, moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, noAnswer, readAs, unclear, whyUnanswered } from '@sluice/provider-kit/answers.ts'
import { accepted, factOf, known } from '@sluice/provider-kit/findings.ts'
import type {
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading, signedNotification } from '@sluice/provider-kit/signed-notification.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { Type } from 'typebox'
import { type EcpayKeys, sealed, unwrapped } from './envelope.ts'
import { orderOf, TRADE_NUMBER } from './order.ts'
import { CODES, codeIn, EcpayOrder, isSimulated, Notified, TRADE_STATUS } from './read.ts'
import { instantOf } from './times.ts'

const LEFT_ALONE = 'it got too many calls, so there is a pause of half an hour'
const TOO_OFTEN = { PAUSES: LEFT_ALONE, 'status 403': LEFT_ALONE }
/** Not an order number of ours. */
const UNKNOWN_REFERENCE = 'PING'

export interface EcpaySettings extends EcpayKeys {
  readonly merchantId: string
  readonly payeeName: string
}

type Answer =
  | { readonly type: 'data'; readonly code: number; readonly data: unknown }
  | { readonly type: 'refused'; readonly transCode: number }
  | Unclear

export class EcpayAccount extends BaseAccount<EcpaySettings> {
  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference, isFirst } = order
    if (payment.kind !== 'payin') return NO_PAYOUTS
    const returnUrl = this.standing.notificationUrl?.()
    if (returnUrl === undefined) return unclear('there is no URL for notifications')
    const requested = orderOf(payment, {
      reference,
      returnUrl,
      merchantName: order.merchantName,
      at: this.standing.clock.now(),
    })
    if (requested.type === 'declined') return requested
    if (!isFirst) {
      const before = await this.#ask(order, 'read', 'QueryTrade')
      if (before.type === 'unclear') return before
      if (before.type === 'data' && listed(CODES, before.code) !== 'missing') return this.#numberAgain(order)
    }
    const answer = await this.#post('create', 'GenPaymentCode', requested.body, payment, 9_000)
    if (answer.type === 'unclear') return answer
    if (answer.type === 'refused')
      return declined('UNHEALTHY', `ECPay refuses it: TransCode ${answer.transCode}`)
    const meaning = listed(CODES, answer.code)
    if (meaning === 'done') return this.#taken(order, answer.data)
    // The answer to an earlier attempt was lost.
    if (meaning === 'duplicate') return unclear('there is an order with this number')
    return coded(answer.code)
  }

  /** ECPay no longer shows the number of a paid order; its status inquiry reports that. */
  async #numberAgain(order: ProviderOrder): Promise<OrderAnswer> {
    const answer = await this.#ask(order, 'read-number', 'QueryPaymentInfo')
    if (answer.type === 'unclear') return answer
    if (answer.type === 'data' && listed(CODES, answer.code) === 'done')
      return this.#taken(order, answer.data)
    return unclear('the number of an order is invalid')
  }

  #taken({ payment, reference }: ProviderOrder, data: unknown): OrderAnswer {
    const order = this.#orderIn(data, reference)
    if (!order) return unclear('an order that is not the one requested')
    const { TradeNo, TradeAmt, TradeStatus } = order.OrderInfo
    if (!isAmountOf(payment.money, TradeAmt, 'TWD')) return unclear('an order with a different amount')
    const receiving = this.#receiving(payment.method, order)
    if (!receiving) return unclear('an order without a number')
    const until = instantOf(order.ATMInfo?.ExpireDate ?? order.CVSInfo?.ExpireDate ?? '')
    const taken = accepted(TradeNo, String(TradeStatus), receiving)
    return until === undefined ? taken : { ...taken, expireAt: until }
  }

  #receiving(method: string, { ATMInfo, CVSInfo }: EcpayOrder): Record<string, string> | undefined {
    if (method === 'CODE_PAYMENT')
      return CVSInfo?.PaymentNo && /^[A-Z0-9]{5,20}$/i.test(CVSInfo.PaymentNo)
        ? { storeCode: CVSInfo.PaymentNo }
        : undefined
    const { BankCode: bankCode, vAccount: accountNumber } = ATMInfo ?? {}
    if (!bankCode || !accountNumber || !/^\d{3}$/.test(bankCode) || !/^\d{8,20}$/.test(accountNumber))
      return undefined
    const bankName = operators('TW_BANKS').find(({ code }) => code === bankCode)?.name ?? bankCode
    return { accountName: this.settings.payeeName, accountNumber, bankCode, bankName }
  }

  /** With this order number, of this merchant. */
  #orderIn(data: unknown, reference: string): EcpayOrder | undefined {
    const order = readAs(EcpayOrder, data)
    const { merchantId } = this.settings
    return order?.OrderInfo.MerchantTradeNo === reference && (order.MerchantID ?? merchantId) === merchantId
      ? order
      : undefined
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order, 'read', 'QueryTrade')
    if (answer.type === 'unclear') return answer
    if (answer.type === 'refused') return unclear(`TransCode ${answer.transCode}`)
    const meaning = listed(CODES, answer.code)
    if (meaning === 'missing') return { type: 'never' }
    if (meaning !== 'done') return coded(answer.code)
    const found = this.#orderIn(answer.data, order.reference)
    if (!found) return unclear('an order that is not the one inquired about')
    return foundOf(found)
  }

  async ping(): Promise<Ping> {
    const answer = await this.#post('ping', 'QueryTrade', { MerchantTradeNo: UNKNOWN_REFERENCE })
    if (answer.type === 'data') return { ok: true }
    if (answer.type === 'refused')
      return { ok: false, why: 'it cannot decrypt our request: merchant ID, HashKey or HashIV is wrong' }
    return { ok: false, why: whyUnanswered(answer, TOO_OFTEN, 'its response is not valid') }
  }

  /** Always the same answer, so that it does not show what our keys decrypt. */
  readNotification = reading(
    (notification) =>
      signedNotification(notification, {
        schema: Type.Unknown(),
        reference: TRADE_NUMBER,
        names: (document) => {
          const { merchantId } = this.settings
          const opened = unwrapped(document, merchantId, this.settings)
          const about = opened.type === 'data' ? readAs(Notified, opened.data) : undefined
          const isOurs = about && !isSimulated(about) && (about.MerchantID ?? merchantId) === merchantId
          return isOurs ? [about.OrderInfo.MerchantTradeNo] : []
        },
      }),
    { status: 200, contentType: 'text/plain', body: '1|OK' },
  )

  #ask({ payment, reference }: ProviderOrder, operation: string, name: string): Promise<Answer> {
    return this.#post(operation, name, { MerchantTradeNo: reference }, payment)
  }

  /** @param payment left out: the connection test */
  async #post(
    operation: string,
    name: string,
    data: object,
    payment?: ProviderOrder['payment'],
    timeoutMs = 10_000,
  ): Promise<Answer> {
    const { merchantId: MerchantID } = this.settings
    const open = (body: unknown) => unwrapped(body, MerchantID, this.settings)
    const answer = await this.standing.calls.call({
      operation,
      method: 'POST',
      path: `/1.0.0/Cashier/${name}`,
      body: {
        MerchantID,
        RqHeader: { Timestamp: Math.floor(this.standing.clock.now() / 1_000) },
        Data: sealed({ MerchantID, ...data }, this.settings),
      },
      timeoutMs,
      ...(payment ? { payment } : { isProbe: true }),
      statusCodeOf(body) {
        const opened = open(body)
        if (opened.type === 'refused') return `TransCode${opened.transCode}`
        return opened.type === 'data' ? String(codeIn(opened.data) ?? '') : undefined
      },
    })
    if (answer.type === 'none') return noAnswer(answer)
    if (answer.status !== 200) return unclear(`status ${answer.status}`)
    const opened = open(answer.body)
    if (opened.type === 'refused') return opened
    const code = opened.type === 'data' ? codeIn(opened.data) : undefined
    return opened.type === 'data' && code !== undefined
      ? { type: 'data', code, data: opened.data }
      : unclear('an answer that is invalid')
  }
}

/** Every other code is documented as a failure, but hardly any is listed. An unlisted one settles nothing. */
const coded = (code: number): Unclear => ({
  ...unclear(`RtnCode ${code}`),
  ...(listed(CODES, code) === undefined && { unlisted: String(code) }),
})

function foundOf(found: EcpayOrder): OrderFindings {
  const { TradeNo, TradeAmt, TradeStatus } = found.OrderInfo
  const status = String(TradeStatus)
  const meaning = listed(TRADE_STATUS, status)
  if (meaning === undefined) return { type: 'unlisted', statusCode: status }
  if (meaning === 'open' || isSimulated(found)) return known(status)
  const received = moneyIn(TradeAmt, 'TWD')
  return received
    ? known(status, [factOf(TradeNo, status, { type: 'paid', received }, { tradeNo: TradeNo })])
    : unclear('an order of an amount that is invalid')
}

const NO_PAYOUTS = declined('METHOD', 'it makes no payouts and no refunds')
