/**
 * Payins by a payment link: a page of Cashfree's where the payer chooses how to pay, by UPI for NETBANKING and at any bank for ONLINE.
 *
 * The link's ID is our reference, which Cashfree accepts once. Each visit of a payer is an order with an ID of Cashfree's, found by the
 * link.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer } from '@sluice/core/processor/port.ts'
import { majorNumber } from '@sluice/provider-kit/amounts.ts'
import { readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, known } from '@sluice/provider-kit/findings.ts'
import { OnceProduct } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { isOfAmount, notFound, REFUSALS } from './answers.ts'
import type { PayerFacts } from './payer.ts'
import { CfLink, CfOrderList, LINK_STATUS } from './read.ts'
import { findingsOf, type OrderTries, triesOf } from './tries.ts'

/** A link for one payment has few orders; each costs an inquiry. */
const MOST_ORDERS = 10

type OrderIds = { readonly type: 'orders'; readonly ids: readonly string[] }

export class Links extends OnceProduct<{ readonly facts: PayerFacts }, object, CfLink> {
  protected readonly noun = 'a link'
  protected readonly refusals = REFUSALS
  protected partyOf = (): object => ({})

  protected acceptedAs({ reference }: ProviderOrder, link: CfLink): OrderAnswer {
    const { link_url: pageUrl, link_status: status } = link
    return pageUrl ? accepted(reference, status, { pageUrl }) : unclear('a link without an address')
  }

  protected async becameOf({ payment, reference }: ProviderOrder, link: CfLink): Promise<OrderFindings> {
    const status = link.link_status
    const meaning = listed(LINK_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    if (meaning === 'open') return known(status)
    const orders = await this.#paidOrders(payment, reference)
    if (orders.type !== 'orders') return orders
    const all = await Promise.all(orders.ids.map((id) => triesOf(this.calls, payment, id, true)))
    const unread = all.find((tries) => tries.type === 'unclear')
    if (unread) return unread
    const tries = together(all.filter((each) => each.type === 'tries'))
    return findingsOf(reference, status, tries, meaning === 'over')
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const answer = await this.calls.send(order, 'cancel', `/links/${order.reference}/cancel`)
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    return readDone(CfLink, answer)?.link_status === 'CANCELLED' ? 'cancelled' : 'too-late'
  }

  /** The order of this link by which the payin succeeded. @param asker the payment that the inquiries are recorded for */
  async orderOf(payin: Payment, reference: string, asker: Payment): Promise<string | undefined | Unclear> {
    const orders = await this.#paidOrders(asker, reference)
    if (orders.type !== 'orders') return orders
    for (const id of orders.ids) {
      const tries = await triesOf(this.calls, asker, id, true)
      if (tries.type !== 'tries') return tries
      if (tries.facts.some(({ fact }) => fact === payin.confirmation)) return id
    }
    return undefined
  }

  protected send(order: ProviderOrder): Promise<CallAnswer> {
    const { payment, reference, merchantName } = order
    const { notifyUrl, returnUrl, expiryTime, phone } = this.settings.facts.of(payment)
    return this.calls.send(order, 'create', '/links', {
      link_id: reference,
      link_amount: majorNumber(payment.money),
      link_currency: 'INR',
      link_purpose: merchantName || 'Payment',
      customer_details: { customer_phone: phone },
      link_partial_payments: false,
      link_auto_reminders: false,
      // The shop notifies its payers itself.
      link_notify: { send_sms: false, send_email: false },
      link_expiry_time: expiryTime,
      link_meta: {
        payment_methods: payment.method === 'NETBANKING' ? 'upi' : 'nb',
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
      },
    })
  }

  protected read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read', `/links/${order.reference}`)
  }

  async #paidOrders(payment: Payment, reference: string): Promise<OrderIds | Unclear> {
    const path = `/links/${reference}/orders?status=PAID`
    const answer = await this.calls.read({ payment }, 'read-orders', path)
    const missing = notFound(answer)
    if (missing) return unclear(missing.type === 'never' ? 'a link whose orders are not there' : missing.why)
    const orders = readDone(CfOrderList, answer)
    const areOurs = orders?.every(
      ({ link_id, order_currency }) => (link_id ?? reference) === reference && order_currency === 'INR',
    )
    if (!orders || !areOurs || orders.length > MOST_ORDERS)
      return unclear('orders that are not of the link inquired about')
    return { type: 'orders', ids: orders.map(({ order_id }) => order_id) }
  }

  /** With this reference and amount. */
  protected ownIn({ payment, reference }: ProviderOrder, answer: CallAnswer): CfLink | undefined {
    const link = readDone(CfLink, answer)
    const isOwn = link?.link_id === reference && isOfAmount(payment, link.link_amount, link.link_currency)
    return isOwn ? link : undefined
  }
}

const together = (all: readonly OrderTries[]): OrderTries => ({
  type: 'tries',
  facts: all.flatMap(({ facts }) => facts),
  isOpen: all.some(({ isOpen }) => isOpen),
  unlisted: all.find(({ unlisted }) => unlisted !== undefined)?.unlisted,
})
