/**
 * An account with Cashfree: payins by an order or a payment link, refunds of paid orders, payouts as transfers.
 *
 * The payment alone decides which of the two a payin uses: an order if the payer has nothing more to choose, otherwise a link to a page
 * of Cashfree's. Each has our reference as its ID, which Cashfree accepts once. An answer counts only if reference, amount and currency
 * are the payment's.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import { pingOf, readDone } from '@sluice/provider-kit/answers.ts'
import type { Balances, Offer, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { plainReference } from '@sluice/provider-kit/references.ts'
import { isNativeRefund } from '@sluice/provider-kit/requests.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import type { Static } from 'typebox'
import { unanswered } from './answers.ts'
import { balancesOf } from './balance.ts'
import { BANKS } from './banks.ts'
import { Links } from './links.ts'
import { isUpi, Orders } from './orders.ts'
import { PayerFacts, type PayerSettings } from './payer.ts'
import { Eligible } from './read.ts'
import { type PaidOrder, Refunds } from './refunds.ts'
import { NO_PAYOUTS, Transfers } from './transfers.ts'
import { referencesIn } from './webhook.ts'
import { type CashfreeKeys, OlderPayouts, type PayoutKeys, paymentCalls, payoutCalls } from './wire.ts'

export interface CashfreeSettings extends PayerSettings {
  readonly keys: CashfreeKeys
  readonly payoutKeys: PayoutKeys | undefined
  readonly isSandbox: boolean
  /** Everything that the account may serve. */
  readonly services: readonly WireService[]
}

/** Cashfree lists banks and wallets by amount; each of them accepts this one. */
const REQUESTED_AMOUNT = 100
/** NPCI closed UPI collect requests for almost all businesses on 28 February 2026. */
const NO_REQUESTS: Declined = {
  type: 'declined',
  reason: 'METHOD',
  detail: "requests to a payer's UPI ID are no longer supported",
  faults: [
    {
      path: '/paymentMethod/account/accountNumber',
      code: 'NOT_ALLOWED',
      message: 'must be left out: the payer gets a link that opens the UPI app instead',
    },
  ],
}
/** Not a reference of ours. */
const UNKNOWN_REFERENCE = 'sluice_ping'

export class CashfreeAccount extends RoutedAccount<CashfreeSettings> {
  readonly #payments = paymentCalls(this.standing, this.settings.keys)
  readonly #payouts = this.settings.payoutKeys && payoutCalls(this.standing, this.settings.payoutKeys)
  readonly #payins = {
    facts: new PayerFacts({ ...this.standing, ...this.settings }, this.standing.clock),
    isSandbox: this.settings.isSandbox,
  }
  readonly #orders = new Orders(this.#payins, this.standing, this.#payments)
  readonly #links = new Links(this.#payins, this.standing, this.#payments)
  readonly #refunds = new Refunds(
    (payin, refund) => this.#paidOrderOf(payin, refund),
    this.standing,
    this.#payments,
  )
  readonly #transfers =
    this.#payouts && new Transfers(this.settings.payoutKeys?.fundSource, this.standing, this.#payouts)

  override check(payment: Payment): CheckAnswer {
    const isRequest = payment.method === 'UPICOLLECT' && payment.request.accountNumber !== undefined
    return isRequest ? NO_REQUESTS : super.check(payment)
  }

  /** Transfers cannot be cancelled: one that waits for approval is rejected on Cashfree's own pages. */
  protected productFor(payment: Payment): PaymentProduct | Declined {
    if (payment.kind === 'payin') return this.#payinsOf(payment)
    return isNativeRefund(payment) ? this.#refunds : (this.#transfers ?? NO_PAYOUTS)
  }

  async ping(): Promise<Ping> {
    const payments = pingProduct(
      'payments',
      await this.#payments.probe('ping', `/orders/${UNKNOWN_REFERENCE}`),
    )
    // Both products have the same address, so one test is enough if there is no answer.
    if (!payments.ok || !this.#payouts) return payments
    return pingProduct(
      'payouts',
      await this.#payouts.probe('ping', `/transfers?transfer_id=${UNKNOWN_REFERENCE}`),
    )
  }

  async offers(): Promise<Offer | Unclear> {
    const answer = await this.#payments.probe('offers', '/eligibility/payment_methods', {
      method: 'POST',
      body: { queries: { amount: REQUESTED_AMOUNT }, filters: { payment_methods: ['upi', 'netbanking'] } },
    })
    const eligible = readDone(Eligible, answer)
    return eligible
      ? { type: 'offer', services: offered(this.settings.services, eligible) }
      : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const { payoutKeys } = this.settings
    if (!payoutKeys) return { type: 'balances', balances: [] }
    return balancesOf(new OlderPayouts(payoutKeys, this.standing))
  }

  readNotification = reading((notification) => {
    const { keys, payoutKeys } = this.settings
    const secrets = [keys.secret, ...(payoutKeys ? [payoutKeys.secret] : [])]
    return referencesIn(notification, secrets, this.standing.clock.now())
  })

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
  const refused = `it refuses the keys for ${product}, or our IP address is not on its list`
  // "Not found" also proves that the credentials work.
  return pingOf(answer, { 401: refused, 403: refused }, ({ status }) => status === 404)
}

/** What the account may serve and is available now, with the available banks. A method that is not listed stays. */
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
