/**
 * The journal of an installation: one lane, or one for each bucket.
 *
 * A lane is a journal of its own, with its own queue and slots, so a bucket whose place is down or slow holds up no other. A change
 * goes to the lane of its merchant, and no transaction leaves a bucket. Workers of one bucket listen to its lane.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { type Database, partOf, partsOf } from '@sluice/database/port.ts'
import type { Change, CommitResult } from './change.ts'
import type { CommitNotice, Committed } from './committed.ts'
import type { CallbackSender } from './first-callbacks.ts'
import { type JournalOptions, LaneJournal } from './journal.ts'
import type { Journal } from './journal-port.ts'

export interface Lane {
  /** Of one bucket, or the only one. */
  readonly database: Database
  readonly journal: Journal
}

export interface OpenedJournal {
  readonly journal: Journal
  /** One for each bucket, by number, or the only one. */
  readonly lanes: readonly Lane[]
}

export function openJournal(database: Database, deps: Deps, options: JournalOptions): OpenedJournal {
  // A thread stays awake for a caller that creates alone; that is of use to one lane only.
  const usual = database.buckets === undefined ? options : { ...options, loop: undefined }
  const lanes = partsOf(database).map((part) => ({
    database: part,
    journal: new LaneJournal(part, deps, usual),
  }))
  const [only] = lanes
  const journal = lanes.length === 1 && only ? only.journal : new LanesJournal(database, lanes)
  return { journal, lanes }
}

class LanesJournal implements Journal {
  readonly #database: Database
  readonly #lanes: ReadonlyMap<Database, Journal>

  constructor(database: Database, lanes: readonly Lane[]) {
    this.#database = database
    this.#lanes = new Map(lanes.map((lane) => [lane.database, lane.journal]))
  }

  get queueLength(): number {
    return this.#sum(({ queueLength }) => queueLength)
  }

  /** Each lane has a limit of its own, so a full one sheds its own changes only. */
  get queueLimit(): number {
    return this.#sum(({ queueLimit }) => queueLimit)
  }

  get inProgress(): number {
    return this.#sum(({ inProgress }) => inProgress)
  }

  onCommitted(listener: (statusChange: CommitNotice) => void): void {
    for (const lane of this.#lanes.values()) lane.onCommitted(listener)
  }

  onChanged(watcher: (committed: Committed) => void): void {
    for (const lane of this.#lanes.values()) lane.onChanged(watcher)
  }

  commit(change: Change): Promise<CommitResult> {
    const lane = this.#lanes.get(partOf(this.#database, change.merchantId))
    if (lane === undefined) throw new Error('a bucket without a lane')
    return lane.commit(change)
  }

  offerCallbacksTo(sender: CallbackSender): () => void {
    const ends = [...this.#lanes.values()].map((lane) => lane.offerCallbacksTo(sender))
    return () => {
      for (const end of ends) end()
    }
  }

  async drained(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.drained()))
  }

  #sum(of: (lane: Journal) => number): number {
    let sum = 0
    for (const lane of this.#lanes.values()) sum += of(lane)
    return sum
  }
}
