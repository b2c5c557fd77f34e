/**
 * An account with a bank that has the Pix API of the Banco Central: charges (`cob`), refunds (devoluções), and payouts (`payouts.ts`) if the
 * profile has them.
 *
 * A charge is created by PUT under our own txid. A repetition is the same charge, or the bank says that it exists and it is read. What was
 * paid is read from the charge: a webhook is no proof, because another customer of the bank can make the bank call any address. An answer
 * counts only if each charge and each Pix in it has the account's own key.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, CheckAnswer } from '@sluice/core/processor/port.ts'
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { pingOf, readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted, ended, factOf, known } from '@sluice/provider-kit/findings.ts'
import { CallPace } from '@sluice/provider-kit/pace.ts'
import type {
  AccountStanding,
  Balances,
  Held,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderFact,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { isNativeRefund } from '@sluice/provider-kit/requests.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { reading } from '@sluice/provider-kit/signed-notification.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
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

const PUT = { method: 'PUT' } as const
const MINUTE_MS = 60_000
/** A create waits for its charge no longer than a payer would. */
const WAIT_TO_CHARGE_MS = 3_000
const MANY_CHARGES: Held = { type: 'held', why: 'the bank limits the charges per minute', againInMs: 5_000 }

export interface PixSettings {
  readonly profile: PixProfile
  readonly pixKey: string
  readonly payeeName: string
  readonly city: string
  /** The account's number, if the bank needs it. Left out: it sends no payouts there. */
  readonly account?: string
  /** What this bank needs besides, with each call. */
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>> | undefined
}

const part = encodeURIComponent
/** A location is part of the QR code: without a scheme, at most 77 characters. */
const LOCATION = /^(?!https?:)[\x21-\x7e]{1,77}$/

export class PixAccount extends BaseAccount<PixSettings> {
  readonly #calls = callsOf(this.settings, this.standing)
  readonly #payouts = payoutsOf(this.settings, this.standing)
  readonly #charges: CallPace | undefined
  readonly balances?: () => Promise<Balances | Unclear>

  constructor(settings: PixSettings, standing: AccountStanding) {
    super(settings, standing)
    const { chargesAMinute } = settings.profile
    this.#charges = chargesAMinute === undefined ? undefined : new CallPace(chargesAMinute, MINUTE_MS)
    const { balances } = this.#payouts ?? {}
    if (balances) this.balances = balances.bind(this.#payouts)
  }

  check(payment: Payment): CheckAnswer {
    const isSent = payment.kind !== 'payin' && !isNativeRefund(payment)
    return isSent && this.#payouts ? this.#payouts.check(payment) : { type: 'fine' }
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (order.payment.kind === 'payin') return this.#charge(order)
    return order.payin ? this.#makeRefund(order) : (this.#payouts?.accept(order) ?? NO_PAYOUTS)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return this.#readCharge(order)
    if (isNativeRefund(order.payment)) return this.#readBack(order)
    return this.#payouts?.find(order) ?? unclear('a payout of an account without payouts')
  }

  async #charge(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference } = order
    const { clock, calls } = this.standing
    const waitMs = this.#charges?.turn(clock.now(), WAIT_TO_CHARGE_MS)
    if (this.#charges && waitMs === undefined) return MANY_CHARGES
    if (waitMs !== undefined && waitMs > 0) await calls.pause(waitMs)
    const leftMs = (payment.expireAt ?? 0) - clock.now()
    const body = {
      calendario: { expiracao: Math.max(1, Math.ceil(leftMs / 1_000)) },
      valor: { original: digits(payment) },
      chave: this.settings.pixKey,
    }
    const answer = await this.#calls.send(order, 'create', `/cob/${reference}`, body, PUT)
    if (answer.type === 'answer' && (answer.status === 201 || answer.status === 200))
      return this.#charged(order, answer.body)
    const refused = refusalOf(answer)
    if (!mayBeThere(answer, order)) return refused
    const there = await this.#calls.read(order, 'read', `/cob/${reference}`)
    return there.type === 'answer' && there.status === 200
      ? this.#charged(order, there.body)
      : notThere(refused, 'a charge that was requested before cannot be read')
  }

  #charged({ payment, reference }: ProviderOrder, body: unknown): OrderAnswer {
    const cob = this.#cobOf(reference, body)
    if (!cob) return unclear('a charge that is not the one requested')
    if (cob.valor.original !== digits(payment)) return unclear('a charge of another amount')
    if (cob.location === undefined || !LOCATION.test(cob.location))
      return unclear('a charge without a location that fits into a QR code')
    const { payeeName, city, pixKey: key } = this.settings
    return accepted(reference, cob.status, { payeeName, city, key, chargeUrl: cob.location })
  }

