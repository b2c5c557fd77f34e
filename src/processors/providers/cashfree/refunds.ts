/**
 * Money of a payin back to the bank account, wallet or app that paid it: a refund of the order that was paid.
 *
 * Its ID is our reference, of which Cashfree makes one refund for ever. It names the order and no single payment of it, so what a payer
 * paid once too often does not go back this way.
 */
import { declined, movedBy, readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { amountOf, isOfAmount, notFound, refusalOf } from './answers.ts'
import { CfRefund, REFUND_STATUS } from './read.ts'
import type { Wire } from './wire.ts'

const statusIn = (body: unknown): string | undefined => readAs(CfRefund, body)?.refund_status
const part = encodeURIComponent

/** The order by which a payin was paid, under Cashfree's name. */
export type PaidOrder = string | undefined | Unclear

export class Refunds {
  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
  }

  async accept(order: ProviderOrder, paidOrder: PaidOrder): Promise<OrderAnswer> {
    if (paidOrder === undefined) return declined('METHOD', 'the payin was not paid by an order that it knows')
    if (typeof paidOrder !== 'string') return paidOrder
    const answer = order.isFirst
      ? await this.#create(order, paidOrder)
      : await this.#lookOrCreate(order, paidOrder)
    const known = answer.type === 'answer' && answer.status === 200
    if (!known) {
      const refused = refusalOf(answer)
      return refused === 'exists'
        ? this.#accept(order, paidOrder, await this.#ask(order, paidOrder))
        : refused
    }
    return this.#accept(order, paidOrder, answer)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { payment, reference } = order
    const paidOrder = payment.processorRef
    if (paidOrder === undefined) return unclear('a refund of which the order is not known yet')
    const answer = await this.#ask(order, paidOrder)
    const missing = notFound(answer)
    if (missing) return missing
    const refund = own(order, paidOrder, answer)
    if (!refund) return unclear('a refund that is not the one that was asked about')
    return movedBy(REFUND_STATUS, reference, refund.refund_status)
  }

  #accept(order: ProviderOrder, paidOrder: string, answer: CallAnswer): OrderAnswer {
    const refund = own(order, paidOrder, answer)
    if (!refund) return unclear('a refund that is not the one that was asked for')
    // Under which order it is asked about later.
    return {
      type: 'accepted',
      receiving: {},
      processorRef: paidOrder,
      processorStatus: refund.refund_status,
    }
  }

  #create({ payment, reference }: ProviderOrder, paidOrder: string): Promise<CallAnswer> {
    return this.#wire.payments({
      operation: 'refund',
      method: 'POST',
      path: `/orders/${part(paidOrder)}/refunds`,
      body: { refund_id: reference, refund_amount: amountOf(payment), refund_speed: 'STANDARD' },
      payment,
      statusIn,
    })
  }

  async #lookOrCreate(order: ProviderOrder, paidOrder: string): Promise<CallAnswer> {
    const answer = await this.#ask(order, paidOrder)
    return notFound(answer)?.type === 'never' ? this.#create(order, paidOrder) : answer
  }

  #ask({ payment, reference }: ProviderOrder, paidOrder: string): Promise<CallAnswer> {
    return this.#wire.payments({
      operation: 'read-back',
      method: 'GET',
      path: `/orders/${part(paidOrder)}/refunds/${reference}`,
      payment,
      statusIn,
    })
  }
}

/** Of this reference, of this order, of this amount. */
function own(
  { payment, reference }: ProviderOrder,
  paidOrder: string,
  answer: CallAnswer,
): CfRefund | undefined {
  const refund = answer.type === 'answer' && answer.status === 200 ? readAs(CfRefund, answer.body) : undefined
  const isOwn =
    refund?.refund_id === reference &&
    refund.order_id === paidOrder &&
    isOfAmount(payment, refund.refund_amount, refund.refund_currency)
  return isOwn ? refund : undefined
}
