/** An account with Paystack: payins (`payins.ts`), payouts (`transfers.ts`), and what Paystack says of the account itself. */

import { OPERATOR_LISTS } from '../../../catalogue/operators.ts'
import type { Payment } from '../../../payments/model.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { AccountCalls, bearer } from '../account-calls.ts'
import { minorMoney } from '../amounts.ts'
import { pingOf, readAs, readDone } from '../answers.ts'
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
import { CHARGE_REFUSALS, CURRENCY_OF, type PaystackCountry } from './answers.ts'
import { PaystackPayins } from './payins.ts'
import { BalanceAnswer, type Banks, BanksAnswer, PaystackStatus, problemIn } from './read.ts'
import { PaystackTransfers } from './transfers.ts'
import { referencesIn } from './webhook.ts'

export interface PaystackSettings {
  readonly country: PaystackCountry
  readonly secretKey: string
  readonly customerEmail: string
}

/** How long a transfer that the payee's bank has not answered stays with Paystack before somebody looks. */
const ONE_DAY_SECS = 86_400

/** @param banks whose accounts it pays out to; left out: it has not said yet */
export function servicesIn(country: PaystackCountry, banks?: readonly string[]): readonly WireService[] {
  const currencyCodes = [CURRENCY_OF[country]]
  if (country === 'ZA') return [{ kind: 'payin', paymentMethodCodes: ['ONLINE'], currencyCodes }]
  const payin: WireService = { kind: 'payin', paymentMethodCodes: ['OFFLINE'], currencyCodes }
  if (banks?.length === 0) return [payin]
  const payouts = (['payout', 'refund', 'settlement'] as const).map(
    (kind): WireService => ({
      kind,
      paymentMethodCodes: ['BANK_TRANSFER'],
      currencyCodes,
      deadlineSecs: ONE_DAY_SECS,
      ...(banks && { paymentOperatorCodes: [...banks] }),
    }),
  )
  return [payin, ...payouts]
}

/** The status or the error's code, for the record. */
const statusCodeOf = (body: unknown): string | undefined =>
  problemIn(body)?.code ?? readAs(PaystackStatus, body)?.data.status

export class PaystackAccount extends RoutedAccount {
  readonly #country: PaystackCountry
  readonly #secretKey: string
  readonly #calls: AccountCalls
  readonly #payins: PaystackPayins
  readonly #transfers: PaystackTransfers

  constructor({ country, secretKey, customerEmail }: PaystackSettings, { calls }: AccountStanding) {
    super()
    this.#country = country
    this.#secretKey = secretKey
    this.#calls = new AccountCalls(calls, { headers: bearer(secretKey), statusCodeOf })
    // Its answers say of which mode they are.
    const domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'
    this.#payins = new PaystackPayins(this.#calls, domain, customerEmail)
    this.#transfers = new PaystackTransfers(this.#calls, domain)
  }

  protected productFor({ kind }: Payment): PaymentProduct {
    return kind === 'payin' ? this.#payins : this.#transfers
  }

  async ping(): Promise<Ping> {
    return pingOf(await this.#calls.probe('ping', '/balance'), {
      401: 'it refuses the secret key',
      403: 'it lets nobody in from our address, or the key may not read the balance',
    })
  }

  async offers(): Promise<Offer | Unclear> {
    if (this.#country !== 'NG') return { type: 'offer', services: servicesIn(this.#country) }
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
    const code = CURRENCY_OF[this.#country]
    const balances = there
      .filter(({ currency }) => currency === code)
      .map(({ balance }) => ({ name: 'Balance', money: minorMoney(balance, code) }))
    return { type: 'balances', balances }
  }

  readNotification(notification: Notification): NotificationReading {
    return { references: referencesIn(notification, this.#secretKey) }
  }
}

/** Our codes of banks that Paystack has, too, and can send to now. */
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
