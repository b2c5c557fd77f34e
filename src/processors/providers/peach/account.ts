/**
 * An account with Peach Payments: payins and their refunds by the Payments API, payouts by the Payouts API.
 *
 * What its Payments API knows of a payin is found by our own reference; nothing that it tells by itself is believed. It keeps no
 * idempotency, so a repetition begins with a question. Read `payins.ts`, `refunds.ts` and `payouts.ts` for how.
 *
 * Nothing is taken back: Peach has no call for it, and says of a cancelled payment that it may still succeed.
 */

import type { Payment } from '../../../payments/model.ts'
import type { CheckAnswer } from '../../../processing/port.ts'
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
import { get, type PeachContext, type PeachSettings } from './calls.ts'
import { payeeOf, payerOf } from './methods.ts'
import { findPayin, takePayin } from './payins.ts'
import { findPayout, payoutBalance, send } from './payouts.ts'
import { codeIn } from './read.ts'
import { findRefund, makeRefund } from './refunds.ts'
import { isMissing, refusedRequest } from './results.ts'
import { referencesIn, type WebhookSecrets } from './webhook.ts'

/** No payment of ours has it: ours are digests. */
const NOBODYS = '0000000000000000'

export class PeachAccount implements ProviderAccount {
  readonly #context: PeachContext
  readonly #secrets: WebhookSecrets

  constructor(settings: PeachSettings, secrets: WebhookSecrets, { calls, clock }: AccountStanding) {
    this.#context = { settings, calls, clock }
    this.#secrets = secrets
  }

  check(payment: Payment): CheckAnswer {
    if (isNativeRefund(payment)) return { type: 'fine' }
    return checked(payment.kind === 'payin' ? payerOf(payment) : payeeOf(payment))
  }

  accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.kind === 'payin') return takePayin(this.#context, order)
    return isNativeRefund(order.payment) ? makeRefund(this.#context, order) : send(this.#context, order)
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return findPayin(this.#context, order)
    return isNativeRefund(order.payment) ? findRefund(this.#context, order) : findPayout(this.#context, order)
  }

  /** Asks after a transaction that nobody has: whoever is told that there is none was known by the credentials. */
  async ping(): Promise<Ping> {
    const answer = await get(
      this.#context,
      { operation: 'ping' },
      { merchantTransactionId: NOBODYS, isProbe: true },
    )
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

  readNotification(notification: Notification): NotificationReading {
    return { references: referencesIn(notification, this.#secrets, this.#context.clock.now()) }
  }
}
