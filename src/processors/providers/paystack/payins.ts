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
import type { Payment } from '../../../payments/model.ts'
import type { AccountCalls } from '../account-calls.ts'
import { isSameMoney, minorMoney, minorNumber } from '../amounts.ts'
import { done, readDone, unclear } from '../answers.ts'
import { accepted, ended, FAILED, factOf, known } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { pageBack } from '../requests.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { listed } from '../status-codes.ts'
import { CHARGE_REFUSALS } from './answers.ts'
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

export class PaystackPayins implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #domain: string
  /** Of charges whose payer gave none: Paystack asks for one. */
  readonly #customerEmail: string

  constructor(calls: AccountCalls, domain: string, customerEmail: string) {
    this.#calls = calls
    this.#domain = domain
    this.#customerEmail = customerEmail
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.method === 'ONLINE') return this.#openPage(order)
    return madeOnce(order, {
      refusals: CHARGE_REFUSALS,
      find: () => this.#calls.read(order, 'read-account', `/charge/${order.reference}`),
      send: () => this.#openAccount(order),
      accept: (answer) => accountIn(order, answer),
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#calls.read(order, 'read', `/transaction/verify/${order.reference}`)
    if (CHARGE_REFUSALS.isMissing(answer)) return { type: 'never' }
    if (!done(answer)) return CHARGE_REFUSALS.unanswered(answer)
    const transaction = readDone(TransactionAnswer, answer)?.data
    return transaction && this.#isOf(order, transaction)
      ? found(order.payment, transaction)
      : unclear('a transaction that is not the one that was asked about')
  }

  async #openPage(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    // By what it was called when it was opened.
    if (payment.processorRef !== undefined) return paged(payment.processorRef, PAGES + payment.processorRef)
    const back = pageBack(payment)
    const answer = await this.#calls.send(order, 'create', '/transaction/initialize', {
      ...this.#requested(order),
      channels: ['eft'],
      ...(back !== undefined && { callback_url: back }),
    })
    if (done(answer)) {
      const page = readDone(PageAnswer, answer)?.data
      return page?.reference === reference
        ? paged(page.access_code, page.authorization_url)
        : unclear('a page that is not the one that was asked for')
    }
    const refused = CHARGE_REFUSALS.refusalOf(answer)
    if (refused === 'exists') return unclear('a page whose address was lost')
    return refused === 'missing' ? CHARGE_REFUSALS.unanswered(answer) : refused
  }

  /** What both have. */
  #requested({ payment, reference }: ProviderOrder) {
    const email = payment.request.emailAddress
    return {
      email: email !== undefined && EMAIL.test(email) ? email : this.#customerEmail,
      amount: minorNumber(payment.money),
      currency: payment.money.currency,
      reference,
    }
  }

  #openAccount(order: ProviderOrder): Promise<CallAnswer> {
    const { expireAt } = order.payment
    return this.#calls.send(order, 'create', '/charge', {
      ...this.#requested(order),
      bank_transfer: {
        ...(expireAt !== undefined && { account_expires_at: isoTime(expireAt) }),
      },
    })
  }

  /** Of this reference, of the account's mode, and asked for in this amount. What came is another question. */
  #isOf({ payment, reference }: ProviderOrder, transaction: PaystackTransaction): boolean {
    const { domain, currency, amount, requested_amount } = transaction
    return (
      transaction.reference === reference &&
      domain === this.#domain &&
      currency === payment.money.currency &&
      isSameMoney(payment.money, minorMoney(requested_amount ?? amount, payment.money.currency))
    )
  }
}

function accountIn({ reference }: ProviderOrder, answer: CallAnswer): OrderAnswer {
  const charge = readDone(ChargeAnswer, answer)?.data
  if (charge?.reference !== reference) return unclear('a charge that is not the one that was asked for')
  const { status, account_name, account_number, bank, account_expires_at } = charge
  const meaning = listed(CHARGE_STATUS, status)
  if (meaning === undefined) return { ...unclear(`a charge that is ${status}`), unlisted: status }
  if (meaning !== 'account' || !account_name || !account_number || !bank)
    return unclear(`a charge that is ${status}, and no account to pay into`)
  const expireAt = timeOnly(account_expires_at ?? '')
  const account = {
    accountName: account_name,
    accountNumber: account_number,
    bankCode: listed(BANK_CODES, bank.slug) ?? bank.slug,
    bankName: bank.name,
  }
  return { ...accepted(reference, status, account), ...(expireAt !== undefined && { expireAt }) }
}

const paged = (accessCode: string, pageUrl: string): OrderAnswer =>
  accepted(accessCode, 'initialized', { pageUrl })

function found({ status: ours, money }: Payment, transaction: PaystackTransaction): OrderFindings {
  const { id, status, amount } = transaction
  const about = { transaction: String(id) }
  switch (listed(TRANSACTION_STATUS, status)) {
    case undefined:
      return { type: 'unlisted', statusCode: status }
    case 'open':
      return known(status)
    case 'paid': {
      const received = minorMoney(amount, money.currency)
      return known(status, [factOf(String(id), status, { type: 'paid', received }, about)])
    }
    case 'undone':
      // What undoes nothing that we know of settles nothing; what undoes a success an operator decides.
      return ours === 'SUCCESS'
        ? ended(String(id), status, FAILED, about)
        : { type: 'unlisted', statusCode: status }
  }
}
