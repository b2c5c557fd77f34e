/**
 * Detects a batch that was reported twice: as a whole in one file (`BR`, as a statement books it) and in parts in
 * another (`BR/1`, `BR/2` …, as `camt.ts` names the transfers of a notification). The two share no reference, so both
 * would be stored and the money counted twice.
 *
 * Whichever comes second is not stored if account, batch reference, direction and dates agree, the parts are complete
 * from the first on, they add up to the whole, and no detail of the whole contradicts them. Everything else is stored
 * and usually becomes a case. What came first stays as it was applied: parts that come after their whole match nothing,
 * and the whole's case has to be split.
 *
 * Not detected: parts with their own bank references, and two files imported at the same moment. Never writes.
 */
import type { Database } from '@sluice/database/port.ts'
import type { BankEntry } from './entry.ts'
import { mayBeWholeOf } from './same-movement.ts'
import { readEntries, type StoredEntry } from './store.ts'

const PART = /^(.{1,139})\/([1-9]\d{0,4})$/u
const LOOKED_UP_AT_ONCE = 1_000

/** The entries whose money another file has reported, in parts or as a whole. */
export async function duplicatesInBatches(
  database: Database,
  account: string,
  entries: readonly BankEntry[],
): Promise<ReadonlySet<BankEntry>> {
  const named = onceNamed(entries)
  const batches = Map.groupBy(named.values(), ({ reference }) => PART.exec(reference)?.[1])
  batches.delete(undefined)
  const firstParts = [...named.keys()].map((reference) => `${reference}/1`)
  const stored = await readEntries(database, account, [...firstParts, ...[...batches.keys()].map(String)])
  const known = new Set<BankEntry>()
  if (stored.size === 0) return known
  for (const whole of named.values()) {
    if (!stored.has(`${whole.reference}/1`)) continue
    const parts = await storedParts(database, account, whole.reference)
    if (isWhole(whole, parts) && !(await isStored(database, whole))) known.add(whole)
  }
  for (const [batch, parts] of batches) {
    const whole = stored.get(String(batch))
    if (!whole || !areAllParts(parts) || !isWhole(whole, parts)) continue
    if (!(await isStored(database, ...parts))) for (const part of parts) known.add(part)
  }
  return known
}

/** By reference, without references that occur twice, which are faulty. */
function onceNamed(entries: readonly BankEntry[]): ReadonlyMap<string, BankEntry> {
  const named = new Map<string, BankEntry>()
  const twice = new Set<string>()
  for (const entry of entries) {
    if (entry.referenceDerived) continue
    if (named.has(entry.reference)) twice.add(entry.reference)
    named.set(entry.reference, entry)
  }
  for (const reference of twice) named.delete(reference)
  return named
}

/** If it is stored, its own reference already identifies it. */
async function isStored(database: Database, ...entries: readonly BankEntry[]): Promise<boolean> {
  const references = entries.map(({ reference }) => reference)
  return (await readEntries(database, entries[0]?.account ?? '', references)).size > 0
}

async function storedParts(
  database: Database,
  account: string,
  batch: string,
): Promise<readonly StoredEntry[]> {
  const found: StoredEntry[] = []
  for (let from = 1; ; from += LOOKED_UP_AT_ONCE) {
    const references = Array.from({ length: LOOKED_UP_AT_ONCE }, (_, index) => `${batch}/${from + index}`)
    const stored = await readEntries(database, account, references)
    for (const reference of references) {
      const part = stored.get(reference)
      if (!part) return found
      found.push(part)
    }
  }
}

/** From the first to the last, without a gap. */
const areAllParts = (parts: readonly BankEntry[]): boolean => {
  const numbers = new Set(parts.map(({ reference }) => Number(PART.exec(reference)?.[2])))
  return numbers.size === parts.length && Math.max(...numbers) === parts.length
}

function isWhole(whole: BankEntry, parts: readonly BankEntry[]): boolean {
  if (parts.length < 2) return false
  let sum = 0n
  for (const { direction, money, reversal } of parts) {
    if (money.currency !== whole.money.currency || reversal !== whole.reversal) return false
    sum += direction === whole.direction ? money.amountMinor : -money.amountMinor
  }
  return sum === whole.money.amountMinor && mayBeWholeOf(whole, parts)
}
