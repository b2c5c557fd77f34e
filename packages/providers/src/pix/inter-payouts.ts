/**
 * Payouts at Banco Inter: Pix to keys and to bank accounts, by its Banking API (`/banking/v2/pix`).
 *
 * Each Pix has a code of the bank's, and our reference is only its idempotency key. If an answer was lost, the same call with the same
 * key finds the Pix again. How long the bank keeps a key is not documented. So the account's statement is searched first, where each Pix
 * has our reference as its description, and after a day nothing is sent again.
 *
 * Promises: a Pix settles a payout only if the bank reports it under its code, with our amount, from our account, to our payee, and for
 * an arrival with its end-to-end ID. One that failed after money may have moved settles nothing: an operator decides. The bank takes one
 * Pix per second and twenty inquiries per minute: what would wait longer than a create may is sent later, and not before. Notifications
 * are never believed, and no Pix is sent where an inquiry is enough.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import { moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, noAnswer, readAs, readDone, unclear, unreached } from '@sluice/provider-kit/answers.ts'
import { accepted } from '@sluice/provider-kit/findings.ts'
import type {
  AccountStanding,
  Balances,
  Held,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import { checked } from '@sluice/provider-kit/requests.ts'
import { digits, NOT_REACHED } from './answers.ts'
import {
  type InterPayee,
  isSentAs,
  payeeOf,
  payeeThere,
  repetitionKey,
  sentFindings,
  unanswered,
} from './inter-answers.ts'
import { InterCalls } from './inter-calls.ts'
import { BalanceThere, Included, PixThere, refusalIn, saidBy } from './inter-read.ts'
import { InterStatement } from './inter-statement.ts'
import type { PixPayouts } from './payouts.ts'

/** Together with the call shorter than the pause before a create's next try. */
const WAIT_TO_SEND_MS = 5_000
const TOO_MANY_REQUESTS = 429
/** As long as the bank's own clients wait. */
const PAUSE_MS = 60_000
const WEBHOOK = '/webhooks/pix-pagamento'
const OF_NO_PIX = '00000000-0000-4000-8000-000000000000'

