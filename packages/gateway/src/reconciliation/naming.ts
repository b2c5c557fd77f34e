/**
 * Names entries to which their bank gives no reference. The name is derived from the content, so the same entry
 * reported again gets the same name. Pure.
 */
import { createHash } from 'node:crypto'
import { dayText } from '@sluice/core/foundation/instants.ts'
import type { BankEntry, EntrySource, ParsedEntry } from './entry.ts'

/** Placeholders that banks write instead of a reference. */
const NO_REFERENCE = /^(?:NON?REF|NOT ?PROVIDED|NONE|NULL|N\/?A|0+|[^\p{L}\p{N}]+)$/iu

/**
 * Names the entries without a reference by their content and their index among equal ones on that day, or at that time
 * if it is known. The same statement, or a longer one of the same day, gives the same names again.
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
    // The number found in the bank's text is left out, so that names derived before it was read stay the same.
    'utrField' in entry ? entry.utrField : entry.utr,
    entry.sender?.name,
    entry.sender?.account,
    entry.valueDate,
    ...(entry.bookedPrecision === 'time' ? [entry.bookedAt] : []),
  ])
