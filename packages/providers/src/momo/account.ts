/**
 * An account with MoMo: payins on its page, their refunds, payouts to its wallets.
 *
 * Each has our reference as its order ID, which MoMo accepts once, and inquiries use that ID with the account's own signature. A signed
 * notification only leads to a status inquiry. Nothing can be cancelled: an order stays open until it is paid or MoMo reports its end.
 */
import type { KeyObject } from 'node:crypto'
import type { Payment } from '@sluice/core/payment/model.ts'
import { unreached } from '@sluice/provider-kit/answers.ts'
import type { Balances, Ping, Unclear } from '@sluice/provider-kit/provider.ts'
import { checked, isNativeRefund } from '@sluice/provider-kit/requests.ts'
import { type PaymentProduct, RoutedAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { INQUIRE_WITHIN_MS, type MomoContext, post, questionId } from './momo-calls.ts'
import { begin, findPayin, type MomoPayinSettings } from './payins.ts'
import { findPayout, payeeOf, payoutBalance, send } from './payouts.ts'
import { CALLS, codeIn } from './read.ts'
import { findRefund, makeRefund } from './refunds.ts'
import { type MomoKeys, referencesIn } from './signing.ts'

export interface MomoSettings extends MomoKeys, MomoPayinSettings {
  /** Encrypts payees. Undefined: no payouts. */
  readonly publicKey: KeyObject | undefined
}

export class MomoAccount extends RoutedAccount<MomoSettings> {
  readonly #context: MomoContext = { ...this.standing, keys: this.settings, questions: { count: 0 } }
  readonly #payins: PaymentProduct = {
    accept: (order) => begin(this.#context, this.settings, order),
    find: (order) => findPayin(this.#context, order),
  }
  readonly #refunds: PaymentProduct = {
    accept: (order) => makeRefund(this.#context, order),
    find: (order) => findRefund(this.#context, order),
  }
  readonly #payouts: PaymentProduct = {
    check: (payment) => checked(payeeOf(payment)),
    accept: (order) => send(this.#context, this.settings.publicKey, order),
    find: (order) => findPayout(this.#context, order),
  }

  protected productFor(payment: Payment): PaymentProduct {
    if (payment.kind === 'payin') return this.#payins
    return isNativeRefund(payment) ? this.#refunds : this.#payouts
  }

  /** "No such order" also proves that the credentials work. */
  async ping(): Promise<Ping> {
    const id = questionId(this.#context, 'ping')
    const answer = await post(
      this.#context,
      { operation: 'ping', path: '/query', isProbe: true, timeoutMs: INQUIRE_WITHIN_MS },
      { orderId: id, requestId: id },
    )
    if (answer.type === 'none') return unreached(answer)
    const code = codeIn(answer.body) ?? ''
    if (listed(CALLS, code) === 'missing') return { ok: true }
    if (listed(CALLS, code) === 'UNHEALTHY')
      return { ok: false, why: `it refuses partner code, access key or secret key: ${code}` }
    return { ok: false, why: `it answers with status ${answer.status} ${code}`.trim() }
  }

  balances(): Promise<Balances | Unclear> {
    return this.settings.publicKey
      ? payoutBalance(this.#context)
      : Promise.resolve({ type: 'balances', balances: [] })
  }

  /** MoMo requires 204. */
  readNotification = reading((notification) => referencesIn(notification, this.settings), {
    status: 204,
    contentType: 'application/json',
    body: '',
  })
}
