/**
 * Decides all entries of a statement. Entries are processed by time and reference, so the bank's order does not matter;
 * a payin is paid by the first that fits. Pure.
 */
import type { PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import type { FoundCandidates } from './candidate.ts'
import type { BankEntry } from './entry.ts'
import { type MatchDecision, type MatchTerms, match } from './match.ts'

export function matchAll(
  entries: readonly BankEntry[],
  found: (entry: BankEntry) => FoundCandidates,
  terms: Omit<MatchTerms, 'mayWait' | 'spent'> & { readonly mayWait: (entry: BankEntry) => boolean } = PLAIN,
): readonly MatchDecision[] {
  const spent = new Set<PaymentKey>()
  const order = entries.map((_, index) => index).sort((a, b) => inOrder(entries[a], entries[b]))
  const decisions: MatchDecision[] = new Array(entries.length)
  for (const index of order) {
    const entry = entries[index]
    if (!entry) continue
    const decision = match(entry, found(entry), { ...terms, mayWait: terms.mayWait(entry), spent })
    const isSpent =
      decision.type === 'delivered' || (decision.type === 'payin' && decision.expect === 'SUCCESS')
    if (isSpent) spent.add(decision.for.key)
    decisions[index] = decision
  }
  return decisions
}

const PLAIN = { zoneOffsetMs: undefined, mayWait: () => false } as const

function inOrder(a: BankEntry | undefined, b: BankEntry | undefined): number {
  if (!a || !b) return 0
  return a.bookedAt - b.bookedAt || (a.reference < b.reference ? -1 : a.reference > b.reference ? 1 : 0)
}
