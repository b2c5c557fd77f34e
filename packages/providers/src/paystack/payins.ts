/**
 * Payins: in Nigeria by transfer, in South Africa by a page where the payer chooses the bank.
 *
 * For a transfer, a charge returns a bank account for this payin only. Paystack makes one transaction per reference and refuses others.
 * If the answer was lost, `GET /charge/{reference}` returns the account again, as documented; if it does not, the payin has none and the
 * payer cannot have seen one. A page whose answer was lost cannot be read again.
 *
 * What was paid is read from the transaction, by our reference. Transfers of another amount, or after the account's expiry, are returned
 * by Paystack and are no payment.
 */
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isSameMoney, minorMoney, minorNumber } from '@sluice/provider-kit/amounts.ts'
import { done, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import { madeOnce } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { pageBack } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { CHARGE_REFUSALS } from './answers.ts'
import {
  CHARGE_STATUS,
  ChargeAnswer,
  PageAnswer,
  type PaystackTransaction,
  TRANSACTION_STATUS,
  TransactionAnswer,
} from './read.ts'

/** Answers have Paystack's own code for the bank. These two hold such accounts; others are shown by that code. */
const BANK_CODES: Readonly<Record<string, string>> = { 'wema-bank': '035', 'titan-paystack': '100039' }
/** Followed by a page's access code. */
const PAGES = 'https://checkout.paystack.com/'
const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,190}$/

export interface PaystackPayinSettings {
  /** The mode that answers must name: `live` or `test`. */
  readonly domain: string
  /** For payers who gave none: Paystack requires one. */
  readonly customerEmail: string
}

export class PaystackPayins extends BaseProduct<PaystackPayinSettings> {
  accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.method === 'ONLINE') return this.#openPage(order)
    return madeOnce(order, {
      refusals: CHARGE_REFUSALS,
      find: () => this.calls.read(order, 'read-account', `/charge/${order.reference}`),
      send: () => this.#openAccount(order),
      accept: (answer) => accountIn(order, answer),
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.calls.read(order, 'read', `/transaction/verify/${order.reference}`)
    if (CHARGE_REFUSALS.isMissing(answer)) return { type: 'never' }
    if (!done(answer)) return CHARGE_REFUSALS.unanswered(answer)
    const transaction = readDone(TransactionAnswer, answer)?.data
    return transaction && this.#isOf(order, transaction)
      ? found(order.payment, transaction)
      : unclear('a transaction that is not the one inquired about')
  }

  async #openPage(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    // By the access code of the page.
    if (payment.processorRef !== undefined) return paged(payment.processorRef, PAGES + payment.processorRef)
    const back = pageBack(payment)
    const answer = await this.calls.send(order, 'create', '/transaction/initialize', {
      ...this.#requested(order),
      channels: ['eft'],
      ...(back !== undefined && { callback_url: back }),
    })
    if (done(answer)) {
      const page = readDone(PageAnswer, answer)?.data
      return page?.reference === reference
        ? paged(page.access_code, page.authorization_url)
        : unclear('a page that is not the one requested')
    }
    const refused = CHARGE_REFUSALS.refusalOf(answer)
    if (refused === 'exists') return unclear('a page whose URL was lost')
    return refused === 'missing' ? CHARGE_REFUSALS.unanswered(answer) : refused
  }

  #requested({ payment, reference }: ProviderOrder) {
    const email = payment.request.emailAddress
    return {
      email: email !== undefined && EMAIL.test(email) ? email : this.settings.customerEmail,
      amount: minorNumber(payment.money),
      currency: payment.money.currency,
      reference,
    }
  }

  #openAccount(order: ProviderOrder): Promise<CallAnswer> {
    const { expireAt } = order.payment
    return this.calls.send(order, 'create', '/charge', {
      ...this.#requested(order),
      bank_transfer: {
        ...(expireAt !== undefined && { account_expires_at: isoTime(expireAt) }),
      },
    })
  }

  /** With this reference, mode and requested amount. The amount paid may differ. */
  #isOf({ payment, reference }: ProviderOrder, transaction: PaystackTransaction): boolean {
    const { domain, currency, amount, requested_amount } = transaction
    return (
      transaction.reference === reference &&
      domain === this.settings.domain &&
      currency === payment.money.currency &&
      isSameMoney(payment.money, minorMoney(requested_amount ?? amount, payment.money.currency))
    )
  }
}

function accountIn({ reference }: ProviderOrder, answer: CallAnswer): OrderAnswer {
  const charge = readDone(ChargeAnswer, answer)?.data
  if (charge?.reference !== reference) return unclear('a charge that is not the one requested')
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
      // A reversal of a payment that we do not know settles nothing. For a success an operator decides.
      return ours === 'SUCCESS'
        ? ended(String(id), status, FAILED, about)
        : { type: 'unlisted', statusCode: status }
  }
}
