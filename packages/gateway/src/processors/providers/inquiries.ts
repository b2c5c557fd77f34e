/**
 * Sends the status inquiries that notifications lead to.
 *
 * Promises: each account has its own queue, of limited length, and a few inquiries at a time. A payment that is notified again while it
 * waits gets one inquiry. Repeated notifications about a payment make the pause before its next inquiry longer (`rate-limit-pause.ts`);
 * the inquiry is sent at the end of the pause, so the last status is never missed. If a provider limits inquiries per payment and minute,
 * pauses are at least that long. While an account's breaker is open its queue waits. After a failed inquiry there is a pause. So a
 * provider that hangs, or answers nonsense and keeps notifying, delays no other account. A payment that was skipped here still gets its
 * scheduled status inquiries.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { findPayment } from '../../payments/reading.ts'
import type { NativeProcessor } from './adapter.ts'
import { findOrders } from './orders.ts'
import { Pauses } from './rate-limit-pause.ts'

/** Per account. Beyond this, notifications are skipped. */
const MOST_WAITING = 500
/** Per account, besides those in the queue. Beyond this, only scheduled inquiries are sent. */
const MOST_RESTING = 2_000
/** Per account: half of the calls that it may make at the same time, so that creates need not wait. */
const AT_ONCE = 8
/** Looked up with one statement. */
const LOOKED_UP = 25
const LOOK_AGAIN_MS = 1_000
const MINUTE_MS = 60_000

type RequestedAccount = Pick<NativeProcessor, 'name' | 'isCut' | 'ask'> &
  Partial<Pick<NativeProcessor, 'questionsAMinute'>>

interface Line {
  /** From the latest notification: an operator may have changed it. */
  account: RequestedAccount
  /** References in the queue or in progress. */
  readonly known: Set<string>
  readonly waiting: string[]
  /** References in progress, and whether they were notified again meanwhile. */
  readonly asking: Map<string, 'once' | 'again'>
  workers: number
}

const newLine = (account: RequestedAccount): Line => ({
  ...{ account, known: new Set(), waiting: [], asking: new Map(), workers: 0 },
})

export class ProviderQuestions {
  readonly #database: Database
  readonly #deps: Deps
  readonly #lines = new Map<string, Line>()
  /** By account name. */
  readonly #pauses = new Map<string, Pauses>()
  /** Cancels the end of each pause, by account and reference. */
  readonly #resting = new Map<string, Map<string, () => void>>()
  readonly #working = new Set<Promise<void>>()
  readonly #pausing = new Set<() => void>()
  #isStopped = false

  constructor({ database, deps }: { readonly database: Database; readonly deps: Deps }) {
    this.#database = database
    this.#deps = deps
  }

  /** Adds references to the account's queue, except those that pause, and does not wait. @returns how many were added */
  ask(account: RequestedAccount, references: readonly string[]): number {
    if (this.#isStopped) return 0
    const line = this.#lines.get(account.name) ?? newLine(account)
    // The answer in progress may be older than this notification.
    for (const reference of references) if (line.asking.has(reference)) line.asking.set(reference, 'again')
    const fresh = [...new Set(references)]
      .filter((reference) => !line.known.has(reference) && !this.#mustPause(account, reference))
      .slice(0, MOST_WAITING - line.known.size)
    if (fresh.length === 0) return 0
    line.account = account
    for (const reference of fresh) line.known.add(reference)
    line.waiting.push(...fresh)
    this.#lines.set(account.name, line)
    if (line.workers < AT_ONCE) this.#begin(line)
    return fresh.length
  }

  /** Sends nothing more, and waits for the answers in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const goOn of this.#pausing) goOn()
    for (const resting of this.#resting.values()) for (const stop of resting.values()) stop()
    this.#resting.clear()
    await Promise.all(this.#working)
  }

  /** @returns whether it got an inquiry a moment ago; then the next one follows at the end of the pause */
  #mustPause(account: RequestedAccount, reference: string): boolean {
    const { clock, timers } = this.#deps
    const now = clock.now()
    const until = this.#pauses.get(account.name)?.untilOf(reference, now)
    if (until === undefined) return false
    const resting = this.#resting.get(account.name) ?? new Map<string, () => void>()
    if (resting.has(reference) || resting.size >= MOST_RESTING) return true
    this.#resting.set(account.name, resting)
    const stop = timers.after(until - now, () => {
      resting.delete(reference)
      this.ask(account, [reference])
    })
    resting.set(reference, stop)
    return true
  }

  #begin(line: Line): void {
    line.workers += 1
    const work = this.#work(line).finally(() => this.#working.delete(work))
    this.#working.add(work)
  }

  /** Never rejects. */
  async #work(line: Line): Promise<void> {
    while (line.waiting.length > 0 && !this.#isStopped) {
      if (line.account.isCut) {
        await this.#pause()
        continue
      }
      const references = line.waiting.splice(0, LOOKED_UP)
      // The rest of the queue need not wait for these.
      if (line.waiting.length > 0 && line.workers < AT_ONCE) this.#begin(line)
      for (const reference of references) line.asking.set(reference, 'once')
      await this.#askAbout(line.account, references)
      const again = references.filter((reference) => line.asking.get(reference) === 'again')
      for (const reference of references) {
        line.asking.delete(reference)
        line.known.delete(reference)
      }
      this.ask(line.account, again)
    }
    // Without an await before it: a caller that adds to the queue now must see that no worker is left.
    line.workers -= 1
    if (line.known.size === 0) this.#lines.delete(line.account.name)
  }

  async #askAbout(account: RequestedAccount, references: readonly string[]): Promise<void> {
    try {
      const found = await findOrders(this.#database, account.name, references)
      for (const { reference, merchantId, kind, id } of found) {
        if (this.#isStopped) return
        const payment = await findPayment(this.#database, merchantId, kind, id)
        if (payment?.processor !== account.name) continue
        this.#pausesOf(account).requested(reference, this.#deps.clock.now())
        if (!(await this.#isAnswered(account, payment))) await this.#pause()
      }
    } catch (error) {
      this.#notRequested(account, error)
    }
  }

  #pausesOf({ name, questionsAMinute }: RequestedAccount): Pauses {
    const known = this.#pauses.get(name)
    if (known) return known
    const pauses = questionsAMinute === undefined ? new Pauses() : new Pauses(MINUTE_MS / questionsAMinute)
    this.#pauses.set(name, pauses)
    return pauses
  }

  async #isAnswered(account: RequestedAccount, payment: Payment): Promise<boolean> {
    try {
      await account.ask(payment)
      return true
    } catch (error) {
      this.#notRequested(account, error)
      return false
    }
  }

  #notRequested({ name }: RequestedAccount, error: unknown): void {
    this.#deps.log.warn(
      { processor: name, error: errorText(error) },
      'a notification arrived, but the status inquiry for its payment failed',
    )
  }

  #pause(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const goOn = (): void => {
        cancel()
        this.#pausing.delete(goOn)
        resolve()
      }
      const cancel = this.#deps.timers.after(LOOK_AGAIN_MS, goOn)
      this.#pausing.add(goOn)
    })
  }
}
