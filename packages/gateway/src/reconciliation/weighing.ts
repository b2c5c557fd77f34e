/**
 * How much money an import would move, computed before it is done, to decide whether it needs an approval.
 *
 * Every new credit counts: it pays a payin, waits for a claim, or becomes a case with its money. So the result does not
 * depend on later matching. A debit counts if it belongs to a payout or would be a case: fees and own transfers move
 * nothing. Never writes.
 */
import type { Currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Money, minor } from '@sluice/core/foundation/money.ts'
import { zoneOffsetMs } from '@sluice/core/foundation/zones.ts'
import type { Database } from '@sluice/database/port.ts'
import { duplicatesInBatches } from './batches.ts'
import { decide } from './deciding.ts'
import type { BankEntry } from './entry.ts'
import { type ImportResult, inParts, lookUpEntries } from './store.ts'

const DECIDED_AT_ONCE = 1_000

export interface Weight {
  /** What each would become, in the order of the entries. */
  readonly taken: readonly ImportResult[]
  /** The money that would move. */
  readonly money: Money
  /** The number of entries that move it. */
  readonly paying: number
}

export async function weigh(
  database: Database,
  account: { readonly id: string; readonly currency: Currency; readonly timeZone: string },
  entries: readonly BankEntry[],
  at: Instant,
): Promise<Weight> {
  const taken = await takenOf(database, account.id, entries)
  const fresh = entries.filter((_, index) => taken[index] !== 'known')
  const debits = fresh.filter(({ direction }) => direction === 'debit')
  const moving = new Set(fresh.filter(({ direction }) => direction === 'credit'))
  const terms = { at, zoneOffsetMs: zoneOffsetMs(account.timeZone, at), mayWait: () => false }
  for (const part of inParts(debits, DECIDED_AT_ONCE)) {
    const decided = await decide(database, account.id, part, terms)
    for (const [index, entry] of part.entries()) if (decided[index]?.type !== 'ignore') moving.add(entry)
  }
  const reused = entries.filter((_, index) => taken[index] === 'conflict')
  for (const entry of reused) moving.add(entry)
  const amountMinor = [...moving].reduce((sum, { money }) => sum + money.amountMinor, 0n)
  const money = { currency: account.currency.code, amountMinor: minor(amountMinor) }
  return { taken, money, paying: moving.size }
}

/** What each would become if it were imported now. */
export async function takenOf(
  database: Database,
  account: string,
  entries: readonly BankEntry[],
): Promise<readonly ImportResult[]> {
  const elsewhere = await duplicatesInBatches(database, account, entries)
  const kept = entries.filter((entry) => !elsewhere.has(entry))
  return withKnown(entries, elsewhere, await lookUpEntries(database, account, kept))
}

/** In the order of `entries`; `rest` has the results for those not in `elsewhere`. */
export function withKnown(
  entries: readonly BankEntry[],
  elsewhere: ReadonlySet<BankEntry>,
  rest: readonly ImportResult[],
): readonly ImportResult[] {
  const next = rest.values()
  return entries.map((entry) => (elsewhere.has(entry) ? 'known' : (next.next().value ?? 'conflict')))
}
