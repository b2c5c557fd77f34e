/**
 * The journal: the only writer of payments and balances.
 *
 * `commit(change)` takes one change with everything that belongs to it (the claim of its ID, a guarded transition,
 * postings, callbacks, steps, cases, history) and commits all of it in one database transaction, or nothing. No other
 * code writes payments, their history, postings, balances, claims or cases. There are two exceptions, and neither moves
 * money: `waking.ts` turns the steps stored in a payment's row into rows, and `case-work.ts` records who works on a
 * case. Steps and callbacks are created here and finished by their workers (`steps.ts`, `callbacks/`). The journal
 * makes no network calls. The only foreign code that runs inside a transaction is a move's `decide`, which is pure and
 * synchronous.
 *
 * Commits are batched. Changes that arrive while the database is busy wait in a queue and are committed together by a
 * few multi-row statements: claim, lock, decide, write. Each change still succeeds or fails alone. A batch is sent when
 * a slot becomes free, never on a timer. A second batch is sent beside the one in flight only if it is at least half
 * its size; otherwise it waits until that one ends. A change that follows a lone one is sent before `commit` returns;
 * other changes are sent together with those that arrive in the same turn of the event loop. A payin create that
 * arrives alone skips the queue (`createAlone` of `batches.ts`).
 *
 *   queue ──pump──▶ at most 200, in order of arrival; no two of one payment or claim; none that is in flight;
 *                     │ merchants whose balances no batch in flight has locked go first
 *                     │ if there are two slots, payin creates go in batches of their own, where they cost half
 *                     │ only payin creates: one statement, one round trip; a second if an ID was taken
 *                     │ otherwise:          round trip 1 claims and locks · decide · round trip 2 writes
 *                     ▼
 *           committed ──▶ each commit() gets its CommitResult
 *           serialisation failure, deadlock ──▶ the same batch again, at most 5 times
 *           any other error of a statement  ──▶ each change alone; the faulty one throws, the others are not affected
 *           connection lost after sending   ──▶ the same changes again on a new connection, at most 10 s, then `unknown`.
 *                                               A change whose event or payment is already stored counts as done
 *
 * A caller that creates alone waits only for threads to wake up, so this thread stays awake for a moment
 * (`foundation/busy-poll.ts`).
 *
 * A single statement for everything would be faster but wrong. Under READ COMMITTED, CHECK (amount >= 0) tests the
 * version of the balance in the statement's snapshot, and fails wrongly if another connection has just changed it. The
 * locks of round trip 1 give round trip 2 a snapshot that is current.
 *
 * This file holds the queue and decides which changes form a batch; `batches.ts` holds the round trips and handles lost
 * connections.
 */
import { BusyPoll, type EventLoop } from '@sluice/core/foundation/busy-poll.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { apart, type TraceSpan } from '@sluice/core/foundation/tracing.ts'
import type { Database } from '@sluice/database/port.ts'
import { Batches, type Fate } from './batches.ts'
import type { Change, CommitResult } from './change.ts'
import { traceBatch, tracedCommit } from './commit-spans.ts'
import type { CommitNotice, Committed } from './committed.ts'
import type { CallbackSender } from './first-callbacks.ts'
import type { Journal } from './journal-port.ts'
import { isPlainPayinCreate, locksBalances, namesOf, type PlainPayinCreate } from './round-trips.ts'

const MAX_BATCH = 200
/** How many waiting changes the pump examines to fill a batch. */
const MAX_LOOK = 2_000
/** A batch that takes longer no longer holds up the other slot: something is wrong with it. */
const LATE_MS = 100

export interface JournalOptions {
  /** Changes that may wait; further ones are shed. */
  readonly queueLimit: number
  /** This thread's event loop, kept awake for a caller that creates alone. Left out: it sleeps. */
  readonly loop?: EventLoop | undefined
}

/** A commit to a local disk, or one on the same network, takes less. */
const COMMIT_WITHIN_MS = 0.5
/** The longest pause between a commit and the next create of a caller that waits for each answer. */
const CALLER_WITHIN_MS = 0.3

interface Waiting {
  readonly change: Change
  readonly names: readonly string[]
  /** In a batch of such changes it needs no second round trip. */
  readonly isPayinCreate: boolean
  readonly settle: (outcome: CommitResult) => void
  readonly reject: (error: unknown) => void
  /** If commits are traced. */
  readonly span: TraceSpan | undefined
}

