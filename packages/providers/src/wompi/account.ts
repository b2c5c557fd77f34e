/**
 * An account with Wompi: transactions by PSE.
 *
 * A transaction has our reference, which Wompi accepts once: a repetition is refused (422), and the first one is looked for. The answer
 * to a create comes before the payer's bank has a page, so the transaction is read again until there is one, as long as a create may
 * wait; after that the usual status inquiries follow. What was paid is read from all transactions of our reference: each approved one is
 * money.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { AccountCalls, bearer } from '@sluice/provider-kit/account-calls.ts'
import { minorMoney, minorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, pingOf, readDone, unclear, whyUnanswered } from '@sluice/provider-kit/answers.ts'
import { accepted, FAILED, factOf, known } from '@sluice/provider-kit/findings.ts'
import type {
  Offer,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { checked, pageBack } from '@sluice/provider-kit/requests.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { services } from '@sluice/provider-kit/services.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { isOf, refusalOf, statusCodeOf, unanswered } from './answers.ts'
import { bankCode, isSandbox, operatorsOf } from './banks.ts'
import { descriptionOf, type PsePayer, payerOf } from './payer.ts'
import { Banks, madeAt, One, pageOf, Several, STATUS, WompiMerchant, type WompiTransaction } from './read.ts'
import { integritySignature, referencesIn } from './signature.ts'

const READ_WITHIN_MS = 3_000
/** Until the bank's page is there; in the sandbox that takes 0.2 to 5 s. */
const PAUSES_MS = [300, 500, 700, 1_000, 1_300, 1_600] as const
/** A create waits at most 10 s. */
const PAGE_WITHIN_MS = 7_000

export interface WompiSettings {
  readonly publicKey: string
  readonly privateKey: string
  readonly integritySecret: string
  readonly eventsSecret: string
}

