/**
 * The questions that notifications lead to: what became of the payments that they name.
 *
 * Promises: each account has a line of its own, bounded, of which a few are asked at a time; told again while it waits, a payment is asked
 * about once. While an account's breaker is open its line waits, and nothing is looked up for it; and who has asked in vain rests before the
 * next question. So a provider that hangs, or answers nonsense at once, and notifies all the time, is in nobody else's way. What is passed
 * over, or asked in vain, is asked about when it is due anyway. Where a provider tells of one payment so often a minute, a burst of
 * notifications about one leads to so many questions, and to one more when that minute is over.
 */
import type { Database } from '../../database/port.ts'
import type { Deps } from '../../foundation/deps.ts'
import { errorText } from '../../foundation/errors.ts'
import type { Payment } from '../../payments/model.ts'
import { findPayment } from '../../payments/reading.ts'
import type { NativeProcessor } from './native.ts'
import { findOrders } from './orders.ts'
import { PaceOfEach } from './pace.ts'

/** Of one account. Beyond so many notifications are passed over. */
const MOST_WAITING = 500
/** Of one account: half of the calls that it may have under way, so that creates find a place. */
const AT_ONCE = 8
/** What is looked up with one statement. */
const LOOKED_UP = 25
const LOOK_AGAIN_MS = 1_000
const MINUTE_MS = 60_000

type AskedAccount = Pick<NativeProcessor, 'name' | 'isCut' | 'ask'> &
  Partial<Pick<NativeProcessor, 'questionsAMinute'>>

interface Line {
  /** As it was last told of: an operator may have changed it. */
  account: AskedAccount
  /** Those that wait, and those that are asked about. */
  readonly known: Set<string>
  readonly waiting: string[]
  workers: number
}

export class ProviderQuestions {
  readonly #database: Database
  readonly #deps: Deps
  readonly #lines = new Map<string, Line>()
  readonly #working = new Set<Promise<void>>()
  readonly #pausing = new Set<() => void>()
  /** By account: how often each reference may be asked about. */
  readonly #paces = new Map<string, PaceOfEach>()
  /** Those that were asked about as often as they may be, by account and reference. */
  readonly #later = new Map<string, () => void>()
  #isStopped = false

  constructor({ database, deps }: { readonly database: Database; readonly deps: Deps }) {
    this.#database = database
    this.#deps = deps
  }

  /** Puts them into the account's line, and waits for nothing. @returns how many were not in it */
  ask(account: AskedAccount, references: readonly string[]): number {
    if (this.#isStopped) return 0
    const line = this.#lines.get(account.name) ?? { account, known: new Set(), waiting: [], workers: 0 }
    const fresh = [...new Set(references)]
      .filter((reference) => !line.known.has(reference))
      .slice(0, MOST_WAITING - line.known.size)
      .filter((reference) => this.#mayAsk(account, reference))
    if (fresh.length === 0) return 0
    line.account = account
    for (const reference of fresh) line.known.add(reference)
    line.waiting.push(...fresh)
    this.#lines.set(account.name, line)
    if (line.workers < AT_ONCE) this.#begin(line)
    return fresh.length
  }

  /** Asks nothing more, and waits for the answers to what was asked. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const goOn of this.#pausing) goOn()
    for (const cancel of this.#later.values()) cancel()
    this.#later.clear()
    await Promise.all(this.#working)
  }

  /** @returns false where it was asked about too often, and is when its minute is over */
  #mayAsk(account: AskedAccount, reference: string): boolean {
    const { name, questionsAMinute } = account
    if (questionsAMinute === undefined) return true
    const pace = this.#paces.get(name) ?? new PaceOfEach(questionsAMinute, MINUTE_MS)
    this.#paces.set(name, pace)
    const waitMs = pace.turn(reference, this.#deps.clock.now())
    if (waitMs === 0) return true
    const later = `${name} ${reference}`
    if (this.#later.has(later) || this.#later.size >= MOST_WAITING) return false
    const cancel = this.#deps.timers.after(waitMs, () => {
      this.#later.delete(later)
      this.ask(account, [reference])
    })
    this.#later.set(later, cancel)
    return false
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
      // Others of the line need not wait for these.
      if (line.waiting.length > 0 && line.workers < AT_ONCE) this.#begin(line)
      await this.#askAbout(line.account, references)
      for (const reference of references) line.known.delete(reference)
    }
    // At once: whoever puts something into the line now must see that nobody is there for it.
    line.workers -= 1
    if (line.known.size === 0) this.#lines.delete(line.account.name)
  }

  async #askAbout(account: AskedAccount, references: readonly string[]): Promise<void> {
    try {
      for (const { merchantId, kind, id } of await findOrders(this.#database, account.name, references)) {
        if (this.#isStopped) return
        const payment = await findPayment(this.#database, merchantId, kind, id)
        if (payment?.processor !== account.name) continue
        if (!(await this.#isAnswered(account, payment))) await this.#pause()
      }
    } catch (error) {
      this.#notAsked(account, error)
    }
  }

  async #isAnswered(account: AskedAccount, payment: Payment): Promise<boolean> {
    try {
      await account.ask(payment)
      return true
    } catch (error) {
      this.#notAsked(account, error)
      return false
    }
  }

  #notAsked({ name }: AskedAccount, error: unknown): void {
    this.#deps.log.warn(
      { processor: name, error: errorText(error) },
      'a notification came, and its payment could not be asked about',
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
