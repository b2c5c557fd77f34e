/** What the main thread and PGlite's worker thread say to each other. One message a batch, two a transaction of two trips. */
import type { DatabaseFailureKind, Row, SqlStatement } from './port.ts'

export interface WorkerSettings {
  /** Where the cluster lies, or undefined for one in memory. */
  readonly folder: string | undefined
  /** What a new cluster is copied from, instead of being made by initdb: see `EmbeddedOptions.image`. */
  readonly image: Uint8Array<ArrayBuffer> | undefined
}

/** A call whose values are encoded already; bytes come as a plain array of them, as threads give them to each other. */
export interface WireCall {
  readonly statement: SqlStatement
  readonly values: readonly (string | Uint8Array | null)[]
}

export type Task =
  | { readonly kind: 'RUN'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'BATCH'; readonly calls: readonly WireCall[] }
  /** Opens a transaction and leaves it open: until FINISH or ROLLBACK every other task waits in the worker. */
  | { readonly kind: 'BEGIN'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'FINISH'; readonly calls: readonly WireCall[] }
  | { readonly kind: 'ROLLBACK' }
  | { readonly kind: 'SCRIPT'; readonly text: string }
  /** Vacuum, analyze and checkpoint where it is due. */
  | { readonly kind: 'UPKEEP' }
  | { readonly kind: 'STATISTICS' }
  | { readonly kind: 'IMAGE' }
  /** A copy of the files begins: from now on until RELEASE_LOG nothing of the log is thrown away. */
  | { readonly kind: 'HOLD_LOG' }
  | { readonly kind: 'RELEASE_LOG' }
  | { readonly kind: 'CLOSE' }

export interface Request {
  readonly id: number
  readonly task: Task
}

export interface Statistics {
  /** How often the disk was asked to keep what was written, since the start; 0 in memory. */
  readonly fsyncs: number
  readonly checkpoints: number
  readonly vacuums: number
  /** Milliseconds of the longest checkpoint: nothing else runs meanwhile. */
  readonly longestCheckpointMs: number
}

/** A `DatabaseFailure` as it crosses the thread border, where classes are lost. */
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
  /** A bug of ours: the task could not even be sent. */
  | { readonly kind: 'BUG'; readonly id: number; readonly message: string }
  | { readonly kind: 'STATISTICS'; readonly id: number; readonly statistics: Statistics }
  | { readonly kind: 'IMAGE'; readonly id: number; readonly image: Uint8Array<ArrayBuffer> }
