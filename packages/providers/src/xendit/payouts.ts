/**
 * Payouts (v2). Our reference is the idempotency key, which does not expire: a repetition is the same payout. A different one with that
 * key is refused as a duplicate, and the first is looked for.
 */
import { phoneForms } from '@sluice/core/catalogue/identifiers/phones.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CancelAnswer, Declined } from '@sluice/core/processor/port.ts'
import { majorNumber } from '@sluice/provider-kit/amounts.ts'
import { declined, done, readAs, readDone, unclear } from '@sluice/provider-kit/answers.ts'
import { accepted } from '@sluice/provider-kit/findings.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder, Unclear } from '@sluice/provider-kit/provider.ts'
import { checked, lacks } from '@sluice/provider-kit/requests.ts'
import { BaseProduct } from '@sluice/provider-kit/routed-account.ts'
import {
  cancelledBy,
  declineOf,
  isMissing,
  isPayoutOf,
  moved,
  type PayeeThere,
  unanswered,
} from './answers.ts'
import { type PayoutPlace, payoutChannel } from './channels.ts'
import { PayoutsThere, PayoutThere } from './read.ts'

const MOST_NAME = 100

export class XenditPayouts extends BaseProduct<PayoutPlace> {
  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const { payment, reference, isFirst } = order
    const payee = this.payeeOf(payment)
    if (payee.type === 'declined') return payee
    const body = {
      reference_id: reference,
      channel_code: payee.channel,
      channel_properties: { account_number: payee.number, account_holder_name: payee.name },
      amount: majorNumber(payment.money),
      currency: payment.money.currency,
    }
    const headers = { 'idempotency-key': reference }
    const answer = await this.calls.send(order, 'send', '/v2/payouts', body, { headers })
    const made = done(answer)
    if (made) {
      const sent = readAs(PayoutThere, made.body)
      return sent && isPayoutOf(order, this.settings.country, payee, sent)
        ? taken(sent)
        : unclear('a payout that is not the one requested')
    }
    const refused = declineOf(answer)
    const isDuplicate = answer.type === 'answer' && answer.status === 409
    if (!isDuplicate && (refused.type !== 'declined' || isFirst)) return refused
    const found = await this.#read(order, payee)
    if (found === 'never') return unclear('a payout that exists already, and cannot be found')
    return found.type === 'found' ? taken(found.payout) : found
  }

  check = (payment: Payment) => checked(this.payeeOf(payment))

  payeeOf({ method, operator, request }: Payment): PayeeThere | Declined {
    const channel = payoutChannel(this.settings, method, operator)
    if (channel === undefined)
      return declined('OPERATOR', 'it has no channel for this bank or wallet, or needs one to be chosen')
    const { accountName, accountNumber, phoneNumber } = request
    if (accountName === undefined) return lacks('account/accountName', "the account holder's name")
    const isWallet = method === 'WALLET_TRANSFER'
    const named = isWallet ? (phoneNumber ?? accountNumber) : accountNumber
    const number = isWallet ? named && phoneForms(named, this.settings.country)?.national : named
    if (number === undefined)
      return isWallet
        ? lacks('phoneNumber', "the wallet's phone number")
        : lacks('account/accountNumber', "the account's number")
    return { type: 'payee', channel, name: accountName.slice(0, MOST_NAME), number }
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const payee = this.payeeOf(order.payment)
    if (payee.type === 'declined') return unclear('a payout by a channel that the account no longer has')
    const found = await this.#read(order, payee)
    if (found === 'never') return { type: 'never' }
    return found.type === 'found' ? moved(order.payment, found.payout) : found
  }

  /** By our reference. If there are several, it is not known which is ours. */
  async #read(
    order: ProviderOrder,
    payee: PayeeThere,
  ): Promise<{ readonly type: 'found'; readonly payout: PayoutThere } | Unclear | 'never'> {
    const query = new URLSearchParams({ reference_id: order.reference })
    const answer = await this.calls.read(order, 'read-sent', `/v2/payouts?${query.toString()}`)
    const { processorRef } = order.payment
    const nothing = processorRef === undefined ? 'never' : unclear('a payout that existed is gone')
    if (isMissing(answer)) return nothing
    const list = readDone(PayoutsThere, answer)
    if (!list) return unanswered(answer)
    const [sent, ...further] = 'data' in list ? list.data : list
    if (!sent) return nothing
    if (further.length > 0) return unclear('several payouts with one reference')
    const isKnown = processorRef === undefined || sent.id === processorRef
    return isKnown && isPayoutOf(order, this.settings.country, payee, sent)
      ? { type: 'found', payout: sent }
      : unclear('a payout that is not the one inquired about')
  }

  /** Only if Xendit confirms it: a sent payout is not cancelled. */
  async cancel(order: ProviderOrder): Promise<CancelAnswer> {
    const { processorRef: id } = order.payment
    if (id === undefined) return 'too-late'
    const path = `/v2/payouts/${encodeURIComponent(id)}/cancel`
    return cancelledBy(order, await this.calls.send(order, 'cancel', path), 'CANCELLED')
  }
}

const taken = ({ id, status }: PayoutThere): OrderAnswer => accepted(id, status)