const MINUTE_MS = 60_000
/** How long the same call is repeated if the statement cannot be read: the bank surely knows its idempotency keys for that long. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS
const SENT_AGAIN_WITHIN_MS = 24 * 60 * MINUTE_MS

export class InterPayouts implements PixPayouts {
  readonly #calls: InterCalls
  readonly #statement: InterStatement

  /** @param account the number of the paying account with its digit, as the bank writes it */
  constructor(account: string, standing: AccountStanding) {
    this.#calls = new InterCalls(account, standing)
    this.#statement = new InterStatement(this.#calls)
  }

  check = (payment: Payment) => checked(payeeOf(payment))

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const payee = payeeOf(order.payment)
    if (payee.type === 'declined') return payee
    const known = order.isFirst ? undefined : await this.#sentBefore(order, payee)
    return known ?? this.#send(order, payee)
  }

  async #send(order: ProviderOrder, payee: InterPayee): Promise<OrderAnswer> {
    const { payment, reference } = order
    const calls = this.#calls
    const waitMs = calls.sending.turn(reference, calls.now, WAIT_TO_SEND_MS)
    if (waitMs > WAIT_TO_SEND_MS) return held(waitMs)
    if (waitMs > 0) await calls.direct.pause(waitMs)
    const pix = { valor: digits(payment), descricao: reference, destinatario: payeeThere(payee) }
    const headers = { 'x-id-idempotente': repetitionKey(reference) }
    const answer = await calls.direct.send(order, 'send', '/pix', pix, { headers })
    if (answer.type === 'none') return noAnswer(answer)
    const { status, body } = answer
    if (status === 200 || status === 201) {
      const included = readAs(Included, body)
      return included
        ? accepted(included.codigoSolicitacao, included.tipoRetorno ?? 'PROCESSADO')
        : unclear('a Pix that was accepted and has no code')
    }
    // Nothing was done: the bank's own clients repeat the call without an idempotency key.
    if (status === TOO_MANY_REQUESTS)
      return held(calls.sending.turn(reference, calls.now, WAIT_TO_SEND_MS, PAUSE_MS))
    const refused = refusalIn(status, body)
    if (refused && order.isFirst) return declined(refused.reason, `the bank refuses it: ${refused.said}`)
    return unclear(saidBy(status, body))
  }

  /** @returns undefined if it may be sent again */
  async #sentBefore(order: ProviderOrder, payee: InterPayee): Promise<OrderAnswer | undefined> {
    const { payment } = order
    const begunAt = order.begunAt ?? payment.createdAt
    const ageMs = this.#calls.now - begunAt
    const codes = await this.#statement.codesOf(order, begunAt)
    if ('type' in codes) return ageMs < REPEATED_WITHIN_MS ? undefined : codes
    const [code, ...further] = codes
    if (further.length > 0) return unclear('several Pix with one reference')
    if (code === undefined)
      return ageMs < SENT_AGAIN_WITHIN_MS
        ? undefined
        : unclear('a Pix that is not in the statement, and too old to be sent again')
    const there = await this.#read(order, payee, code)
    return there.type === 'unclear' ? there : accepted(code, there.pix.transacaoPix.status)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const payee = payeeOf(order.payment)
    if (payee.type === 'declined') return unclear('a payout to an unsupported payee')
    const code = order.payment.processorRef
    if (code === undefined) return unclear('a Pix whose code is not known yet')
    const there = await this.#read(order, payee, code)
    return there.type === 'unclear' ? there : sentFindings(there.pix)
  }

  async #read(
    order: ProviderOrder,
    payee: InterPayee,
    code: string,
  ): Promise<{ readonly type: 'there'; readonly pix: PixThere } | Unclear> {
    const path = `/pix/${encodeURIComponent(code)}`
    const answer = await this.#calls.ask('sent', order, 'read-sent', path)
    // A Pix does not disappear, but after 90 days the bank no longer reports it.
    const pix = readDone(PixThere, answer)
    if (!pix) return unanswered(answer)
    return isSentAs(code, order.payment, payee, this.#calls.account, pix)
      ? { type: 'there', pix }
      : unclear('a Pix that is not the one inquired about')
  }

  async ping(): Promise<Ping> {
    const webhook = await this.#probe(WEBHOOK)
    return webhook.ok ? this.#probe(`/pix/${OF_NO_PIX}`) : webhook
  }

  async #probe(path: string): Promise<Ping> {
    const answer = await this.#calls.direct.probe('ping', path)
    if (answer.type === 'none') return unreached(answer, NOT_REACHED)
    const { status, body } = answer
    if (status === 401 || status === 403)
      return {
        ok: false,
        why: 'it refuses payouts: the application lacks a scope or has no access to the account',
      }
    // "Not found" and "too many calls" also prove the permission.
    return status < 500
      ? { ok: true }
      : { ok: false, why: `it answers about payouts with ${saidBy(status, body)}` }
  }

  async balances(): Promise<Balances | Unclear> {
    const answer = await this.#calls.ask('account', undefined, 'read-balance', '/saldo')
    const there = readDone(BalanceThere, answer)
    const money = there && moneyIn(there.disponivel, 'BRL')
    return money
      ? { type: 'balances', balances: [{ name: `account ${this.#calls.account}`, money }] }
      : unanswered(answer)
  }

  async subscribe(webhookUrl: string): Promise<Ping> {
    const how = { method: 'PUT', body: { webhookUrl } } as const
    const answer = await this.#calls.direct.ask('subscribe', WEBHOOK, how)
    if (answer.type === 'answer' && answer.status < 300) return { ok: true }
    const why = answer.type === 'none' ? answer.why : saidBy(answer.status, answer.body)
    return { ok: false, why: `the bank refuses the webhook of payouts: ${why}` }
  }
}

const held = (againInMs: number): Held => ({
  type: 'held',
  why: 'the bank accepts one Pix a second',
  againInMs,
})
