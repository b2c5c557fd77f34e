/**
 * Money of a payin back to the bank account, wallet or app that paid it: a refund of the order that was paid.
 *
 * Its ID is our reference, of which Cashfree makes one refund for ever. It names the order and no single payment of it, so what a payer
 * paid once too often does not go back this way.
 */
import type { Payment } from '../../../payments/model.ts'
import type { AccountCalls } from '../account-calls.ts'
import { majorNumber } from '../amounts.ts'
import { declined, readDone, unclear } from '../answers.ts'
import { accepted, movedBy } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { isOfAmount, notFound, REFUSALS } from './answers.ts'
import { CfRefund, REFUND_STATUS } from './read.ts'

/** The order by which a payin was paid, under Cashfree's name. */
export type PaidOrder = string | undefined | Unclear

export class Refunds implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #paidOrderOf: (payin: Payment, refund: Payment) => Promise<PaidOrder>

  constructor(calls: AccountCalls, paidOrderOf: (payin: Payment, refund: Payment) => Promise<PaidOrder>) {
    this.#calls = calls
    this.#paidOrderOf = paidOrderOf
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, payin, reference } = order
    const paidOrder = payin && (await this.#paidOrderOf(payin, payment))
    if (paidOrder === undefined) return declined('METHOD', 'the payin was not paid by an order that it knows')
    if (typeof paidOrder !== 'string') return paidOrder
    return madeOnce(order, {
      refusals: REFUSALS,
      find: () => this.#read(order, paidOrder),
      send: () =>
        this.#calls.send(order, 'refund', refundsOf(paidOrder), {
          refund_id: reference,
          refund_amount: majorNumber(payment.money),
          refund_speed: 'STANDARD',
        }),
      accept: (answer) => {
        const refund = own(order, paidOrder, answer)
        // Under which order it is asked about later.
        return refund
          ? accepted(paidOrder, refund.refund_status)
          : unclear('a refund that is not the one that was asked for')
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const paidOrder = order.payment.processorRef
    if (paidOrder === undefined) return unclear('a refund of which the order is not known yet')
    const answer = await this.#read(order, paidOrder)
    const missing = notFound(answer)
    if (missing) return missing
    const refund = own(order, paidOrder, answer)
    if (!refund) return unclear('a refund that is not the one that was asked about')
    return movedBy(REFUND_STATUS, order.reference, refund.refund_status)
  }

  #read(order: ProviderOrder, paidOrder: string): Promise<CallAnswer> {
    return this.#calls.read(order, 'read-back', `${refundsOf(paidOrder)}/${order.reference}`)
  }
}

const refundsOf = (paidOrder: string): string => `/orders/${encodeURIComponent(paidOrder)}/refunds`

/** Of this reference, of this order, of this amount. */
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
