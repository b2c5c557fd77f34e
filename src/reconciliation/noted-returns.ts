/**
 * What operators have noted as sent back from a case, and the bank's debits that prove it. A note is one person's word: the books let the
 * money go with it. The debit of the account that the money came in on, under the very reference that was noted and in that very amount,
 * shows that it went. Two notes under one reference are proved by nothing: one of them names another's transfer. Never writes.
 */
import type { Database } from '../database/port.ts'
import { notedReturns, type ReturnedByCase } from '../payments/clearing.ts'
import { inParts, readEntries, type StoredEntry } from './store.ts'

const REFERENCES_A_CALL = 1_000

export interface ProvedReturn {
  readonly returned: ReturnedByCase
  readonly entry: StoredEntry
}

/** Of all that was noted under these references, what a debit of the account proves. By reference. */
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

/** A debit that is no payout's, in just its amount. */
const isDebitOf = (
  { direction, reversal, money, outcome }: StoredEntry,
  { currency, movedMinor }: ReturnedByCase,
): boolean =>
  direction === 'debit' &&
  !reversal &&
  outcome === 'IGNORED' &&
  money.currency === currency &&
  money.amountMinor === -movedMinor
