/** What the bank said of a case's money, where it came by a feed: without it nobody knows whom to ask, nor whom to pay back. */
import type { Database } from '../database/port.ts'
import type { CaseFile } from '../payments/cases.ts'
import { readEntries, type StoredEntry } from './store.ts'

export async function entryOfCase(
  database: Database,
  { reason, detail }: Pick<CaseFile, 'reason' | 'detail'>,
): Promise<StoredEntry | undefined> {
  // Its reference is that of another movement; what this one said stands in the detail.
  if (reason === 'BANK_REFERENCE_REUSED') return undefined
  const { entry } = detail as {
    readonly entry?: { readonly account?: unknown; readonly reference?: unknown }
  }
  if (typeof entry?.account !== 'string' || typeof entry.reference !== 'string') return undefined
  return (await readEntries(database, entry.account, [entry.reference])).get(entry.reference)
}
