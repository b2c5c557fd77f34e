/**
 * Batches of changes, each committed whole: the round trips to the database, and what happens to a batch whose
 * connection is lost. The journal decides what goes into a batch and which batches are in flight together
 * (`journal.ts`).
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Database } from '@sluice/database/port.ts'
import { DatabaseFailure } from '@sluice/database/port.ts'
import { callWithRows, type RowOut } from '@sluice/database/row-arrays.ts'
import type { Change, CommitResult } from './change.ts'
import { type CommitNotice, type Committed, committedBy } from './committed.ts'
import { createPayins, insertPayins } from './create-payins.ts'
import { decideBatch, paymentName } from './decide.ts'
import { creationRows } from './effects.ts'
import type { CallbackSender, OfferedCallbacks } from './first-callbacks.ts'
import {
  createdByName,
  firstRoundTrip,
  idRow,
  isPlainPayinCreate,
  type PlainPayinCreate,
  readFound,
  secondRoundTrip,
} from './round-trips.ts'
import * as sql from './statements.ts'

const MAX_RETRIES = 5
/** After one ID was already taken, more such IDs are expected for this long. */
const WARY_MS = 10_000
const UNKNOWN_FATE_DEADLINE_MS = 10_000
const UNKNOWN_FATE_PAUSE_MS = 100

/** Whether an earlier attempt of the same changes may have been committed. */
export interface Fate {
  uncertain: boolean
}

/** What returns the callbacks that were leased by attempts with an unknown outcome. */
type Doubts = (() => void)[]

/** Gets what was committed. Neither function may throw. */
export interface CommitReaders {
  /** The commit has left work to do. */
  committed(statusChange: CommitNotice): void
  changed(committed: Committed): void
}

