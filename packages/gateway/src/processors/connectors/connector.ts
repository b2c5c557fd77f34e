/**
 * A processor for a provider outside of the gateway, reached over HTTP.
 *
 * No answer means just that. A payment that the connector may have received stays with it and gets status inquiries;
 * only the connector's own signed `declined` passes it on. Before the commit, when nothing can have happened, a check
 * without an answer declines, and the next processor is tried.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isTimeZone } from '@sluice/core/foundation/zones.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf } from '@sluice/core/payment/refund-terms.ts'
import {
  AcceptResult,
  CancelResult,
  CheckResult,
  ConnectorManifest,
  InquiryResult,
  type WireService,
} from '@sluice/core/processor/connector-protocol.ts'
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
  Processor,
  ServiceAnswer,
  WantedPayment,
} from '@sluice/core/processor/port.ts'
import { type Client, NoAnswer } from './client.ts'
import { acceptanceFromWire, paymentToWire, receivingOf, statusUpdateFromWire } from './messages.ts'
import { Services } from './services.ts'

/** Together with the pauses these stay within the 10 s that a create waits. */
const ACCEPT_WITHIN_MS = 4_000
const CHECK_WITHIN_MS = 3_000
const INQUIRE_WITHIN_MS = 10_000
const CANCEL_WITHIN_MS = 9_000
const PROBE_WITHIN_MS = 5_000
const TRIES = 2
const LEAST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 900_000

export interface ConnectorOptions {
  readonly name: string
  readonly isTest: boolean
  readonly isPaused: boolean
  /** The services that an operator has configured; undefined: those that it reports itself. */
  readonly services: readonly WireService[] | undefined
  readonly client: Client
  readonly deps: Deps
  readonly acceptStatusUpdate: AcceptStatusUpdate
}

const PAUSED: Declined = { type: 'declined', reason: 'UNHEALTHY', detail: 'an operator has paused it' }
const UNKNOWN: Declined = {
  type: 'declined',
  reason: 'UNHEALTHY',
  detail: 'it has not declared its services yet',
}
const UNCHECKED: Declined = { type: 'declined', reason: 'UNHEALTHY', detail: 'its check got no answer' }

/** The same for every try of the same call. Each attempt of a refund has another name, because it is another order. */
const nameOf = (payment: Payment): string => {
  const attempt = attemptOf(payment)
  return attempt === 0 ? payment.key : `${payment.key}_${attempt}`
}

