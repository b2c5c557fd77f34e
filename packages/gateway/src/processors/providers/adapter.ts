/**
 * The processor of one provider account: everything that is the same for all providers.
 *
 * Promises:
 * - The reference is stored with its payment before anything is sent under it. So every node knows which try is the first, and a restart
 *   after a crash repeats the same call.
 * - A try that is held, because the provider limits how many calls it takes, has sent nothing and does not count.
 * - `declined` and `refused` move a payment on or end it only on its first try, or if nothing has left this machine. After that no node
 *   sends anything under that reference again. The same answer on a later try leads to status inquiries until the outcome is known; an
 *   operator is alerted if that takes too long.
 * - What was first sent with another identity of the account (its settings now name another account, or it has another key) is not sent
 *   again. If the account does not know it, that proves nothing. Status inquiries go on, and an operator is alerted.
 * - Only the provider's answer to our own status inquiry settles a payment, never a notification.
 */
import { checkReceiving } from '@sluice/core/catalogue/receiving-details.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { NewStep } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import type { Breaker } from '@sluice/core/processor/breaker.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type {
  Acceptance,
  AcceptContext,
  AcceptStatusUpdate,
  CancelAnswer,
  CheckAnswer,
  Declined,
  Health,
  InquiryAnswer,
  NativeRefunds,
  ServiceAnswer,
  StatusUpdate,
  WantedPayment,
} from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import type {
  OrderAnswer,
  OrderFindings,
  Provider,
  ProviderAccount,
  ProviderOrder,
  Settings,
} from '@sluice/provider-kit/provider.ts'
import { methodOf } from '../../processing/instructions.ts'
import type { RemoteProcessor } from '../../processing/remote.ts'
import { Services } from '../connectors/services.ts'
import { beginOrder, closeOrder, findOrders, releaseOrder, untryOrder } from './orders.ts'
import { WaitingLine } from './waiting-line.ts'

const LEAST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 900_000
/** Status inquiries of one account that are processed here at the same time, besides those waiting for the provider's answer. */
const AT_WORK = 2

const PAUSED: Declined = { type: 'declined', reason: 'UNHEALTHY', detail: 'an operator has paused it' }
const UNREACHED: Declined = {
  type: 'declined',
  reason: 'UNHEALTHY',
  detail: 'the provider cannot be called at the moment; nothing was sent',
}
const CLOSED: Declined = {
  type: 'declined',
  reason: 'UNHEALTHY',
  detail: 'the provider has not accepted it, and gets no further request',
}

const SENT_BY_ANOTHER = 'it was sent before the settings that name the account were changed'

/** Whether the provider certainly has nothing, unless another try was sent meanwhile. */
const isNothing = (taken: OrderAnswer): boolean =>
  taken.type === 'declined' ||
  taken.type === 'refused' ||
  (taken.type === 'unclear' && taken.isUnsent === true)

const requestedIn = (now: Instant, pauseMs: number): Acceptance => ({
  type: 'later',
  steps: [{ purpose: 'accept', dueAt: now + pauseMs }],
})

export interface NativeOptions {
  readonly name: string
  readonly isTest: boolean
  readonly isPaused: boolean
  readonly provider: Provider
  readonly settings: Settings
  /** See `AccountRecord`. */
  readonly identity: string | undefined
  readonly account: ProviderAccount
  readonly breaker: Breaker
  readonly database: Database
  readonly deps: Deps
  readonly acceptStatusUpdate: AcceptStatusUpdate
}

export class NativeProcessor implements RemoteProcessor {
  readonly name: string
  readonly forTests: boolean
  /** The reference names the try, and only the current try gets status inquiries. */
  readonly reportsAttempts = true
  readonly refund: NativeRefunds
  readonly #options: NativeOptions
  /** From the settings, until the provider has reported what is available. */
  #offered: readonly WireService[]
  #services: Services
  #trouble: string | undefined
  #unlistedStatusCodes = 0
  readonly #line = new WaitingLine(AT_WORK)

  constructor(options: NativeOptions) {
    this.#options = options
    this.name = options.name
    this.forTests = options.isTest
    this.#offered = options.provider.serves(options.settings)
    this.#services = new Services(this.#offered)
    this.refund = {
      byMovement: options.provider.refundsByMovement,
      serves: ({ merchantId, method, operator }, money, at) =>
        this.serves({ kind: 'refund', merchantId, method, operator, money }, at),
      accept: (refund, payin) => this.#accept(refund, { merchantName: '', payin }),
    }
  }

