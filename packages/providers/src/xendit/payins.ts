/**
 * Payins by payment requests (v3).
 *
 * A payment request has no idempotency key and cannot be found by its reference. So a repetition first checks in the list of transactions
 * that nothing was paid. It then makes another link, of which the payer is shown only one; a link that was never shown is not paid. A
 * prompt on the payer's phone (OVO) is never sent twice: if its answer was lost and its outcome stays unknown, an operator decides.
 *
 * What was paid is found by the payment that the request names (`latest_payment_id`) and by the list of transactions of our reference.
 * Each payment is read, and must name reference, currency and amount.
 */
import { phoneForms } from '@sluice/core/catalogue/identifiers/phones.ts'
import { withPayinId } from '@sluice/core/foundation/urls.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, Declined } from '@sluice/core/processor/port.ts'
import { majorNumber, moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, done, readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import type {
  OrderAnswer,
  OrderFindings,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { checked, lacks } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import {
  cancelledBy,
  declineOf,
  isMissing,
  isRequestOf,
  pageOf,
  unanswered,
  withoutMoney,
} from './answers.ts'
import { type Country, type PayinChannel, payinChannel } from './channels.ts'
import {
  PAYMENT_STATUS,
  PaymentThere,
  REQUEST_STATUS,
  RequestThere,
  TRANSACTION_STATUS,
  Transactions,
} from './read.ts'

export interface PayinSettings {
  readonly country: Country
  /** The page that payers return to if the shop names none. */
  readonly returnUrl: string
}

interface Found {
  readonly type: 'found'
  readonly request: RequestThere
}

interface PayinChannelOption {
  readonly type: 'channel'
  readonly channel: PayinChannel
  readonly phone: string | undefined
}

/** The payments of a reference in the list of transactions. */
interface Listed {
  readonly type: 'listed'
  readonly paid: readonly string[]
  /** Paid, and reversed later. */
  readonly undone: readonly string[]
}

/** The list could not be read. */
interface NoList {
  readonly type: 'failed'
  readonly why: Unclear
}

interface Received {
  readonly type: 'received'
  readonly requestId: string
  readonly fact: ProviderFact
}

interface Missing {
  readonly type: 'missing'
}

const cameTo = (came: Missing | Unclear): Unclear =>
  came.type === 'missing' ? unclear('a payment that is named but does not exist') : came

/** The version of the payments API. */
const V3 = { headers: { 'api-version': '2024-11-11' } }

export class XenditPayins extends BaseProduct<PayinSettings> {
  check = (payment: Payment) => checked(this.optionOf(payment))

  /** The channel, and the phone that it prompts. */
  optionOf(payment: Payment): PayinChannelOption | Declined {
    const { country } = this.settings
    const channel = this.#channelOf(payment)
    if (!channel)
      return declined('OPERATOR', 'it has no channel for this bank or wallet, or needs one to be chosen')
    if (channel.flow === 'link') return { type: 'channel', channel, phone: undefined }
    const phone = phoneForms(payment.request.phoneNumber ?? '', country)?.international
    return phone === undefined
      ? lacks('phoneNumber', "the payer's phone number")
      : { type: 'channel', channel, phone }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference, isFirst } = order
    if (payment.processorRef !== undefined) return this.#acceptedBefore(order, payment.processorRef)
    const option = this.optionOf(payment)
    if (option.type === 'declined') return option
    const { channel, phone } = option
    const before = isFirst ? undefined : await this.#paidBefore(order, channel)
    if (before) return before
    const back = this.#refundRoute(order)
    const body = {
      reference_id: reference,
      type: 'PAY',
      country: this.settings.country,
      currency: payment.money.currency,
      request_amount: majorNumber(payment.money),
      capture_method: 'AUTOMATIC',
      channel_code: channel.code,
      channel_properties: {
        success_return_url: back,
        failure_return_url: back,
        ...(phone !== undefined && { account_mobile_number: phone }),
      },
    }
    const answer = await this.calls.send(order, 'create', '/v3/payment_requests', body, V3)
    const made = done(answer)
    return made ? this.#acceptedBy(order, made.body) : declineOf(answer)
  }

  #acceptedBy(order: ProviderOrder, body: unknown): OrderAnswer {
    const request = readAs(RequestThere, body)
    const channel = this.#channelOf(order.payment)
    if (!request || !isRequestOf(order, request) || request.channel_code !== channel?.code)
      return unclear('a payment request that is not the one requested')
    // A payer who is prompted, or has paid, needs no page and returns to the shop, which waits.
    const isWithoutPage = channel.flow === 'push' || listed(REQUEST_STATUS, request.status) === 'paid'
    const pageUrl = pageOf(request) ?? (isWithoutPage ? this.#refundRoute(order) : undefined)
    if (pageUrl === undefined) return unclear('a payment request without a page to send the payer to')
    const { payment_request_id: processorRef, status: processorStatus } = request
    return accepted(processorRef, processorStatus, { pageUrl })
  }

  async #acceptedBefore(order: ProviderOrder, id: string): Promise<OrderAnswer> {
    const answer = await this.#read(order, id)
    const made = done(answer)
    return made
      ? this.#acceptedBy(order, made.body)
      : unclear('a payment request that was made before cannot be read')
  }

  /** Before a repetition. @returns undefined if nothing was paid and another request is safe */
  async #paidBefore(order: ProviderOrder, { flow }: PayinChannel): Promise<OrderAnswer | undefined> {
    const found = await this.#list(order)
    if (found.type !== 'listed') return unclear('it may have been paid, so it is not requested again')
    const [id] = found.paid
    const came = id === undefined ? undefined : await this.#received(order, id)
    if (came?.type === 'received') return this.#acceptedBefore(order, came.requestId)
    if (came) return cameTo(came)
    return flow === 'push' ? unclear('a prompt whose answer was lost is not sent a second time') : undefined
  }

  #channelOf({ method, operator }: Payment): PayinChannel | undefined {
    return payinChannel(this.settings.country, method, operator)
  }

  /** Xendit accepts https only, up to this length. */
  #refundRoute({ payment }: ProviderOrder): string {
    const { returnUrl: requested } = payment.request
    const returnUrl = requested && withPayinId(requested, payment.id)
    return returnUrl?.startsWith('https://') && returnUrl.length <= 255 ? returnUrl : this.settings.returnUrl
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { processorRef: id, status } = order.payment
    const found = id === undefined ? undefined : await this.#requestOf(order, id)
    if (found?.type === 'unclear') return found
    const request = found?.request
    const list = await this.#list(order)
    if (list.type === 'failed') return request ? this.#foundWithoutList(order, request, list.why) : list.why
    if (list.type !== 'listed') return list
    const isPaid = request !== undefined && listed(REQUEST_STATUS, request.status) === 'paid'
    const [undone] = list.undone
    // A reversal of a payment that we do not know settles nothing. For a success an operator decides.
    if (undone !== undefined && status !== 'SUCCESS') return { type: 'unlisted', statusCode: 'REVERSED' }
    const facts: ProviderFact[] = undone === undefined ? [] : [undoneFact(undone)]
    const named = isPaid && request.latest_payment_id ? [request.latest_payment_id] : []
    for (const each of new Set([...list.paid, ...named])) {
      if (list.undone.includes(each)) continue
      const came = await this.#received(order, each)
      // The list's IDs are not documented. If the request names its payment, a missing one under another ID proves nothing.
      if (came.type === 'missing' && named.length > 0 && !named.includes(each)) continue
      if (came.type !== 'received') return cameTo(came)
      facts.push(came.fact)
    }
    const without = request && !isPaid ? withoutMoney(request) : undefined
    if (facts.length > 0) {
      const isOver = without?.type === 'known' ? without.isOver : without === undefined
      return known('SUCCEEDED', facts, isOver)
    }
    if (isPaid) return unclear('a payment request that is paid, without a payment')
    if (without) return without
    // A link whose answer was lost was shown to nobody; a prompt may still be on the payer's phone.
    return this.#channelOf(order.payment)?.flow === 'push' ? known('UNKNOWN') : { type: 'never' }
  }

  /**
   * The list may be unavailable, or forbidden to the key. That a known request is paid or open is certain without it; that it failed is
   * not, because a lost link may have been paid.
   */
  async #foundWithoutList(order: ProviderOrder, request: RequestThere, why: Unclear): Promise<OrderFindings> {
    const { status, latest_payment_id: paymentId } = request
    const meaning = listed(REQUEST_STATUS, status)
    if (meaning === 'open') return withoutMoney(request)
    if (meaning !== 'paid' || !paymentId) return why
    const came = await this.#received(order, paymentId)
    return came.type === 'received' ? known('SUCCEEDED', [came.fact], false) : cameTo(came)
  }

  async #requestOf(order: ProviderOrder, id: string): Promise<Found | Unclear> {
    const answer = await this.#read(order, id)
    const read = done(answer)
    if (!read) return unanswered(answer)
    const request = readAs(RequestThere, read.body)
    return request?.payment_request_id === id && isRequestOf(order, request)
      ? { type: 'found', request }
      : unclear('a payment request that is not the one inquired about')
  }

  /** By our reference: payments by links that we know, and by others. */
  async #list(
    order: ProviderOrder,
  ): Promise<Listed | NoList | Extract<OrderFindings, { type: 'unlisted' | 'unclear' }>> {
    const query = new URLSearchParams({ reference_id: order.reference, types: 'PAYMENT' })
    const answer = await this.calls.read(order, 'list', `/transactions?${query.toString()}`)
    const list = readDone(Transactions, answer)
    if (!list) return { type: 'failed', why: unanswered(answer) }
    const paid: string[] = []
    const undone: string[] = []
    for (const { type, reference_id, status, product_id } of list.data) {
      if (type !== 'PAYMENT' || reference_id !== order.reference || !product_id)
        return unclear('a transaction that was not inquired about')
      const meaning = listed(TRANSACTION_STATUS, status)
      if (meaning === undefined) return { type: 'unlisted', statusCode: status }
      if (meaning === 'paid') paid.push(product_id)
      if (meaning === 'undone') undone.push(product_id)
    }
    return list.has_more ? unclear('more transactions than one payin has') : { type: 'listed', paid, undone }
  }

  async #received(order: ProviderOrder, id: string): Promise<Received | Missing | Unclear> {
    const path = `/v3/payments/${encodeURIComponent(id)}`
    const answer = await this.calls.read(order, 'read-payment', path, V3)
    if (isMissing(answer)) return { type: 'missing' }
    const made = readDone(PaymentThere, answer)
    if (!made) return unanswered(answer)
    const { payment, reference } = order
    const { currency } = payment.money
    const [capture, ...further] = made.captures ?? []
    const received = capture && moneyIn(capture.capture_amount, currency)
    const isOurs = made.payment_id === id && made.reference_id === reference && made.currency === currency
    if (!isOurs || !received || further.length > 0)
      return unclear('a payment of a different order, or without a single amount')
    if (listed(PAYMENT_STATUS, made.status) !== 'paid') return unclear(`a payment that is ${made.status}`)
    const { status, payment_request_id: requestId } = made
    const about = { paymentId: id, paymentRequestId: requestId }
    return { type: 'received', requestId, fact: factOf(id, status, { type: 'paid', received }, about) }
  }

  #read(order: ProviderOrder, id: string): Promise<CallAnswer> {
    return this.calls.read(order, 'read', `/v3/payment_requests/${encodeURIComponent(id)}`, V3)
  }

  /** Only if Xendit confirms it: a paid request is not cancelled. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { processorRef: id } = order.payment
    if (id === undefined) return 'too-late'
    const path = `/v3/payment_requests/${encodeURIComponent(id)}/cancel`
    return cancelledBy(order, await this.calls.send(order, 'cancel', path, undefined, V3), 'CANCELED')
  }
}

const undoneFact = (id: string): ProviderFact =>
  factOf(`${id}:REVERSED`, 'REVERSED', FAILED, { paymentId: id })
