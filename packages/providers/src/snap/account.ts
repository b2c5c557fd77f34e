/**
 * An account with a provider that has the SNAP API: payins by QRIS, virtual account and wallet, refunds, transfers to banks.
 *
 * Each payment has our reference as its `partnerReferenceNo`, and what was paid is read from the answer to our inquiry by that reference.
 * The answer must name our reference only, and an amount in rupiah, which is the amount that counts. A notification only leads to an
 * inquiry. A payment that was refunded before we saw it paid settles nothing.
 *
 * Providers forget references after two months and would send them again. So nothing older is sent, and "unknown" proves nothing about
 * it.
 *
 * A transfer is sent again only on the day of its first try, and only if the provider does not know it ten minutes after the last one. It
 * keeps its X-EXTERNAL-ID, by which a provider that has forgotten the reference refuses it.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, CheckAnswer } from '@sluice/core/processor/port.ts'
import { declined, onlyRequested, readAs, unclear, unreached } from '@sluice/provider-kit/answers.ts'
import { accepted, known } from '@sluice/provider-kit/findings.ts'
import type {
  AccountStanding,
  Balances,
  Notification,
  NotificationReading,
  OrderAnswer,
  OrderFindings,
  Ping,
  ProviderOrder,
  Unclear,
} from '@sluice/provider-kit/provider.ts'
import type { CallAnswer } from '@sluice/provider-kit/reach.ts'
import { plainReference } from '@sluice/provider-kit/references.ts'
import { checked, isNativeRefund } from '@sluice/provider-kit/requests.ts'
import { BaseAccount } from '@sluice/provider-kit/routed-account.ts'
import { sinceLastTryMs } from '@sluice/provider-kit/tries.ts'
import {
  codeIn,
  given,
  NO_PAYINS,
  NO_PAYOUTS,
  NO_REFUNDS,
  NOT_REACHED,
  type SnapReply,
  saidBy,
} from './answers.ts'
import { payinFindings, refundFindings } from './findings.ts'
import { type NotificationSettings, readNotification } from './notifications.ts'
import type { SnapProfile } from './profiles.ts'
import { Balance, type Refunded, RefundMade, responseCode, rupiah } from './read.ts'
import type { PayinService, SnapCall } from './service.ts'
import { digitsOf } from './signing.ts'
import {
  externalIdOf,
  foundTransfer,
  isRefusedTwice,
  madeTransfer,
  neverSent,
  payeeOf,
  type TransferSettings,
  transfer,
  transferQuery,
} from './transfer.ts'

const CREATE_WITHIN_MS = 8_000
const INQUIRE_WITHIN_MS = 10_000
/** Documented are two and three months, so anything younger is remembered. */
const REMEMBERED_MS = 50 * 86_400_000

export interface SnapSettings {
  readonly profile: SnapProfile
  readonly partnerId: string
  readonly channelId: string
  /** By our method; for a refund that of its payin. */
  readonly payins: ReadonlyMap<string, PayinService>
  readonly transfers: TransferSettings | undefined
  readonly notifications: NotificationSettings
  /** An inquiry about a payment that does not exist. */
  readonly probe: SnapCall
}

/** Not a reference of ours. */
export const UNKNOWN_REFERENCE = '0'.repeat(32)

const API = '/v1.0'

export class SnapAccount extends BaseAccount<SnapSettings> {
  readonly balances?: () => Promise<Balances | Unclear>
  #called = 0

  constructor(settings: SnapSettings, standing: AccountStanding) {
    super(settings, standing)
    const { profile, transfers } = settings
    if (profile.reportsBalance && transfers) this.balances = () => this.#balanceOf(transfers.sourceAccountNo)
  }

  /** A request may lack the bank, and no provider finds it by the account number. */
  check(payment: Payment): CheckAnswer {
    const { transfers } = this.settings
    if (!transfers || payment.method !== 'BANK_TRANSFER') return { type: 'fine' }
    return checked(payeeOf(payment, transfers))
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    if (this.#ageMs(order) > REMEMBERED_MS) return unclear('too old: the provider may send it again')
    switch (order.payment.kind) {
      case 'payin':
        return this.#acceptPayin(order)
      case 'refund':
        return order.payin ? this.#makeRefund(order, order.payin) : this.#send(order)
      case 'payout':
      case 'settlement':
        return this.#send(order)
    }
  }

  find(order: ProviderOrder): Promise<OrderFindings> {
    if (order.payment.kind === 'payin') return this.#readPayin(order)
    return isNativeRefund(order.payment) ? this.#readBack(order) : this.#readSent(order)
  }

  async #acceptPayin(order: ProviderOrder): Promise<OrderAnswer> {
    const service = this.settings.payins.get(order.payment.method)
    if (!service) return NO_PAYINS
    const requested = service.create(order)
    if ('type' in requested) return requested
    const said = await this.#ask(order, requested)
    if (said.type !== 'done') return notMade(said, order.isFirst)
    const made = service.made(order, said.body)
    return typeof made === 'string'
      ? unclear(made)
      : { type: 'accepted', processorStatus: codeIn(said.body) ?? '', ...made }
  }

