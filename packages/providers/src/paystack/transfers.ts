/**
 * Payouts to bank accounts: a transfer from the balance to a recipient.
 *
 * A recipient is an account number at a bank. Registering it moves no money, and the same account gets the same recipient; the answer
 * must have the requested account. A transfer has our reference, under which Paystack makes one only. A later try first looks for it.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { minorNumber } from '@sluice/provider-kit/amounts.ts'
import { done, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, movedAs, neverOr, settled } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { checked } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { CHARGE_REFUSALS, CURRENCY_OF, TRANSFER_REFUSALS } from './answers.ts'
import { type NubanPayee, payeeOf } from './payee.ts'
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

const { isMissing, unanswered } = TRANSFER_REFUSALS

export class PaystackTransfers extends BaseProduct<{ readonly domain: string }> {
  check = (payment: Payment) => checked(payeeOf(payment))

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    const before = order.isFirst ? undefined : await this.#read(order)
    if (before && !isMissing(before)) return this.#accept(order, payee, before)
    const recipient = await this.#recipientOf(order, payee)
    return recipient.type === 'payee' ? this.#send(order, payee, recipient.recipient) : recipient
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return unclear('a transfer to a payee that it cannot use')
    const answer = await this.#read(order)
    if (isMissing(answer)) return neverOr(order, 'a transfer that existed is gone')
    if (!done(answer)) return unanswered(answer)
    const transfer = this.#ownIn(order, payee, answer)
    if (!transfer) return unclear('a transfer that is not the one inquired about')
    const { status, session, transfer_code } = transfer
    const about = { transfer: transfer_code, ...(session?.id && { session: session.id }) }
    return settled(
      TRANSFER_STATUS,
      order.reference,
      status,
      (meaning) => movedAs(order.payment, meaning, { refused: 'rejected at Paystack' }),
      about,
    )
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
    const answer = await this.calls.send(order, 'register-payee', '/transferrecipient', body)
    if (!done(answer)) return CHARGE_REFUSALS.declineOf(answer)
    const recipient = readDone(RecipientAnswer, answer)?.data
    const isPayee =
      recipient?.details.account_number === accountNumber &&
      recipient.details.bank_code === bankCode &&
      recipient.currency === CURRENCY &&
      recipient.domain === this.settings.domain &&
      recipient.active !== false &&
      recipient.is_deleted !== true
    return isPayee ? { type: 'payee', recipient } : unclear('a recipient that is not the one requested')
  }

  async #send(order: ProviderOrder, payee: NubanPayee, recipient: Recipient): Promise<OrderAnswer> {
    const { payment, reference } = order
    const answer = await this.calls.send(order, 'send', '/transfer', {
      source: 'balance',
      amount: minorNumber(payment.money),
      currency: CURRENCY,
      recipient: recipient.recipient_code,
      reference,
    })
    if (done(answer)) {
      const sent = readDone(NewTransferAnswer, answer)?.data
      return sent && sent.recipient === recipient.id && this.#isOf(order, sent)
        ? taken(sent)
        : unclear('a transfer that is not the one requested')
    }
    const refused = TRANSFER_REFUSALS.refusalOf(answer)
    if (refused === 'exists') return this.#accept(order, payee, await this.#read(order))
    return refused === 'missing' ? unanswered(answer) : refused
  }

  #accept(order: ProviderOrder, payee: NubanPayee, answer: CallAnswer): OrderAnswer {
    const transfer = this.#ownIn(order, payee, answer)
    if (transfer) return taken(transfer)
    return done(answer) ? unclear('a transfer that is not the one requested') : unanswered(answer)
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read-sent', `/transfer/verify/${order.reference}`)
  }

  /** With this reference and amount, to this account. */
  #ownIn(order: ProviderOrder, payee: NubanPayee, answer: CallAnswer): Transfer | undefined {
    const transfer = readDone(TransferAnswer, answer)?.data
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
      domain === this.settings.domain &&
      currency === payment.money.currency &&
      BigInt(amount) === payment.money.amountMinor
    )
  }
}

/** Even if it has ended: the next status inquiry reports that. */
const taken = ({ transfer_code, status }: Pick<Transfer, 'transfer_code' | 'status'>): OrderAnswer =>
  accepted(transfer_code, status)
