/**
 * Payins by an order: UPI, and net banking at a bank that the payer has named already.
 *
 * The order's ID is our reference, which Cashfree takes once. Then a payment of the order is begun, which gives the payer's link or page;
 * under one key for ever, so a repetition is answered with the same link. An order lives no shorter than the payin, and what a payer has
 * begun may end well after it.
 */
import type { CancelAnswer, Declined } from '../../../processing/port.ts'
import { declined, readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { amountOf, isOfAmount, notFound, refusalOf } from './answers.ts'
import { BANKS } from './banks.ts'
import type { PayerFacts } from './payer.ts'
import { CfOrder, ORDER_STATUS, Started } from './read.ts'
import { findingsOf, triesOf } from './tries.ts'
import { upiDetails } from './upi-link.ts'
import type { Wire } from './wire.ts'

const statusIn = (body: unknown): string | undefined => readAs(CfOrder, body)?.order_status

/** Its reference as a UUID, the form that its header asks for. */
const keyOf = (reference: string): string =>
  reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Both by the link that opens an app: who was asked by a UPI ID is asked no more, see `check` of the account. */
export const isUpi = (method: string): boolean => method === 'UPIQR' || method === 'UPICOLLECT'

type Made = { readonly type: 'order'; readonly order: CfOrder }

export class Orders {
  readonly #wire: Wire
  readonly #facts: PayerFacts
  readonly #isSandbox: boolean

  constructor(wire: Wire, facts: PayerFacts, isSandbox: boolean) {
    this.#wire = wire
    this.#facts = facts
    this.#isSandbox = isSandbox
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const method = paymentMethodOf(order)
    if (!method) return declined('OPERATOR', 'it does not know this bank')
    const made = order.isFirst ? await this.#create(order) : await this.#lookOrCreate(order)
    return made.type === 'order' ? this.#begin(order, made.order, method) : made
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { payment, reference } = order
    const answer = await this.#ask(order)
    const missing = notFound(answer)
    if (missing) return missing
    const found = this.#own(order, answer)
    if (found.type !== 'order') return found
    const status = found.order.order_status
    const meaning = listed(ORDER_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    // Nothing has come yet: Cashfree says so of the order, and each question about payments counts.
    if (meaning === 'open') return { type: 'known', processorStatus: status, facts: [], isOver: false }
    const tries = await triesOf(this.#wire, payment, reference, meaning === 'paid')
    return tries.type === 'tries' ? findingsOf(reference, status, tries, meaning === 'over') : tries
  }

  async cancel({ payment, reference }: ProviderOrder): Promise<CancelAnswer> {
    const answer = await this.#wire.payments({
      operation: 'cancel',
      method: 'PATCH',
      path: `/orders/${reference}`,
      body: { order_status: 'TERMINATED' },
      payment,
      statusIn,
    })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    const status = answer.status === 200 ? statusIn(answer.body) : undefined
    if (status === 'TERMINATED') return 'cancelled'
    return status === 'TERMINATION_REQUESTED' ? 'later' : 'too-late'
  }

  async #create(order: ProviderOrder): Promise<OrderAnswer | Made> {
    const { payment, reference } = order
    const { notifyUrl, returnUrl, expiryTime, phone } = this.#facts.of(payment)
    const answer = await this.#wire.payments({
      operation: 'create',
      method: 'POST',
      path: '/orders',
      body: {
        order_id: reference,
        order_amount: amountOf(payment),
        order_currency: 'INR',
        // Nothing by which it would know a payer again.
        customer_details: { customer_id: reference, customer_phone: phone },
        order_meta: {
          ...(returnUrl !== undefined && { return_url: returnUrl }),
          ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
        },
        order_expiry_time: expiryTime,
      },
      payment,
      statusIn,
    })
    if (answer.type === 'answer' && answer.status === 200) return this.#own(order, answer)
    const refused = refusalOf(answer)
    return refused === 'exists' ? this.#own(order, await this.#ask(order)) : refused
  }

  async #lookOrCreate(order: ProviderOrder): Promise<OrderAnswer | Made> {
    const answer = await this.#ask(order)
    const missing = notFound(answer)
    if (missing?.type === 'never') return this.#create(order)
    return missing ?? this.#own(order, answer)
  }

  #ask({ payment, reference }: ProviderOrder): Promise<CallAnswer> {
    return this.#wire.payments({
      operation: 'read',
      method: 'GET',
      path: `/orders/${reference}`,
      payment,
      statusIn,
    })
  }

  /** Of this very reference, and of the amount that was asked for. */
  #own({ payment, reference }: ProviderOrder, answer: CallAnswer): Made | Unclear {
    const order = answer.type === 'answer' && answer.status === 200 ? readAs(CfOrder, answer.body) : undefined
    if (order?.order_id !== reference) return unclear('an order that is not the one that was asked for')
    return isOfAmount(payment, order.order_amount, order.order_currency)
      ? { type: 'order', order }
      : unclear('an order of another amount')
  }

  async #begin(order: ProviderOrder, made: CfOrder, method: object): Promise<OrderAnswer> {
    const { payment, reference, merchantName } = order
    const { payment_session_id: session, order_status: status } = made
    if (status !== 'ACTIVE' || !session) return unclear('an order that cannot be paid any more')
    const answer = await this.#wire.session(
      {
        operation: 'begin',
        method: 'POST',
        path: '/orders/sessions',
        body: { payment_session_id: session, payment_method: method },
        payment,
      },
      keyOf(reference),
    )
    if (answer.type !== 'answer' || answer.status !== 200) return this.#notBegun(order, refusalOf(answer))
    const { url, payload } = readAs(Started, answer.body)?.data ?? {}
    const receiving = isUpi(payment.method)
      ? upiDetails(payload?.default ?? '', { payment, merchantName, isSandbox: this.#isSandbox })
      : url
        ? { pageUrl: url }
        : undefined
    if (!receiving) return unclear('a payment without a link or page that its method can use')
    return { type: 'accepted', receiving, processorRef: reference, processorStatus: status }
  }

  /** The order is there. So it passes on only where nobody can pay it any more, and it is not so that nothing was sent. */
  async #notBegun(order: ProviderOrder, refused: Declined | Unclear | 'exists'): Promise<Declined | Unclear> {
    if (refused === 'exists') return unclear('a payment that was begun already')
    if (refused.type === 'declined')
      return order.isFirst && (await this.cancel(order)) === 'cancelled' ? refused : unclear(refused.detail)
    const { isUnsent: _, ...requested } = refused
    return requested
  }
}

function paymentMethodOf({ payment: { method, operator } }: ProviderOrder): object | undefined {
  if (isUpi(method)) return { upi: { channel: 'link' } }
  const bank = operator === undefined ? undefined : listed(BANKS, operator)
  return bank === undefined ? undefined : { netbanking: { channel: 'link', netbanking_bank_code: bank } }
}
