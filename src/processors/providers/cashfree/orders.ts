/**
 * Payins by an order: UPI, and net banking at a bank that the payer has named already.
 *
 * The order's ID is our reference, which Cashfree takes once. Then a payment of the order is begun, which gives the payer's link or page;
 * under one key for ever, so a repetition is answered with the same link. An order lives no shorter than the payin, and what a payer has
 * begun may end well after it.
 */
import type { CancelAnswer, Declined } from '../../../processing/port.ts'
import type { AccountCalls } from '../account-calls.ts'
import { majorNumber } from '../amounts.ts'
import { declined, done, readDone, unclear } from '../answers.ts'
import { accepted, known } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { listed } from '../status-codes.ts'
import { isOfAmount, notFound, REFUSALS } from './answers.ts'
import { BANKS } from './banks.ts'
import type { PayerFacts } from './payer.ts'
import { CfOrder, ORDER_STATUS, Started } from './read.ts'
import { findingsOf, triesOf } from './tries.ts'
import { upiDetails } from './upi-link.ts'

/** Its reference as a UUID, the form that its header asks for. */
const keyOf = (reference: string): string =>
  reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Both by the link that opens an app: payers are asked by a UPI ID no more, see `check` of the account. */
export const isUpi = (method: string): boolean => method === 'UPIQR' || method === 'UPICOLLECT'

export class Orders implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #sessions: AccountCalls
  readonly #facts: PayerFacts
  readonly #isSandbox: boolean

  constructor(calls: AccountCalls, sessions: AccountCalls, facts: PayerFacts, isSandbox: boolean) {
    this.#calls = calls
    this.#sessions = sessions
    this.#facts = facts
    this.#isSandbox = isSandbox
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const method = paymentMethodOf(order)
    if (!method) return declined('OPERATOR', 'it does not know this bank')
    return madeOnce(order, {
      refusals: REFUSALS,
      find: () => this.#read(order),
      send: () => this.#create(order),
      accept: (answer) => {
        const found = own(order, answer)
        return found.type === 'order' ? this.#begin(order, found.order, method) : found
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#read(order)
    const missing = notFound(answer)
    if (missing) return missing
    const found = own(order, answer)
    if (found.type !== 'order') return found
    const status = found.order.order_status
    const meaning = listed(ORDER_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    // Nothing has come yet: Cashfree says so of the order, and each question about payments counts.
    if (meaning === 'open') return known(status)
    const tries = await triesOf(this.#calls, order.payment, order.reference, meaning === 'paid')
    return tries.type === 'tries' ? findingsOf(order.reference, status, tries, meaning === 'over') : tries
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const body = { order_status: 'TERMINATED' }
    const path = `/orders/${order.reference}`
    const answer = await this.#calls.send(order, 'cancel', path, body, { method: 'PATCH' })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    const status = readDone(CfOrder, answer)?.order_status
    if (status === 'TERMINATED') return 'cancelled'
    return status === 'TERMINATION_REQUESTED' ? 'later' : 'too-late'
  }

  #create(order: ProviderOrder): Promise<CallAnswer> {
    const { payment, reference } = order
    const { notifyUrl, returnUrl, expiryTime, phone } = this.#facts.of(payment)
    return this.#calls.send(order, 'create', '/orders', {
      order_id: reference,
      order_amount: majorNumber(payment.money),
      order_currency: 'INR',
      // Nothing by which it would know a payer again.
      customer_details: { customer_id: reference, customer_phone: phone },
      order_meta: {
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
      },
      order_expiry_time: expiryTime,
    })
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.#calls.read(order, 'read', `/orders/${order.reference}`)
  }

  async #begin(order: ProviderOrder, made: CfOrder, method: object): Promise<OrderAnswer> {
    const { payment, reference, merchantName } = order
    const { payment_session_id: session, order_status: status } = made
    if (status !== 'ACTIVE' || !session) return unclear('an order that cannot be paid any more')
    const body = { payment_session_id: session, payment_method: method }
    // The same call under this key is answered as the first was, and begins no second payment.
    const headers = { 'x-idempotency-key': keyOf(reference) }
    const answer = await this.#sessions.send(order, 'begin', '/orders/sessions', body, { headers })
    if (!done(answer)) return this.#notBegun(order, REFUSALS.refusalOf(answer))
    const { url, payload } = readDone(Started, answer)?.data ?? {}
    const page = url ? { pageUrl: url } : undefined
    const receiving = isUpi(payment.method)
      ? upiDetails(payload?.default ?? '', { payment, merchantName, isSandbox: this.#isSandbox })
      : page
    if (!receiving) return unclear('a payment without a link or page that its method can use')
    return accepted(reference, status, receiving)
  }

  /** The order is there. So it passes on only where nobody can pay it any more, and it is not so that nothing was sent. */
  async #notBegun(
    order: ProviderOrder,
    refused: Declined | Unclear | 'exists' | 'missing',
  ): Promise<Declined | Unclear> {
    if (refused === 'exists' || refused === 'missing') return unclear('a payment that was begun already')
    if (refused.type === 'declined')
      return order.isFirst && (await this.cancel(order)) === 'cancelled' ? refused : unclear(refused.detail)
    const { isUnsent: _, ...requested } = refused
    return requested
  }
}

/** Of this very reference, and of the amount that was asked for. */
function own(
  { payment, reference }: ProviderOrder,
  answer: CallAnswer,
): { readonly type: 'order'; readonly order: CfOrder } | Unclear {
  const order = readDone(CfOrder, answer)
  if (order?.order_id !== reference) return unclear('an order that is not the one that was asked for')
  return isOfAmount(payment, order.order_amount, order.order_currency)
    ? { type: 'order', order }
    : unclear('an order of another amount')
}

function paymentMethodOf({ payment: { method, operator } }: ProviderOrder): object | undefined {
  if (isUpi(method)) return { upi: { channel: 'link' } }
  const bank = listed(BANKS, operator)
  return bank === undefined ? undefined : { netbanking: { channel: 'link', netbanking_bank_code: bank } }
}
