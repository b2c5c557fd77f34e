/**
 * Payins: a payment that sends its payer to a page (`REDIRECT`).
 *
 * It is made under our reference as its order ID, which dLocal takes once, and with the same reference as its idempotency key. After a
 * first try nothing is made before that order was asked for. What was paid is read from the order alone.
 */

import { withPayinId } from '../../../foundation/urls.ts'
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import type { AccountCalls } from '../account-calls.ts'
import { isAmountOf, majorNumber } from '../amounts.ts'
import { declined, readDone, unclear } from '../answers.ts'
import { accepted, ended, FAILED, factOf, known } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { checked, pageBack } from '../requests.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { listed } from '../status-codes.ts'
import { PAYIN_REFUSALS } from './answers.ts'
import { type PayinRoute, routeOf } from './methods.ts'
import { type DlocalPayer, payerOf } from './people.ts'
import { DlocalOrder, DlocalPayment, DlocalStatus, PAYMENT_STATUS, REJECTIONS } from './read.ts'

export const NOT_SERVED = declined('METHOD', 'it serves no such method in this currency')

export class Payins implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #notificationUrl: (() => string) | undefined
  /** Where payers come back to whose request does not say. */
  readonly #returnUrl: string | undefined

  constructor(
    calls: AccountCalls,
    notificationUrl: (() => string) | undefined,
    returnUrl: string | undefined,
  ) {
    this.#calls = calls
    this.#notificationUrl = notificationUrl
    this.#returnUrl = returnUrl
  }

  check(payment: Payment): CheckAnswer {
    const route = routeOf(payment.method, payment.money.currency)
    return checked(route ? payerOf(payment, route.country) : NOT_SERVED)
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    const route = routeOf(payment.method, payment.money.currency)
    if (!route) return NOT_SERVED
    const payer = payerOf(payment, route.country)
    if (payer.type !== 'payer') return payer
    return madeOnce(order, {
      refusals: PAYIN_REFUSALS,
      find: () => this.#read(order),
      send: () => {
        const headers = { 'x-idempotency-key': reference }
        return this.#calls.send(order, 'create', '/payments', this.#bodyOf(order, route, payer), { headers })
      },
      accept: (answer) => {
        const made = readDone(DlocalPayment, answer)
        return made ? accept(order, made) : this.#again(order, answer)
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#read(order)
    const missing = PAYIN_REFUSALS.notFound(answer)
    if (missing) return missing
    const there = own(order, answer)
    if (!there) return unclear('an order that is not the one that was asked about')
    const { payment_id: id, status, status_code: code } = there
    switch (listed(PAYMENT_STATUS, status)) {
      case undefined:
        return { type: 'unlisted', statusCode: status }
      case 'open':
        return known(status)
      case 'paid':
        return known(status, [
          factOf(id, status, { type: 'paid', received: order.payment.money }, { payment: id }),
        ])
      case 'rejected':
        return listed(REJECTIONS, String(code)) === 'failed'
          ? ended(id, status, FAILED)
          : ended(id, status, { type: 'refused', reason: `${status} ${code ?? ''}`.trim() })
      case 'over':
        // Who had begun to pay may still end well: nothing says that what is cancelled or expired can never be paid.
        return { ...ended(id, status, { type: 'expired' }), isOver: false }
    }
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const found = await this.#read(order)
    const there = own(order, found)
    if (!there) return PAYIN_REFUSALS.isMissing(found) ? 'too-late' : 'later'
    if (listed(PAYMENT_STATUS, there.status) !== 'open') return 'too-late'
    const answer = await this.#calls.send(order, 'cancel', `/payments/${there.payment_id}/cancel`)
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    return readDone(DlocalStatus, answer)?.status === 'CANCELLED' ? 'cancelled' : 'too-late'
  }

  /** There is one already: its page is where the payer of the first try was to be sent. */
  async #again(order: ProviderOrder, found: CallAnswer): Promise<OrderAnswer> {
    const there = own(order, found)
    if (!there) return unclear('an order that is not the one that was asked for')
    const answer = await this.#calls.read(order, 'read', `/payments/${there.payment_id}`)
    const missing = PAYIN_REFUSALS.notFound(answer)
    if (missing) return missing.type === 'never' ? unclear('an order without its payment') : missing
    return accept(order, readDone(DlocalPayment, answer))
  }

  #bodyOf(
    { payment, reference }: ProviderOrder,
    { country, currency, id }: PayinRoute,
    { name, email, document, phone }: DlocalPayer,
  ): object {
    const back = this.#returnUrl && withPayinId(this.#returnUrl, payment.id)
    const callbackUrl = pageBack(payment) ?? back
    return {
      amount: majorNumber(payment.money),
      currency,
      country,
      payment_method_id: id,
      payment_method_flow: 'REDIRECT',
      payer: { name, email, document, ...(phone !== undefined && { phone }) },
      order_id: reference,
      ...(this.#notificationUrl && { notification_url: this.#notificationUrl() }),
      ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
    }
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.#calls.read(order, 'read-order', `/orders/${order.reference}`)
  }
}

function accept(order: ProviderOrder, made: DlocalPayment | undefined): OrderAnswer {
  if (!made || !isOf(order, made)) return unclear('a payment that is not the one that was asked for')
  const { id, status, status_code: code, redirect_url: pageUrl } = made
  const meaning = listed(PAYMENT_STATUS, status)
  // Nobody has seen its page.
  if (meaning === 'rejected' && order.isFirst)
    return { type: 'refused', reason: `${status} ${code ?? ''}`.trim() }
  if (meaning === undefined) return { ...unclear('a status that is not listed'), unlisted: status }
  if (meaning !== 'open') return unclear(`it has ended: ${status}`)
  return pageUrl ? accepted(id, status, { pageUrl }) : unclear('a payment without a page')
}

const isOf = (
  { payment, reference }: ProviderOrder,
  there: { readonly order_id: string; readonly amount: number; readonly currency: string },
): boolean => there.order_id === reference && isAmountOf(payment.money, there.amount, there.currency)

/** Of this reference, this amount and this currency. */
function own(order: ProviderOrder, answer: CallAnswer): DlocalOrder | undefined {
  const there = readDone(DlocalOrder, answer)
  return there && isOf(order, there) ? there : undefined
}
