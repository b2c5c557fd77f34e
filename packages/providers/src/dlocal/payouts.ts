/**
 * Payouts to bank accounts by dLocal's Payouts API, version 3. Our reference is the external ID, which dLocal accepts once. A later try
 * first looks for it.
 */
import { isAmountOf, majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, readDone } from '@sluice/provider-kit/answers.ts'
import { accepted, factOf, known, movedBy } from '@sluice/provider-kit/findings.ts'
import { OnceProduct } from '@sluice/provider-kit/once.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { PAYOUT_REFUSALS } from './answers.ts'
import { PAYOUT_COUNTRIES } from './methods.ts'
import { type DlocalPayee, payeeOf } from './people.ts'
import { accountIn, DlocalPayout, PAYOUT_STATUS } from './read.ts'
import { PAYOUTS_PATH } from './signature.ts'

export interface PayoutTerms {
  /** One of dLocal's purpose codes. */
  readonly purpose: string
  /** For accounts in Argentina: neither a CBU nor a request has it. */
  readonly argentineAccountType: string | undefined
}

const FAILED_CODES = Object.keys(PAYOUT_STATUS).filter((statusCode) => PAYOUT_STATUS[statusCode] === 'failed')

export const NO_PAYOUTS = declined('METHOD', 'the account has no credentials for payouts')

export class Payouts extends OnceProduct<PayoutTerms, DlocalPayee, DlocalPayout> {
  protected readonly noun = 'a payout'
  protected readonly refusals = PAYOUT_REFUSALS
  protected partyOf = payeeOf

  /** Even if it has ended: the next status inquiry reports that. */
  protected acceptedAs = (_: ProviderOrder, { id, status }: DlocalPayout): OrderAnswer => accepted(id, status)

  protected becameOf(order: ProviderOrder, { id, status }: DlocalPayout): OrderFindings {
    const found = movedBy(PAYOUT_STATUS, id, status, { payout: id })
    // It had arrived, and the payee's bank returned it: once, whatever the statuses and their order.
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

  protected send(
    order: ProviderOrder,
    { firstName, lastName, account, bankCode, document }: DlocalPayee,
  ): Promise<CallAnswer> {
    const { money } = order.payment
    const { purpose, argentineAccountType: type } = this.settings
    const { notificationUrl } = this.standing
    return this.calls.send(order, 'send', PAYOUTS_PATH, {
      external_id: order.reference,
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
      ...(notificationUrl && { notification_url: notificationUrl() }),
    })
  }

  protected read(order: ProviderOrder): Promise<CallAnswer> {
    return this.calls.read(order, 'read-sent', `${PAYOUTS_PATH}?external_id=${order.reference}`)
  }

  /** With this reference, amount and currency, and to this account if one is named. */
  protected ownIn({ payment, reference }: ProviderOrder, answer: CallAnswer): DlocalPayout | undefined {
    const payee = payeeOf(payment)
    const there = readDone(DlocalPayout, answer)
    const isOwn =
      payee.type === 'payee' &&
      there?.external_id === reference &&
      isAmountOf(payment.money, there.amount, there.currency) &&
      (there.currency_to_pay ?? payment.money.currency) === payment.money.currency &&
      (accountIn(there) ?? payee.account) === payee.account
    return isOwn ? there : undefined
  }
}
