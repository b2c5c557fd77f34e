/**
 * Creates something at the provider under our reference, which the provider accepts only once.
 *
 * Promises: on a later try it first looks for what is there, and sends nothing unless that is certainly missing. If the provider answers
 * that it exists, it is read.
 */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { CheckAnswer, Declined } from '@sluice/core/processor/port.ts'
import { done, unclear } from './answers.ts'
import type { OrderAnswer, OrderFindings, ProviderOrder } from './provider.ts'
import type { CallAnswer } from './reach.ts'
import type { RefusalReader } from './refusals.ts'
import { checked, isDeclined } from './requests.ts'
import { BaseProduct } from './routed-account.ts'

export interface MadeOnce {
  readonly refusals: RefusalReader
  /** Looks for it by our reference. */
  readonly find: () => Promise<CallAnswer>
  readonly send: () => Promise<CallAnswer>
  /** Reads a 2xx answer, and checks that it is the one that was requested. */
  readonly accept: (answer: CallAnswer) => OrderAnswer | Promise<OrderAnswer>
}

export async function madeOnce(
  { isFirst }: Pick<ProviderOrder, 'isFirst'>,
  { refusals, find, send, accept }: MadeOnce,
): Promise<OrderAnswer> {
  const acceptFound = async (): Promise<OrderAnswer | 'never'> => {
    const found = await find()
    const missing = refusals.notFound(found)
    if (missing) return missing.type === 'never' ? 'never' : missing
    return accept(found)
  }
  const before = isFirst ? 'never' : await acceptFound()
  if (before !== 'never') return before
  const answer = await send()
  if (done(answer)) return accept(answer)
  const refused = refusals.refusalOf(answer)
  if (refused === 'missing') return refusals.unanswered(answer)
  if (refused !== 'exists') return refused
  const there = await acceptFound()
  return there === 'never' ? refusals.unanswered(answer) : there
}

/**
 * A product whose payments the provider accepts once under our reference. A provider declares the calls, which answers are ours, and what
 * they mean; the order of calls is the same for all.
 */
export abstract class OnceProduct<Settings, Party extends object, There> extends BaseProduct<Settings> {
  /** What it makes, for the log: `a transfer`. */
  protected abstract readonly noun: string
  protected abstract readonly refusals: RefusalReader
  /** The payer or payee as the provider needs it. @returns a decline if the request lacks something */
  protected abstract partyOf(payment: Payment): Party | Declined
  /** The status inquiry by our reference. */
  protected abstract read(order: ProviderOrder): Promise<CallAnswer>
  protected abstract send(order: ProviderOrder, party: Party): Promise<CallAnswer>
  /** @returns undefined unless the answer has this order's reference, amount and currency, and what else must be ours */
  protected abstract ownIn(order: ProviderOrder, answer: CallAnswer): There | undefined
  protected abstract acceptedAs(
    order: ProviderOrder,
    there: There,
    party: Party,
  ): OrderAnswer | Promise<OrderAnswer>
  protected abstract becameOf(order: ProviderOrder, there: There): OrderFindings | Promise<OrderFindings>

  check(payment: Payment): CheckAnswer {
    return checked(this.partyOf(payment))
  }

  async accept(order: ProviderOrder): Promise<OrderAnswer> {
    const party = this.partyOf(order.payment)
    if (isDeclined(party)) return party
    return madeOnce(order, {
      refusals: this.refusals,
      find: () => this.read(order),
      send: () => this.send(order, party),
      accept: (answer) => this.acceptAnswer(order, answer, party),
    })
  }

  /** Reads a 2xx answer. Override it if a new payment is answered in another form than an inquiry. */
  protected acceptAnswer(
    order: ProviderOrder,
    answer: CallAnswer,
    party: Party,
  ): OrderAnswer | Promise<OrderAnswer> {
    const there = this.ownIn(order, answer)
    return there === undefined
      ? unclear(`${this.noun} that is not the one requested`)
      : this.acceptedAs(order, there, party)
  }

  async find(order: ProviderOrder): Promise<OrderFindings> {
    const answer = await this.read(order)
    const missing = this.refusals.notFound(answer)
    if (missing) return missing
    const there = this.ownIn(order, answer)
    return there === undefined
      ? unclear(`${this.noun} that is not the one inquired about`)
      : this.becameOf(order, there)
  }
}
