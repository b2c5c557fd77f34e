/**
 * An account with Cashfree: payins by an order or by a payment link, refunds of the orders that paid them, payouts as transfers.
 *
 * Which of the two ways a payin goes follows from the payment alone, for ever: where the payer needs nothing more to choose it is an
 * order, whose link or page is the payer's own; otherwise a page of Cashfree's asks. All is known there by our reference, which it takes
 * once, and what it answers counts only where reference, amount and currency are the payment's.
 */
import type { Static } from 'typebox'
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { plainReference } from '../adapter.ts'
import { readAs, unclear, unreached } from '../answers.ts'
import type {
  AccountStanding,
  Balances,
  Notification,
  NotificationReading,
  Offer,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import { balancesOf } from './balance.ts'
import { BANKS } from './banks.ts'
import { Links } from './links.ts'
import { isUpi, Orders } from './orders.ts'
import { payeeOf } from './payee.ts'
import { PayerFacts } from './payer.ts'
import { Eligible, errorOf } from './read.ts'
import { type PaidOrder, Refunds } from './refunds.ts'
import { NO_PAYOUTS, Transfers } from './transfers.ts'
import { referencesIn } from './webhook.ts'
import { type CashfreeKeys, type PayoutKeys, Wire } from './wire.ts'

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
const NO_REQUESTS: CheckAnswer = {
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

export class CashfreeAccount implements ProviderAccount {
  readonly #settings: CashfreeSettings
  readonly #standing: AccountStanding
  readonly #wire: Wire
  readonly #orders: Orders
  readonly #links: Links
  readonly #refunds: Refunds
  readonly #transfers: Transfers | undefined

  constructor(settings: CashfreeSettings, standing: AccountStanding) {
    this.#settings = settings
    this.#standing = standing
    const { keys, payoutKeys, customerPhone } = settings
    const { clock, notificationUrl } = standing
    this.#wire = new Wire(standing, keys, payoutKeys)
    const facts = new PayerFacts({ customerPhone, notificationUrl }, clock)
    this.#orders = new Orders(this.#wire, facts, settings.isSandbox)
    this.#links = new Links(this.#wire, facts)
    this.#refunds = new Refunds(this.#wire)
    this.#transfers = payoutKeys && new Transfers(this.#wire, payoutKeys)
  }

  check(payment: Payment): CheckAnswer {
    if (payment.method === 'UPICOLLECT' && payment.request.accountNumber !== undefined) return NO_REQUESTS
    if (payment.kind !== 'payout') return { type: 'fine' }
    const payee = payeeOf(payment)
    return payee.type === 'payee' ? { type: 'fine' } : payee
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.kind === 'payin') return this.#payinsOf(order.payment).accept(order)
    if (order.payin) return this.#refunds.accept(order, await this.#paidOrderOf(order.payin, order.payment))
    return this.#transfers?.accept(order) ?? NO_PAYOUTS
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { kind, request } = order.payment
    if (kind === 'payin') return this.#payinsOf(order.payment).find(order)
    if (kind === 'refund' && request.refund?.route === 'NATIVE') return this.#refunds.find(order)
    return this.#transfers?.find(order) ?? unclear(NO_PAYOUTS.detail)
  }

  /** What is sent is sent: a transfer that waits for an approval is rejected on Cashfree's own pages. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    return order.payment.kind === 'payin' ? this.#payinsOf(order.payment).cancel(order) : 'too-late'
  }

  async ping(): Promise<Ping> {
    const payments = pingOf(
      'payments',
      await this.#wire.payments({
        operation: 'ping',
        method: 'GET',
        path: `/orders/${NOBODYS}`,
        isProbe: true,
      }),
    )
    const { payoutKeys } = this.#settings
    // Who is not there for the one is not there for the other: they are one address.
    if (!payments.ok || !payoutKeys) return payments
    const payouts = await this.#wire.payouts(
      { operation: 'ping', method: 'GET', path: `/transfers?transfer_id=${NOBODYS}`, isProbe: true },
      payoutKeys,
    )
    return pingOf('payouts', payouts)
  }

  async offers(): Promise<Offer | Unclear> {
    const answer = await this.#wire.payments({
      operation: 'offers',
      method: 'POST',
      path: '/eligibility/payment_methods',
      body: { queries: { amount: REQUESTED_AMOUNT }, filters: { payment_methods: ['upi', 'netbanking'] } },
      isProbe: true,
    })
    if (answer.type === 'none') return unclear(answer.why)
    const eligible = answer.status === 200 ? readAs(Eligible, answer.body) : undefined
    if (!eligible) return unclear(`status ${answer.status} ${errorOf(answer.body).code}`.trim())
    return { type: 'offer', services: offered(this.#settings.services, eligible) }
  }

  async balances(): Promise<Balances | Unclear> {
    const { payoutKeys } = this.#settings
    return payoutKeys ? balancesOf(this.#wire, payoutKeys) : { type: 'balances', balances: [] }
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

function pingOf(product: string, answer: Awaited<ReturnType<Wire['payments']>>): Ping {
  if (answer.type === 'none') return unreached(answer)
  // That there is no such thing is an answer for somebody whom it knows.
  if (answer.status === 200 || answer.status === 404) return { ok: true }
  if (answer.status === 401 || answer.status === 403)
    return { ok: false, why: `it refuses the keys for ${product}, or our address is not on its list` }
  return { ok: false, why: `it answers with status ${answer.status} for ${product}` }
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
