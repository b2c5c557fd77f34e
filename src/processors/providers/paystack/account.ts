/** An account with Paystack: payins (`payins.ts`), payouts (`transfers.ts`), and what Paystack says of the account itself. */
import { offered } from '../../../catalogue/currencies.ts'
import { OPERATOR_LISTS } from '../../../catalogue/operators.ts'
import { minor } from '../../../foundation/money.ts'
import type { Payment } from '../../../payments/model.ts'
import type { CheckAnswer } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
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
import { CURRENCY_OF, type PaystackCountry, unanswered } from './answers.ts'
import { payeeOf } from './payee.ts'
import { PaystackPayins } from './payins.ts'
import { PaystackCalls } from './paystack-calls.ts'
import { BalanceAnswer, type Banks, BanksAnswer } from './read.ts'
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

export class PaystackAccount implements ProviderAccount {
  readonly #country: PaystackCountry
  readonly #secretKey: string
  readonly #wire: PaystackCalls
  readonly #payins: PaystackPayins
  readonly #transfers: PaystackTransfers

  constructor({ country, secretKey, customerEmail }: PaystackSettings, { calls }: AccountStanding) {
    this.#country = country
    this.#secretKey = secretKey
    this.#wire = new PaystackCalls(calls, secretKey)
    this.#payins = new PaystackPayins(this.#wire, customerEmail)
    this.#transfers = new PaystackTransfers(this.#wire)
  }

  check(payment: Payment): CheckAnswer {
    if (payment.kind === 'payin') return { type: 'fine' }
    const payee = payeeOf(payment)
    return payee.type === 'payee' ? { type: 'fine' } : payee
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    return this.#of(order).accept(order)
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    return this.#of(order).find(order)
  }

  #of({ payment: { kind } }: ProviderOrder): PaystackPayins | PaystackTransfers {
    return kind === 'payin' ? this.#payins : this.#transfers
  }

  async ping(): Promise<Ping> {
    const answer = await this.#wire.probe('ping', '/balance')
    if (answer.type === 'none') return unreached(answer)
    if (answer.status === 401) return { ok: false, why: 'it refuses the secret key' }
    if (answer.status === 403)
      return { ok: false, why: 'it lets nobody in from our address, or the key may not read the balance' }
    return done(answer) ? { ok: true } : { ok: false, why: `it answers with status ${answer.status}` }
  }

  async offers(): Promise<Offer | Unclear> {
    if (this.#country !== 'NG') return { type: 'offer', services: servicesIn(this.#country) }
    const answer = await this.#wire.probe('offers', `/bank?currency=${CURRENCY_OF.NG}`)
    const banks = readAs(BanksAnswer, done(answer)?.body)?.data
    return banks ? { type: 'offer', services: servicesIn('NG', servedOf(banks)) } : unanswered(answer)
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#wire.probe('balances', '/balance')
    const reported = readAs(BalanceAnswer, done(answer)?.body)?.data
    if (!reported) return unanswered(answer)
    const { code } = offered(CURRENCY_OF[this.#country])
    const balances = reported
      .filter(({ currency }) => currency === code)
      .map(({ balance }) => ({
        name: 'Balance',
        money: { currency: code, amountMinor: minor(BigInt(balance)) },
      }))
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
