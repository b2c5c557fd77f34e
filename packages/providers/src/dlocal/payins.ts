/**
 * Payins: a payment that sends its payer to a page (`REDIRECT`).
 *
 * Our reference is its order ID, which dLocal accepts once, and its idempotency key. A later try first looks for that order. What was
 * paid is read from the order only.
 */
import { withPayinId } from '@sluice/core/foundation/urls.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, Declined } from '@sluice/core/processor/port.ts'
import { isAmountOf, majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import { OnceProduct } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { pageBack } from '@sluice/provider-kit/requests.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { PAYIN_REFUSALS } from './answers.ts'
import { type PayinRoute, routeOf } from './methods.ts'
import { type DlocalPayer, payerOf } from './people.ts'
import { DlocalOrder, DlocalPayment, DlocalStatus, PAYMENT_STATUS, REJECTIONS } from './read.ts'

export const NOT_SERVED = declined('METHOD', 'it does not support this method in this currency')

interface PayinParty {
  readonly route: PayinRoute
  readonly payer: DlocalPayer
}

/** `returnUrl`: the page that payers return to if their request names none. */
export class Payins extends OnceProduct<{ readonly returnUrl: string | undefined }, PayinParty, DlocalOrder> {
  protected readonly noun = 'an order'
  protected readonly refusals = PAYIN_REFUSALS

  protected partyOf(payment: Payment): PayinParty | Declined {
    const route = routeOf(payment.method, payment.money.currency)
    if (!route) return NOT_SERVED
    const payer = payerOf(payment, route.country)
    return payer.type === 'payer' ? { route, payer } : payer
  }

  protected override acceptAnswer(order: ProviderOrder, answer: CallAnswer, party: PayinParty) {
    const made = readDone(DlocalPayment, answer)
    return made ? accept(order, made) : super.acceptAnswer(order, answer, party)
  }

  protected becameOf({ payment }: ProviderOrder, there: DlocalOrder): OrderFindings {
    const { payment_id: id, status, status_code: code } = there
    switch (listed(PAYMENT_STATUS, status)) {
      case undefined:
        return { type: 'unlisted', statusCode: status }
      case 'open':
        return known(status)
      case 'paid':
        return known(status, [factOf(id, status, { type: 'paid', received: payment.money }, { payment: id })])
      case 'rejected':
        return listed(REJECTIONS, String(code)) === 'failed'
          ? ended(id, status, FAILED)
          : ended(id, status, { type: 'refused', reason: `${status} ${code ?? ''}`.trim() })
      case 'over':
        // A payer who has started may still succeed: it is not documented that a cancelled or expired payment cannot be paid.
        return { ...ended(id, status, { type: 'expired' }), isOver: false }
    }
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const found = await this.read(order)
    const there = this.ownIn(order, found)
    if (!there) return PAYIN_REFUSALS.isMissing(found) ? 'too-late' : 'later'
    if (listed(PAYMENT_STATUS, there.status) !== 'open') return 'too-late'
    const answer = await this.calls.send(order, 'cancel', `/payments/${there.payment_id}/cancel`)
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    return readDone(DlocalStatus, answer)?.status === 'CANCELLED' ? 'cancelled' : 'too-late'
  }

  /** The order exists: the payer needs the page of its first try. */
  protected async acceptedAs(order: ProviderOrder, there: DlocalOrder): Promise<OrderAnswer> {
    const answer = await this.calls.read(order, 'read', `/payments/${there.payment_id}`)
    const missing = PAYIN_REFUSALS.notFound(answer)
    if (missing) return missing.type === 'never' ? unclear('an order without its payment') : missing
    return accept(order, readDone(DlocalPayment, answer))
  }

  protected send(order: ProviderOrder, { route, payer }: PayinParty): Promise<CallAnswer> {
    const { payment, reference } = order
    const { country, currency, id } = route
    const { name, email, document, phone } = payer
    const { returnUrl } = this.settings
    const { notificationUrl } = this.standing
    const back = returnUrl && withPayinId(returnUrl, payment.id)
    const callbackUrl = pageBack(payment) ?? back
    const body = {
      amount: majorNumber(payment.money),
      currency,
      country,
      payment_method_id: id,
      payment_method_flow: 'REDIRECT',
      payer: { name, email, document, ...(phone !== undefined && { phone }) },
      order_id: reference,
      ...(notificationUrl && { notification_url: notificationUrl() }),
      ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
    }
    const headers = { 'x-idempotency-key': reference }
    return this.calls.send(order, 'create', '/payments', body, { headers })
  }

  protected read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read-order', `/orders/${order.reference}`)
  }

  /** With this reference, amount and currency. */
  protected ownIn(order: ProviderOrder, answer: CallAnswer): DlocalOrder | undefined {
    const there = readDone(DlocalOrder, answer)
    return there && isOf(order, there) ? there : undefined
  }
}

function accept(order: ProviderOrder, made: DlocalPayment | undefined): OrderAnswer {
  if (!made || !isOf(order, made)) return unclear('a payment that is not the one requested')
  const { id, status, status_code: code, redirect_url: pageUrl } = made
  const meaning = listed(PAYMENT_STATUS, status)
  // Its page was shown to nobody.
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
