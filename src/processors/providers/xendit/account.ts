/**
 * An account with Xendit: payment requests for payins (`payins.ts`), payouts (`payouts.ts`), and what Xendit says of the account itself.
 *
 * Its webhook carries a token that never changes and stands in each of them: whoever has seen one can send another. So it is looked at,
 * and then Xendit is asked.
 */
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import { done, readAs, unreached } from '../answers.ts'
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
import { unanswered } from './answers.ts'
import { CURRENCY_OF, type PayoutPlace } from './channels.ts'
import { offerOf } from './offers.ts'
import { type PayinSettings, XenditPayins } from './payins.ts'
import { XenditPayouts } from './payouts.ts'
import { Balance, Channels, PayoutThere, RequestThere, signedMoney } from './read.ts'
import { referencesIn } from './webhook.ts'
import { PAYMENTS_V3, XenditCalls } from './xendit-calls.ts'

export interface XenditSettings extends PayoutPlace, PayinSettings {
  readonly apiKey: string
  readonly webhookToken: string
}

/** Without these nothing can be asked about. */
const NEEDED = [
  ['/balance?account_type=CASH', 'Balance: read'],
  ['/transactions?limit=1', 'Transaction: read'],
] as const

export class XenditAccount implements ProviderAccount {
  readonly #settings: XenditSettings
  readonly #calls: XenditCalls
  readonly #payins: XenditPayins
  readonly #payouts: XenditPayouts

  constructor(settings: XenditSettings, { calls }: AccountStanding) {
    this.#settings = settings
    this.#calls = new XenditCalls(calls, settings.apiKey)
    this.#payins = new XenditPayins(settings, this.#calls)
    this.#payouts = new XenditPayouts(settings, this.#calls)
  }

  check(payment: Payment): CheckAnswer {
    const isPayin = payment.kind === 'payin'
    const way = isPayin ? this.#payins.wayOf(payment) : this.#payouts.payeeOf(payment)
    return way.type === 'declined' ? way : { type: 'fine' }
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    return this.#of(order).accept(order)
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    return this.#of(order).find(order)
  }

  #of({ payment: { kind } }: ProviderOrder): XenditPayins | XenditPayouts {
    return kind === 'payin' ? this.#payins : this.#payouts
  }

  /** Only what Xendit confirms to have cancelled: what is paid or sent it does not cancel. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { kind, processorRef: id } = order.payment
    if (id === undefined) return 'too-late'
    const isPayin = kind === 'payin'
    const answer = await this.#calls.call(order, {
      operation: 'cancel',
      method: 'POST',
      path: `${isPayin ? '/v3/payment_requests' : '/v2/payouts'}/${encodeURIComponent(id)}/cancel`,
      ...(isPayin && { headers: PAYMENTS_V3 }),
    })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    const made = done(answer)
    if (!made) return 'too-late'
    const ended = isPayin ? readAs(RequestThere, made.body) : readAs(PayoutThere, made.body)
    const isCancelled = ended?.status === (isPayin ? 'CANCELED' : 'CANCELLED')
    return isCancelled && ended.reference_id === order.reference ? 'cancelled' : 'later'
  }

  async ping(): Promise<Ping> {
    for (const [path, permission] of NEEDED) {
      const answer = await this.#calls.probe('ping', path)
      if (answer.type === 'none') return unreached(answer)
      if (answer.status === 401) return { ok: false, why: 'it refuses the API key' }
      if (answer.status === 403) return { ok: false, why: `the API key lacks the permission ${permission}` }
      if (!done(answer)) return { ok: false, why: `it answers with status ${answer.status}` }
    }
    return { ok: true }
  }

  async offers(): Promise<Offer | Unclear> {
    const currency = CURRENCY_OF[this.#settings.country]
    const answer = await this.#calls.probe('offers', `/payouts_channels?currency=${currency}`)
    // A key that may not send money has no payouts, and that is certain.
    const mayNot = answer.type === 'answer' && answer.status === 403
    const channels = mayNot ? [] : readAs(Channels, done(answer)?.body)
    return channels ? offerOf(this.#settings, channels) : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const currency = CURRENCY_OF[this.#settings.country]
    const answer = await this.#calls.probe('balances', `/balance?account_type=CASH&currency=${currency}`)
    const reported = readAs(Balance, done(answer)?.body)
    const money = reported && signedMoney(reported.balance, currency)
    return money ? { type: 'balances', balances: [{ name: 'Cash', money }] } : unanswered(answer)
  }

  readNotification({ headers, body }: Notification): NotificationReading {
    return { references: referencesIn(this.#settings.webhookToken, headers['x-callback-token'], body) }
  }
}
