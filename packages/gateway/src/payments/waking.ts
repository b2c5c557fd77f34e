/**
 * Steps that wait in their payment's own row until the first of them is due.
 *
 * Otherwise a create would write a row for its expiry and for each status inquiry, and the payment's end would delete
 * them: a third of what a create costs PostgreSQL, although most payins are paid before any of them is due. So the
 * create stores them in `payment.waiting`, and a change of the payment removes those that it clears or sets again, in
 * its own transaction. When the first of them is due, the `Waker` turns those that are left into rows. It passes each
 * payment once, by the index on `wakes_at`, which never changes. Both hold the payment's lock, so a step becomes a row
 * once, or never if the payment has ended before.
 *
 * A step that is due soon, such as the sandbox's payer, gets a row immediately: the waker runs once a second, and might
 * have passed the payment before the create's transaction was committed. Everything is passed a second time ten minutes
 * later, in case a create's commit hung for longer than its steps had time. `woken.until` is how far that second pass
 * has got.
 */
import type { Clock, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { NewStep, StepPurpose } from '@sluice/core/payment/claims.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import type { Plan } from './change.ts'

/** Longer than a create waits for its commit, whatever happens. */
const SOON_MS = 60_000
/** A step that waits longer gets a row too: a merchant's open payins are found among those of the last so many minutes. */
const LONGEST_MS = 30 * 60_000

/** As `payment.waiting` holds them: purpose → ISO 8601. */
export type WaitingSteps = Readonly<Partial<Record<StepPurpose, string>>>

export interface SplitSteps {
  /** Those that need a row immediately. */
  readonly rows: readonly NewStep[]
  readonly waiting: WaitingSteps | undefined
  /** When the first of `waiting` is due. */
  readonly wakesAt: Instant | undefined
}

/** Where the steps of a new payment go. */
export function splitSteps(steps: readonly NewStep[], createdAt: Instant): SplitSteps {
  const rows: NewStep[] = []
  const waiting: Partial<Record<StepPurpose, string>> = {}
  let wakesAt = Number.POSITIVE_INFINITY
  for (const step of steps) {
    if (step.dueAt < createdAt + SOON_MS) {
      rows.push(step)
    } else {
      waiting[step.purpose] = isoTime(step.dueAt)
      wakesAt = Math.min(wakesAt, step.dueAt)
    }
  }
  return wakesAt > createdAt + LONGEST_MS
    ? { rows: steps, waiting: undefined, wakesAt: undefined }
    : { rows, waiting, wakesAt }
}

/** What a change leaves in the payment's row: steps that it sets or clears are rows from now on, or gone. */
export function leftOf(
  waiting: WaitingSteps | undefined,
  { steps, clearSteps }: Pick<Plan, 'steps' | 'clearSteps'>,
): WaitingSteps | undefined {
  if (waiting === undefined) return undefined
  const left = Object.entries(waiting).filter(
    ([purpose]) =>
      !clearSteps.some((cleared) => cleared === purpose) && !steps.some((step) => step.purpose === purpose),
  )
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

const AT_ONCE = 1_000

const UNTIL = `coalesce((select until from woken where part = 'steps'), timestamptz 'epoch')`

const FIRST_WAITING_KEY = `(select rpad(lpad(to_hex(greatest(0, floor(extract(epoch from ${UNTIL}) * 1000)::bigint - ${LONGEST_MS + SOON_MS})), 12, '0'), 32, '0')::uuid)`

/**
 * SQL: whether a payment of this key may hold its steps itself; keys are ordered by time. The range has an upper end,
 * although all keys are below it: for a range with two ends the planner expects few rows, for one with an open end a
 * third of all payments, and reads the whole table.
 */
export const mayHoldSteps = (key: string): string =>
  `${key} >= ${FIRST_WAITING_KEY} and ${key} <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'`

/**
 * Passes payments in the order of `wakes_at`, from $1 to $2. If $1 is null it starts after those that were passed for
 * good, at least a day back. Locks those that hold steps in the journal's order, and checks again whether they do.
 */
const WAKE = sqlStatement({
  name: 'step_wake',
  whose: 'part',
  text: `with passed as materialized (
      select merchant_id, kind, id, wakes_at, waiting is not null as holds from payment
        where wakes_at > coalesce($1::timestamptz, least(${UNTIL}, $2::timestamptz - interval '1 day')) and wakes_at <= $2::timestamptz
        order by wakes_at fetch first ${AT_ONCE} rows with ties
    ), held as materialized (
      select p.merchant_id, p.kind, p.id, p.key, p.processor, p.waiting from passed w
        join payment p on p.merchant_id = w.merchant_id and p.kind = w.kind and p.id = w.id
        where w.holds and p.waiting is not null order by p.merchant_id, p.kind, p.id for update of p
    ), emptied as (
      update payment p set waiting = null from held h
        where p.merchant_id = h.merchant_id and p.kind = h.kind and p.id = h.id
    ), made as (
      insert into step (merchant_id, key, purpose, kind, id, due_at, tries, processor)
        select h.merchant_id, h.key, w.purpose, h.kind, h.id, w.due_at::timestamptz, 0, h.processor
          from held h cross join lateral jsonb_each_text(h.waiting) as w(purpose, due_at)
        on conflict (merchant_id, key, purpose) do nothing
    )
    select count(*)::integer as passed, max(wakes_at) as last from passed`,
})
/** Written by every node: the next one corrects a value from a clock that is ahead. */
const KEEP = sqlStatement({
  name: 'step_woken',
  whose: 'part',
  text: `insert into woken (part, until) values ('steps', $1)
    on conflict (part) do update set until = excluded.until`,
})

const EVERY_MS = 1_000
const AGAIN_EVERY_MS = 60_000
/** A payment is passed once more this long after its time. */
const AGAIN_AFTER_MS = 10 * 60_000
const KEEP_EVERY_MS = 60 * 60_000

/** Wakes what is due by the next look. */
export class Waker {
  readonly #database: Database
  readonly #clock: Clock
  /** How far this process has passed payments. */
  #passedTo: Instant | undefined
  #at: Instant = Number.NEGATIVE_INFINITY
  #againAt: Instant = Number.NEGATIVE_INFINITY
  #againFrom: Instant | undefined
  #keepAt: Instant = Number.NEGATIVE_INFINITY

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** From then on `wake` passes once more what was passed. */
  get againAt(): Instant {
    return this.#againAt
  }

  /** For the query for due work: when the first payment is due that was not passed, as `WAKE` finds it. */
  dueAt(until: string, [passedTo = '']: readonly string[]): string {
    return `select wakes_at from payment
      where wakes_at > coalesce(${passedTo}::timestamptz, least(${UNTIL}, ${until} - interval '1 day')) and wakes_at <= ${until}
      order by wakes_at limit 1`
  }

  own(): readonly [passedTo: string | null] {
    return [passedBefore(this.#passedTo, this.#clock.now() + 2 * EVERY_MS)]
  }

  /** @returns whether there is more to be woken now */
  async wake(): Promise<boolean> {
    const now = this.#clock.now()
    if (now >= this.#againAt) await this.#again(now)
    if (now < this.#at) return false
    // Ahead by one call, so that what is due in between is leased on time.
    const { isAll, last } = await this.#pass(this.#passedTo, now + 2 * EVERY_MS)
    this.#passedTo = last ?? this.#passedTo
    if (isAll) this.#at = now + EVERY_MS
    return !isAll
  }

  async #again(now: Instant): Promise<void> {
    const to = now - AGAIN_AFTER_MS
    const { isAll, last } = await this.#pass(this.#againFrom, to)
    // An idle gateway writes it once an hour.
    if (last !== undefined || now >= this.#keepAt) {
      this.#againFrom = isAll ? to : last
      await this.#database.run(KEEP, [isoTime(this.#againFrom ?? to)])
      this.#keepAt = now + KEEP_EVERY_MS
    }
    if (isAll) this.#againAt = now + AGAIN_EVERY_MS
  }

  async #pass(
    after: Instant | undefined,
    to: Instant,
  ): Promise<{ readonly isAll: boolean; readonly last: Instant | undefined }> {
    const values = [passedBefore(after, to), isoTime(to)]
    const [[found] = []] = await this.#database.batch([{ statement: WAKE, values }])
    return {
      isAll: Number(found?.passed) < AT_ONCE,
      last: found?.last ?? undefined,
    }
  }
}

/** A clock that was ahead has passed payments that were created after it was set right: everything is examined again. */
const passedBefore = (after: Instant | undefined, to: Instant): string | null =>
  after === undefined || after > to ? null : isoTime(after)
