/**
 * An account with Xendit: payment requests for payins (`payins.ts`) and payouts (`payouts.ts`).
 *
 * Its webhooks all have the same token, which can be copied. So it is checked, and a status inquiry follows.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { AccountCalls, basic } from '@sluice/provider-kit/account-calls.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { pingOf, readDone } from '@sluice/provider-kit/answers.ts'
import type { Balances, Offer, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
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

/** Status inquiries need these permissions. */
const NEEDED = [
  ['/balance?account_type=CASH', 'Balance: read'],
  ['/transactions?limit=1', 'Transaction: read'],
] as const

export class XenditAccount extends RoutedAccount<XenditSettings> {
  readonly #calls = new AccountCalls(this.standing.calls, {
    headers: basic(this.settings.apiKey, ''),
    statusCodeOf,
  })
  readonly #payins = new XenditPayins(this.settings, this.standing, this.#calls)
  readonly #payouts = new XenditPayouts(this.settings, this.standing, this.#calls)

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
    const currency = CURRENCY_OF[this.settings.country]
    const answer = await this.#calls.probe('offers', `/payouts_channels?currency=${currency}`)
    // A key without the permission to send money certainly has no payouts.
    const mayNot = answer.type === 'answer' && answer.status === 403
    const channels = mayNot ? [] : readDone(Channels, answer)
    return channels ? offerOf(this.settings, channels) : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const currency = CURRENCY_OF[this.settings.country]
    const answer = await this.#calls.probe('balances', `/balance?account_type=CASH&currency=${currency}`)
    const money = moneyIn(readDone(Balance, answer)?.balance ?? '', currency)
    return money ? { type: 'balances', balances: [{ name: 'Cash', money }] } : unanswered(answer)
  }

  readNotification = reading((notification) => referencesIn(notification, this.settings.webhookToken))
}