/** The journal of one database. */
export class LaneJournal implements Journal {
  readonly #batches: Batches
  readonly #writeSlots: number
  readonly #deps: Deps
  readonly #queueLimit: number
  /** A caller that creates alone waits for this thread to wake up twice: for the create and for the commit. */
  readonly #commitPoll: BusyPoll | undefined
  readonly #callerPoll: BusyPoll | undefined
  #queue: Waiting[] = []
  readonly #inFlight = new Set<string>()
  /** For each batch in flight, the merchants whose balances it locks. */
  readonly #locked = new Set<ReadonlySet<string>>()
  #slotsTaken = 0
  /** Changes in flight. */
  #inProgress = 0
  #lastSent = 0
  #sentAt: Instant = 0
  #pumpIsDue = false
  #isWaitBounded = false
  #listeners: ((statusChange: CommitNotice) => void)[] = []
  #watchers: ((committed: Committed) => void)[] = []
  #idle: (() => void)[] = []

  constructor(database: Database, deps: Deps, options: JournalOptions) {
    this.#batches = new Batches(database, deps, {
      committed: (statusChange) => {
        for (const listener of this.#listeners) listener(statusChange)
      },
      changed: (committed) => {
        for (const watcher of this.#watchers) watcher(committed)
      },
    })
    this.#writeSlots = database.writeSlots
    this.#deps = deps
    this.#queueLimit = options.queueLimit
    const { loop } = options
    this.#commitPoll = loop && new BusyPoll(loop, COMMIT_WITHIN_MS)
    this.#callerPoll = loop && new BusyPoll(loop, CALLER_WITHIN_MS)
  }

  get queueLength(): number {
    return this.#queue.length
  }

  get inProgress(): number {
    return this.#inProgress
  }

  get queueLimit(): number {
    return this.#queueLimit
  }

  onCommitted(listener: (statusChange: CommitNotice) => void): void {
    this.#listeners.push(listener)
  }

  onChanged(watcher: (committed: Committed) => void): void {
    this.#watchers.push(watcher)
  }

  commit(change: Change): Promise<CommitResult> {
    const { tracing } = this.#deps
    return tracing
      ? tracedCommit(tracing, change, (span) => this.#commit(change, span))
      : this.#commit(change)
  }

  #commit(change: Change, span?: TraceSpan): Promise<CommitResult> {
    assert(change.claims.length === 0 || change.claimKey, 'claims are held for a key')
    if (this.#queue.length >= this.#queueLimit) return Promise.resolve({ type: 'shed' })
    const isPayinCreate = isPlainPayinCreate(change)
    const isAlone = this.#isAlone()
    if (isAlone && isPayinCreate) return this.#createAlone(change)
    this.#commitPoll?.giveUp()
    this.#callerPoll?.giveUp()
    return new Promise((settle, reject) => {
      this.#queue.push({ change, names: namesOf(change), isPayinCreate, settle, reject, span })
      if (isAlone) return this.#pump()
      if (this.#pumpIsDue) return
      this.#pumpIsDue = true
      this.#deps.timers.soon(() => {
        this.#pumpIsDue = false
        this.#pump()
      })
    })
  }

