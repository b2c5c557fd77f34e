/**
 * Payouts to bank accounts by dLocal's Payouts API, version 3.
 *
 * Each has our reference as its external ID, which dLocal takes once. After a first try nothing is sent before it was asked for.
 */

import type { Payment } from '../../../payments/model.ts'
import type { AccountCalls } from '../account-calls.ts'
import { isAmountOf, majorNumber } from '../amounts.ts'
import { declined, readDone, unclear } from '../answers.ts'
import { accepted, factOf, known, movedBy } from '../findings.ts'
import { madeOnce } from '../once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { checked } from '../requests.ts'
import type { PaymentProduct } from '../routed-account.ts'
import { listed } from '../status-codes.ts'
import { PAYOUT_REFUSALS } from './answers.ts'
import { PAYOUT_COUNTRIES } from './methods.ts'
import { type DlocalPayee, payeeOf } from './people.ts'
import { accountIn, DlocalPayout, PAYOUT_STATUS } from './read.ts'
import { PAYOUTS_PATH } from './signature.ts'

export interface PayoutTerms {
  /** One of dLocal's codes for what payouts are for. */
  readonly purpose: string
  /** What is said of accounts in Argentina: a CBU does not tell, and requests do not. */
  readonly argentineAccountType: string | undefined
}

const FAILED_CODES = Object.keys(PAYOUT_STATUS).filter((statusCode) => PAYOUT_STATUS[statusCode] === 'failed')

export const NO_PAYOUTS = declined('METHOD', 'the account has no credentials for payouts')

export class Payouts implements PaymentProduct {
  readonly #calls: AccountCalls
  readonly #notificationUrl: (() => string) | undefined
  readonly #terms: PayoutTerms

  constructor(calls: AccountCalls, notificationUrl: (() => string) | undefined, terms: PayoutTerms) {
    this.#calls = calls
    this.#notificationUrl = notificationUrl
    this.#terms = terms
  }

  check = (payment: Payment) => checked(payeeOf(payment))

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    return madeOnce(order, {
      refusals: PAYOUT_REFUSALS,
      find: () => this.#read(order),
      send: () => this.#calls.send(order, 'send', PAYOUTS_PATH, this.#bodyOf(order, payee)),
      accept: (answer) => {
        const there = own(order, answer, payee)
        // Also where it has ended at once: what came of it the next question tells.
        return there
          ? accepted(there.id, there.status)
          : unclear('a payout that is not the one that was asked for')
      },
    })
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#read(order)
    const missing = PAYOUT_REFUSALS.notFound(answer)
    if (missing) return missing
    const payee = payeeOf(order.payment)
    const there = payee.type === 'payee' ? own(order, answer, payee) : undefined
    if (!there) return unclear('a payout that is not the one that was asked about')
    const { id, status } = there
    const found = movedBy(PAYOUT_STATUS, id, status, { payout: id })
    // After everybody was notified that it had arrived, the payee's bank has sent it back: once, by whichever status and in whichever order.
    if (listed(PAYOUT_STATUS, status) !== 'failed' || order.payment.status !== 'SUCCESS') return found
    const fact = factOf(
      `${id}:${status}`,
      status,
      { type: 'returned', received: order.payment.money },
      { payout: id },
    )
    const others = FAILED_CODES.filter((statusCode) => statusCode !== status).map(
      (statusCode) => `${id}:${statusCode}`,
    )
    return known(status, [{ ...fact, alsoNamed: others }])
  }

  #bodyOf(
    { payment: { money }, reference }: ProviderOrder,
    { firstName, lastName, account, bankCode, document }: DlocalPayee,
  ): object {
    const { purpose, argentineAccountType: type } = this.#terms
    return {
      external_id: reference,
      country: listed(PAYOUT_COUNTRIES, money.currency),
      payment_method_id: 'BANK_TRANSFER',
      flow_type: 'B2C',
      purpose,
      amount: majorNumber(money),
      currency: money.currency,
      currency_to_pay: money.currency,
      beneficiary: {
        first_name: firstName,
        last_name: lastName,
        bank_account: {
          account,
          ...(bankCode !== undefined && { code: bankCode }),
          ...(money.currency === 'ARS' && { type }),
        },
        ...(document !== undefined && { document: { id: document } }),
      },
      ...(this.#notificationUrl && { notification_url: this.#notificationUrl() }),
    }
  }

  #read(order: ProviderOrder): Promise<CallAnswer> {
    return this.#calls.read(order, 'read-sent', `${PAYOUTS_PATH}?external_id=${order.reference}`)
  }
}

/** Of this reference, this amount and currency, to this account where it says to whose. */
function own(
  { payment, reference }: ProviderOrder,
  answer: CallAnswer,
  { account }: DlocalPayee,
): DlocalPayout | undefined {
  const there = readDone(DlocalPayout, answer)
  const isOwn =
    there?.external_id === reference &&
    isAmountOf(payment.money, there.amount, there.currency) &&
    (there.currency_to_pay ?? payment.money.currency) === payment.money.currency &&
    (accountIn(there) ?? account) === account
  return isOwn ? there : undefined
}
