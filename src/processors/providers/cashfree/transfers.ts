/**
 * Payouts to bank accounts: a transfer of the payouts API, to an account that it need not know before.
 *
 * Its ID is our reference, of which Cashfree makes one transfer for ever. A transfer that arrived may be reversed by the payee's bank later.
 */
import type { Payment } from '../../../payments/model.ts'
import type { AccountCalls } from '../account-calls.ts'
import { majorNumber } from '../amounts.ts'
import { declined, readDone, unclear } from '../answers.ts'
import { accepted, returnedOr, settled } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { checked } from '../requests.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { listed } from '../status-codes.ts'
import { isOfAmount, notFound, REFUSALS } from './answers.ts'
import { payeeOf, type TransferPayee } from './payee.ts'
import { CfTransfer, TRANSFER_FAILURES, TRANSFER_STATUS } from './read.ts'

export const NO_PAYOUTS = declined('METHOD', 'the account has no keys for payouts')

export class Transfers implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #fundSource: string | undefined

  constructor(calls: AccountCalls, fundSource: string | undefined) {
    this.#calls = calls
    this.#fundSource = fundSource
  }

  check = (payment: Payment) => checked(payeeOf(payment))

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    return madeOnce(order, {
      refusals: REFUSALS,
      find: () => this.#read(order),
      send: () => this.#create(order, payee),
      accept: (answer) => {
        const transfer = own(order, answer)
        // Also where it has ended at once: what came of it the next question tells.
        return transfer
          ? accepted(order.reference, transfer.status)
          : unclear('a transfer that is not the one that was asked for')
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#read(order)
    const missing = notFound(answer)
    if (missing) return missing
    const transfer = own(order, answer)
    if (!transfer) return unclear('a transfer that is not the one that was asked about')
    return settled(
      TRANSFER_STATUS,
      order.reference,
      transfer.status,
      (meaning) => statusChangeOf(order, transfer, meaning),
      transfer.transfer_utr ? { utr: transfer.transfer_utr } : undefined,
    )
  }

  #create(order: ProviderOrder, { name, accountNumber, ifsc }: TransferPayee): Promise<CallAnswer> {
    return this.#calls.send(order, 'send', '/transfers', {
      transfer_id: order.reference,
      transfer_amount: majorNumber(order.payment.money),
      transfer_currency: 'INR',
      transfer_mode: 'banktransfer',
      beneficiary_details: {
        beneficiary_name: name,
        beneficiary_instrument_details: { bank_account_number: accountNumber, bank_ifsc: ifsc },
      },
      ...(this.#fundSource !== undefined && { fundsource_id: this.#fundSource }),
    })
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.#calls.read(order, 'read-sent', `/transfers?transfer_id=${order.reference}`)
  }
}

/** Of this reference, and of this amount. Its answers name no currency: it has one. */
function own({ payment, reference }: ProviderOrder, answer: CallAnswer): CfTransfer | undefined {
  const transfer = readDone(CfTransfer, answer)
  const isOwn = transfer?.transfer_id === reference && isOfAmount(payment, transfer.transfer_amount, 'INR')
  return isOwn ? transfer : undefined
}

function statusChangeOf(
  { payment }: ProviderOrder,
  { status_code: code }: CfTransfer,
  meaning: 'done' | 'failed' | 'refused' | 'reversed',
): ProviderFact['statusChange'] {
  const failed: ProviderFact['statusChange'] = {
    type: 'failed',
    failureReason: listed(TRANSFER_FAILURES, code ?? '') ?? 'PROCESSOR_ERROR',
    noMoneyLeft: true,
  }
  switch (meaning) {
    case 'done':
      return { type: 'delivered' }
    case 'reversed':
      return returnedOr(payment, failed)
    case 'refused':
      // A refund that was refused here goes another route.
      return payment.kind === 'refund'
        ? failed
        : { type: 'refused', reason: `rejected by Cashfree: ${code ?? 'without a code'}` }
    case 'failed':
      return failed
  }
}
