/**
 * The state of one payment on this page and its transitions. Read this file first.
 *
 * loading → choosing → payin → over, or stopped if the link cannot be used. The page believes only the server: a create whose answer was
 * lost is repeated under the same ID, and a payin that another tab has created is read. Components send requests only through this class.
 */
import { type Answer, type Api, apiOf, type Failure, type Fault } from './api.ts'
import { ServerClock } from './clock.ts'
import { refusalCodes } from './fields.ts'
import type { MessageKey } from './messages/en.ts'
import { isFinal, type Money, type Payin, type PaymentOption, pageOf, type Shop } from './payin.ts'
import { pauseMs } from './polling.ts'
import {
  type Closed,
  closeSession,
  keepReturnLink,
  keptReturnLink,
  type Opening,
  ownAddress,
  type Session,
  type Store,
} from './session.ts'

export type Stage =
  | { readonly name: 'loading' }
  | { readonly name: 'stopped'; readonly why: MessageKey; readonly mayRetry?: boolean }
  /** The token may only read, and the payin does not exist yet. */
  | { readonly name: 'not-started' }
  | { readonly name: 'choosing'; readonly options: readonly PaymentOption[]; readonly money: Money }
  | { readonly name: 'payin'; readonly payin: Payin }
  | { readonly name: 'over'; readonly closed: Closed }

export interface View {
  readonly stage: Stage
  readonly merchant: Shop['channelInfo'] | undefined
  /** No money moves. Known as soon as the shop is known, and with the payin. */
  readonly isTest: boolean
  /** The shop's address, as the server sent it. */
  readonly returnUrl: string | undefined
  /** The last request got no answer, and another attempt follows. */
  readonly trouble: 'offline' | 'busy' | undefined
}

export type Refusal = { readonly message: MessageKey; readonly errors: readonly Fault[] }

/** Attempts of a request that the payer has to wait for. */
const TRIES = 4

export class Checkout {
  readonly clock = new ServerClock()
  readonly #session: Session | undefined
  readonly #api: Api | undefined
  readonly #store: Store
  #view: View
  #listener: (view: View) => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking = false
  #quietSince = performance.now()
  #failures = 0

