/**
 * An account with STP: SPEI orders to bank accounts in Mexico.
 *
 * An order is registered under our tracking key (`claveRastreo`). STP refuses a second order with that key, but only on the same
 * operating day; on another day it would be a second order. So a later try looks for the order on every possible day, and sends it again
 * only if it is certainly still the same day. After that it is not sent again, and inquiries go on.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { AccountCalls } from '@sluice/provider-kit/account-calls.ts'
import { isAmountOf, majorNumber, moneyIn } from '@sluice/provider-kit/amounts.ts'
import { declined, readAs, readDone, unclear, unreached } from '@sluice/provider-kit/answers.ts'
import { accepted, factOf, known, movedAs, neverOr } from '@sluice/provider-kit/findings.ts'
import type {
  Balances,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { checked } from '@sluice/provider-kit/requests.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { foundIn, refusalOf, registeredId, type StpFound, statusCodeOf } from './answers.ts'
import {
  balanceText,
  firmaOf,
  orderText,
  questionText,
  type StpOrderBody,
  type StpQuestion,
} from './cadena.ts'
import { daysSince, isOneDay } from './days.ts'
import { readNotification } from './notifications.ts'
import { payeeOf, type StpPayee, stpText } from './payee.ts'
import { ANSWERS, SENT_STATUS, StpAnswered, StpBalance, type StpOrder } from './read.ts'

/** Banco de México's number of STP. */
const STP = '90646'
export const QUERIES = 'queries'

export interface StpSettings {
  readonly empresa: string
  readonly privateKey: string
  /** The CLABE that pays. */
  readonly account: string
  readonly holder: string
  readonly taxId?: string
}

const WITHIN = { readWithinMs: 8_000, statusCodeOf }

export class StpAccount extends BaseAccount<StpSettings> {
  readonly #orders = new AccountCalls(this.standing.calls, WITHIN)
  readonly #queries = new AccountCalls(this.standing.calls, { ...WITHIN, host: QUERIES })
  #key: KeyObject | undefined

