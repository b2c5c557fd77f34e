/**
 * The journal: the one door through which every change of a payment's or a balance's state goes.
 *
 * `commit(change)` takes a claim of an ID, a guarded transition, its postings, callbacks, steps, cases and history, and
 * commits all of it in one database transaction, or nothing. No other code writes the rows of payments, their history, postings,
 * balances, claims and cases, but for two that move nothing: `waking.ts` makes rows of the steps that wait in a payment's own, and
 * `case-work.ts` notes who works on a case. Steps and callbacks are made here, and finished by those who work them off (`steps.ts`,
 * `callbacks/`). No network call happens inside: the only code of others that runs while a transaction is open is the pure,
 * synchronous `decide` of a move.
 *
 * Commits are shared. Changes that arrive while the database is busy wait in a queue, and are committed together by a few
 * multi-row statements: claim, lock, decide here, write. Each still succeeds or fails alone. A batch is closed because a
 * slot is free, never by a timer; beside another batch only where it is at least half as many, so a lone change waits for
 * nobody, or for the end of a larger batch. What comes after a lone one is sent before `commit` returns, else with what arrives in the
 * same turn of the event loop; a payin's create that nobody is beside is an insert without a queue (`createAlone` of `batches.ts`):
 *
 *   queue ──pump──▶ at most 200, in order of arrival; no two of one payment or claim; none that is in flight;
 *                     │ first of merchants whose balances no batch in flight has locked, the others where there are none such
 *                     │ payin creates apart from all else where there are two slots: they cost half in company of their own
 *                     │ only payin creates: one statement, one trip; a second where an ID was taken
 *                     │ otherwise:          trip 1 claims and locks · decide · trip 2 writes
 *                     ▼
 *           committed ──▶ each commit() gets its CommitResult
 *           serialisation failure, deadlock ──▶ the same batch again, at most 5 times
 *           any other error of a statement  ──▶ each change alone; the guilty one throws, its neighbours never notice
 *           connection lost after sending   ──▶ the same changes again on a new connection, where a change that finds itself
 *                                               in the history, or its payment made, is done; for at most 10 s, then `unknown`
 *
 * Whoever creates alone waits for nothing but threads that wake up: so this one stays awake for a moment (`foundation/busy-poll.ts`).
 *
 * One statement for everything would be faster and wrong: under READ COMMITTED, CHECK (amount >= 0) is tested against
 * the version of the balance that the statement's snapshot saw, and fails falsely where another connection has just
 * moved it. The locks of trip 1 give trip 2 a snapshot in which they hold.
 *
 * The queue and what goes together stand here, a batch's trips and its fate in `batches.ts`.
 */
import type { Database } from '../database/port.ts'
import { BusyPoll, type EventLoop } from '../foundation/busy-poll.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { errorText } from '../foundation/errors.ts'
import { assert } from '../foundation/result.ts'
import { Batches, type Fate } from './batches.ts'
import type { Change, CommitResult } from './change.ts'
import type { CommitNotice, Committed } from './committed.ts'
import type { CallbackSender } from './first-callbacks.ts'
import { isPlainPayinCreate, locksBalances, namesOf, type PlainPayinCreate } from './round-trips.ts'

const MAX_BATCH = 200
/** How far the pump looks past changes that must wait for one in flight. */
const MAX_LOOK = 2_000
/** A batch that takes longer keeps nobody from the other slot: something is wrong with it. */
const LATE_MS = 100

export interface JournalOptions {
  /** Changes that may wait; more are shed. */
  readonly queueLimit: number
  /**
   * A batch holds changes of one lane, and different lanes are in flight side by side. `merchant`: each merchant is a lane of
   * its own, so that no transaction leaves the place where a spread database keeps that merchant.
   */
  readonly lanes?: 'shared' | 'merchant'
  /** The loop of this thread, which may be kept awake for whoever creates alone; left out, it sleeps. */
  readonly loop?: EventLoop | undefined
}

/** A commit to a disk of this machine, or of its neighbour, takes less. */
const COMMIT_WITHIN_MS = 0.5
/** From the commit to the next create of a caller that waits for each answer: what is between them is a caller at hand. */
const CALLER_WITHIN_MS = 0.3

interface Waiting {
  readonly change: Change
  readonly names: readonly string[]
  /** It needs no second trip in the company of others like it. */
  readonly isPayinCreate: boolean
  readonly settle: (outcome: CommitResult) => void
  readonly reject: (error: unknown) => void
}

