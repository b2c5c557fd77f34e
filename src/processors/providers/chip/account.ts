/**
 * An account with CHIP: purchases of CHIP Collect for payins (`payins.ts`), send instructions of CHIP Send for payouts (`payouts.ts`), and
 * what CHIP says of the account itself. The two have hosts, keys and signatures of their own.
 */
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { declined, done, readAs, unreached, whyUnanswered } from '../answers.ts'
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
import { FPX_BANKS, PAYOUT_BANKS } from './banks.ts'
import { ChipCalls, SEND, type SendKeys } from './chip-calls.ts'
import { ChipPayins, type CollectSettings, methodsQuery } from './payins.ts'
import { ChipPayouts } from './payouts.ts'
import { CollectBalance, Methods, ringgit, SendAccounts, sen } from './read.ts'
import { isSigned, referencesIn } from './webhook.ts'

export interface ChipSettings extends CollectSettings {
  /** Of the company: Collect signs by its other half. */
  readonly publicKey: string
  /** Left out: it sends nothing. */
  readonly send: SendKeys | undefined
  /** Of the webhook of CHIP Send. */
  readonly sendPublicKey: string | undefined
}

/** More than any way to pay asks for, so that none is left out: ten ringgit. */
const ENOUGH = 1_000n
const NO_PAYOUTS = declined('METHOD', 'the account has no keys of CHIP Send')

export class ChipAccount implements ProviderAccount {
  readonly #settings: ChipSettings
  readonly #calls: ChipCalls
  readonly #payins: ChipPayins
  readonly #payouts: ChipPayouts

  constructor(settings: ChipSettings, { calls, clock, notificationUrl }: AccountStanding) {
    this.#settings = settings
    this.#calls = new ChipCalls(calls)
    this.#payins = new ChipPayins(settings, this.#calls, notificationUrl)
    this.#payouts = new ChipPayouts(settings.email, this.#calls, clock)
  }

  check(payment: Payment): CheckAnswer {
    const way = payment.kind === 'payin' ? this.#payins.wayOf(payment) : this.#payee(payment)
    return way.type === 'declined' ? way : { type: 'fine' }
  }

  #payee(payment: Payment) {
    return this.#settings.send ? this.#payouts.payeeOf(payment) : NO_PAYOUTS
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.kind === 'payin') return this.#payins.accept(order)
    return this.#settings.send ? this.#payouts.accept(order) : NO_PAYOUTS
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    return order.payment.kind === 'payin' ? this.#payins.find(order) : this.#payouts.find(order)
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    return order.payment.kind === 'payin' ? this.#payins.cancel(order) : 'too-late'
  }

  async ping(): Promise<Ping> {
    const collect = await this.#askMethods('ping')
    if (collect.type === 'none') return unreached(collect)
    if (collect.status === 401 || collect.status === 403)
      return { ok: false, why: 'it refuses the secret key' }
    if (!readAs(Methods, done(collect)?.body))
      return { ok: false, why: `it does not know the brand: status ${collect.status}` }
    if (!this.#settings.send) return { ok: true }
    const send = await this.#askAccounts('ping')
    if (send.type === 'none') return { ok: false, why: `CHIP Send: ${whyUnanswered(send)}` }
    if (send.status === 401)
      return { ok: false, why: 'CHIP Send refuses the key or its checksum, or the clocks differ' }
    return readAs(SendAccounts, done(send)?.body)
      ? { ok: true }
      : { ok: false, why: `CHIP Send answers with status ${send.status}` }
  }

  #askMethods(operation: string) {
    const path = `/payment_methods/?${methodsQuery(this.#settings.brandId, ENOUGH)}`
    return this.#calls.probe({ operation, path })
  }

  #askAccounts(operation: string) {
    return this.#calls.probe({ operation, host: SEND, path: '/send/accounts' })
  }

  async offers(): Promise<Offer | Unclear> {
    const answer = await this.#askMethods('offers')
    const reported = readAs(Methods, done(answer)?.body)
    if (!reported) return unanswered(answer)
    const payins = reported.available_payment_methods.includes('fpx') ? PAYINS : []
    if (!this.#settings.send) return { type: 'offer', services: payins }
    const sends = await this.#askAccounts('offers')
    const accounts = readAs(SendAccounts, done(sends)?.body)
    if (!accounts) return unanswered(sends)
    const isActive = accounts.results.some(
      ({ status, currency }) => status === 'active' && currency.toUpperCase() === 'MYR',
    )
    return { type: 'offer', services: [...payins, ...(isActive ? PAYOUTS : [])] }
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#calls.probe({
      operation: 'balances',
      path: '/account/json/balance/?currency=MYR',
    })
    const collect = readAs(CollectBalance, done(answer)?.body)
    if (!collect) return unanswered(answer)
    const collected = { name: 'Collect, available', money: sen(collect.MYR.available_balance) }
    if (!this.#settings.send) return { type: 'balances', balances: [collected] }
    const sends = await this.#askAccounts('balances')
    const accounts = readAs(SendAccounts, done(sends)?.body)
    if (!accounts) return unanswered(sends)
    const toSend = accounts.results.flatMap(({ currency, current_balance }) => {
      const money = currency.toUpperCase() === 'MYR' ? ringgit(current_balance) : undefined
      return money ? [{ name: 'Send, to be paid out', money }] : []
    })
    return { type: 'balances', balances: [collected, ...toSend] }
  }

  /** What Send tells comes beneath `send`. */
  readNotification({ path, headers, body }: Notification): NotificationReading {
    const { publicKey, sendPublicKey } = this.#settings
    const [key, digest] =
      path === 'send' ? ([sendPublicKey, 'sha512'] as const) : ([publicKey, 'sha256'] as const)
    const isOurs = key !== undefined && isSigned(key, digest, body, headers['x-signature'])
    return { references: isOurs ? referencesIn(body) : [] }
  }
}

const CURRENCIES = ['MYR']
export const PAYINS: readonly WireService[] = ['FPX', 'ONLINE'].map((method) => ({
  kind: 'payin',
  paymentMethodCodes: [method],
  currencyCodes: CURRENCIES,
  paymentOperatorCodes: [...FPX_BANKS],
}))
export const PAYOUTS: readonly WireService[] = (['payout', 'refund'] as const).map((kind) => ({
  kind,
  paymentMethodCodes: ['BANK_TRANSFER'],
  currencyCodes: CURRENCIES,
  paymentOperatorCodes: [...PAYOUT_BANKS],
}))
