/**
 * An account with MoMo: payins on its page, their refunds, payouts to its wallets.
 *
 * Everything stands under an order ID of ours, which MoMo takes once, and what became of it is asked by that ID with the account's own
 * signature. A notification is signed too, and says no more than that it is time to ask. Nothing is taken back: MoMo has no call by which
 * an order cannot be paid any more, so it stays open until it is paid or MoMo says that it has ended.
 */

import type { KeyObject } from 'node:crypto'
import type { CheckAnswer } from '../../../processing/port.ts'
import { unreached } from '../answers.ts'
import type {
  AccountStanding,
  Balances,
  Notification,
  NotificationReading,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import { checked, isNativeRefund } from '../requests.ts'
import { listed } from '../status-codes.ts'
import { INQUIRE_WITHIN_MS, type MomoContext, post, questionId } from './momo-calls.ts'
import { begin, findPayin, type MomoPayinSettings } from './payins.ts'
import { findPayout, payeeOf, payoutBalance, send } from './payouts.ts'
import { CALLS, codeIn } from './read.ts'
import { findRefund, makeRefund } from './refunds.ts'
import { type MomoKeys, referencesIn } from './signing.ts'

export interface MomoSettings extends MomoKeys, MomoPayinSettings {
  /** By which payees are encrypted; undefined: no payouts. */
  readonly publicKey: KeyObject | undefined
}

export class MomoAccount implements ProviderAccount {
  readonly #settings: MomoSettings
  readonly #context: MomoContext

  constructor(settings: MomoSettings, standing: AccountStanding) {
    this.#settings = settings
    this.#context = { ...standing, keys: settings, questions: { count: 0 } }
  }

  check(payment: ProviderOrder['payment']): CheckAnswer {
    if (payment.kind === 'payin' || isNativeRefund(payment)) return { type: 'fine' }
    return checked(payeeOf(payment))
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { publicKey } = this.#settings
    switch (order.payment.kind) {
      case 'payin':
        return begin(this.#context, this.#settings, order)
      case 'refund':
        return order.payin ? makeRefund(this.#context, order) : send(this.#context, publicKey, order)
      case 'payout':
      case 'settlement':
        return send(this.#context, publicKey, order)
    }
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return findPayin(this.#context, order)
    return isNativeRefund(order.payment) ? findRefund(this.#context, order) : findPayout(this.#context, order)
  }

  /** Nobody has such an order: who is told so is known. */
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
    return this.#settings.publicKey
      ? payoutBalance(this.#context)
      : Promise.resolve({ type: 'balances', balances: [] })
  }

  /** MoMo wants 204 and nothing else. */
  readNotification(notification: Notification): NotificationReading {
    return {
      references: referencesIn(notification, this.#settings),
      answer: { status: 204, contentType: 'application/json', body: '' },
    }
  }
}
