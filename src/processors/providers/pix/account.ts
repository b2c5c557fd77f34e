/**
 * An account with a bank that has the Pix API of the Banco Central: charges (`cob`), devoluções, and where the profile has them payouts
 * (`payouts.ts`).
 *
 * A charge is made by PUT under our own txid: a repetition is the same charge, or the bank says that it is there, and it is read. What was paid is read from the charge; a webhook only
 * says that it is time to look, because another customer of the same bank can have the bank call any address. The key of each charge and
 * of each Pix must be the account's own, or nothing of the answer counts.
 */

import type { Payment } from '../../../payments/model.ts'
import type { CancelAnswer, CheckAnswer } from '../../../processing/port.ts'
import { pingOf, readAs, readDone, unclear } from '../answers.ts'
import type { ProviderCall } from '../calls.ts'
import { accepted, ended, factOf, known } from '../findings.ts'
import { CallPace } from '../pace.ts'
import type {
  AccountStanding,
  Balances,
  Held,
  Notification,
  NotificationReading,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderAccount,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '../provider.ts'
import type { CallAnswer } from '../reach.ts'
import { isNativeRefund } from '../requests.ts'
import { listed } from '../status-codes.ts'
import {
  digits,
  mayBeThere,
  moved,
  NO_PAYOUTS,
  NO_PIX,
  NOT_REACHED,
  notFound,
  notThere,
  refusalOf,
  statusCodeOf,
} from './answers.ts'
import { EfiPayouts } from './efi-payouts.ts'
import { repetitionKey as uuidOf } from './inter-answers.ts'
import { InterPayouts } from './inter-payouts.ts'
import type { PixPayouts } from './payouts.ts'
import type { PixProfile } from './profiles.ts'
import { brl, COB_STATUS, Cob, Devolucao, errorCode, type PixReceived } from './read.ts'
import { referencesIn } from './webhook.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000
const MINUTE_MS = 60_000
/** A create waits for its charge no longer than a payer does. */
const WAIT_TO_CHARGE_MS = 3_000
const MANY_CHARGES: Held = { type: 'held', why: 'the bank makes so many charges a minute', againInMs: 5_000 }

export interface PixSettings {
  readonly pixKey: string
  readonly payeeName: string
  readonly city: string
  /** The number of the account, where the bank wants it named; left out: it sends no payouts there. */
  readonly account?: string
  /** Of each call: what this bank wants besides. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>> | undefined
}

const part = encodeURIComponent
/** A location is written into the QR code, where it has no scheme and 77 characters. */
const LOCATION = /^(?!https?:)[\x21-\x7e]{1,77}$/

export class PixAccount implements ProviderAccount {
  readonly #profile: PixProfile
  readonly #settings: PixSettings
  readonly #standing: AccountStanding
  readonly #payouts: PixPayouts | undefined
  readonly #charges: CallPace | undefined
  readonly balances?: () => Promise<Balances | Unclear>

  constructor(profile: PixProfile, settings: PixSettings, standing: AccountStanding) {
    this.#profile = profile
    this.#settings = settings
    this.#standing = standing
    this.#payouts = payoutsOf(profile, settings, standing)
    this.#charges =
      profile.chargesAMinute === undefined ? undefined : new CallPace(profile.chargesAMinute, MINUTE_MS)
    const { balances } = this.#payouts ?? {}
    if (balances) this.balances = balances.bind(this.#payouts)
  }

  check(payment: Payment): CheckAnswer {
    const isSent = payment.kind !== 'payin' && !isNativeRefund(payment)
    return isSent && this.#payouts ? this.#payouts.check(payment) : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    switch (order.payment.kind) {
      case 'payin':
        return this.#charge(order)
      case 'refund':
        return order.payin ? this.#makeRefund(order) : (this.#payouts?.accept(order) ?? NO_PAYOUTS)
      case 'payout':
      case 'settlement':
        return this.#payouts?.accept(order) ?? NO_PAYOUTS
    }
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return this.#readCharge(order)
    if (isNativeRefund(order.payment)) return this.#readBack(order)
    return this.#payouts?.find(order) ?? unclear('a payout of an account that sends none')
  }

  async #charge(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    const waitMs = this.#charges?.turn(this.#standing.clock.now(), WAIT_TO_CHARGE_MS)
    if (this.#charges && waitMs === undefined) return MANY_CHARGES
    if (waitMs !== undefined && waitMs > 0) await this.#standing.calls.pause(waitMs)
    const leftMs = (payment.expireAt ?? 0) - this.#standing.clock.now()
    const answer = await this.#call({
      operation: 'create',
      method: 'PUT',
      path: `${this.#profile.api}/cob/${reference}`,
      body: {
        calendario: { expiracao: Math.max(1, Math.ceil(leftMs / 1_000)) },
        valor: { original: digits(payment) },
        chave: this.#settings.pixKey,
      },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf: statusCodeOf(Cob),
    })
    if (answer.type === 'answer' && (answer.status === 201 || answer.status === 200))
      return this.#charged(order, answer.body)
    const refused = refusalOf(answer)
    if (!mayBeThere(answer, order)) return refused
    const there = await this.#ask(order, 'read', `/cob/${order.reference}`, statusCodeOf(Cob))
    return there.type === 'answer' && there.status === 200
      ? this.#charged(order, there.body)
      : notThere(refused, 'a charge that was asked for before cannot be read')
  }

  #charged({ payment, reference }: ProviderOrder, body: unknown): OrderAnswer {
    const cob = this.#cobOf(reference, body)
    if (!cob) return unclear('a charge that is not the one that was asked for')
    if (cob.valor.original !== digits(payment)) return unclear('a charge of another amount')
    if (cob.location === undefined || !LOCATION.test(cob.location))
      return unclear('a charge without a location that fits into a QR code')
    const { payeeName, city, pixKey: key } = this.#settings
    return accepted(reference, cob.status, { payeeName, city, key, chargeUrl: cob.location })
  }

  /** Of this very charge, on our own key. */
  #cobOf(reference: string, body: unknown): Cob | undefined {
    const cob = readAs(Cob, body)
    return cob?.txid === reference && cob.chave === this.#settings.pixKey ? cob : undefined
  }

  async #readCharge(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.#ask(order, 'read', `/cob/${order.reference}`, statusCodeOf(Cob))
    const missing = notFound(answer)
    if (missing) return missing
    const cob = this.#cobOf(order.reference, answer.type === 'answer' ? answer.body : undefined)
    if (!cob) return unclear('a charge that is not the one that was asked about')
    const meaning = listed(COB_STATUS, cob.status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: cob.status }
    const paid = (cob.pix ?? []).map((pix) => this.#paid(order, cob, pix))
    if (paid.includes(undefined)) return unclear('a Pix on another key, or of another charge')
    const facts = paid.filter((fact) => fact !== undefined)
    const isRemoved = meaning === 'removed' && facts.length === 0
    return isRemoved
      ? ended(order.reference, cob.status, { type: 'expired' })
      : known(cob.status, facts, meaning !== 'open')
  }

  #paid({ reference }: ProviderOrder, { status }: Cob, pix: PixReceived): ProviderFact | undefined {
    const { endToEndId, txid = reference, chave = this.#settings.pixKey, valor } = pix
    if (txid !== reference || chave !== this.#settings.pixKey) return undefined
    return factOf(endToEndId, status, { type: 'paid', received: brl(valor) }, { endToEndId })
  }

  /** The name of each money that came for a payin is its end-to-end ID. */
  async #makeRefund(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, payin, reference } = order
    // Of what was not credited just that Pix goes back; otherwise the one that paid the payin.
    const endToEndId = payment.request.refund?.excess?.statusUpdate ?? payin?.confirmation
    if (endToEndId === undefined || !/^[a-zA-Z0-9]{32}$/.test(endToEndId)) return NO_PIX
    const answer = await this.#call({
      operation: 'refund',
      method: 'PUT',
      path: `${this.#profile.api}/pix/${endToEndId}/devolucao/${reference}`,
      body: { valor: digits(payment) },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf: statusCodeOf(Devolucao),
    })
    const refused = answer.type === 'answer' && answer.status < 300 ? undefined : refusalOf(answer)
    if (refused && !mayBeThere(answer, order)) return refused
    const known = refused
      ? await this.#ask(
          order,
          'read-back',
          `/pix/${endToEndId}/devolucao/${reference}`,
          statusCodeOf(Devolucao),
        )
      : answer
    const given = known.type === 'answer' && known.status < 300 ? readAs(Devolucao, known.body) : undefined
    if (given?.id !== reference || given.valor !== digits(payment)) {
      const why = 'a devolução that is not the one that was asked for'
      return refused ? notThere(refused, why) : unclear(why)
    }
    // Under which Pix it is asked about later.
    return accepted(endToEndId, given.status)
  }

  async #readBack(order: ProviderOrder): Promise<OrderFindings> {
    const { payment, reference } = order
    const endToEndId = payment.processorRef
    if (endToEndId === undefined) return unclear('a devolução of which the Pix is not known yet')
    const path = `/pix/${part(endToEndId)}/devolucao/${reference}`
    const answer = await this.#ask(order, 'read-back', path, statusCodeOf(Devolucao))
    const missing = notFound(answer)
    if (missing) return missing
    const given = readDone(Devolucao, answer)
    if (given?.id !== reference || given.valor !== digits(payment))
      return unclear('a devolução that is not the one that was asked about')
    return moved(reference, given.status)
  }

  /** Removed charges cannot be paid any more; one that was paid a moment before cannot be removed. */
  async cancel({ payment, reference }: ProviderOrder): Promise<CancelAnswer> {
    if (payment.kind !== 'payin') return 'too-late'
    const answer = await this.#call({
      operation: 'cancel',
      method: 'PATCH',
      path: `${this.#profile.api}/cob/${reference}`,
      body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      timeoutMs: CREATE_WITHIN_MS,
      payment,
      statusCodeOf: statusCodeOf(Cob),
    })
    if (answer.type === 'none') return 'later'
    return answer.status === 200 ? 'cancelled' : 'too-late'
  }

  async ping(): Promise<Ping> {
    const answer = await this.#call({
      operation: 'ping',
      method: 'GET',
      path: `${this.#profile.api}/webhook/${part(this.#settings.pixKey)}`,
      timeoutMs: INQUIRE_WITHIN_MS,
      isProbe: true,
    })
    const refused = 'it refuses the credentials, or the Pix key is not of this account'
    // No webhook yet is an answer of somebody who knows us.
    const isKnown = ({ status }: { readonly status: number }) => status === 404
    const ping = pingOf(answer, { 401: refused, 403: refused }, isKnown, NOT_REACHED)
    return ping.ok ? (this.#payouts?.ping?.() ?? ping) : ping
  }

  readNotification(notification: Notification): NotificationReading {
    return { references: referencesIn(notification) }
  }

  async subscribe(webhookUrl: string): Promise<Ping> {
    const answer = await this.#call({
      operation: 'subscribe',
      method: 'PUT',
      path: `${this.#profile.api}/webhook/${part(this.#settings.pixKey)}`,
      body: { webhookUrl },
      ...(this.#profile.webhookHeaders && { headers: this.#profile.webhookHeaders }),
      timeoutMs: INQUIRE_WITHIN_MS,
    })
    if (answer.type === 'answer' && answer.status < 300)
      return this.#payouts?.subscribe?.(webhookUrl) ?? { ok: true }
    const why = answer.type === 'none' ? answer.why : (errorCode(answer.body) ?? `status ${answer.status}`)
    return { ok: false, why: `the bank does not take the webhook: ${why}` }
  }

  #call(call: ProviderCall): Promise<CallAnswer> {
    const { accountHeader, callIdHeader } = this.#profile
    const { account, headers, query } = this.#settings
    const named = {
      ...(accountHeader !== undefined && account !== undefined && { [accountHeader]: account }),
      ...(callIdHeader !== undefined && { [callIdHeader]: this.#callId(call) }),
    }
    const path = query ? `${call.path}?${new URLSearchParams(query)}` : call.path
    return this.#standing.calls.call({ ...call, path, headers: { ...headers, ...named, ...call.headers } })
  }

  /** A UUID of this call, by which the bank's people find it. */
  #callId({ method, path }: ProviderCall): string {
    return uuidOf(`${method} ${path} ${this.#standing.clock.now()}`)
  }

  #ask(
    { payment }: ProviderOrder,
    operation: string,
    path: string,
    statusCode: (body: unknown) => string | undefined,
  ): Promise<CallAnswer> {
    return this.#call({
      operation,
      method: 'GET',
      path: this.#profile.api + path,
      timeoutMs: INQUIRE_WITHIN_MS,
      payment,
      statusCodeOf: statusCode,
    })
  }
}

function payoutsOf(
  { payouts }: PixProfile,
  { pixKey, account }: PixSettings,
  standing: AccountStanding,
): PixPayouts | undefined {
  if (payouts === undefined) return undefined
  switch (payouts) {
    case 'efi':
      return new EfiPayouts(pixKey, standing)
    case 'inter':
      return account === undefined ? undefined : new InterPayouts(account, standing)
  }
}
