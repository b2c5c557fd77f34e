/**
 * The debits that prove returns which operators have recorded for cases. A recorded return is one person's statement
 * that the books rely on. A debit of the same account with the recorded reference and exactly this amount shows that
 * the money left. If two returns have the same reference, neither is proved: one of them names the other's transfer.
 * Never writes.
 */
import type { Database } from '@sluice/database/port.ts'
import { notedReturns, type ReturnedByCase } from '../payments/clearing.ts'
import { inParts, readEntries, type StoredEntry } from './store.ts'

const REFERENCES_A_CALL = 1_000

export interface ProvedReturn {
  readonly returned: ReturnedByCase
  readonly entry: StoredEntry
}

/** Of the returns recorded under these references, those that a debit of the account proves. By reference. */
export async function provedReturns(
  database: Database,
  account: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, ProvedReturn>> {
  const proved = new Map<string, ProvedReturn>()
  for (const part of inParts([...new Set(references)], REFERENCES_A_CALL)) {
    const noted = await notedReturns(database, account, part)
    if (noted.length === 0) continue
    const entries = await readEntries(
      database,
      account,
      noted.map(({ reference }) => reference),
    )
    for (const returned of noted) {
      const isAlone = noted.filter(({ reference }) => reference === returned.reference).length === 1
      const entry = entries.get(returned.reference)
      if (isAlone && entry && isDebitOf(entry, returned)) proved.set(returned.reference, { returned, entry })
    }
  }
  return proved
}

/** A debit of exactly its amount that belongs to no payout. */
const isDebitOf = (
  { direction, reversal, money, outcome }: StoredEntry,
  { currency, movedMinor }: ReturnedByCase,
): boolean =>
  direction === 'debit' &&
  !reversal &&
  outcome === 'IGNORED' &&
  money.currency === currency &&
  money.amountMinor === -movedMinor
