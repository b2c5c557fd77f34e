/**
 * An account with Cashfree: payins by an order or by a payment link, refunds of the orders that paid them, payouts as transfers.
 *
 * Which of the two ways a payin goes follows from the payment alone, for ever: where the payer needs nothing more to choose it is an
 * order, whose link or page is the payer's own; otherwise a page of Cashfree's asks. All is known there by our reference, which it takes
 * once, and what it answers counts only where reference, amount and currency are the payment's.
 */

import type { Static } from 'typebox'
import type { Payment } from '../../../payments/model.ts'
import type { CheckAnswer, Declined } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import type { AccountCalls } from '../account-calls.ts'
import { pingOf, readDone } from '../answers.ts'
import type {
  AccountStanding,
  Balances,
  Notification,
  NotificationReading,
  Offer,
  Ping,
  Unclear,
} from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { plainReference } from '../references.ts'
import { isNativeRefund } from '../requests.ts'
import { type PaymentProduct, RoutedAccount } from '../routed-account.ts'
import { unanswered } from './answers.ts'
import { balancesOf } from './balance.ts'
import { BANKS } from './banks.ts'
import { Links } from './links.ts'
import { isUpi, Orders } from './orders.ts'
import { PayerFacts } from './payer.ts'
import { Eligible } from './read.ts'
import { type PaidOrder, Refunds } from './refunds.ts'
import { NO_PAYOUTS, Transfers } from './transfers.ts'
import { referencesIn } from './webhook.ts'
import {
  type CashfreeKeys,
  OlderPayouts,
  type PayoutKeys,
  paymentCalls,
  payoutCalls,
  sessionCalls,
} from './wire.ts'

export interface CashfreeSettings {
  readonly keys: CashfreeKeys
  readonly payoutKeys: PayoutKeys | undefined
  readonly customerPhone: string
  readonly isSandbox: boolean
  /** All that the account may serve. */
  readonly services: readonly WireService[]
}

/** The banks and wallets are those of an amount; this is one that each of them takes. */
const REQUESTED_AMOUNT = 100
/** NPCI has closed UPI's requests to pay to nearly all businesses on 28 February 2026. */
const NO_REQUESTS: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: 'payers are not asked by their UPI ID any more',
  faults: [
    {
      path: '/paymentMethod/account/accountNumber',
      code: 'NOT_ALLOWED',
      message: 'must be left out: the payer gets a link that opens the UPI app instead',
    },
  ],
}
/** No reference of ours looks so. */
const NOBODYS = 'sluice_ping'

export class CashfreeAccount extends RoutedAccount {
  readonly #settings: CashfreeSettings
  readonly #standing: AccountStanding
  readonly #payments: AccountCalls
  readonly #payouts: AccountCalls | undefined
  readonly #orders: Orders
  readonly #links: Links
  readonly #refunds: Refunds
  readonly #transfers: Transfers | undefined

  constructor(settings: CashfreeSettings, standing: AccountStanding) {
    super()
    this.#settings = settings
    this.#standing = standing
    const { keys, payoutKeys, customerPhone } = settings
    const { clock, notificationUrl } = standing
    this.#payments = paymentCalls(standing, keys)
    this.#payouts = payoutKeys && payoutCalls(standing, payoutKeys)
    const facts = new PayerFacts({ customerPhone, notificationUrl }, clock)
    this.#orders = new Orders(this.#payments, sessionCalls(standing), facts, settings.isSandbox)
    this.#links = new Links(this.#payments, facts)
    this.#refunds = new Refunds(this.#payments, (payin, refund) => this.#paidOrderOf(payin, refund))
    this.#transfers = this.#payouts && new Transfers(this.#payouts, payoutKeys?.fundSource)
  }

  override check(payment: Payment): CheckAnswer {
    const isRequest = payment.method === 'UPICOLLECT' && payment.request.accountNumber !== undefined
    return isRequest ? NO_REQUESTS : super.check(payment)
  }

  /** What is sent is sent: a transfer that waits for an approval is rejected on Cashfree's own pages. */
  protected productFor(payment: Payment): PaymentProduct | Declined {
    if (payment.kind === 'payin') return this.#payinsOf(payment)
    return isNativeRefund(payment) ? this.#refunds : (this.#transfers ?? NO_PAYOUTS)
  }

  async ping(): Promise<Ping> {
    const payments = pingProduct('payments', await this.#payments.probe('ping', `/orders/${NOBODYS}`))
    // Who is not there for the one is not there for the other: they are one address.
    if (!payments.ok || !this.#payouts) return payments
    return pingProduct('payouts', await this.#payouts.probe('ping', `/transfers?transfer_id=${NOBODYS}`))
  }

  async offers(): Promise<Offer | Unclear> {
    const answer = await this.#payments.probe('offers', '/eligibility/payment_methods', {
      method: 'POST',
      body: { queries: { amount: REQUESTED_AMOUNT }, filters: { payment_methods: ['upi', 'netbanking'] } },
    })
    const eligible = readDone(Eligible, answer)
    return eligible
      ? { type: 'offer', services: offered(this.#settings.services, eligible) }
      : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const { payoutKeys } = this.#settings
    if (!payoutKeys) return { type: 'balances', balances: [] }
    return balancesOf(new OlderPayouts(this.#standing, payoutKeys))
  }

  readNotification(notification: Notification): NotificationReading {
    const { keys, payoutKeys } = this.#settings
    const secrets = [keys.secret, ...(payoutKeys ? [payoutKeys.secret] : [])]
    return { references: referencesIn(notification, secrets, this.#standing.clock.now()) }
  }

  #payinsOf({ method, operator }: Payment): Orders | Links {
    return isUpi(method) || (method === 'ONLINE' && operator !== undefined) ? this.#orders : this.#links
  }

  async #paidOrderOf(payin: Payment, refund: Payment): Promise<PaidOrder> {
    const reference = plainReference(payin)
    const payins = this.#payinsOf(payin)
    return payins instanceof Links ? payins.orderOf(payin, reference, refund) : reference
  }
}

const pingProduct = (product: string, answer: CallAnswer): Ping => {
  const refused = `it refuses the keys for ${product}, or our address is not on its list`
  // That there is no such thing is an answer for somebody whom it knows.
  return pingOf(answer, { 401: refused, 403: refused }, ({ status }) => status === 404)
}

/** Of what the account may serve that which is up, with the banks that are. Of what is not named nothing is known: it stays. */
function offered(
  services: readonly WireService[],
  eligible: Static<typeof Eligible>,
): readonly WireService[] {
  const namedAs = (name: string) => eligible.find(({ entity_value }) => entity_value === name)
  const netBanking = namedAs('netbanking')
  const banks = netBanking?.entity_details?.payment_method_details ?? []
  const up = new Set(banks.flatMap(({ code, eligibility }) => (eligibility && code ? [code] : [])))
  const codes = Object.keys(BANKS).filter((bank) => banks.length === 0 || up.has(BANKS[bank] ?? 0))
  return services.flatMap((service) => {
    if (service.kind !== 'payin') return [service]
    const isOnline = service.paymentMethodCodes.includes('ONLINE')
    const isUp = (isOnline ? netBanking : namedAs('upi'))?.eligibility ?? true
    if (!isUp || (isOnline && codes.length === 0)) return []
    return [isOnline ? { ...service, paymentOperatorCodes: codes } : service]
  })
}