  async #readPayin(order: ProviderOrder): Promise<OrderFindings> {
    const service = this.settings.payins.get(order.payment.method)
    if (!service) return unclear('a payin of a method that the account no longer has')
    const { reference } = order
    const requested = service.query(order, reference)
    if (!requested) return unclear('no inquiry is possible before its ID is known')
    const said = await this.#ask(order, requested)
    if (said.type === 'missing') return this.#never(order)
    if (said.type !== 'done') return notFound(said)
    const found = service.found(order, reference, said.body)
    if (typeof found === 'string') return unclear(found)
    const findings = payinFindings(order, service.statuses, found)
    return findings.type === 'never' ? this.#never(order) : findings
  }

  async #makeRefund(order: ProviderOrder, payin: ProviderOrder['payment']): Promise<OrderAnswer> {
    const service = this.settings.payins.get(payin.method)
    if (!service?.makeRefund) return NO_REFUNDS
    const { reference, isFirst } = order
    const ofPayin = plainReference(payin)
    if (!isFirst) {
      const before = await this.#refundOf(order, service, ofPayin)
      if (before.type === 'unclear') return before
      if (before.type === 'there') return accepted(ofPayin, given(before.refund.refundStatus) ?? '')
    }
    const said = await this.#ask(order, service.makeRefund(order, ofPayin))
    if (said.type !== 'done') return notMade(said, isFirst)
    const back = readAs(RefundMade, said.body)
    if (back?.partnerRefundNo !== reference) return unclear('a refund that is not the one requested')
    // Status inquiries need the payin's reference.
    return accepted(ofPayin, codeIn(said.body) ?? '')
  }

  async #readBack(order: ProviderOrder): Promise<OrderFindings> {
    const service = this.settings.payins.get(order.payment.method)
    const ofPayin = order.payment.processorRef
    if (!service || ofPayin === undefined) return unclear('a refund whose payin is not known yet')
    const found = await this.#refundOf(order, service, ofPayin)
    if (found.type === 'unclear') return found
    // Refunds are listed once they have ended, so it may be in progress.
    if (found.type === 'missing') return known('')
    return refundFindings(order, found.refund)
  }

  /** From the history of the payin, by our reference. */
  async #refundOf(
    order: ProviderOrder,
    service: PayinService,
    payinReference: string,
  ): Promise<{ type: 'there'; refund: Refunded } | { type: 'missing' } | Unclear> {
    const requested = service.query(order, payinReference)
    if (!requested) return unclear('no inquiry about its payin is possible')
    const said = await this.#ask(order, { ...requested, operation: 'read-back' })
    if (said.type !== 'done') return said.type === 'unclear' ? said : unclear('its payin was not found')
    const found = service.found(order, payinReference, said.body)
    if (typeof found === 'string') return unclear(found)
    const refund = found.refunds.find(
      ({ partnerReferenceNo, partnerRefundNo }) =>
        partnerReferenceNo === order.reference || partnerRefundNo === order.reference,
    )
    return refund ? { type: 'there', refund } : { type: 'missing' }
  }

  async #send(order: ProviderOrder): Promise<OrderAnswer> {
    const { transfers } = this.settings
    if (!transfers) return NO_PAYOUTS
    const requested = transfer(order, transfers)
    if ('type' in requested) return requested
    const { isFirst, reference } = order
    if (!isFirst) {
      const before = await this.#readSent(order)
      if (before.type === 'known') return accepted(reference, before.processorStatus)
      if (before.type !== 'never') return onlyRequested(unclear('the outcome of the first try is not known'))
      if (!isRefusedTwice(order, this.standing.clock.now()))
        return onlyRequested(
          unclear('the provider does not know it, and might accept it as new on another day'),
        )
    }
    const said = await this.#ask(order, requested)
    if (said.type === 'payee' && isFirst) return { type: 'refused', reason: 'ACCOUNT_INVALID' }
    if (said.type !== 'done') return notMade(said, isFirst)
    const fault = madeTransfer(order, said.body)
    return fault === undefined ? accepted(reference, codeIn(said.body) ?? '') : unclear(fault)
  }

  async #readSent(order: ProviderOrder): Promise<OrderFindings> {
    const quietMs = sinceLastTryMs(order, this.standing.clock.now())
    const said = await this.#ask(order, transferQuery(order.reference))
    const found =
      said.type === 'done'
        ? foundTransfer(order, said.body, quietMs)
        : said.type === 'missing'
          ? neverSent(quietMs)
          : notFound(said)
    return found.type === 'never' ? this.#never(order) : found
  }

  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { kind, method } = order.payment
    const requested = kind === 'payin' ? this.settings.payins.get(method)?.cancel(order) : undefined
    if (!requested) return 'too-late'
    const answer = await this.#call(requested, order.reference, { payment: order.payment })
    if (answer.type === 'none' || answer.status >= 500) return 'later'
    // It may have refused because the payer has paid.
    return saidBy(answer, requested.service).type === 'done' ? 'cancelled' : 'too-late'
  }

  async ping(): Promise<Ping> {
    const answer = await this.#call({ ...this.settings.probe, operation: 'ping' }, UNKNOWN_REFERENCE, {
      isProbe: true,
    })
    if (answer.type === 'none') return unreached(answer, NOT_REACHED)
    const code = responseCode(answer.body)
    if (answer.status === 401 || code?.key.startsWith('401'))
      return { ok: false, why: 'it refuses the client secret or the partner ID' }
    // An answer with a code means that our signature is accepted, whatever the code says.
    if (code && answer.status < 500) return { ok: true }
    return { ok: false, why: `it answers with status ${answer.status}` }
  }

  readNotification(notification: Notification): NotificationReading {
    const { clock, notificationUrl } = this.standing
    return readNotification(notification, this.settings.notifications, clock.now(), notificationUrl?.())
  }

  async #balanceOf(accountNo: string): Promise<Balances | Unclear> {
    const requested: SnapCall = {
      operation: 'balance',
      path: '/balance-inquiry',
      service: '11',
      externalId: 'fresh',
      body: { accountNo },
    }
    const said = saidBy(await this.#call(requested, accountNo, {}), requested.service)
    if (said.type !== 'done') return said.type === 'unclear' ? said : unclear('it does not report a balance')
    const infos = readAs(Balance, said.body)?.accountInfos ?? []
    const balances = infos.flatMap(({ balanceType, availableBalance }) => {
      const money = rupiah(availableBalance)
      return money ? [{ name: given(balanceType) ?? 'available', money }] : []
    })
    return balances.length > 0 ? { type: 'balances', balances } : unclear('an invalid balance')
  }

  #never(order: ProviderOrder): OrderFindings {
    return this.#ageMs(order) > REMEMBERED_MS
      ? unclear('too old: the provider may have forgotten it')
      : { type: 'never' }
  }

  #ageMs({ payment }: ProviderOrder): number {
    return this.standing.clock.now() - payment.createdAt
  }

  async #ask(order: ProviderOrder, requested: SnapCall): Promise<SnapReply> {
    const { payment, reference } = order
    const externalId = requested.externalId === 'day' ? externalIdOf(order) : undefined
    return saidBy(await this.#call(requested, reference, { payment }, externalId), requested.service)
  }

  #call(
    { operation, path, method = undefined, body, externalId }: SnapCall,
    reference: string,
    rest: { readonly payment?: ProviderOrder['payment']; readonly isProbe?: true },
    ownId?: string,
  ): Promise<CallAnswer> {
    const { partnerId, channelId } = this.settings
    this.#called += 1
    const fresh = [reference, operation, this.standing.clock.now(), this.#called].join(' ')
    return this.standing.calls.call({
      operation,
      method: method ?? 'POST',
      path: API + path,
      body,
      headers: {
        'x-partner-id': partnerId,
        'x-external-id': externalId === 'reference' ? reference : (ownId ?? digitsOf(fresh)),
        'channel-id': channelId,
      },
      timeoutMs: operation === 'create' || operation === 'send' ? CREATE_WITHIN_MS : INQUIRE_WITHIN_MS,
      statusCodeOf: codeIn,
      ...rest,
    })
  }
}

/** A later try is never declined: the first may have been carried out. */
function notMade(said: Exclude<SnapReply, { type: 'done' }>, isFirst: boolean): OrderAnswer {
  if (said.type === 'unclear') return said
  if (!isFirst) return unclear('it refuses what an earlier attempt may have done')
  if (said.type === 'declined') return said
  return declined(
    'METHOD',
    said.type === 'payee' ? said.detail : 'the provider does not know what the request refers to',
  )
}

const notFound = (said: Exclude<SnapReply, { type: 'done' | 'missing' }>): Unclear =>
  said.type === 'unclear' ? said : unclear('the provider does not report it')