  /** This charge, on our own key. */
  #cobOf(reference: string, body: unknown): Cob | undefined {
    const cob = readAs(Cob, body)
    return cob?.txid === reference && cob.chave === this.settings.pixKey ? cob : undefined
  }

  async #readCharge(order: ProviderOrder): Promise<OrderFindings> {
    const { reference } = order
    const answer = await this.#calls.read(order, 'read', `/cob/${reference}`)
    const missing = notFound(answer)
    if (missing) return missing
    const cob = this.#cobOf(reference, answer.type === 'answer' ? answer.body : undefined)
    if (!cob) return unclear('a charge that is not the one inquired about')
    const meaning = listed(COB_STATUS, cob.status)
    if (meaning === undefined) return { type: 'unlisted', statusCode: cob.status }
    const paid = (cob.pix ?? []).map((pix) => this.#paid(order, cob, pix))
    if (paid.includes(undefined)) return unclear('a Pix on another key, or of another charge')
    const facts = paid.filter((fact) => fact !== undefined)
    return meaning === 'removed' && facts.length === 0
      ? ended(reference, cob.status, { type: 'expired' })
      : known(cob.status, facts, meaning !== 'open')
  }

  #paid({ reference }: ProviderOrder, { status }: Cob, pix: PixReceived): ProviderFact | undefined {
    const { endToEndId, txid = reference, chave = this.settings.pixKey, valor } = pix
    if (txid !== reference || chave !== this.settings.pixKey) return undefined
    return factOf(endToEndId, status, { type: 'paid', received: brl(valor) }, { endToEndId })
  }

  /** Money that came for a payin is named by its end-to-end ID. */
  async #makeRefund(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, payin, reference } = order
    // Money that was not credited: that Pix is refunded. Otherwise the one that paid the payin.
    const endToEndId = payment.request.refund?.excess?.statusUpdate ?? payin?.confirmation
    if (endToEndId === undefined || !/^[a-zA-Z0-9]{32}$/.test(endToEndId)) return NO_PIX
    const path = `/pix/${endToEndId}/devolucao/${reference}`
    const answer = await this.#calls.send(order, 'refund', path, { valor: digits(payment) }, PUT)
    const refused = answer.type === 'answer' && answer.status < 300 ? undefined : refusalOf(answer)
    if (refused && !mayBeThere(answer, order)) return refused
    const known = refused ? await this.#calls.read(order, 'read-back', path) : answer
    const given = known.type === 'answer' && known.status < 300 ? readAs(Devolucao, known.body) : undefined
    if (given?.id !== reference || given.valor !== digits(payment)) {
      const why = 'a devolução that is not the one requested'
      return refused ? notThere(refused, why) : unclear(why)
    }
    // Status inquiries need the ID of the Pix.
    return accepted(endToEndId, given.status)
  }

  async #readBack(order: ProviderOrder): Promise<OrderFindings> {
    const { payment, reference } = order
    const endToEndId = payment.processorRef
    if (endToEndId === undefined) return unclear('a devolução whose Pix is not known yet')
    const path = `/pix/${part(endToEndId)}/devolucao/${reference}`
    const answer = await this.#calls.read(order, 'read-back', path)
    const missing = notFound(answer)
    if (missing) return missing
    const given = readDone(Devolucao, answer)
    if (given?.id !== reference || given.valor !== digits(payment))
      return unclear('a devolução that is not the one inquired about')
    return moved(reference, given.status)
  }

  /** A removed charge can no longer be paid; one that was just paid cannot be removed. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    if (order.payment.kind !== 'payin') return 'too-late'
    const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
    const answer = await this.#calls.send(order, 'cancel', `/cob/${order.reference}`, body, {
      method: 'PATCH',
    })
    if (answer.type === 'none') return 'later'
    return answer.status === 200 ? 'cancelled' : 'too-late'
  }

  async ping(): Promise<Ping> {
    const answer = await this.#calls.probe('ping', this.#webhook)
    const refused = 'it refuses the credentials, or the Pix key is not of this account'
    // "No webhook yet" also proves that the credentials work.
    const isKnown = ({ status }: { readonly status: number }) => status === 404
    const ping = pingOf(answer, { 401: refused, 403: refused }, isKnown, NOT_REACHED)
    return ping.ok ? (this.#payouts?.ping?.() ?? ping) : ping
  }

  readNotification = reading(referencesIn)

  async subscribe(webhookUrl: string): Promise<Ping> {
    const { webhookHeaders: headers = {} } = this.settings.profile
    const answer = await this.#calls.ask('subscribe', this.#webhook, {
      ...PUT,
      body: { webhookUrl },
      headers,
    })
    if (answer.type === 'answer' && answer.status < 300)
      return this.#payouts?.subscribe?.(webhookUrl) ?? { ok: true }
    return { ok: false, why: `the bank refuses the webhook: ${whyOf(answer)}` }
  }

  get #webhook(): string {
    return `/webhook/${part(this.settings.pixKey)}`
  }
}

const whyOf = (answer: CallAnswer): string =>
  answer.type === 'none' ? answer.why : (errorCode(answer.body) ?? `status ${answer.status}`)

function callsOf({ profile, account, headers, query }: PixSettings, { calls, clock }: AccountStanding) {
  const { api, accountHeader, callIdHeader } = profile
  return new AccountCalls(calls, {
    root: api,
    query,
    statusCodeOf,
    headers: ({ method, path }) => ({
      ...headers,
      ...(accountHeader !== undefined && account !== undefined && { [accountHeader]: account }),
      // A UUID by which the bank finds the call in its logs.
      ...(callIdHeader !== undefined && { [callIdHeader]: uuidOf(`${method} ${path} ${clock.now()}`) }),
    }),
  })
}

function payoutsOf(
  { profile: { payouts }, pixKey, account }: PixSettings,
  standing: AccountStanding,
): PixPayouts | undefined {
  if (payouts === 'efi')
    return new EfiPayouts(pixKey, standing, new AccountCalls(standing.calls, { statusCodeOf }))
  return payouts === undefined || account === undefined ? undefined : new InterPayouts(account, standing)
}
