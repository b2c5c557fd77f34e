/** The journal as all other modules see it (`journal.ts`, `lanes.ts`). */
import type { Change, CommitResult } from './change.ts'
import type { CommitNotice, Committed } from './committed.ts'
import type { CallbackSender } from './first-callbacks.ts'

/** The same whether all merchants are in one database or in buckets. */
export interface Journal {
  /** Changes waiting for a slot. Load is shed by this number. */
  readonly queueLength: number
  readonly queueLimit: number
  readonly inProgress: number
  /** Calls `listener` after every commit that left work to do. It must not throw. */
  onCommitted(listener: (statusChange: CommitNotice) => void): void
  /** Calls `watcher` after every commit. It must not throw, and must return quickly. */
  onChanged(watcher: (committed: Committed) => void): void
  /** Commits the change, or says why not. Throws only if the database rejects it for an unforeseen reason, which is a bug. */
  commit(change: Change): Promise<CommitResult>
  /** From now on this journal offers the callbacks of its commits to `sender`, until the returned function is called. */
  offerCallbacksTo(sender: CallbackSender): () => void
  /** When nothing waits and nothing is in flight. */
  drained(): Promise<void>
}