export class WompiAccount extends BaseAccount<WompiSettings> {
  readonly #calls = new AccountCalls(this.standing.calls, {
    ...{ sendWithinMs: 6_000, readWithinMs: 8_000 },
    headers: bearer(this.settings.privateKey),
    statusCodeOf,
  })

  check = (payment: Payment) => checked(payment.kind === 'payin' ? payerOf(payment) : NO_PAYOUTS)

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payer = order.payment.kind === 'payin' ? payerOf(order.payment) : NO_PAYOUTS
    if ('type' in payer) return payer
    const untilAt = this.standing.clock.now() + PAGE_WITHIN_MS
    if (!order.isFirst) {
      const before = await this.#transactionsOf(order)
      if ('type' in before) return before
      const latest = before.findLast(({ status }) => listed(STATUS, status) === 'open') ?? before.at(-1)
      if (latest) return this.#taken(order, latest, untilAt)
    }
    const merchant = await this.#merchant(order.payment)
    if ('type' in merchant) return merchant
    const answer = await this.#create(order, payer, merchant)
    const made = readDone(One, answer)?.data
    if (made) return this.#taken(order, made, untilAt)
    const refused = refusalOf(answer)
    if (refused === 'exists') return unclear('a transaction with this reference already exists')
    return refused === 'missing' ? unanswered(answer) : refused
  }

  #create(
    order: ProviderOrder,
    { email, fullName, phoneNumber, legalIdType, legalId, bank }: PsePayer,
    { presigned_acceptance: terms, presigned_personal_data_auth: data }: WompiMerchant,
  ): Promise<CallAnswer> {
    const { payment, reference, merchantName } = order
    const { currency } = payment.money
    const cents = minorNumber(payment.money)
    const back = pageBack(payment)
    return this.#calls.send(order, 'create', '/transactions', {
      acceptance_token: terms.acceptance_token,
      ...(data && { accept_personal_auth: data.acceptance_token }),
      amount_in_cents: cents,
      currency,
      reference,
      signature: integritySignature({ reference, cents, currency }, this.settings.integritySecret),
      customer_email: email,
      customer_data: { full_name: fullName, phone_number: phoneNumber },
      payment_method: {
        type: 'PSE',
        user_type: legalIdType === 'NIT' ? 1 : 0,
        user_legal_id_type: legalIdType,
        user_legal_id: legalId,
        financial_institution_code: bankCode(bank, isSandbox(this.settings)),
        payment_description: descriptionOf(merchantName),
      },
      ...(back !== undefined && { redirect_url: back }),
    })
  }

  /** Waits for the page of the payer's bank. */
  async #taken(order: ProviderOrder, first: WompiTransaction, untilAt: number): Promise<OrderAnswer> {
    let transaction = first
    for (const pauseMs of PAUSES_MS) {
      const answer = this.#accepted(order, transaction)
      if (answer) return answer
      if (this.standing.clock.now() + pauseMs > untilAt) break
      await this.#calls.pause(pauseMs)
      const path = `/transactions/${transaction.id}`
      const read = await this.#calls.read(order, 'read', path, { timeoutMs: READ_WITHIN_MS })
      transaction = readDone(One, read)?.data ?? transaction
    }
    return this.#accepted(order, transaction) ?? unclear('the bank has no page yet')
  }

  /** @returns undefined while there is no page */
  #accepted(
    { payment, reference, isFirst }: ProviderOrder,
    transaction: WompiTransaction,
  ): OrderAnswer | undefined {
    const { id, status } = transaction
    if (!isOf(transaction, reference, this.settings.publicKey)) return unclear('another transaction')
    if (BigInt(transaction.amount_in_cents) !== payment.money.amountMinor)
      return unclear('a transaction with a different amount')
    const pageUrl = pageOf(transaction)
    const shown = pageUrl === undefined ? undefined : accepted(id, status, { pageUrl })
    switch (listed(STATUS, status)) {
      case 'refused':
        // It ended before a page was shown, so the payer cannot pay it. Other ends are reported by the next status inquiry.
        return isFirst ? { type: 'refused', reason: status } : unclear(`it has ended: ${status}`)
      case 'failed':
        return unclear(`it has ended: ${status}`)
      case 'paid':
        return shown ?? unclear('it is paid, but without a page')
      case 'open':
      case undefined:
        return shown
    }
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const transactions = await this.#transactionsOf(order)
    if ('type' in transactions) return transactions
    const latest = transactions.at(-1)
    if (!latest) return { type: 'never' }
    const reported = transactions.map(reportedBy)
    const facts = reported.filter((each) => typeof each === 'object')
    const paid = facts.filter(({ statusChange }) => statusChange.type === 'paid')
    const unlisted = transactions[reported.indexOf('unlisted')]
    const isOpen = reported.includes('open')
    if (paid.length > 0) return known('APPROVED', paid, !unlisted && !isOpen)
    if (unlisted) return { type: 'unlisted', statusCode: unlisted.status }
    // While one of them may still be paid, the others decide nothing.
    if (isOpen) return known('PENDING')
    return known(latest.status, facts.slice(-1), true)
  }

  /** The oldest first. */
  async #transactionsOf(order: ProviderOrder): Promise<readonly WompiTransaction[] | Unclear> {
    const path = `/transactions?reference=${order.reference}`
    const answer = await this.#calls.read(order, 'read', path)
    const found = readDone(Several, answer)?.data
    if (!found) return unanswered(answer)
    // Whatever the search returns, only those with our exact reference are ours.
    const ours = found.filter(({ reference }) => reference === order.reference)
    if (ours.some((each) => !isOf(each, order.reference, this.settings.publicKey)))
      return unclear('a transaction of another merchant, or in another currency')
    return ours.toSorted((one, other) => madeAt(one).localeCompare(madeAt(other)))
  }

  /** Each create needs new acceptance tokens: one can be used once. They contain nothing of the payment. */
  async #merchant(payment: Payment | undefined): Promise<WompiMerchant | Unclear> {
    const path = `/merchants/${encodeURIComponent(this.settings.publicKey)}`
    const within = { timeoutMs: READ_WITHIN_MS }
    const answer = payment
      ? await this.#calls.read({ payment }, 'terms', path, within)
      : await this.#calls.probe('terms', path, within)
    return readDone(WompiMerchant, answer)?.data ?? unanswered(answer)
  }

  async ping(): Promise<Ping> {
    const merchant = await this.#merchant(undefined)
    if ('type' in merchant)
      return { ok: false, why: whyUnanswered(merchant, {}, 'it does not know the public key') }
    if (merchant.active === false) return { ok: false, why: 'the merchant is not active' }
    // Finds nothing, but needs the private key.
    const refused = 'it refuses the private key'
    const answer = await this.#calls.probe('ping', '/transactions?reference=ping')
    return pingOf(answer, { 401: refused, 403: refused })
  }

  async offers(): Promise<Offer | Unclear> {
    const merchant = await this.#merchant(undefined)
    if ('type' in merchant) return merchant
    const methods = merchant.accepted_payment_methods
    if (methods && !methods.includes('PSE')) return { type: 'offer', services: [] }
    const banks = readDone(Banks, await this.#calls.probe('ping', '/pse/financial_institutions'))
    if (!banks) return unclear('it does not list the banks')
    const codes = banks.data.map(({ financial_institution_code }) => financial_institution_code)
    const operators = operatorsOf(codes, isSandbox(this.settings))
    return { type: 'offer', services: operators.length === 0 ? [] : pseOf(operators) }
  }

  readNotification = reading((notification) => referencesIn(notification, this.settings.eventsSecret))
}

const NO_PAYOUTS = declined('METHOD', 'it makes no payouts, and PSE no refunds')

/** What one transaction means for the payin. */
function reportedBy({ id, status, amount_in_cents }: WompiTransaction): ProviderFact | 'open' | 'unlisted' {
  const over = (statusChange: ProviderFact['statusChange']) => factOf(`${id}:${status}`, status, statusChange)
  switch (listed(STATUS, status)) {
    case undefined:
      return 'unlisted'
    case 'open':
      return 'open'
    case 'paid': {
      const received = minorMoney(amount_in_cents, 'COP')
      return factOf(id, status, { type: 'paid', received }, { transaction: id })
    }
    case 'refused':
      return over({ type: 'refused', reason: status })
    case 'failed':
      return over(FAILED)
  }
}

/** @param operators left out: all */
export const pseOf = (operators?: readonly string[]) => services(['payin'], 'PSE', 'COP', { operators })
