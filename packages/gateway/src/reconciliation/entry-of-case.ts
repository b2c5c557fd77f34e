/**
 * The bank entry of a case's money, if it came from a bank statement. It shows who sent the money and where it can be
 * returned.
 */
import type { Database } from '@sluice/database/port.ts'
import type { CaseFile } from '../payments/cases.ts'
import { readEntries, type StoredEntry } from './store.ts'

export async function entryOfCase(
  database: Database,
  { reason, detail }: Pick<CaseFile, 'reason' | 'detail'>,
): Promise<StoredEntry | undefined> {
  // The reference belongs to another entry; the case's detail describes this one.
  if (reason === 'BANK_REFERENCE_REUSED') return undefined
  const { entry } = detail as {
    readonly entry?: { readonly account?: unknown; readonly reference?: unknown }
  }
  if (typeof entry?.account !== 'string' || typeof entry.reference !== 'string') return undefined
  return (await readEntries(database, entry.account, [entry.reference])).get(entry.reference)
}