  get unlistedStatusCodes(): number {
    return this.#unlistedStatusCodes
  }

  /** See `Provider`. */
  get questionsAMinute(): number | undefined {
    return this.#options.provider.questionsAMinute
  }

  /** The services that this node knows to be available now. */
  get offered(): readonly WireService[] {
    return this.#offered
  }

  serves(wanted: WantedPayment, at: Instant): ServiceAnswer {
    return this.#options.isPaused ? PAUSED : this.#services.serves(wanted, at)
  }

  health(): Health {
    const { breaker, isPaused } = this.#options
    const { since, isOpen } = breaker
    if (isPaused) return { healthy: false, since, detail: PAUSED.detail }
    if (isOpen) return { healthy: false, since, detail: this.#trouble ?? 'several calls got no answer' }
    return { healthy: this.#trouble === undefined, since, detail: this.#trouble ?? 'it answers' }
  }

  /** Nothing is sent for a while, because several calls got no answer. */
  get isCut(): boolean {
    return this.#options.breaker.isOpen
  }

  async probe(): Promise<void> {
    const { account, deps } = this.#options
    const ping = await account.ping()
    this.#trouble = ping.ok ? undefined : ping.why
    // While the provider does not answer, its last report stays valid: the breaker stops new payments.
    const offer = ping.ok ? await account.offers?.() : undefined
    if (offer?.type === 'offer') {
      this.#offered = offer.services
      this.#services = new Services(offer.services)
    } else if (offer)
      deps.log.warn(
        { processor: this.name, why: offer.why },
        'a provider did not report what it serves at the moment',
      )
  }

  /** Answered from memory, without a call. */
  check(payment: Payment): CheckAnswer {
    return this.#options.account.check?.(payment) ?? { type: 'fine' }
  }

  accept(payment: Payment, { merchantName }: AcceptContext): Promise<Acceptance> {
    return this.#accept(payment, { merchantName })
  }

  async #accept(
    payment: Payment,
    besides: Pick<ProviderOrder, 'merchantName' | 'payin'>,
  ): Promise<Acceptance> {
    const { provider, database, deps, account } = this.#options
    const reference = provider.referenceOf(payment)
    const sender = { processor: this.name, identity: this.#options.identity }
    const now = deps.clock.now()
    const begun = await beginOrder(database, sender, reference, payment, now)
    if (begun.type === 'closed') return CLOSED
    const isFirst = begun.type === 'first'
    if (!isFirst && this.#isOfAnother(begun)) {
      await untryOrder(database, this.name, reference, begun.tries)
      return this.#later(payment, SENT_BY_ANOTHER)
    }
    const tried = isFirst
      ? { begunAt: now, lastTriedAt: undefined }
      : { begunAt: begun.begunAt, lastTriedAt: begun.lastTriedAt }
    const taken = await account.accept({ payment, reference, isFirst, ...tried, ...besides })
    if (isFirst && taken.type === 'held') await releaseOrder(database, this.name, reference)
    if (!isFirst && (taken.type === 'held' || (taken.type === 'unclear' && taken.isUnsent)))
      await untryOrder(database, this.name, reference, begun.tries)
    if (!isFirst || !isNothing(taken)) return this.#acceptanceOf(payment, taken, isFirst)
    // Only if no other node has begun: that try may have been accepted, and moving the payment on would pay it twice.
    const isClosed = await closeOrder(database, this.name, reference)
    return isClosed && taken.type === 'unclear' ? UNREACHED : this.#acceptanceOf(payment, taken, isClosed)
  }

  #isOfAnother({ identity }: { readonly identity: string | undefined }): boolean {
    return identity !== this.#options.identity
  }

  #acceptanceOf(payment: Payment, taken: OrderAnswer, isFirst: boolean): Acceptance {
    const { deps } = this.#options
    switch (taken.type) {
      case 'accepted': {
        const { processorRef, processorStatus } = taken
        const receiving =
          payment.kind === 'payin'
            ? checkReceiving(methodOf(payment), taken.receiving, { live: !payment.isTest })
            : undefined
        if (receiving && !receiving.ok) return this.#later(payment, 'details that the method cannot use')
        return {
          type: 'accepted',
          receiving: receiving?.value ?? {},
          processorRef,
          processorStatus,
          ...(taken.expireAt !== undefined &&
            payment.expireAt !== undefined &&
            taken.expireAt < payment.expireAt && { expireAt: taken.expireAt }),
          steps: [],
        }
      }
      case 'declined':
      case 'refused':
        if (isFirst) return taken
        return this.#later(payment, `${taken.type} on a later try`)
      case 'unclear':
        if (taken.unlisted === undefined)
          deps.log.warn(
            { processor: this.name, key: payment.key, why: taken.why },
            'a provider did not answer',
          )
        else this.#meet(payment, taken.unlisted)
        return this.#later(payment)
      case 'held':
        deps.log.info(
          { processor: this.name, key: payment.key, why: taken.why },
          'a payment waits for its turn',
        )
        return requestedIn(deps.clock.now(), Math.min(LONGEST_PAUSE_MS, taken.againInMs))
    }
  }