  check = (payment: Payment) => checked(payment.kind === 'payin' ? NO_PAYINS : payeeOf(payment))

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, isFirst } = order
    const payee = payment.kind === 'payin' ? NO_PAYINS : payeeOf(payment)
    if (payee.type === 'declined') return payee
    if (!isFirst) {
      const before = await this.#look(order)
      if (before.type === 'unclear') return before
      if (before.type === 'order') return this.#accepted(order, payee, before.order)
      if (!isOneDay(payment.createdAt, this.standing.clock.now()))
        return unclear('it was not found, and on another day it would be a second order')
    }
    const answer = await this.#register(order, payee)
    if (registeredId(answer) !== undefined)
      // The payee's bank finds a transfer by its tracking key, not by STP's number.
      return accepted(order.reference, 'REGISTERED')
    const refused = refusalOf(answer)
    if (refused !== 'exists') return refused
    const there = await this.#look(order)
    if (there.type === 'unclear') return there
    return there.type === 'order'
      ? this.#accepted(order, payee, there.order)
      : unclear('an order that exists already, and cannot be found')
  }

  #accepted(order: ProviderOrder, payee: StpPayee, there: StpOrder): OrderAnswer {
    if (!this.#isOwn(order, payee, there)) return unclear('an order that is not the one requested')
    // Even if it has ended: the next status inquiry reports that.
    return accepted(order.reference, there.estado)
  }

  /** With our tracking key, this amount and account, and of this company. */
  #isOwn({ payment, reference }: ProviderOrder, payee: StpPayee, there: StpOrder): boolean {
    return (
      there.claveRastreo.trim() === reference &&
      there.empresa.trim() === this.settings.empresa &&
      there.cuentaBeneficiario.trim() === payee.account &&
      isAmountOf(payment.money, there.monto, 'MXN')
    )
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const { payment } = order
    const payee = payment.kind === 'payin' ? NO_PAYINS : payeeOf(payment)
    if (payee.type === 'declined') return unclear('a payment that it does not serve')
    const found = await this.#look(order)
    if (found.type === 'unclear') return found
    if (found.type === 'missing') return neverOr(order, 'an order that existed is gone')
    if (!this.#isOwn(order, payee, found.order)) return unclear('an order that is not the one inquired about')
    return foundOf(order, found.order)
  }

  /**
   * Looks on the current day and then on each day since the payment was created. A day that STP cannot answer for does not end the
   * search.
   */
  async #look(order: ProviderOrder): Promise<StpFound | Unclear> {
    const days = daysSince(order.payment.createdAt, this.standing.clock.now())
    let doubt: Unclear | undefined
    for (const fechaOperacion of [undefined, ...days]) {
      const answer = await this.#ask(order, {
        empresa: this.settings.empresa,
        claveRastreo: order.reference,
        tipoOrden: 'E',
        ...(fechaOperacion !== undefined && { fechaOperacion }),
      })
      const found = foundIn(answer)
      if (found.type === 'order') return found
      if (found.type === 'missing') continue
      if (answer.type === 'none' || answer.status >= 500) return found
      doubt ??= found
    }
    return doubt ?? { type: 'missing' }
  }

  #register(order: ProviderOrder, payee: StpPayee): Promise<CallAnswer> {
    const { payment, reference } = order
    const { empresa, account, holder, taxId = 'ND' } = this.settings
    const body: StpOrderBody = {
      institucionContraparte: payee.institution,
      empresa,
      claveRastreo: reference,
      institucionOperante: STP,
      monto: majorNumber(payment.money),
      tipoPago: 1,
      tipoCuentaOrdenante: 40,
      nombreOrdenante: stpText(holder, 'ND'),
      cuentaOrdenante: account,
      rfcCurpOrdenante: taxId,
      tipoCuentaBeneficiario: payee.accountType,
      nombreBeneficiario: payee.name,
      cuentaBeneficiario: payee.account,
      rfcCurpBeneficiario: 'ND',
      conceptoPago: `Pago ${reference}`,
      referenciaNumerica: shortReference(reference),
      topologia: 'T',
      medioEntrega: 3,
      prioridad: 0,
    }
    const signed = { ...body, firma: this.#sign(orderText(body)) }
    return this.#orders.send(order, 'send', '/ordenPago/registra', signed, { method: 'PUT' })
  }

  #ask(order: Pick<ProviderOrder, 'payment'>, question: StpQuestion): Promise<CallAnswer> {
    const { method, body } = this.#signed(question)
    return this.#queries.read(order, 'read', '/consultaOrden', { method, body })
  }

  #signed(question: StpQuestion) {
    return { method: 'POST', body: { ...question, firma: this.#sign(questionText(question)) } } as const
  }

  #sign(text: string): string {
    this.#key ??= createPrivateKey(this.settings.privateKey)
    return firmaOf(text, this.#key)
  }

  async ping(): Promise<Ping> {
    // "No such order" also proves that the credentials work.
    const question = { empresa: this.settings.empresa, claveRastreo: 'PING', tipoOrden: 'E' } as const
    const answer = await this.#queries.probe('ping', '/consultaOrden', this.#signed(question))
    if (answer.type === 'none') return unreached(answer)
    if (answer.status === 401 || answer.status === 403)
      return { ok: false, why: 'it refuses the IP address of this machine' }
    const said = readAs(StpAnswered, answer.body)?.estado
    if (said !== undefined && (ANSWERS[said] === 'missing' || ANSWERS[said] === 'done')) return { ok: true }
    return { ok: false, why: 'it refuses the company or its signature' }
  }

  async balances(): Promise<Balances | Unclear> {
    const { empresa, account } = this.settings
    const body = { empresa, cuentaOrdenante: account, firma: this.#sign(balanceText(empresa, account)) }
    const answer = await this.#queries.probe('balances', '/consultaSaldoCuenta', { method: 'POST', body })
    const there = readDone(StpBalance, answer)?.respuesta
    if (!there) return unclear(answer.type === 'none' ? answer.why : `status ${answer.status}`)
    const reported = [
      ['Account', there.saldo] as const,
      ['Orders in progress', there.cargosPendientes ?? 0] as const,
    ]
    const balances = reported.flatMap(([name, pesos]) => {
      const money = moneyIn(pesos, 'MXN')
      return money ? [{ name, money }] : []
    })
    return balances.length < reported.length
      ? unclear('a balance that cannot be read')
      : { type: 'balances', balances }
  }

  readNotification = readNotification
}

const NO_PAYINS: Declined = declined('METHOD', 'it has no payins')

/** What the payee's bank shows: 1 to 9999999. */
function shortReference(reference: string): number {
  let value = 0
  for (const character of reference) value = (value * 36 + Number.parseInt(character, 36)) % 9_999_999
  return value + 1
}

function foundOf({ payment, reference }: ProviderOrder, order: StpOrder): OrderFindings {
  const { estado, idEF, causaDevolucion } = order
  const means = listed(SENT_STATUS, estado)
  if (means === undefined) return { type: 'unlisted', statusCode: estado }
  if (means === 'open') return known(estado)
  const about = { idEF, ...(typeof causaDevolucion === 'number' && { causaDevolucion }) }
  return known(estado, [factOf(`${reference}:${means}`, estado, movedAs(payment, means), about)])
}
