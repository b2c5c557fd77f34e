/**
 * Steps: work that a payment waits for, such as its expiry, a status inquiry or the sandbox's payer.
 *
 * The journal writes a step's row with the change that needs it; a new payment may also hold the step itself until it
 * is due (`waking.ts`). The runner leases what is due and calls the handler of its purpose. A handler changes things
 * only through the journal. A commit that ends the payment deletes the step with all others of it, and says so. Every
 * other step is finished here, together with those that end at the same time. If the process dies, the lease runs out
 * and another node takes over. A handler that takes too long is called again while it may still be running. So a
 * handler may run twice, and its work must be correct twice (the journal's guards ensure that).
 *
 * A handler's work never runs inside a transaction. A slow handler blocks only its own place. The steps of a processor
 * that hangs occupy at most half of the places that the others leave: no more of them are started, except those that
 * send it nothing. So however many processors hang, there are places for the next one. A commit wakes the local runner
 * when its step is due. Besides, every node checks once a second whether any step is due (`due`).
 */
import { type Backoff, backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { inSpan } from '@sluice/core/foundation/tracing.ts'
import type { StepPurpose } from '@sluice/core/payment/claims.ts'
import type { DueWork } from '@sluice/database/due-looks.ts'
import { type Database, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { Journal } from './journal-port.ts'
import { Waker } from './waking.ts'

const LOOK_EVERY_MS = 1_000
const CLAIM_AT_ONCE = 200
const MAX_OPEN = 800
/** These wait for no processor, however slow theirs is. */
const ASKS_NOBODY: readonly StepPurpose[] = ['expire', 'rest']
/** A handler that takes longer counts as failed: a processor that never answers must not keep its place for ever. */
const HANDLE_WITHIN_MS = 30_000
/** Longer than a handler may take plus the time to record its end. */
const LEASE_MS = 60_000
const AFTER_FAILURE: Backoff = { firstMs: 2_000, longestMs: 15 * 60_000 }

export interface DueStep {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly purpose: StepPurpose
  readonly tries: number
  /** The processor it may wait for; undefined for older steps, which did not name it. */
  readonly processor: string | undefined
}

/** @returns when to call again, or undefined if nothing is left to do. After an error it is called again, with growing pauses. */
export type StepHandler = (step: DueStep) => Promise<Instant | undefined>

/**
 * Sorted by due time, which an update by itself does not keep: the oldest begin first, and a seed reproduces a whole
 * run. Built like the claim of callbacks.
 */
export const CLAIM = sqlStatement({
  name: 'step_claim',
  whose: 'part',
  ofQueue: true,
  text: `with due as (
      select ctid as place, merchant_id, key, purpose, due_at from step where due_at <= $1
        and (purpose in (${ASKS_NOBODY.map((purpose) => `'${purpose}'`).join(', ')})
          or coalesce(processor, '') not in (select json_array_elements_text($5::json)))
        order by due_at, merchant_id, key, purpose limit $2 for update skip locked
    ), claimed as (
      update step s set lease = $3, due_at = $4, tries = least(s.tries + 1, 32767) where s.ctid = any(array(select place from due))
        returning s.merchant_id, s.key, s.purpose, s.kind, s.id, s.tries, s.processor
    )
    select s.* from claimed s join due d on d.merchant_id = s.merchant_id and d.key = s.key and d.purpose = s.purpose
      order by d.due_at, d.merchant_id, d.key, d.purpose`,
})
const firstDue = (until: string): string =>
  `select due_at from step where due_at <= ${until} order by due_at limit 1`

/**
 * When the next step is due, if that is before the next look: a commit's own wake-up may have been overridden by an
 * earlier one.
 */
const NEXT = sqlStatement({
  name: 'step_next',
  whose: 'part',
  ofQueue: true,
  text: `select (${firstDue('$1')}) as due_at`,
})
const FINISH = sqlStatement({
  name: 'step_finish',
  whose: 'part',
  text: `delete from step s using json_to_recordset($1::json) as r(merchant_id text, key uuid, purpose text, lease uuid)
    where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose and s.lease = r.lease`,
})
const AGAIN = sqlStatement({
  name: 'step_again',
  whose: 'part',
  text: `update step s set due_at = r.due_at, lease = null
    from json_to_recordset($1::json) as r(merchant_id text, key uuid, purpose text, lease uuid, due_at timestamptz)
    where s.merchant_id = r.merchant_id and s.key = r.key and s.purpose = r.purpose and s.lease = r.lease`,
})

/** If this is the only process, what was leased when it starts is due immediately ($1): no other process will finish it. */
export const FREE_LEASES = sqlStatement({
  name: 'step_lease_free',
  whose: 'part',
  text: 'update step set lease = null, due_at = $1 where lease is not null',
})

const rowToStep = (row: RowOf<'step_claim'>): DueStep => ({
  merchantId: row.merchant_id,
  key: row.key,
  kind: row.kind,
  id: row.id,
  purpose: row.purpose as StepPurpose,
  tries: row.tries,
  processor: row.processor ?? undefined,
})

/** A step whose handler has ended. */
interface Handled {
  readonly step: DueStep
  readonly lease: string
  /** When to handle it again; undefined: never. */
  readonly again: Instant | undefined
}

export class StepRunner {
  readonly #database: Database
  readonly #deps: Deps
  readonly #handlers: Readonly<Record<StepPurpose, StepHandler>>
  /** Runs from `start` to `stop`. On a node without the role `worker` a commit wakes nothing. */
  readonly #loop: Loop
  readonly #waker: Waker
  /** What is due, or will need a row by then. */
  readonly due: DueWork
  /** The next planned look; a later one is not needed. */
  #wakeAt: Instant = Number.POSITIVE_INFINITY
  readonly #open = new Set<Promise<void>>()
  /** How many of them may wait for each processor. */
  readonly #openOf = new Map<string, number>()
  /** The steps under way of each payment. */
  readonly #openAt = new Map<string, Set<DueStep>>()
  #handled: Handled[] = []
  #recording: Promise<void> | undefined
  /** More may be due than there were places for. */
  #isShort = false

  constructor(
    database: Database,
    deps: Deps,
    journal: Journal,
    handlers: Readonly<Record<StepPurpose, StepHandler>>,
  ) {
    this.#database = database
    this.#deps = deps
    this.#handlers = handlers
    this.#waker = new Waker(database, deps.clock)
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#look(),
      failed: 'due steps could not be read',
    })
    this.due = {
      name: 'steps',
      dueAt: (until, own) => `least((${firstDue(until)}), (${this.#waker.dueAt(until, own)}))`,
      own: () => this.#waker.own(),
      loop: this.#loop,
    }
    journal.onCommitted((statusChange) => {
      if (statusChange.stepDueAt !== undefined) this.#wakeBy(Date.parse(statusChange.stepDueAt))
      for (const key of statusChange.endedKeys) this.#openAt.delete(key)
    })
  }

  start(): void {
    this.#loop.start(Number.POSITIVE_INFINITY)
    this.#wakeBy(this.#deps.clock.now())
  }

  /** Begins nothing more, and waits for what has begun. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    await Promise.all(this.#open)
    await this.#recording
  }

  #wakeBy(at: Instant): void {
    if (!this.#loop.isRunning || at >= this.#wakeAt) return
    this.#wakeAt = at
    this.#loop.wakeWithin(Math.max(0, at - this.#deps.clock.now()))
  }

  /** @returns how long until the next look */
  async #look(): Promise<number> {
    const { clock } = this.#deps
    this.#wakeAt = Number.POSITIVE_INFINITY
    const isMore = await this.#waker.wake()
    while (this.#loop.isRunning && (await this.#beginSome()) === CLAIM_AT_ONCE);
    if (isMore) return 0
    const now = clock.now()
    const [next] = this.#isShort ? [] : await this.#database.run(NEXT, [isoTime(now + LOOK_EVERY_MS)])
    const nextAt = Math.min(next?.due_at ?? Number.POSITIVE_INFINITY, this.#waker.againAt)
    this.#wakeAt = Math.min(this.#wakeAt, nextAt)
    return Math.max(0, nextAt - clock.now())
  }

  /** @returns how many were due and have been begun */
  async #beginSome(): Promise<number> {
    const full: string[] = []
    // All of them may be of one processor that has none yet.
    let places = Math.min(CLAIM_AT_ONCE, halfOf(MAX_OPEN - this.#open.size))
    for (const [processor, open] of this.#openOf) {
      const share = halfOf(MAX_OPEN - (this.#open.size - open))
      if (open >= share) full.push(processor)
      else places = Math.min(places, share - open)
    }
    // What waits behind a full processor is due already: only an end of its steps, or the next look, makes another
    // search worthwhile.
    this.#isShort = places < CLAIM_AT_ONCE || full.length > 0
    if (places === 0) return 0
    const now = this.#deps.clock.now()
    const lease = this.#deps.randomness.uuidV7(now)
    const rows = await this.#database.run(CLAIM, [
      isoTime(now),
      places,
      lease,
      isoTime(now + LEASE_MS),
      JSON.stringify(full),
    ])
    for (const row of rows) this.#begin(rowToStep(row), lease)
    if (rows.length < places && full.length === 0) this.#isShort = false
    return rows.length
  }

  #begin(step: DueStep, lease: string): void {
    const { processor, purpose } = step
    const waitsFor = ASKS_NOBODY.includes(purpose) ? undefined : processor
    if (waitsFor !== undefined) this.#count(waitsFor, 1)
    this.#openAt.set(step.key, (this.#openAt.get(step.key) ?? new Set()).add(step))
    const open = this.#handle(step).then((again) => {
      this.#open.delete(open)
      if (waitsFor !== undefined) this.#count(waitsFor, -1)
      if (this.#isStillThere(step)) {
        this.#handled.push({ step, lease, again })
        this.#recording ??= this.#record()
      } else if (this.#isShort) {
        this.#wakeBy(this.#deps.clock.now())
      }
    })
    this.#open.add(open)
  }

  /** If a commit has ended the payment meanwhile, its row is gone. */
  #isStillThere(step: DueStep): boolean {
    const steps = this.#openAt.get(step.key)
    const isThere = steps?.delete(step) ?? false
    if (steps?.size === 0) this.#openAt.delete(step.key)
    return isThere
  }

  #count(processor: string, change: 1 | -1): void {
    const open = (this.#openOf.get(processor) ?? 0) + change
    if (open === 0) this.#openOf.delete(processor)
    else this.#openOf.set(processor, open)
  }

  async #handle(step: DueStep): Promise<Instant | undefined> {
    try {
      return await this.#traced(step)
    } catch (error) {
      const pauseMs = backoffMs(AFTER_FAILURE, step.tries, this.#deps.randomness.fraction())
      const { merchantId, key, purpose, tries } = step
      this.#deps.log.error(
        { merchantId, key, purpose, tries, pauseMs, error: errorText(error) },
        'a step failed and is tried again',
      )
      return this.#deps.clock.now() + pauseMs
    }
  }

  #traced(step: DueStep): Promise<Instant | undefined> {
    const { tracing } = this.#deps
    if (!tracing) return this.#inTime(this.#handlers[step.purpose](step))
    const { key, purpose, tries, processor } = step
    const attributes = {
      'sluice.step': purpose,
      'sluice.attempt': tries,
      ...(processor !== undefined && { 'sluice.processor': processor }),
    }
    return inSpan(tracing, `step ${purpose}`, { kind: 'consumer', key, isApart: true, attributes }, () =>
      this.#inTime(this.#handlers[purpose](step)),
    )
  }

  #inTime<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#deps.timers.after(HANDLE_WITHIN_MS, () => {
        reject(new Error(`its handler took longer than ${HANDLE_WITHIN_MS} ms`))
      })
      work.then(resolve, reject).finally(cancel)
    })
  }

  /** Everything that has ended by the next turn, in one transaction; what ends meanwhile goes into the next one. */
  async #record(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#deps.timers.soon(resolve)
    })
    while (this.#handled.length > 0) {
      try {
        await this.#recordAll(this.#handled.splice(0))
      } catch (error) {
        // Their leases run out, and they are handled again.
        this.#deps.log.warn({ error: errorText(error) }, 'the end of steps could not be recorded')
      }
    }
    this.#recording = undefined
    if (this.#isShort) this.#wakeBy(this.#deps.clock.now())
  }

  async #recordAll(handled: readonly Handled[]): Promise<void> {
    const finished = handled.filter(({ again }) => again === undefined).map(handledRow)
    const postponed = handled.flatMap((each) =>
      each.again === undefined ? [] : [{ ...handledRow(each), due_at: isoTime(each.again) }],
    )
    const calls: SqlCall[] = []
    if (finished.length > 0) calls.push({ statement: FINISH, values: [JSON.stringify(finished)] })
    if (postponed.length > 0) calls.push({ statement: AGAIN, values: [JSON.stringify(postponed)] })
    await this.#database.batch(calls)
    for (const { again } of handled) if (again !== undefined) this.#wakeBy(again)
  }
}

/** Half of the free places for one processor; the other half is for the next. */
const halfOf = (places: number): number => Math.ceil(places / 2)

const handledRow = ({ step: { merchantId, key, purpose }, lease }: Handled) => ({
  merchant_id: merchantId,
  key,
  purpose,
  lease,
})
