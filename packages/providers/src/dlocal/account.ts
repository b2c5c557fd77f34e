/**
 * An account with dLocal: payins at a page, payouts to bank accounts.
 *
 * The two are separate APIs with separate credentials; payouts are optional. Refunds by the payin's rail are not served, because it is
 * not documented how to find a refund by our reference.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { pingOf, readDone } from '@sluice/provider-kit/answers.ts'
import type { Offer, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import type { RefusalReader } from '@sluice/provider-kit/refusals.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
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
  /** The currencies in which payouts are sent. */
  readonly payoutCurrencies: readonly string[]
}

const WITHIN = { readWithinMs: 8_000, statusCodeOf }

export class DlocalAccount extends RoutedAccount<DlocalSettings> {
  readonly #calls = new AccountCalls(this.standing.calls, { ...WITHIN, withoutToken: true })
  readonly #payoutCalls = new AccountCalls(this.standing.calls, WITHIN)
  readonly #payins = new Payins(this.settings, this.standing, this.#calls)
  readonly #payouts =
    this.settings.payouts && new Payouts(this.settings.payouts, this.standing, this.#payoutCalls)

  protected productFor({ kind }: Payment): PaymentProduct | Declined {
    return kind === 'payin' ? this.#payins : (this.#payouts ?? NO_PAYOUTS)
  }

  /** Inquiries that find nothing. */
  async ping(): Promise<Ping> {
    const payin = await this.#calls.probe('ping', '/orders/sluice-ping')
    const payins = pingProduct('payins', payin, PAYIN_REFUSALS)
    if (!payins.ok || !this.#payouts) return payins
    const payout = await this.#payoutCalls.probe('ping', `${PAYOUTS_PATH}?external_id=sluice-ping`)
    return pingProduct('payouts', payout, PAYOUT_REFUSALS)
  }

  /** By country. Methods that are not listed, or have no page, are not offered. */
  async offers(): Promise<Offer | Unclear> {
    const { countries, payoutCurrencies } = this.settings
    const payins: WireService[] = []
    for (const country of countries) {
      const routes = PAYIN_ROUTES.filter((route) => route.country === country)
      if (routes.length === 0) continue
      const there = await this.#methodsOf(country)
      if ('type' in there) return there
      const isUp = (id: string): boolean =>
        there.some((each) => each.id === id && (each.allowed_flows?.includes('REDIRECT') ?? true))
      payins.push(...routes.filter(({ id }) => isUp(id)).flatMap(payinService))
    }
    return { type: 'offer', services: [...payins, ...payoutServices(payoutCurrencies)] }
  }

  readNotification = reading((notification) => referencesIn(notification, this.settings.keys))

  async #methodsOf(country: string): Promise<Methods | Unclear> {
    const answer = await this.#calls.probe('offers', `/payments-methods?country=${country}`)
    return readDone(Methods, answer) ?? PAYIN_REFUSALS.unanswered(answer)
  }
}

function pingProduct(product: string, answer: CallAnswer, refusals: RefusalReader): Ping {
  const refused = `it refuses the keys for ${product}, or our IP address is not on its list`
  // "Not found" also proves that the credentials work.
  return pingOf(answer, { 401: refused, 403: refused }, refusals.isMissing, NOT_REACHED)
}
