/**
 * A process's side of the channel to its supervisor: the requests it sends, and those it answers.
 *
 * Requests that come in one turn of the event loop share one message. If the supervisor does not answer soon, `limits`
 * rejects, and the process grants its share of a limit. An exhausted key is not sent again before any of its limit can
 * be free, so a caller that floods the gateway costs the others nothing.
 */
import type { Clock, Timers } from '@sluice/core/foundation/deps.ts'
import { assert, unreachable } from '@sluice/core/foundation/result.ts'
import type { RateDecision } from '../../http/rate-limit.ts'
import type { SharedWindow } from '../../http/rate-limit-shared.ts'
import type { Siblings } from '../../http/siblings.ts'
import type { Ask, FromProcess, Serving, Snapshot, ToProcess } from './messages.ts'
import { Questions } from './questions.ts'
import type { ProcessPlace } from './supervisor.ts'

/** The requests that a running gateway answers. */
export interface Requested {
  metrics(): Promise<Snapshot>
  /** Reads again what it keeps in memory. */
  refreshCaches(): Promise<void>
}

const DECIDED_WITHIN_MS = 250
/** Longer than the supervisor waits for the others. */
const ANSWERED_WITHIN_MS = 2_000
const MOST_EXHAUSTED = 10_000

interface Exhausted {
  readonly decision: RateDecision
  readonly untilMs: number
}

export interface SupervisedOptions {
  readonly place: ProcessPlace
  readonly send: (message: FromProcess) => void
  readonly clock: Clock
  readonly timers: Timers
}

export class Supervised implements Siblings {
  readonly count: number
  readonly nodeId: string
  readonly limits: SharedWindow
  readonly #options: SupervisedOptions
  readonly #pages: Questions<string>
  readonly #refreshes: Questions<true>
  readonly #takes: Questions<readonly RateDecision[]>
  readonly #exhausted = new Map<string, Exhausted>()
  #gathered:
    | { readonly asks: Ask[]; readonly decisions: Promise<readonly RateDecision[] | undefined> }
    | undefined
  #mayGoOn: () => void = () => undefined
  #stop: () => void = () => undefined
  #requested: Requested | undefined

  constructor(options: SupervisedOptions) {
    this.#options = options
    const { place, timers } = options
    this.count = place.of
    this.nodeId = place.nodeId
    this.#pages = new Questions(timers, ANSWERED_WITHIN_MS)
    this.#refreshes = new Questions(timers, ANSWERED_WITHIN_MS)
    this.#takes = new Questions(timers, DECIDED_WITHIN_MS)
    this.limits = { take: (key, limit) => this.#take(key, limit), close: async () => undefined }
  }

  get isFirst(): boolean {
    return this.#options.place.isFirst
  }

  /** Resolves when another process has done what a start does once. */
  untilFirstIsReady(): Promise<void> {
    if (this.isFirst) return Promise.resolve()
    return new Promise((resolve) => {
      this.#mayGoOn = resolve
      this.#options.send({ type: 'opened' })
    })
  }

  /** @param requested answers requests from now on */
  ready(serving: Serving, requested: Requested): void {
    this.#requested = requested
    this.#options.send({ type: 'ready', serving })
  }

  /** @param stop called when the supervisor wants the process to end */
  onStop(stop: () => void): void {
    this.#stop = stop
  }

  receive(message: ToProcess): void {
    const { send } = this.#options
    switch (message.type) {
      case 'go-on':
        this.#mayGoOn()
        break
      case 'stop':
        this.#stop()
        break
      case 'taken':
        this.#takes.answer(message.id, message.decisions)
        break
      case 'page':
        this.#pages.answer(message.id, message.text)
        break
      case 'all-refreshed':
        this.#refreshes.answer(message.id, true)
        break
      case 'metrics-wanted':
        void this.#requested?.metrics().then((metrics) => send({ type: 'metrics', id: message.id, metrics }))
        break
      case 'refresh':
        void this.#requested?.refreshCaches().then(() => send({ type: 'refreshed', id: message.id }))
        break
      default:
        unreachable(message)
    }
  }

  async metricsPage(): Promise<string> {
    const page = await this.#pages.ask((id) => this.#options.send({ type: 'metrics-page', id }))
    if (page === undefined) throw new Error('the supervisor did not answer')
    return page
  }

  async refreshCaches(): Promise<void> {
    await this.#refreshes.ask((id) => this.#options.send({ type: 'changed', id }))
  }

  async #take(key: string, limitPerSecond: number): Promise<RateDecision> {
    const known = this.#stillExhausted(key, limitPerSecond)
    if (known !== undefined) return known
    const gathered = this.#gather()
    const index = gathered.asks.push([key, limitPerSecond]) - 1
    const decision = (await gathered.decisions)?.[index]
    if (decision === undefined) throw new Error('the supervisor did not answer')
    if (!decision.allowed) this.#remember(key, decision)
    return decision
  }

  /** The requests of this turn, sent together at its end. */
  #gather() {
    if (this.#gathered !== undefined) return this.#gathered
    const asks: Ask[] = []
    const decisions = new Promise<void>((resolve) => this.#options.timers.soon(resolve)).then(() => {
      this.#gathered = undefined
      return this.#takes.ask((id) => this.#options.send({ type: 'take', id, asks }))
    })
    this.#gathered = { asks, decisions }
    return this.#gathered
  }

  #stillExhausted(key: string, limitPerSecond: number): RateDecision | undefined {
    const known = this.#exhausted.get(key)
    if (known === undefined) return undefined
    const leftMs = known.untilMs - this.#options.clock.now()
    if (leftMs > 0 && leftMs <= known.decision.resetMs && known.decision.limit === limitPerSecond)
      return { ...known.decision, resetMs: leftMs }
    this.#exhausted.delete(key)
    return undefined
  }

  #remember(key: string, decision: RateDecision): void {
    assert(!decision.allowed, 'only what is refused is remembered')
    if (this.#exhausted.size >= MOST_EXHAUSTED) this.#exhausted.clear()
    this.#exhausted.set(key, { decision, untilMs: this.#options.clock.now() + decision.resetMs })
  }
}
