/**
 * Payouts to bank accounts: a transfer from the balance to a recipient.
 *
 * A recipient is an account number at a bank, and registering it moves nothing: the same account is answered with the same recipient. What
 * is answered must be the account that was asked for. A transfer's name is our reference, of which Paystack makes one for ever, and refuses
 * a second. After a first try nothing is sent before it was asked for.
 */
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { done, readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderFact, ProviderOrder, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { amountOf, CURRENCY_OF, isMissing, isOfAmount, refusalOf, unanswered } from './answers.ts'
import { type NubanPayee, payeeOf } from './payee.ts'
import type { PaystackCalls } from './paystack-calls.ts'
import {
  NewTransferAnswer,
  type Recipient,
  RecipientAnswer,
  TRANSFER_STATUS,
  type Transfer,
  TransferAnswer,
} from './read.ts'

interface Registered {
  readonly type: 'payee'
  readonly recipient: Recipient
}

const CURRENCY = CURRENCY_OF.NG

export class PaystackTransfers {
  readonly #wire: PaystackCalls

  constructor(wire: PaystackCalls) {
    this.#wire = wire
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    const known = order.isFirst ? undefined : await this.#ask(order)
    if (known && !isMissing(known)) return this.#accept(order, payee, known)
    const recipient = await this.#recipientOf(order, payee)
    return recipient.type === 'payee' ? this.#send(order, payee, recipient.recipient) : recipient
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return unclear('a transfer to nobody that it takes')
    const answer = await this.#ask(order)
    if (isMissing(answer))
      return order.payment.processorRef === undefined
        ? { type: 'never' }
        : unclear('a transfer that was there is gone')
    const transfer = this.#ownIn(order, payee, answer)
    if (transfer === undefined)
      return done(answer)
        ? unclear('a transfer that is not the one that was asked about')
        : unanswered(answer)
    return moved(order, transfer)
  }

  async #recipientOf(order: ProviderOrder, payee: NubanPayee): Promise<Registered | Declined | Unclear> {
    const { name, accountNumber, bankCode } = payee
    const body = {
      type: 'nuban',
      name,
      account_number: accountNumber,
      bank_code: bankCode,
      currency: CURRENCY,
    }
    const answer = await this.#wire.post(order, 'register-payee', '/transferrecipient', body)
    const made = done(answer)
    if (!made) {
      const refused = refusalOf(answer, false)
      return refused === 'exists' || refused === 'missing' ? unanswered(answer) : refused
    }
    const recipient = readAs(RecipientAnswer, made.body)?.data
    const isPayee =
      recipient?.details.account_number === accountNumber &&
      recipient.details.bank_code === bankCode &&
      recipient.currency === CURRENCY &&
      recipient.domain === this.#wire.domain &&
      recipient.active !== false &&
      recipient.is_deleted !== true
    return isPayee
      ? { type: 'payee', recipient }
      : unclear('a recipient that is not the one that was asked for')
  }

  async #send(order: ProviderOrder, payee: NubanPayee, recipient: Recipient): Promise<OrderAnswer> {
    const { payment, reference } = order
    const answer = await this.#wire.post(order, 'send', '/transfer', {
      source: 'balance',
      amount: amountOf(payment),
      currency: CURRENCY,
      recipient: recipient.recipient_code,
      reference,
    })
    const made = done(answer)
    if (made) {
      const sent = readAs(NewTransferAnswer, made.body)?.data
      return sent && sent.recipient === recipient.id && this.#isOf(order, sent)
        ? taken(sent)
        : unclear('a transfer that is not the one that was asked for')
    }
    const refused = refusalOf(answer, true)
    if (refused === 'exists') return this.#accept(order, payee, await this.#ask(order))
    return refused === 'missing' ? unanswered(answer) : refused
  }

  #accept(order: ProviderOrder, payee: NubanPayee, answer: CallAnswer): OrderAnswer {
    const transfer = this.#ownIn(order, payee, answer)
    if (transfer) return taken(transfer)
    return done(answer) ? unclear('a transfer that is not the one that was asked for') : unanswered(answer)
  }

  #ask(order: ProviderOrder): Promise<CallAnswer> {
    return this.#wire.ask(order, 'read-sent', `/transfer/verify/${order.reference}`)
  }

  /** Of this reference, this amount, and to this account. */
  #ownIn(order: ProviderOrder, payee: NubanPayee, answer: CallAnswer): Transfer | undefined {
    const transfer = readAs(TransferAnswer, done(answer)?.body)?.data
    const { account_number, bank_code } = transfer?.recipient.details ?? {}
    const isOwn =
      transfer !== undefined &&
      account_number === payee.accountNumber &&
      bank_code === payee.bankCode &&
      this.#isOf(order, transfer)
    return isOwn ? transfer : undefined
  }

  #isOf(
    { payment, reference }: ProviderOrder,
    reported: Pick<Transfer, 'reference' | 'amount' | 'currency' | 'domain'>,
  ): boolean {
    const { domain, amount, currency } = reported
    return (
      reported.reference === reference &&
      domain === this.#wire.domain &&
      isOfAmount(payment, amount, currency)
    )
  }
}

/** Also where it has ended at once: what came of it is told by the next question. */
const taken = ({ transfer_code, status }: Pick<Transfer, 'transfer_code' | 'status'>): OrderAnswer => ({
  type: 'accepted',
  receiving: {},
  processorRef: transfer_code,
  processorStatus: status,
})

function moved({ payment, reference }: ProviderOrder, transfer: Transfer): OrderFindings {
  const { status, session } = transfer
  const meaning = listed(TRANSFER_STATUS, status)
  if (meaning === undefined) return { type: 'unlisted', statusCode: status }
  if (meaning === 'open') return { type: 'known', processorStatus: status, facts: [], isOver: false }
  const fact: ProviderFact = {
    fact: `${reference}:${status}`,
    processorStatus: status,
    statusChange: statusChangeOf(payment, meaning),
    about: { transfer: transfer.transfer_code, ...(session?.id && { session: session.id }) },
  }
  return { type: 'known', processorStatus: status, facts: [fact], isOver: true }
}

const FAILED: ProviderFact['statusChange'] = {
  type: 'failed',
  failureReason: 'PROCESSOR_ERROR',
  noMoneyLeft: true,
}

function statusChangeOf(
  { status, kind, money }: Payment,
  meaning: 'done' | 'reversed' | 'failed' | 'refused',
): ProviderFact['statusChange'] {
  switch (meaning) {
    case 'done':
      return { type: 'delivered' }
    case 'reversed':
      // Before anybody was told that it had arrived, it never did.
      return status === 'SUCCESS' ? { type: 'returned', received: money } : FAILED
    case 'failed':
      return FAILED
    case 'refused':
      // A refund that was refused here goes another way.
      return kind === 'refund' ? FAILED : { type: 'refused', reason: 'rejected at Paystack' }
  }
}
