/**
 * An account with dLocal: payins at a page, payouts to bank accounts.
 *
 * The two are APIs of their own, each with its credentials; whoever has none for payouts takes payins alone. Refunds by the payin's own
 * rail are not taken: what would tell whether a refund was made under our name is not documented.
 */
import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import type { WireService } from '../../connectors/protocol.ts'
import { readAs, unclear, unreached } from '../answers.ts'
import type {
  AccountStanding,
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
import type { CallAnswer } from '../reach.ts'
import { NOT_REACHED, notFound, statusCodeOf } from './answers.ts'
import { PAYIN_ROUTES, payinService, payoutServices, routeOf } from './methods.ts'
import { NOT_SERVED, Payins, pingPayins } from './payins.ts'
import { NO_PAYOUTS, Payouts, type PayoutTerms, pingPayouts } from './payouts.ts'
import { payeeOf, payerOf } from './people.ts'
import { Methods, PAYIN_ERRORS, PAYOUT_ERRORS } from './read.ts'
import type { DlocalKeys } from './signature.ts'
import { referencesIn } from './webhook.ts'

export interface DlocalSettings {
  readonly keys: DlocalKeys
  readonly countries: readonly string[]
  readonly returnUrl: string | undefined
  readonly payouts: PayoutTerms | undefined
  /** In which payouts are sent. */
  readonly payoutCurrencies: readonly string[]
}

const INQUIRE_WITHIN_MS = 8_000

export class DlocalAccount implements ProviderAccount {
  readonly #settings: DlocalSettings
  readonly #standing: AccountStanding
  readonly #payins: Payins
  readonly #payouts: Payouts | undefined

  constructor(settings: DlocalSettings, standing: AccountStanding) {
    this.#settings = settings
    this.#standing = standing
    this.#payins = new Payins(standing, settings.returnUrl)
    this.#payouts = settings.payouts && new Payouts(standing, settings.payouts)
  }

  check(payment: Payment): CheckAnswer {
    const { kind, method, money } = payment
    if (kind === 'payin') {
      const route = routeOf(method, money.currency)
      const payer = route ? payerOf(payment, route.country) : NOT_SERVED
      return payer.type === 'payer' ? { type: 'fine' } : payer
    }
    const payee = this.#payouts ? payeeOf(payment) : NO_PAYOUTS
    return payee.type === 'payee' ? { type: 'fine' } : payee
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.kind === 'payin') return this.#payins.accept(order)
    return this.#payouts?.accept(order) ?? NO_PAYOUTS
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return this.#payins.find(order)
    return this.#payouts?.find(order) ?? unclear(NO_PAYOUTS.detail)
  }

  /** A payout is cancelled on dLocal's own pages, while it waits there. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    return order.payment.kind === 'payin' ? this.#payins.cancel(order) : 'too-late'
  }

  async ping(): Promise<Ping> {
    const payins = pingOf('payins', notFoundIn(await pingPayins(this.#standing), PAYIN_ERRORS))
    if (!payins.ok || !this.#payouts) return payins
    return pingOf('payouts', notFoundIn(await pingPayouts(this.#standing), PAYOUT_ERRORS))
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
    const answer = await this.#standing.calls.call({
      operation: 'offers',
      method: 'GET',
      path: `/payments-methods?country=${country}`,
      withoutToken: true,
      timeoutMs: INQUIRE_WITHIN_MS,
      isProbe: true,
      statusCodeOf,
    })
    if (answer.type === 'none') return unclear(answer.why)
    const listed = answer.status === 200 ? readAs(Methods, answer.body) : undefined
    return listed ?? unclear(`it does not list its methods: status ${answer.status}`)
  }
}

type Requested = { readonly answer: CallAnswer; readonly isMissing: boolean }

const notFoundIn = (answer: CallAnswer, errors: Parameters<typeof notFound>[1]): Requested => ({
  answer,
  isMissing: notFound(answer, errors)?.type === 'never',
})

function pingOf(product: string, { answer, isMissing }: Requested): Ping {
  if (answer.type === 'none') return unreached(answer, NOT_REACHED)
  // That there is no such thing is an answer for somebody whom it knows.
  if (answer.status === 200 || isMissing) return { ok: true }
  if (answer.status === 401 || answer.status === 403)
    return { ok: false, why: `it refuses the keys for ${product}, or our address is not on its list` }
  return { ok: false, why: `it answers with status ${answer.status} for ${product}` }
}
