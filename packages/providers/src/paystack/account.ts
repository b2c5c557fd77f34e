/** An account with Paystack: payins (`payins.ts`) and payouts (`transfers.ts`). */
import { OPERATOR_LISTS } from '@sluice/core/catalogue/operators.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import { AccountCalls, bearer } from '@sluice/provider-kit/account-calls.ts'
import { minorMoney } from '@sluice/provider-kit/amounts.ts'
import { pingOf, readAs, readDone } from '@sluice/provider-kit/answers.ts'
import type { Balances, Offer, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { PAID_OUT_OR_SETTLED, services } from '@sluice/provider-kit/services.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { CHARGE_REFUSALS, CURRENCY_OF, type PaystackCountry } from './answers.ts'
import { type PaystackPayinSettings, PaystackPayins } from './payins.ts'
import { BalanceAnswer, type Banks, BanksAnswer, PaystackStatus, problemIn } from './read.ts'
import { PaystackTransfers } from './transfers.ts'
import { referencesIn } from './webhook.ts'

export interface PaystackSettings extends PaystackPayinSettings {
  readonly country: PaystackCountry
  readonly secretKey: string
}

/** The payee's bank may take this long; then an operator looks at the transfer. */
const ONE_DAY_SECS = 86_400

/** @param banks that it pays out to. Left out: not reported yet */
export function servicesIn(country: PaystackCountry, banks?: readonly string[]): readonly WireService[] {
  const currency = CURRENCY_OF[country]
  if (country === 'ZA') return services(['payin'], 'ONLINE', currency)
  const payin = services(['payin'], 'OFFLINE', currency)
  if (banks?.length === 0) return payin
  const terms = { operators: banks, deadlineSecs: ONE_DAY_SECS }
  return [...payin, ...services(PAID_OUT_OR_SETTLED, 'BANK_TRANSFER', currency, terms)]
}

/** The status or error code, for the record. */
const statusCodeOf = (body: unknown): string | undefined =>
  problemIn(body)?.code ?? readAs(PaystackStatus, body)?.data.status

export class PaystackAccount extends RoutedAccount<PaystackSettings> {
  readonly #calls = new AccountCalls(this.standing.calls, {
    headers: bearer(this.settings.secretKey),
    statusCodeOf,
  })
  readonly #payins = new PaystackPayins(this.settings, this.standing, this.#calls)
  readonly #transfers = new PaystackTransfers(this.settings, this.standing, this.#calls)

  protected productFor({ kind }: Payment): PaymentProduct {
    return kind === 'payin' ? this.#payins : this.#transfers
  }

  async ping(): Promise<Ping> {
    return pingOf(await this.#calls.probe('ping', '/balance'), {
      401: 'it refuses the secret key',
      403: 'our IP address is not on its list, or the key may not read the balance',
    })
  }

  async offers(): Promise<Offer | Unclear> {
    if (this.settings.country !== 'NG') return { type: 'offer', services: servicesIn(this.settings.country) }
    const answer = await this.#calls.probe('offers', `/bank?currency=${CURRENCY_OF.NG}`)
    const banks = readDone(BanksAnswer, answer)?.data
    return banks
      ? { type: 'offer', services: servicesIn('NG', servedOf(banks)) }
      : CHARGE_REFUSALS.unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#calls.probe('balances', '/balance')
    const there = readDone(BalanceAnswer, answer)?.data
    if (!there) return CHARGE_REFUSALS.unanswered(answer)
    const code = CURRENCY_OF[this.settings.country]
    const balances = there
      .filter(({ currency }) => currency === code)
      .map(({ balance }) => ({ name: 'Balance', money: minorMoney(balance, code) }))
    return { type: 'balances', balances }
  }

  readNotification = reading((notification) => referencesIn(notification, this.settings.secretKey))
}

/** Our banks that Paystack can send to now. */
function servedOf(banks: Banks): readonly string[] {
  const up = new Set(
    banks
      .filter(
        ({ currency, active, is_deleted, supports_transfer }) =>
          currency === CURRENCY_OF.NG && active && is_deleted !== true && supports_transfer !== false,
      )
      .map(({ code }) => code),
  )
  return OPERATOR_LISTS.NG_BANKS.map(({ code }) => code).filter((code) => up.has(code))
}
