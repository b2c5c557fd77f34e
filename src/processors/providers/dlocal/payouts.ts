/**
 * Payouts to bank accounts by dLocal's Payouts API, version 3.
 *
 * Each has our reference as its external ID, which dLocal takes once. After a first try nothing is sent before it was asked for.
 */
import { declined, readAs, unclear } from '../answers.ts'
import type { AccountStanding, OrderAnswer, OrderFindings, ProviderFact, ProviderOrder } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { listed } from '../status-codes.ts'
import { notFound, refusalOf, statusCodeOf } from './answers.ts'
import { PAYOUT_COUNTRIES } from './methods.ts'
import { type DlocalPayee, payeeOf } from './people.ts'
import { accountIn, DlocalPayout, isSame, PAYOUT_ERRORS, PAYOUT_STATUS, wireAmount } from './read.ts'
import { PAYOUTS_PATH } from './signature.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 8_000

export interface PayoutTerms {
  /** One of dLocal's codes for what payouts are for. */
  readonly purpose: string
  /** What is said of accounts in Argentina: a CBU does not tell, and requests do not. */
  readonly argentineAccountType: string | undefined
}

const FAILED_CODES = Object.keys(PAYOUT_STATUS).filter((statusCode) => PAYOUT_STATUS[statusCode] === 'failed')

export const NO_PAYOUTS = declined('METHOD', 'the account has no credentials for payouts')

export class Payouts {
  readonly #standing: AccountStanding
  readonly #terms: PayoutTerms

  constructor(standing: AccountStanding, terms: PayoutTerms) {
    this.#standing = standing
    this.#terms = terms
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type !== 'payee') return payee
    if (!order.isFirst) {
      const before = await this.#ask(order)
      const missing = notFound(before, PAYOUT_ERRORS)
      if (missing?.type === 'unclear') return missing
      if (!missing) return this.#accept(order, before, payee)
    }
    const answer = await this.#create(order, payee)
    if (answer.type === 'answer' && answer.status === 200) return this.#accept(order, answer, payee)
    const refused = refusalOf(answer, PAYOUT_ERRORS)
    return refused === 'exists' ? this.#accept(order, await this.#ask(order), payee) : refused
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order)
    const missing = notFound(answer, PAYOUT_ERRORS)
    if (missing) return missing
    const payee = payeeOf(order.payment)
    const there = payee.type === 'payee' ? own(order, answer, payee) : undefined
    if (!there) return unclear('a payout that is not the one that was asked about')
    const { status } = there
    const over = (
      statusChange: ProviderFact['statusChange'],
      besides?: Pick<ProviderFact, 'alsoNamed'>,
    ): OrderFindings => {
      const fact = { fact: `${there.id}:${status}`, processorStatus: status, statusChange, ...besides }
      const about = { payout: there.id }
      return { type: 'known', processorStatus: status, facts: [{ ...fact, about }], isOver: true }
    }
    switch (listed(PAYOUT_STATUS, status)) {
      case undefined:
        return { type: 'unlisted', statusCode: status }
      case 'open':
        return { type: 'known', processorStatus: status, facts: [], isOver: false }
      case 'done':
        return over({ type: 'delivered' })
      case 'failed':
        // After everybody was told that it had arrived, the payee's bank has sent it back: once, by whichever word and in whichever order.
        if (order.payment.status === 'SUCCESS')
          return over(
            { type: 'returned', received: order.payment.money },
            {
              alsoNamed: FAILED_CODES.filter((statusCode) => statusCode !== status).map(
                (statusCode) => `${there.id}:${statusCode}`,
              ),
            },
          )
        return over({ type: 'failed', failureReason: 'PROCESSOR_ERROR', noMoneyLeft: true })
    }
  }

  #accept(order: ProviderOrder, answer: CallAnswer, payee: DlocalPayee): OrderAnswer {
    const there = own(order, answer, payee)
    if (!there) return unclear('a payout that is not the one that was asked for')
    // Also where it has ended at once: what came of it is told by the next question.
    return { type: 'accepted', receiving: {}, processorRef: there.id, processorStatus: there.status }
  }

  #create(
    { payment, reference }: ProviderOrder,
    { firstName, lastName, account, bankCode, document }: DlocalPayee,
  ): Promise<CallAnswer> {
    const { money } = payment
    const { notificationUrl, calls } = this.#standing
    const { purpose, argentineAccountType: type } = this.#terms
    return calls.call({
      operation: 'send',
      method: 'POST',
      path: PAYOUTS_PATH,
      body: {
        external_id: reference,
        country: listed(PAYOUT_COUNTRIES, money.currency),
        payment_method_id: 'BANK_TRANSFER',
        flow_type: 'B2C',
        purpose,
        amount: wireAmount(money),
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
        ...(notificationUrl && { notification_url: notificationUrl() }),
      },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }

  #ask({ payment, reference }: ProviderOrder): Promise<CallAnswer> {
    return this.#standing.calls.call({
      operation: 'read-sent',
      method: 'GET',
      path: `${PAYOUTS_PATH}?external_id=${reference}`,
      timeoutMs: INQUIRE_WITHIN_MS,
      payment,
      statusCodeOf,
    })
  }
}

/** Of this reference, this amount and currency, to this account where it says to whose. */
function own(
  { payment, reference }: ProviderOrder,
  answer: CallAnswer,
  { account }: DlocalPayee,
): DlocalPayout | undefined {
  const there =
    answer.type === 'answer' && answer.status === 200 ? readAs(DlocalPayout, answer.body) : undefined
  const isOwn =
    there?.external_id === reference &&
    isSame(payment.money, there.amount, there.currency) &&
    (there.currency_to_pay ?? payment.money.currency) === payment.money.currency &&
    (accountIn(there) ?? account) === account
  return isOwn ? there : undefined
}

/** A question that any account may ask, and that finds nothing. */
export function pingPayouts({ calls }: AccountStanding): Promise<CallAnswer> {
  return calls.call({
    operation: 'ping',
    method: 'GET',
    path: `${PAYOUTS_PATH}?external_id=sluice-ping`,
    timeoutMs: INQUIRE_WITHIN_MS,
    isProbe: true,
  })
}
