/**
 * Steps: work that a payment waits for — expiry, asking the processor again, the sandbox's payer.
 *
 * A step is a row that the journal wrote with the change that made it necessary. The runner claims what is due with a
 * lease, and calls the handler of its purpose. A handler changes things only through the journal, whose commit clears the
 * step; one that committed nothing is finished here. If the process dies, the lease runs out and another node takes over:
 * so a handler may run twice, and what it does must be right twice (the journal's guards see to that).
 *
 * Never does a handler's work inside a transaction. A commit wakes the local runner when its step is due; apart from that
 * every node looks once a second.
 */
import type { Call, Database, Row, Statement } from '../database/port.ts'
import type { Cancel, Deps, Instant } from '../foundation/deps.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey, PaymentKind } from '../foundation/identifiers.ts'
import type { StepPurpose } from './change.ts'
import type { Journal } from './journal.ts'
import { isoTime } from './rows.ts'

const LOOK_EVERY_MS = 1_000
const CLAIM_AT_ONCE = 200
const LEASE_MS = 60_000
const MAX_PAUSE_MS = 15 * 60_000

export interface DueStep {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly purpose: StepPurpose
  readonly tries: number
}

/** @returns when to be asked again, or undefined where nothing is left to do. A thrown error: again, later and later. */
export type StepHandler = (step: DueStep) => Promise<Instant | undefined>

const CLAIM: Statement = {
  name: 'step_claim',
  text: `with due as (
      select merchant_id, key, purpose from step where due_at <= $1 order by due_at limit $2 for update skip locked
    )
    update step s set lease = $3, due_at = $4, tries = least(s.tries + 1, 32767) from due d
      where s.merchant_id = d.merchant_id and s.key = d.key and s.purpose = d.purpose
      returning s.merchant_id, s.key, s.purpose, s.kind, s.id, s.tries`,
}
/** When the next step is due, where that is before the next look: a commit's own wake may be lost behind an earlier one. */
const NEXT: Statement = {
  name: 'step_next',
  text: 'select min(due_at) as due_at from step where due_at <= $1',
}
const FINISH: Statement = {
  name: 'step_finish',
  text: `delete from step s using json_to_recordset($1::json) as r(merchant_id text, key uuid, purpose text)
    where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose and s.lease = $2`,
}
const AGAIN: Statement = {
  name: 'step_again',
  text: `update step s set due_at = r.due_at, lease = null
    from json_to_recordset($1::json) as r(merchant_id text, key uuid, purpose text, due_at timestamptz)
    where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose and s.lease = $2`,
}

const rowToStep = (row: Row): DueStep => ({
  merchantId: row.merchant_id as MerchantCode,
  key: row.key as PaymentKey,
  kind: row.kind as PaymentKind,
  id: row.id as MerchantOrderId,
  purpose: row.purpose as StepPurpose,
  tries: row.tries as number,
})

const stepId = (step: DueStep) => ({ merchant_id: step.merchantId, key: step.key, purpose: step.purpose })

export class StepRunner {
  readonly #database: Database
  readonly #deps: Deps
  readonly #handlers: Readonly<Record<StepPurpose, StepHandler>>
  /** From `start` to `stop`: on a node that is no worker a commit wakes nobody. */
  #working = false
  #running: Promise<void> | undefined
  #again = false
  #cancel: Cancel = () => undefined
  #wakeAt: Instant = Number.POSITIVE_INFINITY

  constructor(
    database: Database,
    deps: Deps,
    journal: Journal,
    handlers: Readonly<Record<StepPurpose, StepHandler>>,
  ) {
    this.#database = database
    this.#deps = deps
    this.#handlers = handlers
    journal.onCommitted((news) => {
      if (news.stepDueAt !== undefined) this.#wakeBy(Date.parse(news.stepDueAt))
    })
  }

  start(): void {
    this.#working = true
    this.#wakeBy(this.#deps.clock.now())
  }

  /** Begins nothing more, and waits for what has begun. */
  async stop(): Promise<void> {
    this.#working = false
    this.#cancel()
    await this.#running
  }

  #wakeBy(at: Instant): void {
    if (!this.#working || at >= this.#wakeAt) return
    this.#cancel()
    this.#wakeAt = at
    this.#cancel = this.#deps.timers.after(Math.max(0, at - this.#deps.clock.now()), () => {
      this.#wakeAt = Number.POSITIVE_INFINITY
      this.#run()
    })
  }

  #run(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#runAll().then((next) => {
      this.#running = undefined
      const again = this.#again
      this.#again = false
      this.#wakeBy(again ? this.#deps.clock.now() : next)
    })
  }

  /** @returns when to look again */
  async #runAll(): Promise<Instant> {
    try {
      while (this.#working && (await this.#runSome()) === CLAIM_AT_ONCE);
      const lookAt = this.#deps.clock.now() + LOOK_EVERY_MS
      const [next] = await this.#database.run(NEXT, [isoTime(lookAt)])
      return (next?.due_at ?? lookAt) as Instant
    } catch (error) {
      this.#deps.log.warn(
        { error: error instanceof Error ? error.message : 'unknown' },
        'due steps could not be read',
      )
      return this.#deps.clock.now() + LOOK_EVERY_MS
    }
  }

  /** @returns how many were due */
  async #runSome(): Promise<number> {
    const now = this.#deps.clock.now()
    const lease = this.#deps.randomness.uuidV7(now)
    const rows = await this.#database.run(CLAIM, [
      isoTime(now),
      CLAIM_AT_ONCE,
      lease,
      isoTime(now + LEASE_MS),
    ])
    const steps = rows.map(rowToStep)
    if (steps.length === 0) return 0
    const next = await Promise.all(steps.map((step) => this.#handle(step)))
    const finished = steps.filter((_, index) => next[index] === undefined).map(stepId)
    const again = steps.flatMap((step, index) => {
      const at = next[index]
      return at === undefined ? [] : [{ ...stepId(step), due_at: isoTime(at) }]
    })
    const calls: Call[] = []
    if (finished.length > 0) calls.push({ statement: FINISH, values: [JSON.stringify(finished), lease] })
    if (again.length > 0) calls.push({ statement: AGAIN, values: [JSON.stringify(again), lease] })
    await this.#database.batch(calls)
    return steps.length
  }

  async #handle(step: DueStep): Promise<Instant | undefined> {
    try {
      return await this.#handlers[step.purpose](step)
    } catch (error) {
      const pauseMs = Math.min(MAX_PAUSE_MS, 1_000 * 2 ** Math.min(step.tries, 20))
      const { purpose, tries } = step
      const message = error instanceof Error ? error.message : 'unknown'
      this.#deps.log.error({ purpose, tries, pauseMs, error: message }, 'a step failed and is tried again')
      return this.#deps.clock.now() + pauseMs
    }
  }
}
