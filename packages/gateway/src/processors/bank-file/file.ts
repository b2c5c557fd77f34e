/** A bank file, as operators see it. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import type { RowOf } from '@sluice/database/port.ts'
import type { Format } from './debtor-account.ts'

/** PREPARED: made, but not available to anybody. RELEASED: it may be downloaded and given to the bank. */
export type FileStatus = 'PREPARED' | 'RELEASED' | 'CANCELLED'

export interface BatchSummary {
  readonly id: string
  readonly accountId: string
  readonly executionDay: string
  readonly currency: CurrencyCode
  readonly payments: number
  /** Minor units, as text. */
  readonly totalMinor: string
}

export interface BankFile {
  readonly id: string
  readonly processor: string
  readonly format: Format
  readonly messageId: string
  readonly status: FileStatus
  readonly batches: readonly BatchSummary[]
  readonly payments: number
  readonly sha256: string
  readonly preparedBy: { readonly id: string; readonly name: string }
  readonly preparedAt: Instant
  readonly releasedBy: string | undefined
  readonly releasedAt: Instant | undefined
  readonly cancelledBy: string | undefined
  readonly cancelledAt: Instant | undefined
  readonly downloads: number
}

/** Without the content. */
export const FILE_COLUMNS = `id, processor, format, message_id, status, batches, payments, sha256, prepared_by, prepared_by_name,
  prepared_at, released_by_name, released_at, cancelled_by_name, cancelled_at, downloads`

export const rowToFile = (row: RowOf<'bank_file_one'>): BankFile => ({
  id: row.id,
  processor: row.processor,
  format: row.format as Format,
  messageId: row.message_id,
  status: row.status,
  batches: row.batches as readonly BatchSummary[],
  payments: row.payments,
  sha256: row.sha256,
  preparedBy: { id: row.prepared_by, name: row.prepared_by_name },
  preparedAt: row.prepared_at,
  releasedBy: row.released_by_name ?? undefined,
  releasedAt: row.released_at ?? undefined,
  cancelledBy: row.cancelled_by_name ?? undefined,
  cancelledAt: row.cancelled_at ?? undefined,
  downloads: row.downloads,
})
