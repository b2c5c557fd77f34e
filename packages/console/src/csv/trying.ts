/**
 * Tries a draft on the sample: its encoding, its rows, and how the first of them are read. It uses the server's own statement reader, so it
 * shows what an import will do. Pure.
 */
import type { TriedRow } from '@sluice/gateway/reconciliation/csv.ts'
import { tryCsv } from '@sluice/gateway/reconciliation/csv.ts'
import { DELIMITERS, ENCODINGS } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { decoded } from '@sluice/gateway/reconciliation/decoding.ts'
import type { ReadTerms } from '@sluice/gateway/reconciliation/entry.ts'
import { type CheckedDraft, checkedDraft, type MappingDraft } from './draft.ts'
import { ROWS_TRIED, rowsOf, type SampleRows } from './sample.ts'

export interface Tried extends CheckedDraft {
  /** Undefined: no sample, or it cannot be cut into rows this way. */
  readonly rows: SampleRows | undefined
  /** The rows as they would be read; undefined if the draft is not complete enough. */
  readonly read: readonly TriedRow[] | undefined
  /** Faults of the sample as a whole. */
  readonly wrong: readonly string[]
}

export function tried(draft: MappingDraft, bytes: Uint8Array | undefined, terms: ReadTerms): Tried {
  const checked = checkedDraft(draft)
  const nothing = { ...checked, rows: undefined, read: undefined, wrong: [] }
  if (bytes === undefined) return nothing
  const encoding = ENCODINGS.find((each) => each === draft.encoding)
  const delimiter = DELIMITERS.find((each) => each === draft.delimiter)
  const text = decoded(bytes, encoding)
  if (!text.ok) return { ...nothing, wrong: [`Line ${text.failure.line} ${text.failure.message}`] }
  const quotes = draft.quotes === '' ? undefined : draft.quotes === 'true'
  const skipLines = Number(draft.skipLines) || 0
  const { headerRow } = draft
  const rows = delimiter && rowsOf(text.value, { delimiter, quotes, skipLines, headerRow }, terms.now)
  if (!checked.mapping) return { ...checked, rows, read: undefined, wrong: [] }
  const trial = tryCsv(text.value, checked.mapping, terms, ROWS_TRIED)
  if (!trial.ok)
    return { ...checked, rows, read: undefined, wrong: trial.failure.map(({ message }) => `It ${message}`) }
  const { rows: read, fault } = trial.value
  return { ...checked, rows, read, wrong: fault ? [`Line ${fault.line} ${fault.message}`] : [] }
}

/** True if rows are refused only because the bank's use of quotes is not chosen yet. */
export const isInDoubt = ({ read = [] }: Tried): boolean =>
  read.some(({ faults }) => faults.some(({ message }) => message.includes('Set quotes in the mapping')))
