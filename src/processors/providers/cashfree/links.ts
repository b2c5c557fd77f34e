/**
 * Payins by a payment link: a page of Cashfree's where the payer chooses how to pay, by UPI for NETBANKING and at any bank for ONLINE.
 *
 * The link's ID is our reference, which Cashfree takes once. Each payer's visit is an order of Cashfree's own naming, found by the link.
 */
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer } from '../../../processing/port.ts'
import { readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { amountOf, isOfAmount, notFound, refusalOf } from './answers.ts'
import type { PayerFacts } from './payer.ts'
import { CfLink, CfOrderList, LINK_STATUS } from './read.ts'
import { findingsOf, type OrderTries, triesOf } from './tries.ts'
import type { Wire } from './wire.ts'

const statusIn = (body: unknown): string | undefined => readAs(CfLink, body)?.link_status
/** Of a link for one payment: more would be somebody's mistake, and each is a question. */
const MOST_ORDERS = 10

type Made = { readonly type: 'link'; readonly link: CfLink }
type OrderIds = { readonly type: 'orders'; readonly ids: readonly string[] }

export class Links {
  readonly #wire: Wire
  readonly #facts: PayerFacts

  constructor(wire: Wire, facts: PayerFacts) {
    this.#wire = wire
    this.#facts = facts
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const made = order.isFirst ? await this.#create(order) : await this.#lookOrCreate(order)
    if (made.type !== 'link') return made
    const { link_url: pageUrl, link_status: processorStatus } = made.link
    if (!pageUrl) return unclear('a link without an address')
    return { type: 'accepted', receiving: { pageUrl }, processorRef: order.reference, processorStatus }
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { payment, reference } = order
    const answer = await this.#ask(order)
    const missing = notFound(answer)
    if (missing) return missing
    const found = this.#own(order, answer)
    if (found.type !== 'link') return found
    const status = found.link.link_status
    const meaning = listed(LINK_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    if (meaning === 'open') return { type: 'known', processorStatus: status, facts: [], isOver: false }
    const orders = await this.#paidOrders(payment, reference)
    if (orders.type !== 'orders') return orders
    const all = await Promise.all(orders.ids.map((id) => triesOf(this.#wire, payment, id, true)))
    const unread = all.find((tries) => tries.type === 'unclear')
    if (unread) return unread
    return findingsOf(
      reference,
      status,
      together(all.filter((tries) => tries.type === 'tries')),
      meaning === 'over',
    )
  }

  async cancel({ payment, reference }: ProviderOrder): Promise<CancelAnswer> {
    const answer = await this.#wire.payments({
      operation: 'cancel',
      method: 'POST',
      path: `/links/${reference}/cancel`,
      payment,
      statusIn,
    })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    return answer.status === 200 && statusIn(answer.body) === 'CANCELLED' ? 'cancelled' : 'too-late'
  }

  /** By which order of this link the payin became a success. @param asker whose question it is */
  async orderOf(payin: Payment, reference: string, asker: Payment): Promise<string | undefined | Unclear> {
    const orders = await this.#paidOrders(asker, reference)
    if (orders.type !== 'orders') return orders
    for (const id of orders.ids) {
      const tries = await triesOf(this.#wire, asker, id, true)
      if (tries.type !== 'tries') return tries
      if (tries.facts.some(({ fact }) => fact === payin.confirmation)) return id
    }
    return undefined
  }

  async #create(order: ProviderOrder): Promise<OrderAnswer | Made> {
    const { payment, reference, merchantName } = order
    const { notifyUrl, returnUrl, expiryTime, phone } = this.#facts.of(payment)
    const answer = await this.#wire.payments({
      operation: 'create',
      method: 'POST',
      path: '/links',
      body: {
        link_id: reference,
        link_amount: amountOf(payment),
        link_currency: 'INR',
        link_purpose: merchantName || 'Payment',
        customer_details: { customer_phone: phone },
        link_partial_payments: false,
        link_auto_reminders: false,
        // The shop tells its payers itself.
        link_notify: { send_sms: false, send_email: false },
        link_expiry_time: expiryTime,
        link_meta: {
          payment_methods: payment.method === 'NETBANKING' ? 'upi' : 'nb',
          ...(returnUrl !== undefined && { return_url: returnUrl }),
          ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
        },
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
      path: `/links/${reference}`,
      payment,
      statusIn,
    })
  }

  #own({ payment, reference }: ProviderOrder, answer: CallAnswer): Made | Unclear {
    const link = answer.type === 'answer' && answer.status === 200 ? readAs(CfLink, answer.body) : undefined
    if (link?.link_id !== reference) return unclear('a link that is not the one that was asked for')
    return isOfAmount(payment, link.link_amount, link.link_currency)
      ? { type: 'link', link }
      : unclear('a link of another amount')
  }

  async #paidOrders(payment: Payment, reference: string): Promise<OrderIds | Unclear> {
    const answer = await this.#wire.payments({
      operation: 'read-orders',
      method: 'GET',
      path: `/links/${reference}/orders?status=PAID`,
      payment,
    })
    const missing = notFound(answer)
    if (missing) return unclear(missing.type === 'never' ? 'a link whose orders are not there' : missing.why)
    const orders = readAs(CfOrderList, answer.type === 'answer' ? answer.body : undefined)
    const areOurs = orders?.every(
      ({ link_id, order_currency }) => (link_id ?? reference) === reference && order_currency === 'INR',
    )
    if (!orders || !areOurs || orders.length > MOST_ORDERS)
      return unclear('orders that are not of the link that was asked about')
    return { type: 'orders', ids: orders.map(({ order_id }) => order_id) }
  }
}

const together = (all: readonly OrderTries[]): OrderTries => ({
  type: 'tries',
  facts: all.flatMap(({ facts }) => facts),
  isOpen: all.some(({ isOpen }) => isOpen),
  unlisted: all.find(({ unlisted }) => unlisted !== undefined)?.unlisted,
})
