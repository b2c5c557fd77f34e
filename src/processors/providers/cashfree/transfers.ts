/**
 * Payouts to bank accounts: a transfer of the payouts API, to an account that it need not know before.
 *
 * Its ID is our reference, of which Cashfree makes one transfer for ever. After a first try nothing is sent before it was asked for. A
 * transfer that arrived may be reversed by the payee's bank later.
 */
import { declined, readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { amountOf, isOfAmount, notFound, refusalOf } from './answers.ts'
import { payeeOf, type TransferPayee } from './payee.ts'
import { CfTransfer, TRANSFER_FAILURES, TRANSFER_STATUS } from './read.ts'
import type { PayoutKeys, Wire } from './wire.ts'

const statusIn = (body: unknown): string | undefined => readAs(CfTransfer, body)?.status

export class Transfers {
  readonly #wire: Wire
  readonly #keys: PayoutKeys

  constructor(wire: Wire, keys: PayoutKeys) {
    this.#wire = wire
    this.#keys = keys
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    const answer = order.isFirst ? await this.#create(order, payee) : await this.#lookOrCreate(order, payee)
    if (answer.type === 'answer' && answer.status === 200) return this.#accept(order, answer)
    const refused = refusalOf(answer)
    return refused === 'exists' ? this.#accept(order, await this.#ask(order)) : refused
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order)
    const missing = notFound(answer)
    if (missing) return missing
    const transfer = own(order, answer)
    if (!transfer) return unclear('a transfer that is not the one that was asked about')
    const { status } = transfer
    const meaning = listed(TRANSFER_STATUS, status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: status }
    if (meaning === 'open') return { type: 'known', processorStatus: status, facts: [], isOver: false }
    const fact: ProviderFact = {
      fact: `${order.reference}:${status}`,
      processorStatus: status,
      statusChange: statusChangeOf(order, transfer, meaning),
      ...(transfer.transfer_utr && { about: { utr: transfer.transfer_utr } }),
    }
    return { type: 'known', processorStatus: status, facts: [fact], isOver: true }
  }

  #accept(order: ProviderOrder, answer: CallAnswer): OrderAnswer {
    const transfer = own(order, answer)
    if (!transfer) return unclear('a transfer that is not the one that was asked for')
    // Also where it has ended at once: what came of it is told by the next question.
    return {
      type: 'accepted',
      receiving: {},
      processorRef: order.reference,
      processorStatus: transfer.status,
    }
  }

  #create(
    { payment, reference }: ProviderOrder,
    { name, accountNumber, ifsc }: TransferPayee,
  ): Promise<CallAnswer> {
    const { fundSource } = this.#keys
    return this.#wire.payouts(
      {
        operation: 'send',
        method: 'POST',
        path: '/transfers',
        body: {
          transfer_id: reference,
          transfer_amount: amountOf(payment),
          transfer_currency: 'INR',
          transfer_mode: 'banktransfer',
          beneficiary_details: {
            beneficiary_name: name,
            beneficiary_instrument_details: { bank_account_number: accountNumber, bank_ifsc: ifsc },
          },
          ...(fundSource !== undefined && { fundsource_id: fundSource }),
        },
        payment,
        statusIn,
      },
      this.#keys,
    )
  }

  async #lookOrCreate(order: ProviderOrder, payee: TransferPayee): Promise<CallAnswer> {
    const answer = await this.#ask(order)
    return notFound(answer)?.type === 'never' ? this.#create(order, payee) : answer
  }

  #ask({ payment, reference }: ProviderOrder): Promise<CallAnswer> {
    return this.#wire.payouts(
      {
        operation: 'read-sent',
        method: 'GET',
        path: `/transfers?transfer_id=${reference}`,
        payment,
        statusIn,
      },
      this.#keys,
    )
  }
}

/** Of this reference, and of this amount. Its answers name no currency: it has one. */
function own({ payment, reference }: ProviderOrder, answer: CallAnswer): CfTransfer | undefined {
  const transfer =
    answer.type === 'answer' && answer.status === 200 ? readAs(CfTransfer, answer.body) : undefined
  const isOwn = transfer?.transfer_id === reference && isOfAmount(payment, transfer.transfer_amount, 'INR')
  return isOwn ? transfer : undefined
}

function statusChangeOf(
  { payment }: ProviderOrder,
  { status_code: code }: CfTransfer,
  meaning: 'done' | 'failed' | 'refused' | 'reversed',
): ProviderFact['statusChange'] {
  switch (meaning) {
    case 'done':
      return { type: 'delivered' }
    case 'reversed':
      // Before anybody was told that it had arrived, it never did.
      return payment.status === 'SUCCESS' ? { type: 'returned', received: payment.money } : failed(code)
    case 'refused':
      // A refund that was refused here goes another way.
      return payment.kind === 'refund'
        ? failed(code)
        : { type: 'refused', reason: `rejected by Cashfree: ${code ?? 'without a code'}` }
    case 'failed':
      return failed(code)
  }
}

const failed = (code: string | null | undefined): ProviderFact['statusChange'] => ({
  type: 'failed',
  failureReason: listed(TRANSFER_FAILURES, code ?? '') ?? 'PROCESSOR_ERROR',
  noMoneyLeft: true,
})

export const NO_PAYOUTS = declined('METHOD', 'the account has no keys for payouts')
