/**
 * Payins: a payment that sends its payer to a page (`REDIRECT`).
 *
 * It is made under our reference as its order ID, which dLocal takes once, and with the same reference as its idempotency key. After a
 * first try nothing is made before that order was asked for. What was paid is read from the order alone.
 */
import { withPayinId } from '../../../foundation/urls.ts'
import type { CancelAnswer } from '../../../processing/port.ts'
import { declined, readAs, unclear } from '../answers.ts'
import type { AccountStanding, OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { notFound, refusalOf, statusCodeOf } from './answers.ts'
import { type PayinRoute, routeOf } from './methods.ts'
import { type DlocalPayer, payerOf } from './people.ts'
import {
  DlocalOrder,
  DlocalPayment,
  isSame,
  PAYIN_ERRORS,
  PAYMENT_STATUS,
  REJECTIONS,
  wireAmount,
} from './read.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 8_000

export const NOT_SERVED = declined('METHOD', 'it serves no such method in this currency')

export class Payins {
  readonly #standing: AccountStanding
  /** Where payers come back to whose request does not say. */
  readonly #returnUrl: string | undefined

  constructor(standing: AccountStanding, returnUrl: string | undefined) {
    this.#standing = standing
    this.#returnUrl = returnUrl
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, isFirst } = order
    const route = routeOf(payment.method, payment.money.currency)
    if (!route) return NOT_SERVED
    const payer = payerOf(payment, route.country)
    if (payer.type !== 'payer') return payer
    if (!isFirst) {
      const before = await this.#ask(order)
      const missing = notFound(before, PAYIN_ERRORS)
      if (missing?.type === 'unclear') return missing
      if (!missing) return this.#again(order, before)
    }
    const answer = await this.#create(order, route, payer)
    if (answer.type === 'answer' && answer.status === 200) return this.#accept(order, answer)
    const refused = refusalOf(answer, PAYIN_ERRORS)
    return refused === 'exists' ? this.#again(order, await this.#ask(order)) : refused
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order)
    const missing = notFound(answer, PAYIN_ERRORS)
    if (missing) return missing
    const there = own(order, answer)
    if (!there) return unclear('an order that is not the one that was asked about')
    const { status, status_code: code } = there
    const known = { type: 'known', processorStatus: status } as const
    const about = { fact: `${there.payment_id}:${status}`, processorStatus: status }
    switch (listed(PAYMENT_STATUS, status)) {
      case undefined:
        return { type: 'unlisted', statusCode: status }
      case 'open':
        return { ...known, facts: [], isOver: false }
      case 'paid':
        return {
          ...known,
          facts: [
            {
              fact: there.payment_id,
              processorStatus: status,
              statusChange: { type: 'paid', received: order.payment.money },
              about: { payment: there.payment_id },
            },
          ],
          isOver: true,
        }
      case 'rejected': {
        const statusChange =
          listed(REJECTIONS, String(code)) === 'failed'
            ? ({ type: 'failed', failureReason: 'PROCESSOR_ERROR' } as const)
            : ({ type: 'refused', reason: `${status} ${code ?? ''}`.trim() } as const)
        return { ...known, facts: [{ ...about, statusChange }], isOver: true }
      }
      case 'over':
        // Who had begun to pay may still end well: nothing says that what is cancelled or expired can never be paid.
        return { ...known, facts: [{ ...about, statusChange: { type: 'expired' } }], isOver: false }
    }
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const requested = await this.#ask(order)
    const there = own(order, requested)
    if (!there) return notFound(requested, PAYIN_ERRORS)?.type === 'never' ? 'too-late' : 'later'
    if (listed(PAYMENT_STATUS, there.status) !== 'open') return 'too-late'
    const answer = await this.#standing.calls.call({
      operation: 'cancel',
      method: 'POST',
      path: `/payments/${there.payment_id}/cancel`,
      withoutToken: true,
      timeoutMs: CREATE_WITHIN_MS,
      payment: order.payment,
      statusCodeOf,
    })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    return answer.status === 200 && statusCodeOf(answer.body) === 'CANCELLED' ? 'cancelled' : 'too-late'
  }

  /** There is one already: its page is where the payer of the first try was to be sent. */
  async #again(order: ProviderOrder, requested: CallAnswer): Promise<OrderAnswer> {
    const there = own(order, requested)
    if (!there) return unclear('an order that is not the one that was asked for')
    const answer = await this.#standing.calls.call({
      operation: 'read',
      method: 'GET',
      path: `/payments/${there.payment_id}`,
      withoutToken: true,
      timeoutMs: INQUIRE_WITHIN_MS,
      payment: order.payment,
      statusCodeOf,
    })
    const missing = notFound(answer, PAYIN_ERRORS)
    if (missing) return missing.type === 'never' ? unclear('an order without its payment') : missing
    return this.#accept(order, answer)
  }

  #accept(order: ProviderOrder, answer: CallAnswer): OrderAnswer {
    const body = answer.type === 'answer' ? readAs(DlocalPayment, answer.body) : undefined
    if (!body || !isOf(order, body)) return unclear('a payment that is not the one that was asked for')
    const { id, status, status_code: code, redirect_url: pageUrl } = body
    const meaning = listed(PAYMENT_STATUS, status)
    // Nobody has seen its page.
    if (meaning === 'rejected' && order.isFirst)
      return { type: 'refused', reason: `${status} ${code ?? ''}`.trim() }
    if (meaning === undefined) return { ...unclear(`a status that is not listed`), unlisted: status }
    if (meaning !== 'open') return unclear(`it has ended: ${status}`)
    if (!pageUrl) return unclear('a payment without a page')
    return { type: 'accepted', receiving: { pageUrl }, processorRef: id, processorStatus: status }
  }

  #create(
    { payment, reference }: ProviderOrder,
    { country, currency, id }: PayinRoute,
    { name, email, document, phone }: DlocalPayer,
  ): Promise<CallAnswer> {
    const { notificationUrl, calls } = this.#standing
    const { returnUrl } = payment.request
    const own = returnUrl !== undefined && /^https?:/i.test(returnUrl) ? returnUrl : this.#returnUrl
    return calls.call({
      operation: 'create',
      method: 'POST',
      path: '/payments',
      headers: { 'x-idempotency-key': reference },
      body: {
        amount: wireAmount(payment.money),
        currency,
        country,
        payment_method_id: id,
        payment_method_flow: 'REDIRECT',
        payer: { name, email, document, ...(phone !== undefined && { phone }) },
        order_id: reference,
        ...(notificationUrl && { notification_url: notificationUrl() }),
        ...(own !== undefined && { callback_url: withPayinId(own, payment.id) }),
      },
      withoutToken: true,
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }

  #ask({ payment, reference }: ProviderOrder): Promise<CallAnswer> {
    return this.#standing.calls.call({
      operation: 'read-order',
      method: 'GET',
      path: `/orders/${reference}`,
      withoutToken: true,
      timeoutMs: INQUIRE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }
}

const isOf = (
  { payment, reference }: ProviderOrder,
  there: { readonly order_id: string; readonly amount: number; readonly currency: string },
): boolean => there.order_id === reference && isSame(payment.money, there.amount, there.currency)

/** Of this reference, this amount and this currency. */
function own(order: ProviderOrder, answer: CallAnswer): DlocalOrder | undefined {
  const there =
    answer.type === 'answer' && answer.status === 200 ? readAs(DlocalOrder, answer.body) : undefined
  return there && isOf(order, there) ? there : undefined
}

/** A question that any account may ask, and that finds nothing. */
export function pingPayins({ calls }: AccountStanding): Promise<CallAnswer> {
  return calls.call({
    operation: 'ping',
    method: 'GET',
    path: '/orders/sluice-ping',
    withoutToken: true,
    timeoutMs: INQUIRE_WITHIN_MS,
    isProbe: true,
  })
}
