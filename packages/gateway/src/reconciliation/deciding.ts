/** From entries of one account to decisions: reads the candidates and calls the pure matching. Never writes. */
import { PAYIN_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import { takesExternalReference } from '@sluice/core/catalogue/external-reference.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Database } from '@sluice/database/port.ts'
import { findCandidates } from './candidates.ts'
import { type StoredDecision, storedDecision } from './decision.ts'
import type { BankEntry } from './entry.ts'
import { evidenceOf } from './evidence.ts'
import { matchAll } from './match-all.ts'

/** Currencies in which payers submit the number of their transfer. */
const CLAIMABLE = new Set(
  PAYIN_METHODS.filter(takesExternalReference).flatMap(({ currencies }) => [...currencies.keys()]),
)

/** Whether a payer may still submit its number. */
export const claimable = (entry: BankEntry): boolean =>
  entry.direction === 'credit' &&
  [...CLAIMABLE].some((code) => code === entry.money.currency) &&
  evidenceOf(entry).utr !== undefined

export interface DecideTerms {
  readonly at: Instant
  readonly zoneOffsetMs: number | undefined
  readonly mayWait: (entry: BankEntry) => boolean
}

/** In the order of the entries; undefined for one that waits. */
export async function decide(
  database: Database,
  account: string,
  entries: readonly BankEntry[],
  { at, zoneOffsetMs, mayWait }: DecideTerms,
): Promise<readonly (StoredDecision | undefined)[]> {
  if (entries.length === 0) return []
  const found = await findCandidates(database, account, entries, at)
  return matchAll(entries, found, { zoneOffsetMs, mayWait }).map(storedDecision)
}
