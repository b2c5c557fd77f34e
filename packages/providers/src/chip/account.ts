/**
 * An account with CHIP: purchases of CHIP Collect for payins (`payins.ts`), send instructions of CHIP Send for payouts (`payouts.ts`).
 * The two have different hosts, keys and signatures.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, pingOf, readDone, whyUnanswered } from '@sluice/provider-kit/answers.ts'
import type { Balances, Offer, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { PAID_OUT, services } from '@sluice/provider-kit/services.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { COLLECT, SEND } from './answers.ts'
import { FPX_BANKS, PAYOUT_BANKS } from './banks.ts'
import { collectCalls, type SendKeys, sendCalls } from './chip-calls.ts'
import { ChipPayins, type CollectSettings, methodsQuery } from './payins.ts'
import { ChipPayouts } from './payouts.ts'
import { CollectBalance, Methods, SendAccounts, sen } from './read.ts'
import { referencesIn } from './webhook.ts'

export interface ChipSettings extends CollectSettings {
  /** The company's: verifies what Collect signs. */
  readonly publicKey: string
  /** Left out: no payouts. */
  readonly send: SendKeys | undefined
  /** Of CHIP Send's webhook. */
  readonly sendPublicKey: string | undefined
}

/** Above every method's minimum, so that all are listed: ten ringgit. */
const ENOUGH = 1_000n
const NO_PAYOUTS = declined('METHOD', 'the account has no keys of CHIP Send')

export class ChipAccount extends RoutedAccount<ChipSettings> {
  readonly #collect = collectCalls(this.standing.calls)
  readonly #send = this.settings.send && sendCalls(this.standing.calls)
  readonly #payins = new ChipPayins(this.settings, this.standing, this.#collect)
  readonly #payouts = this.#send && new ChipPayouts(this.settings, this.standing, this.#send)

  protected productFor({ kind }: Payment): PaymentProduct | Declined {
    return kind === 'payin' ? this.#payins : (this.#payouts ?? NO_PAYOUTS)
  }

  async ping(): Promise<Ping> {
    const collect = await this.#methods('ping')
    const refused = 'it refuses the secret key'
    const ping = pingOf(collect, { 401: refused, 403: refused })
    if (collect.type === 'none' || collect.status === 401 || collect.status === 403) return ping
    if (!readDone(Methods, collect))
      return { ok: false, why: `it does not know the brand: status ${collect.status}` }
    if (!this.#send) return { ok: true }
    const send = await this.#send.probe('ping', '/accounts')
    if (send.type === 'none') return { ok: false, why: `CHIP Send: ${whyUnanswered(send)}` }
    if (send.status === 401)
      return { ok: false, why: 'CHIP Send refuses the key or its checksum, or the clocks differ' }
    return readDone(SendAccounts, send)
      ? { ok: true }
      : { ok: false, why: `CHIP Send answers with status ${send.status}` }
  }

  #methods(operation: string) {
    const query = methodsQuery(this.settings.brandId, ENOUGH)
    return this.#collect.probe(operation, `/payment_methods/?${query}`)
  }

  async offers(): Promise<Offer | Unclear> {
    const answer = await this.#methods('offers')
    const methods = readDone(Methods, answer)?.available_payment_methods
    if (!methods) return COLLECT.unanswered(answer)
    const payins = methods.includes('fpx') ? PAYINS : []
    if (!this.#send) return { type: 'offer', services: payins }
    const sends = await this.#send.probe('offers', '/accounts')
    const accounts = readDone(SendAccounts, sends)
    if (!accounts) return SEND.unanswered(sends)
    const isActive = accounts.results.some(
      ({ status, currency }) => status === 'active' && currency.toUpperCase() === 'MYR',
    )
    return { type: 'offer', services: [...payins, ...(isActive ? PAYOUTS : [])] }
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#collect.probe('balances', '/account/json/balance/?currency=MYR')
    const collect = readDone(CollectBalance, answer)
    if (!collect) return COLLECT.unanswered(answer)
    const collected = { name: 'Collect, available', money: sen(collect.MYR.available_balance) }
    if (!this.#send) return { type: 'balances', balances: [collected] }
    const sends = await this.#send.probe('balances', '/accounts')
    const accounts = readDone(SendAccounts, sends)
    if (!accounts) return SEND.unanswered(sends)
    const toSend = accounts.results.flatMap(({ currency, current_balance }) => {
      const money = currency.toUpperCase() === 'MYR' ? moneyIn(current_balance, 'MYR') : undefined
      return money ? [{ name: 'Send, to be paid out', money }] : []
    })
    return { type: 'balances', balances: [collected, ...toSend] }
  }

  readNotification = reading((notification) => referencesIn(notification, this.settings))
}

export const PAYINS = ['FPX', 'ONLINE'].flatMap((method) =>
  services(['payin'], method, 'MYR', { operators: FPX_BANKS }),
)
export const PAYOUTS = services(PAID_OUT, 'BANK_TRANSFER', 'MYR', { operators: PAYOUT_BANKS })