  /**
   * True, as far as can be known before the turn ends, if nothing waits, nothing is in flight and the last batch was a
   * single change. With many callers batches are larger, so the first change waits for the others of its turn. With one
   * slot, the others would wait for this one.
   */
  #isAlone(): boolean {
    return this.#lastSent === 1 && this.#slotsTaken === 0 && this.#queue.length === 0 && this.#writeSlots > 1
  }

  offerCallbacksTo(sender: CallbackSender): () => void {
    this.#batches.sender = sender
    return () => {
      if (this.#batches.sender === sender) this.#batches.sender = undefined
    }
  }

  /** Nothing waits and nothing is in flight, so the change is a batch by itself and skips the queue. */
  #createAlone(change: PlainPayinCreate): Promise<CommitResult> {
    const names = namesOf(change)
    // First, and in this turn: a change that cannot be written throws here, and must not keep the slot.
    const created = this.#batches.createAlone(change)
    this.#slotsTaken += 1
    this.#inProgress += 1
    this.#sentAt = this.#deps.clock.now()
    for (const name of names) this.#inFlight.add(name)
    this.#callerPoll?.end()
    this.#commitPoll?.begin()
    const over = () => {
      this.#commitPoll?.end()
      this.#callerPoll?.begin()
      for (const name of names) this.#inFlight.delete(name)
      this.#inProgress -= 1
      this.#leaveSlot()
    }
    created.then(over, over)
    return created
  }

  #leaveSlot(): void {
    this.#slotsTaken -= 1
    this.#pump()
    if (this.#queue.length === 0 && this.#slotsTaken === 0)
      for (const resolve of this.#idle.splice(0)) resolve()
  }

  drained(): Promise<void> {
    if (this.#queue.length === 0 && this.#slotsTaken === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle.push(resolve)
    })
  }

  #pump(): void {
    while (this.#slotsTaken < this.#writeSlots && this.#queue.length > 0) {
      if (this.#areTooFew()) {
        this.#boundTheirWait()
        return
      }
      const free = this.#takeBatch((change) => this.#isLocked(change))
      const batch = free.length > 0 ? free : this.#takeBatch(() => false)
      if (batch.length === 0) return
      this.#slotsTaken += 1
      this.#inProgress += batch.length
      this.#lastSent = batch.length
      this.#sentAt = this.#deps.clock.now()
      const merchants = new Set(
        batch.filter(({ change }) => locksBalances(change)).map(({ change }) => change.merchantId),
      )
      this.#locked.add(merchants)
      void apart(this.#deps.tracing, () => this.#runBatch(batch)).finally(() => {
        for (const { names } of batch) for (const name of names) this.#inFlight.delete(name)
        this.#locked.delete(merchants)
        this.#inProgress -= batch.length
        this.#leaveSlot()
      })
    }
  }

  /**
   * When the first two or three changes beside a batch of sixty got their own transaction, no core was left for the
   * rest, which waited: 7 to 20 % fewer creates at 16 and 64 callers.
   */
  #areTooFew(): boolean {
    return this.#queue.length < this.#inProgress / 2 && this.#deps.clock.now() - this.#sentAt < LATE_MS
  }

  /** Otherwise nothing would look again before the batch in flight has ended, and on a hanging connection that takes seconds. */
  #boundTheirWait(): void {
    if (this.#isWaitBounded) return
    this.#isWaitBounded = true
    this.#deps.timers.after(LATE_MS, () => {
      this.#isWaitBounded = false
      this.#pump()
    })
  }

  /**
   * Inside the database it would wait for the other batch, and its whole batch with it. Even among a thousand
   * merchants, two batches of 200 nearly always have some merchants in common.
   */
  #isLocked(change: Change): boolean {
    if (!locksBalances(change)) return false
    for (const merchants of this.#locked) if (merchants.has(change.merchantId)) return true
    return false
  }

  /**
   * Takes changes in order of arrival. One that must wait for a change in flight, or for one already taken, keeps its
   * place. What is taken counts as in flight.
   */
  #takeBatch(mustWait: (change: Change) => boolean): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const held = new Set<string>()
    let areCreates: boolean | undefined
    let looked = 0
    for (const waiting of this.#queue) {
      if (batch.length === MAX_BATCH || looked === MAX_LOOK) break
      looked += 1
      if (
        mustWait(waiting.change) ||
        (areCreates !== undefined && waiting.isPayinCreate !== areCreates) ||
        this.#isHeld(waiting.names, held)
      ) {
        // A waiting change holds its names too: a later change of the same payment must not overtake it.
        left.push(waiting)
        for (const name of waiting.names) held.add(name)
      } else {
        // With one slot, two transactions would only wait for each other.
        if (this.#writeSlots > 1) areCreates ??= waiting.isPayinCreate
        batch.push(waiting)
        for (const name of waiting.names) this.#inFlight.add(name)
      }
    }
    this.#queue = looked === this.#queue.length ? left : left.concat(this.#queue.slice(looked))
    return batch
  }

  #isHeld(names: readonly string[], held: ReadonlySet<string>): boolean {
    for (const name of names) if (this.#inFlight.has(name) || (held.size > 0 && held.has(name))) return true
    return false
  }

  /** `fate.uncertain`: an earlier attempt of these changes may have been committed, so they first look for themselves. */
  async #runBatch(batch: readonly Waiting[], fate: Fate = { uncertain: false }): Promise<void> {
    const { tracing } = this.#deps
    const startedAtMs = tracing?.nowMs()
    try {
      const outcomes = await this.#batches.commit(
        batch.map((waiting) => waiting.change),
        fate,
      )
      if (tracing) traceBatch(tracing, batch, outcomes, startedAtMs)
      batch.forEach((waiting, index) => {
        const outcome = outcomes[index]
        assert(outcome, 'every change of a batch has an outcome')
        waiting.settle(outcome)
      })
    } catch (error) {
      if (batch.length === 1) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      this.#deps.log.warn(
        { changes: batch.length, error: errorText(error) },
        'a batch failed; trying each change alone',
      )
      for (const waiting of batch) await this.#runBatch([waiting], { uncertain: fate.uncertain })
    }
  }
}