  constructor(opening: Opening, store: Store) {
    this.#store = store
    this.#session = opening.type === 'open' ? opening.session : undefined
    this.#api = this.#session && apiOf({ ...this.#session, clock: this.clock })
    this.#view = {
      stage: firstStage(opening),
      merchant: merchantOf(opening),
      isTest: false,
      returnUrl: keptReturnLink(opening, store),
      trouble: undefined,
    }
  }

  get view(): View {
    return this.#view
  }

  /** @returns a function that stops listening */
  listen(listener: (view: View) => void): () => void {
    this.#listener = listener
    return () => {
      this.#listener = () => undefined
    }
  }

  async start(): Promise<void> {
    if (!this.#api || !this.#session) return
    const shop = this.#api.shop()
    // Requested in parallel, because most payers arrive before the payin exists.
    const { money } = this.#session.claims
    const api = this.#api
    const options = this.#session.mayCreate && money ? insist(() => api.options(money)) : undefined
    shop.then((answer) => answer.ok && this.#introduce(answer.value))
    const read = await insist(
      () => api.read(),
      (failure) => this.#show({ trouble: troubleOf(failure) }),
    )
    if (!read.ok) return this.#stop(read.failure)
    return read.value ? this.#take(read.value) : this.#offer(options, money)
  }

  #introduce({ channelInfo: merchant, isTest, returnUrl }: Shop): void {
    this.#show({ merchant, isTest, ...(returnUrl !== undefined && { returnUrl }) })
    if (this.#session && returnUrl !== undefined) keepReturnLink(this.#session, returnUrl, this.#store)
    const { stage } = this.#view
    // The end may have come before the shop's name; closing again stores both.
    if (stage.name === 'over' && this.#session)
      closeSession(this.#session, { ...stage.closed, merchantName: merchant.name }, this.#store)
  }

  /** The payer has come back: request the state now, and soon again. */
  lookNow(): void {
    this.#quietSince = performance.now()
    if (this.#isWatching()) this.#schedule(0)
  }

  /** Creates the payin. @returns the reason of a refusal, if the payer can do something about it */
  async create(paymentMethod: object): Promise<Refusal | undefined> {
    const { stage } = this.#view
    if (!this.#api || stage.name !== 'choosing') return undefined
    const returnUrl = this.#session?.claims.returnUrl ?? ownAddress(location)
    const body = {
      paymentRequested: { money: stage.money },
      paymentMethod,
      ...(returnUrl !== undefined && { returnUrl }),
    }
    const api = this.#api
    const answer = await insist(
      () => api.create(body),
      (failure) => this.#show({ trouble: troubleOf(failure) }),
    )
    if (answer.ok) {
      this.#take(answer.value)
      goOn(answer.value)
      return undefined
    }
    const { failure } = answer
    if (failure.kind === 'refused' && failure.code === 'LINK_NOT_OPEN')
      return { message: 'linkUsedUp', errors: [] }
    if (failure.kind !== 'refused' || failure.status !== 409) return this.#refusalOf(failure)
    await this.#readAgain()
    return undefined
  }

  /** @returns the reason of a refusal */
  async setReference(reference: string): Promise<MessageKey | undefined> {
    if (!this.#api) return undefined
    const answer = await this.#api.setReference(reference)
    if (answer.ok) {
      this.#take(answer.value)
      return undefined
    }
    const { failure } = answer
    if (failure.kind !== 'refused') return failure.kind === 'network' ? 'offline' : 'notWorked'
    if (failure.code === 'EXTERNAL_REFERENCE_CONFLICT') return 'errorUtrUsed'
    return failure.code === 'INVALID_STATE' ? 'errorUtrFixed' : 'errorUtr'
  }

  async #offer(
    requested: Promise<Answer<readonly PaymentOption[]>> | undefined,
    money: Money | undefined,
  ): Promise<void> {
    if (!requested || !money) {
      this.#show({ stage: { name: 'not-started' } })
      return this.#schedule(3_000)
    }
    const options = await requested
    if (!options.ok) return this.#stop(options.failure)
    if (options.value.length === 0) return this.#show({ stage: { name: 'stopped', why: 'noMethods' } })
    this.#show({ stage: { name: 'choosing', options: options.value, money }, trouble: undefined })
  }

  #refusalOf(failure: Failure): Refusal {
    this.#show({ trouble: undefined })
    if (failure.kind !== 'refused') {
      return { message: failure.kind === 'network' ? 'offline' : 'notWorked', errors: [] }
    }
    const { status, errors } = failure
    if (status === 401 || status === 403) this.#stop(failure)
    return { message: refusalCodes(status, errors), errors }
  }

  #take(payin: Payin): void {
    this.#failures = 0
    const { status, isTest } = payin.process
    const { returnUrl } = payin.paymentMethodResponse
    this.#show({ isTest, ...(returnUrl !== undefined && { returnUrl }) })
    if (isFinal(status)) {
      this.#close(payin, status)
    } else {
      this.#show({ stage: { name: 'payin', payin }, trouble: undefined })
      this.#schedule()
    }
  }

  #close(payin: Payin, status: Closed['status']): void {
    clearTimeout(this.#timer)
    const closed = closedOf(payin, status, this.#view.merchant?.name)
    if (this.#session) closeSession(this.#session, closed, this.#store)
    this.#show({ stage: { name: 'over', closed }, trouble: undefined })
  }

  #stop(failure: Failure): void {
    const why = whyStopped(failure)
    clearTimeout(this.#timer)
    const mayRetry = failure.kind !== 'refused'
    this.#show({ stage: { name: 'stopped', why, ...(mayRetry && { mayRetry }) } })
  }

  #isWatching(): boolean {
    const { name } = this.#view.stage
    return name === 'payin' || name === 'not-started'
  }

  #schedule(afterMs?: number): void {
    clearTimeout(this.#timer)
    const { stage } = this.#view
    const quietMs = performance.now() - this.#quietSince
    const status = stage.name === 'payin' ? stage.payin.process.status : 'NEW'
    const usual = pauseMs({ status, quietMs, isHidden: document.hidden, failures: this.#failures })
    const next = afterMs ?? usual
    if (next !== undefined) this.#timer = setTimeout(() => this.#readAgain(), next)
  }

  async #readAgain(): Promise<void> {
    if (!this.#api || this.#asking) return
    this.#asking = true
    const answer = await this.#api.read()
    this.#asking = false
    if (answer.ok && answer.value) return this.#take(answer.value)
    if (answer.ok) return this.#stillMissing()
    const { failure } = answer
    if (failure.kind === 'refused') return this.#stop(failure)
    this.#failures += 1
    this.#show({ trouble: troubleOf(failure) })
    this.#schedule(failure.kind === 'later' ? failure.afterMs : undefined)
  }

  #stillMissing(): void {
    if (this.#view.stage.name === 'not-started') this.#schedule(3_000)
    else this.#show({ stage: { name: 'stopped', why: 'linkUnknown' } })
  }

  #show(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change }
    this.#listener(this.#view)
  }
}

/**
 * Goes to the bank, because the payer has just chosen to continue there. Inside a frame the payer must press the page's link, which opens
 * the whole window.
 */
function goOn({ process, paymentMethodResponse }: Payin): void {
  const page = pageOf(paymentMethodResponse)
  if (process.status === 'PENDING' && page !== undefined && window.top === window.self) location.assign(page)
}

/** Repeats a request a few times if there was no answer or the server is busy. */
async function insist<T>(
  ask: () => Promise<Answer<T>>,
  onTrouble: (failure: Failure) => void = () => undefined,
): Promise<Answer<T>> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (answer.ok || answer.failure.kind === 'refused' || attempt === TRIES) return answer
    onTrouble(answer.failure)
    await pause(answer.failure.kind === 'later' ? answer.failure.afterMs : attempt * 1_000)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const troubleOf = (failure: Failure): 'offline' | 'busy' =>
  failure.kind === 'network' && !navigator.onLine ? 'offline' : 'busy'

function firstStage(opening: Opening): Stage {
  switch (opening.type) {
    case 'open':
      return { name: 'loading' }
    case 'closed':
      return { name: 'over', closed: opening.closed }
    case 'no-token':
      return { name: 'stopped', why: 'linkIncomplete' }
    case 'other-payment':
      return { name: 'stopped', why: 'linkOther' }
  }
}

const merchantOf = (opening: Opening): View['merchant'] =>
  opening.type === 'closed' && opening.closed.merchantName !== undefined
    ? { name: opening.closed.merchantName }
    : undefined

function closedOf(payin: Payin, status: Closed['status'], merchantName: string | undefined): Closed {
  const { returnUrl, money, moneyRequired } = payin.paymentMethodResponse
  const { failureReasonCode } = payin
  return {
    status,
    ...(moneyRequired ?? money),
    ...(merchantName !== undefined && { merchantName }),
    ...(failureReasonCode !== undefined && { failureReasonCode }),
    ...(returnUrl !== undefined && { returnUrl }),
  }
}

function whyStopped(failure: Failure): MessageKey {
  if (failure.kind === 'network') return 'offline'
  if (failure.kind === 'later') return 'notWorked'
  if (failure.status === 401) return 'linkExpired'
  if (failure.status === 403) return 'linkOther'
  return failure.status === 404 ? 'linkUnknown' : 'notWorked'
}