  /** Tried again after a pause that grows with the payment's age. @param what is wrong with the answer, for the log */
  #later(payment: Payment, what?: string): Acceptance {
    const { deps } = this.#options
    if (what !== undefined)
      deps.log.error({ processor: this.name, key: payment.key, what }, 'a provider’s answer settles nothing')
    const now = deps.clock.now()
    return requestedIn(now, Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, now - payment.createdAt)))
  }

  async ask(payment: Payment): Promise<InquiryAnswer> {
    const sent = await this.#sent(payment)
    if (!sent) return 'unknown'
    const found = await this.#options.account.find(sent.order)
    switch (found.type) {
      case 'known':
        return this.#line.hold(() => this.#report(payment, found))
      case 'never':
        if (sent.isByAnother) throw new Error(`it does not know the payment: ${SENT_BY_ANOTHER}`)
        return 'unknown'
      case 'unlisted':
        this.#meet(payment, found.statusCode)
        return 'open'
      case 'unclear':
        if (found.unlisted !== undefined) this.#meet(payment, found.unlisted)
        throw new Error(`the provider did not answer: ${found.why}`)
    }
  }

  /** A status code that the provider's specification does not have. */
  #meet({ key }: Payment, statusCode: string): void {
    this.#unlistedStatusCodes += 1
    this.#options.deps.log.error(
      { processor: this.name, key, statusCode: statusCode.slice(0, 64) },
      'a provider uses a status code that its specification does not have: it settles nothing',
    )
  }

  async #report(payment: Payment, found: Extract<OrderFindings, { type: 'known' }>): Promise<InquiryAnswer> {
    const { merchantId, kind, id } = payment
    const { deps, acceptStatusUpdate } = this.#options
    if (
      found.facts.some(
        ({ statusChange }) => 'received' in statusChange && statusChange.received.amountMinor <= 0n,
      )
    )
      throw new Error('the provider’s answer settles nothing: it reports a payment of no money')
    for (const { fact, alsoNamed, processorStatus, statusChange, about } of found.facts) {
      const statusUpdate: StatusUpdate = {
        processor: this.name,
        statusUpdateId: fact,
        ...(alsoNamed && { alsoNamed }),
        merchantId,
        kind,
        id,
        at: deps.clock.now(),
        ...(kind === 'refund' && { attempt: attemptOf(payment) }),
        processorStatus,
        statusChange,
        ...(about && { about }),
      }
      if ((await acceptStatusUpdate(statusUpdate)) === 'not-now') return 'open'
    }
    return found.isOver ? 'reported' : 'open'
  }

  async cancel(payment: Payment): Promise<CancelAnswer> {
    const { account } = this.#options
    // A provider that cannot cancel may have moved the money already.
    if (!account.cancel) return 'too-late'
    const sent = await this.#sent(payment)
    // Another account cannot cancel it, and might answer that it does not exist.
    return !sent || sent.isByAnother ? 'too-late' : account.cancel(sent.order)
  }

  /** The payment may have been paid long ago, waiting for this reference. */
  referenceSet(_: Payment, at: Instant): readonly NewStep[] {
    return [{ purpose: 'inquiry', dueAt: at }]
  }

  silenceMs(payment: Payment): number {
    return this.#services.silenceMs(payment)
  }

  /** What was sent for this payment's current try. @returns undefined if nothing was */
  async #sent(
    payment: Payment,
  ): Promise<{ readonly order: ProviderOrder; readonly isByAnother: boolean } | undefined> {
    const { merchantId, kind, id } = payment
    const { provider, database } = this.#options
    const reference = provider.referenceOf(payment)
    const [sent] = await this.#line.hold(() => findOrders(database, this.name, [reference]))
    if (sent?.merchantId !== merchantId || sent.kind !== kind || sent.id !== id) return undefined
    const { lastTriedAt } = sent
    const order = { payment, reference, isFirst: false, lastTriedAt, merchantName: '' }
    return { order, isByAnother: this.#isOfAnother(sent) }
  }
}
