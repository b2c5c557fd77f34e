/**
 * An account with Peach Payments: payins and their refunds by the Payments API, payouts by the Payouts API.
 *
 * Payins are found by our reference; notifications are not believed. The Payments API has no idempotency, so a repetition first looks for
 * what exists. Nothing can be cancelled: Peach has no call for it, and a cancelled payment may still succeed.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Balances, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import { checked, isNativeRefund } from '@sluice/provider-kit/requests.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { type PeachContext, type PeachSettings, probe } from './calls.ts'
import { payeeOf, payerOf } from './methods.ts'
import { acceptPayin, findPayin } from './payins.ts'
import { findPayout, payoutBalance, send } from './payouts.ts'
import { codeIn } from './read.ts'
import { findRefund, makeRefund } from './refunds.ts'
import { isMissing, refusedRequest } from './results.ts'
import { referencesIn, type WebhookSecrets } from './webhook.ts'

/** Not a reference of ours: those are digests. */
const UNKNOWN_REFERENCE = '0000000000000000'

export class PeachAccount extends RoutedAccount<PeachSettings & { readonly secrets: WebhookSecrets }> {
  readonly #context: PeachContext = { ...this.standing, settings: this.settings }
  readonly #payins: PaymentProduct = {
    check: (payment) => checked(payerOf(payment)),
    accept: (order) => acceptPayin(this.#context, order),
    find: (order) => findPayin(this.#context, order),
  }
  readonly #refunds: PaymentProduct = {
    accept: (order) => makeRefund(this.#context, order),
    find: (order) => findRefund(this.#context, order),
  }
  readonly #payouts: PaymentProduct = {
    check: (payment) => checked(payeeOf(payment)),
    accept: (order) => send(this.#context, order),
    find: (order) => findPayout(this.#context, order),
  }

  protected productFor(payment: Payment): PaymentProduct {
    if (payment.kind === 'payin') return this.#payins
    return isNativeRefund(payment) ? this.#refunds : this.#payouts
  }

  /** Looks for a transaction that does not exist: "not found" also proves that the credentials work. */
  async ping(): Promise<Ping> {
    const answer = await probe(this.#context, UNKNOWN_REFERENCE)
    if (answer.type === 'none') return { ok: false, why: 'it does not answer' }
    const { status, body } = answer
    const code = codeIn(body) ?? ''
    if (status === 401 || status === 403 || refusedRequest(code) === 'UNHEALTHY')
      return { ok: false, why: `it refuses entity ID, user ID or password: ${code || `status ${status}`}` }
    if (status !== 200 && !isMissing(code)) return { ok: false, why: `it answers with status ${status}` }
    const float = await payoutBalance(this.#context, true)
    return float.type === 'balances' ? { ok: true } : { ok: false, why: `payouts: ${float.why}` }
  }

  balances(): Promise<Balances | Unclear> {
    return payoutBalance(this.#context)
  }

  readNotification = reading((notification) =>
    referencesIn(notification, this.settings.secrets, this.standing.clock.now()),
  )
}
