/**
 * An account with Xendit: payment requests for payins (`payins.ts`), payouts (`payouts.ts`), and what Xendit says of the account itself.
 *
 * Its webhook carries a token that never changes and stands in each of them: whoever has seen one can send another. So it is looked at,
 * and then Xendit is asked.
 */
import type { Payment } from '../../../payments/model.ts'
import { AccountCalls } from '../account-calls.ts'
import { moneyIn } from '../amounts.ts'
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
import { type PaymentProduct, RoutedAccount } from '../routed-account.ts'
import { statusCodeOf, unanswered } from './answers.ts'
import { CURRENCY_OF, type PayoutPlace } from './channels.ts'
import { offerOf } from './offers.ts'
import { type PayinSettings, XenditPayins } from './payins.ts'
import { XenditPayouts } from './payouts.ts'
import { Balance, Channels } from './read.ts'
import { referencesIn } from './webhook.ts'

export interface XenditSettings extends PayoutPlace, PayinSettings {
  readonly apiKey: string
  readonly webhookToken: string
}

/** Without these nothing can be asked about. */
const NEEDED = [
  ['/balance?account_type=CASH', 'Balance: read'],
  ['/transactions?limit=1', 'Transaction: read'],
] as const

export class XenditAccount extends RoutedAccount {
  readonly #settings: XenditSettings
  readonly #calls: AccountCalls
  readonly #payins: XenditPayins
  readonly #payouts: XenditPayouts

  constructor(settings: XenditSettings, { calls }: AccountStanding) {
    super()
    this.#settings = settings
    const authorization = `Basic ${Buffer.from(`${settings.apiKey}:`, 'utf8').toString('base64')}`
    this.#calls = new AccountCalls(calls, { headers: () => ({ authorization }), statusCodeOf })
    this.#payins = new XenditPayins(settings, this.#calls)
    this.#payouts = new XenditPayouts(settings, this.#calls)
  }

  protected productFor({ kind }: Payment): PaymentProduct {
    return kind === 'payin' ? this.#payins : this.#payouts
  }

  async ping(): Promise<Ping> {
    for (const [path, permission] of NEEDED) {
      const ping = pingOf(await this.#calls.probe('ping', path), {
        401: 'it refuses the API key',
        403: `the API key lacks the permission ${permission}`,
      })
      if (!ping.ok) return ping
    }
    return { ok: true }
  }

  async offers(): Promise<Offer | Unclear> {
    const currency = CURRENCY_OF[this.#settings.country]
    const answer = await this.#calls.probe('offers', `/payouts_channels?currency=${currency}`)
    // A key that may not send money has no payouts, and that is certain.
    const mayNot = answer.type === 'answer' && answer.status === 403
    const channels = mayNot ? [] : readDone(Channels, answer)
    return channels ? offerOf(this.#settings, channels) : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const currency = CURRENCY_OF[this.#settings.country]
    const answer = await this.#calls.probe('balances', `/balance?account_type=CASH&currency=${currency}`)
    const money = moneyIn(readDone(Balance, answer)?.balance ?? '', currency)
    return money ? { type: 'balances', balances: [{ name: 'Cash', money }] } : unanswered(answer)
  }

  readNotification(notification: Notification): NotificationReading {
    return { references: referencesIn(notification, this.#settings.webhookToken) }
  }
}