export class Connector implements Processor {
  readonly name: string
  readonly forTests: boolean
  /** For the payin methods that it lists for refunds. */
  readonly refund: NativeRefunds
  readonly #options: ConnectorOptions
  #manifest: ConnectorManifest | undefined
  #services: Services | undefined
  #trouble: string | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
    this.name = options.name
    this.forTests = options.isTest
    if (options.services) this.#services = new Services(options.services)
    const returnsMovements = () => this.#manifest?.returnsMovements === true
    this.refund = {
      get byMovement() {
        return returnsMovements()
      },
      serves: ({ merchantId, method, operator }, money, at) =>
        this.serves({ kind: 'refund', merchantId, method, operator, money }, at),
      check: (refund, payin) => this.#check(refund, payin),
      accept: (refund, payin) => this.#accept(refund, { payin }),
    }
  }

  /** The last manifest that it sent. */
  get manifest(): ConnectorManifest | undefined {
    return this.#manifest
  }

  get reportsAttempts(): boolean {
    return this.#manifest?.reportsAttempts === true
  }

  /** The manifest that a predecessor already had. */
  learn(manifest: ConnectorManifest | undefined): void {
    if (!manifest) return
    this.#manifest = manifest
    this.#services ??= new Services(manifest.services)
  }

  /** Reads what it serves, and so whether it answers. Never throws because it does not. */
  async probe(): Promise<void> {
    const { client, deps, services } = this.#options
    try {
      const manifest = await client.call({
        path: '',
        id: `manifest_${deps.randomness.uuidV7(deps.clock.now())}`,
        timeoutMs: PROBE_WITHIN_MS,
        isProbe: true,
        result: ConnectorManifest,
      })
      const zones = manifest.services.flatMap(({ hours }) => hours?.timeZone ?? [])
      if (!zones.every(isTimeZone)) throw new NoAnswer('its manifest contains an unknown time zone')
      this.#manifest = manifest
      if (!services) this.#services = new Services(manifest.services)
      this.#trouble = undefined
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.#trouble = error.message
    }
  }

  serves(wanted: WantedPayment, at: Instant): ServiceAnswer {
    if (this.#options.isPaused) return PAUSED
    return this.#services?.serves(wanted, at) ?? UNKNOWN
  }

  health(): Health {
    const { breaker } = this.#options.client
    const { since } = breaker
    if (this.#options.isPaused) return { healthy: false, since, detail: PAUSED.detail }
    if (breaker.isOpen)
      return { healthy: false, since, detail: this.#trouble ?? 'several calls got no answer' }
    const detail = this.#trouble ?? (this.#manifest ? 'it answers' : UNKNOWN.detail)
    return { healthy: this.#services !== undefined, since, detail }
  }

  check(payment: Payment): Promise<CheckAnswer> {
    return this.#check(payment)
  }

  async #check(payment: Payment, payin?: Payment): Promise<CheckAnswer> {
    if (!this.#has('check')) return { type: 'fine' }
    return this.#options.client
      .call({
        path: 'check',
        type: 'payment.check',
        data: { payment: paymentToWire(payment, { payin }) },
        id: `check_${nameOf(payment)}`,
        timeoutMs: CHECK_WITHIN_MS,
        result: CheckResult,
      })
      .catch((error: unknown) => {
        if (error instanceof NoAnswer) return UNCHECKED
        throw error
      })
  }

  accept(payment: Payment, { merchantName }: AcceptContext): Promise<Acceptance> {
    return this.#accept(payment, { merchantName })
  }

  async #accept(payment: Payment, besides: Parameters<typeof paymentToWire>[1]): Promise<Acceptance> {
    const { client, deps } = this.#options
    const wire = await client.call({
      path: 'accept',
      type: 'payment.accept',
      data: { payment: paymentToWire(payment, besides), receiving: receivingOf(payment) },
      id: `accept_${nameOf(payment)}`,
      timeoutMs: ACCEPT_WITHIN_MS,
      tries: TRIES,
      result: AcceptResult,
    })
    const acceptance = acceptanceFromWire(payment, wire, this.#inquireAgainAt(payment))
    if (acceptance) return acceptance
    deps.log.error(
      { processor: this.name, method: payment.method, key: payment.key },
      'a connector accepted a payment with details that its method cannot use',
    )
    throw new NoAnswer(
      'its acceptance lacks details that the method needs, or has a different currency or amount',
    )
  }

  /** With growing pauses, as the payment grows older. */
  #inquireAgainAt({ createdAt }: Payment): Instant {
    const now = this.#options.deps.clock.now()
    return now + Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, now - createdAt))
  }

  async ask(payment: Payment): Promise<InquiryAnswer> {
    const { client, deps, acceptStatusUpdate } = this.#options
    const wire = await client.call({
      path: 'status',
      type: 'payment.status',
      data: { payment: paymentToWire(payment) },
      // The same status inquiry may later get another answer, so each has its own id.
      id: `ask_${deps.randomness.uuidV7(deps.clock.now())}`,
      timeoutMs: INQUIRE_WITHIN_MS,
      tries: TRIES,
      result: InquiryResult,
    })
    if (wire.type !== 'known') return wire.type
    for (const said of wire.statusUpdates) {
      const statusUpdate = statusUpdateFromWire(this.name, said, deps.clock.now())
      const isOfIt =
        statusUpdate?.merchantId === payment.merchantId &&
        statusUpdate.kind === payment.kind &&
        statusUpdate.id === payment.id
      if (!isOfIt) throw new NoAnswer('it answered a status inquiry with a different payment')
      if ((await acceptStatusUpdate(statusUpdate)) === 'not-now') return 'open'
    }
    return 'reported'
  }

  async cancel(payment: Payment): Promise<CancelAnswer> {
    // A connector without `cancel` cannot stop a payment: the money may move until it says that it has not.
    if (!this.#has('cancel')) return 'too-late'
    const wire = await this.#options.client.call({
      path: 'cancel',
      type: 'payment.cancel',
      data: { payment: paymentToWire(payment) },
      id: `cancel_${nameOf(payment)}`,
      timeoutMs: CANCEL_WITHIN_MS,
      result: CancelResult,
    })
    return wire.type
  }

  silenceMs(payment: Payment): number {
    return (this.#services ?? new Services([])).silenceMs(payment)
  }

  #has(call: 'check' | 'cancel'): boolean {
    return this.#manifest?.calls?.includes(call) === true
  }
}
