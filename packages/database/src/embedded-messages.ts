/** The messages between the main thread and PGlite's worker thread: one per batch, two per transaction of two round trips. */
import type { DatabaseFailureKind, Row, SqlStatement } from './port.ts'

export interface WorkerSettings {
  /** The cluster's folder; undefined for one in memory. */
  readonly folder: string | undefined
  /** The image that a new cluster is copied from, instead of running initdb: see `EmbeddedOptions.image`. */
  readonly image: Uint8Array<ArrayBuffer> | undefined
}

/** A call with encoded values; bytes arrive as a plain array, as threads pass them. */
export interface WireCall {
  readonly statement: SqlStatement
  readonly values: readonly (string | Uint8Array | null)[]
}

export type Task =
  | { readonly kind: 'RUN'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'BATCH'; readonly calls: readonly WireCall[] }
  /** Opens a transaction and leaves it open: until FINISH or ROLLBACK, every other task waits in the worker. */
  | { readonly kind: 'BEGIN'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'FINISH'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'ROLLBACK' }
  | { readonly kind: 'SCRIPT'; readonly text: string }
  /** Vacuum, analyze and checkpoint, if due. */
  | { readonly kind: 'UPKEEP' }
  | { readonly kind: 'STATISTICS' }
  | { readonly kind: 'IMAGE' }
  /** A copy of the files begins: until RELEASE_LOG, nothing of the log is deleted. */
  | { readonly kind: 'HOLD_LOG' }
  | { readonly kind: 'RELEASE_LOG' }
  | { readonly kind: 'CLOSE' }

export interface Request {
  readonly id: number
  readonly task: Task
}

export interface Statistics {
  /** The number of fsyncs since the start; 0 in memory. */
  readonly fsyncs: number
  readonly checkpoints: number
  readonly vacuums: number
  /** The longest checkpoint in milliseconds. Nothing else runs during a checkpoint. */
  readonly longestCheckpointMs: number
}

/** A `DatabaseFailure` in a form that can be passed between threads, which lose classes. */
export interface FailureParts {
  readonly kind: DatabaseFailureKind
  readonly message: string
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
}

export type Reply =
  | { readonly kind: 'READY'; readonly startMs: number }
  | { readonly kind: 'START_FAILED'; readonly why: string }
  | { readonly kind: 'DISK_FAILED' }
  | { readonly kind: 'ROWS'; readonly id: number; readonly rows: readonly (readonly Row[])[] }
  | { readonly kind: 'FAILURE'; readonly id: number; readonly failure: FailureParts }
  /** Our own bug: the task could not even be sent. */
  | { readonly kind: 'BUG'; readonly id: number; readonly message: string }
  | { readonly kind: 'STATISTICS'; readonly id: number; readonly statistics: Statistics }
  | { readonly kind: 'IMAGE'; readonly id: number; readonly image: Uint8Array<ArrayBuffer> }
