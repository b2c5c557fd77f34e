/**
 * An account with Wompi: transactions by PSE.
 *
 * A transaction is made under our own reference, which Wompi takes once and never again: a repetition is refused (422), and then what was
 * made is looked for. Wompi answers a create before the payer's bank has given a page, so the transaction is read again until it has one, for
 * as long as a create may wait; one that has none by then is asked about like every payment of which nothing is known. What was paid is read
 * from the transactions of our reference; there can be several, and each that was approved is money.
 */
import { withPayinId } from '../../../foundation/urls.ts'
import type { CheckAnswer, Declined } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { readAs, unclear, unreached, whyUnanswered } from '../answers.ts'
import type {
  AccountStanding,
  Notification,
  NotificationReading,
  Offer,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { centsOf, isOf, refusalOf, statusCodeOf } from './answers.ts'
import { bankCode, isSandbox, operatorsOf } from './banks.ts'
import { descriptionOf, type PsePayer, payerOf } from './payer.ts'
import {
  Banks,
  cop,
  errorOf,
  madeAt,
  One,
  pageOf,
  Several,
  STATUS,
  WompiMerchant,
  type WompiTransaction,
} from './read.ts'
import { integritySignature, referencesIn } from './signature.ts'

const CREATE_WITHIN_MS = 6_000
const INQUIRE_WITHIN_MS = 8_000
const READ_WITHIN_MS = 3_000
/** Until the bank's page is there: in the sandbox it takes 0.2 to 5 s. */
const PAUSES_MS = [300, 500, 700, 1_000, 1_300, 1_600] as const
/** A create waits for 10 s and no longer. */
const PAGE_WITHIN_MS = 7_000

export interface WompiSettings {
  readonly publicKey: string
  readonly privateKey: string
  readonly integritySecret: string
  readonly eventsSecret: string
}

export class WompiAccount implements ProviderAccount {
  readonly #settings: WompiSettings
  readonly #standing: AccountStanding

  constructor(settings: WompiSettings, standing: AccountStanding) {
    this.#settings = settings
    this.#standing = standing
  }

  check(payment: ProviderOrder['payment']): CheckAnswer {
    const payer = payment.kind === 'payin' ? payerOf(payment) : NO_PAYOUTS
    return 'type' in payer ? payer : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payer = order.payment.kind === 'payin' ? payerOf(order.payment) : NO_PAYOUTS
    if ('type' in payer) return payer
    const untilAt = this.#standing.clock.now() + PAGE_WITHIN_MS
    if (!order.isFirst) {
      const before = await this.#transactionsOf(order)
      if ('type' in before) return before
      const latest = before.findLast(({ status }) => listed(STATUS, status) === 'open') ?? before.at(-1)
      if (latest) return this.#taken(order, latest, untilAt)
    }
    const merchant = await this.#merchant(order.payment)
    if ('type' in merchant) return merchant
    const answer = await this.#create(order, payer, merchant)
    const made =
      answer.type === 'answer' && answer.status === 201 ? readAs(One, answer.body)?.data : undefined
    if (made) return this.#taken(order, made, untilAt)
    return refusalOf(answer)
  }

  async #create(
    { payment, reference, merchantName }: ProviderOrder,
    { email, fullName, phoneNumber, legalIdType, legalId, bank }: PsePayer,
    { presigned_acceptance: terms, presigned_personal_data_auth: data }: WompiMerchant,
  ): Promise<CallAnswer> {
    const { privateKey, integritySecret } = this.#settings
    const { returnUrl } = payment.request
    const cents = centsOf(payment)
    const signed = { reference, cents, currency: payment.money.currency }
    return this.#standing.calls.call({
      operation: 'create',
      method: 'POST',
      path: '/transactions',
      headers: { authorization: `Bearer ${privateKey}` },
      body: {
        acceptance_token: terms.acceptance_token,
        ...(data && { accept_personal_auth: data.acceptance_token }),
        amount_in_cents: cents,
        currency: payment.money.currency,
        reference,
        signature: integritySignature(signed, integritySecret),
        customer_email: email,
        customer_data: { full_name: fullName, phone_number: phoneNumber },
        payment_method: {
          type: 'PSE',
          user_type: legalIdType === 'NIT' ? 1 : 0,
          user_legal_id_type: legalIdType,
          user_legal_id: legalId,
          financial_institution_code: bankCode(bank, isSandbox(this.#settings)),
          payment_description: descriptionOf(merchantName),
        },
        // It goes back to pages alone.
        ...(returnUrl !== undefined &&
          /^https?:/i.test(returnUrl) && { redirect_url: withPayinId(returnUrl, payment.id) }),
      },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }

  /** Waits until the payer's bank has given its page. */
  async #taken(order: ProviderOrder, first: WompiTransaction, untilAt: number): Promise<OrderAnswer> {
    let transaction = first
    for (const pauseMs of PAUSES_MS) {
      const answer = this.#accepted(order, transaction)
      if (answer) return answer
      if (this.#standing.clock.now() + pauseMs > untilAt) break
      await this.#standing.calls.pause(pauseMs)
      const read = await this.#read(order, `/transactions/${transaction.id}`, READ_WITHIN_MS)
      const body = read.type === 'answer' && read.status === 200 ? read.body : undefined
      transaction = readAs(One, body)?.data ?? transaction
    }
    return this.#accepted(order, transaction) ?? unclear('the bank has given no page yet')
  }

  /** @returns undefined while there is no page */
  #accepted(
    { payment, reference, isFirst }: ProviderOrder,
    transaction: WompiTransaction,
  ): OrderAnswer | undefined {
    const { id, status } = transaction
    if (!isOf(transaction, reference, this.#settings.publicKey)) return unclear('another transaction')
    if (transaction.amount_in_cents !== centsOf(payment)) return unclear('a transaction of another amount')
    const pageUrl = pageOf(transaction)
    const accepted: OrderAnswer | undefined =
      pageUrl === undefined
        ? undefined
        : { type: 'accepted', receiving: { pageUrl }, processorRef: id, processorStatus: status }
    switch (listed(STATUS, status)) {
      case 'refused':
        // It ended before anybody was shown a page: nobody is to be sent there. What else has ended its answer to our question tells.
        return isFirst ? { type: 'refused', reason: status } : unclear(`it has ended: ${status}`)
      case 'failed':
        return unclear(`it has ended: ${status}`)
      case 'paid':
        return accepted ?? unclear('it is paid, without a page')
      case 'open':
      case undefined:
        return accepted
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
    if (paid.length > 0)
      return { type: 'known', processorStatus: 'APPROVED', facts: paid, isOver: !unlisted && !isOpen }
    if (unlisted) return { type: 'unlisted', statusCode: unlisted.status }
    // As long as one of them may still be paid, none of the others says what became of the payin.
    if (isOpen) return { type: 'known', processorStatus: 'PENDING', facts: [], isOver: false }
    return { type: 'known', processorStatus: latest.status, facts: facts.slice(-1), isOver: true }
  }

  /** The oldest first. */
  async #transactionsOf(order: ProviderOrder): Promise<readonly WompiTransaction[] | Unclear> {
    const path = `/transactions?reference=${order.reference}`
    const answer = await this.#read(order, path, INQUIRE_WITHIN_MS)
    if (answer.type === 'none') return unclear(answer.why)
    const found = answer.status === 200 ? readAs(Several, answer.body)?.data : undefined
    if (!found) return unclear(`status ${answer.status} ${errorOf(answer.body)?.type ?? ''}`.trim())
    // However it searches: ours are those of our very reference.
    const ours = found.filter(({ reference }) => reference === order.reference)
    if (ours.some((each) => !isOf(each, order.reference, this.#settings.publicKey)))
      return unclear('a transaction of another merchant, or in another currency')
    return ours.toSorted((one, other) => madeAt(one).localeCompare(madeAt(other)))
  }

  /** Each create needs tokens of its own: one is taken once. They carry nothing of the payment. */
  async #merchant(payment: ProviderOrder['payment'] | undefined): Promise<WompiMerchant | Unclear> {
    const answer = await this.#standing.calls.call({
      operation: 'terms',
      method: 'GET',
      path: `/merchants/${encodeURIComponent(this.#settings.publicKey)}`,
      timeoutMs: READ_WITHIN_MS,
      ...(payment ? { payment } : { isProbe: true }),
      statusCodeOf,
    })
    if (answer.type === 'none') return unclear(answer.why)
    const merchant = answer.status === 200 ? readAs(WompiMerchant, answer.body)?.data : undefined
    return merchant ?? unclear(`no acceptance tokens: status ${answer.status}`)
  }

  async ping(): Promise<Ping> {
    const merchant = await this.#merchant(undefined)
    if ('type' in merchant)
      return { ok: false, why: whyUnanswered(merchant, {}, 'it does not know the public key') }
    if (merchant.active === false) return { ok: false, why: 'the merchant is not active' }
    // Nobody has such a reference; the private key alone may ask.
    const answer = await this.#probe('/transactions?reference=ping')
    if (answer.type === 'none') return unreached(answer)
    if (answer.status === 200) return { ok: true }
    const isRefused = answer.status === 401 || answer.status === 403
    return {
      ok: false,
      why: isRefused ? 'it refuses the private key' : `it answers with status ${answer.status}`,
    }
  }

  async offers(): Promise<Offer | Unclear> {
    const merchant = await this.#merchant(undefined)
    if ('type' in merchant) return merchant
    const methods = merchant.accepted_payment_methods
    if (methods && !methods.includes('PSE')) return { type: 'offer', services: [] }
    const answer = await this.#probe('/pse/financial_institutions')
    const listed = answer.type === 'answer' && answer.status === 200 ? readAs(Banks, answer.body) : undefined
    if (!listed) return unclear('it does not list the banks')
    const codes = listed.data.map(({ financial_institution_code }) => financial_institution_code)
    const operators = operatorsOf(codes, isSandbox(this.#settings))
    return { type: 'offer', services: operators.length === 0 ? [] : [pseOf(operators)] }
  }

  readNotification({ body }: Notification): NotificationReading {
    return { references: referencesIn(body, this.#settings.eventsSecret) }
  }

  #read({ payment }: ProviderOrder, path: string, timeoutMs: number): Promise<CallAnswer> {
    return this.#standing.calls.call({
      operation: 'read',
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${this.#settings.privateKey}` },
      timeoutMs,
      payment,
      statusCodeOf,
    })
  }

  #probe(path: string): Promise<CallAnswer> {
    return this.#standing.calls.call({
      operation: 'ping',
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${this.#settings.privateKey}` },
      timeoutMs: INQUIRE_WITHIN_MS,
      isProbe: true,
    })
  }
}

const NO_PAYOUTS: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'it sends no money, and PSE gives none back',
}

/** What one transaction says of the payin. */
function reportedBy({ id, status, amount_in_cents }: WompiTransaction): ProviderFact | 'open' | 'unlisted' {
  const ended = { fact: `${id}:${status}`, processorStatus: status }
  switch (listed(STATUS, status)) {
    case undefined:
      return 'unlisted'
    case 'open':
      return 'open'
    case 'paid':
      return {
        fact: id,
        processorStatus: status,
        statusChange: { type: 'paid', received: cop(amount_in_cents) },
        about: { transaction: id },
      }
    case 'refused':
      return { ...ended, statusChange: { type: 'refused', reason: status } }
    case 'failed':
      return { ...ended, statusChange: { type: 'failed', failureReason: 'PROCESSOR_ERROR' } }
  }
}

/** @param operators left out: all */
export const pseOf = (operators?: readonly string[]): WireService => ({
  kind: 'payin',
  paymentMethodCodes: ['PSE'],
  currencyCodes: ['COP'],
  ...(operators && { paymentOperatorCodes: [...operators] }),
})
