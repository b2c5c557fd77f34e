/**
 * A batch that is told twice: whole in the one file (`BR`, as many a statement books it), and in parts in the other (`BR/1`, `BR/2`
 * … as `camt.ts` names the transfers of a notification). The two have no reference in common, so each would be taken in, and the
 * money counted twice.
 *
 * Whichever comes second is the same money, and is not stored, where account, batch reference, direction and dates agree, the parts
 * are complete from the first on, they add up to the whole, and no detail of the whole speaks against them. Everything else is taken
 * in, and becomes what it becomes: mostly a case. What came first stays as it was applied: parts that come after their whole match nothing any more, and the whole's
 * case is to be split.
 *
 * Not seen: parts for which the bank has references of their own, and two files taken in at the very same moment. Never writes.
 */
import type { Database } from '../database/port.ts'
import type { BankEntry } from './entry.ts'
import { mayBeWholeOf } from './same-movement.ts'
import { readEntries, type StoredEntry } from './store.ts'

const PART = /^(.{1,139})\/([1-9]\d{0,4})$/u
const LOOKED_UP_AT_ONCE = 1_000

/** Of these the ones whose money is known by the parts, or as part of the whole, that another file had. */
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

/** By reference; those whose reference stands twice are left out: something is wrong with it. */
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

/** Then the reference itself says what is known of it. */
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
