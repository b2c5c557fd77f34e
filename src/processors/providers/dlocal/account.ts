/**
 * An account with dLocal: payins at a page, payouts to bank accounts.
 *
 * The two are APIs of their own, each with its credentials; whoever has none for payouts takes payins alone. Refunds by the payin's own
 * rail are not taken: what would tell whether a refund was made under our name is not documented.
 */

import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { AccountCalls } from '../account-calls.ts'
import { pingOf, readDone } from '../answers.ts'
import type { AccountStanding, Notification, NotificationReading, Offer, Ping, Unclear } from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import type { RefusalReader } from '../refusals.ts'
import { type PaymentProduct, RoutedAccount } from '../routed-account.ts'
import { NOT_REACHED, PAYIN_REFUSALS, PAYOUT_REFUSALS, statusCodeOf } from './answers.ts'
import { PAYIN_ROUTES, payinService, payoutServices } from './methods.ts'
import { Payins } from './payins.ts'
import { NO_PAYOUTS, Payouts, type PayoutTerms } from './payouts.ts'
import { Methods } from './read.ts'
import { type DlocalKeys, PAYOUTS_PATH } from './signature.ts'
import { referencesIn } from './webhook.ts'

export interface DlocalSettings {
  readonly keys: DlocalKeys
  readonly countries: readonly string[]
  readonly returnUrl: string | undefined
  readonly payouts: PayoutTerms | undefined
  /** In which payouts are sent. */
  readonly payoutCurrencies: readonly string[]
}

export class DlocalAccount extends RoutedAccount {
  readonly #settings: DlocalSettings
  readonly #calls: AccountCalls
  readonly #payoutCalls: AccountCalls
  readonly #payins: Payins
  readonly #payouts: Payouts | undefined

  constructor(settings: DlocalSettings, { calls, notificationUrl }: AccountStanding) {
    super()
    this.#settings = settings
    const within = { readWithinMs: 8_000, statusCodeOf }
    this.#calls = new AccountCalls(calls, { ...within, withoutToken: true })
    this.#payoutCalls = new AccountCalls(calls, within)
    this.#payins = new Payins(this.#calls, notificationUrl, settings.returnUrl)
    this.#payouts = settings.payouts && new Payouts(this.#payoutCalls, notificationUrl, settings.payouts)
  }

  protected productFor({ kind }: Payment): PaymentProduct | Declined {
    return kind === 'payin' ? this.#payins : (this.#payouts ?? NO_PAYOUTS)
  }

  /** Questions that any account may ask, and that find nothing. */
  async ping(): Promise<Ping> {
    const payin = await this.#calls.probe('ping', '/orders/sluice-ping')
    const payins = pingProduct('payins', payin, PAYIN_REFUSALS)
    if (!payins.ok || !this.#payouts) return payins
    const payout = await this.#payoutCalls.probe('ping', `${PAYOUTS_PATH}?external_id=sluice-ping`)
    return pingProduct('payouts', payout, PAYOUT_REFUSALS)
  }

  /** Its methods, country by country: one that it does not name, or not with a page, is not offered. */
  async offers(): Promise<Offer | Unclear> {
    const { countries, payoutCurrencies } = this.#settings
    const payins: WireService[] = []
    for (const country of countries) {
      const routes = PAYIN_ROUTES.filter((route) => route.country === country)
      if (routes.length === 0) continue
      const there = await this.#methodsOf(country)
      if ('type' in there) return there
      const isUp = (id: string): boolean =>
        there.some((each) => each.id === id && (each.allowed_flows?.includes('REDIRECT') ?? true))
      payins.push(...routes.filter(({ id }) => isUp(id)).map(payinService))
    }
    return { type: 'offer', services: [...payins, ...payoutServices(payoutCurrencies)] }
  }

  readNotification(notification: Notification): NotificationReading {
    return { references: referencesIn(notification, this.#settings.keys) }
  }

  async #methodsOf(country: string): Promise<Methods | Unclear> {
    const answer = await this.#calls.probe('offers', `/payments-methods?country=${country}`)
    return readDone(Methods, answer) ?? PAYIN_REFUSALS.unanswered(answer)
  }
}

function pingProduct(product: string, answer: CallAnswer, refusals: RefusalReader): Ping {
  const refused = `it refuses the keys for ${product}, or our address is not on its list`
  // That there is no such thing is an answer for somebody whom it knows.
  return pingOf(answer, { 401: refused, 403: refused }, refusals.isMissing, NOT_REACHED)
}
