/**
 * Payins by an order: UPI, and net banking at a bank that the payer has chosen already.
 *
 * The order's ID is our reference, which Cashfree accepts once. Then a payment of the order is started, which returns the payer's link or
 * page; its idempotency key never changes, so a repetition returns the same link. An order lives at least as long as the payin, and a
 * payment that was started may end well after it.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import { majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, done, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, known } from '@sluice/provider-kit/findings.ts'
import { OnceProduct } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { isOfAmount, REFUSALS } from './answers.ts'
import { BANKS } from './banks.ts'
import type { PayerFacts } from './payer.ts'
import { CfOrder, ORDER_STATUS, Started } from './read.ts'
import { findingsOf, triesOf } from './tries.ts'
import { upiDetails } from './upi-link.ts'
import { sessionCalls } from './wire.ts'

/** The reference as a UUID, as the header requires. */
const keyOf = (reference: string): string =>
  reference.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Both by a link that opens an app: see `check` of the account. */
export const isUpi = (method: string): boolean => method === 'UPIQR' || method === 'UPICOLLECT'

interface OrderSettings {
  readonly facts: PayerFacts
  readonly isSandbox: boolean
}

export class Orders extends OnceProduct<OrderSettings, object, CfOrder> {
  readonly #sessions = sessionCalls(this.standing)
  protected readonly noun = 'an order'
  protected readonly refusals = REFUSALS

  override check(): CheckAnswer {
    return { type: 'fine' }
  }

  protected partyOf({ method, operator }: Payment): object {
    if (isUpi(method)) return { upi: { channel: 'link' } }
    const bank = listed(BANKS, operator)
    return bank === undefined
      ? declined('OPERATOR', 'it does not know this bank')
      : { netbanking: { channel: 'link', netbanking_bank_code: bank } }
  }

  protected async becameOf(order: ProviderOrder, { order_status: status }: CfOrder): Promise<OrderFindings> {
    const meaning = listed(ORDER_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    // The order says that nothing was paid, so no inquiry about its payments is needed.
    if (meaning === 'open') return known(status)
    const tries = await triesOf(this.calls, order.payment, order.reference, meaning === 'paid')
    return tries.type === 'tries' ? findingsOf(order.reference, status, tries, meaning === 'over') : tries
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const body = { order_status: 'TERMINATED' }
    const path = `/orders/${order.reference}`
    const answer = await this.calls.send(order, 'cancel', path, body, { method: 'PATCH' })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    const status = readDone(CfOrder, answer)?.order_status
    if (status === 'TERMINATED') return 'cancelled'
    return status === 'TERMINATION_REQUESTED' ? 'later' : 'too-late'
  }

  protected send(order: ProviderOrder): Promise<CallAnswer> {
    const { payment, reference } = order
    const { notifyUrl, returnUrl, expiryTime, phone } = this.settings.facts.of(payment)
    return this.calls.send(order, 'create', '/orders', {
      order_id: reference,
      order_amount: majorNumber(payment.money),
      order_currency: 'INR',
      // No ID by which Cashfree could recognise a payer.
      customer_details: { customer_id: reference, customer_phone: phone },
      order_meta: {
        ...(returnUrl !== undefined && { return_url: returnUrl }),
        ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
      },
      order_expiry_time: expiryTime,
    })
  }

  protected read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read', `/orders/${order.reference}`)
  }

  protected async acceptedAs(order: ProviderOrder, made: CfOrder, method: object): Promise<OrderAnswer> {
    const { payment, reference, merchantName } = order
    const { payment_session_id: session, order_status: status } = made
    if (status !== 'ACTIVE' || !session) return unclear('an order that can no longer be paid')
    const body = { payment_session_id: session, payment_method: method }
    // A repetition with this key gets the first answer again and starts no second payment.
    const headers = { 'x-idempotency-key': keyOf(reference) }
    const answer = await this.#sessions.send(order, 'begin', '/orders/sessions', body, { headers })
    if (!done(answer)) return this.#notBegun(order, REFUSALS.refusalOf(answer))
    const { url, payload } = readDone(Started, answer)?.data ?? {}
    const page = url ? { pageUrl: url } : undefined
    const receiving = isUpi(payment.method)
      ? upiDetails(payload?.default ?? '', { payment, merchantName, isSandbox: this.settings.isSandbox })
      : page
    if (!receiving) return unclear('a payment without a link or page that its method can use')
    return accepted(reference, status, receiving)
  }

  /** The order exists, so something was sent. The payin moves on only if the order can no longer be paid. */
  async #notBegun(
    order: ProviderOrder,
    refused: Declined | Unclear | 'exists' | 'missing',
  ): Promise<Declined | Unclear> {
    if (refused === 'exists' || refused === 'missing') return unclear('a payment that was started already')
    if (refused.type === 'declined')
      return order.isFirst && (await this.cancel(order)) === 'cancelled' ? refused : unclear(refused.detail)
    const { isUnsent: _, ...requested } = refused
    return requested
  }

  /** With this reference and amount. */
  protected ownIn({ payment, reference }: ProviderOrder, answer: CallAnswer): CfOrder | undefined {
    const order = readDone(CfOrder, answer)
    const isOwn =
      order?.order_id === reference && isOfAmount(payment, order.order_amount, order.order_currency)
    return isOwn ? order : undefined
  }
}
