/**
 * What an entry is called where its bank gives it no reference: it is made of what the entry says, so that the same entry told again has
 * the same name. Pure.
 */
import { createHash } from 'node:crypto'
import { dayText } from '../foundation/instants.ts'
import type { BankEntry, EntrySource, ParsedEntry } from './entry.ts'

/** What banks write into the place of a reference where there is none: it names nothing. */
const NO_REFERENCE = /^(?:NON?REF|NOT ?PROVIDED|NONE|NULL|N\/?A|0+|[^\p{L}\p{N}]+)$/iu

/**
 * Gives names to the entries that the bank left without: made of the content and the how-many-eth of its kind on that day, or at that
 * time where it is told: who tells of movements one by one counts none. The same statement, and a longer one of the same
 * day, give the same names again.
 */
export function named(
  account: string,
  source: EntrySource,
  entries: readonly ParsedEntry[],
): readonly BankEntry[] {
  const seen = new Map<string, number>()
  const common = { account, source, receivedAt: undefined }
  return entries.map((entry) => {
    if (entry.reference !== undefined && !NO_REFERENCE.test(entry.reference))
      return { ...entry, ...common, reference: entry.reference, referenceDerived: false }
    const day = dayText(entry.bookedAt)
    const hash = createHash('sha256').update(contentOf(entry)).digest('hex').slice(0, 24)
    const kind = `${day}:${hash}`
    const ordinal = (seen.get(kind) ?? 0) + 1
    seen.set(kind, ordinal)
    return { ...entry, ...common, reference: `derived:${kind}:${ordinal}`, referenceDerived: true }
  })
}

const contentOf = (entry: ParsedEntry): string =>
  JSON.stringify([
    entry.direction,
    entry.reversal,
    entry.money.currency,
    entry.money.amountMinor.toString(),
    entry.remittance,
    entry.endToEndId,
    // The number in the bank's text is there with that text: a name that was derived before it was looked for stays the same.
    'utrField' in entry ? entry.utrField : entry.utr,
    entry.sender?.name,
    entry.sender?.account,
    entry.valueDate,
    ...(entry.bookedPrecision === 'time' ? [entry.bookedAt] : []),
  ])