export class Journal {
  readonly #batches: Batches
  readonly #writeSlots: number
  readonly #deps: Deps
  readonly #queueLimit: number
  readonly #lanes: 'shared' | 'merchant'
  /** Whoever creates alone waits for this thread to wake up, twice: for the commit, and before that for the create. */
  readonly #commitPoll: BusyPoll | undefined
  readonly #callerPoll: BusyPoll | undefined
  #queue: Waiting[] = []
  readonly #inFlight = new Set<string>()
  /** For each batch in flight, the merchants whose balances it locks. */
  readonly #locked = new Set<ReadonlySet<string>>()
  #slotsTaken = 0
  /** Changes in flight, and when the last of them were sent. */
  #inProgress = 0
  /** Changes in the last batch that was sent. */
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
    this.#lanes = options.lanes ?? 'shared'
    const { loop } = options
    this.#commitPoll = loop && new BusyPoll(loop, COMMIT_WITHIN_MS)
    this.#callerPoll = loop && new BusyPoll(loop, CALLER_WITHIN_MS)
  }

  /** Changes waiting for a slot: the measure by which load is shed. */
  get queueLength(): number {
    return this.#queue.length
  }

  /** Changes in flight. */
  get inProgress(): number {
    return this.#inProgress
  }

  get queueLimit(): number {
    return this.#queueLimit
  }

  /** Tells `listener` after every commit that left work to do. It must not throw. */
  onCommitted(listener: (statusChange: CommitNotice) => void): void {
    this.#listeners.push(listener)
  }

  /** Tells `watcher` of every commit. It must not throw, nor take its time. */
  onChanged(watcher: (committed: Committed) => void): void {
    this.#watchers.push(watcher)
  }

  /** Commits the change or says why not. Throws only where the database rejects it for a reason nobody foresaw: a bug. */
  commit(change: Change): Promise<CommitResult> {
    assert(change.claims.length === 0 || change.claimKey, 'claims are held for a key')
    if (this.#queue.length >= this.#queueLimit) return Promise.resolve({ type: 'shed' })
    const isPayinCreate = isPlainPayinCreate(change)
    const isAlone = this.#isAlone()
    if (isAlone && isPayinCreate) return this.#createAlone(change)
    this.#commitPoll?.giveUp()
    this.#callerPoll?.giveUp()
    return new Promise((settle, reject) => {
      this.#queue.push({ change, names: namesOf(change), isPayinCreate, settle, reject })
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
   * As far as can be known before the turn ends: nothing waits, nothing is in flight, and the last one was alone. Among many callers
   * batches are larger, and whoever comes first waits for the others of the turn. Where there is one slot, those would wait for it.
   */
  #isAlone(): boolean {
    return this.#lastSent === 1 && this.#slotsTaken === 0 && this.#queue.length === 0 && this.#writeSlots > 1
  }

  /** From now on the callbacks of this journal's commits are offered to `sender`, until it calls what it is given here. */
  offerCallbacksTo(sender: CallbackSender): () => void {
    this.#batches.sender = sender
    return () => {
      if (this.#batches.sender === sender) this.#batches.sender = undefined
    }
  }

  /** Nothing waits and nothing is in flight, so it is a batch by itself without having been in the queue. */
  #createAlone(change: PlainPayinCreate): Promise<CommitResult> {
    const names = namesOf(change)
    // First, and in this turn: what cannot be written throws here, and must not keep the slot.
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

  /** Resolves once nothing waits and nothing is in flight. */
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
      void this.#runBatch(batch).finally(() => {
        for (const { names } of batch) for (const name of names) this.#inFlight.delete(name)
        this.#locked.delete(merchants)
        this.#inProgress -= batch.length
        this.#leaveSlot()
      })
    }
  }

  /**
   * A transaction of their own for the first two or three that arrive beside a batch of sixty left nothing for a core to do while
   * all others waited: 7 to 20 % fewer creates at 16 and 64 callers.
   */
  #areTooFew(): boolean {
    return this.#queue.length < this.#inProgress / 2 && this.#deps.clock.now() - this.#sentAt < LATE_MS
  }

  /** Nothing else would look again before the batch in flight has ended, and one whose connection hangs takes seconds. */
  #boundTheirWait(): void {
    if (this.#isWaitBounded) return
    this.#isWaitBounded = true
    this.#deps.timers.after(LATE_MS, () => {
      this.#isWaitBounded = false
      this.#pump()
    })
  }

  /**
   * It would wait for the other batch inside the database, with all its company: over a thousand merchants two batches of 200
   * nearly always have some in common.
   */
  #isLocked(change: Change): boolean {
    if (!locksBalances(change)) return false
    for (const merchants of this.#locked) if (merchants.has(change.merchantId)) return true
    return false
  }

  /** In order of arrival; what must wait for a change in flight, or for one already taken, keeps its place. What is taken is in flight from then on. */
  #takeBatch(mustWait: (change: Change) => boolean): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const held = new Set<string>()
    let lane: string | undefined
    let areCreates: boolean | undefined
    let looked = 0
    for (const waiting of this.#queue) {
      if (batch.length === MAX_BATCH || looked === MAX_LOOK) break
      looked += 1
      const { merchantId } = waiting.change
      if (this.#lanes === 'merchant' && lane !== undefined && merchantId !== lane) {
        // Changes of another merchant are of other payments, and nothing promises their order to this one.
        left.push(waiting)
        continue
      }
      if (
        mustWait(waiting.change) ||
        (areCreates !== undefined && waiting.isPayinCreate !== areCreates) ||
        this.#isHeld(waiting.names, held)
      ) {
        // Whoever waits holds its names too: a later change of the same payment must not overtake it.
        left.push(waiting)
        for (const name of waiting.names) held.add(name)
      } else {
        lane = merchantId
        // Where there is one slot, two transactions would only wait for each other.
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

  /** `fate.uncertain`: an earlier try of these changes may have been committed, so they must look for themselves first. */
  async #runBatch(batch: readonly Waiting[], fate: Fate = { uncertain: false }): Promise<void> {
    try {
      const outcomes = await this.#batches.commit(
        batch.map((waiting) => waiting.change),
        fate,
      )
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
