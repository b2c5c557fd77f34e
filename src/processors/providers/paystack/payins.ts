/**
 * Payins: in Nigeria by transfer, in South Africa by a page on which the payer picks the bank.
 *
 * A transfer goes by a charge whose answer is an account of its own for this payin, at a bank of Paystack's. Paystack makes one
 * transaction of a reference, and refuses every other by it. An account whose answer was lost is asked for again
 * by `GET /charge/{reference}`, where its documents send whoever has lost an answer; where that tells no account the payin stays without,
 * and nobody can have been shown one. A page whose answer was lost Paystack does not tell again.
 *
 * What was paid the transaction says, by our reference. Transfers of another amount, or after the account’s end, Paystack sends back by
 * itself and tells as no payment.
 */
import { isoTime, timeOnly } from '../../../foundation/instants.ts'
import { minor } from '../../../foundation/money.ts'
import { withPayinId } from '../../../foundation/urls.ts'
import type { Payment } from '../../../payments/model.ts'
import { done, readAs, unclear } from '../answers.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { amountOf, isMissing, isOfAmount, refusalOf, unanswered } from './answers.ts'
import type { PaystackCalls } from './paystack-calls.ts'
import {
  CHARGE_STATUS,
  ChargeAnswer,
  PageAnswer,
  type PaystackTransaction,
  TRANSACTION_STATUS,
  TransactionAnswer,
} from './read.ts'

/** Its answers name the bank by a word of its own: these two hold such accounts, as its documents say. Others are named by that word. */
const BANK_CODES: Readonly<Record<string, string>> = { 'wema-bank': '035', 'titan-paystack': '100039' }
/** Of pages, before their access code. */
const PAGES = 'https://checkout.paystack.com/'
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,190}$/

export class PaystackPayins {
  readonly #wire: PaystackCalls
  /** Of charges whose payer gave none: Paystack asks for one. */
  readonly #customerEmail: string

  constructor(wire: PaystackCalls, customerEmail: string) {
    this.#wire = wire
    this.#customerEmail = customerEmail
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    return order.payment.method === 'ONLINE' ? this.#openPage(order) : this.#openAccount(order)
  }

  async #openAccount(order: ProviderOrder): Promise<OrderAnswer> {
    const known = order.isFirst ? undefined : await this.#ask(order)
    if (known && !isMissing(known)) return this.#accept(order, known)
    const answer = await this.#create(order)
    if (done(answer)) return this.#accept(order, answer)
    const refused = refusalOf(answer, false)
    if (refused === 'exists') return this.#accept(order, await this.#ask(order))
    return refused === 'missing' ? unanswered(answer) : refused
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const path = `/transaction/verify/${order.reference}`
    const answer = await this.#wire.ask(order, 'read', path)
    if (isMissing(answer)) return { type: 'never' }
    const made = done(answer)
    if (!made) return unanswered(answer)
    const transaction = readAs(TransactionAnswer, made.body)?.data
    return transaction && this.#isOf(order, transaction)
      ? found(order.payment, transaction)
      : unclear('a transaction that is not the one that was asked about')
  }

  async #openPage(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    // By what it was called when it was opened.
    if (payment.processorRef !== undefined) return paged(payment.processorRef, PAGES + payment.processorRef)
    const { returnUrl } = payment.request
    const answer = await this.#wire.post(order, 'create', '/transaction/initialize', {
      ...this.#requested(order),
      channels: ['eft'],
      ...(isPage(returnUrl) && { callback_url: withPayinId(returnUrl, payment.id) }),
    })
    const made = done(answer)
    if (made) {
      const page = readAs(PageAnswer, made.body)?.data
      return page?.reference === reference
        ? paged(page.access_code, page.authorization_url)
        : unclear('a page that is not the one that was asked for')
    }
    const refused = refusalOf(answer, false)
    if (refused === 'exists') return unclear('a page whose address was lost')
    return refused === 'missing' ? unanswered(answer) : refused
  }

  /** What both have. */
  #requested({ payment, reference }: ProviderOrder) {
    const email = payment.request.emailAddress
    return {
      email: email !== undefined && EMAIL.test(email) ? email : this.#customerEmail,
      amount: amountOf(payment),
      currency: payment.money.currency,
      reference,
    }
  }

  #create(order: ProviderOrder): Promise<CallAnswer> {
    const { expireAt } = order.payment
    return this.#wire.post(order, 'create', '/charge', {
      ...this.#requested(order),
      bank_transfer: {
        ...(expireAt !== undefined && { account_expires_at: isoTime(expireAt) }),
      },
    })
  }

  #ask(order: ProviderOrder): Promise<CallAnswer> {
    return this.#wire.ask(order, 'read-account', `/charge/${order.reference}`)
  }

  #accept({ reference }: ProviderOrder, answer: CallAnswer): OrderAnswer {
    const made = done(answer)
    if (!made) return unanswered(answer)
    const charge = readAs(ChargeAnswer, made.body)?.data
    if (charge?.reference !== reference) return unclear('a charge that is not the one that was asked for')
    const { status, account_name, account_number, bank, account_expires_at } = charge
    const meaning = listed(CHARGE_STATUS, status)
    if (meaning === undefined) return { ...unclear(`a charge that is ${status}`), unlisted: status }
    if (meaning !== 'account' || !account_name || !account_number || !bank)
      return unclear(`a charge that is ${status}, and no account to pay into`)
    const expireAt = timeOnly(account_expires_at ?? '')
    return {
      type: 'accepted',
      receiving: {
        accountName: account_name,
        accountNumber: account_number,
        bankCode: listed(BANK_CODES, bank.slug) ?? bank.slug,
        bankName: bank.name,
      },
      processorRef: reference,
      processorStatus: status,
      ...(expireAt !== undefined && { expireAt }),
    }
  }

  /** Of this reference, of the account's mode, and asked for in this amount. What came is another question. */
  #isOf({ payment, reference }: ProviderOrder, transaction: PaystackTransaction): boolean {
    const { domain, currency, amount, requested_amount } = transaction
    return (
      transaction.reference === reference &&
      domain === this.#wire.domain &&
      isOfAmount(payment, requested_amount ?? amount, currency)
    )
  }
}

/** And no address of an app. */
const isPage = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//.test(url)

const paged = (accessCode: string, pageUrl: string): OrderAnswer => ({
  type: 'accepted',
  receiving: { pageUrl },
  processorRef: accessCode,
  processorStatus: 'initialized',
})

function found({ status: ours, money }: Payment, { id, status, amount }: PaystackTransaction): OrderFindings {
  const known = (statusChange: 'paid' | 'undone'): OrderFindings => ({
    type: 'known',
    processorStatus: status,
    facts: [
      {
        fact: statusChange === 'paid' ? String(id) : `${id}:${status}`,
        processorStatus: status,
        statusChange:
          statusChange === 'paid'
            ? { type: 'paid', received: { ...money, amountMinor: minor(BigInt(amount)) } }
            : { type: 'failed', failureReason: 'PROCESSOR_ERROR' },
        about: { transaction: String(id) },
      },
    ],
    isOver: true,
  })
  switch (listed(TRANSACTION_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return { type: 'known', processorStatus: status, facts: [], isOver: false }
    case 'paid':
      return known('paid')
    case 'undone':
      // What undoes nothing that we know of settles nothing; what undoes a success an operator decides.
      return ours === 'SUCCESS' ? known('undone') : { type: 'unlisted', statusCode: status }
  }
}