export class Batches {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers'>
  readonly #readers: CommitReaders
  /** Sends callbacks of this process's own commits, while it runs. */
  sender: CallbackSender | undefined
  /** Until then IDs of payins are expected to be taken. */
  #waryUntil: Instant = Number.NEGATIVE_INFINITY

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers'>, readers: CommitReaders) {
    this.#database = database
    this.#deps = deps
    this.#readers = readers
  }

  /**
   * Runs until the batch's outcome is known, or until it gives up on knowing it. Throws errors that a change in it has
   * caused.
   * @param triedBefore how many serialisation failures or deadlocks it has met
   */
  async commit(changes: readonly Change[], fate: Fate, triedBefore = 0): Promise<readonly CommitResult[]> {
    const doubts: Doubts = []
    try {
      return await this.#commit(changes, fate, doubts, triedBefore)
    } finally {
      // Not earlier: the attempt that settled it has waited for the locks of the one whose outcome was unknown.
      for (const release of doubts) release()
    }
  }

  async #commit(
    changes: readonly Change[],
    fate: Fate,
    doubts: Doubts,
    triedBefore: number,
  ): Promise<readonly CommitResult[]> {
    const deadline = this.#deps.clock.now() + UNKNOWN_FATE_DEADLINE_MS
    for (let retries = triedBefore; ; ) {
      try {
        return await this.#tryBatch(changes, fate.uncertain, doubts)
      } catch (error) {
        if (!(error instanceof DatabaseFailure)) throw error
        if (error.kind === 'RETRY' && retries < MAX_RETRIES) {
          retries += 1
          continue
        }
        if (error.kind === 'UNKNOWN_FATE') fate.uncertain = true
        else if (error.kind === 'STATEMENT' || error.kind === 'CONSTRAINT') throw error
        else if (!fate.uncertain) return changes.map(() => ({ type: 'unavailable' }))
        if (this.#deps.clock.now() >= deadline) return changes.map(() => ({ type: 'unknown' }))
        await new Promise<void>((resolve) => {
          this.#deps.timers.after(UNKNOWN_FATE_PAUSE_MS, resolve)
        })
      }
    }
  }

  /** As `commit` of one payin's create, in fewer microtasks: for a caller that creates alone, each one counts. */
  createAlone(change: PlainPayinCreate): Promise<CommitResult> {
    const { subject } = change
    const { payment } = subject
    const now = this.#deps.clock.now()
    const made = creationRows(change, subject)
    if (now < this.#waryUntil || made.steps.length > 0) return this.#commitOne(change, false)
    return this.#database.batch([insertPayins([made.payment], [])]).then(
      (): CommitResult => {
        this.#readers.changed({ payments: [payment], cases: [] })
        return { type: 'done', payment }
      },
      (error: unknown): CommitResult | Promise<CommitResult> => {
        if (!(error instanceof DatabaseFailure)) throw error
        switch (error.kind) {
          case 'CONSTRAINT':
            this.#waryUntil = now + WARY_MS
            return this.#commitOne(change, false)
          case 'RETRY':
            return this.#commitOne(change, false, 1)
          case 'UNKNOWN_FATE':
            return this.#commitOne(change, true)
          case 'UNAVAILABLE':
            return { type: 'unavailable' }
          case 'STATEMENT':
            throw error
        }
      },
    )
  }

  async #commitOne(change: Change, uncertain: boolean, triedBefore = 0): Promise<CommitResult> {
    const [outcome] = await this.commit([change], { uncertain }, triedBefore)
    assert(outcome, 'every change of a batch has an outcome')
    return outcome
  }

  async #tryBatch(
    changes: readonly Change[],
    uncertain: boolean,
    doubts: Doubts,
  ): Promise<readonly CommitResult[]> {
    if (!uncertain && changes.every(isPlainPayinCreate)) return this.#createPayins(changes)
    const calls = firstRoundTrip(changes, uncertain)
    let offered: OfferedCallbacks | undefined
    const decided = await this.#database
      .transact(calls, (answers) => {
        const { outcomes, effects } = decideBatch(changes, readFound(changes, calls, answers))
        if (effects.callbacks.length > 0) offered = this.sender?.offer(effects.callbacks)
        const callbacks = offered?.callbacks ?? effects.callbacks
        return { calls: secondRoundTrip({ ...effects, callbacks }), outcome: { outcomes, effects } }
      })
      .catch((error: unknown) => {
        const isFateKnown = !(error instanceof DatabaseFailure) || error.kind !== 'UNKNOWN_FATE'
        if (isFateKnown) offered?.rolledBack()
        else if (offered) doubts.push(offered.doubted)
        throw error
      })
    offered?.committed()
    const { callbacks, steps, settled } = decided.effects
    this.#notifyReaders(callbacks.length > (offered?.leased ?? 0), steps, settled)
    this.#readers.changed(committedBy(decided))
    return decided.outcomes
  }

  async #createPayins(changes: readonly PlainPayinCreate[]): Promise<readonly CommitResult[]> {
    const rows: RowOut[] = []
    const steps: RowOut[] = []
    const payments: Payment[] = []
    for (const change of changes) {
      const made = creationRows(change, change.subject)
      rows.push(made.payment)
      steps.push(...made.steps)
      payments.push(change.subject.payment)
    }
    const keys = await this.#insertPayins(rows, steps)
    const isMade = ({ key }: Payment): boolean => keys === undefined || keys.has(key)
    const others = payments.filter((payment) => !isMade(payment))
    this.#notifyReaders(false, steps, [])
    this.#readers.changed({
      payments: others.length === 0 ? payments : payments.filter(isMade),
      cases: [],
    })
    const holders = others.length === 0 ? new Map() : await this.#holdersOf(others)
    return payments.map((payment) => {
      if (isMade(payment)) return { type: 'done', payment }
      const holder = holders.get(paymentName(payment))
      assert(holder, 'a create has either made its row or met another')
      return { type: 'duplicate', existing: holder }
    })
  }

  /**
   * Uses the slower statement only for a while after an ID was found taken. So even a caller that repeats creates on
   * purpose makes a batch fail only that often.
   *
   * @returns the keys of those that were created; undefined: all of them
   */
  async #insertPayins(
    payments: readonly RowOut[],
    steps: readonly RowOut[],
  ): Promise<ReadonlySet<string> | undefined> {
    const now = this.#deps.clock.now()
    if (now >= this.#waryUntil) {
      try {
        await this.#database.batch([insertPayins(payments, steps)])
        return undefined
      } catch (error) {
        if (!(error instanceof DatabaseFailure) || error.kind !== 'CONSTRAINT') throw error
        this.#waryUntil = now + WARY_MS
      }
    }
    const [created = []] = await this.#database.batch([createPayins(payments, steps)])
    return new Set(created.map(({ key }) => String(key)))
  }

  async #holdersOf(
    payments: readonly Payment[],
  ): Promise<Map<string, { key: PaymentKey; requestHash: string }>> {
    try {
      const { statement, values } = callWithRows(sql.readCreated, payments.map(idRow))
      return createdByName(await this.#database.run(statement, values))
    } catch (error) {
      // Other changes of the batch are committed by now, so it is not true that nothing was stored: it is retried until
      // the outcome is known.
      if (!(error instanceof DatabaseFailure)) throw error
      throw new DatabaseFailure('UNKNOWN_FATE', error.message, { sqlState: error.sqlState })
    }
  }

  #notifyReaders(callbacks: boolean, steps: readonly RowOut[], settled: readonly RowOut[]): void {
    if (!callbacks && steps.length === 0 && settled.length === 0) return
    let stepDueAt: string | undefined
    for (const step of steps) {
      const due = String(step.due_at)
      if (stepDueAt === undefined || due < stepDueAt) stepDueAt = due
    }
    this.#readers.committed({ callbacks, stepDueAt, endedKeys: settled.map(({ key }) => String(key)) })
  }
}
