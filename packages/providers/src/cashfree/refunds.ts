/**
 * Refunds by the payin's rail: a refund of the order that was paid.
 *
 * Its ID is our reference, under which Cashfree makes one refund only. It names the order and not a payment of it, so an overpayment
 * cannot be refunded this way.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, movedBy } from '@sluice/provider-kit/findings.ts'
import { madeOnce } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { isOfAmount, notFound, REFUSALS } from './answers.ts'
import { CfRefund, REFUND_STATUS } from './read.ts'

/** Cashfree's ID of the order that paid a payin. */
export type PaidOrder = string | undefined | Unclear

export class Refunds extends BaseProduct<(payin: Payment, refund: Payment) => Promise<PaidOrder>> {
  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, payin, reference } = order
    const paidOrder = payin && (await this.settings(payin, payment))
    if (paidOrder === undefined) return declined('METHOD', 'the payin was not paid by an order that it knows')
    if (typeof paidOrder !== 'string') return paidOrder
    return madeOnce(order, {
      refusals: REFUSALS,
      find: () => this.#read(order, paidOrder),
      send: () =>
        this.calls.send(order, 'refund', refundsOf(paidOrder), {
          refund_id: reference,
          refund_amount: majorNumber(payment.money),
          refund_speed: 'STANDARD',
        }),
      accept: (answer) => {
        const refund = own(order, paidOrder, answer)
        // Status inquiries need the order's ID.
        return refund
          ? accepted(paidOrder, refund.refund_status)
          : unclear('a refund that is not the one requested')
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const paidOrder = order.payment.processorRef
    if (paidOrder === undefined) return unclear('a refund whose order is not known yet')
    const answer = await this.#read(order, paidOrder)
    const missing = notFound(answer)
    if (missing) return missing
    const refund = own(order, paidOrder, answer)
    if (!refund) return unclear('a refund that is not the one inquired about')
    return movedBy(REFUND_STATUS, order.reference, refund.refund_status)
  }

  #read(order: ProviderOrder, paidOrder: string): Promise<CallAnswer> {
    return this.calls.read(order, 'read-back', `${refundsOf(paidOrder)}/${order.reference}`)
  }
}

const refundsOf = (paidOrder: string): string => `/orders/${encodeURIComponent(paidOrder)}/refunds`

/** With this reference, order and amount. */
function own(
  { payment, reference }: ProviderOrder,
  paidOrder: string,
  answer: CallAnswer,
): CfRefund | undefined {
  const refund = readDone(CfRefund, answer)
  const isOwn =
    refund?.refund_id === reference &&
    refund.order_id === paidOrder &&
    isOfAmount(payment, refund.refund_amount, refund.refund_currency)
  return isOwn ? refund : undefined
}
