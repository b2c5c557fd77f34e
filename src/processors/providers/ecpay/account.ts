/**
 * An account with ECPay that takes numbers without its pages: a virtual account at a bank (ATM), or a code for a store's kiosk (CVS).
 *
 * A number is asked for under an order number of our own, which ECPay takes once. Nobody can pay before somebody has shown the number, so an
 * order whose answer was lost is looked for, and its number is read again. What was paid is what the order says when it is asked;
 * a number that was given is not a payment, and a simulated payment is none either.
 */
import { operators } from '../../../catalogue/operators.ts'
import { parseJson } from '../../../http/body.ts'
import type { Declined } from '../../../processing/port.ts'
import { readAs, unclear, whyUnanswered } from '../answers.ts'
import type {
  AccountStanding,
  Notification,
  NotificationReading,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import { listed } from '../status-codes.ts'
import { type EcpayKeys, sealed, unwrapped } from './envelope.ts'
import { orderOf } from './order.ts'
import { CODES, codeIn, EcpayOrder, isSimulated, Notified, TRADE_STATUS, twd } from './read.ts'
import { instantOf } from './times.ts'

const CREATE_WITHIN_MS = 9_000
const INQUIRE_WITHIN_MS = 10_000
const LEFT_ALONE = 'it was asked too often, and is left alone for half an hour'
const TOO_OFTEN = { PAUSES: LEFT_ALONE, 'status 403': LEFT_ALONE }
/** No order of ours has this number. */
const NOBODYS = 'PING'

export interface EcpaySettings extends EcpayKeys {
  readonly merchantId: string
  readonly payeeName: string
}

type Answer =
  | { readonly type: 'data'; readonly code: number; readonly data: unknown }
  | { readonly type: 'refused'; readonly transCode: number }
  | Unclear

export class EcpayAccount implements ProviderAccount {
  readonly #settings: EcpaySettings
  readonly #standing: AccountStanding

  constructor(settings: EcpaySettings, standing: AccountStanding) {
    this.#settings = settings
    this.#standing = standing
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference, isFirst } = order
    if (payment.kind !== 'payin') return NO_PAYOUTS
    const returnUrl = this.#standing.notificationUrl?.()
    if (returnUrl === undefined) return unclear('there is no address for notifications')
    const requested = orderOf(payment, {
      reference,
      returnUrl,
      merchantName: order.merchantName,
      at: this.#standing.clock.now(),
    })
    if (requested.type === 'declined') return requested
    if (!isFirst) {
      const before = await this.#ask(order, 'read', 'QueryTrade')
      if (before.type === 'unclear') return before
      if (before.type === 'data' && listed(CODES, before.code) !== 'missing') return this.#numberAgain(order)
    }
    const answer = await this.#send(order, 'create', 'GenPaymentCode', requested.body, CREATE_WITHIN_MS)
    if (answer.type === 'unclear') return answer
    if (answer.type === 'refused') return refused(`TransCode ${answer.transCode}`, 'UNHEALTHY')
    const meaning = listed(CODES, answer.code)
    if (meaning === 'done') return this.#taken(order, answer.data)
    // What was lost is the answer to an earlier try.
    if (meaning === 'duplicate') return unclear('there is an order of this number')
    // The pages call every other code a failure, and list hardly any: what a code means that no list has, nobody knows.
    return {
      ...unclear(`RtnCode ${answer.code}`),
      ...(meaning === undefined && { unlisted: String(answer.code) }),
    }
  }

  /** Of an order that is paid no number is told any more: what became of it the question about it tells. */
  async #numberAgain(order: ProviderOrder): Promise<OrderAnswer> {
    const answer = await this.#ask(order, 'read-number', 'QueryPaymentInfo')
    if (answer.type === 'unclear') return answer
    if (answer.type === 'data' && listed(CODES, answer.code) === 'done')
      return this.#taken(order, answer.data)
    return unclear('the number of an order cannot be read')
  }

  #taken({ payment, reference }: ProviderOrder, data: unknown): OrderAnswer {
    const order = this.#orderIn(data, reference)
    if (!order) return unclear('an order that is not the one that was asked for')
    const { TradeNo, TradeAmt, TradeStatus } = order.OrderInfo
    if (BigInt(TradeAmt) * 100n !== payment.money.amountMinor) return unclear('an order of another amount')
    const receiving = this.#receiving(payment.method, order)
    if (!receiving) return unclear('an order without a number')
    const until = instantOf(order.ATMInfo?.ExpireDate ?? order.CVSInfo?.ExpireDate ?? '')
    return {
      type: 'accepted',
      receiving,
      processorRef: TradeNo,
      processorStatus: String(TradeStatus),
      ...(until !== undefined && { expireAt: until }),
    }
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
    return { accountName: this.#settings.payeeName, accountNumber, bankCode, bankName }
  }

  /** Of this very number, and of this merchant. */
  #orderIn(data: unknown, reference: string): EcpayOrder | undefined {
    const order = readAs(EcpayOrder, data)
    const { merchantId } = this.#settings
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
    if (meaning !== 'done')
      return {
        ...unclear(`RtnCode ${answer.code}`),
        ...(meaning === undefined && { unlisted: String(answer.code) }),
      }
    const found = this.#orderIn(answer.data, order.reference)
    if (!found) return unclear('an order that is not the one that was asked about')
    return foundOf(found)
  }

  async ping(): Promise<Ping> {
    const answer = await this.#post('ping', 'QueryTrade', this.#question(NOBODYS), {
      isProbe: true,
      timeoutMs: INQUIRE_WITHIN_MS,
    })
    if (answer.type === 'data') return { ok: true }
    if (answer.type === 'refused')
      return { ok: false, why: 'it cannot read what we send: merchant ID, HashKey or HashIV are not right' }
    return { ok: false, why: whyUnanswered(answer, TOO_OFTEN, 'what it answers makes no sense') }
  }

  /** Answered alike whatever it was, so that nobody learns from the answer what our keys unseal. */
  readNotification({ body }: Notification): NotificationReading {
    return { references: this.#referencesIn(body), answer: HEARD }
  }

  #referencesIn(body: Uint8Array): readonly string[] {
    const { merchantId } = this.#settings
    const parsed = parseJson(Buffer.from(body).toString('utf8'))
    const reported = parsed.ok ? unwrapped(parsed.value.value, merchantId, this.#settings) : undefined
    const about = reported?.type === 'data' ? readAs(Notified, reported.data) : undefined
    if (!about || isSimulated(about) || (about.MerchantID ?? merchantId) !== merchantId) return []
    const { MerchantTradeNo: reference } = about.OrderInfo
    return OURS.test(reference) ? [reference] : []
  }

  #question = (reference: string): object => ({
    MerchantID: this.#settings.merchantId,
    MerchantTradeNo: reference,
  })

  #ask(order: ProviderOrder, operation: string, name: string): Promise<Answer> {
    return this.#send(order, operation, name, this.#question(order.reference), INQUIRE_WITHIN_MS)
  }

  #send(
    order: ProviderOrder,
    operation: string,
    name: string,
    data: object,
    timeoutMs: number,
  ): Promise<Answer> {
    return this.#post(
      operation,
      name,
      { MerchantID: this.#settings.merchantId, ...data },
      { payment: order.payment, timeoutMs },
    )
  }

  async #post(
    operation: string,
    name: string,
    data: object,
    how: { readonly payment?: ProviderOrder['payment']; readonly isProbe?: true; readonly timeoutMs: number },
  ): Promise<Answer> {
    const { merchantId } = this.#settings
    const { calls, clock } = this.#standing
    const open = (body: unknown) => unwrapped(body, merchantId, this.#settings)
    const answer = await calls.call({
      operation,
      method: 'POST',
      path: `/1.0.0/Cashier/${name}`,
      body: {
        MerchantID: merchantId,
        RqHeader: { Timestamp: Math.floor(clock.now() / 1_000) },
        Data: sealed(data, this.#settings),
      },
      ...how,
      statusCodeOf(body) {
        const opened = open(body)
        if (opened.type === 'refused') return `TransCode${opened.transCode}`
        return opened.type === 'data' ? String(codeIn(opened.data) ?? '') : undefined
      },
    })
    if (answer.type === 'none')
      return { ...unclear(answer.why), ...(answer.isUnsent && { isUnsent: answer.isUnsent }) }
    if (answer.status !== 200) return unclear(`status ${answer.status}`)
    const opened = open(answer.body)
    if (opened.type === 'refused') return opened
    const code = opened.type === 'data' ? codeIn(opened.data) : undefined
    return opened.type === 'data' && code !== undefined
      ? { type: 'data', code, data: opened.data }
      : unclear('an answer that cannot be read')
  }
}

function foundOf(found: EcpayOrder): OrderFindings {
  const { TradeNo, TradeAmt, TradeStatus } = found.OrderInfo
  const processorStatus = String(TradeStatus)
  const open: OrderFindings = { type: 'known', processorStatus, facts: [], isOver: false }
  switch (listed(TRADE_STATUS, processorStatus)) {
    case undefined:
      return { type: 'unlisted', statusCode: processorStatus }
    case 'open':
      return open
    case 'paid': {
      if (isSimulated(found)) return open
      const paid: ProviderFact = {
        fact: TradeNo,
        processorStatus,
        statusChange: { type: 'paid', received: twd(Number(TradeAmt)) },
        about: { tradeNo: TradeNo },
      }
      return { type: 'known', processorStatus, facts: [paid], isOver: true }
    }
  }
}

/** All order numbers of ours have this form: see `order.ts`. */
const OURS = /^[0-9A-Z]{20}$/
const HEARD = { status: 200, contentType: 'text/plain', body: '1|OK' } as const

const NO_PAYOUTS: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'it sends no money, and gives none back',
}

/** The documents: every code but 1 is a failure. Nobody has seen a number, so nobody can pay. */
const refused = (what: string, reason: Declined['reason']): Declined => ({
  type: 'declined',
  reason,
  detail: `ECPay refuses it: ${what}`,
})
